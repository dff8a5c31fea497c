#include "core/schedule/plan.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace yardstick::schedule {
namespace {

/// What is not taken of a host, counted down while the plan is made.
struct Free
{
    int slots = 0;
    int threads = 0;
    std::set<int> busyGpus;
};

struct Lane ///< a queue with what waits in it
{
    const WorldQueue* queue = nullptr;
    const WorldHost* host = nullptr;
    std::vector<const WaitingExperiment*> waiting; ///< by order within the queue; cooling ones left out
    size_t next = 0;
    int live = 0;
    UtcMs lastStartMs = 0;
    std::string blocked; ///< why its head does not start
};

bool before(const WaitingExperiment* a, const WaitingExperiment* b)
{
    return std::tie(a->position, a->queuedMs, a->id) < std::tie(b->position, b->queuedMs, b->id);
}

int threadsOf(const WorldQueue& queue, const WorldHost& host)
{
    return queue.threads == 0 ? host.cpuThreads : queue.threads;
}

/// Why nothing of this queue can start, whatever is free; empty: something can.
std::string standstill(const WorldQueue& queue, const WorldHost* host)
{
    if (host == nullptr) {
        return "The host of the queue is not known.";
    }
    if (queue.paused) {
        return "The queue is paused.";
    }
    if (queue.overBudget) {
        return queue.budgetReason.empty() ? "The budget of the queue is used up." : queue.budgetReason;
    }
    if (!queue.problem.empty()) {
        return queue.problem;
    }
    if (!host->problem.empty()) {
        return host->problem;
    }
    if (!host->reachable) {
        return "The host cannot be reached.";
    }
    if (queue.maxJobs < 1 || host->slots < 1) {
        return "No job is allowed on this queue at all.";
    }
    if (threadsOf(queue, *host) > host->cpuThreads || threadsOf(queue, *host) < 1) {
        return "The host has fewer CPU threads than the queue asks for.";
    }
    for (const int gpu : queue.gpus) {
        if (gpu < 0 || gpu >= host->gpus) {
            return "The host does not have the GPU that the queue asks for.";
        }
    }
    return {};
}

class Planner
{
public:
    Planner(const World& world, UtcMs now)
        : m_world(world)
        , m_now(now)
    {}

    std::vector<PlannedAction> run()
    {
        for (const LiveAttempt& a : m_world.live) {
            tend(a);
        }
        for (const InterruptedExperiment& e : m_world.interrupted) {
            if (e.requeues >= kMaxRequeues) {
                m_actions.emplace_back(GiveUp{e.id});
            } else {
                m_actions.emplace_back(Requeue{e.id, m_now + coolDownMs(e.requeues + 1)});
            }
        }
        layOut();
        startJobs();
        explain();
        return std::move(m_actions);
    }

private:
    /// One attempt that lives: placed again, stopped, or closed.
    void tend(const LiveAttempt& a)
    {
        if (!a.placed) {
            m_actions.emplace_back(PlaceAgain{a.id});
            return;
        }
        if (a.life == JobLife::Ended || a.life == JobLife::Vanished) {
            if (a.exitIngested) {
                m_actions.emplace_back(CloseAttempt{a.id, a.life == JobLife::Vanished});
            }
            return;
        }
        if (!a.stopAsked && !a.killAsked) {
            return;
        }
        const bool overdue = a.stopSentMs > 0 && m_now - a.stopSentMs >= kStopGraceMs;
        if (a.stopSentMs == 0 || a.killAsked || overdue) {
            m_actions.emplace_back(SendStop{a.id, a.killAsked || overdue});
        }
    }

    void layOut()
    {
        for (const WorldHost& h : m_world.hosts) {
            m_hosts[h.id] = &h;
            m_free[h.id] = Free{h.slots, h.cpuThreads, {}};
        }
        for (const WorldQueue& q : m_world.queues) {
            const auto host = m_hosts.find(q.hostId);
            Lane lane;
            lane.queue = &q;
            lane.host = host == m_hosts.end() ? nullptr : host->second;
            lane.lastStartMs = q.lastStartMs;
            m_laneOf[q.id] = m_lanes.size();
            m_lanes.push_back(std::move(lane));
        }
        for (const LiveAttempt& a : m_world.live) {
            take(m_free[a.hostId], a.threads, a.gpus);
            if (a.life != JobLife::Ended && a.life != JobLife::Vanished) {
                ++m_liveOn[a.hostId];
            }
            if (const auto lane = m_laneOf.find(a.queueId); lane != m_laneOf.end()) {
                ++m_lanes[lane->second].live;
            }
        }
        for (const WaitingExperiment& w : m_world.waiting) {
            const auto lane = m_laneOf.find(w.queueId);
            if (lane != m_laneOf.end() && w.notBeforeMs <= m_now) {
                m_lanes[lane->second].waiting.push_back(&w);
            }
        }
        for (Lane& lane : m_lanes) {
            std::sort(lane.waiting.begin(), lane.waiting.end(), before);
            lane.blocked = standstill(*lane.queue, lane.host);
        }
    }

