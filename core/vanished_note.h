// vanished.json in the local run directory: what a launcher of another host found when a job had gone without exit.json,
// for the verdict on the attempt. The local launcher writes none.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace yardstick {

struct VanishedNote
{
    bool restarted = false; ///< its host was restarted: interrupted, not failed
    std::string reason;     ///< one sentence; may be empty
};
Result<> writeVanishedNote(const std::filesystem::path& run, const VanishedNote& note);
std::optional<VanishedNote> readVanishedNote(const std::filesystem::path& run);

} // namespace yardstick
