// The SSH launcher against a real sshd on loopback with real processes: one worker per token whatever is repeated,
// nothing lost when the connection is, a host that does not answer is Unknown.
#include "cloud/ssh_launcher.h"

#include "cloud/ssh_check.h"
#include "tests/support/schedule_fixture.h"
#include "tests/support/sshd.h"

#include <QElapsedTimer>

#include <csignal>
#include <thread>

namespace yardstick::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class SshLaunch : public testing::Test
{
public:
    void SetUp() override
    {
        if (!Sshd::installed()) {
            GTEST_SKIP() << "skipped, peer missing: sshd (openssh-server)";
        }
        sshd = std::make_unique<Sshd>(dir / "sshd");
        host.id = HostId(7);
        host.name = "box";
        host.kind = "ssh";
        host.address = {{"destination", Sshd::user() + "@127.0.0.1"},
                        {"port", sshd->port()},
                        {"identity", sshd->identity()},
                        {"worker", worker().string()},
                        {"root", root().string()}};
        fs::create_directories(worker().parent_path());
        fs::create_symlink(YARDSTICK_TINY_WORKER, worker());
        request.job.token = "t1";
        request.job.params = {{"epochs", 3}};
        request.job.data = (dir / "数据 set" / "data.yaml").string();
        request.runDirectory = dir / "runs here" / "t1";
        request.host = host;
        fs::create_directories(fs::path(request.job.data).parent_path());
        order({{"gate", gate().string()}, {"hold_at", 2}});
        launcher = make();
    }
    ~SshLaunch() override
    {
        if (const auto process = workerProcess()) {
            (void)platform::signalProcess(*process, SIGKILL);
        }
    }

    std::unique_ptr<SshLauncher> make()
    {
        return std::make_unique<SshLauncher>(
            SshLauncher::Options{dir / "machines", [this](HostId) { return Result<Host>(host); }, Deadline(20)});
    }
    void order(const json& orders) { must(platform::writeFileAtomic(request.job.data, orders.dump())); }
    [[nodiscard]] fs::path root() const { return dir / "far away 远" / "it's here"; }
    [[nodiscard]] fs::path worker() const { return dir / "bin dir" / "工 worker"; }
    [[nodiscard]] fs::path gate() const { return dir / "gate"; }
    [[nodiscard]] fs::path run() const { return request.runDirectory; }
    [[nodiscard]] fs::path farRun() const { return root() / "jobs" / "t1"; }
    void openGate() { std::ofstream(gate()) << "go"; }

    template <typename T> Result<T> wait(const std::function<void(Done<T>)>& call)
    {
        std::optional<Result<T>> answer;
        call([&](Result<T> r) { answer = std::move(r); });
        EXPECT_FALSE(answer.has_value()) << "the answer comes later, through the event loop";
        EXPECT_TRUE(waitFor([&] { return answer.has_value(); }));
        return answer ? std::move(*answer) : fail(ErrorCode::Timeout, "no answer");
    }
    Result<json> place(SshLauncher& l, Deadline deadline = kDeadline)
    {
        return wait<json>([&](Done<json> d) { l.place(request, deadline, &context, std::move(d)); });
    }
    JobState state(SshLauncher& l, Deadline deadline = kDeadline)
    {
        return must(wait<JobState>([&](Done<JobState> d) { l.state(attempt(), deadline, &context, std::move(d)); }));
    }
    Result<> mirror(SshLauncher& l)
    {
        return wait<void>([&](Done<void> d) { l.mirror(attempt(), kDeadline, &context, std::move(d)); });
    }
    Result<> stop(SshLauncher& l, bool hard)
    {
        return wait<void>([&](Done<void> d) { l.stop(attempt(), hard, kDeadline, &context, std::move(d)); });
    }
    Result<> fetch(SshLauncher& l, const std::vector<std::string>& files)
    {
        return wait<void>([&](Done<void> d) { l.fetch(attempt(), files, kDeadline, &context, std::move(d)); });
    }
    [[nodiscard]] bool untilLife(JobLife life)
    {
        return waitFor([&] { return state(*launcher).life == life; });
    }
    [[nodiscard]] Attempt attempt() const
    {
        Attempt a;
        a.token = request.job.token;
        a.hostId = host.id;
        a.runDirectory = request.runDirectory.string();
        a.handle = handle;
        return a;
    }
    [[nodiscard]] std::optional<platform::ProcessId> workerProcess() const
    {
        return platform::processId(handle.is_object() ? handle.value("pid", std::int64_t(0)) : 0);
    }
    [[nodiscard]] long starts() const
    {
        const std::string text = slurp(farRun() / "starts.txt");
        return std::count(text.begin(), text.end(), '\n');
    }
    [[nodiscard]] bool working() const
    {
        return waitFor([&] { return slurp(farRun() / run_files::kEvents).find("\"epoch\"") != std::string::npos; });
    }

