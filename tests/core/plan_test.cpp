// plan(): what it decides, table by table, and its promises over random histories on a hand-ticked clock.
#include "core/schedule/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace yardstick::schedule {
namespace {

WorldQueue queue(int id, int host, int threads = 0)
{
    WorldQueue q;
    q.id = QueueId(id);
    q.hostId = HostId(host);
    q.launcher = "local";
    q.threads = threads;
    q.position = id;
    return q;
}
WorldHost host(int id, int slots = 1, int threads = 4, int gpus = 0) { return {HostId(id), slots, threads, gpus, true, {}}; }
WaitingExperiment waiting(int id, int queueId, int position)
{
    WaitingExperiment w;
    w.id = ExperimentId(id);
    w.queueId = QueueId(queueId);
    w.position = position;
    return w;
}
LiveAttempt live(int id, int experiment, const WorldQueue& q, int threads)
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
std::string reasonOf(const World& w, int experiment, UtcMs now = 0)
{
    for (const Explain& e : only<Explain>(plan(w, now))) {
        if (e.experimentId == ExperimentId(experiment)) {
            return e.reason;
        }
    }
    return "—";
}
std::vector<std::int64_t> started(const World& w, UtcMs now = 0)
{
    std::vector<std::int64_t> ids;
    for (const StartAttempt& s : only<StartAttempt>(plan(w, now))) {
        ids.push_back(s.experimentId.value);
    }
    return ids;
}

TEST(Plan, startsTheHeadWithAllThreadsOfTheHost)
{
    World w{{queue(1, 1)}, {host(1, 1, 6)}, {waiting(7, 1, 2), waiting(8, 1, 1)}, {}, {}};
    const auto starts = only<StartAttempt>(plan(w, 0));
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_EQ(starts[0].experimentId, ExperimentId(8));
    EXPECT_EQ(starts[0].threads, 6);
    EXPECT_FALSE(starts[0].shared);
    EXPECT_EQ(reasonOf(w, 7), "The queue already runs as many jobs as it may.");
}

TEST(Plan, ordersByPositionThenTimeThenId)
{
    World w{{queue(1, 1)}, {host(1)}, {waiting(3, 1, 5), waiting(2, 1, 5), waiting(1, 1, 5)}, {}, {}};
    w.waiting[0].queuedMs = 10;
    w.waiting[1].queuedMs = 20;
    w.waiting[2].queuedMs = 10;
    EXPECT_EQ(started(w), std::vector<std::int64_t>{1});
}

TEST(Plan, oneCoreAndAllCoresShareTheHostOneAtATime)
{
    World w{{queue(1, 1, 0), queue(2, 1, 1)}, {host(1)}, {waiting(1, 1, 1), waiting(2, 2, 1)}, {}, {}};
    EXPECT_EQ(started(w), std::vector<std::int64_t>{1});
    EXPECT_EQ(reasonOf(w, 2), "All slots of the host are taken.");
    w.hosts[0].slots = 2; // the threads are still all taken
    EXPECT_EQ(started(w), std::vector<std::int64_t>{1});
    EXPECT_EQ(reasonOf(w, 2), "Too few CPU threads of the host are free.");
}

TEST(Plan, raisedSlotsRunTogetherAndAreFlagged)
{
    World w{{queue(1, 1, 1)}, {host(1, 3)}, {waiting(1, 1, 1), waiting(2, 1, 2)}, {}, {}};
    w.queues[0].maxJobs = 2;
    const auto starts = only<StartAttempt>(plan(w, 0));
    ASSERT_EQ(starts.size(), 2u);
    EXPECT_FALSE(starts[0].shared);
    EXPECT_TRUE(starts[1].shared);
}

TEST(Plan, whatStandsStillSaysWhy)
{
    const World base{{queue(1, 1, 2)}, {host(1)}, {waiting(1, 1, 1)}, {}, {}};
    const std::vector<std::pair<std::string, std::function<void(World&)>>> table{
        {"The queue is paused.", [](World& w) { w.queues[0].paused = true; }},
        {"The queue has spent its 5.00 USD of this UTC day.",
         [](World& w) {
             w.queues[0].overBudget = true;
             w.queues[0].budgetReason = "The queue has spent its 5.00 USD of this UTC day.";
         }},
        {"This program cannot start jobs on slurm queues.", [](World& w) { w.queues[0].problem = "This program cannot start jobs on slurm queues."; }},
        {"The disk is full: /x has less than 64 MB left.", [](World& w) { w.hosts[0].problem = "The disk is full: /x has less than 64 MB left."; }},
        {"The host cannot be reached.", [](World& w) { w.hosts[0].reachable = false; }},
        {"The host of the queue is not known.", [](World& w) { w.hosts.clear(); }},
        {"The queue is gone.", [](World& w) { w.queues.clear(); }},
        {"No job is allowed on this queue at all.", [](World& w) { w.queues[0].maxJobs = 0; }},
        {"The host has fewer CPU threads than the queue asks for.", [](World& w) { w.queues[0].threads = 5; }},
        {"The host does not have the GPU that the queue asks for.", [](World& w) { w.queues[0].gpus = {0}; }},
    };
    EXPECT_TRUE(canStart(base, base.waiting[0]));
    for (const auto& [reason, change] : table) {
        World w = base;
        change(w);
        EXPECT_TRUE(started(w).empty()) << reason;
        EXPECT_EQ(reasonOf(w, 1), reason);
        EXPECT_FALSE(canStart(w, w.waiting[0])) << reason;
    }
}

TEST(Plan, aGpuIsUsedByOneJobOnly)
{
    World w{{queue(1, 1, 1), queue(2, 1, 1), queue(3, 1, 1)}, {host(1, 9, 9, 2)}, {waiting(1, 1, 1), waiting(2, 2, 1), waiting(3, 3, 1)}, {}, {}};
    w.queues[0].gpus = {0};
    w.queues[1].gpus = {0, 1};
    w.queues[2].gpus = {1};
    // The second waits for GPU 0 and keeps GPU 1 for itself: the third must not starve it.
    EXPECT_EQ(started(w), std::vector<std::int64_t>{1});
    EXPECT_EQ(reasonOf(w, 2), "A GPU of the queue is in use.");
    EXPECT_EQ(reasonOf(w, 3), "Another queue of the host is next.");
}

TEST(Plan, queuesTakeTurnsByTheirLastStart)
{
    World w{{queue(1, 1), queue(2, 1)}, {host(1)}, {waiting(1, 1, 1), waiting(2, 2, 1)}, {}, {}};
    w.queues[0].lastStartMs = 5;
    EXPECT_EQ(started(w), std::vector<std::int64_t>{2});
}

TEST(Plan, coolingDownLetsTheNextOneGoAndReturnsToItsPlace)
{
    World w{{queue(1, 1)}, {host(1)}, {waiting(1, 1, 1), waiting(2, 1, 2)}, {}, {}};
    w.waiting[0].notBeforeMs = 100;
    EXPECT_EQ(started(w, 99), std::vector<std::int64_t>{2});
    EXPECT_EQ(reasonOf(w, 1, 99), "Waits a little after an interruption.");
    EXPECT_EQ(started(w, 100), std::vector<std::int64_t>{1});
    EXPECT_TRUE(canStart(w, w.waiting[0]));
}

TEST(Plan, stopsGentlyThenHardAfterTheGrace)
{
    const WorldQueue q = queue(1, 1);
    World w{{q}, {host(1)}, {}, {live(1, 1, q, 4)}, {}};
    EXPECT_TRUE(only<SendStop>(plan(w, 0)).empty());
    w.live[0].stopAsked = true;
    ASSERT_EQ(only<SendStop>(plan(w, 1000)).size(), 1u);
    EXPECT_FALSE(only<SendStop>(plan(w, 1000))[0].hard);
    w.live[0].stopSentMs = 1000;
    EXPECT_TRUE(only<SendStop>(plan(w, 1000 + kStopGraceMs - 1)).empty());
    ASSERT_EQ(only<SendStop>(plan(w, 1000 + kStopGraceMs)).size(), 1u);
    EXPECT_TRUE(only<SendStop>(plan(w, 1000 + kStopGraceMs))[0].hard);
    w.live[0].killAsked = true;
    EXPECT_TRUE(only<SendStop>(plan(w, 1001))[0].hard);
    w.live[0].life = JobLife::Ended;
    EXPECT_TRUE(only<SendStop>(plan(w, 9'000'000)).empty());
}

TEST(Plan, closesOnlyWhatIsIngestedToItsEnd)
{
    const WorldQueue q = queue(1, 1);
    World w{{q}, {host(1)}, {waiting(2, 1, 1)}, {live(1, 1, q, 4)}, {}};
    for (const JobLife life : {JobLife::Waiting, JobLife::Alive, JobLife::Unknown, JobLife::Ended, JobLife::Vanished}) {
        for (const bool ingested : {false, true}) {
            w.live[0].life = life;
            w.live[0].exitIngested = ingested;
            const auto closes = only<CloseAttempt>(plan(w, 0));
            const bool over = life == JobLife::Ended || life == JobLife::Vanished;
            EXPECT_EQ(closes.size(), over && ingested ? 1u : 0u);
            if (!closes.empty()) {
                EXPECT_EQ(closes[0].vanished, life == JobLife::Vanished);
            }
            EXPECT_TRUE(started(w).empty()) << "an attempt holds its slot until it is closed";
        }
    }
}

TEST(Plan, placesAgainWhatWasNeverConfirmed)
{
    const WorldQueue q = queue(1, 1);
    World w{{q}, {host(1)}, {}, {live(4, 1, q, 4)}, {}};
    w.live[0].placed = false;
    w.live[0].stopAsked = true;
    const auto actions = plan(w, 0);
    ASSERT_EQ(actions.size(), 1u);
    EXPECT_EQ(std::get<PlaceAgain>(actions[0]).attemptId, AttemptId(4));
}

TEST(Plan, requeuesFiveTimesThenGivesUp)
{
    for (int requeues = 0; requeues <= kMaxRequeues; ++requeues) {
        World w;
        w.interrupted = {{ExperimentId(1), requeues, 0}};
        const auto actions = plan(w, 1000);
        ASSERT_EQ(actions.size(), 1u);
        if (requeues < kMaxRequeues) {
            EXPECT_EQ(std::get<Requeue>(actions[0]).notBeforeMs, 1000 + coolDownMs(requeues + 1));
        } else {
            EXPECT_TRUE(std::holds_alternative<GiveUp>(actions[0]));
        }
    }
    EXPECT_EQ(coolDownMs(1), 0);
    EXPECT_EQ(coolDownMs(2), 30'000);
    EXPECT_EQ(coolDownMs(5), 240'000);
}

TEST(World, survivesJsonAndRefusesWhatIsWrong)
{
    WorldQueue q = queue(1, 1, 2);
    q.gpus = {0, 1};
    q.paused = true;
    q.overBudget = true;
    q.budgetReason = "b";
    q.problem = "p";
    q.lastStartMs = 9;
    World w{{q}, {host(1, 2, 8, 2)}, {waiting(1, 1, 1)}, {live(1, 1, q, 2)}, {{ExperimentId(4), 2, 7}}};
    w.live[0].life = JobLife::Vanished;
    w.live[0].stopSentMs = 5;
    w.waiting[0].resumable = true;
    const nlohmann::json j = toJson(w);
    const auto back = worldFromJson(nlohmann::json::parse(j.dump()));
    ASSERT_TRUE(back);
    EXPECT_EQ(toJson(*back), j);
    for (const std::string pointer : {"/queues/0/id", "/hosts/0/slots", "/live/0/life", "/waiting/0/position", "/interrupted/0/requeues"}) {
        nlohmann::json broken = j;
        broken[nlohmann::json::json_pointer(pointer)] = nlohmann::json::array();
        EXPECT_FALSE(worldFromJson(broken)) << pointer;
    }
    nlohmann::json newer = j;
    newer["version"] = 2;
    EXPECT_EQ(worldFromJson(newer).error().code, ErrorCode::NewerVersion);
    EXPECT_FALSE(worldFromJson(nlohmann::json::array()));
}

// ---------------------------------------------------------------------------------------------------------------------
// Random histories. The simulator performs actions as the executor does and lets jobs take time, end, fail, be interrupted
// or vanish; clients enqueue, pause and stop meanwhile. Everything follows from one seed.

struct Job
{
    int queue = 0;
    int runs = 0;
    int requeues = 0;
    bool ended = false;
    int ends = 0;
    UtcMs queuedMs = 0;
};

class History
{
public:
    explicit History(unsigned seed) : m_random(seed) { populate(); }

    void run()
    {
        for (int tick = 0; tick < 30000 && !(tick > 800 && m_world.live.empty() && m_world.waiting.empty() && m_world.interrupted.empty()); ++tick) {
            m_now += 1000;
            if (tick < 800) {
                disturb();
            } else {
                for (WorldQueue& q : m_world.queues) {
                    q.paused = false; // then everything must come to its end
                }
            }
            advance();
            step();
            if (testing::Test::HasFailure()) {
                return;
            }
        }
        for (const auto& [id, job] : m_jobs) {
            EXPECT_EQ(job.ends, 1) << "experiment " << id;
            EXPECT_LE(job.requeues, kMaxRequeues);
            EXPECT_LE(job.runs, kMaxRequeues + 1);
        }
        EXPECT_TRUE(m_world.live.empty());
        EXPECT_TRUE(m_world.waiting.empty());
    }

private:
    int draw(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_random); }

    void populate()
    {
        const int hosts = draw(1, 3);
        for (int h = 1; h <= hosts; ++h) {
            m_world.hosts.push_back(host(h, draw(1, 3), draw(1, 8), draw(0, 2)));
        }
        const int queues = draw(1, 6);
        for (int q = 1; q <= queues; ++q) {
            const WorldHost& h = m_world.hosts[static_cast<size_t>(draw(0, hosts - 1))];
            WorldQueue made = queue(q, static_cast<int>(h.id.value), draw(0, h.cpuThreads));
            made.maxJobs = draw(1, 3);
            for (int g = 0; g < h.gpus; ++g) {
                if (draw(0, 2) == 0) {
                    made.gpus.push_back(g);
                }
            }
            m_world.queues.push_back(made);
        }
    }

    void disturb()
    {
        if (draw(0, 3) == 0 && m_jobs.size() < 120) {
            const int id = static_cast<int>(m_jobs.size()) + 1;
            const int q = draw(1, static_cast<int>(m_world.queues.size()));
            WaitingExperiment w = waiting(id, q, ++m_lastPosition);
            w.queuedMs = m_now;
            m_world.waiting.push_back(w);
            m_jobs[id] = Job{q, 0, 0, false, 0, m_now};
        }
        if (draw(0, 40) == 0) {
            WorldQueue& q = m_world.queues[static_cast<size_t>(draw(0, static_cast<int>(m_world.queues.size()) - 1))];
            q.paused = !q.paused;
        }
        if (draw(0, 30) == 0 && !m_world.live.empty()) {
            m_world.live[static_cast<size_t>(draw(0, static_cast<int>(m_world.live.size()) - 1))].stopAsked = true;
        }
    }

    /// Time passes for jobs.
    void advance()
    {
        for (LiveAttempt& a : m_world.live) {
            if (!a.placed) {
                a.placed = draw(0, 1) == 0; // a placement that was lost is found again
                a.life = JobLife::Alive;
            } else if (a.life == JobLife::Alive && draw(0, 12) == 0) {
                a.life = draw(0, 5) == 0 ? JobLife::Vanished : JobLife::Ended;
            } else if (a.life == JobLife::Ended || a.life == JobLife::Vanished) {
                a.exitIngested = draw(0, 1) == 0;
            } else if (a.life == JobLife::Alive && draw(0, 50) == 0) {
                a.life = JobLife::Unknown; // never a reason to end it
            } else if (a.life == JobLife::Unknown) {
                a.life = JobLife::Alive;
            }
        }
    }

    void step()
    {
        // Replay: a world that went through a file decides the same, and nothing is remembered between calls.
        const auto actions = plan(m_world, m_now);
        if (++m_steps % 16 == 0) {
            const auto replayed = worldFromJson(nlohmann::json::parse(toJson(m_world).dump()));
            ASSERT_TRUE(replayed);
            ASSERT_EQ(describe(actions), describe(plan(*replayed, m_now)));
        }
        m_busy.clear();
        for (const LiveAttempt& a : m_world.live) {
            if (a.life != JobLife::Ended && a.life != JobLife::Vanished) {
                m_busy.insert(a.hostId);
            }
        }
        checkOrder(actions);
        for (const PlannedAction& a : actions) {
            perform(a);
        }
        checkLimits();
    }

    static std::string describe(const std::vector<PlannedAction>& actions)
    {
        std::string out;
        for (const PlannedAction& a : actions) {
            out += std::to_string(a.index()) + ":";
            if (const auto* s = std::get_if<StartAttempt>(&a)) {
                out += std::to_string(s->experimentId.value) + (s->shared ? "s" : "") + (s->resume ? "r" : "");
            } else if (const auto* e = std::get_if<Explain>(&a)) {
                out += std::to_string(e->experimentId.value) + e->reason;
            } else if (const auto* c = std::get_if<CloseAttempt>(&a)) {
                out += std::to_string(c->attemptId.value);
            }
            out += "\n";
        }
        return out;
    }

    /// The head is never overtaken within its queue; paused queues start nothing; every waiting one is started or explained.
    void checkOrder(const std::vector<PlannedAction>& actions)
    {
        std::set<ExperimentId> starts;
        std::map<ExperimentId, int> told;
        for (const PlannedAction& a : actions) {
            if (const auto* s = std::get_if<StartAttempt>(&a)) {
                starts.insert(s->experimentId);
                ++told[s->experimentId];
            } else if (const auto* e = std::get_if<Explain>(&a)) {
                ++told[e->experimentId];
                ASSERT_FALSE(e->reason.empty());
            }
        }
        for (const WaitingExperiment& w : m_world.waiting) {
            ASSERT_EQ(told[w.id], 1) << w.id.value;
            if (!starts.contains(w.id)) {
                continue;
            }
            ASSERT_FALSE(m_world.queues[static_cast<size_t>(w.queueId.value - 1)].paused);
            ASSERT_LE(w.notBeforeMs, m_now);
            for (const WaitingExperiment& other : m_world.waiting) {
                const bool ahead = other.queueId == w.queueId && other.notBeforeMs <= m_now && other.position < w.position;
                ASSERT_TRUE(!ahead || starts.contains(other.id)) << other.id.value << " was overtaken by " << w.id.value;
            }
        }
    }

    void perform(const PlannedAction& action)
    {
        if (const auto* s = std::get_if<StartAttempt>(&action)) {
            start(*s);
        } else if (const auto* c = std::get_if<CloseAttempt>(&action)) {
            close(*c);
        } else if (const auto* r = std::get_if<Requeue>(&action)) {
            Job& job = m_jobs[r->experimentId.value];
            std::erase_if(m_world.interrupted, [&](const auto& e) { return e.id == r->experimentId; });
            WaitingExperiment w = waiting(static_cast<int>(r->experimentId.value), job.queue, ++m_lastPosition);
            w.requeues = ++job.requeues;
            w.notBeforeMs = r->notBeforeMs;
            w.resumable = true;
            w.queuedMs = job.queuedMs = m_now;
            m_world.waiting.push_back(w);
        } else if (const auto* g = std::get_if<GiveUp>(&action)) {
            std::erase_if(m_world.interrupted, [&](const auto& e) { return e.id == g->experimentId; });
            ++m_jobs[g->experimentId.value].ends;
        } else if (const auto* stop = std::get_if<SendStop>(&action)) {
            for (LiveAttempt& a : m_world.live) {
                if (a.id == stop->attemptId) {
                    a.stopSentMs = m_now;
                    a.life = draw(0, 2) == 0 ? JobLife::Ended : a.life;
                }
            }
        }
    }

    void start(const StartAttempt& s)
    {
        const WorldQueue& q = m_world.queues[static_cast<size_t>(s.queueId.value - 1)];
        ASSERT_EQ(s.shared, !m_busy.insert(s.hostId).second);
        LiveAttempt a = live(++m_lastAttempt, static_cast<int>(s.experimentId.value), q, s.threads);
        a.placed = false;
        a.life = JobLife::Unknown;
        a.createdMs = m_now;
        m_world.live.push_back(a);
        m_world.queues[static_cast<size_t>(s.queueId.value - 1)].lastStartMs = m_now;
        ASSERT_EQ(std::erase_if(m_world.waiting, [&](const auto& w) { return w.id == s.experimentId; }), 1u);
        ++m_jobs[s.experimentId.value].runs;
    }

    void close(const CloseAttempt& c)
    {
        const auto a = std::find_if(m_world.live.begin(), m_world.live.end(), [&](const auto& l) { return l.id == c.attemptId; });
        ASSERT_NE(a, m_world.live.end());
        Job& job = m_jobs[a->experimentId.value];
        if (c.vanished && !a->stopAsked) {
            m_world.interrupted.push_back({a->experimentId, job.requeues, m_now});
        } else {
            ++job.ends;
        }
        m_world.live.erase(a);
    }

    /// Never more than slots, threads, GPUs and maxJobs.
    void checkLimits()
    {
        std::map<HostId, int> slots;
        std::map<HostId, int> threads;
        std::map<QueueId, int> jobs;
        std::set<std::pair<HostId, int>> gpus;
        std::set<ExperimentId> experiments;
        for (const LiveAttempt& a : m_world.live) {
            ++slots[a.hostId];
            threads[a.hostId] += a.threads;
            ++jobs[a.queueId];
            ASSERT_TRUE(experiments.insert(a.experimentId).second) << "an experiment runs twice";
            for (const int g : a.gpus) {
                ASSERT_TRUE(gpus.insert({a.hostId, g}).second) << "a GPU is used twice";
            }
        }
        for (const WorldHost& h : m_world.hosts) {
            ASSERT_LE(slots[h.id], h.slots);
            ASSERT_LE(threads[h.id], h.cpuThreads);
        }
        for (const WorldQueue& q : m_world.queues) {
            ASSERT_LE(jobs[q.id], q.maxJobs);
        }
    }

    std::mt19937 m_random;
    World m_world;
    std::map<std::int64_t, Job> m_jobs;
    UtcMs m_now = 1'000'000;
    std::int64_t m_lastPosition = 0;
    int m_lastAttempt = 0;
    int m_steps = 0;
    std::set<HostId> m_busy; ///< hosts on which a worker lived when the plan was made, or was started by it
};

TEST(PlanHistory, keepsItsPromisesOverRandomHistories)
{
    for (unsigned seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        History(seed).run();
        if (HasFailure()) {
            return;
        }
    }
}

/// Two queues that want everything and one that always has a small job ready: all three get their turns.
TEST(PlanHistory, noQueueOfAHostStarves)
{
    World w{{queue(1, 1, 0), queue(2, 1, 1), queue(3, 1, 0)}, {host(1, 4, 4)}, {}, {}, {}};
    w.queues[1].maxJobs = 4;
    std::mt19937 random(7);
    std::map<std::int64_t, int> runs;
    UtcMs now = 0;
    int next = 0;
    for (int tick = 0; tick < 3000; ++tick) {
        now += 1000;
        for (const WorldQueue& q : w.queues) { // every queue has work at all times
            while (std::count_if(w.waiting.begin(), w.waiting.end(), [&](const auto& e) { return e.queueId == q.id; }) < 3) {
                ++next;
                w.waiting.push_back(waiting(next, static_cast<int>(q.id.value), next));
            }
        }
        for (const StartAttempt& s : only<StartAttempt>(plan(w, now))) {
            WorldQueue& q = w.queues[static_cast<size_t>(s.queueId.value - 1)];
            q.lastStartMs = now;
            w.live.push_back(live(static_cast<int>(s.experimentId.value), static_cast<int>(s.experimentId.value), q, s.threads));
            std::erase_if(w.waiting, [&](const auto& e) { return e.id == s.experimentId; });
            ++runs[s.queueId.value];
        }
        std::erase_if(w.live, [&](const auto&) { return random() % 4 == 0; });
    }
    EXPECT_GT(runs[1], 100);
    EXPECT_GT(runs[2], 100);
    EXPECT_GT(runs[3], 100);
    EXPECT_NEAR(runs[1], runs[3], 2) << "equal queues get equal turns";
}

} // namespace
} // namespace yardstick::schedule
