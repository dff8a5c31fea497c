// What the charts of a comparison share. Part of core/charts; not for other layers. Any thread.
#pragma once

#include "core/compare.h"

#include <functional>
#include <string>

namespace yardstick::charts {

/// `text` with the names of the machines that `which` picks, comma separated, of many the first and how
/// many they are; empty when it picks none.
std::string namesOf(const Comparison& comparison, const std::string& text, const std::function<bool(const MachineRow&)>& which);

} // namespace yardstick::charts
