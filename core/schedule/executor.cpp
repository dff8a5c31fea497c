#include "core/schedule/executor.h"

#include "core/actions.h"
#include "core/base/fault_point.h"
#include "core/base/platform_memory.h"
#include "core/checkpoints.h"
#include "core/schedule/attempt_rows.h"

#include <algorithm>

namespace yardstick::schedule {
namespace {

using nlohmann::json;

constexpr size_t kMaxReasonsPerTick = 500; ///< a paused queue of 10,000 is explained over a few ticks
constexpr UtcMs kAgainMs = 5'000;                                  ///< after a machine did not answer
constexpr UtcMs kSilenceMs = 60'000;                               ///< of a machine whose job is to be killed
constexpr std::string_view kTurn = "Waits for its turn."; ///< what an empty reason means

/// The machine did not answer; it may another time.
bool isSilence(ErrorCode code)
{
    return code == ErrorCode::Timeout || code == ErrorCode::Network;
}

} // namespace

void Executor::perform(const std::vector<PlannedAction>& actions)
{
    std::vector<Explain> reasons;
    for (const PlannedAction& action : actions) {
        if (const auto* s = std::get_if<StartAttempt>(&action)) {
            start(*s);
        } else if (const auto* p = std::get_if<PlaceAgain>(&action)) {
            if (const auto a = m_bench.set.open().find(p->attemptId); a != m_bench.set.open().end()) {
                place(a->second);
            }
        } else if (const auto* stop = std::get_if<SendStop>(&action)) {
            sendStop(*stop);
        } else if (const auto* c = std::get_if<CloseAttempt>(&action)) {
            close(*c);
        } else if (const auto* r = std::get_if<Requeue>(&action)) {
            requeue(*r);
        } else if (const auto* g = std::get_if<GiveUp>(&action)) {
            giveUp(*g);
        } else if (const auto* e = std::get_if<Explain>(&action)) {
            reasons.push_back(*e);
        }
    }
    explain(reasons);
}

void Executor::start(const StartAttempt& action)
{
    const Queue* queue = m_bench.set.queue(action.queueId);
    if (queue == nullptr) {
        return;
    }
    std::set<AttemptId> over;
    for (const auto& [id, memory] : m_bench.memory) {
        if (memory.life == JobLife::Ended || memory.life == JobLife::Vanished) {
            over.insert(id);
        }
    }
    faultPoint("scheduler.before_attempt_row");
    const auto attempt = m_bench.store.runFor<Attempt>([&](StoreWriter& w) {
        return insertAttempt(w, action, *queue, m_bench.runs, over, m_bench.clock.now());
    });
    if (!attempt) {
        if (attempt.error().code != ErrorCode::NotAllowed) {
            m_bench.tell(attempt.error());
        }
        return;
    }
    faultPoint("scheduler.after_attempt_row");
    m_bench.soon();
    place(*attempt);
}

void Executor::place(const Attempt& attempt)
{
    LiveMemory& memory = m_bench.memory[attempt.id];
    Launcher* launcher = m_bench.launcher(attempt.launcher);
    if (launcher != nullptr && launcher->remote() && m_bench.set.stopAsked(attempt.experimentId, false)) {
        withdraw(attempt, *launcher);
        return;
    }
    if (memory.placing || m_bench.clock.now() < memory.placeAgainMs) {
        return;
    }
    const auto experiment = m_bench.set.reader().experiment(attempt.experimentId);
    const Queue* queue = m_bench.set.queue(attempt.queueId);
    const Host* host = m_bench.set.host(attempt.hostId);
    if (!experiment) {
        m_bench.tell(experiment.error());
        return;
    }
    if (launcher == nullptr) {
        return; // another program that has such a launcher will go on with it
    }
    if (queue == nullptr || host == nullptr) {
        closeFailed(attempt.id,
                    Error{ErrorCode::NotFound, "The queue or the host of the attempt is gone.", {}, {}});
        return;
    }
    memory.placing = true;
    PlaceRequest request{jobOf(attempt, *experiment), attempt.runDirectory, *host, *queue, attempt.handle};
    if (request.job.backend == "ultralytics") {
        request.job.ultralytics = ultralyticsOf(*host);
    }
    launcher->place(request, kPlaceDeadline, m_bench.context.get(),
                    [this, id = attempt.id](Result<json> handle) { handlePlaced(id, std::move(handle)); });
}

/// Asked to stop before its machine has said that it has it: it is ended there in case it has begun unheard.
void Executor::withdraw(const Attempt& attempt, Launcher& launcher)
{
    LiveMemory& memory = m_bench.memory[attempt.id];
    const bool kill = m_bench.set.stopAsked(attempt.experimentId, true);
    if (memory.withdrawing || (!kill && m_bench.clock.now() < memory.placeAgainMs)) {
        return;
    }
    memory.withdrawing = true;
    launcher.stop(attempt, true, kAskDeadline, m_bench.context.get(),
                  [this, attempt](const Result<>& stopped) { handleWithdrawn(attempt, stopped); });
}

void Executor::handleWithdrawn(const Attempt& attempt, const Result<>& stopped)
{
    const auto memory = m_bench.memory.find(attempt.id);
    if (memory == m_bench.memory.end()) {
        return;
    }
    memory->second.withdrawing = false;
    const bool silent = !stopped && isSilence(stopped.error().code);
    if (silent && !m_bench.set.stopAsked(attempt.experimentId, true)) {
        memory->second.placeAgainMs = m_bench.clock.now() + kAgainMs;
        m_bench.noteReason(attempt.experimentId, stopped.error().message());
        return;
    }
    (void)closeWith(attempt.id, {AttemptOutcome::Stopped, ExperimentStatus::Stopped,
                                 std::string(toString(ErrorCode::Cancelled)),
                                 silent ? formatTemplate("It was given up before it was known to have started. {0}",
                                                         {stopped.error().message()})
                                        : std::string("It was stopped before it started."),
                                 0});
}

void Executor::handlePlaced(AttemptId id, Result<json> handle)
{
    const auto memory = m_bench.memory.find(id);
    if (memory != m_bench.memory.end()) {
        memory->second.placing = false;
    }
    if (!handle) {
        const ErrorCode code = handle.error().code;
        if (code == ErrorCode::Busy || isSilence(code)) {
            if (memory != m_bench.memory.end()) {
                memory->second.placeAgainMs = m_bench.clock.now() + (isSilence(code) ? kAgainMs : 0);
            }
            if (const auto a = m_bench.set.open().find(id); a != m_bench.set.open().end()) {
                m_bench.noteReason(a->second.experimentId, handle.error().message());
            }
        } else {
            closeFailed(id, handle.error());
        }
        return;
    }
    faultPoint("scheduler.before_handle");
    const auto stored = m_bench.store.run([&](StoreWriter& w) -> Result<> {
        auto a = w.read().attempt(id);
        if (!a) {
            return fail(a.error());
        }
        a->handle = *handle;
        if (auto saved = w.updateAttempt(*a); !saved) {
            return saved;
        }
        return writeReason(w, a->experimentId, {}, m_bench.clock.now());
    });
    if (!stored) {
        m_bench.tell(stored.error());
    }
    faultPoint("scheduler.after_handle");
    m_bench.soon();
}

void Executor::sendStop(const SendStop& action)
{
    const auto attempt = m_bench.set.open().find(action.attemptId);
    LiveMemory& memory = m_bench.memory[action.attemptId];
    if (attempt == m_bench.set.open().end() || memory.stopping) {
        return;
    }
    Launcher* launcher = m_bench.launcher(attempt->second.launcher);
    if (launcher == nullptr) {
        return;
    }
    memory.stopping = true;
    launcher->stop(attempt->second, action.hard, kAskDeadline, m_bench.context.get(),
                   [this, a = attempt->second, hard = action.hard](const Result<>& sent) { handleStopSent(a, hard, sent); });
}

void Executor::handleStopSent(const Attempt& attempt, bool hard, const Result<>& sent)
{
    const auto found = m_bench.memory.find(attempt.id);
    if (found == m_bench.memory.end()) {
        return;
    }
    LiveMemory& m = found->second;
    m.stopping = false;
    if (sent) {
        m.stopSentMs = m.stopSentMs > 0 ? m.stopSentMs : m_bench.clock.now();
        m.killRefusedMs = 0;
    } else if (!isSilence(sent.error().code)) {
        m_bench.tell(sent.error());
    } else if (!hard || !giveUpMachine(attempt, sent.error())) {
        m_bench.noteReason(attempt.experimentId, sent.error().message());
    }
}

/// Who has a job killed does not wait for ever for a machine that is gone: after a minute of silence the attempt is
/// closed here. True: closed.
bool Executor::giveUpMachine(const Attempt& attempt, const Error& error)
{
    LiveMemory& m = m_bench.memory[attempt.id];
    const UtcMs now = m_bench.clock.now();
    m.killRefusedMs = m.killRefusedMs > 0 ? m.killRefusedMs : now;
    if (!m_bench.set.stopAsked(attempt.experimentId, true) || now - m.killRefusedMs < kSilenceMs) {
        return false;
    }
    return closeWith(attempt.id,
                     {AttemptOutcome::Stopped, ExperimentStatus::Stopped, std::string(toString(ErrorCode::Cancelled)),
                      formatTemplate("It was given up, and may go on there by itself: {0}", {error.message()}), 0});
}

void Executor::close(const CloseAttempt& action)
{
    const auto attempt = m_bench.set.open().find(action.attemptId);
    if (attempt == m_bench.set.open().end()) {
        return;
    }
    const Attempt& a = attempt->second;
    const bool stopAsked = m_bench.set.stopAsked(a.experimentId, false);
    const Verdict verdict = verdictOf(a, action.vanished, stopAsked, platform::outOfMemoryKills());
    faultPoint("scheduler.before_close");
    const auto done = m_bench.store.run(
        [&](StoreWriter& w) { return writeVerdict(w, a.id, verdict, m_bench.clock.now()); });
    if (!done) {
        m_bench.tell(done.error());
        return;
    }
    faultPoint("scheduler.after_close");
    m_bench.memory.erase(a.id);
    m_bench.soon();
}

void Executor::closeFailed(AttemptId id, const Error& error)
{
    const Verdict verdict{AttemptOutcome::Failed, ExperimentStatus::Failed, std::string(toString(error.code)),
                          error.message(), 0};
    if (closeWith(id, verdict)) {
        m_bench.tell(error);
    }
}

bool Executor::closeWith(AttemptId id, const Verdict& verdict)
{
    const auto done =
        m_bench.store.run([&](StoreWriter& w) { return writeVerdict(w, id, verdict, m_bench.clock.now()); });
    if (!done) {
        m_bench.tell(done.error());
        return false;
    }
    m_bench.memory.erase(id);
    m_bench.soon();
    return true;
}

void Executor::requeue(const Requeue& action)
{
    const auto done = m_bench.store.run([&](StoreWriter& w) -> Result<> {
        auto e = w.read().experiment(action.experimentId);
        if (!e || e->status != ExperimentStatus::Interrupted) {
            return e ? Result<>{} : fail(e.error());
        }
        const auto attempts = w.read().attempts(e->id);
        if (!attempts) {
            return fail(attempts.error());
        }
        e->status = ExperimentStatus::Queued; // its position stays: it was first
        ++e->requeues;
        e->queuedMs = e->changedMs = m_bench.clock.now();
        e->resume = !newestCheckpoint(*attempts).empty();
        return w.updateExperiment(*e);
    });
    if (!done) {
        m_bench.tell(done.error());
    } else {
        m_bench.soon();
    }
}

void Executor::giveUp(const GiveUp& action)
{
    const auto done = m_bench.store.run([&](StoreWriter& w) -> Result<> {
        auto e = w.read().experiment(action.experimentId);
        if (!e || e->status != ExperimentStatus::Interrupted) {
            return e ? Result<>{} : fail(e.error());
        }
        e->status = ExperimentStatus::Failed;
        e->reason = formatTemplate(
            "It was interrupted {0} times and is not queued again by itself; the last time: {1}",
            {std::to_string(e->requeues + 1), e->reason});
        e->changedMs = m_bench.clock.now();
        return w.updateExperiment(*e);
    });
    if (!done) {
        m_bench.tell(done.error());
    }
}

void Executor::explain(const std::vector<Explain>& reasons)
{
    std::vector<Explain> changed;
    for (const Explain& r : reasons) {
        const auto e = m_bench.set.experiments().find(r.experimentId);
        const std::string text = r.reason == kTurn ? std::string() : r.reason;
        if (e != m_bench.set.experiments().end() && e->second.reason != text &&
            changed.size() < kMaxReasonsPerTick) {
            changed.push_back({r.experimentId, text});
        }
    }
    if (changed.empty()) {
        return;
    }
    const auto done = m_bench.store.run([&](StoreWriter& w) -> Result<> {
        for (const Explain& r : changed) {
            auto e = w.read().experiment(r.experimentId);
            if (!e) {
                return fail(e.error());
            }
            if (e->status == ExperimentStatus::Queued) {
                e->reason = r.reason;
                if (auto saved = w.updateExperiment(*e); !saved) {
                    return saved;
                }
            }
        }
        return {};
    });
    if (!done) {
        m_bench.tell(done.error());
    }
}

void Executor::settleRequests()
{
    for (const Request& r : m_bench.set.requests()) {
        if (r.kind != "stop" && r.kind != "kill") {
            continue;
        }
        const ExperimentId id(r.target);
        if (m_bench.set.openAttemptOf(id) != nullptr) {
            continue; // plan() stops it
        }
        const auto done = m_bench.store.run([&](StoreWriter& w) -> Result<> {
            const auto stopped = actions::stop(w, id, false);
            return w.finishRequest(r.id, stopped ? std::string() : stopped.error().message());
        });
        if (!done) {
            m_bench.tell(done.error());
        }
    }
}

void Executor::adoptOrphans()
{
    for (const auto& [id, e] : m_bench.set.experiments()) {
        const bool runs = e.status == ExperimentStatus::Starting || e.status == ExperimentStatus::Running;
        if (!runs || m_bench.set.openAttemptOf(id) != nullptr) {
            continue;
        }
        const auto done = m_bench.store.run([&, orphan = id](StoreWriter& w) -> Result<> {
            auto again = w.read().experiment(orphan);
            if (!again) {
                return fail(again.error());
            }
            again->status = ExperimentStatus::Interrupted;
            again->reason = "Its attempt is not in the store.";
            again->changedMs = m_bench.clock.now();
            return w.updateExperiment(*again);
        });
        if (!done) {
            m_bench.tell(done.error());
        }
    }
}

} // namespace yardstick::schedule
