// A run that is stopped after any batch and resumed ends with the very bits of the run that was never stopped.
#include "tests/training/trainer_run.h"

#include <torch/torch.h>

#include <random>

namespace yardstick::training {
namespace {

/// Asks to stop at the n-th question; there is one after every batch of training and validation and after every epoch.
class StopAtQuestion : public StopRequest
{
public:
    explicit StopAtQuestion(int number) : StopRequest("/nonexistent"), m_left(number) {}
    [[nodiscard]] StopKind poll() const override
    {
        m_stopped = m_stopped || --m_left == 0;
        ++m_asked;
        return m_stopped ? StopKind::Interrupted : StopKind::None;
    }
    [[nodiscard]] int asked() const { return m_asked; }

private:
    mutable int m_left;
    mutable int m_asked = 0;
    mutable bool m_stopped = false;
};

class Resume : public RunFixture
{
protected:
    static Checkpoint last(const fs::path& directory) { return readCheckpoint(directory / "weights/last.ckpt").value(); }
    /// Everything but the times is equal to the last bit.
    static void expectSame(const Checkpoint& a, const Checkpoint& b, int question)
    {
        ASSERT_EQ(a.tensors.size(), b.tensors.size());
        for (std::size_t i = 0; i < a.tensors.size(); ++i) {
            ASSERT_EQ(a.tensors[i].first, b.tensors[i].first);
            ASSERT_TRUE(torch::equal(a.tensors[i].second, b.tensors[i].second))
                << a.tensors[i].first << " after a stop at question " << question;
        }
        const auto rowsA = progressOf(a)->rows, rowsB = progressOf(b)->rows;
        ASSERT_EQ(rowsA.size(), rowsB.size());
        const auto& columns = resultColumns(makeArchitecture(cardOf(a)->variant, 1)->task);
        for (std::size_t r = 0; r < rowsA.size(); ++r) {
            for (std::size_t c = 0; c < rowsA[r].size(); ++c) {
                if (columns[c] != "time") {
                    EXPECT_EQ(rowsA[r][c], rowsB[r][c]) << "epoch " << r + 1 << " " << columns[c];
                }
            }
        }
        EXPECT_EQ(a.meta.at("ema_updates"), b.meta.at("ema_updates"));
        EXPECT_EQ(a.meta.at("optimizer_steps"), b.meta.at("optimizer_steps"));
    }
};

class ResumeOptimizer : public Resume, public testing::WithParamInterface<const char*>
{
};

TEST_P(ResumeOptimizer, bitForBitAtAnyBatch)
{
    // 3 batches an epoch (the last is partial), mosaic closed in the last of 3 epochs, steps every second batch.
    const nlohmann::json params{{"optimizer", GetParam()}, {"batch", 3}, {"nbs", 6}, {"epochs", 3}, {"close_mosaic", 1}, {"plots", false},
                                {"multi_scale", true}, {"lr0", 0.001}};
    const StopAtQuestion never(-1);
    const auto whole = newRun(params);
    ASSERT_EQ(runTrainer(whole, never).outcome, "completed");
    const Checkpoint reference = last(whole);
    const int questions = never.asked();
    ASSERT_GT(questions, 12);

    std::mt19937 random(20230323);
    std::vector<int> stops{questions - 5}; // the batch that ends the last epoch, and around where mosaic closes
    for (int i = 0; i < 4; ++i) {
        stops.push_back(static_cast<int>(random() % static_cast<unsigned>(questions - 6)) + 1);
    }
    for (const int question : stops) {
        const StopAtQuestion stop(question);
        const auto first = newRun(params);
        const TrainOutcome outcome = runTrainer(first, stop);
        ASSERT_EQ(outcome.outcome, "interrupted") << question;
        const auto second = newRun(params, (first / "weights/last.ckpt").string());
        ASSERT_EQ(runTrainer(second, never).outcome, "completed");
        expectSame(reference, last(second), question);
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ResumeOptimizer, testing::Values("SGD", "AdamW"),
                         [](const auto& param) { return std::string(param.param); });

TEST_F(Resume, sameSeedSameRunOtherSeedOtherRun)
{
    const nlohmann::json params{{"epochs", 1}, {"plots", false}};
    const StopAtQuestion never(-1);
    const auto a = newRun(params), b = newRun(params);
    nlohmann::json other = params;
    other["seed"] = 7;
    const auto c = newRun(other);
    for (const auto& run : {a, b, c}) {
        ASSERT_EQ(runTrainer(run, never).outcome, "completed");
    }
    EXPECT_EQ(progressOf(last(a))->rows[0][2], progressOf(last(b))->rows[0][2]);
    EXPECT_NE(progressOf(last(a))->rows[0][2], progressOf(last(c))->rows[0][2]);
}

TEST_F(Resume, loaderThreadsChangeNothing)
{
    const StopAtQuestion never(-1);
    const auto one = newRun({{"epochs", 1}, {"plots", false}, {"workers", 1}});
    const auto four = newRun({{"epochs", 1}, {"plots", false}, {"workers", 4}});
    for (const auto& run : {one, four}) {
        ASSERT_EQ(runTrainer(run, never).outcome, "completed");
    }
    EXPECT_EQ(progressOf(last(one))->rows[0][2], progressOf(last(four))->rows[0][2]);
}

TEST_F(Resume, otherModelIsRefused)
{
    const StopAtQuestion never(-1);
    const auto first = newRun({{"epochs", 1}, {"plots", false}});
    ASSERT_EQ(runTrainer(first, never).outcome, "completed");
    edit = [](JobSpec& job) { job.modelVariant = "yolov8s"; };
    const auto second = newRun({{"epochs", 2}}, (first / "weights/last.ckpt").string());
    ASSERT_EQ(train(second), 2);
    EXPECT_NE(exitOf(second).message.find("yolov8s"), std::string::npos) << exitOf(second).message;
}

TEST_F(Resume, weightsOfAnotherRunAreAStartNotAResume)
{
    const StopAtQuestion never(-1);
    const auto first = newRun({{"epochs", 1}, {"plots", false}});
    ASSERT_EQ(runTrainer(first, never).outcome, "completed");
    const auto second = newRun({{"epochs", 1}, {"plots", false}, {"pretrained", (first / "weights/best.ckpt").string()}});
    ASSERT_EQ(runTrainer(second, never).outcome, "completed");
    EXPECT_EQ(progressOf(last(second))->epoch, 1);
    EXPECT_NE(progressOf(last(first))->rows[0][2], progressOf(last(second))->rows[0][2]);
}

} // namespace
} // namespace yardstick::training
