// The demo data set: shapes on textured ground, drawn by us, in YOLO layout. Deterministic: the same options give the same
// bytes at every run. Validation scenes come from another seed. Written whole or not at all. Any thread.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace yardstick::training {

inline constexpr int kDemoVersion = 2;

struct DemoOptions
{
    int trainImages = 300;
    int valImages = 80;
    int size = 320; ///< long side, pixels
    std::uint64_t seed = 2023;
    int threads = 0; ///< 0: all that the process may use; the bytes do not depend on it
};
struct DemoReport
{
    std::filesystem::path yaml;
    bool written = false; ///< false: the folder held the same version already
    std::int64_t images = 0;
    std::int64_t instances = 0; ///< 0 when nothing was written
};
/// Writes into a folder beside `directory`, then renames. A folder with the same demo is left alone; an older demo of ours
/// is replaced; a folder with anything else in it is AlreadyExists. Io, DiskFull.
Result<DemoReport> writeDemoDataset(const std::filesystem::path& directory, const DemoOptions& options = {});

} // namespace yardstick::training
