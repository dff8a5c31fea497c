#include "core/checkpoints.h"

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
        std::error_code ec;
        const auto file = std::filesystem::path(a.runDirectory) / run_files::kWeights / "last.ckpt";
        if (std::filesystem::is_regular_file(file, ec)) {
            newest = file.string();
            number = a.number;
        }
    }
    return newest;
}

} // namespace yardstick