    static void take(Free& free, int threads, const std::vector<int>& gpus)
    {
        --free.slots;
        free.threads -= threads;
        free.busyGpus.insert(gpus.begin(), gpus.end());
    }

    /// Rounds: in each, every queue in turn starts at most one job. A head that waits for the host keeps what
    /// it needs.
    void startJobs()
    {
        bool started = true;
        while (started) {
            started = false;
            std::map<HostId, Free> free = m_free; // with what heads that were passed over keep for themselves
            for (const size_t i : turns()) {
                Lane& lane = m_lanes[i];
                if (lane.next >= lane.waiting.size() || !standstill(*lane.queue, lane.host).empty()) {
                    continue;
                }
                const WorldQueue& q = *lane.queue;
                const int threads = threadsOf(q, *lane.host);
                if (lane.live >= q.maxJobs) {
                    lane.blocked = "The queue already runs as many jobs as it may.";
                    continue;
                }
                lane.blocked = obstacle(free[q.hostId], m_free[q.hostId], threads, q.gpus);
                if (lane.blocked.empty()) {
                    start(lane, threads);
                    started = true;
                    break; // the turns have changed
                }
                take(free[q.hostId], threads, q.gpus);
            }
        }
    }

    /// Why a job with these needs cannot start; empty: it can. `kept`: less what earlier heads keep; `real`:
    /// without that.
    static std::string obstacle(const Free& kept, const Free& real, int threads, const std::vector<int>& gpus)
    {
        const auto lacks = [&](const Free& f) -> std::string {
            if (f.slots < 1) {
                return "All slots of the host are taken.";
            }
            if (f.threads < threads) {
                return "Too few CPU threads of the host are free.";
            }
            if (std::any_of(gpus.begin(), gpus.end(), [&](int g) { return f.busyGpus.contains(g); })) {
                return "A GPU of the queue is in use.";
            }
            return {};
        };
        if (std::string reason = lacks(real); !reason.empty()) {
            return reason;
        }
        return lacks(kept).empty() ? std::string() : "Another queue of the host is next.";
    }

    [[nodiscard]] std::vector<size_t> turns() const
    {
        std::vector<size_t> order(m_lanes.size());
        for (size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
            const auto key = [&](size_t i) {
                return std::tuple(m_lanes[i].lastStartMs, m_lanes[i].queue->position, m_lanes[i].queue->id);
            };
            return key(a) < key(b);
        });
        return order;
    }

    void start(Lane& lane, int threads)
    {
        const WaitingExperiment& w = *lane.waiting[lane.next++];
        const WorldQueue& q = *lane.queue;
        m_actions.emplace_back(
            StartAttempt{w.id, q.id, q.hostId, threads, q.gpus, w.resumable, m_liveOn[q.hostId] > 0});
        take(m_free[q.hostId], threads, q.gpus);
        ++m_liveOn[q.hostId];
        ++lane.live;
        lane.lastStartMs = std::max(m_now, lane.lastStartMs);
    }

    void explain()
    {
        for (const WaitingExperiment& w : m_world.waiting) {
            const auto found = m_laneOf.find(w.queueId);
            if (found == m_laneOf.end()) {
                m_actions.emplace_back(Explain{w.id, "The queue is gone."});
            } else if (w.notBeforeMs > m_now) {
                m_actions.emplace_back(Explain{w.id, "Waits a little after an interruption."});
            }
        }
        for (const Lane& lane : m_lanes) {
            const bool still = !standstill(*lane.queue, lane.host).empty();
            for (size_t i = lane.next; i < lane.waiting.size(); ++i) {
                const bool head = i == lane.next;
                m_actions.emplace_back(
                    Explain{lane.waiting[i]->id, head || still ? lane.blocked : "Waits for its turn."});
            }
        }
    }

    const World& m_world;
    UtcMs m_now;
    std::vector<PlannedAction> m_actions;
    std::vector<Lane> m_lanes; ///< as in the world
    std::unordered_map<QueueId, size_t> m_laneOf;
    std::map<HostId, const WorldHost*> m_hosts;
    std::map<HostId, Free> m_free;
    std::map<HostId, int> m_liveOn;
};

} // namespace

std::vector<PlannedAction> plan(const World& world, UtcMs now)
{
    return Planner(world, now).run();
}

bool canStart(const World& world, const WaitingExperiment& waiting)
{
    const auto queue = std::find_if(world.queues.begin(), world.queues.end(),
                                    [&](const WorldQueue& q) { return q.id == waiting.queueId; });
    if (queue == world.queues.end()) {
        return false;
    }
    const auto host = std::find_if(world.hosts.begin(), world.hosts.end(),
                                   [&](const WorldHost& h) { return h.id == queue->hostId; });
    return standstill(*queue, host == world.hosts.end() ? nullptr : &*host).empty();
}

UtcMs coolDownMs(int requeues)
{
    return requeues <= 1 ? 0 : 30'000 * (UtcMs(1) << std::min(requeues - 2, 10));
}

} // namespace yardstick::schedule
