// How figures of machines are printed, the same in tables, labels of charts, tooltips, the command line, Markdown, LaTeX and
// HTML. Copies, CSV and JSON hold raw values. Pure functions, any thread.
#pragma once

#include "core/base/money.h"

#include <string>
#include <string_view>

namespace yardstick {

/// A price per hour as it was quoted, without its currency: 2 decimals, 3 or 4 where it has them: "0.20", "0.504". A price that
/// was computed has more: it is rounded as a cost is, "0.0946".
std::string printedPrice(const Money& perHour);
/// A cost that was computed, without its currency: 4 decimals, 5 or 6 where fewer than two digits would show: "0.0208",
/// "0.00061", "0.000042".
std::string printedCost(const Money& cost);
/// Seconds of an epoch: 1 decimal, 2 or 3 below ten and one: "96.0", "4.32", "0.512". "NaN", "∞", "−∞" as they are.
std::string printedSeconds(double seconds);
/// What follows the ± of a value that is printed as `value`: as many decimals, or as many as it takes to show one digit.
std::string printedHalfWidth(double halfWidth, std::string_view value);

/// "42 s", "3 min 05 s", "2 h 14 min", "3 d 2 h".
std::string printedDuration(double seconds);

} // namespace yardstick