    static constexpr Deadline kDeadline{30'000};
    TempDir dir;
    std::unique_ptr<Sshd> sshd;
    Host host;
    PlaceRequest request;
    QObject context;
    json handle;
    std::unique_ptr<SshLauncher> launcher;
};

TEST_F(SshLaunch, runsAJobToItsEndAndBringsItsFilesHere)
{
    handle = must(place(*launcher));
    EXPECT_EQ(handle["root"], root().string());
    EXPECT_TRUE(working());
    EXPECT_EQ(state(*launcher).life, JobLife::Alive);
    must(mirror(*launcher));
    const std::string first = slurp(run() / run_files::kEvents);
    EXPECT_NE(first.find("\"hello\""), std::string::npos);
    EXPECT_FALSE(fs::exists(run() / run_files::kExit));
    openGate();
    EXPECT_TRUE(untilLife(JobLife::Ended));
    must(mirror(*launcher));
    const std::string whole = slurp(run() / run_files::kEvents);
    EXPECT_EQ(whole, slurp(farRun() / run_files::kEvents)) << "byte for byte";
    EXPECT_TRUE(whole.starts_with(first));
    EXPECT_EQ(must(exitFromJson(json::parse(slurp(run() / run_files::kExit)))).outcome, "completed");
    must(fetch(*launcher, {"weights/last.ckpt"}));
    EXPECT_EQ(slurp(run() / "weights" / "last.ckpt"), "3");
    EXPECT_FALSE(fs::exists(run() / ".incoming"));
    EXPECT_NE(slurp(farRun() / "fetched").find(platform::sha256("3") + "  weights/last.ckpt"), std::string::npos);
    EXPECT_EQ(fetch(*launcher, {"weights/none.ckpt"}).error().code, ErrorCode::NotFound);
    EXPECT_EQ(fetch(*launcher, {"../../secret"}).error().code, ErrorCode::InvalidArgument);
    // The job was given the data set where it lies there.
    const JobSpec there = must(readJob(farRun()));
    EXPECT_TRUE(there.data.starts_with(root().string() + "/data/")) << there.data;
    EXPECT_EQ(json::parse(slurp(there.data))["gate"], gate().string());
}

TEST_F(SshLaunch, repeatedPlacementsStartOneWorker)
{
    handle = must(place(*launcher));
    const auto other = make(); // as after a crash: nothing is remembered
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(must(place(i % 2 == 0 ? *launcher : *other))["pid"], handle["pid"]);
    }
    // Both at once, on a token of which nobody knows anything.
    request.job.token = "t2";
    std::vector<Result<json>> answers;
    for (SshLauncher* l : {launcher.get(), other.get()}) {
        l->place(request, kDeadline, &context, [&](Result<json> r) { answers.push_back(std::move(r)); });
    }
    EXPECT_TRUE(waitFor([&] { return answers.size() == 2; }));
    EXPECT_EQ(must(answers.at(0))["pid"], must(answers.at(1))["pid"]);
    openGate();
    EXPECT_TRUE(waitFor([&] { return fs::exists(root() / "jobs" / "t2" / run_files::kExit); }));
    const std::string text = slurp(root() / "jobs" / "t2" / "starts.txt");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
    EXPECT_TRUE(untilLife(JobLife::Ended));
    must(place(*launcher));
    EXPECT_EQ(starts(), 1) << "what has ended is never started again";
}

