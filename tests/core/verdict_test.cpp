// How an attempt ended, from what it left behind: a table of exit.json, logs and handles.
#include "core/base/platform.h"
#include "core/base/platform_memory.h"
#include "core/schedule/verdict.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <fstream>

namespace yardstick::schedule {
namespace {

using O = AttemptOutcome;
using S = ExperimentStatus;

class VerdictTest : public testing::Test
{
public:
    VerdictTest()
    {
        attempt.runDirectory = dir.path().string();
        attempt.handle = {{"boot_id", platform::bootId()}, {"oom_kills", 4}};
    }
    void write(const char* name, const std::string& text) const { std::ofstream(dir / name) << text; }
    [[nodiscard]] Verdict ended(bool stopAsked = false) const
    {
        return verdictOf(attempt, false, stopAsked, 4);
    }
    [[nodiscard]] Verdict vanished(bool stopAsked = false, std::int64_t kills = 4) const
    {
        return verdictOf(attempt, true, stopAsked, kills);
    }

    test::TempDir dir;
    Attempt attempt;
};

TEST_F(VerdictTest, followsExitJson)
{
    struct Row
    {
        std::string exit;
        bool stopAsked;
        O outcome;
        S status;
        std::string message;
    };
    const std::string gone = (dir / run_files::kExit).string();
    for (const Row& row :
         {Row{R"({"outcome":"completed","epochs":3,"time_ms":77})", false, O::Completed, S::Completed, ""},
          Row{R"({"outcome":"completed"})", true, O::Completed, S::Completed,
              ""}, // it was faster than the stop
          Row{R"({"outcome":"stopped"})", true, O::Stopped, S::Stopped, ""},
          Row{R"({"outcome":"interrupted"})", true, O::Stopped, S::Stopped, ""},
          Row{R"({"outcome":"interrupted"})", false, O::Interrupted, S::Interrupted,
              "The worker was interrupted."},
          Row{R"({"outcome":"failed","code":"bad_data","message":"No."})", false, O::Failed, S::Failed,
              "No."},
          Row{R"({"outcome":"failed"})", false, O::Failed, S::Failed,
              "The worker failed and gave no reason."},
          Row{R"({"outcome":)", false, O::Failed, S::Failed, gone + " is no JSON."}}) {
        write(run_files::kExit, row.exit);
        const Verdict v = ended(row.stopAsked);
        EXPECT_EQ(v.outcome, row.outcome) << row.exit;
        EXPECT_EQ(v.status, row.status) << row.exit;
        EXPECT_EQ(v.message, row.message) << row.exit;
    }
    write(run_files::kExit, R"({"outcome":"completed","time_ms":77})");
    EXPECT_EQ(ended().endedMs, 77);
    write(run_files::kExit, R"({"outcome":"exploded"})");
    EXPECT_EQ(ended().outcome, O::Failed);
    EXPECT_EQ(ended().code, "bad_file");
}

TEST_F(VerdictTest, aVanishedWorkerHasFailedAndItsLastLineIsQuoted)
{
    EXPECT_EQ(vanished().message,
              "The worker ended without a word (killed?), for instance for want of memory.");
    EXPECT_EQ(vanished().code, "worker_failed");
    write(run_files::kLog, "one\n  0%\r 50%\r 99%\r\n\n");
    EXPECT_TRUE(vanished().message.ends_with("; its log ends with:  99%")) << vanished().message;
    write(run_files::kLog, std::string(9000, 'x') + "\n" + std::string(300, 'y'));
    EXPECT_TRUE(vanished().message.ends_with(std::string(160, 'y') + "…")) << vanished().message;
}

TEST_F(VerdictTest, aStoppedOneThatVanishedIsStopped)
{
    EXPECT_EQ(vanished(true).outcome, O::Stopped);
    EXPECT_EQ(vanished(true).status, S::Stopped);
}

TEST_F(VerdictTest, wantOfMemoryIsToldWhereTheKernelCountsIt)
{
    EXPECT_EQ(vanished(false, 5).code, "out_of_memory");
    attempt.handle["oom_kills"] = -1; // not known when it started
    EXPECT_EQ(vanished(false, 5).code, "worker_failed");
    attempt.handle = nullptr;
    EXPECT_EQ(vanished(false, 5).code, "worker_failed");
    EXPECT_GE(platform::outOfMemoryKills(), 0) << "Linux counts them since 4.13";
}

TEST_F(VerdictTest, anotherBootIsAnInterruption)
{
    attempt.handle["boot_id"] = "another";
    EXPECT_EQ(vanished().outcome, O::Interrupted);
    EXPECT_EQ(vanished().status, S::Interrupted);
    EXPECT_EQ(vanished(true).outcome, O::Stopped);
}

TEST_F(VerdictTest, aRunFolderThatIsGoneIsLost)
{
    attempt.runDirectory = (dir / "gone").string();
    EXPECT_EQ(vanished(true).outcome, O::Lost);
    EXPECT_EQ(vanished().message, "The run folder " + attempt.runDirectory + " is gone.");
}

} // namespace
} // namespace yardstick::schedule
