#include "core/estimate.h"

#include "core/base/params.h"
#include "core/budget.h"
#include "core/schedule/plan.h"
#include "core/work_times.h"

#include <algorithm>
#include <limits>

namespace yardstick {
namespace {

using estimates::WorkTime;
using estimates::WorkTimes;

constexpr size_t kMostWaiting = 200; ///< jobs that wait on one host; with more the wait is not told
const ExperimentId kNewcomer(std::numeric_limits<std::int64_t>::max()); ///< stands for the experiment that is asked about

std::int64_t epochsPlanned(const ExperimentSpec& spec)
{
    const nlohmann::json epochs = ParamSchema::get().value(spec.params, "epochs", spec.task);
    return epochs.is_number_integer() ? std::max<std::int64_t>(1, epochs.get<std::int64_t>()) : 1;
}

SecondsRange secondsOf(const WorkTime& time, double setup, double epochs)
{
    return {setup + epochs * time.epoch.value, setup + epochs * std::max(0.0, time.epoch.low), setup + epochs * time.epoch.high};
}

bool isLiveJob(const Experiment& e)
{
    return e.status == ExperimentStatus::Running || e.status == ExperimentStatus::Starting;
}

/// What the store says of queues, hosts and jobs, and what plan() makes of it.
class Outlook
{
public:
    static Result<Outlook> load(const StoreReader& store, UtcMs now);

    [[nodiscard]] const std::vector<Queue>& queues() const { return m_queues; }
    [[nodiscard]] WorkTimes& times() { return m_times; }
    [[nodiscard]] const std::map<ExperimentId, Experiment>& jobs() const { return m_jobs; }
    /// What is left of a job; nullopt: nothing comparable was timed.
    Result<std::optional<SecondsRange>> left(const Experiment& job);
    /// The world of one host, without `self`.
    Result<schedule::World> worldOf(HostId host, ExperimentId self) const;
    [[nodiscard]] const Queue* queueOf(const Experiment& job) const;
    [[nodiscard]] UtcMs now() const { return m_now; }

private:
    Outlook(const StoreReader& store, WorkTimes times, UtcMs now) : m_store(&store), m_times(std::move(times)), m_now(now) {}

