// The checkpoint container: what comes back, what is refused, and what a kill, a full disk or a truncation leaves behind.
#include "training/engine/checkpoint_file.h"
#include "training/engine/train_state.h"

#include "core/base/platform.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace yardstick::training {
namespace {

namespace fs = std::filesystem;

class CheckpointFile : public testing::Test
{
protected:
    static Checkpoint sample(int value)
    {
        Checkpoint checkpoint;
        checkpoint.meta = {{"kind", "weights"}, {"epoch", value}};
        checkpoint.tensors = {{"a.float", torch::arange(6, torch::kFloat).view({2, 3}) + value},
                              {"a.long", torch::tensor(std::int64_t{7} << 40)},
                              {"b.byte", torch::arange(5, torch::kByte)},
                              {"b.empty", torch::zeros({0, 4})},
                              {"b.last", torch::rand({2, 3, 4, 5}).contiguous(at::MemoryFormat::ChannelsLast)}};
        return checkpoint;
    }
    /// Files in the folder besides the checkpoint itself.
    std::size_t leftovers() const
    {
        std::size_t count = 0;
        for (const auto& entry : fs::directory_iterator(dir.path())) {
            count += entry.path() != file ? 1 : 0;
        }
        return count;
    }
    void put(std::string_view bytes) const { std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes; }

    test::TempDir dir;
    fs::path file = dir.path() / "last.ckpt";
};

TEST_F(CheckpointFile, comesBackAsItWas)
{
    const Checkpoint out = sample(3);
    const auto written = writeCheckpoint(file, out);
    ASSERT_TRUE(written.has_value());
    EXPECT_EQ(written->bytes, static_cast<std::int64_t>(fs::file_size(file)));
    EXPECT_EQ(written->sha256, *platform::sha256File(file));
    const auto in = readCheckpoint(file);
    ASSERT_TRUE(in.has_value());
    EXPECT_EQ(in->meta, out.meta);
    ASSERT_EQ(in->tensors.size(), out.tensors.size());
    for (std::size_t i = 0; i < in->tensors.size(); ++i) {
        EXPECT_EQ(in->tensors[i].first, out.tensors[i].first);
        EXPECT_TRUE(torch::equal(in->tensors[i].second, out.tensors[i].second)) << i;
    }
    EXPECT_EQ(in->section("b.").size(), 3u);
    EXPECT_EQ(leftovers(), 0u);
}

TEST_F(CheckpointFile, refusesTruncationAtAnyByte)
{
    ASSERT_TRUE(writeCheckpoint(file, sample(1)).has_value());
    const std::string whole = *platform::readFile(file);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        put(std::string_view(whole).substr(0, length));
        const auto read = readCheckpoint(file);
        ASSERT_FALSE(read.has_value()) << length;
        ASSERT_EQ(read.error().code, ErrorCode::BadFile) << length;
    }
}

TEST_F(CheckpointFile, refusesAnyChangedByte)
{
    ASSERT_TRUE(writeCheckpoint(file, sample(1)).has_value());
    const std::string whole = *platform::readFile(file);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x41);
        put(changed);
        ASSERT_FALSE(readCheckpoint(file).has_value()) << at;
    }
    put(whole + "x");
    EXPECT_FALSE(readCheckpoint(file).has_value());
}

TEST_F(CheckpointFile, refusesForeignAndNewerFiles)
{
    put("PK\x03\x04 a zip, as other trainers write");
    EXPECT_EQ(readCheckpoint(file).error().code, ErrorCode::BadFile);
    ASSERT_TRUE(writeCheckpoint(file, sample(1)).has_value());
    std::string whole = *platform::readFile(file);
    whole[8] = 9;
    put(whole);
    EXPECT_EQ(readCheckpoint(file).error().code, ErrorCode::NewerVersion);
    EXPECT_EQ(readCheckpoint(dir.path() / "none.ckpt").error().code, ErrorCode::NotFound);
}

