// SshLauncher: runs jobs on hosts that are reached by the system's OpenSSH (docs/machines.md). The run directory lives
// on the host (<root>/jobs/<token>); events.jsonl and log.txt are mirrored byte for byte, weights and images fetched.
// A job is detached there: this computer may sleep, crash or lose its network, and finds it again. A host that cannot be
// asked is Unknown, never a reason to end its job. Owner thread: the scheduler's; nothing here blocks it.
#pragma once

#include "core/launcher.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace yardstick {

class SshLauncher final : public Launcher
{
public:
    struct Options
    {
        std::filesystem::path folder;                    ///< machines/ beside the store: pinned host keys
        std::function<Result<Host>(HostId)> hostOf;      ///< the host's row as it is now
        Deadline pollEvery{1000};                        ///< an attempt is asked at most this often
    };
    explicit SshLauncher(Options options);
    ~SshLauncher() override;
    [[nodiscard]] std::string kind() const override { return "ssh"; }
    [[nodiscard]] bool remote() const override { return true; }
    /// Busy while the data set travels: it goes on, and the next call with the same token finds it.
    void place(const PlaceRequest& request, Deadline deadline, QObject* context, Done<nlohmann::json> done) override;
    void mirror(const Attempt& attempt, Deadline deadline, QObject* context, Done<void> done) override;
    void state(const Attempt& attempt, Deadline deadline, QObject* context, Done<JobState> done) override;
    void stop(const Attempt& attempt, bool hard, Deadline deadline, QObject* context, Done<void> done) override;
    void fetch(const Attempt& attempt, const std::vector<std::string>& relativePaths, Deadline deadline,
               QObject* context, Done<void> done) override;

    /// Process id of the shared connection of a host; 0: none. For tests, which end it.
    [[nodiscard]] std::int64_t masterPid(HostId host) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace yardstick
