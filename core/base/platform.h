// What differs between operating systems: files, locks, processes, the machine. Linux now; no Qt, so that the
// worker uses it too. Thread-safe unless a class says otherwise. Paths are UTF-8.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick::platform {

namespace fs = std::filesystem;

/// Error for errno `err` at `path`: DiskFull for ENOSPC/EDQUOT, NotFound for ENOENT, else Io. `verb`: "read", "write"…
Error ioError(int err, std::string_view verb, const fs::path& path);

Result<std::string> readFile(const fs::path& path, std::uint64_t maxBytes = 1ull << 32);
/// Writes beside the target, fsyncs, renames, fsyncs the folder. The old file stays whole until the new one is.
Result<> writeFileAtomic(const fs::path& path, std::string_view bytes);
Result<std::string> sha256File(const fs::path& path); ///< lower-case hex
std::string sha256(std::string_view bytes);
/// Bytes that an unprivileged user may still write there; nullopt when unknown.
std::optional<std::uint64_t> freeDiskBytes(const fs::path& path);
bool onNetworkFileSystem(const fs::path& path); ///< NFS, SMB, FUSE (sshfs)
/// A link to a folder above itself, which a walk through folders must not follow: it would meet everything again.
bool leadsUpwards(const fs::directory_entry& entry);

/// flock(2), exclusive, non-blocking; freed by the kernel whatever happens. Moves; not copyable.
class FileLock
{
public:
    FileLock() = default;
    ~FileLock();
    FileLock(FileLock&&) noexcept;
    FileLock& operator=(FileLock&&) noexcept;
    /// Busy when somebody else holds it. The file is created and kept.
    static Result<FileLock> tryLock(const fs::path& file);
    static bool isLocked(const fs::path& file); ///< by anybody; false when the file is missing
    [[nodiscard]] bool held() const { return m_fd >= 0; }
    [[nodiscard]] int descriptor() const { return m_fd; } ///< for SpawnOptions::keepOpen
    Result<> writeContent(std::string_view text); ///< replaces the content of the locked file

private:
    int m_fd = -1;
};

/// A process that may have been replaced by another with the same pid is told apart by its start time and the boot id.
struct ProcessId
{
    std::int64_t pid = 0;
    std::uint64_t startTicks = 0; ///< /proc/PID/stat field 22
    std::string bootId;
    bool operator==(const ProcessId&) const = default;
};
std::string bootId();
std::optional<ProcessId> processId(std::int64_t pid); ///< of a live process (zombies do not count)
bool isAlive(const ProcessId& process);
ProcessId self();

struct SpawnOptions
{
    std::vector<std::string> argv;              ///< argv[0] is the program's path
    std::map<std::string, std::string> environment; ///< added to ours
    fs::path workingDirectory;
    fs::path outputFile;                        ///< stdout and stderr are appended here; stdin is /dev/null
    int niceness = 0;
    int keepOpen = -1;     ///< descriptor that the program inherits, e.g. of a FileLock that shall live as long as it does
    std::vector<int> cpus; ///< CPUs that it may run on; empty: as we may
};
/// Double fork, own session: the child outlives us and is no child of ours. WorkerMissing when argv[0] cannot be run.
Result<ProcessId> spawnDetached(const SpawnOptions& options);
/// Signal to the process group of a detached process; NotFound when it is gone.
Result<> signalProcess(const ProcessId& process, int signal);

struct HostInfo
{
    std::string hostName;
    std::string cpuModel;
    int logicalCpus = 1;          ///< that this process may run on (affinity, cgroup quota)
    std::uint64_t ramBytes = 0;
    std::string os;
};
HostInfo hostInfo();
std::vector<int> allowedCpus(); ///< numbers of the CPUs that this process may run on
std::uint64_t availableRamBytes();
std::uint64_t residentBytes();     ///< of this process, now
std::uint64_t peakResidentBytes(); ///< of this process

fs::path executableDirectory();
std::string randomToken(int bytes = 16); ///< hex, from the kernel

} // namespace yardstick::platform
