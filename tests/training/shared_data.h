// Real data for the checks that need it, in the folder that scripts/test names; the run's summary says where it is missing.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace yardstick::training {

/// The folder, or `name` in it; empty when there is none here.
inline std::filesystem::path sharedData(const std::string& name = {})
{
    const char* given = std::getenv("YARDSTICK_SHARED_DATA");
    const auto folder = std::filesystem::path(given != nullptr ? given : "/nonexistent") / name;
    std::error_code error;
    const bool there = std::filesystem::is_directory(folder, error);
    if (const char* record = std::getenv("YARDSTICK_PEERS_FILE")) {
        std::ofstream(record, std::ios::app) << (there ? "ran" : "skipped") << " real-data\n";
    }
    return there ? folder : std::filesystem::path();
}

} // namespace yardstick::training
