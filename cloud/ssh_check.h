// SshCheck: one look at an SSH machine: can it be reached, whose key it shows, what it has and what is missing there.
// Also the first contact, at which the host key is pinned. Owner thread: the one that asks (needs an event loop).
#pragma once

#include "core/launcher.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace yardstick {

enum class CheckVerdict { Good, Note, Bad };
struct CheckRow
{
    std::string id;    ///< reachable, host_key, worker, ultralytics, disk, cores, memory, gpu, clock, rsync, libc; stable
    std::string value; ///< for people
    CheckVerdict verdict = CheckVerdict::Good;
    std::string advice; ///< one sentence when something is to be done
};
struct MachineCheck
{
    std::vector<CheckRow> rows;
    std::string fingerprint;  ///< "SHA256:… (ED25519)"; empty: never reached
    bool newlyPinned = false; ///< the key was accepted and pinned by this look
    std::optional<Error> error; ///< it cannot be reached
    int cores = 0;
    std::string cpu;
    std::int64_t ramBytes = 0;
    std::vector<std::string> gpus;
    std::string worker;        ///< path there; empty: missing
    std::string workerVersion;
    std::int64_t freeBytes = -1;
    double clockSkewSeconds = 0; ///< theirs minus ours
    [[nodiscard]] bool good() const;
};

/// `folder`: machines/ beside the store. The answer comes through `context`.
void checkSshMachine(const std::filesystem::path& folder, const Host& host, Deadline deadline, QObject* context,
                     std::function<void(MachineCheck)> done);
/// Lets the next contact pin whatever key the host shows.
Result<> forgetHostKey(const std::filesystem::path& folder, HostId host);

} // namespace yardstick
