// The machine: core/base/platform.h on Linux. Control groups (version 1 and 2) limit CPUs and memory of
// containers and batch jobs; what they leave us is what is reported.
#include "core/base/platform.h"

#include <sched.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>

namespace yardstick::platform {
namespace {

/// The value after "key" and the separator in a file of "key<sep>value" lines; empty when missing.
std::string lineValue(const std::string& text, std::string_view key, char separator)
{
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = std::string_view(text).substr(begin, end - begin);
        if (line.substr(0, key.size()) == key) {
            const size_t at = line.find(separator);
            if (at != std::string_view::npos &&
                line.substr(key.size(), at - key.size()).find_first_not_of(" \t") == std::string_view::npos) {
                const size_t from = line.find_first_not_of(" \t\"", at + 1);
                const size_t to = line.find_last_not_of(" \t\"\r");
                return from == std::string_view::npos || to < from
                           ? ""
                           : std::string(line.substr(from, to - from + 1));
            }
        }
        begin = end + 1;
    }
    return {};
}

std::optional<std::uint64_t> readNumber(const fs::path& path)
{
    const auto text = readFile(path, 1 << 16);
    if (!text || text->empty() || (*text)[0] < '0' || (*text)[0] > '9') {
        return std::nullopt; // missing, or "max"
    }
    return std::strtoull(text->c_str(), nullptr, 10);
}

/// Our path in the unified hierarchy (controller "") or in a version 1 hierarchy (e.g. "memory").
std::optional<std::string> cgroupPath(std::string_view controller)
{
    const std::string text = readFile("/proc/self/cgroup", 1 << 16).value_or("");
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        const size_t first = line.find(':');
        const size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
        if (second == std::string_view::npos) {
            continue;
        }
        const std::string list = "," + std::string(line.substr(first + 1, second - first - 1)) + ",";
        const bool match = controller.empty()
                               ? list == ",,"
                               : list.find("," + std::string(controller) + ",") != std::string::npos;
        if (match) {
            return std::string(line.substr(second + 1));
        }
    }
    return std::nullopt;
}

/// Folders of our control group and its parents under `root`, from the inside out.
std::vector<fs::path> cgroupFolders(const fs::path& root, std::string_view controller)
{
    std::vector<fs::path> folders;
    std::error_code ec;
    const auto own = cgroupPath(controller);
    if (!own || !fs::is_directory(root, ec)) {
        return folders;
    }
    fs::path relative = fs::path(*own).relative_path().lexically_normal();
    for (; !relative.empty() && relative != "."; relative = relative.parent_path()) {
        folders.push_back(root / relative);
    }
    folders.push_back(root); // inside a container the own group is mounted here
    return folders;
}

