// kill -9 at any moment of ingestion and migration loses nothing and doubles nothing: after each kill the
// store is opened again, the log is ingested to its end, and the store is compared row by row with a fresh
// ingest of the same log.
#include "tests/core/victim_phase.h"
#include "tests/support/store_dump.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"
#include "tests/support/victim.h"

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
using test::must;
using test::Victim;
using test::VictimPhase;

constexpr int kRandomKills = 200;
constexpr int kBytesAtOnce = 24'000; ///< so that a run has some twenty transactions

class IngestKillTest : public testing::Test
{
protected:
    void SetUp() override
    {
        {
            const auto store = must(Store::open(m_template));
            m_seeded = test::seed(*store, m_dir / "runs");
        }
        test::LogOptions options;
        options.epochs = 12;
        options.stepsPerEpoch = 180;
        test::writeLog(m_dir / "runs", 1, test::logOfRun(options));
        fs::copy_file(m_template, m_fresh);
        const auto store = must(Store::open(m_fresh));
        test::ingestAll(*store, m_seeded.attempt, 1 << 20, true);
        m_expected = test::dumpStore(m_fresh);
        ASSERT_GT(m_expected.at("points").size(), 6000U);
        reset();
    }
    /// A store that has ingested nothing.
    void reset()
    {
        for (const char* suffix : {"", "-wal", "-shm"}) {
            fs::remove(m_file.string() + suffix);
        }
        fs::copy_file(m_template, m_file);
        setPhase(VictimPhase::Starting);
    }
    void setPhase(VictimPhase phase) const
    {
        std::ofstream(m_phaseFile, std::ios::binary) << static_cast<char>(phase);
    }
    [[nodiscard]] VictimPhase phase() const
    {
        return static_cast<VictimPhase>(std::ifstream(m_phaseFile, std::ios::binary).get());
    }
    [[nodiscard]] std::vector<std::string> arguments() const
    {
        return {YARDSTICK_INGEST_VICTIM,
                "ingest",
                m_file.string(),
                std::to_string(m_seeded.attempt.value),
                std::to_string(kBytesAtOnce),
                m_phaseFile.string()};
    }
    /// How long a run takes, from which delays are spread: measured, because it depends on the machine and
    /// its load.
    double lengthOfARun()
    {
        std::vector<double> lengths;
        for (int i = 0; i < 3; ++i) {
            reset();
            const double start = monotonicSeconds();
            if (Victim(arguments()).wait() != 0) {
                ADD_FAILURE() << "the program failed by itself";
            }
            lengths.push_back(monotonicSeconds() - start);
        }
        reset();
        std::ranges::sort(lengths);
        return lengths[1];
    }
    /// What the next start does: open (with the check that an unclean exit asks for), go on, compare.
    void goOnAndCompare(const std::string& when)
    {
        {
            const auto store = Store::open(m_file);
            ASSERT_TRUE(store) << when << ": " << store.error().message() << " " << store.error().detail;
            test::ingestAll(**store, m_seeded.attempt, 1 << 20, true);
        }
        ASSERT_EQ(test::differenceOf(m_expected, test::dumpStore(m_file)), "") << when;
    }

    test::TempDir m_dir;
    fs::path m_template = m_dir / "template.db";
    fs::path m_fresh = m_dir / "fresh.db";
    fs::path m_file = m_dir / "victim.db";
    fs::path m_phaseFile = m_dir / "phase";
    test::Seeded m_seeded;
    std::map<std::string, std::vector<std::string>> m_expected;
};

TEST_F(IngestKillTest, victimAloneGivesTheSameRows)
{
    ASSERT_EQ(Victim(arguments()).wait(), 0);
    EXPECT_EQ(phase(), VictimPhase::Over);
    EXPECT_EQ(test::differenceOf(m_expected, test::dumpStore(m_file)), "");
}