TEST_F(SshLaunch, aJobIsFoundAgainThoughItsDataSetIsGoneHere)
{
    handle = must(place(*launcher));
    fs::remove_all(fs::path(request.job.data).parent_path());
    EXPECT_EQ(must(place(*make()))["pid"], handle["pid"]);
}

TEST_F(SshLaunch, aLostConnectionLosesNothing)
{
    handle = must(place(*launcher));
    EXPECT_TRUE(working());
    must(mirror(*launcher));
    for (int i = 0; i < 3; ++i) {
        const std::int64_t master = launcher->masterPid(host.id);
        ASSERT_GT(master, 0);
        ::kill(static_cast<pid_t>(master), SIGKILL);
        EXPECT_TRUE(untilLife(JobLife::Alive));
        EXPECT_TRUE(waitFor([&] {
            (void)state(*launcher);
            return launcher->masterPid(host.id) > 0 && launcher->masterPid(host.id) != master;
        })) << "another connection is made";
    }
    openGate();
    EXPECT_TRUE(untilLife(JobLife::Ended));
    EXPECT_TRUE(waitFor([&] { return mirror(*launcher).has_value(); }));
    EXPECT_EQ(slurp(run() / run_files::kEvents), slurp(farRun() / run_files::kEvents));
    EXPECT_EQ(starts(), 1);
}

TEST_F(SshLaunch, aServerThatIsGoneForAWhileLosesNothing)
{
    handle = must(place(*launcher));
    EXPECT_TRUE(working());
    sshd->signal(SIGKILL);
    EXPECT_TRUE(untilLife(JobLife::Unknown));
    EXPECT_NE(state(*launcher).reason.find("box"), std::string::npos);
    EXPECT_FALSE(mirror(*launcher));
    openGate();
    EXPECT_TRUE(waitFor([&] { return fs::exists(farRun() / run_files::kExit); })) << "the job goes on by itself";
    sshd->start();
    EXPECT_TRUE(untilLife(JobLife::Ended));
    must(mirror(*launcher));
    EXPECT_EQ(slurp(run() / run_files::kEvents), slurp(farRun() / run_files::kEvents));
}

TEST_F(SshLaunch, aFrozenHostIsUnknownAfterTheDeadlineAndThenGoesOn)
{
    handle = must(place(*launcher));
    EXPECT_TRUE(working());
    sshd->signal(SIGSTOP);
    for (int i = 0; i < 2; ++i) { // first on the frozen connection, then on one that never comes about
        QElapsedTimer time;
        time.start();
        const JobState frozen = state(*launcher, Deadline(700));
        EXPECT_EQ(frozen.life, JobLife::Unknown);
        EXPECT_EQ(frozen.reason, "box does not answer.");
        EXPECT_LT(time.elapsed(), 5000);
        EXPECT_GE(time.elapsed(), 600);
    }
    sshd->signal(SIGCONT);
    EXPECT_TRUE(untilLife(JobLife::Alive));
    must(mirror(*launcher));
}

TEST_F(SshLaunch, aFrozenMasterIsReplaced)
{
    handle = must(place(*launcher));
    const std::int64_t master = launcher->masterPid(host.id);
    ASSERT_GT(master, 0);
    ::kill(static_cast<pid_t>(master), SIGSTOP);
    EXPECT_EQ(state(*launcher, Deadline(700)).life, JobLife::Unknown);
    EXPECT_EQ(state(*launcher).life, JobLife::Alive);
    EXPECT_NE(launcher->masterPid(host.id), master);
    EXPECT_NE(::kill(static_cast<pid_t>(master), 0), 0) << "the frozen one was ended";
}

