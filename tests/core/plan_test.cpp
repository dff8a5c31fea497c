// plan(): what it decides, table by table. Its promises over random histories: plan_history_test.cpp.
#include "tests/core/plan_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace yardstick::schedule {
namespace {

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
        {"This program cannot start jobs on slurm queues.",
         [](World& w) { w.queues[0].problem = "This program cannot start jobs on slurm queues."; }},
        {"The disk is full: /x has less than 64 MB left.",
         [](World& w) { w.hosts[0].problem = "The disk is full: /x has less than 64 MB left."; }},
        {"The host cannot be reached.", [](World& w) { w.hosts[0].reachable = false; }},
        {"The host of the queue is not known.", [](World& w) { w.hosts.clear(); }},
        {"The queue is gone.", [](World& w) { w.queues.clear(); }},
        {"No job is allowed on this queue at all.", [](World& w) { w.queues[0].maxJobs = 0; }},
        {"The host has fewer CPU threads than the queue asks for.",
         [](World& w) { w.queues[0].threads = 5; }},
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
    World w{{queue(1, 1, 1), queue(2, 1, 1), queue(3, 1, 1)},
            {host(1, 9, 9, 2)},
            {waiting(1, 1, 1), waiting(2, 2, 1), waiting(3, 3, 1)},
            {},
            {}};
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
    for (const JobLife life :
         {JobLife::Waiting, JobLife::Alive, JobLife::Unknown, JobLife::Ended, JobLife::Vanished}) {
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
    for (const std::string pointer : {"/queues/0/id", "/hosts/0/slots", "/live/0/life", "/waiting/0/position",
                                      "/interrupted/0/requeues"}) {
        nlohmann::json broken = j;
        broken[nlohmann::json::json_pointer(pointer)] = nlohmann::json::array();
        EXPECT_FALSE(worldFromJson(broken)) << pointer;
    }
    nlohmann::json newer = j;
    newer["version"] = 2;
    EXPECT_EQ(worldFromJson(newer).error().code, ErrorCode::NewerVersion);
    EXPECT_FALSE(worldFromJson(nlohmann::json::array()));
}

} // namespace
} // namespace yardstick::schedule
