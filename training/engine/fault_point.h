// Named points at which a test may kill the worker: YARDSTICK_TEST_KILL_AT=name ends the process by SIGKILL there,
// as a power cut would. Without the variable nothing happens.
#pragma once

#include <string_view>

namespace yardstick::training {

void faultPoint(std::string_view name);

} // namespace yardstick::training