    const StoreReader* m_store;
    WorkTimes m_times;
    UtcMs m_now;
    std::vector<Queue> m_queues;
    std::vector<Host> m_hosts;
    std::map<ExperimentId, Experiment> m_jobs; ///< queued, starting, running
    std::map<ExperimentId, Attempt> m_open;
};

Result<Outlook> Outlook::load(const StoreReader& store, UtcMs now)
{
    auto times = WorkTimes::load(store, now);
    auto queues = store.queues();
    auto hosts = store.hosts();
    ExperimentFilter filter;
    filter.statuses = {ExperimentStatus::Queued, ExperimentStatus::Starting, ExperimentStatus::Running};
    const auto jobs = store.experiments(filter);
    const auto open = store.openAttempts();
    if (!times || !queues || !hosts || !jobs || !open) {
        return fail(!times ? times.error() : !queues ? queues.error() : !hosts ? hosts.error() : !jobs ? jobs.error() : open.error());
    }
    Outlook outlook(store, std::move(*times), now);
    outlook.m_queues = std::move(*queues);
    outlook.m_hosts = std::move(*hosts);
    for (const Experiment& e : *jobs) {
        outlook.m_jobs.emplace(e.id, e);
    }
    for (const Attempt& attempt : *open) {
        outlook.m_open.insert_or_assign(attempt.experimentId, attempt);
    }
    return outlook;
}

const Queue* Outlook::queueOf(const Experiment& job) const
{
    const auto found = std::find_if(m_queues.begin(), m_queues.end(), [&](const Queue& q) { return q.id == job.queueId; });
    return found == m_queues.end() ? nullptr : &*found;
}

Result<std::optional<SecondsRange>> Outlook::left(const Experiment& job)
{
    const Queue* queue = queueOf(job);
    const auto time = queue == nullptr ? Result<WorkTime>(WorkTime()) : m_times.of(queue->machineId, job.spec);
    if (!time) {
        return fail(time.error());
    }
    if (!time->known) {
        return std::optional<SecondsRange>();
    }
    const auto planned = static_cast<double>(epochsPlanned(job.spec));
    const auto open = m_open.find(job.id);
    if (!isLiveJob(job) || open == m_open.end()) {
        const double done = job.resume ? std::min<double>(job.epochsDone, planned) : 0;
        return std::optional(secondsOf(*time, time->setupSeconds, planned - done));
    }
    const auto epochs = m_store->epochs(job.id);
    if (!epochs) {
        return fail(epochs.error());
    }
    UtcMs since = open->second.startedMs; // of what runs now: the set-up, or an epoch
    int done = 0;
    for (const EpochRow& row : *epochs) {
        if (row.attemptId == open->second.id) {
            since = std::max(since, row.endedMs);
            done = std::max(done, row.epoch);
        }
    }
    const double setup = done > 0 ? 0 : time->setupSeconds;
    const double before = done > 0 ? done : (job.resume ? job.epochsDone : 0);
    const double passed = since > 0 ? static_cast<double>(std::max<UtcMs>(0, m_now - since)) / 1e3 : 0;
    SecondsRange range = secondsOf(*time, setup, std::max(0.0, planned - before));
    for (double* seconds : {&range.value, &range.low, &range.high}) {
        // No more is taken off than the piece that runs now can have used up.
        *seconds -= std::min({passed, *seconds, setup + time->epoch.value});
    }
    return std::optional(range);
}

Result<schedule::World> Outlook::worldOf(HostId host, ExperimentId self) const
{
    schedule::World world;
    for (const Host& h : m_hosts) {
        if (h.id == host) {
            world.hosts.push_back({h.id, h.slots, h.cpuThreads, static_cast<int>(h.gpus.size()), true, {}});
        }
    }
    for (const Queue& q : m_queues) {
        if (q.hostId != host) {
            continue;
        }
        const auto budget = budgetOf(*m_store, q, m_now);
        if (!budget) {
            return fail(budget.error());
        }
        schedule::WorldQueue out;
        out.id = q.id;
        out.hostId = q.hostId;
        out.launcher = q.launcher;
        out.threads = q.threads;
        out.gpus = q.gpus;
        out.paused = q.paused;
        out.maxJobs = q.limits.maxJobs;
        out.position = q.position;
        out.overBudget = budget->passed.has_value();
        out.budgetReason = budget->passed ? budget->passed->message() : std::string();
        for (const auto& [id, attempt] : m_open) {
            out.lastStartMs = attempt.queueId == q.id ? std::max(out.lastStartMs, attempt.createdMs) : out.lastStartMs;
        }
        world.queues.push_back(std::move(out));
    }
    for (const auto& [id, job] : m_jobs) {
        const Queue* queue = queueOf(job);
        if (id == self || queue == nullptr || queue->hostId != host) {
            continue;
        }
        if (const auto open = m_open.find(id); isLiveJob(job) && open != m_open.end()) {
            schedule::LiveAttempt live;
            live.id = open->second.id;
            live.experimentId = id;
            live.queueId = job.queueId;
            live.hostId = host;
            live.threads = open->second.threads;
            live.gpus = open->second.gpus;
            live.placed = true;
            live.life = JobLife::Alive;
            world.live.push_back(std::move(live));
        } else if (job.status == ExperimentStatus::Queued) {
            world.waiting.push_back({id, job.queueId, job.queuePosition, job.queuedMs, 0, 0, job.resume});
        }
    }
    return world;
}

/// When the jobs of a world start, if each takes `seconds` of its own; one that has none never ends. Seconds from now.
std::map<ExperimentId, double> startsOf(schedule::World world, const std::map<ExperimentId, double>& seconds, UtcMs now)
{
    std::map<ExperimentId, double> starts;
    std::map<AttemptId, double> ends;
    const auto lasts = [&](ExperimentId id) {
        const auto found = seconds.find(id);
        return found == seconds.end() ? std::numeric_limits<double>::infinity() : found->second;
    };
    for (const schedule::LiveAttempt& live : world.live) {
        starts[live.experimentId] = 0;
        ends[live.id] = lasts(live.experimentId);
    }
    std::int64_t next = std::numeric_limits<std::int64_t>::max() / 2; // numbers of attempts that do not exist yet
    double passed = 0;
    while (!world.waiting.empty()) {
        for (const schedule::PlannedAction& action : schedule::plan(world, now + static_cast<UtcMs>(passed * 1e3))) {
            const auto* start = std::get_if<schedule::StartAttempt>(&action);
            if (start == nullptr) {
                continue;
            }
            starts[start->experimentId] = passed;
            schedule::LiveAttempt live;
            live.id = AttemptId(++next);
            live.experimentId = start->experimentId;
            live.queueId = start->queueId;
            live.hostId = start->hostId;
            live.threads = start->threads;
            live.gpus = start->gpus;
            live.placed = true;
            live.life = JobLife::Alive;
            ends[live.id] = passed + lasts(start->experimentId);
            world.live.push_back(std::move(live));
            std::erase_if(world.waiting, [&](const auto& w) { return w.id == start->experimentId; });
            for (schedule::WorldQueue& queue : world.queues) {
                if (queue.id == start->queueId) {
                    queue.lastStartMs = std::max(queue.lastStartMs + 1, now + static_cast<UtcMs>(passed * 1e3));
                }
            }
        }
        double soonest = std::numeric_limits<double>::infinity();
        for (const auto& [id, end] : ends) {
            soonest = std::min(soonest, end);
        }
        if (soonest == std::numeric_limits<double>::infinity()) {
            break;
        }
        passed = std::max(passed, soonest);
        std::erase_if(world.live, [&](const auto& live) { return ends.at(live.id) <= passed; });
        std::erase_if(ends, [&](const auto& entry) { return entry.second <= passed; });
    }
    return starts;
}

/// The three of them: as expected, at best, at worst.
struct Starts
{
    std::map<ExperimentId, double> expected, best, worst;