TEST_F(SshLaunch, aChangedHostKeyIsRefusedUntilItIsAccepted)
{
    handle = must(place(*launcher));
    EXPECT_TRUE(working());
    sshd->changeHostKey();
    EXPECT_TRUE(untilLife(JobLife::Unknown));
    EXPECT_TRUE(waitFor([&] { return state(*launcher).reason.starts_with("The host key of box is not the one that was pinned"); }));
    request.job.token = "t2";
    const auto refused = place(*make());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::Auth);
    EXPECT_NE(refused.error().message().find("yardstick machine check \"box\" --new-key"), std::string::npos);
    EXPECT_FALSE(fs::exists(root() / "jobs" / "t2"));
    must(forgetHostKey(dir / "machines", host.id));
    request.job.token = "t1";
    EXPECT_EQ(state(*make()).life, JobLife::Alive) << "the old job is found on the machine with its new key";
}

TEST_F(SshLaunch, stopsGentlyAndHard)
{
    handle = must(place(*launcher));
    EXPECT_TRUE(working());
    must(stop(*launcher, false));
    must(stop(*launcher, false));
    EXPECT_TRUE(untilLife(JobLife::Ended));
    must(mirror(*launcher));
    EXPECT_EQ(must(exitFromJson(json::parse(slurp(run() / run_files::kExit)))).outcome, "stopped");
    must(stop(*launcher, true)); // gone already: well

    request.job.token = "t2";
    order({{"gate", gate().string()}, {"ignore_stop", true}});
    handle = must(place(*launcher));
    EXPECT_TRUE(waitFor([&] { return fs::exists(root() / "jobs" / "t2" / run_files::kEvents); }));
    must(stop(*launcher, false));
    EXPECT_EQ(state(*launcher).life, JobLife::Alive);
    must(stop(*launcher, true));
    EXPECT_TRUE(untilLife(JobLife::Vanished));
}

TEST_F(SshLaunch, aReusedProcessIdIsNotTheWorker)
{
    handle = must(place(*launcher));
    EXPECT_TRUE(working());
    std::string pid = slurp(farRun() / "pid"); // "PID START BOOT"
    const platform::ProcessId me = platform::self();
    const std::string boot = platform::bootId();
    must(platform::writeFileAtomic(farRun() / "pid", std::to_string(me.pid) + " 1 " + boot + "\n"));
    EXPECT_EQ(state(*launcher).life, JobLife::Vanished) << "the number lives, but began at another time";
    must(platform::writeFileAtomic(farRun() / "pid", std::to_string(me.pid) + " " + std::to_string(me.startTicks) + " other\n"));
    const JobState restarted = state(*launcher);
    EXPECT_EQ(restarted.life, JobLife::Vanished);
    EXPECT_EQ(restarted.reason, "box was restarted while it ran.");
    must(platform::writeFileAtomic(farRun() / "pid", pid));
    EXPECT_EQ(state(*launcher).life, JobLife::Alive);
}

TEST_F(SshLaunch, faultsAreOneSentence)
{
    fs::remove(worker());
    const auto noWorker = place(*launcher);
    ASSERT_FALSE(noWorker);
    EXPECT_EQ(noWorker.error().code, ErrorCode::WorkerMissing);
    EXPECT_EQ(noWorker.error().message(), worker().string() + " is no program that can be run on box: install the worker "
                                                              "there, or say where it is with --worker.");
    request.job.container.image = "debian";
    EXPECT_EQ(place(*launcher).error().code, ErrorCode::Unsupported);
    request.job.container = {};
    host.address["identity"] = (dir / "sshd" / "host_key").string(); // a key that nobody has authorised
    request.host = host;
    EXPECT_EQ(place(*make()).error().code, ErrorCode::Auth);
    host.address["identity"] = sshd->identity();
    host.address["root"] = (dir / "gate" / "below a file").string();
    openGate();
    request.host = host;
    const auto unwritable = place(*make());
    ASSERT_FALSE(unwritable);
    EXPECT_EQ(unwritable.error().code, ErrorCode::Io);
}

