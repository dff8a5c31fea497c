// The scheduler's process is killed with SIGKILL at every named step, and at many points of ingestion;
// another one goes on. Nothing may be missing or doubled: one worker per attempt, every event once, every
// experiment ended once.
#include "tests/support/schedule_fixture.h"

#include <QProcess>
#include <QProcessEnvironment>

#include <csignal>
#include <iostream>

namespace yardstick::test {
namespace {

using nlohmann::json;
using S = ExperimentStatus;

class SchedulerKill : public ScheduleFixture
{
public:
    /// Runs scheduler_runner, killed at `point` when it is not empty.
    void launch(QProcess& process, const std::string& point = {},
                const std::string& worker = YARDSTICK_TINY_WORKER)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("YARDSTICK_TEST_KILL_AT"));
        if (!point.empty()) {
            environment.insert(QStringLiteral("YARDSTICK_TEST_KILL_AT"), QString::fromStdString(point));
        }
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(YARDSTICK_SCHEDULER_RUNNER),
                      {QString::fromStdString(file().string()), QString::fromStdString(worker)});
    }
    [[nodiscard]] bool ended(QProcess& process) const
    {
        return waitFor([&] { return process.state() == QProcess::NotRunning; }, 100);
    }
    /// True when it was killed, false when it came to its end first.
    bool runKilledAt(const std::string& point)
    {
        QProcess process;
        launch(process, point);
        EXPECT_TRUE(ended(process));
        return process.exitStatus() == QProcess::CrashExit;
    }
    void runToTheEnd()
    {
        QProcess process;
        launch(process);
        EXPECT_TRUE(ended(process));
        EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
        EXPECT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    }
    /// Completed in one attempt by one worker, and the store holds exactly what the log says.
    void expectWhole(ExperimentId id, int count)
    {
        EXPECT_EQ(status(id), S::Completed) << experiment(id).reason;
        ASSERT_EQ(attempts(id).size(), 1u);
        EXPECT_EQ(starts(id), 1);
        EXPECT_EQ(epochs(id), upTo(count));
        const Attempt a = attempts(id)[0];
        const std::string log = slurp(std::filesystem::path(a.runDirectory) / run_files::kEvents);
        EXPECT_EQ(a.logOffset, static_cast<std::int64_t>(log.size()));
        EXPECT_EQ(a.lastSeq, std::count(log.begin(), log.end(), '\n'));
        EXPECT_EQ(a.badLines, 0);
        EXPECT_EQ(must(reader().joinedPoints(id, "train/box_loss")).size(), static_cast<size_t>(count));
    }
};

TEST_F(SchedulerKill, atEveryNamedStep)
{
    startScheduler(); // the store of the parent is a client: it holds no lock below
    scheduler.reset();
    int kills = 0;
    for (const char* point : {"scheduler.before_attempt_row", "scheduler.after_attempt_row",
                              "launcher.after_spawn", "launcher.after_place", "scheduler.before_handle",
                              "scheduler.after_handle", "scheduler.after_ingest", "scheduler.after_exit",
                              "scheduler.before_close", "scheduler.after_close"}) {
        SCOPED_TRACE(point);
        const ExperimentId first = enqueued(3), second = enqueued(2);
        // The second pass of the same point kills the second job's step.
        for (const std::string& at : {std::string(point), std::string(point)}) {
            const bool killed = runKilledAt(at);
            EXPECT_TRUE(killed || at != point);
            kills += killed ? 1 : 0;
        }
        runToTheEnd();
        expectWhole(first, 3);
        expectWhole(second, 2);
    }
    std::cout << "killed " << kills << " times at 10 named steps\n";
    EXPECT_GE(kills, 10);
}

