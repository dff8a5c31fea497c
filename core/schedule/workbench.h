// Workbench: what the parts of the scheduler share while it holds the lock. Owner thread: the scheduler's.
#pragma once

#include "core/clock.h"
#include "core/launcher.h"
#include "core/schedule/active_set.h"
#include "core/store/store.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace yardstick::schedule {

struct Workbench
{
    Store& store;
    const Clock& clock;
    std::map<std::string, std::unique_ptr<Launcher>> launchers; ///< by kind
    std::filesystem::path runs;                                 ///< folder of the run directories
    ActiveSet set;
    std::map<AttemptId, LiveMemory> memory;
    std::unique_ptr<QObject> context;       ///< answers of launchers come through it; gone: no more answers
    std::function<void(const Error&)> tell; ///< the user should see it
    std::function<void()> soon;             ///< tick again at once: something has moved

    /// On the experiment of a live attempt: what it waits for. One write when that changes.
    void noteReason(ExperimentId id, const std::string& reason);
    [[nodiscard]] Launcher* launcher(const std::string& kind) const
    {
        const auto found = launchers.find(kind);
        return found == launchers.end() ? nullptr : found->second.get();
    }
};

inline constexpr Deadline kPlaceDeadline{3'000}; ///< a placement that takes longer says how far it is, and goes on
inline constexpr Deadline kAskDeadline{15'000};
inline constexpr Deadline kFetchDeadline{600'000};

} // namespace yardstick::schedule
