// The scheduler with an SSH host: an experiment goes to a real sshd on loopback and comes back whole.
#include "cloud/ssh_launcher.h"

#include "tests/support/schedule_fixture.h"
#include "tests/support/sshd.h"

#include <csignal>

namespace yardstick::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class SshSchedule : public ScheduleFixture
{
public:
    ~SshSchedule() override { scheduler.reset(); } // before the host that its launcher asks about
    void SetUp() override
    {
        if (!Sshd::installed()) {
            GTEST_SKIP() << "skipped, peer missing: sshd (openssh-server)";
        }
        sshd = std::make_unique<Sshd>(dir / "sshd");
        host.name = "box";
        host.kind = "ssh";
        host.cpuThreads = 2;
        host.address = {{"destination", Sshd::user() + "@127.0.0.1"},
                        {"port", sshd->port()},
                        {"identity", sshd->identity()},
                        {"worker", YARDSTICK_TINY_WORKER},
                        {"root", (dir / "far away").string()}};
        queue.name = "far";
        queue.launcher = "ssh";
        must(store->run([&](StoreWriter& w) -> Result<> {
            host.id = must(w.upsertHost(host));
            Machine machine;
            machine.name = "box";
            machine.provider = machine.market = "owned";
            machine.hostId = host.id;
            queue.machineId = must(w.upsertMachine(machine));
            must(actions::setPrice(w, queue.machineId, {Money(360'000, Currency())}, "you", clock.now() - 1000));
            queue.hostId = host.id;
            queue.id = must(actions::addQueue(w, queue));
            return {};
        }));
    }
    /// Without a clock: the real one; waits after a broken connection are real.
    void startSsh(const Clock* by = nullptr)
    {
        std::map<std::string, std::unique_ptr<Launcher>> launchers;
        auto ssh = std::make_unique<SshLauncher>(
            SshLauncher::Options{dir / "machines", [this](HostId) { return Result<Host>(host); }, Deadline(20)});
        launcher = ssh.get();
        launchers.emplace("ssh", std::move(ssh));
        static const SystemClock systemClock;
        Scheduler::Options options;
        options.tickMs = 20;
        scheduler = must(Scheduler::take(*store, std::move(launchers), by != nullptr ? *by : systemClock, options));
        QObject::connect(scheduler.get(), &Scheduler::failed, scheduler.get(),
                         [this](const QString& message) { told.push_back(message.toStdString()); });
        scheduler->start();
    }
    ExperimentId sent(int epochs, const json& orders)
    {
        const ExperimentId id = make(epochs, orders);
        enqueue(id, queue);
        return id;
    }
    [[nodiscard]] bool untilEpoch(ExperimentId id, int epoch)
    {
        return waitFor([&] { return experiment(id).epochsDone >= epoch; });
    }

    std::unique_ptr<Sshd> sshd;
    Host host;
    Queue queue;
    SshLauncher* launcher = nullptr;
};

TEST_F(SshSchedule, anExperimentRunsThereAndItsResultsAreHere)
{
    const ExperimentId id = sent(3, json::object());
    startSsh();
    ASSERT_TRUE(untilIdle());
    const Experiment e = experiment(id);
    EXPECT_EQ(e.status, ExperimentStatus::Completed) << e.reason;
    EXPECT_EQ(epochs(id), upTo(3));
    EXPECT_NEAR(e.epochSeconds, 0.5, 1e-9);
    EXPECT_EQ(must(e.costPerEpoch ? Result<Money>(*e.costPerEpoch) : fail(ErrorCode::NotFound, "no cost")).micros(), 50);
    const Attempt a = attempts(id).at(0);
    EXPECT_EQ(slurp(fs::path(a.runDirectory) / "weights" / "last.ckpt"), "3") << "fetched before the attempt was closed";
    EXPECT_TRUE(told.empty()) << told.front();
}

TEST_F(SshSchedule, aDropInMidRunLosesNoEpochAndStartsNothingTwice)
{
    const ExperimentId id = sent(6, {{"gate", (dir / "gate").string()}, {"hold_at", 3}});
    startSsh();
    ASSERT_TRUE(untilEpoch(id, 2));
    const std::int64_t master = launcher->masterPid(host.id);
    ASSERT_GT(master, 0);
    ::kill(static_cast<pid_t>(master), SIGKILL);
    sshd->stop();
    touch(dir / "gate"); // the rest happens while nobody can be asked
    const fs::path far = dir / "far away" / "jobs" / attempts(id).at(0).token;
    ASSERT_TRUE(waitFor([&] { return fs::exists(far / run_files::kExit); }));
    EXPECT_EQ(status(id), ExperimentStatus::Running);
    sshd->start();
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), ExperimentStatus::Completed) << experiment(id).reason;
    EXPECT_EQ(epochs(id), upTo(6));
    EXPECT_EQ(slurp(far / "starts.txt").size() > 0 ? attempts(id).size() : 0, 1u);
}

TEST_F(SshSchedule, oursMayEndAndStartAgain)
{
    const ExperimentId id = sent(5, {{"gate", (dir / "gate").string()}, {"hold_at", 3}});
    startSsh();
    ASSERT_TRUE(untilEpoch(id, 2));
    scheduler.reset();
    open();
    touch(dir / "gate");
    startSsh();
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), ExperimentStatus::Completed);
    EXPECT_EQ(epochs(id), upTo(5));
    EXPECT_EQ(attempts(id).size(), 1u);
}

