#include "core/schedule/scheduler.h"

#include <unistd.h>

#include <cstdlib>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
constexpr const char* kWorker = "yardstick-worker";

bool runnable(const fs::path& path)
{
    std::error_code ec;
    return fs::is_regular_file(path, ec) && ::access(path.c_str(), X_OK) == 0;
}

} // namespace

Result<fs::path> findWorker()
{
    if (const char* given = std::getenv("YARDSTICK_WORKER"); given != nullptr && *given != '\0') {
        if (runnable(given)) {
            return fs::path(given);
        }
        return fail(ErrorCode::WorkerMissing,
                    "YARDSTICK_WORKER names {0}, which is no program that can be run.", given);
    }
    const fs::path here = platform::executableDirectory();
    std::vector<fs::path> places{here / kWorker,
                                 (here / ".." / "libexec" / "yardstick" / kWorker).lexically_normal()};
    const char* path = std::getenv("PATH");
    const std::string_view list = path != nullptr ? path : "";
    for (size_t at = 0; at < list.size();) {
        const size_t end = std::min(list.find(':', at), list.size());
        if (end > at) {
            places.push_back(fs::path(list.substr(at, end - at)) / kWorker);
        }
        at = end + 1;
    }
    std::string tried;
    for (const fs::path& place : places) {
        if (runnable(place)) {
            return place;
        }
        tried += (tried.empty() ? "" : ", ") + place.string();
    }
    return fail(ErrorCode::WorkerMissing,
                "The training program yardstick-worker was not found; looked for {0}.", tried);
}

} // namespace yardstick