TEST_F(SchedulerKill, atManyPointsOfIngestion)
{
    // Slow epochs spread the log over many slices, under a sanitizer too.
    const ExperimentId first = enqueued(12, {{"epoch_ms", 60}, {"lines", 1}}),
                       second = enqueued(12, {{"epoch_ms", 60}});
    int kills = 0;
    for (int pass = 0; pass < 30; ++pass) {
        const char* points[] = {"scheduler.after_ingest", "after_read", "between_rows_and_offset",
                                "before_commit", "after_commit"};
        if (!runKilledAt(std::string(points[pass % 5]) + ":" + std::to_string(1 + pass % 7))) {
            break;
        }
        ++kills;
    }
    runToTheEnd();
    expectWhole(first, 12);
    expectWhole(second, 12);
    std::cout << "killed " << kills << " times\n";
    EXPECT_GE(kills, 5);
}

TEST_F(SchedulerKill, theRunGoesOnAndIsAttachedAgain)
{
    const std::string gate = (dir / "gate").string();
    const ExperimentId id = enqueued(6, {{"gate", gate}, {"hold_at", 4}});
    QProcess app;
    launch(app);
    ASSERT_TRUE(waitFor([&] { return status(id) == S::Running && epochs(id) == upTo(3); }));
    const auto worker = platform::processId(attempts(id)[0].hello.value("pid", std::int64_t(0)));
    ASSERT_TRUE(worker);
    app.kill();
    ASSERT_TRUE(ended(app));
    EXPECT_TRUE(platform::isAlive(*worker)) << "the run goes on";
    EXPECT_FALSE(schedulerHolder(file()).held) << "the kernel has freed the lock";
    touch(gate); // it makes progress, and ends, while nobody looks
    ASSERT_TRUE(waitFor([&] { return !platform::isAlive(*worker); }));
    EXPECT_EQ(epochs(id), upTo(3));
    runToTheEnd();
    expectWhole(id, 6);
}

TEST_F(SchedulerKill, aSecondProcessIsRefusedAndToldWho)
{
    const std::string gate = (dir / "gate").string();
    const ExperimentId id = enqueued(2, {{"gate", gate}, {"hold_at", 1}});
    QProcess owner;
    launch(owner);
    ASSERT_TRUE(waitFor([&] { return status(id) == S::Running; }));
    QProcess second;
    launch(second);
    ASSERT_TRUE(ended(second));
    EXPECT_EQ(second.exitCode(), 4);
    const std::string said = second.readAllStandardError().toStdString();
    EXPECT_NE(
        said.find("Another process schedules this store: run, process " + std::to_string(owner.processId())),
        std::string::npos)
        << said;
    // A client's stop reaches the owner.
    must(store->run([&](StoreWriter& w) { return actions::stop(w, id); }));
    ASSERT_TRUE(ended(owner));
    EXPECT_EQ(status(id), S::Stopped);
}

TEST_F(SchedulerKill, aMissingWorkerIsToldWithEveryPathTried)
{
    // A copy of the program in a folder of its own finds no worker beside itself.
    const auto alone = dir / "alone" / "bin";
    std::filesystem::create_directories(alone);
    std::filesystem::copy_file(YARDSTICK_SCHEDULER_RUNNER, alone / "runner");
    const ExperimentId id = enqueued(1);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"), QStringLiteral("/no/bin"));
    environment.remove(QStringLiteral("YARDSTICK_WORKER"));
    process.setProcessEnvironment(environment);
    process.start(QString::fromStdString((alone / "runner").string()),
                  {QString::fromStdString(file().string()), QString()});
    ASSERT_TRUE(ended(process));
    EXPECT_EQ(status(id), S::Queued); // it waits for a worker
    EXPECT_EQ(experiment(id).reason,
              "The training program yardstick-worker was not found; looked for " +
                  (alone / "yardstick-worker").string() + ", " +
                  (dir / "alone" / "libexec" / "yardstick" / "yardstick-worker").string() +
                  ", /no/bin/yardstick-worker.");
}

} // namespace
} // namespace yardstick::test
