// The local launcher with real processes: one worker per token, whatever is repeated; state, stop, CPUs.
#include "tests/support/schedule_fixture.h"

#include <csignal>

namespace yardstick::test {
namespace {

using nlohmann::json;

class Launch : public testing::Test
{
public:
    Launch()
    {
        request.job.token = "t1";
        request.job.params = {{"epochs", 2}};
        request.job.data = (dir / "data.yaml").string();
        request.runDirectory = dir / "runs" / "t1";
        order({{"gate", gate().string()}});
    }
    ~Launch() override
    {
        if (const auto process = worker()) {
            (void)platform::signalProcess(*process, SIGKILL);
        }
    }
    void order(const json& orders) { must(platform::writeFileAtomic(dir / "data.yaml", orders.dump())); }
    [[nodiscard]] std::filesystem::path gate() const { return dir / "gate"; }
    [[nodiscard]] std::filesystem::path run() const { return request.runDirectory; }

    template <typename T> Result<T> wait(const std::function<void(Done<T>)>& call)
    {
        std::optional<Result<T>> answer;
        call([&](Result<T> r) { answer = std::move(r); });
        EXPECT_FALSE(answer.has_value()) << "the answer comes later, through the event loop";
        EXPECT_TRUE(waitFor([&] { return answer.has_value(); }));
        return answer ? std::move(*answer) : fail(ErrorCode::Timeout, "no answer");
    }
    Result<json> place(LocalLauncher& l)
    {
        return wait<json>([&](Done<json> d) { l.place(request, kDeadline, &context, std::move(d)); });
    }
    Result<void> stop(LocalLauncher& l, bool hard)
    {
        return wait<void>([&](Done<void> d) { l.stop(attempt(), hard, kDeadline, &context, std::move(d)); });
    }
    JobLife life(LocalLauncher& l)
    {
        return must(wait<JobState>(
                        [&](Done<JobState> d) { l.state(attempt(), kDeadline, &context, std::move(d)); }))
            .life;
    }
    [[nodiscard]] Attempt attempt() const
    {
        Attempt a;
        a.token = request.job.token;
        a.runDirectory = request.runDirectory.string();
        a.handle = handle;
        return a;
    }
    [[nodiscard]] std::optional<platform::ProcessId> worker() const
    {
        return platform::processId(handle.is_object() ? handle.value("pid", std::int64_t(0)) : 0);
    }
    [[nodiscard]] long starts() const
    {
        const std::string text = slurp(run() / "starts.txt");
        return std::count(text.begin(), text.end(), '\n');
    }
    [[nodiscard]] bool ready() const
    {
        return waitFor([&] { return platform::FileLock::isLocked(run() / run_files::kLock); });
    }