class CheckpointKill : public CheckpointFile, public testing::WithParamInterface<const char*>
{
};

TEST_P(CheckpointKill, leavesOneWholeFile)
{
    ASSERT_TRUE(writeCheckpoint(file, sample(1)).has_value());
    const pid_t child = ::fork();
    if (child == 0) {
        ::setenv("YARDSTICK_TEST_KILL_AT", GetParam(), 1);
        (void)writeCheckpoint(file, sample(2));
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the point was not reached";
    EXPECT_EQ(WTERMSIG(status), SIGKILL);
    const auto read = readCheckpoint(file);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->meta.at("epoch"), std::string_view(GetParam()) == "checkpoint_renamed" ? 2 : 1);
}

INSTANTIATE_TEST_SUITE_P(Points, CheckpointKill,
                         testing::Values("checkpoint_written", "checkpoint_rename", "checkpoint_renamed"),
                         [](const auto& param) { return std::string(param.param); });

TEST_F(CheckpointFile, fileSizeLimitKeepsTheOldFileAndLeavesNoOther)
{
    ASSERT_TRUE(writeCheckpoint(file, sample(1)).has_value());
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const struct rlimit limit{1024, 1024};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        Checkpoint big = sample(2);
        big.tensors.emplace_back("big", torch::rand({4096}));
        const auto written = writeCheckpoint(file, big);
        ::_exit(!written && written.error().code == ErrorCode::Io ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(readCheckpoint(file)->meta.at("epoch"), 1);
    EXPECT_EQ(leftovers(), 0u);
}

TEST_F(CheckpointFile, fullDiskIsSaidAsSuch)
{
    if (::access("/dev/full", W_OK) != 0) {
        GTEST_SKIP() << "no /dev/full";
    }
    const int full = ::open("/dev/full", O_WRONLY);
    EXPECT_EQ(::write(full, "x", 1), -1);
    const Error error = platform::ioError(errno, "write", file);
    ::close(full);
    EXPECT_EQ(error.code, ErrorCode::DiskFull);
}

TEST_F(CheckpointFile, weightsAreNoStateToResumeFrom)
{
    const auto model = *YoloModel::create(*makeArchitecture("yolov8n", 2));
    const ModelCard card{"yolov8n", {"a", "b"}, 64, "", {}, {}};
    ASSERT_TRUE(writeCheckpoint(file, weightsCheckpoint(card, *model, 5)).has_value());
    const auto loaded = loadModel(file);
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded->epoch, 5);
    EXPECT_EQ(loaded->card.names, card.names);
    EXPECT_TRUE(torch::equal(loaded->model->parameters()[3], model->parameters()[3]));
    const auto progress = progressOf(*readCheckpoint(file));
    ASSERT_FALSE(progress.has_value());
    EXPECT_EQ(progress.error().code, ErrorCode::BadFile);
}

TEST_F(CheckpointFile, transferTakesWhatFitsAndNamesTheRest)
{
    torch::manual_seed(1);
    const auto eighty = *YoloModel::create(*makeArchitecture("yolov8n", 80));
    ASSERT_TRUE(writeCheckpoint(file, weightsCheckpoint({"yolov8n", std::vector<std::string>(80, "x"), 640, "", {}, {}},
                                                        *eighty, 1))
                    .has_value());
    torch::manual_seed(2);
    const auto three = *YoloModel::create(*makeArchitecture("yolov8n", 3));
    const auto transfer = transferWeights(file, *three);
    ASSERT_TRUE(transfer.has_value());
    EXPECT_EQ(transfer->copied, 319u); // the class branch of n narrows with few classes
    EXPECT_EQ(transfer->total, 355u);
    EXPECT_EQ(transfer->fresh.size(), 36u);
    EXPECT_TRUE(torch::equal(three->parameters().front(), eighty->parameters().front()));
}

} // namespace
} // namespace yardstick::training
