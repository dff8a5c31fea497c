// Detached processes: they outlive their parent, have a session of their own, and are never mistaken for
// another.
#include "core/base/platform.h"
#include "tests/core_base/scratch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <sstream>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
using test::slurp;
using test::spew;
using test::TempDir;
using test::waitFor;

struct Stat
{
    long parent = 0;
    long group = 0;
    long session = 0;
};

Stat statOf(std::int64_t pid)
{
    const std::string text = slurp("/proc/" + std::to_string(pid) + "/stat");
    std::istringstream in(text.substr(std::min(text.rfind(')') + 1, text.size())));
    char state = 0;
    Stat s;
    in >> state >> s.parent >> s.group >> s.session;
    return s;
}

platform::SpawnOptions shell(const std::string& script)
{
    platform::SpawnOptions options;
    options.argv = {"/bin/sh", "-c", script};
    return options;
}

TEST(Process, knowsItself)
{
    const platform::ProcessId me = platform::self();
    EXPECT_EQ(me.pid, ::getpid());
    EXPECT_GT(me.startTicks, 0u);
    EXPECT_FALSE(me.bootId.empty());
    EXPECT_TRUE(platform::isAlive(me));
    EXPECT_EQ(platform::processId(::getpid()), me);
}

TEST(Process, aReusedPidIsNotTheSameProcess)
{
    platform::ProcessId other = platform::self();
    other.startTicks += 1;
    EXPECT_FALSE(platform::isAlive(other)) << "same pid, started at another time";
    other = platform::self();
    other.bootId = "another boot";
    EXPECT_FALSE(platform::isAlive(other)) << "same pid and ticks, before a restart of the machine";
    EXPECT_EQ(platform::signalProcess(other, SIGKILL).error().code, ErrorCode::NotFound)
        << "and is never signalled";
    EXPECT_EQ(platform::processId(0), std::nullopt);
    EXPECT_EQ(platform::processId(-1), std::nullopt);
    EXPECT_EQ(platform::processId(1LL << 40), std::nullopt);
}

TEST(Process, aZombieIsNotAlive)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(0);
    }
    siginfo_t info{};
    ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT),
              0); // ended, not yet reaped
    EXPECT_EQ(platform::processId(child), std::nullopt);
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(platform::processId(child), std::nullopt);
}

TEST(SpawnDetached, hasASessionOfItsOwnAndIsNoChildOfOurs)
{
    const auto process = platform::spawnDetached(shell("exec cat /dev/zero >/dev/null"));
    ASSERT_TRUE(process) << process.error().message();
    EXPECT_TRUE(platform::isAlive(*process));
    const Stat s = statOf(process->pid);
    EXPECT_EQ(s.session, process->pid);
    EXPECT_EQ(s.group, process->pid);
    EXPECT_NE(s.session, ::getsid(0));
    EXPECT_NE(s.parent, ::getpid());
    EXPECT_EQ(::waitpid(static_cast<pid_t>(process->pid), nullptr, WNOHANG), -1);
    ASSERT_TRUE(platform::signalProcess(*process, SIGTERM));
    EXPECT_TRUE(waitFor([&] { return !platform::isAlive(*process); }));
    EXPECT_EQ(platform::signalProcess(*process, SIGTERM).error().code, ErrorCode::NotFound);
}

