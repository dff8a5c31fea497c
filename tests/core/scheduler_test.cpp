// The scheduler with real processes (tiny_worker) on a real store: every end that an attempt can have, stops,
// requeues, refusals. The clock is ticked by hand where time matters.
#include "tests/support/schedule_fixture.h"

#include <csignal>

namespace yardstick::test {
namespace {

using nlohmann::json;
using S = ExperimentStatus;
using O = AttemptOutcome;

class SchedulerTest : public ScheduleFixture
{
public:
    [[nodiscard]] std::string gate() const { return (dir / "gate").string(); }
    /// Waits before epoch `at` until the gate opens.
    [[nodiscard]] json held(int at) const { return {{"gate", gate()}, {"hold_at", at}}; }
    void act(const Store::Work& work) { must(store->run(work)); }
    /// Running, with the epochs before the gate in the store.
    [[nodiscard]] bool untilEpoch(ExperimentId id, int epoch)
    {
        return waitFor(
            [&] { return status(id) == S::Running && static_cast<int>(epochs(id).size()) >= epoch; });
    }
    [[nodiscard]] platform::ProcessId worker(ExperimentId id) const
    {
        return must([&]() -> Result<platform::ProcessId> {
            const auto p = platform::processId(attempts(id).back().hello.value("pid", std::int64_t(0)));
            return p ? Result<platform::ProcessId>(*p) : fail(ErrorCode::NotFound, "no worker");
        }());
    }
};

TEST_F(SchedulerTest, runsAnExperimentToItsEnd)
{
    const ExperimentId id = enqueued(3, held(2));
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 1));
    EXPECT_FALSE(scheduler->idle());
    const SchedulerHolder holder = schedulerHolder(file());
    EXPECT_TRUE(holder.held);
    EXPECT_TRUE(holder.self);
    EXPECT_EQ(holder.program, "test");
    touch(gate());
    ASSERT_TRUE(untilIdle());
    const Experiment e = experiment(id);
    EXPECT_EQ(e.status, S::Completed);
    EXPECT_EQ(e.reason, "");
    EXPECT_EQ(e.epochsDone, 3);
    EXPECT_EQ(epochs(id), upTo(3));
    ASSERT_EQ(attempts(id).size(), 1u);
    const Attempt a = attempts(id)[0];
    EXPECT_EQ(a.outcome, O::Completed);
    EXPECT_EQ(a.threads, platform::hostInfo().logicalCpus);
    EXPECT_EQ(std::filesystem::path(a.runDirectory), dir / "runs" / a.token);
    EXPECT_EQ(a.machineId, all.machineId);
    EXPECT_FALSE(a.shared);
    EXPECT_GT(a.endedMs, 0);
    EXPECT_EQ(starts(id), 1);
    EXPECT_TRUE(e.costPerEpoch.has_value());
    EXPECT_TRUE(told.empty());
}

TEST_F(SchedulerTest, theEnvironmentThatIsNamedForTheHostIsInTheJobThatNeedsIt)
{
    must(store->run([](StoreWriter& w) -> Result<> {
        for (Host host : must(w.read().hosts())) {
            setUltralytics(host, "~/venvs/yolo");
            must(w.upsertHost(host));
        }
        return actions::ensureLocalHost(w); // looks at the host again: what the user named stays
    }));
    const ExperimentId native = enqueued(1);
    const ExperimentId peer = enqueued(1);
    must(store->run([&](StoreWriter& w) {
        Experiment e = must(w.read().experiment(peer));
        e.spec.backend = "ultralytics";
        return w.updateExperiment(e);
    }));
    startScheduler();
    ASSERT_TRUE(untilIdle());
    const auto environment = [&](ExperimentId id) { return must(readJob(attempts(id).at(0).runDirectory)).ultralytics; };
    EXPECT_EQ(environment(native), "");
    EXPECT_EQ(environment(peer), "~/venvs/yolo");
}

