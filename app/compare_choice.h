// `yardstick compare`: deadline, value of time, spot and per-image, as options and as what is said of them.
#pragma once

#include "app/commands.h"

#include "core/compare.h"

#include <nlohmann/json.hpp>

namespace yardstick::app {

/// "6h", "90min", "1d12h30m", "45s": seconds above 0; a number alone is refused, for its unit is anyone's guess.
Result<double> durationOf(std::string_view text);
/// Sets what the arguments say of the choice; the currency of the options has to be set before.
Result<> chooseOptions(const CompareArguments& arguments, CompareOptions& options);
/// The columns that fit a terminal.
std::vector<std::string> shownColumns(const CompareArguments& arguments);
void sayChoice(const Context& c, const Comparison& comparison);
/// Options and sentences, and who is cheapest from how many epochs on.
nlohmann::json viewOfChoice(const Comparison& comparison);

} // namespace yardstick::app
