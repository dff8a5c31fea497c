// Which action is allowed in which status: one table for window and command line alike.
#pragma once

#include "core/records.h"

#include <string_view>
#include <vector>

namespace yardstick {

enum class Action { Edit, Enqueue, Dequeue, Stop, Retry, Continue, Resume, Reset, Clone, Archive, Unarchive, Publish, Unpublish, Delete, Restore, Rename };
std::string_view toString(Action action);

bool isAllowed(Action action, ExperimentStatus status);
/// NotAllowed with a sentence that names action, status and what would be allowed; or success.
Result<> checkAllowed(Action action, const Experiment& experiment);
std::vector<Action> allowedActions(const Experiment& experiment);
/// Whether the status may go from a to b at all (the state machine that the store's tests walk).
bool isTransition(ExperimentStatus from, ExperimentStatus to);

} // namespace yardstick
