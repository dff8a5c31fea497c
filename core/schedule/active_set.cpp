#include "core/schedule/active_set.h"

#include "core/budget.h"

#include <algorithm>

namespace yardstick::schedule {
namespace {

constexpr size_t kMaxReadOneByOne = 500; ///< changed experiments; with more, everything is read again

bool isActive(ExperimentStatus status)
{
    return status == ExperimentStatus::Queued || status == ExperimentStatus::Starting ||
           status == ExperimentStatus::Running || status == ExperimentStatus::Interrupted;
}

} // namespace

Result<> ActiveSet::refresh()
{
    const auto version = m_reader.dataVersion();
    if (!version) {
        return fail(version.error());
    }
    if (m_loaded && *version == m_version) {
        return {};
    }
    Result<> done;
    if (!m_loaded) {
        done = reload();
    } else if (const auto changes = m_reader.changesSince(m_seq); changes) {
        done = applyChanges(*changes);
    } else if (changes.error().code == ErrorCode::NotFound) {
        done = reload(); // trimmed: we slept too long
    } else {
        return fail(changes.error());
    }
    if (done) {
        m_version = *version;
    }
    return done;
}

Result<> ActiveSet::reload()
{
    m_loaded = false;
    const auto seq = m_reader.lastChangeSeq();
    if (!seq) {
        return fail(seq.error());
    }
    m_experiments.clear();
    ExperimentFilter filter;
    filter.statuses = {ExperimentStatus::Queued, ExperimentStatus::Starting, ExperimentStatus::Running,
                       ExperimentStatus::Interrupted};
    for (const auto& step :
         {readExperiments(filter), readAttempts(), readQueues(), readHosts(), readRequests()}) {
        if (!step) {
            return step;
        }
    }
    m_seq = *seq;
    m_loaded = true;
    return {};
}

Result<> ActiveSet::applyChanges(const std::vector<Change>& changes)
{
    std::set<ExperimentId> experiments;
    std::set<std::string> kinds;
    std::int64_t seq = m_seq;
    for (const Change& c : changes) {
        seq = std::max(seq, c.seq);
        kinds.insert(c.kind);
        if (c.kind == "experiment") {
            experiments.insert(ExperimentId(c.id));
        }
    }
    if (experiments.size() > kMaxReadOneByOne) {
        return reload();
    }
    if (!experiments.empty()) {
        for (const ExperimentId id : experiments) {
            m_experiments.erase(id);
        }
        ExperimentFilter filter;
        filter.ids.assign(experiments.begin(), experiments.end());
        if (auto done = readExperiments(filter); !done) {
            m_loaded = false; // some are missing now: read everything the next time
            return done;
        }
    }
    const auto again = [&](const char* kind, Result<> (ActiveSet::*read)()) -> Result<> {
        return kinds.contains(kind) ? (this->*read)() : Result<>{};
    };
    for (const auto& step :
         {again("attempt", &ActiveSet::readAttempts), again("queue", &ActiveSet::readQueues),
          again("host", &ActiveSet::readHosts), again("request", &ActiveSet::readRequests)}) {
        if (!step) {
            m_loaded = false;
            return step;
        }
    }
    m_seq = seq;
    return {};
}

Result<> ActiveSet::readExperiments(const ExperimentFilter& filter)
{
    auto list = m_reader.experiments(filter);
    if (!list) {
        return fail(list.error());
    }
    for (Experiment& e : *list) {
        if (isActive(e.status)) {
            m_experiments[e.id] = std::move(e);
        }
    }
    return {};
}

Result<> ActiveSet::readAttempts()
{
    auto list = m_reader.openAttempts();
    if (!list) {
        return fail(list.error());
    }
    m_open.clear();
    for (Attempt& a : *list) {
        UtcMs& last = m_lastStart[a.queueId];
        last = std::max(last, a.createdMs);
        m_open[a.id] = std::move(a);
    }
    return {};
}

Result<> ActiveSet::readQueues()
{
    auto list = m_reader.queues();
    if (list) {
        m_queues = std::move(*list);
    }
    return list ? Result<>{} : fail(list.error());
}

Result<> ActiveSet::readHosts()
{
    auto list = m_reader.hosts();
    if (list) {
        m_hosts = std::move(*list);
    }
    return list ? Result<>{} : fail(list.error());
}

Result<> ActiveSet::readRequests()
{
    auto list = m_reader.openRequests();
    if (list) {
        m_requests = std::move(*list);
    }
    return list ? Result<>{} : fail(list.error());
}

const Attempt* ActiveSet::openAttemptOf(ExperimentId id) const
{
    const auto found = std::find_if(m_open.begin(), m_open.end(),
                                    [&](const auto& entry) { return entry.second.experimentId == id; });
    return found == m_open.end() ? nullptr : &found->second;
}

const Queue* ActiveSet::queue(QueueId id) const
{
    const auto found =
        std::find_if(m_queues.begin(), m_queues.end(), [&](const Queue& q) { return q.id == id; });
    return found == m_queues.end() ? nullptr : &*found;
}

const Host* ActiveSet::host(HostId id) const
{
    const auto found =
        std::find_if(m_hosts.begin(), m_hosts.end(), [&](const Host& h) { return h.id == id; });
    return found == m_hosts.end() ? nullptr : &*found;
}

bool ActiveSet::stopAsked(ExperimentId id, bool hard) const
{
    return std::any_of(m_requests.begin(), m_requests.end(), [&](const Request& r) {
        return r.target == id.value && (r.kind == "kill" || (!hard && r.kind == "stop"));
    });
}

WorldQueue ActiveSet::worldQueue(const Queue& queue, const std::set<std::string>& launchers, UtcMs now) const
{
    WorldQueue out;
    out.id = queue.id;
    out.hostId = queue.hostId;
    out.launcher = queue.launcher;
    out.threads = queue.threads;
    out.gpus = queue.gpus;
    out.paused = queue.paused;
    out.maxJobs = queue.limits.maxJobs;
    out.position = queue.position;
    if (!launchers.contains(queue.launcher)) {
        out.problem = formatTemplate("This program cannot start jobs on {0} queues.", {queue.launcher});
    }
    if (const auto last = m_lastStart.find(queue.id); last != m_lastStart.end()) {
        out.lastStartMs = last->second;
    }
    // A budget that cannot be read stops nothing: the next tick reads it again.
    if (const auto budget = budgetOf(m_reader, queue, now); budget && budget->passed) {
        out.overBudget = true;
        out.budgetReason = budget->passed->message();
    }
    return out;
}

World ActiveSet::world(const std::map<AttemptId, LiveMemory>& memory, const std::set<std::string>& launchers,
                       const std::map<HostId, std::string>& hostProblems, UtcMs now) const
{
    World w;
    for (const Queue& q : m_queues) {
        w.queues.push_back(worldQueue(q, launchers, now));
    }
    for (const Host& h : m_hosts) {
        WorldHost host{h.id, h.slots, h.cpuThreads, static_cast<int>(h.gpus.size()), true, {}};
        if (const auto problem = hostProblems.find(h.id); problem != hostProblems.end()) {
            host.problem = problem->second;
        }
        w.hosts.push_back(std::move(host));
    }
    for (const auto& [id, e] : m_experiments) {
        if (e.status == ExperimentStatus::Queued) {
            const UtcMs notBefore = e.requeues > 0 ? e.queuedMs + coolDownMs(e.requeues) : 0;
            w.waiting.push_back(
                {id, e.queueId, e.queuePosition, e.queuedMs, notBefore, e.requeues, e.resume});
        } else if (e.status == ExperimentStatus::Interrupted) {
            w.interrupted.push_back({id, e.requeues, e.changedMs});
        }
    }
    std::sort(w.waiting.begin(), w.waiting.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    std::sort(w.interrupted.begin(), w.interrupted.end(),
              [](const auto& a, const auto& b) { return a.id < b.id; });
    for (const auto& [id, a] : m_open) {
        LiveAttempt live;
        live.id = id;
        live.experimentId = a.experimentId;
        live.queueId = a.queueId;
        live.hostId = a.hostId;
        live.threads = a.threads;
        live.gpus = a.gpus;
        live.placed = a.handle.is_object() && !a.handle.empty();
        live.createdMs = a.createdMs;
        live.lastEventMs = a.lastEventMs;
        live.stopAsked = stopAsked(a.experimentId, false);
        live.killAsked = stopAsked(a.experimentId, true);
        if (const auto m = memory.find(id); m != memory.end()) {
            live.life = m->second.life;
            live.stopSentMs = m->second.stopSentMs;
            live.exitIngested = m->second.exitIngested;
        }
        w.live.push_back(std::move(live));
    }
    return w;
}

} // namespace yardstick::schedule
