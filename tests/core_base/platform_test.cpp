// Files, digests, locks and the machine.
#include "core/base/platform.h"
#include "tests/core_base/scratch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <set>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
using test::slurp;
using test::spew;
using test::TempDir;

TEST(Sha256, agreesWithThePublishedVectors)
{
    // FIPS 180-4 examples, and a million times "a".
    EXPECT_EQ(platform::sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(platform::sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(platform::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    const std::string million(1'000'000, 'a');
    EXPECT_EQ(platform::sha256(million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    const TempDir dir;
    spew(dir / "a", million);
    EXPECT_EQ(platform::sha256File(dir / "a").value(), platform::sha256(million));
    EXPECT_EQ(platform::sha256File(dir / "none").error().code, ErrorCode::NotFound);
}

TEST(ReadFile, readsAllBytesUpToTheLimit)
{
    const TempDir dir;
    std::string bytes;
    for (int i = 0; i < 100'000; ++i) {
        bytes += static_cast<char>(i * 31);
    }
    spew(dir / "f", bytes);
    EXPECT_EQ(platform::readFile(dir / "f").value(), bytes);
    EXPECT_EQ(platform::readFile(dir / "f", bytes.size()).value(), bytes);
    EXPECT_EQ(platform::readFile(dir / "f", bytes.size() - 1).error().code, ErrorCode::BadFile);
    spew(dir / "empty", "");
    EXPECT_EQ(platform::readFile(dir / "empty", 0).value(), "");
    EXPECT_FALSE(platform::readFile("/proc/self/status")->empty()) << "files that say they have no bytes";
    EXPECT_EQ(platform::readFile(dir / "none").error().message(),
              (dir / "none").string() + " does not exist.");
    EXPECT_EQ(platform::readFile(dir.path()).error().code, ErrorCode::Io);
}

TEST(IoError, tellsAFullDiskFromTheRest)
{
    EXPECT_EQ(platform::ioError(ENOSPC, "write", "f").code, ErrorCode::DiskFull);
    EXPECT_EQ(platform::ioError(EDQUOT, "write", "f").code, ErrorCode::DiskFull);
    EXPECT_EQ(platform::ioError(ENOENT, "read", "f").code, ErrorCode::NotFound);
    EXPECT_EQ(platform::ioError(EACCES, "read", "f").message(), "f cannot be read: Permission denied.");
    EXPECT_EQ(platform::ioError(EIO, "write", "f").message(), "f cannot be written: Input/output error.");
}

TEST(WriteFileAtomic, replacesTheWholeFileAndKeepsItsMode)
{
    const TempDir dir;
    const auto file = dir / "数据.json";
    ASSERT_TRUE(platform::writeFileAtomic(file, "one"));
    EXPECT_EQ(slurp(file), "one");
    ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
    ASSERT_TRUE(platform::writeFileAtomic(file, std::string(1 << 20, 'x')));
    EXPECT_EQ(slurp(file), std::string(1 << 20, 'x'));
    struct stat st{};
    ASSERT_EQ(::stat(file.c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777, 0600u);
    fs::create_symlink(file, dir / "link");
    ASSERT_TRUE(platform::writeFileAtomic(dir / "link", "through"));
    EXPECT_EQ(slurp(file), "through");
    EXPECT_TRUE(fs::is_symlink(dir / "link"));
    EXPECT_EQ(std::distance(fs::directory_iterator(dir.path()), {}), 2) << "nothing is left beside it";
}

TEST(WriteFileAtomic, leavesTheOldFileWholeWhenTheDiskIsFull)
{
    const TempDir dir;
    const auto file = dir / "f";
    ASSERT_TRUE(platform::writeFileAtomic(file, "the old one"));
    {
        const test::FileSizeLimit full(1000);
        const auto written = platform::writeFileAtomic(file, std::string(5000, 'n'));
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, ErrorCode::Io);
    }
    EXPECT_EQ(slurp(file), "the old one");
    EXPECT_EQ(std::distance(fs::directory_iterator(dir.path()), {}), 1) << "no half file is left";
}

TEST(WriteFileAtomic, saysWhatIsWrong)
{
    const TempDir dir;
    EXPECT_EQ(platform::writeFileAtomic(dir / "no/folder/f", "x").error().code, ErrorCode::NotFound);
    EXPECT_EQ(platform::writeFileAtomic(dir.path(), "x").error().code, ErrorCode::Io);
}

TEST(Disk, freeBytesOfAPathThatIsYetToBe)
{
    const TempDir dir;
    const auto here = platform::freeDiskBytes(dir.path());
    ASSERT_TRUE(here);
    EXPECT_GT(*here, 0u);
    EXPECT_TRUE(platform::freeDiskBytes(dir / "not/yet/there"));
    EXPECT_FALSE(platform::onNetworkFileSystem("/proc"));
}

/// Runs `body` in a child process and returns its pid.
template <typename Body> pid_t inChild(Body body)
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        body();
        ::_exit(0);
    }
    return pid;
}

TEST(FileLock, keepsOtherProcessesOutUntilTheOwnerDiesHoweverItDies)
{
    const TempDir dir;
    const auto file = dir / "lock";
    EXPECT_FALSE(platform::FileLock::isLocked(file)) << "no file, no lock";
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t owner = inChild([&] {
        auto lock = platform::FileLock::tryLock(file);
        (void)!::write(ready[1], lock ? "y" : "n", 1);
        for (;;) {
            ::pause();
        }
    });
    char held = 0;
    ASSERT_EQ(::read(ready[0], &held, 1), 1);
    EXPECT_EQ(held, 'y');
    EXPECT_TRUE(platform::FileLock::isLocked(file));
    const auto second = platform::FileLock::tryLock(file);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::Busy);
    ::kill(owner, SIGKILL);
    ::waitpid(owner, nullptr, 0);
    EXPECT_FALSE(platform::FileLock::isLocked(file));
    EXPECT_TRUE(platform::FileLock::tryLock(file));
    ::close(ready[0]);
    ::close(ready[1]);
}

TEST(FileLock, movesAndHoldsContent)
{
    const TempDir dir;
    const auto file = dir / "lock";
    auto lock = platform::FileLock::tryLock(file).value();
    ASSERT_TRUE(lock.writeContent("a longer text"));
    ASSERT_TRUE(lock.writeContent("short"));
    EXPECT_EQ(slurp(file), "short");
    platform::FileLock other = std::move(lock);
    EXPECT_FALSE(lock.held()); // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(other.held());
    EXPECT_EQ(platform::FileLock::tryLock(file).error().code, ErrorCode::Busy)
        << "a second one in the same process too";
    other = platform::FileLock();
    EXPECT_FALSE(platform::FileLock::isLocked(file));
    EXPECT_TRUE(fs::exists(file)) << "the file is kept";
    EXPECT_FALSE(other.writeContent("x"));
    EXPECT_EQ(platform::FileLock::tryLock(dir / "no/folder/f").error().code, ErrorCode::NotFound);
}

TEST(FileLock, lookingAtALockNeverCostsItsNextOwnerTheLock)
{
    const TempDir dir;
    const auto file = dir / "lock";
    spew(file, "");
    const pid_t looker = inChild([&] {
        for (;;) {
            platform::FileLock::isLocked(file);
        }
    });
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
        refused += !platform::FileLock::tryLock(file).has_value();
    }
    ::kill(looker, SIGKILL);
    ::waitpid(looker, nullptr, 0);
    EXPECT_EQ(refused, 0);
}

TEST(Host, saysWhatItIs)
{
    const platform::HostInfo info = platform::hostInfo();
    EXPECT_FALSE(info.hostName.empty());
    EXPECT_FALSE(info.cpuModel.empty());
    EXPECT_FALSE(info.os.empty());
    EXPECT_GE(info.logicalCpus, 1);
    EXPECT_LE(info.logicalCpus, ::sysconf(_SC_NPROCESSORS_CONF));
    EXPECT_GT(info.ramBytes, 64u << 20);
    EXPECT_GT(platform::availableRamBytes(), 0u);
    EXPECT_LE(platform::availableRamBytes(), info.ramBytes);
    EXPECT_TRUE(fs::exists(platform::executableDirectory() / "test_core_base"));
}

TEST(Host, countsOnlyTheCpusThatItMayUse)
{
    const pid_t child = inChild([] {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(platform::allowedCpus().front(), &set);
        ::sched_setaffinity(0, sizeof set, &set);
        ::_exit(platform::hostInfo().logicalCpus == 1 && platform::allowedCpus().size() == 1 ? 0 : 1);
    });
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Host, measuresItsOwnMemory)
{
    const std::uint64_t before = platform::residentBytes();
    ASSERT_GT(before, 0u);
    {
        std::vector<char> block(64u << 20, 'x');
        EXPECT_GE(platform::residentBytes(), before + (48u << 20)) << block[1000];
    }
    EXPECT_GE(platform::peakResidentBytes(), before + (48u << 20));
}

TEST(RandomToken, isHexOfTheLengthAskedForAndNeverTwiceTheSame)
{
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) {
        const std::string token = platform::randomToken();
        EXPECT_EQ(token.size(), 32u);
        EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
        EXPECT_TRUE(seen.insert(token).second);
    }
    EXPECT_EQ(platform::randomToken(3).size(), 6u);
}

} // namespace
} // namespace yardstick
