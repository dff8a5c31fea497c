// SpecValues: a parameter's value in force of one experiment, by the schema's name, also for those that are fields of
// their own (task, model_variant, data, backend, container_…). The writing side is core/spec_edit.h. Any thread.
#pragma once

#include "core/base/params.h"
#include "core/records.h"

#include <vector>

namespace yardstick::ui {

/// Typed, as the schema says; the default where the experiment has none.
nlohmann::json specValue(const ExperimentSpec& spec, std::string_view name);
nlohmann::json specDefault(const ExperimentSpec& spec, std::string_view name); ///< depends on the task
/// What differs from `a` to `b`, in the order of the schema.
std::vector<ParamDifference> specDifference(const ExperimentSpec& a, const ExperimentSpec& b);

} // namespace yardstick::ui
