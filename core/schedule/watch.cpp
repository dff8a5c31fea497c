#include "core/schedule/watch.h"

#include "core/base/fault_point.h"
#include "core/ingest.h"

#include <set>

namespace yardstick::schedule {
namespace {

constexpr UtcMs kFetchEveryMs = 60'000;  ///< while a job runs
constexpr UtcMs kFetchRetryMs = 10'000;  ///< after its end, when the way was broken

} // namespace

void Watch::ask()
{
    for (const auto& [id, attempt] : m_bench.set.open()) {
        Launcher* launcher = m_bench.launcher(attempt.launcher);
        LiveMemory& memory = m_bench.memory[id];
        const bool placed = attempt.handle.is_object() && !attempt.handle.empty();
        if (launcher == nullptr || !placed || memory.asking || memory.exitIngested) {
            continue;
        }
        memory.asking = true;
        // First the state, then the files: a log that is copied after exit.json was seen is whole.
        launcher->state(
            attempt, kAskDeadline, m_bench.context.get(),
            [this, copy = attempt, launcher](Result<JobState> state) {
                const JobState answer = state ? *state : JobState{JobLife::Unknown, state.error().message()};
                launcher->mirror(
                    copy, kAskDeadline, m_bench.context.get(),
                    [this, id = copy.id, answer](Result<> mirrored) {
                        handleState(id, mirrored ? answer
                                                 : JobState{JobLife::Unknown, mirrored.error().message()});
                    });
            });
    }
}

void Watch::handleState(AttemptId id, JobState state)
{
    const auto memory = m_bench.memory.find(id);
    if (memory == m_bench.memory.end()) {
        return; // closed meanwhile
    }
    LiveMemory& m = memory->second;
    m.asking = false;
    if (m.life != state.life && (state.life == JobLife::Ended || state.life == JobLife::Vanished)) {
        m_bench.soon();
    }
    m.life = state.life;
    m.reason = state.reason;
    const auto attempt = m_bench.set.open().find(id);
    const Launcher* launcher = attempt == m_bench.set.open().end() ? nullptr : m_bench.launcher(attempt->second.launcher);
    if (launcher != nullptr && launcher->remote()) { // of a job on this computer there is always an answer
        const bool waits = m.life == JobLife::Unknown || m.life == JobLife::Waiting;
        m_bench.noteReason(attempt->second.experimentId, waits ? m.reason : std::string());
    }
}

void Watch::ingest()
{
    for (const auto& [id, attempt] : m_bench.set.open()) {
        ingestOf(attempt);
    }
}

void Watch::ingestOf(const Attempt& attempt)
{
    LiveMemory& memory = m_bench.memory[attempt.id];
    if (memory.exitIngested) {
        return;
    }
    const bool over = memory.life == JobLife::Ended || memory.life == JobLife::Vanished;
    auto read = ingestOnce(m_bench.store, attempt.id, false);
    if (read && !read->more && over && read->tornTail) {
        read = ingestOnce(m_bench.store, attempt.id, true);
    }
    if (!read) {
        m_bench.tell(read.error());
        // A log that was replaced or deleted never becomes readable again: the attempt is closed with what is
        // there.
        const ErrorCode code = read.error().code;
        memory.exitIngested = over && (code == ErrorCode::BadFile || code == ErrorCode::NotFound);
        return;
    }
    faultPoint("scheduler.after_ingest");
    if (read->events > 0 || (over && !read->more)) {
        if (const auto settled = settle(attempt); !settled) {
            m_bench.tell(settled.error());
            return;
        }
    }
    if (read->more) {
        m_bench.soon();
    } else if (fetchFiles(attempt, over) && over) {
        faultPoint("scheduler.after_exit");
        memory.exitIngested = true;
    }
}

bool Watch::fetchFiles(const Attempt& attempt, bool over)
{
    Launcher* launcher = m_bench.launcher(attempt.launcher);
    LiveMemory& memory = m_bench.memory[attempt.id];
    if (launcher == nullptr || !launcher->remote()) {
        return true;
    }
    const UtcMs now = m_bench.clock.now();
    if (memory.fetching || now < memory.fetchRetryMs || (!over && now < memory.fetchNextMs)) {
        return false;
    }
    const auto artifacts = m_bench.set.reader().artifacts(attempt.experimentId);
    const auto images = m_bench.set.reader().images(attempt.experimentId);
    if (!artifacts || !images) {
        m_bench.tell(artifacts ? images.error() : artifacts.error());
        return false;
    }
    std::set<std::string> paths;
    std::int64_t newest = memory.fetchedSeq;
    const auto collect = [&](const auto& rows) {
        for (const auto& row : rows) {
            if (row.attemptId == attempt.id && row.seq > memory.fetchedSeq) {
                paths.insert(row.path);
                newest = std::max(newest, row.seq);
            }
        }
    };
    collect(*artifacts);
    collect(*images);
    if (paths.empty()) {
        return true;
    }
    memory.fetching = true;
    memory.fetchNextMs = now + kFetchEveryMs;
    launcher->fetch(attempt, {paths.begin(), paths.end()}, kFetchDeadline, m_bench.context.get(),
                    [this, id = attempt.id, newest](const Result<>& fetched) { handleFetched(id, newest, fetched); });
    return false;
}

void Watch::handleFetched(AttemptId id, std::int64_t seq, const Result<>& fetched)
{
    const auto memory = m_bench.memory.find(id);
    if (memory == m_bench.memory.end()) {
        return; // closed meanwhile
    }
    LiveMemory& m = memory->second;
    m.fetching = false;
    // What the host no longer has will not come back; what is there was brought.
    if (fetched || fetched.error().code == ErrorCode::NotFound ||
        fetched.error().code == ErrorCode::InvalidArgument) {
        m.fetchedSeq = seq;
        m_bench.soon();
        return;
    }
    m.fetchRetryMs = m_bench.clock.now() + kFetchRetryMs;
    if (m.life == JobLife::Ended || m.life == JobLife::Vanished) {
        m_bench.tell(fetched.error());
    }
}

Result<> Watch::settle(const Attempt& attempt)
{
    return m_bench.store.run([&](StoreWriter& w) -> Result<> {
        auto a = w.read().attempt(attempt.id);
        if (!a) {
            return fail(a.error());
        }
        if (a->startedMs > 0) { // the worker's hello is in
            auto e = w.read().experiment(a->experimentId);
            if (!e) {
                return fail(e.error());
            }
            if (e->status == ExperimentStatus::Starting) {
                e->status = ExperimentStatus::Running;
                e->changedMs = m_bench.clock.now();
                if (auto saved = w.updateExperiment(*e); !saved) {
                    return saved;
                }
            }
        }
        return w.refreshSummary(a->experimentId);
    });
}

} // namespace yardstick::schedule
