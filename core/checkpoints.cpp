#include "core/checkpoints.h"

#include "core/base/job.h"
#include "core/base/ultralytics_files.h"

#include <filesystem>

namespace yardstick {

std::string newestCheckpoint(const std::vector<Attempt>& attempts)
{
    std::string newest;
    int number = 0;
    for (const Attempt& a : attempts) {
        if (a.hidden || a.number <= number || a.runDirectory.empty()) {
            continue;
        }
        const std::filesystem::path run(a.runDirectory);
        for (const auto& file : {run / run_files::kWeights / "last.ckpt", run / run_files::kUltralytics / run_files::kWeights / "last.pt"}) {
            std::error_code ec;
            if (std::filesystem::is_regular_file(file, ec)) {
                newest = file.string();
                number = a.number;
                break;
            }
        }
    }
    return newest;
}

} // namespace yardstick
