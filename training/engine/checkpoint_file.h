// CheckpointFile: our own container of named tensors and a JSON header. Nothing in it is ever executed.
// Layout, little-endian: "YSCKPT\r\n", u32 version, u32 zero, u64 header bytes, header (JSON: "meta", "tensors" with name,
// dtype, shape, offset, bytes), tensors one after another (C order), SHA-256 of all that precedes (32 bytes).
// Written beside the target, synced, renamed: the old file stays whole until the new one is.
#pragma once

#include "training/model/state_dict.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace yardstick::training {

inline constexpr std::uint32_t kCheckpointVersion = 1;

struct Checkpoint
{
    nlohmann::json meta = nlohmann::json::object();
    NamedTensors tensors;

    /// Entries whose name starts with `prefix`, without it.
    [[nodiscard]] NamedTensors section(std::string_view prefix) const;
    void addSection(std::string_view prefix, const NamedTensors& values);
};

struct WrittenFile
{
    std::int64_t bytes = 0;
    std::string sha256; ///< of the whole file, lower-case hex
};

/// DiskFull, Io. On failure the old file is untouched and no other file is left.
Result<WrittenFile> writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
/// BadFile when truncated, damaged or foreign; NewerVersion; NotFound.
Result<Checkpoint> readCheckpoint(const std::filesystem::path& path);

} // namespace yardstick::training
