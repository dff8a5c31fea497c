// What the kernel did when memory ran out. Linux now; part of the platform layer.
#pragma once

#include <cstdint>

namespace yardstick::platform {

/// Processes that the kernel has ended for want of memory since boot; -1: unknown.
std::int64_t outOfMemoryKills();

} // namespace yardstick::platform