TEST_F(SchedulerTest, worksAQueueInOrderAndOneAtATime)
{
    std::vector<ExperimentId> ids;
    for (int i = 0; i < 4; ++i) {
        ids.push_back(make(2));
        enqueue(ids.back(), i % 2 == 0 ? all : one);
    }
    startScheduler();
    bool together = false;
    ASSERT_TRUE(waitFor([&] {
        together = together || must(reader().openAttempts()).size() > 1;
        return scheduler->idle();
    }));
    EXPECT_FALSE(together) << "all cores and 1 core do not run together";
    UtcMs last = 0;
    for (const ExperimentId id : ids) {
        EXPECT_EQ(status(id), S::Completed);
        EXPECT_FALSE(attempts(id)[0].shared);
        EXPECT_GE(attempts(id)[0].startedMs, last) << "queues take turns: all, one, all, one";
        last = attempts(id)[0].startedMs;
    }
}

TEST_F(SchedulerTest, raisedSlotsRunTogetherAndFlagTheirEpochs)
{
    act([&](StoreWriter& w) -> Result<> {
        Host host = must(w.read().hosts()).at(0);
        host.slots = 2;
        host.cpuThreads = std::max(2, host.cpuThreads);
        must(w.upsertHost(host));
        Queue q = one;
        q.limits.maxJobs = 2;
        return actions::setQueue(w, q);
    });
    const ExperimentId a = make(2, held(2)), b = make(2, held(1));
    enqueue(a, one);
    enqueue(b, one);
    startScheduler();
    ASSERT_TRUE(untilEpoch(a, 1));
    ASSERT_TRUE(waitFor([&] { return status(b) == S::Running; }));
    touch(gate());
    ASSERT_TRUE(untilIdle());
    EXPECT_TRUE(attempts(a)[0].shared);
    EXPECT_TRUE(attempts(b)[0].shared);
    for (const EpochRow& e : must(reader().epochs(b))) {
        EXPECT_TRUE(e.shared);
    }
}

TEST_F(SchedulerTest, aFailureIsToldInTheWorkersWords)
{
    const ExperimentId id = enqueued(3, {{"end", "failed"}, {"end_at", 1}});
    startScheduler();
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), S::Failed);
    EXPECT_EQ(experiment(id).reason,
              "The label file a.txt has class 7 in line 3; the data set has 3 classes.");
    EXPECT_EQ(attempts(id)[0].outcome, O::Failed);
    EXPECT_EQ(attempts(id)[0].code, "bad_data");
}

TEST_F(SchedulerTest, aWorkerThatVanishesHasFailedAndCanBeResumed)
{
    struct Row
    {
        const char* how;
        const char* sentence;
    };
    for (const Row& row :
         {Row{"kill", "The worker ended without a word (killed?), for instance for want of memory."},
          Row{"silent", "The worker ended without a word (killed?), for instance for want of memory."},
          Row{"abort", "The worker ended without a word (killed?), for instance for want of memory; its log "
                       "ends with: "
                       "terminate called after throwing a tiny exception"}}) {
        SCOPED_TRACE(row.how);
        const ExperimentId id = enqueued(4, {{"end", row.how}, {"end_at", 2}});
        if (!scheduler) {
            startScheduler();
        }
        ASSERT_TRUE(untilIdle());
        EXPECT_EQ(status(id), S::Failed);
        EXPECT_EQ(experiment(id).reason, row.sentence);
        EXPECT_EQ(attempts(id)[0].code, "worker_failed");
        EXPECT_EQ(epochs(id), upTo(2)) << "nothing of its log is lost";
        act([&](StoreWriter& w) { return actions::resume(w, id); });
        ASSERT_TRUE(untilIdle());
        EXPECT_EQ(status(id), S::Completed);
        EXPECT_EQ(epochs(id), upTo(4));
        ASSERT_EQ(attempts(id).size(), 2u);
        EXPECT_EQ(attempts(id)[1].resumeFrom, attempts(id)[0].runDirectory + "/weights/last.ckpt");
        EXPECT_EQ(starts(id), 2);
    }
}

TEST_F(SchedulerTest, aWorkerKilledFromOutsideInMidEpoch)
{
    const ExperimentId id = enqueued(4, held(3));
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 2));
    must(platform::signalProcess(worker(id), SIGKILL));
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), S::Failed);
    touch(gate());
    act([&](StoreWriter& w) { return actions::resume(w, id); });
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(epochs(id), upTo(4));
}