    [[nodiscard]] std::optional<SecondsRange> of(ExperimentId id) const
    {
        const auto e = expected.find(id);
        const auto b = best.find(id);
        const auto w = worst.find(id);
        if (e == expected.end() || b == best.end() || w == worst.end()) {
            return std::nullopt;
        }
        // Shorter jobs may make another queue's turn come first: the three are put in order.
        return SecondsRange{e->second, std::min({e->second, b->second, w->second}), std::max({e->second, b->second, w->second})};
    }
};

Starts startsWith(const schedule::World& world, const std::map<ExperimentId, SecondsRange>& lasts, UtcMs now)
{
    std::map<ExperimentId, double> expected, best, worst;
    for (const auto& [id, range] : lasts) {
        expected[id] = range.value;
        best[id] = range.low;
        worst[id] = range.high;
    }
    return {startsOf(world, expected, now), startsOf(world, best, now), startsOf(world, worst, now)};
}

/// How long the jobs of a world take; those that cannot be told are missing, and counted.
Result<std::map<ExperimentId, SecondsRange>> durations(Outlook& outlook, const schedule::World& world, int& unknown)
{
    std::map<ExperimentId, SecondsRange> all;
    const auto add = [&](ExperimentId id) -> Result<> {
        const auto left = outlook.left(outlook.jobs().at(id));
        if (!left) {
            return fail(left.error());
        }
        if (*left) {
            all[id] = **left;
        } else {
            ++unknown;
        }
        return {};
    };
    for (const schedule::LiveAttempt& live : world.live) {
        if (auto added = add(live.experimentId); !added) {
            return fail(added.error());
        }
    }
    for (const schedule::WaitingExperiment& waiting : world.waiting) {
        if (auto added = add(waiting.id); !added) {
            return fail(added.error());
        }
    }
    return all;
}

/// Why nothing of the newcomer's queue starts; empty: it does.
std::string standstillOf(const schedule::World& world, UtcMs now)
{
    const auto own = std::find_if(world.waiting.begin(), world.waiting.end(), [](const auto& w) { return w.id == kNewcomer; });
    if (own == world.waiting.end() || schedule::canStart(world, *own)) {
        return {};
    }
    for (const schedule::PlannedAction& action : schedule::plan(world, now)) {
        if (const auto* explain = std::get_if<schedule::Explain>(&action); explain != nullptr && explain->experimentId == kNewcomer) {
            return explain->reason;
        }
    }
    return {};
}

Result<> addWait(QueueEstimate& out, Outlook& outlook, const Queue& queue, ExperimentId self)
{
    for (const auto& [id, job] : outlook.jobs()) {
        if (job.queueId == queue.id && id != self) {
            out.running += isLiveJob(job) ? 1 : 0;
            out.waiting += job.status == ExperimentStatus::Queued ? 1 : 0;
        }
    }
    auto world = outlook.worldOf(queue.hostId, self);
    if (!world) {
        return fail(world.error());
    }
    // One that waits in this queue already keeps its place; a newcomer comes last.
    const auto own = outlook.jobs().find(self);
    const bool queuedHere = own != outlook.jobs().end() && own->second.status == ExperimentStatus::Queued && own->second.queueId == queue.id;
    std::int64_t place = queuedHere ? own->second.queuePosition : 1;
    for (const schedule::WaitingExperiment& waiting : world->waiting) {
        place = queuedHere ? place : std::max(place, waiting.position + 1);
    }
    const bool many = world->waiting.size() > kMostWaiting;
    const auto lasts = many ? Result<std::map<ExperimentId, SecondsRange>>(std::map<ExperimentId, SecondsRange>())
                            : durations(outlook, *world, out.unknown);
    if (!lasts) {
        return fail(lasts.error());
    }
    world->waiting.push_back({kNewcomer, queue.id, place, queuedHere ? own->second.queuedMs : outlook.now(), 0, 0, false});
    out.standstill = standstillOf(*world, outlook.now());
    if (out.standstill.empty() && !many) {
        out.wait = startsWith(*world, *lasts, outlook.now()).of(kNewcomer);
    }
    return {};
}

Result<> addTimeAndCost(QueueEstimate& out, WorkTimes& times, const Queue& queue, const ExperimentSpec& spec, double epochs)
{
    const auto time = times.of(queue.machineId, spec);
    if (!time) {
        return fail(time.error());
    }
    out.epochs = static_cast<int>(epochs);
    if (time->known) {
        out.basis = EstimateBasis::Measured;
        out.timedEpochs = time->timedEpochs;
        out.sameBatch = time->sameBatch;
        out.doubt = time->doubt;
        out.setupSeconds = time->setupSeconds;
        out.epoch = time->epoch;
        out.work = secondsOf(*time, time->setupSeconds, epochs);
    }
    const Quote* quote = times.catalogue().quote(queue.machineId);
    if (quote == nullptr) {
        return {};
    }
    out.price = quote->price;
    out.priceExample = quote->example;
    if (out.work) {
        const auto cost = costOf(quote->price, out.work->value);
        const auto low = costOf(quote->price, out.work->low);
        const auto high = costOf(quote->price, out.work->high);
        if (!cost || !low || !high) {
            return fail(!cost ? cost.error() : !low ? low.error() : high.error());
        }
        out.cost = *cost;
        out.costLow = *low;
        out.costHigh = *high;
    }
    return {};
}

QueueEstimate namedEstimate(const Queue& queue, const compare::Catalogue& catalogue)
{
    QueueEstimate out;
    out.queue = queue.id;
    out.queueName = queue.name;
    out.machineId = queue.machineId;
    if (const Machine* machine = catalogue.machine(queue.machineId)) {
        out.machine = machine->name;
    }
    return out;
}

SecondsRange sumOf(const SecondsRange& a, const SecondsRange& b)
{
    return {a.value + b.value, a.low + b.low, a.high + b.high};
}

} // namespace

std::string_view toString(EstimateBasis basis)
{
    return basis == EstimateBasis::Measured ? "measured" : "none";
}

std::optional<SecondsRange> QueueEstimate::finish() const
{
    return wait && work ? std::optional(sumOf(*wait, *work)) : std::nullopt;
}

Result<std::vector<QueueEstimate>> estimateQueues(const StoreReader& store, const ExperimentSpec& spec, UtcMs now, ExperimentId self)
{
    auto outlook = Outlook::load(store, now);
    if (!outlook) {
        return fail(outlook.error());
    }
    std::vector<QueueEstimate> all;
    for (const Queue& queue : outlook->queues()) {
        QueueEstimate out = namedEstimate(queue, outlook->times().catalogue());
        auto done = addTimeAndCost(out, outlook->times(), queue, spec, static_cast<double>(epochsPlanned(spec)));
        if (done) {
            done = addWait(out, *outlook, queue, self);
        }
        if (!done) {
            return fail(done.error());
        }
        all.push_back(std::move(out));
    }
    return all;
}

Result<StoredEstimate> estimateToStore(const StoreReader& store, const Experiment& e, const Queue& queue, UtcMs now)
{
    auto times = WorkTimes::load(store, now);
    if (!times) {
        return fail(times.error());
    }
    const auto planned = static_cast<double>(epochsPlanned(e.spec));
    const double done = e.resume ? std::min<double>(e.epochsDone, planned) : 0;
    QueueEstimate estimate;
    if (auto added = addTimeAndCost(estimate, *times, queue, e.spec, planned - done); !added) {
        return fail(added.error());
    }
    StoredEstimate out;
    out.experimentId = e.id;
    out.queueId = queue.id;
    out.machineId = queue.machineId;
    out.createdMs = now;
    out.basis = std::string(toString(estimate.basis));
    out.epochs = estimate.epochs;
    out.timedEpochs = estimate.timedEpochs;
    out.setupSeconds = estimate.setupSeconds;
    out.epochSeconds = estimate.epoch.value;
    out.epochSecondsLow = estimate.epoch.low;
    out.epochSecondsHigh = estimate.epoch.high;
    out.price = estimate.price;
    return out;
}

Result<std::map<ExperimentId, JobForecast>> forecastJobs(const StoreReader& store, UtcMs now)
{
    auto outlook = Outlook::load(store, now);
    if (!outlook) {
        return fail(outlook.error());
    }
    std::map<ExperimentId, JobForecast> all;
    std::vector<HostId> hosts;
    for (const Queue& queue : outlook->queues()) {
        if (std::find(hosts.begin(), hosts.end(), queue.hostId) == hosts.end()) {
            hosts.push_back(queue.hostId);
        }
    }
    for (const HostId host : hosts) {
        const auto world = outlook->worldOf(host, {});
        if (!world) {
            return fail(world.error());
        }
        if (world->waiting.size() > kMostWaiting) {
            continue;
        }
        int unknown = 0;
        const auto lasts = durations(*outlook, *world, unknown);
        if (!lasts) {
            return fail(lasts.error());
        }
        const Starts starts = startsWith(*world, *lasts, now);
        for (const auto& [id, job] : outlook->jobs()) {
            const Queue* queue = outlook->queueOf(job);
            if (queue == nullptr || queue->hostId != host) {
                continue;
            }
            JobForecast& forecast = all[id];
            forecast.start = starts.of(id);
            const auto left = lasts->find(id);
            if (left == lasts->end()) {
                continue;
            }
            if (forecast.start) {
                forecast.end = sumOf(*forecast.start, left->second);
            }
            if (const Quote* quote = outlook->times().catalogue().quote(queue->machineId)) {
                const auto cost = costOf(quote->price, left->second.value);
                forecast.cost = cost ? std::optional(*cost) : std::nullopt;
            }
        }
    }
    return all;
}

} // namespace yardstick
