#include "core/base/platform_memory.h"

#include "core/base/platform.h"

#include <cstdlib>

namespace yardstick::platform {

std::int64_t outOfMemoryKills()
{
    const std::string text = readFile("/proc/vmstat").value_or("");
    constexpr std::string_view kKey = "\noom_kill ";
    const size_t at = text.find(kKey);
    return at == std::string::npos ? -1 : std::strtoll(text.c_str() + at + kKey.size(), nullptr, 10);
}

} // namespace yardstick::platform
