// `data convert coco|voc|visdrone SOURCE TARGET`: foreign data sets into YOLO layout; prints counts (JSON with `json`).
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace yardstick::training {

Result<> runDataConvert(const std::string& kind, const std::filesystem::path& source, const std::filesystem::path& target, bool json);

} // namespace yardstick::training