    static constexpr Deadline kDeadline{1000};
    TempDir dir;
    PlaceRequest request;
    QObject context;
    json handle;
    LocalLauncher launcher{YARDSTICK_TINY_WORKER};
};

TEST_F(Launch, runsAJobToItsEnd)
{
    handle = must(place(launcher));
    EXPECT_EQ(life(launcher), JobLife::Alive) << "from the first moment on, before it holds its own lock";
    EXPECT_TRUE(ready());
    std::ofstream(gate()) << "go";
    EXPECT_TRUE(waitFor([&] { return life(launcher) == JobLife::Ended; }));
    EXPECT_EQ(must(readJob(run())).token, "t1");
    EXPECT_EQ(starts(), 1);
}

TEST_F(Launch, aSecondPlaceWithTheSameTokenFindsTheFirst)
{
    handle = must(place(launcher));
    LocalLauncher other(YARDSTICK_TINY_WORKER); // as after a crash: nothing is remembered
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(must(place(i % 2 == 0 ? launcher : other))["pid"], handle["pid"]);
    }
    EXPECT_TRUE(ready());
    EXPECT_EQ(must(place(other))["pid"], handle["pid"]);
    // Even when the note of its process was lost: its lock tells.
    std::filesystem::remove(run() / "launch.json");
    EXPECT_EQ(must(place(other))["pid"], handle["pid"]);
    EXPECT_EQ(starts(), 1);
}

TEST_F(Launch, whatWasStartedOnceIsNeverStartedAgain)
{
    handle = must(place(launcher));
    ASSERT_TRUE(ready());
    must(stop(launcher, true));
    EXPECT_TRUE(waitFor([&] { return life(launcher) == JobLife::Vanished; }));
    must(place(launcher));
    EXPECT_EQ(life(launcher), JobLife::Vanished);
    EXPECT_EQ(starts(), 1);
}

TEST_F(Launch, stopsGentlyWithTheStopFile)
{
    handle = must(place(launcher));
    must(stop(launcher, false)); // perhaps before it has a signal handler
    must(stop(launcher, false));
    EXPECT_TRUE(waitFor([&] { return life(launcher) == JobLife::Ended; }));
    EXPECT_EQ(must(exitFromJson(json::parse(slurp(run() / run_files::kExit)))).outcome, "stopped");
    must(stop(launcher, true)); // gone already: well
}

TEST_F(Launch, hardStopEndsAWorkerThatListensToNothing)
{
    order({{"gate", gate().string()}, {"ignore_stop", true}});
    handle = must(place(launcher));
    ASSERT_TRUE(ready());
    must(stop(launcher, false));
    EXPECT_EQ(life(launcher), JobLife::Alive);
    must(stop(launcher, true));
    EXPECT_TRUE(waitFor([&] { return life(launcher) == JobLife::Vanished; }));
}

TEST_F(Launch, outlivesTheLauncher)
{
    {
        LocalLauncher gone(YARDSTICK_TINY_WORKER);
        handle = must(place(gone));
    }
    ASSERT_TRUE(ready());
    const auto process = worker();
    ASSERT_TRUE(process);
    EXPECT_NE(::getsid(static_cast<pid_t>(process->pid)), ::getsid(0)) << "a session of its own";
    EXPECT_EQ(life(launcher), JobLife::Alive);
}

TEST_F(Launch, pinsAJobToTheCpusThatItAskedFor)
{
    if (platform::allowedCpus().size() < 2) {
        GTEST_SKIP() << "one CPU only";
    }
    request.job.threads = 1;
    handle = must(place(launcher));
    ASSERT_TRUE(ready());
    ASSERT_EQ(handle["cpus"].size(), 1u);
    const std::string status =
        slurp("/proc/" + std::to_string(handle["pid"].get<std::int64_t>()) + "/status");
    EXPECT_NE(status.find("Cpus_allowed_list:\t" + std::to_string(handle["cpus"][0].get<int>()) + "\n"),
              std::string::npos)
        << status;
}

TEST_F(Launch, twoPinnedJobsGetDifferentCpus)
{
    if (platform::allowedCpus().size() < 2) {
        GTEST_SKIP() << "one CPU only";
    }
    request.job.threads = 1;
    handle = must(place(launcher));
    const json first = handle["cpus"];
    const auto kept = worker();
    request.job.token = "t2";
    request.runDirectory = dir / "runs" / "t2";
    handle = must(place(launcher));
    EXPECT_NE(handle["cpus"], first);
    (void)platform::signalProcess(*kept, SIGKILL);
}

TEST_F(Launch, faultsAreOneSentence)
{
    LocalLauncher missing((dir / "no-worker").string());
    const auto refused = place(missing);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::WorkerMissing);
    EXPECT_NE(refused.error().message().find("no-worker"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(run() / "launch.json"));
    handle = must(place(launcher)); // the worker has been installed meanwhile
    request.job.token = "t3";
    request.runDirectory = dir / "data.yaml" / "t3"; // below a file
    const auto unwritable = place(launcher);
    ASSERT_FALSE(unwritable);
    EXPECT_EQ(unwritable.error().code, ErrorCode::Io);
}

TEST_F(Launch, aRunFolderThatIsGoneIsSaid)
{
    handle = must(place(launcher));
    ASSERT_TRUE(ready());
    must(stop(launcher, true));
    ASSERT_TRUE(waitFor([&] { return !worker(); }));
    std::filesystem::remove_all(run());
    const JobState state = must(wait<JobState>(
        [&](Done<JobState> d) { launcher.state(attempt(), kDeadline, &context, std::move(d)); }));
    EXPECT_EQ(state.life, JobLife::Vanished);
    EXPECT_EQ(state.reason, "The run folder " + run().string() + " is gone.");
}

TEST_F(Launch, noAnswerAfterTheCallerHasDied)
{
    auto caller = std::make_unique<QObject>();
    bool answered = false;
    launcher.state(attempt(), kDeadline, caller.get(), [&](Result<JobState>) { answered = true; });
    caller.reset();
    bool later = false;
    launcher.state(attempt(), kDeadline, &context, [&](Result<JobState>) { later = true; });
    EXPECT_TRUE(waitFor([&] { return later; }));
    EXPECT_FALSE(answered);
}

} // namespace
} // namespace yardstick::test
