#include "training/engine/fault_point.h"

#include <csignal>
#include <cstdlib>

namespace yardstick::training {

void faultPoint(std::string_view name)
{
    const char* wanted = std::getenv("YARDSTICK_TEST_KILL_AT");
    if (wanted != nullptr && name == wanted) {
        std::raise(SIGKILL);
    }
}

} // namespace yardstick::training
