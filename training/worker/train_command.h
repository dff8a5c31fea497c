// `yardstick-worker train RUN_DIR`: one job in one run directory, from job.json to exit.json.
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace yardstick::training {

/// The process's exit code. Refuses a directory that has exit.json or whose lock is held, without touching it.
int runTrain(const std::filesystem::path& runDirectory);

} // namespace yardstick::training