TEST_F(SshLaunch, theDataSetTravelsOnce)
{
    const fs::path data = fs::path(request.job.data).parent_path();
    fs::create_directories(data / "images");
    for (int i = 0; i < 20; ++i) {
        must(platform::writeFileAtomic(data / "images" / ("图 " + std::to_string(i) + ".jpg"), std::string(1000, 'x')));
    }
    must(platform::writeFileAtomic(request.job.data, "train: images\nval: images\nnames: [a]\n"));
    handle = must(place(*launcher));
    const fs::path there = fs::path(must(readJob(farRun())).data).parent_path();
    EXPECT_EQ(slurp(there / "files" / "images" / "图 7.jpg"), std::string(1000, 'x'));
    const auto before = fs::last_write_time(there / "complete");
    must(platform::writeFileAtomic(there / "files" / "mark", "untouched"));
    request.job.token = "t2";
    must(place(*launcher));
    EXPECT_EQ(fs::path(must(readJob(root() / "jobs" / "t2")).data).parent_path(), there);
    EXPECT_EQ(fs::last_write_time(there / "complete"), before);
    EXPECT_EQ(slurp(there / "files" / "mark"), "untouched");
    must(platform::writeFileAtomic(data / "images" / "new.jpg", "new"));
    request.job.token = "t3";
    must(place(*launcher));
    EXPECT_NE(fs::path(must(readJob(root() / "jobs" / "t3")).data).parent_path(), there) << "another content";
}

TEST_F(SshLaunch, noTextOfTheUserIsOnACommandLine)
{
    const std::string canary = "CANARY-7f3a-parameter";
    request.job.params["name"] = canary;
    request.job.experimentName = canary + "; touch pwned";
    order({{"gate", gate().string()}, {"note", canary}});
    std::atomic<bool> over = false;
    std::vector<std::string> seen;
    int processes = 0;
    std::thread watcher([&] {
        while (!over) {
            for (const auto& entry : fs::directory_iterator("/proc")) {
                const std::string line = platform::readFile(entry.path() / "cmdline", 1u << 20).value_or("");
                processes += line.find("/bin/sh") != std::string::npos ? 1 : 0;
                if (line.find("CANARY") != std::string::npos) {
                    seen.push_back(line);
                }
            }
        }
    });
    handle = must(place(*launcher));
    EXPECT_TRUE(waitFor([&] { return fs::exists(farRun() / run_files::kEvents); }));
    must(mirror(*launcher));
    openGate();
    EXPECT_TRUE(untilLife(JobLife::Ended));
    must(fetch(*launcher, {"weights/last.ckpt"}));
    over = true;
    watcher.join();
    EXPECT_GT(processes, 0) << "the watcher saw the calls at all";
    EXPECT_TRUE(seen.empty()) << seen.front();
    EXPECT_EQ(must(readJob(farRun())).params["name"], canary) << "and yet it arrived";
}

