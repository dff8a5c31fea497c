// ActiveSet: what of the store concerns the scheduler (experiments that wait or run, open attempts, queues,
// hosts, requests), kept up to date by the store's change list, and the World made from it. A tick with
// nothing new costs one PRAGMA. Owner thread: the scheduler's.
#pragma once

#include "core/schedule/plan.h"
#include "core/store/store_reader.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace yardstick::schedule {

/// What only this process knows of a live attempt; lost with it, and found again.
struct LiveMemory
{
    JobLife life = JobLife::Unknown;
    std::string reason;  ///< of the launcher
    bool asking = false; ///< a state or mirror call is under way
    bool placing = false;
    bool withdrawing = false; ///< it was asked to stop before its machine said that it has it
    UtcMs placeAgainMs = 0; ///< not before this, after the launcher was busy or the network down
    bool stopping = false;
    UtcMs stopSentMs = 0;
    UtcMs killRefusedMs = 0; ///< since then the machine has not answered that it be ended at once; 0: it has not been asked
    bool exitIngested = false;
    bool fetching = false;       ///< files of a remote run directory are on their way
    UtcMs fetchNextMs = 0;       ///< while it runs, not before this
    UtcMs fetchRetryMs = 0;      ///< not before this, after a fetch that failed
    std::int64_t fetchedSeq = 0; ///< files that events up to this one name are here
};

class ActiveSet
{
public:
    explicit ActiveSet(StoreReader reader)
        : m_reader(std::move(reader))
    {}

    Result<> refresh(); ///< reads what has changed since the last call
    [[nodiscard]] World world(const std::map<AttemptId, LiveMemory>& memory,
                              const std::set<std::string>& launchers,
                              const std::map<HostId, std::string>& hostProblems, UtcMs now) const;

    [[nodiscard]] const std::unordered_map<ExperimentId, Experiment>& experiments() const
    {
        return m_experiments;
    }
    [[nodiscard]] const std::map<AttemptId, Attempt>& open() const { return m_open; }
    [[nodiscard]] const std::vector<Queue>& queues() const { return m_queues; }
    [[nodiscard]] const std::vector<Host>& hosts() const { return m_hosts; }
    [[nodiscard]] const std::vector<Request>& requests() const { return m_requests; }
    [[nodiscard]] const Attempt* openAttemptOf(ExperimentId id) const;
    [[nodiscard]] const Queue* queue(QueueId id) const;
    [[nodiscard]] const Host* host(HostId id) const;
    /// A stop (or kill, when `hard`) request waits for this experiment.
    [[nodiscard]] bool stopAsked(ExperimentId id, bool hard) const;
    [[nodiscard]] const StoreReader& reader() const { return m_reader; }
    /// Of the store as it was read last; another number means that something may have changed.
    [[nodiscard]] std::int64_t version() const { return m_version; }

private:
    Result<> reload();
    Result<> applyChanges(const std::vector<Change>& changes);
    Result<> readExperiments(const ExperimentFilter& filter);
    Result<> readAttempts();
    Result<> readQueues();
    Result<> readHosts();
    Result<> readRequests();
    [[nodiscard]] WorldQueue worldQueue(const Queue& queue, const std::set<std::string>& launchers,
                                        UtcMs now) const;

    StoreReader m_reader;
    bool m_loaded = false;
    std::int64_t m_version = -1;                                ///< PRAGMA data_version
    std::int64_t m_seq = 0;                                     ///< last change read
    std::unordered_map<ExperimentId, Experiment> m_experiments; ///< queued, starting, running, interrupted
    std::map<AttemptId, Attempt> m_open;
    std::vector<Queue> m_queues;
    std::vector<Host> m_hosts;
    std::vector<Request> m_requests;
    std::map<QueueId, UtcMs> m_lastStart; ///< newest attempt of each queue, as far as seen
};

} // namespace yardstick::schedule