TEST(SpawnDetached, outlivesItsParent)
{
    int answer[2];
    ASSERT_EQ(::pipe(answer), 0);
    const pid_t parent = ::fork();
    if (parent == 0) {
        const auto process = platform::spawnDetached(shell("exec cat /dev/zero >/dev/null"));
        const std::int64_t pid = process ? process->pid : 0;
        (void)!::write(answer[1], &pid, sizeof pid);
        ::raise(SIGKILL);
    }
    std::int64_t pid = 0;
    ASSERT_EQ(::read(answer[0], &pid, sizeof pid), static_cast<ssize_t>(sizeof pid));
    int status = 0;
    ::waitpid(parent, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    const auto process = platform::processId(pid);
    ASSERT_TRUE(process) << "it lives on";
    ASSERT_TRUE(platform::signalProcess(*process, SIGKILL));
    EXPECT_TRUE(waitFor([&] { return !platform::isAlive(*process); }));
    ::close(answer[0]);
    ::close(answer[1]);
}

TEST(SpawnDetached, theSignalReachesItsChildrenToo)
{
    const TempDir dir;
    const auto process = platform::spawnDetached(
        shell("cat /dev/zero >/dev/null & echo $! > '" + (dir / "pid").string() + "'; wait"));
    ASSERT_TRUE(process);
    ASSERT_TRUE(waitFor([&] { return slurp(dir / "pid").ends_with('\n'); }));
    const auto child = platform::processId(std::stoll(slurp(dir / "pid")));
    ASSERT_TRUE(child);
    ASSERT_TRUE(platform::signalProcess(*process, SIGTERM));
    EXPECT_TRUE(waitFor([&] { return !platform::isAlive(*child) && !platform::isAlive(*process); }));
}

TEST(SpawnDetached, givesFolderEnvironmentArgumentsAndOutput)
{
    const TempDir dir;
    fs::create_directory(dir / "work");
    spew(dir / "out", "before\n");
    auto options = shell("pwd; echo \"$YS_A|$YS_B|$1\"; echo problem >&2; cat; echo end");
    options.argv.insert(options.argv.end(), {"sh", "an argument with 'quotes'"});
    ::setenv("YS_A", "ours", 1);
    options.environment = {{"YS_B", "数据 = b"}};
    options.workingDirectory = dir / "work";
    options.outputFile = dir / "out";
    options.niceness = 5;
    const auto process = platform::spawnDetached(options);
    ::unsetenv("YS_A");
    ASSERT_TRUE(process) << process.error().message();
    ASSERT_TRUE(waitFor([&] { return slurp(dir / "out").ends_with("end\n"); }));
    EXPECT_EQ(slurp(dir / "out"), "before\n" + fs::canonical(dir / "work").string() +
                                      "\nours|数据 = b|an argument with 'quotes'\nproblem\nend\n");
}

TEST(SpawnDetached, givesNoOpenFilesAndNoIgnoredSignals)
{
    const TempDir dir;
    const int leak = ::open((dir / "secret").c_str(), O_RDWR | O_CREAT, 0600); // without O_CLOEXEC on purpose
    ASSERT_GE(leak, 0);
    const auto old = std::signal(SIGPIPE, SIG_IGN);
    auto options = shell("ls -l /proc/$$/fd; grep SigIgn /proc/$$/status; echo end");
    options.outputFile = dir / "out";
    ASSERT_TRUE(platform::spawnDetached(options));
    ASSERT_TRUE(waitFor([&] { return slurp(dir / "out").ends_with("end\n"); }));
    std::signal(SIGPIPE, old);
    ::close(leak);
    const std::string out = slurp(dir / "out");
    EXPECT_EQ(out.find("secret"), std::string::npos) << out;
    EXPECT_NE(out.find("SigIgn:\t0000000000000000"), std::string::npos) << out;
}

TEST(SpawnDetached, keepsALockForAsLongAsTheProgramLives)
{
    const TempDir dir;
    auto lock = platform::FileLock::tryLock(dir / "lock").value();
    auto options = shell("exec cat /dev/zero >/dev/null");
    options.keepOpen = lock.descriptor();
    options.cpus = {platform::allowedCpus().back()};
    const auto process = platform::spawnDetached(options);
    ASSERT_TRUE(process);
    lock = platform::FileLock();
    EXPECT_TRUE(platform::FileLock::isLocked(dir / "lock"));
    EXPECT_NE(slurp("/proc/" + std::to_string(process->pid) + "/status")
                  .find("Cpus_allowed_list:\t" + std::to_string(options.cpus[0]) + "\n"),
              std::string::npos);
    ASSERT_TRUE(platform::signalProcess(*process, SIGKILL));
    EXPECT_TRUE(waitFor([&] { return !platform::FileLock::isLocked(dir / "lock"); }));
}

TEST(SpawnDetached, saysWhyAProgramCannotBeRun)
{
    const TempDir dir;
    spew(dir / "text", "no program");
    spew(dir / "script", "#!/no/such/interpreter\n");
    ::chmod((dir / "script").c_str(), 0755);
    for (const std::string& program :
         {(dir / "missing").string(), (dir / "text").string(), dir.path().string(), (dir / "script").string(),
          std::string("no-such-program-in-path")}) {
        platform::SpawnOptions options;
        options.argv = {program};
        const auto process = platform::spawnDetached(options);
        ASSERT_FALSE(process) << program;
        EXPECT_EQ(process.error().code, ErrorCode::WorkerMissing) << program;
        EXPECT_NE(process.error().message().find("The program " + program + " cannot be run: "),
                  std::string::npos);
    }
    EXPECT_EQ(platform::spawnDetached({}).error().code, ErrorCode::WorkerMissing);
    auto options = shell("true");
    options.workingDirectory = dir / "gone";
    EXPECT_EQ(platform::spawnDetached(options).error().code, ErrorCode::NotFound);
    options = shell("true");
    options.outputFile = dir / "gone/out";
    EXPECT_EQ(platform::spawnDetached(options).error().code, ErrorCode::NotFound);
}

TEST(SpawnDetached, leavesNoZombiesAndNoOpenFilesBehind)
{
    const auto openFiles = [] { return std::distance(fs::directory_iterator("/proc/self/fd"), {}); };
    const auto before = openFiles();
    for (int i = 0; i < 30; ++i) {
        ASSERT_TRUE(platform::spawnDetached(shell("true")));
    }
    EXPECT_EQ(openFiles(), before);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "no children";
}

} // namespace
} // namespace yardstick
