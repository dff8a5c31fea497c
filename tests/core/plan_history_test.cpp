// plan()'s promises over random histories on a hand-ticked clock. The simulator performs actions as the
// executor does and lets jobs take time, end, fail, be interrupted or vanish; clients enqueue, pause and stop
// meanwhile. Everything follows from one seed.
#include "tests/core/plan_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace yardstick::schedule {
namespace {

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
    explicit History(unsigned seed)
        : m_random(seed)
    {
        populate();
    }

    void run()
    {
        for (int tick = 0; tick < 30000 && !(tick > 800 && m_world.live.empty() && m_world.waiting.empty() &&
                                             m_world.interrupted.empty());
             ++tick) {
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
            WorldQueue& q =
                m_world.queues[static_cast<size_t>(draw(0, static_cast<int>(m_world.queues.size()) - 1))];
            q.paused = !q.paused;
        }
        if (draw(0, 30) == 0 && !m_world.live.empty()) {
            m_world.live[static_cast<size_t>(draw(0, static_cast<int>(m_world.live.size()) - 1))].stopAsked =
                true;
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
                out +=
                    std::to_string(s->experimentId.value) + (s->shared ? "s" : "") + (s->resume ? "r" : "");
            } else if (const auto* e = std::get_if<Explain>(&a)) {
                out += std::to_string(e->experimentId.value) + e->reason;
            } else if (const auto* c = std::get_if<CloseAttempt>(&a)) {
                out += std::to_string(c->attemptId.value);
            }
            out += "\n";
        }
        return out;
    }

    /// The head is never overtaken within its queue; paused queues start nothing; every waiting one is
    /// started or explained.
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
                const bool ahead =
                    other.queueId == w.queueId && other.notBeforeMs <= m_now && other.position < w.position;
                ASSERT_TRUE(!ahead || starts.contains(other.id))
                    << other.id.value << " was overtaken by " << w.id.value;
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
            WaitingExperiment w =
                waiting(static_cast<int>(r->experimentId.value), job.queue, ++m_lastPosition);
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
        const auto a = std::find_if(m_world.live.begin(), m_world.live.end(),
                                    [&](const auto& l) { return l.id == c.attemptId; });
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
            while (std::count_if(w.waiting.begin(), w.waiting.end(),
                                 [&](const auto& e) { return e.queueId == q.id; }) < 3) {
                ++next;
                w.waiting.push_back(waiting(next, static_cast<int>(q.id.value), next));
            }
        }
        for (const StartAttempt& s : only<StartAttempt>(plan(w, now))) {
            WorldQueue& q = w.queues[static_cast<size_t>(s.queueId.value - 1)];
            q.lastStartMs = now;
            w.live.push_back(live(static_cast<int>(s.experimentId.value),
                                  static_cast<int>(s.experimentId.value), q, s.threads));
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
