// Small worlds for the tests of plan().
#pragma once

#include "core/schedule/plan.h"

#include <vector>

namespace yardstick::schedule {

inline WorldQueue queue(int id, int host, int threads = 0)
{
    WorldQueue q;
    q.id = QueueId(id);
    q.hostId = HostId(host);
    q.launcher = "local";
    q.threads = threads;
    q.position = id;
    return q;
}
inline WorldHost host(int id, int slots = 1, int threads = 4, int gpus = 0)
{
    return {HostId(id), slots, threads, gpus, true, {}};
}
inline WaitingExperiment waiting(int id, int queueId, int position)
{
    WaitingExperiment w;
    w.id = ExperimentId(id);
    w.queueId = QueueId(queueId);
    w.position = position;
    return w;
}
inline LiveAttempt live(int id, int experiment, const WorldQueue& q, int threads)
{
    LiveAttempt a;
    a.id = AttemptId(id);
    a.experimentId = ExperimentId(experiment);
    a.queueId = q.id;
    a.hostId = q.hostId;
    a.threads = threads;
    a.gpus = q.gpus;
    a.placed = true;
    a.life = JobLife::Alive;
    return a;
}

template <typename T> std::vector<T> only(const std::vector<PlannedAction>& actions)
{
    std::vector<T> out;
    for (const PlannedAction& a : actions) {
        if (const T* t = std::get_if<T>(&a)) {
            out.push_back(*t);
        }
    }
    return out;
}

} // namespace yardstick::schedule
