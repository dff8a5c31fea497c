#include "core/schedule/attempt_rows.h"

#include "core/base/platform.h"
#include "core/checkpoints.h"
#include "core/lifecycle.h"

namespace yardstick::schedule {

using nlohmann::json;

Result<Attempt> insertAttempt(StoreWriter& w, const StartAttempt& action, const Queue& queue,
                              const std::filesystem::path& runs, const std::set<AttemptId>& over, UtcMs now)
{
    auto e = w.read().experiment(action.experimentId);
    if (!e) {
        return fail(e.error());
    }
    if (e->status != ExperimentStatus::Queued || e->queueId != action.queueId || e->deletedMs > 0) {
        return fail(ErrorCode::NotAllowed, "Experiment #{0} no longer waits.",
                    e->id.value); // a client was faster
    }
    const auto earlier = w.read().attempts(e->id);
    const auto open = w.read().openAttempts();
    if (!earlier || !open) {
        return fail(earlier ? open.error() : earlier.error());
    }
    Attempt a;
    a.experimentId = e->id;
    a.queueId = queue.id;
    a.hostId = action.hostId;
    a.machineId = queue.machineId;
    a.token = platform::randomToken();
    a.runDirectory = (runs / a.token).string();
    a.launcher = queue.launcher;
    a.jobParams = e->spec.params;
    a.resumeFrom = action.resume ? newestCheckpoint(*earlier) : std::string();
    a.createdMs = now;
    a.threads = action.threads;
    a.gpus = action.gpus;
    a.shared = action.shared;
    for (Attempt other : *open) {
        if (other.hostId == a.hostId && !other.shared && !over.contains(other.id)) {
            other.shared = true;
            if (auto saved = w.updateAttempt(other); !saved) {
                return fail(saved.error());
            }
        }
    }
    const auto id = w.insertAttempt(a);
    if (!id) {
        return fail(id.error());
    }
    e->status = ExperimentStatus::Starting;
    e->reason.clear();
    e->changedMs = now;
    if (auto saved = w.updateExperiment(*e); !saved) {
        return fail(saved.error());
    }
    return w.read().attempt(*id);
}

JobSpec jobOf(const Attempt& a, const Experiment& e)
{
    JobSpec job;
    job.token = a.token;
    job.backend = e.spec.backend;
    job.task = e.spec.task;
    job.modelVariant = e.spec.modelVariant;
    job.data = e.spec.data;
    job.params = a.jobParams.is_object() ? a.jobParams : json::object();
    job.resumeFrom = a.resumeFrom;
    job.threads = a.threads;
    job.gpus = a.gpus;
    job.container = e.spec.container;
    job.experimentId = e.id.value;
    job.experimentName = e.spec.name;
    job.attemptNumber = a.number;
    return job;
}

Result<> writeReason(StoreWriter& w, ExperimentId id, const std::string& reason, UtcMs now)
{
    auto e = w.read().experiment(id);
    if (!e) {
        return fail(e.error());
    }
    const bool live = e->status == ExperimentStatus::Starting || e->status == ExperimentStatus::Running;
    if (!live || e->reason == reason) {
        return {};
    }
    e->reason = reason;
    e->changedMs = now;
    return w.updateExperiment(*e);
}

Result<> writeVerdict(StoreWriter& w, AttemptId id, const Verdict& verdict, UtcMs now)
{
    auto a = w.read().attempt(id);
    if (!a) {
        return fail(a.error());
    }
    if (a->outcome != AttemptOutcome::None) {
        return {};
    }
    a->outcome = verdict.outcome;
    a->code = verdict.code;
    a->message = verdict.message;
    a->endedMs = verdict.endedMs > 0 ? verdict.endedMs : (a->lastEventMs > 0 ? a->lastEventMs : now);
    if (auto saved = w.updateAttempt(*a); !saved) {
        return saved;
    }
    auto e = w.read().experiment(a->experimentId);
    if (!e) {
        return fail(e.error());
    }
    if (e->status == ExperimentStatus::Starting && verdict.status == ExperimentStatus::Completed) {
        e->status = ExperimentStatus::Running; // so short that its hello and its end came at once
    }
    if (isTransition(e->status, verdict.status)) {
        e->status = verdict.status;
    }
    e->reason = verdict.message;
    e->changedMs = now;
    if (auto saved = w.updateExperiment(*e); !saved) {
        return saved;
    }
    const auto requests = w.read().openRequests();
    if (!requests) {
        return fail(requests.error());
    }
    for (const Request& r : *requests) {
        if (r.target == e->id.value && (r.kind == "stop" || r.kind == "kill")) {
            if (auto finished = w.finishRequest(r.id, ""); !finished) {
                return finished;
            }
        }
    }
    return w.refreshSummary(e->id);
}

} // namespace yardstick::schedule
