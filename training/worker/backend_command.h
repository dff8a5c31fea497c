// `yardstick-worker backend check`: whether the backend ultralytics can train on this machine.
#pragma once

#include "core/base/result.h"

#include <string>

namespace yardstick::training {

/// `setting` as in the variable YARDSTICK_ULTRALYTICS, whose value is taken when it is empty. Prints versions and device; what
/// is missing comes back.
Result<> runBackendCheck(const std::string& setting, bool json);

} // namespace yardstick::training
