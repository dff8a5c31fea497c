#include "training/engine/process_group.h"

#include "core/base/platform.h"

#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <string>

namespace yardstick::training {

GroupUsage processGroupUsage(std::int64_t group)
{
    GroupUsage usage;
    const std::int64_t page = ::sysconf(_SC_PAGESIZE);
    std::error_code ec;
    for (std::filesystem::directory_iterator entry("/proc", ec), end; !ec && entry != end; entry.increment(ec)) {
        const std::string name = entry->path().filename().string();
        if (name.empty() || name.find_first_not_of("0123456789") != std::string::npos) {
            continue;
        }
        const auto stat = platform::readFile(entry->path() / "stat", 1 << 16);
        if (!stat || stat->rfind(')') == std::string::npos) {
            continue; // ended meanwhile
        }
        // proc(5), after the name: 3 state, 4 parent, 5 group … 14 utime, 15 stime … 24 resident pages
        std::istringstream in(stat->substr(stat->rfind(')') + 1));
        std::string state, skipped;
        std::int64_t number = 0, pages = 0;
        double user = 0, system = 0;
        in >> state >> skipped >> number;
        if (number != group || state == "Z" || state == "X") {
            continue;
        }
        for (int field = 6; field < 14; ++field) {
            in >> skipped;
        }
        in >> user >> system;
        for (int field = 16; field < 24; ++field) {
            in >> skipped;
        }
        if (in >> pages) {
            usage.ticks += user + system;
            usage.residentBytes += pages * page;
            ++usage.processes;
        }
    }
    return usage;
}

} // namespace yardstick::training