std::optional<double> cgroupCpus()
{
    std::optional<double> least;
    const auto take = [&](double quota, double period) {
        if (quota > 0 && period > 0) {
            least = std::min(least.value_or(quota / period), quota / period);
        }
    };
    for (const fs::path& folder : cgroupFolders("/sys/fs/cgroup", "")) {
        const std::string text = readFile(folder / "cpu.max", 4096).value_or("");
        double quota = 0;
        double period = 0;
        if (std::sscanf(text.c_str(), "%lf %lf", &quota, &period) == 2) {
            take(quota, period);
        }
    }
    for (const char* root : {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"}) {
        for (const fs::path& folder : cgroupFolders(root, "cpu")) {
            take(static_cast<double>(readNumber(folder / "cpu.cfs_quota_us").value_or(0)),
                 static_cast<double>(readNumber(folder / "cpu.cfs_period_us").value_or(0)));
        }
    }
    return least;
}

struct MemoryLimit
{
    std::uint64_t limit = 0;
    std::uint64_t used = 0; ///< without the file cache that the kernel would give back
};

std::optional<MemoryLimit> cgroupMemory()
{
    std::optional<MemoryLimit> least;
    const auto take = [&](const fs::path& folder, const char* limitFile, const char* usedFile,
                          const char* cacheKey) {
        const auto limit = readNumber(folder / limitFile);
        if (!limit || (least && least->limit <= *limit)) {
            return;
        }
        const std::uint64_t used = readNumber(folder / usedFile).value_or(0);
        const std::string stat = readFile(folder / "memory.stat", 1 << 16).value_or("");
        const std::uint64_t cache = std::strtoull(lineValue(stat, cacheKey, ' ').c_str(), nullptr, 10);
        least = MemoryLimit{*limit, used > cache ? used - cache : 0};
    };
    for (const fs::path& folder : cgroupFolders("/sys/fs/cgroup", "")) {
        take(folder, "memory.max", "memory.current", "inactive_file");
    }
    for (const fs::path& folder : cgroupFolders("/sys/fs/cgroup/memory", "memory")) {
        take(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file");
    }
    return least;
}

std::uint64_t kilobytes(const char* file, std::string_view key)
{
    const std::string text = readFile(file, 1 << 20).value_or("");
    return std::strtoull(lineValue(text, key, ':').c_str(), nullptr, 10) * 1024;
}

int affinityCpus()
{
    for (size_t count = 1024; count <= (1u << 20); count *= 2) {
        cpu_set_t* set = CPU_ALLOC(count);
        if (set == nullptr) {
            break;
        }
        const size_t bytes = CPU_ALLOC_SIZE(count);
        const bool got = ::sched_getaffinity(0, bytes, set) == 0;
        const int cpus = got ? CPU_COUNT_S(bytes, set) : 0;
        const int err = errno;
        CPU_FREE(set);
        if (got) {
            return std::max(cpus, 1);
        }
        if (err != EINVAL) {
            break;
        }
    }
    return std::max(1, static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)));
}

} // namespace

HostInfo hostInfo()
{
    HostInfo info;
    struct utsname names{};
    ::uname(&names);
    info.hostName = names.nodename;
    const std::string cpu = readFile("/proc/cpuinfo", 1 << 24).value_or("");
    for (const char* key : {"model name", "Model", "cpu model", "Hardware"}) {
        if (info.cpuModel.empty()) {
            info.cpuModel = lineValue(cpu, key, ':');
        }
    }
    if (info.cpuModel.empty()) {
        info.cpuModel = names.machine;
    }
    info.logicalCpus = affinityCpus();
    if (const auto quota = cgroupCpus()) {
        info.logicalCpus = std::clamp(static_cast<int>(std::ceil(*quota)), 1, info.logicalCpus);
    }
    info.ramBytes = kilobytes("/proc/meminfo", "MemTotal");
    if (const auto memory = cgroupMemory()) {
        info.ramBytes = std::min(info.ramBytes, memory->limit);
    }
    const std::string release = readFile("/etc/os-release", 1 << 16).value_or("");
    const std::string pretty = lineValue(release, "PRETTY_NAME", '=');
    info.os = (pretty.empty() ? std::string(names.sysname) : pretty) + ", kernel " + names.release;
    return info;
}

std::uint64_t availableRamBytes()
{
    std::uint64_t available = kilobytes("/proc/meminfo", "MemAvailable");
    if (const auto memory = cgroupMemory()) {
        available = std::min(available, memory->limit > memory->used ? memory->limit - memory->used : 0);
    }
    return available;
}

std::uint64_t residentBytes()
{
    return kilobytes("/proc/self/status", "VmRSS");
}

std::uint64_t peakResidentBytes()
{
    const std::uint64_t peak = kilobytes("/proc/self/status", "VmHWM");
    if (peak > 0) {
        return peak;
    }
    struct rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

fs::path executableDirectory()
{
    std::error_code ec;
    return fs::read_symlink("/proc/self/exe", ec).parent_path();
}

std::string randomToken(int bytes)
{
    std::string raw(static_cast<size_t>(std::max(bytes, 1)), '\0');
    size_t got = 0;
    while (got < raw.size()) {
        const ssize_t n = ::getrandom(raw.data() + got, raw.size() - got, 0);
        if (n > 0) {
            got += static_cast<size_t>(n);
        } else if (errno != EINTR) {
            std::abort(); // the kernel has no random source: nothing unique can be promised
        }
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (const char c : raw) {
        hex += kDigits[static_cast<unsigned char>(c) >> 4];
        hex += kDigits[static_cast<unsigned char>(c) & 15];
    }
    return hex;
}

} // namespace yardstick::platform
