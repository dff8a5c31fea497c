// plan(): a pure function from the world to what should happen now. It never blocks, never asks, never
// remembers.
#pragma once

#include "core/schedule/world.h"

#include <string>
#include <variant>
#include <vector>

namespace yardstick::schedule {

/// Start a new attempt of this experiment with these resources. The executor writes the attempt row first.
struct StartAttempt
{
    ExperimentId experimentId;
    QueueId queueId;
    HostId hostId;
    int threads = 1;
    std::vector<int> gpus;
    bool resume = false;
    bool shared = false; ///< other work runs on the host now: epochs are flagged
};
/// place() again for an attempt whose placement was never confirmed (we died in between); safe by token.
struct PlaceAgain
{
    AttemptId attemptId;
};
struct SendStop
{
    AttemptId attemptId;
    bool hard = false;
};
/// The job is over (Ended or Vanished) and its log is ingested: close the attempt.
struct CloseAttempt
{
    AttemptId attemptId;
    bool vanished = false;
};
/// An interrupted experiment goes back to its queue (at most 5 times).
struct Requeue
{
    ExperimentId experimentId;
    UtcMs notBeforeMs = 0;
};
/// It was interrupted more often than kMaxRequeues: it fails, resume is offered.
struct GiveUp
{
    ExperimentId experimentId;
};
/// Why an experiment still waits; shown as it is. Reasons are stable sentences.
struct Explain
{
    ExperimentId experimentId;
    std::string reason;
};
using PlannedAction =
    std::variant<StartAttempt, PlaceAgain, SendStop, CloseAttempt, Requeue, GiveUp, Explain>;

/// Order within a queue: position, then queuedMs, then id. A job starts when its queue is not paused nor over
/// budget, has fewer than maxJobs live attempts, and its host has a free slot, enough free CPU threads
/// (threads 0 wants all of them) and all of its GPUs free. Queues of a host take turns: the one that started
/// longest ago goes first, then by position. The head of a queue (the first that is not cooling down) is
/// never overtaken within its queue; what it waits for on its host is kept free for it, so that no queue
/// starves another.
std::vector<PlannedAction> plan(const World& world, UtcMs now);

/// Whether a waiting experiment will start by itself once what runs now has ended and cool-downs are over:
/// its queue and host exist, are neither paused, over budget, broken nor out of reach, and are large enough.
bool canStart(const World& world, const WaitingExperiment& waiting);

/// How long an experiment waits after its n-th requeue (n from 1): 0 the first time, then 30 s, doubled each
/// time.
UtcMs coolDownMs(int requeues);

inline constexpr int kMaxRequeues = 5;
inline constexpr UtcMs kStopGraceMs = 120'000; ///< after a gentle stop, before a hard one

} // namespace yardstick::schedule
