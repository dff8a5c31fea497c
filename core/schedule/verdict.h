// How an attempt ended, from what it left behind: exit.json, or nothing. No store, no launcher: the scheduler
// writes it.
#pragma once

#include "core/launcher.h"
#include "core/records.h"

#include <filesystem>
#include <string>

namespace yardstick::schedule {

struct Verdict
{
    AttemptOutcome outcome = AttemptOutcome::None;
    ExperimentStatus status = ExperimentStatus::Failed; ///< what the experiment becomes
    std::string code;    ///< toString(ErrorCode) or the worker's own word; empty when it went well
    std::string message; ///< one sentence; empty when it went well
    UtcMs endedMs = 0;   ///< 0: unknown, take the last event's time
};

/// `vanished`: gone without exit.json. `stopAsked`: somebody asked it to stop, gently or hard. `memoryKills`:
/// how often the kernel has ended a process for want of memory until now (platform::outOfMemoryKills); the
/// handle holds the count at the start.
Verdict verdictOf(const Attempt& attempt, bool vanished, bool stopAsked, std::int64_t memoryKills);

} // namespace yardstick::schedule
