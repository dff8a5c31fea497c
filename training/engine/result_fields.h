// What a run of each task says about itself: names of losses, metrics and columns, in a fixed order. Names are those that the
// published trainer writes. Pure; any thread.
#pragma once

#include "training/model/architecture.h"

#include <string>
#include <string_view>
#include <vector>

namespace yardstick::training {

/// box_loss … or, for a classifier, loss. In scalars and columns after "train/", "val/" and "batch/".
const std::vector<std::string>& lossNames(Task task);
/// metrics/mAP50(B) … or metrics/accuracy_top1 ….
const std::vector<std::string>& metricNames(Task task);
/// Columns of results.csv: epoch, time, train losses, metrics, validation losses, learning rates.
const std::vector<std::string>& resultColumns(Task task);
/// How fitness is made of the metrics, in words.
std::string_view fitnessFormula(Task task);

/// For log lines: "box" of "box_loss", "mAP50" of "metrics/mAP50(B)", "top1" of "metrics/accuracy_top1".
std::string shortName(std::string_view name);

} // namespace yardstick::training
