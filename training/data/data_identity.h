// Which data set a run has learnt from: the hash by which runs on different machines are compared. Thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace yardstick::training {

/// Read labels are kept in the user's cache folder, never beside the data. Empty, so none is kept, where there is no home.
std::filesystem::path labelCacheDirectory();

/// contentHash() of a YAML file (of a folder for classify) with its splits "train" and `split`, 64 hexadecimal digits; empty
/// when it cannot be read, for instance a name that only another trainer knows.
std::string datasetHash(const std::filesystem::path& data, std::string_view task, std::string_view split);

} // namespace yardstick::training
