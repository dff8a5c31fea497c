// LocalLauncher: runs the worker on this computer, detached in its own session, so that it outlives the
// window. The same contract as every remote launcher. Owner thread: the scheduler's. launch.lock in the run
// directory is a flock that the worker inherits: it is held from before the fork until the worker is gone, so
// that a second place() with the same token never starts a second worker, whatever died in between.
#pragma once

#include "core/launcher.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace yardstick {

class LocalLauncher final : public Launcher
{
public:
    /// `worker` empty: looked for at each ready() and place() (findWorker).
    explicit LocalLauncher(std::filesystem::path worker);
    ~LocalLauncher() override;
    [[nodiscard]] std::string kind() const override { return "local"; }
    [[nodiscard]] Result<> ready() const override; ///< WorkerMissing
    void place(const PlaceRequest& request, Deadline deadline, QObject* context,
               Done<nlohmann::json> done) override;
    void mirror(const Attempt& attempt, Deadline deadline, QObject* context, Done<void> done) override;
    void state(const Attempt& attempt, Deadline deadline, QObject* context, Done<JobState> done) override;
    void stop(const Attempt& attempt, bool hard, Deadline deadline, QObject* context,
              Done<void> done) override;
    void fetch(const Attempt& attempt, const std::vector<std::string>& relativePaths, Deadline deadline,
               QObject* context, Done<void> done) override;

private:
    Result<nlohmann::json> placeNow(const PlaceRequest& request);
    std::vector<int> chooseCpus(int threads) const;

    std::filesystem::path m_worker;
    std::map<std::string, std::vector<int>> m_cpus; ///< by token: CPUs that a live job is pinned to
};

} // namespace yardstick
