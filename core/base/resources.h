// Files of resources/ embedded by CMake (yardstick_embed).
#pragma once

#include <string_view>

namespace yardstick {
/// The bytes of resources/NAME (e.g. "parameters.json"); empty when there is no such resource. Static lifetime.
std::string_view resource(std::string_view name);
} // namespace yardstick
