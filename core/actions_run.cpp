// Putting experiments on queues and taking them off again.
#include "core/actions_shared.h"
#include "core/checkpoints.h"
#include "core/estimate.h"
#include "core/spec_edit.h"

#include <algorithm>

namespace yardstick::actions {

using namespace shared;

namespace {

/// The newest visible attempt that left a checkpoint in its run directory.
Result<bool> hasCheckpoint(StoreWriter& store, ExperimentId id)
{
    const auto attempts = store.read().attempts(id);
    if (!attempts) {
        return fail(attempts.error());
    }
    return !newestCheckpoint(*attempts).empty();
}

/// Keeps what is expected of the experiment now, to be held against what it takes. Not worth refusing to queue it for.
Result<> noteEstimate(StoreWriter& store, const Experiment& e, const Queue& queue)
{
    auto estimate = estimateToStore(store.read(), e, queue, nowUtcMs());
    if (!estimate) {
        estimate = StoredEstimate{};
        estimate->experimentId = e.id;
        estimate->queueId = queue.id;
        estimate->machineId = queue.machineId;
        estimate->basis = std::string(toString(EstimateBasis::None));
    }
    const auto kept = store.insertEstimate(*estimate);
    return kept ? Result<>{} : fail(kept.error());
}

/// Puts an experiment at the end of a queue. The status machine has been asked before.
Result<> putLast(StoreWriter& store, Experiment& e, QueueId queueId, bool resume)
{
    const auto queue = queueById(store, queueId);
    if (!queue) {
        return fail(queue.error());
    }
    // The data set travels from here, so it must be here whatever runs the job (cloud/shipment.h).
    if (queue->launcher == "local" || queue->launcher == "ssh") {
        if (auto present = checkDataPresent(e.spec); !present) {
            return present;
        }
    } else if (e.spec.data.empty()) {
        return fail(ErrorCode::BadData, "No data set is chosen.");
    }
    const auto last = store.read().lastQueuePosition(queueId);
    if (!last) {
        return fail(last.error());
    }
    e.status = ExperimentStatus::Queued;
    e.queueId = queueId;
    e.queuePosition = *last + 1;
    e.queuedMs = nowUtcMs();
    e.requeues = 0;
    e.resume = resume;
    e.reason.clear();
    auto saved = save(store, e);
    return saved ? noteEstimate(store, e, *queue) : saved;
}

Result<> putOnLastQueue(StoreWriter& store, Experiment& e, bool resume)
{
    auto put = putLast(store, e, e.queueId, resume);
    if (!put && put.error().code == ErrorCode::NotFound) {
        return fail(ErrorCode::NotAllowed, "The queue that {0} ran on is gone: enqueue it on another one.",
                    reference(e.id));
    }
    return put;
}

/// What an experiment was before it was queued: a draft, or as its last visible attempt left it.
Result<> takeOff(StoreWriter& store, Experiment& e)
{
    const auto attempts = store.read().attempts(e.id);
    if (!attempts) {
        return fail(attempts.error());
    }
    e.status = ExperimentStatus::Draft;
    e.reason.clear();
    if (!attempts->empty()) {
        const Attempt& last =
            *std::max_element(attempts->begin(), attempts->end(),
                              [](const Attempt& a, const Attempt& b) { return a.number < b.number; });
        switch (last.outcome) {
        case AttemptOutcome::Completed:
            e.status = ExperimentStatus::Completed;
            if (last.jobParams.is_object()) {
                e.spec.params = last.jobParams; // undoes the epochs of a continue
            }
            break;
        case AttemptOutcome::Failed:
        case AttemptOutcome::Lost:
            e.status = ExperimentStatus::Failed;
            e.reason = last.message;
            break;
        default:
            e.status = ExperimentStatus::Stopped;
            break;
        }
    }
    e.resume = false;
    e.queuePosition = 0;
    e.queuedMs = 0;
    return save(store, e);
}

} // namespace

Result<> enqueue(StoreWriter& store, ExperimentId id, QueueId queue)
{
    auto e = allowed(store, id, Action::Enqueue);
    return e ? putLast(store, *e, queue, false) : fail(e.error());
}

Result<> dequeue(StoreWriter& store, ExperimentId id)
{
    auto e = allowed(store, id, Action::Dequeue);
    return e ? takeOff(store, *e) : fail(e.error());
}

Result<> moveInQueue(StoreWriter& store, ExperimentId id, QueueId queue, std::int64_t beforePosition)
{
    auto e = allowed(store, id, Action::Dequeue);
    if (!e) {
        return fail(e.error());
    }
    const auto target = queueById(store, queue);
    if (!target) {
        return fail(target.error());
    }
    ExperimentFilter filter;
    filter.statuses = {ExperimentStatus::Queued};
    filter.queue = queue;
    auto waiting = store.read().experiments(filter);
    if (!waiting) {
        return fail(waiting.error());
    }
    std::sort(waiting->begin(), waiting->end(),
              [](const Experiment& a, const Experiment& b) { return a.queuePosition < b.queuePosition; });
    // Before the one at `beforePosition`; those behind move back only as far as the next gap.
    std::int64_t next = beforePosition + 1;
    bool found = false;
    for (Experiment& other : *waiting) {
        if (other.id == id || beforePosition <= 0 || other.queuePosition < beforePosition) {
            continue;
        }
        found = true;
        if (other.queuePosition >= next) {
            break;
        }
        other.queuePosition = next++;
        if (auto saved = save(store, other); !saved) {
            return saved;
        }
    }
    const auto last = store.read().lastQueuePosition(queue);
    if (!last) {
        return fail(last.error());
    }
    const bool elsewhere = e->queueId != queue;
    e->queuePosition = found ? beforePosition : *last + 1;
    e->queueId = queue;
    auto saved = save(store, *e);
    return saved && elsewhere ? noteEstimate(store, *e, *target) : saved;
}

Result<> stop(StoreWriter& store, ExperimentId id, bool hard)
{
    auto e = allowed(store, id, Action::Stop);
    if (!e) {
        return fail(e.error());
    }
    if (e->status == ExperimentStatus::Queued) {
        return takeOff(store, *e);
    }
    if (e->status == ExperimentStatus::Interrupted) {
        e->status = ExperimentStatus::Stopped;
        return save(store, *e);
    }
    const std::string kind = hard ? "kill" : "stop";
    const auto open = store.read().openRequests();
    if (!open) {
        return fail(open.error());
    }
    for (const Request& r : *open) {
        if (r.target == id.value && (r.kind == kind || r.kind == "kill")) {
            return {}; // asked already
        }
    }
    Request request;
    request.kind = kind;
    request.target = id.value;
    request.createdMs = nowUtcMs();
    const auto inserted = store.insertRequest(request);
    return inserted ? Result<>{} : fail(inserted.error());
}

Result<> retry(StoreWriter& store, ExperimentId id)
{
    auto e = allowed(store, id, Action::Retry);
    return e ? putOnLastQueue(store, *e, false) : fail(e.error());
}

Result<> resume(StoreWriter& store, ExperimentId id)
{
    auto e = allowed(store, id, Action::Resume);
    if (!e) {
        return fail(e.error());
    }
    const auto checkpoint = hasCheckpoint(store, id);
    if (!checkpoint) {
        return fail(checkpoint.error());
    }
    if (!*checkpoint) {
        return fail(ErrorCode::NotAllowed,
                    "Experiment {0} left no checkpoint to resume from: retry starts it afresh.",
                    reference(id));
    }
    return putOnLastQueue(store, *e, true);
}

Result<> continueWith(StoreWriter& store, ExperimentId id, int epochs)
{
    auto e = allowed(store, id, Action::Continue);
    if (!e) {
        return fail(e.error());
    }
    if (epochs <= e->epochsDone) {
        return fail(ErrorCode::InvalidArgument,
                    "Experiment {0} has done {1} epochs: continue needs more than that, not {2}.",
                    reference(id), e->epochsDone, epochs);
    }
    const auto checkpoint = hasCheckpoint(store, id);
    if (!checkpoint) {
        return fail(checkpoint.error());
    }
    if (!*checkpoint) {
        return fail(ErrorCode::NotAllowed,
                    "Experiment {0} left no checkpoint to continue from: clone it with more epochs.",
                    reference(id));
    }
    if (auto applied = applyChanges(e->spec, {{"epochs", epochs}}); !applied) {
        return applied;
    }
    return putOnLastQueue(store, *e, true);
}

Result<> reset(StoreWriter& store, ExperimentId id)
{
    auto e = allowed(store, id, Action::Reset);
    if (!e) {
        return fail(e.error());
    }
    auto attempts = store.read().attempts(id);
    if (!attempts) {
        return fail(attempts.error());
    }
    for (Attempt& a : *attempts) {
        a.hidden = true;
        if (auto saved = store.updateAttempt(a); !saved) {
            return saved;
        }
    }
    e->status = ExperimentStatus::Draft;
    e->requeues = 0;
    e->resume = false;
    e->published = false;
    e->reason.clear();
    if (auto saved = save(store, *e); !saved) {
        return saved;
    }
    return store.refreshSummary(id);
}

} // namespace yardstick::actions