TEST_F(SshSchedule, aResumedRunTakesItsCheckpointAlong)
{
    const ExperimentId id = sent(4, {{"end", "stopped"}, {"end_at", 2}});
    startSsh();
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), ExperimentStatus::Stopped);
    must(store->run([&](StoreWriter& w) { return actions::resume(w, id); }));
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), ExperimentStatus::Completed) << experiment(id).reason;
    EXPECT_EQ(epochs(id), upTo(4));
}

TEST_F(SshSchedule, aMissingWorkerIsOneSentenceOnTheExperiment)
{
    host.address["worker"] = "/nowhere/yardstick-worker";
    must(store->run([&](StoreWriter& w) -> Result<> {
        must(w.upsertHost(host));
        return {};
    }));
    const ExperimentId id = sent(2, json::object());
    startSsh();
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), ExperimentStatus::Failed);
    EXPECT_EQ(experiment(id).reason, "/nowhere/yardstick-worker is no program that can be run on box: install the worker "
                                     "there, or say where it is with --worker.");
}

TEST_F(SshSchedule, aMachineThatDoesNotAnswerIsSaidSoAndAStopWaitsForIt)
{
    sshd->stop();
    const ExperimentId id = sent(2, json::object());
    startSsh();
    ASSERT_TRUE(waitFor([&] { return experiment(id).reason.find("box cannot be reached: ") == 0; }));
    EXPECT_EQ(status(id), ExperimentStatus::Starting);
    must(store->run([&](StoreWriter& w) { return actions::stop(w, id, false); }));
    (void)waitFor([] { return false; }, 1);
    EXPECT_EQ(status(id), ExperimentStatus::Starting);
    sshd->start();
    ASSERT_TRUE(waitFor([&] { return status(id) == ExperimentStatus::Stopped; }));
    EXPECT_EQ(experiment(id).reason, "It was stopped before it started.");
    EXPECT_FALSE(fs::exists(dir / "far away" / "jobs" / attempts(id).at(0).token / "started"));
}

TEST_F(SshSchedule, aKillGivesAMachineUpThatNeverAnswered)
{
    sshd->stop();
    const ExperimentId id = sent(2, json::object());
    startSsh();
    ASSERT_TRUE(waitFor([&] { return !experiment(id).reason.empty(); }));
    must(store->run([&](StoreWriter& w) { return actions::stop(w, id, true); }));
    ASSERT_TRUE(waitFor([&] { return status(id) == ExperimentStatus::Stopped; }));
    EXPECT_EQ(experiment(id).reason.find("It was given up before it was known to have started. box cannot be reached: "), 0u)
        << experiment(id).reason;
    EXPECT_TRUE(must(reader().openRequests()).empty());
}

TEST_F(SshSchedule, aKillGivesARunningJobUpAfterAMinuteOfSilence)
{
    const fs::path gate = dir / "gate";
    const ExperimentId id = sent(3, {{"gate", gate.string()}, {"hold_at", 2}});
    startSsh(&clock);
    ASSERT_TRUE(untilEpoch(id, 1));
    ::kill(static_cast<pid_t>(launcher->masterPid(host.id)), SIGKILL);
    sshd->stop();
    must(store->run([&](StoreWriter& w) { return actions::stop(w, id, true); }));
    ASSERT_TRUE(waitFor([&] { return !experiment(id).reason.empty(); }));
    clock.advance(30'000);
    (void)waitFor([] { return false; }, 1);
    EXPECT_EQ(status(id), ExperimentStatus::Running);
    clock.advance(31'000);
    ASSERT_TRUE(waitFor([&] { return status(id) == ExperimentStatus::Stopped; }));
    EXPECT_EQ(experiment(id).reason.find("It was given up, and may go on there by itself: "), 0u) << experiment(id).reason;
    touch(gate); // the worker that nobody could reach
    const fs::path far = dir / "far away" / "jobs" / attempts(id).at(0).token;
    EXPECT_TRUE(waitFor([&] { return fs::exists(far / run_files::kExit); }));
}

TEST_F(SshSchedule, aRunningJobSaysThatItsMachineIsAway)
{
    const fs::path gate = dir / "gate";
    const ExperimentId id = sent(3, {{"gate", gate.string()}, {"hold_at", 2}});
    startSsh();
    ASSERT_TRUE(untilEpoch(id, 1));
    ::kill(static_cast<pid_t>(launcher->masterPid(host.id)), SIGKILL);
    sshd->stop();
    ASSERT_TRUE(waitFor([&] { return !experiment(id).reason.empty(); }));
    EXPECT_EQ(status(id), ExperimentStatus::Running);
    sshd->start();
    ASSERT_TRUE(waitFor([&] { return experiment(id).reason.empty(); }));
    touch(gate);
    ASSERT_TRUE(untilIdle());
    EXPECT_EQ(status(id), ExperimentStatus::Completed);
}

} // namespace
} // namespace yardstick::test