TEST_F(SchedulerTest, retryStartsFreshInANewDirectory)
{
    const ExperimentId id = enqueued(2, {{"end", "failed"}, {"end_at", 1}});
    startScheduler();
    ASSERT_TRUE(untilIdle());
    act([&](StoreWriter& w) { return actions::retry(w, id); });
    ASSERT_TRUE(untilIdle());
    ASSERT_EQ(attempts(id).size(), 2u);
    EXPECT_EQ(attempts(id)[1].resumeFrom, "");
    EXPECT_EQ(attempts(id)[1].number, 2);
    EXPECT_NE(attempts(id)[0].runDirectory, attempts(id)[1].runDirectory);
    EXPECT_EQ(epochs(id), (std::vector{1, 1})) << "the first one's epoch is kept, as wasted";
}

TEST_F(SchedulerTest, aCompletedRunGoesOnWithMoreEpochs)
{
    const ExperimentId id = enqueued(2);
    startScheduler();
    ASSERT_TRUE(untilIdle());
    act([&](StoreWriter& w) { return actions::continueWith(w, id, 5); });
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), S::Completed);
    EXPECT_EQ(epochs(id), upTo(5));
    EXPECT_EQ(experiment(id).epochsDone, 5);
    EXPECT_EQ(attempts(id).size(), 2u);
}

TEST_F(SchedulerTest, anInterruptedRunIsQueuedAgainAndResumed)
{
    const ExperimentId id = enqueued(4, held(3));
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 2));
    touch(gate());
    must(platform::signalProcess(worker(id), SIGTERM)); // nobody asked for a stop: the machine goes down
    ASSERT_TRUE(untilIdle());
    if (attempts(id).size() == 1) {
        GTEST_SKIP() << "the worker was faster than the signal";
    }
    EXPECT_EQ(status(id), S::Completed);
    EXPECT_EQ(attempts(id)[0].outcome, O::Interrupted);
    EXPECT_EQ(experiment(id).requeues, 1);
    EXPECT_EQ(epochs(id), upTo(4));
}

TEST_F(SchedulerTest, queuesAgainFiveTimesThenFails)
{
    const ExperimentId id = enqueued(100, {{"end", "interrupted"}, {"each", true}});
    startScheduler();
    ASSERT_TRUE(waitFor([&] {
        clock.advance(10'000); // cool-downs pass
        return scheduler->idle();
    }));
    EXPECT_EQ(status(id), S::Failed);
    EXPECT_EQ(attempts(id).size(), 6u);
    EXPECT_EQ(experiment(id).reason, "It was interrupted 6 times and is not queued again by itself; the last "
                                     "time: The worker was interrupted.");
    EXPECT_EQ(epochs(id), upTo(6)) << "each went on where the last one ended";
    // A person may go on.
    act([&](StoreWriter& w) { return actions::resume(w, id); });
    EXPECT_EQ(status(id), S::Queued);
    EXPECT_EQ(experiment(id).requeues, 0);
}

TEST_F(SchedulerTest, coolsDownBeforeTheSecondRequeue)
{
    const ExperimentId id = enqueued(100, {{"end", "interrupted"}, {"each", true}});
    startScheduler();
    ASSERT_TRUE(waitFor([&] { return experiment(id).reason == "Waits a little after an interruption."; }));
    EXPECT_EQ(attempts(id).size(), 2u);
    EXPECT_FALSE(scheduler->idle()) << "it will start by itself";
}

TEST_F(SchedulerTest, stopsGentlyAfterACheckpoint)
{
    const ExperimentId id = enqueued(9, held(3));
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 2));
    act([&](StoreWriter& w) { return actions::stop(w, id); });
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), S::Stopped);
    EXPECT_EQ(attempts(id)[0].outcome, O::Stopped);
    EXPECT_EQ(epochs(id), upTo(2));
    EXPECT_TRUE(must(reader().openRequests()).empty());
    touch(gate());
    act([&](StoreWriter& w) { return actions::resume(w, id); });
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(epochs(id), upTo(9));
}

TEST_F(SchedulerTest, stopsHardAfterTheGrace)
{
    json orders = held(2);
    orders["ignore_stop"] = true;
    const ExperimentId id = enqueued(9, orders);
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 1));
    act([&](StoreWriter& w) { return actions::stop(w, id); });
    ASSERT_TRUE(waitFor([&] {
        return std::filesystem::exists(std::filesystem::path(attempts(id)[0].runDirectory) /
                                       run_files::kStop);
    }));
    EXPECT_EQ(status(id), S::Running);
    ASSERT_TRUE(waitFor([&] {
        clock.advance(5'000);
        return scheduler->idle();
    }));
    EXPECT_EQ(status(id), S::Stopped);
    EXPECT_EQ(experiment(id).reason, "It was ended at once; what followed its last checkpoint is lost.");
}

