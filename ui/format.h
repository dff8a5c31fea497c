// How values become text in the window: numbers with significant digits, money, durations, times, sizes, and the
// translated sentence of an Error. Display only; copies and exports use raw values. Any thread.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/records.h"

#include <QString>

class QLineEdit;

namespace yardstick::ui {

/// 4 significant digits by default, dot decimals in every language; "NaN", "∞", "−∞" as they are.
QString formatNumber(double value, int significant = 4);
/// Fixed decimals, for columns that align on the decimal point.
QString formatFixed(double value, int decimals);
/// Rounded half-even to `decimals`, no currency: the unit stands in the header.
QString formatMoney(const Money& money, int decimals = 4);
/// "0.1412 USD".
QString formatMoneyWithCode(const Money& money, int decimals = 4);
/// As core/printed.h prints them, without currency: "0.20" and "0.504", "0.0208" and "0.000042", "96.0" and "4.32".
QString formatPrice(const Money& perHour);
QString formatCost(const Money& cost);
QString formatEpochSeconds(double seconds);
/// "0.20 USD", "0.0208 USD".
QString formatPriceWithCode(const Money& perHour);
QString formatCostWithCode(const Money& cost);
/// "42 s", "3 min 05 s", "2 h 14 min", "3 d 2 h".
QString formatDuration(double seconds);
/// Local time: "14:20" today, "29 Nov 14:20" this year, else "2025-11-29 14:20".
QString formatTime(UtcMs t);
/// "41 MB", powers of 1000.
QString formatBytes(std::int64_t bytes);
/// "#14 v8n-640-b16"; the number is not repeated where the name already begins with it.
QString displayName(const Experiment& experiment);

/// The same with at most 48 characters, "…" in the middle: for titles, questions and notes, whatever the name is.
QString shortName(const Experiment& experiment);
QString shortened(const QString& text, int most = 48);

QString statusWord(ExperimentStatus status); ///< translated: "running"
QString fromUtf8(std::string_view text);
std::string toUtf8(const QString& text);

/// The field takes no more than a name may have (200 bytes of UTF-8, core/spec_edit.h cuts there).
void limitToName(QLineEdit& field);

/// The sentence in the window's language (context "Error"), with its arguments filled in.
QString errorText(const Error& error);
QString errorText(std::string_view text, const std::vector<std::string>& args);
/// A parameter's help in the window's language (context "Parameter").
QString parameterHelp(std::string_view help);
/// A group's name in the window's language (context "ParameterGroup").
QString parameterGroup(std::string_view group);

} // namespace yardstick::ui
