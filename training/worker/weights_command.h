// `weights info FILE`: what a weights file says about itself, ours or a .pt (JSON with `json`).
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace yardstick::training {

Result<> runWeightsInfo(const std::filesystem::path& file, bool json);

} // namespace yardstick::training
