// A folder that lives as long as the object. Under TMPDIR, else /tmp.
#pragma once

#include "core/base/platform.h"

#include <filesystem>

namespace yardstick::test {

class TempDir
{
public:
    TempDir()
        : m_path(std::filesystem::temp_directory_path() / ("yardstick-test-" + platform::randomToken(8)))
    {
        std::filesystem::create_directories(m_path);
    }
    ~TempDir()
    {
        std::error_code ec;
        std::filesystem::remove_all(m_path, ec);
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return m_path / name; }

private:
    std::filesystem::path m_path;
};

} // namespace yardstick::test
