// Downloader: fetches one file (weights) with resume and a pinned sha256. Implemented in cloud/ over Qt Network.
#pragma once

#include "core/launcher.h"

namespace yardstick {
class Downloader
{
public:
    virtual ~Downloader() = default;
    /// `progress(bytes done, bytes in all or -1)`. Resumes a partial file; BadFile when the sha256 differs.
    virtual void fetch(const std::string& url, const std::filesystem::path& target, const std::string& sha256, QObject* context,
                       std::function<void(std::int64_t, std::int64_t)> progress, Done<void> done) = 0;
};
} // namespace yardstick
