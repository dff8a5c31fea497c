// Pure functions on what a user edits of an experiment: checks, changes by parameter name, names made from
// parameters. No store and no status here: that is core/actions.h.
#pragma once

#include "core/base/result.h"
#include "core/records.h"

#include <string>

namespace yardstick {

/// Every fault of the parameters and of the fields beside them; one error whose detail lists all of them, a
/// line each.
Result<> validateSpec(const ExperimentSpec& spec);

/// Applies {"imgsz": 320, "model_variant": "yolov8s", …}. Names that are fields of their own (task,
/// model_variant, data, backend, container_…) change the field, all others the parameters. null resets a
/// parameter that is not nullable. Unknown names and wrong values: one error with every fault in its detail;
/// the spec is unchanged then.
Result<> applyChanges(ExperimentSpec& spec, const nlohmann::json& changes);

/// What people call a data set: the YAML's name, or its folder's where the YAML is called "data" or "dataset".
std::string dataName(const std::string& data);
/// "v8n-640-b16": variant, image size, batch. The window and the command line show "#id name".
std::string autoName(const ExperimentSpec& spec);
/// Name of a clone: the automatic name where the source has one, else the source's; then what else was
/// changed.
std::string cloneName(const ExperimentSpec& source, const ExperimentSpec& clone,
                      const nlohmann::json& changes);
/// Trimmed, one line, at most 200 bytes (cut at a character); InvalidArgument for control characters.
Result<std::string> cleanName(std::string_view name);

/// The data set can be read on this computer: a YAML file that holds a map (detect, segment) or a folder
/// (classify). One sentence if not; NotFound when nothing is there.
Result<> checkDataPresent(const ExperimentSpec& spec);

} // namespace yardstick