TEST_F(SchedulerTest, killsAtOnceWhenAsked)
{
    json orders = held(2);
    orders["ignore_stop"] = true;
    const ExperimentId id = enqueued(9, orders);
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 1));
    act([&](StoreWriter& w) { return actions::stop(w, id, true); });
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), S::Stopped);
    EXPECT_TRUE(must(reader().openRequests()).empty());
}

TEST_F(SchedulerTest, aStopForOneThatHasEndedIsAnswered)
{
    const ExperimentId id = enqueued(1);
    startScheduler();
    ASSERT_TRUE(untilIdle());
    Request late;
    late.kind = "stop";
    late.target = id.value;
    late.createdMs = 1;
    act([&](StoreWriter& w) -> Result<> {
        return w.insertRequest(late) ? Result<>{} : fail(ErrorCode::Internal, "no request");
    });
    ASSERT_TRUE(waitFor([&] { return must(reader().openRequests()).empty(); }));
    EXPECT_EQ(status(id), S::Completed);
}

TEST_F(SchedulerTest, aMissingWorkerLetsTheExperimentWaitAndSaysWhy)
{
    const ExperimentId id = enqueued(1);
    qputenv("YARDSTICK_WORKER", "/no/such/worker");
    startScheduler("");
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), S::Queued);
    EXPECT_TRUE(attempts(id).empty());
    EXPECT_EQ(experiment(id).reason,
              "YARDSTICK_WORKER names /no/such/worker, which is no program that can be run.");
    ASSERT_EQ(told.size(), 1u);
    // The same scheduler goes on when it is there again.
    qputenv("YARDSTICK_WORKER", YARDSTICK_TINY_WORKER);
    ASSERT_TRUE(waitFor([&] { return status(id) == S::Completed; }));
    qunsetenv("YARDSTICK_WORKER");
    EXPECT_EQ(attempts(id).size(), 1u);
}

TEST_F(SchedulerTest, anUnwritableRunFolderKeepsWorkWaitingAndSaysWhy)
{
    std::ofstream(dir / "runs") << "a file where the folder should be";
    const ExperimentId id = enqueued(1), second = enqueued(1);
    startScheduler();
    ASSERT_TRUE(waitFor([&] { return !experiment(id).reason.empty(); }));
    EXPECT_TRUE(scheduler->idle()) << "nothing could start";
    EXPECT_EQ(status(id), S::Queued);
    EXPECT_NE(experiment(id).reason.find((dir / "runs").string()), std::string::npos)
        << experiment(id).reason;
    ASSERT_EQ(told.size(), 1u) << "told once, not at every tick";
    std::filesystem::remove(dir / "runs");
    ASSERT_TRUE(waitFor([&] { return status(id) == S::Completed && status(second) == S::Completed; }));
}

TEST_F(SchedulerTest, pausedAndForeignQueuesStartNothing)
{
    act([&](StoreWriter& w) -> Result<> {
        Queue q = all;
        q.paused = true;
        must(actions::setQueue(w, q));
        q = one;
        q.launcher = "slurm";
        return actions::setQueue(w, q);
    });
    const ExperimentId a = make(1), b = make(1);
    enqueue(a, all);
    enqueue(b, one);
    startScheduler();
    ASSERT_TRUE(waitFor([&] { return !experiment(a).reason.empty() && !experiment(b).reason.empty(); }));
    EXPECT_EQ(experiment(a).reason, "The queue is paused.");
    EXPECT_EQ(experiment(b).reason, "This program cannot start jobs on slurm queues.");
    EXPECT_TRUE(scheduler->idle());
    act([&](StoreWriter& w) { return actions::setQueue(w, all); }); // not paused
    ASSERT_TRUE(waitFor([&] { return status(a) == S::Completed; }));
    EXPECT_EQ(experiment(a).reason, "");
    EXPECT_EQ(attempts(b).size(), 0u);
}