TEST_F(IngestKillTest, randomKillsLoseNothing)
{
    const double length = lengthOfARun();
    std::mt19937 random(20260301);
    std::map<VictimPhase, int> kills;
    int killed = 0;
    for (int round = 0; killed < kRandomKills && round < 4 * kRandomKills; ++round) {
        reset();
        // One slot after the other over the whole run, a random moment in each.
        const double slot =
            (round % kRandomKills + std::uniform_real_distribution<double>(0, 1)(random)) / kRandomKills;
        const auto delay = std::chrono::microseconds(static_cast<std::int64_t>(slot * length * 1e6));
        if (Victim(arguments()).killAfter(delay)) {
            ++killed;
            ++kills[phase()];
        }
        goOnAndCompare("killed " + std::to_string(delay.count()) + " µs after its start, " +
                       test::kVictimPhases[static_cast<size_t>(phase())]);
        if (HasFatalFailure()) {
            return;
        }
    }
    EXPECT_GE(killed, kRandomKills);
    std::printf("%d kills at random points of a run of %.0f ms:\n", killed, length * 1e3);
    for (const auto& [where, count] : kills) {
        std::printf("  %-16s %d\n", test::kVictimPhases[static_cast<size_t>(where)], count);
    }
    EXPECT_GE(kills[VictimPhase::AfterRead], 1);
    EXPECT_GE(kills.size(), 4U) << "the kills are not spread over the run";
}

TEST_F(IngestKillTest, manyKillsOfOneStoreLoseNothing)
{
    const double length = lengthOfARun();
    std::mt19937 random(7);
    int killed = 0;
    for (int i = 0; i < 25; ++i) { // each goes on where the one before was killed
        const double share = std::uniform_real_distribution<double>(0.1, 0.5)(random);
        killed +=
            Victim(arguments())
                    .killAfter(std::chrono::microseconds(static_cast<std::int64_t>(share * length * 1e6)))
                ? 1
                : 0;
    }
    std::printf("%d of 25 programs killed one after the other on one store\n", killed);
    EXPECT_GE(killed, 5);
    goOnAndCompare("after many kills");
}

TEST_F(IngestKillTest, eachNamedPointLosesNothing)
{
    for (const char* point : {"after_read", "between_rows_and_offset", "before_commit", "after_commit"}) {
        for (const int passing : {1, 2, 7}) {
            reset();
            const std::string at = std::string(point) + ":" + std::to_string(passing);
            const int status = Victim(arguments(), {"YARDSTICK_TEST_KILL_AT=" + at}).wait();
            ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << at << " was not met";
            goOnAndCompare(at);
            if (HasFatalFailure()) {
                return;
            }
            std::printf("killed at %s\n", at.c_str());
        }
    }
}

TEST_F(IngestKillTest, killDuringTheFirstMigrationLeavesNoHalfStore)
{
    for (int passing = 1; passing <= 6; ++passing) {
        const fs::path file = m_dir / ("new" + std::to_string(passing) + ".db");
        std::vector<std::string> args = arguments();
        args[2] = file.string();
        const std::string at = "during_migration:" + std::to_string(passing);
        const int status = Victim(args, {"YARDSTICK_TEST_KILL_AT=" + at}).wait();
        ASSERT_TRUE(WIFSIGNALED(status)) << at << " was not met";
        const auto store = Store::open(file);
        ASSERT_TRUE(store) << at << ": " << store.error().message();
        EXPECT_EQ((*store)->info().schemaVersion, 3);
        EXPECT_EQ(must((*store)->check()), std::vector<std::string>{}) << at;
    }
}

TEST_F(IngestKillTest, killDuringAMigrationKeepsTheStore)
{
    fs::copy_file(m_fresh, m_file, fs::copy_options::overwrite_existing);
    const auto before = test::dumpStore(m_file);
    const std::vector<std::string> args{YARDSTICK_INGEST_VICTIM, "migrate", m_file.string(),
                                        m_phaseFile.string()};
    for (int passing = 1; passing <= 4; ++passing) {
        const std::string at = "during_migration:" + std::to_string(passing);
        const int status = Victim(args, {"YARDSTICK_TEST_KILL_AT=" + at}).wait();
        ASSERT_TRUE(WIFSIGNALED(status)) << at << " was not met";
        // Still the old version, whole; and the backup of each try is whole too.
        ASSERT_EQ(test::differenceOf(before, test::dumpStore(m_file)), "") << at;
        ASSERT_EQ(must(Store::open(m_file))->info().schemaVersion, 3) << at;
    }
    int backups = 0;
    for (const auto& entry : fs::directory_iterator(m_dir.path())) {
        if (entry.path().extension() == ".backup") {
            ++backups;
            EXPECT_EQ(test::differenceOf(before, test::dumpStore(entry.path())), "");
        }
    }
    EXPECT_EQ(backups, 4);
    EXPECT_EQ(Victim(args).wait(), 0) << "and then it goes through";
    EXPECT_EQ(Store::open(m_file).error().code, ErrorCode::NewerVersion);
}