TEST_F(SshLaunch, aLogThatWasReplacedIsNoticed)
{
    handle = must(place(*launcher));
    EXPECT_TRUE(working());
    must(mirror(*launcher));
    // The same content under another inode, as after a restored disk: accepted.
    const fs::path events = farRun() / run_files::kEvents;
    fs::copy_file(events, farRun() / "copy");
    fs::rename(farRun() / "copy", events);
    must(mirror(*launcher));
    // Another log: refused; a printed log is copied anew.
    std::string other = slurp(events);
    other[20] = other[20] == 'x' ? 'y' : 'x';
    must(platform::writeFileAtomic(events, other + "more\n"));
    const auto refused = mirror(*launcher);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
    must(platform::writeFileAtomic(events, slurp(run() / run_files::kEvents)));
    must(platform::writeFileAtomic(run() / run_files::kLog, "something else that is longer"));
    must(platform::writeFileAtomic(farRun() / run_files::kLog, "printed\n"));
    must(mirror(*launcher));
    EXPECT_EQ(slurp(run() / run_files::kLog), "printed\n");
}

TEST_F(SshLaunch, aLookAtTheMachineTellsWhatIsThere)
{
    const auto look = [&] {
        std::optional<MachineCheck> found;
        checkSshMachine(dir / "machines", host, kDeadline, &context, [&](MachineCheck c) { found = std::move(c); });
        EXPECT_TRUE(waitFor([&] { return found.has_value(); }));
        return found.value_or(MachineCheck{});
    };
    const MachineCheck first = look();
    EXPECT_FALSE(first.error) << first.error->message();
    EXPECT_TRUE(first.newlyPinned);
    EXPECT_TRUE(first.fingerprint.starts_with("SHA256:")) << first.fingerprint;
    EXPECT_EQ(first.cores, platform::hostInfo().logicalCpus);
    EXPECT_GT(first.ramBytes, 0);
    EXPECT_GT(first.freeBytes, 0);
    EXPECT_LT(std::abs(first.clockSkewSeconds), 5);
    EXPECT_FALSE(first.good()) << "the tiny worker tells no version";
    fs::remove(worker());
    const MachineCheck second = look();
    EXPECT_FALSE(second.newlyPinned);
    EXPECT_EQ(second.fingerprint, first.fingerprint);
    EXPECT_TRUE(second.worker.empty());
    sshd->changeHostKey();
    const MachineCheck third = look();
    ASSERT_TRUE(third.error);
    EXPECT_EQ(third.error->code, ErrorCode::Auth);
    ASSERT_EQ(third.rows.size(), 1u);
    EXPECT_EQ(third.rows[0].id, "host_key");
}

TEST_F(SshLaunch, aLookAsksForTheEnvironmentOfUltralyticsThatIsNamed)
{
    const auto look = [&] {
        std::optional<MachineCheck> found;
        checkSshMachine(dir / "machines", host, kDeadline, &context, [&](MachineCheck c) { found = std::move(c); });
        EXPECT_TRUE(waitFor([&] { return found.has_value(); }));
        for (const CheckRow& row : found.value_or(MachineCheck{}).rows) {
            if (row.id == "ultralytics") {
                return std::optional(row);
            }
        }
        return std::optional<CheckRow>();
    };
    fs::remove(worker()); // a link to the worker of the other tests
    must(platform::writeFileAtomic(worker(), "#!/bin/sh\n"
                                             "[ \"$1\" = --version ] && exec echo 'yardstick-worker 0.1.0'\n"
                                             "[ \"$*\" = \"backend check --python ~/my env's\" ] && exec echo 'ultralytics 8.2.100, CPU only'\n"
                                             "echo \"error: $4 has no program.\" >&2\nexit 1\n"));
    fs::permissions(worker(), fs::perms::owner_all);
    EXPECT_FALSE(look()) << "none is named";
    setUltralytics(host, "~/my env's");
    const auto good = look();
    ASSERT_TRUE(good);
    EXPECT_EQ(good->value, "ultralytics 8.2.100, CPU only");
    EXPECT_EQ(good->verdict, CheckVerdict::Good);
    setUltralytics(host, "/nowhere");
    const auto bad = look();
    ASSERT_TRUE(bad);
    EXPECT_EQ(bad->value, "/nowhere has no program.");
    EXPECT_EQ(bad->verdict, CheckVerdict::Bad);
}

} // namespace
} // namespace yardstick::test