TEST_F(SchedulerTest, aSpentBudgetStartsNothing)
{
    act([&](StoreWriter& w) -> Result<> {
        Queue q = all;
        q.limits.moneyPerDay = Money(0, {});
        return actions::setQueue(w, q);
    });
    const ExperimentId id = enqueued(1);
    startScheduler();
    ASSERT_TRUE(waitFor([&] { return !experiment(id).reason.empty(); }));
    EXPECT_EQ(experiment(id).reason, "The queue has spent its 0.00 USD of this UTC day.");
    EXPECT_TRUE(attempts(id).empty());
}

TEST_F(SchedulerTest, aSecondSchedulerIsRefusedAndToldWho)
{
    startScheduler();
    const auto second = take(YARDSTICK_TINY_WORKER, clock);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::Busy);
    EXPECT_NE(second.error().message().find("test, process " + std::to_string(::getpid())), std::string::npos)
        << second.error().message();
    scheduler->release();
    EXPECT_FALSE(schedulerHolder(file()).held);
    EXPECT_TRUE(take(YARDSTICK_TINY_WORKER, clock));
}

TEST_F(SchedulerTest, reattachesAfterAHandover)
{
    const ExperimentId id = enqueued(4, held(3));
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 2));
    scheduler.reset();
    EXPECT_TRUE(platform::isAlive(worker(id))) << "jobs outlive the scheduler";
    startScheduler();
    touch(gate());
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), S::Completed);
    EXPECT_EQ(epochs(id), upTo(4));
    EXPECT_EQ(starts(id), 1);
    EXPECT_EQ(attempts(id).size(), 1u);
}

TEST_F(SchedulerTest, aRestartOfTheComputerIsAnInterruption)
{
    const ExperimentId id = enqueued(4, held(3));
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 2));
    scheduler.reset();
    must(platform::signalProcess(worker(id), SIGKILL));
    act([&](StoreWriter& w) -> Result<> {
        Attempt a = must(w.read().openAttempts()).at(0);
        a.handle["boot_id"] = "another boot";
        return w.updateAttempt(a);
    });
    touch(gate());
    startScheduler();
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), S::Completed);
    ASSERT_EQ(attempts(id).size(), 2u);
    EXPECT_EQ(attempts(id)[0].outcome, O::Interrupted);
    EXPECT_EQ(attempts(id)[0].message, "The computer was restarted while it ran.");
    EXPECT_EQ(epochs(id), upTo(4));
}

TEST_F(SchedulerTest, aRunFolderThatWasDeletedIsLost)
{
    const ExperimentId id = enqueued(4, held(3));
    startScheduler();
    ASSERT_TRUE(untilEpoch(id, 2));
    scheduler.reset();
    const std::string run = attempts(id)[0].runDirectory;
    const platform::ProcessId process = worker(id);
    must(platform::signalProcess(process, SIGKILL));
    ASSERT_TRUE(waitFor([&] { return !platform::isAlive(process); }));
    std::filesystem::remove_all(run);
    startScheduler();
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(attempts(id)[0].outcome, O::Lost);
    EXPECT_EQ(status(id), S::Failed);
    EXPECT_EQ(experiment(id).reason, "The run folder " + run + " is gone.");
}

TEST_F(SchedulerTest, clientsMayTakeWorkBackBeforeItStarts)
{
    const ExperimentId first = enqueued(2, held(1)), second = enqueued(2);
    startScheduler();
    ASSERT_TRUE(waitFor([&] { return status(first) == S::Running; }));
    act([&](StoreWriter& w) { return actions::dequeue(w, second); });
    touch(gate());
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(first), S::Completed);
    EXPECT_EQ(status(second), S::Draft);
    EXPECT_TRUE(attempts(second).empty());
}

TEST_F(SchedulerTest, anExperimentWhoseAttemptIsMissingIsQueuedAgain)
{
    const ExperimentId id = make(2);
    act([&](StoreWriter& w) -> Result<> {
        Experiment e = must(w.read().experiment(id));
        e.status = S::Running;
        e.queueId = all.id;
        return w.updateExperiment(e);
    });
    startScheduler();
    ASSERT_TRUE(waitFor([&] { return status(id) == S::Completed; }));
}

} // namespace
} // namespace yardstick::test