TEST_F(IngestKillTest, fullDiskIsReportedAndLosesNothing)
{
    const auto size = fs::file_size(m_template);
    int full = 0;
    for (int i = 0; i < 12; ++i) {
        reset();
        std::vector<std::string> args = arguments();
        args.push_back(std::to_string(size + 20'000 + 30'000 * static_cast<unsigned>(i)));
        const int status = Victim(args).wait();
        ASSERT_TRUE(WIFEXITED(status));
        full += WEXITSTATUS(status) == 1 ? 1 : 0;
        goOnAndCompare("limit " + args.back()); // the disk has room again
        if (HasFatalFailure()) {
            return;
        }
    }
    EXPECT_GE(full, 6) << "the limit was hardly ever met";
}

/// A file system of a few hundred kB, where the system lets us mount one.
class SmallDisk
{
public:
    explicit SmallDisk(fs::path folder)
        : m_folder(std::move(folder))
    {
        fs::create_directories(m_folder);
        m_mounted = ::mount("tmpfs", m_folder.c_str(), "tmpfs", 0, "size=400k") == 0;
    }
    ~SmallDisk()
    {
        if (m_mounted) {
            ::umount2(m_folder.c_str(), MNT_DETACH);
        }
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    [[nodiscard]] bool mounted() const { return m_mounted; }
    [[nodiscard]] bool grow() const
    {
        return ::mount("tmpfs", m_folder.c_str(), "tmpfs", MS_REMOUNT, "size=64m") == 0;
    }

private:
    fs::path m_folder;
    bool m_mounted = false;
};

TEST_F(IngestKillTest, fullDiskThenRoomAgainInOneProcess)
{
    const SmallDisk disk(m_dir / "small");
    if (!disk.mounted()) {
        GTEST_SKIP() << "mounting a small file system is not allowed here";
    }
    const fs::path file = m_dir / "small/yardstick.db";
    fs::copy_file(m_template, file);
    {
        const auto store = must(Store::open(file));
        Result<IngestResult> result = IngestResult{.more = true};
        while (result && result->more) {
            result = ingestOnce(*store, m_seeded.attempt, true, kBytesAtOnce);
        }
        ASSERT_FALSE(result) << "everything fitted";
        EXPECT_EQ(result.error().code, ErrorCode::DiskFull) << result.error().detail;
        EXPECT_EQ(result.error().message(), "The disk is full: " + file.string() + " cannot be written.");
        const auto again =
            store->run([](StoreWriter& w) { return w.setSetting("big", std::string(200'000, 'x')); });
        EXPECT_EQ(again.error().code, ErrorCode::DiskFull);
        ASSERT_TRUE(disk.grow());
        test::ingestAll(*store, m_seeded.attempt, kBytesAtOnce, true);
        EXPECT_EQ(must(store->check()), std::vector<std::string>{});
    }
    EXPECT_EQ(test::differenceOf(m_expected, test::dumpStore(file)), "");
}

TEST_F(IngestKillTest, severalProcessesWriteAtOnce)
{
    constexpr int kProcesses = 3;
    constexpr int kEach = 150;
    const auto store = must(Store::open(m_file));
    {
        std::vector<std::unique_ptr<Victim>> writers;
        for (int i = 0; i < kProcesses; ++i) {
            writers.push_back(std::make_unique<Victim>(
                std::vector<std::string>{YARDSTICK_INGEST_VICTIM, "write", m_file.string(),
                                         std::to_string(i * kEach), std::to_string(kEach)}));
        }
        test::ingestAll(*store, m_seeded.attempt, kBytesAtOnce, true); // and this one
        for (const auto& writer : writers) {
            EXPECT_EQ(writer->wait(), 0);
        }
    }
    const auto reader = must(store->reader());
    std::vector<std::int64_t> targets;
    for (const Request& request : must(reader.openRequests())) {
        targets.push_back(request.target);
    }
    std::ranges::sort(targets);
    ASSERT_EQ(targets.size(), static_cast<size_t>(kProcesses * kEach));
    for (size_t i = 0; i < targets.size(); ++i) {
        EXPECT_EQ(targets[i], static_cast<std::int64_t>(i));
    }
    EXPECT_EQ(must(store->check()), std::vector<std::string>{});
    auto rows = test::dumpStore(m_file);
    rows.erase("requests");
    auto expected = m_expected;
    expected.erase("requests");
    EXPECT_EQ(test::differenceOf(expected, rows), "");
}

} // namespace
} // namespace yardstick
