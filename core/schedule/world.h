// World: everything the scheduler's decision depends on, as one serialisable value, so that a history that
// went wrong can be replayed from a file. Built from the store and the launchers' answers by the executor;
// plan() only reads it.
#pragma once

#include "core/launcher.h"
#include "core/records.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace yardstick::schedule {

struct WaitingExperiment
{
    ExperimentId id;
    QueueId queueId;
    std::int64_t position = 0;
    UtcMs queuedMs = 0;
    UtcMs notBeforeMs = 0; ///< cool-down after an interruption
    int requeues = 0;
    bool resumable = false; ///< an earlier attempt left a checkpoint
};
struct LiveAttempt
{
    AttemptId id;
    ExperimentId experimentId;
    QueueId queueId;
    HostId hostId;
    int threads = 1;
    std::vector<int> gpus;
    bool placed = false; ///< the launcher has confirmed (handle stored)
    JobLife life = JobLife::Unknown;
    UtcMs createdMs = 0;
    UtcMs lastEventMs = 0;
    bool stopAsked = false; ///< a stop request waits or was carried out
    bool killAsked = false;
    UtcMs stopSentMs = 0;
    bool exitIngested = false; ///< exit.json and the whole log are in the store
};
/// Its last attempt was interrupted; the plan puts it back on its queue or gives it up.
struct InterruptedExperiment
{
    ExperimentId id;
    int requeues = 0;
    UtcMs sinceMs = 0;
};
struct WorldQueue
{
    QueueId id;
    HostId hostId;
    std::string launcher;
    int threads = 0; ///< per job; 0: all of the host
    std::vector<int> gpus;
    bool paused = false;
    int maxJobs = 1;
    std::int64_t position = 0;
    bool overBudget = false; ///< money spent + reserved has reached a limit
    std::string budgetReason;
    std::string problem;   ///< why nothing can be started from it (no launcher of its kind here); empty: fine
    UtcMs lastStartMs = 0; ///< newest attempt started from it: queues of one host take turns by it
};
struct WorldHost
{
    HostId id;
    int slots = 1;
    int cpuThreads = 1;
    int gpus = 0;
    bool reachable = true;
    std::string
        problem; ///< why nothing can be started there now (disk full, run folder not writable); empty: fine
};

struct World
{
    std::vector<WorldQueue> queues;
    std::vector<WorldHost> hosts;
    std::vector<WaitingExperiment> waiting;
    std::vector<LiveAttempt> live;
    std::vector<InterruptedExperiment> interrupted;
};
nlohmann::json toJson(const World& world);
Result<World> worldFromJson(const nlohmann::json& json);

} // namespace yardstick::schedule
