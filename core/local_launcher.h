// LocalLauncher: runs the worker on this computer, detached in its own session, so that it outlives the window. The same
// contract as every remote launcher. Owner thread: the scheduler's.
#pragma once

#include "core/launcher.h"

#include <filesystem>
#include <memory>

namespace yardstick {

class LocalLauncher final : public Launcher
{
public:
    explicit LocalLauncher(std::filesystem::path worker);
    ~LocalLauncher() override;
    [[nodiscard]] std::string kind() const override { return "local"; }
    void place(const PlaceRequest& request, Deadline deadline, QObject* context, Done<nlohmann::json> done) override;
    void mirror(const Attempt& attempt, Deadline deadline, QObject* context, Done<void> done) override;
    void state(const Attempt& attempt, Deadline deadline, QObject* context, Done<JobState> done) override;
    void stop(const Attempt& attempt, bool hard, Deadline deadline, QObject* context, Done<void> done) override;
    void fetch(const Attempt& attempt, const std::vector<std::string>& relativePaths, Deadline deadline, QObject* context, Done<void> done) override;

private:
    std::filesystem::path m_worker;
};

} // namespace yardstick
