// Curves of experiments as a chart's values: what `yardstick chart lines` and reports draw. Owner thread: the reader's.
#pragma once

#include "core/chart_model.h"
#include "core/records.h"
#include "core/store/store_reader.h"

#include <string>
#include <vector>

namespace yardstick {

/// The last value of each epoch, one line for each experiment and scalar that has points, in the order of `experiments`; those
/// of val/ are dashed. No series when nothing was recorded.
Result<LineChart> scalarChart(const StoreReader& store, const std::vector<Experiment>& experiments, const std::vector<std::string>& names);

} // namespace yardstick
