// Classification: the loss against finite differences, a batch learnt by heart, and whole runs of the real worker.
#include "tests/training/shared_data.h"
#include "tests/training/trainer_run.h"
#include "training/data/image_io.h"
#include "training/engine/result_fields.h"
#include "training/engine/train_state.h"
#include "training/loss/classification_loss.h"

#include <opencv2/imgproc.hpp>
#include <torch/torch.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <set>

namespace yardstick::training {
namespace {

TEST(ClassificationLoss, isTheMeanOfMinusLogProbability)
{
    // Softmax of (ln 1, ln 3): 1/4, 3/4; of (0, 0): halves.
    const auto logits = torch::tensor({{0.0f, std::log(3.0f)}, {0.0f, 0.0f}});
    const LossResult result = ClassificationLoss::terms(logits, torch::tensor({1, 0}, torch::kLong));
    EXPECT_NEAR(result.items.at(0), (std::log(4.0 / 3) + std::log(2.0)) / 2, 1e-6);
    EXPECT_NEAR(result.total.item<double>(), result.items[0], 1e-9); // not multiplied by the batch
    EXPECT_EQ(result.items.size(), lossNames(Task::Classify).size());
    EXPECT_EQ(result.positives, 2);
}

TEST(ClassificationLoss, agreesWithFiniteDifferences)
{
    torch::manual_seed(4);
    auto logits = torch::randn({5, 7}, torch::kDouble);
    const auto classes = torch::tensor({0, 6, 3, 3, 1}, torch::kLong);
    logits.set_requires_grad(true);
    ClassificationLoss::terms(logits, classes).total.backward();
    const torch::NoGradGuard noGrad;
    for (std::int64_t i = 0; i < logits.numel(); ++i) {
        const auto probe = [&](double step) {
            auto moved = logits.detach().clone();
            moved.view(-1)[i] += step;
            return ClassificationLoss::terms(moved, classes).total.item<double>();
        };
        EXPECT_NEAR((probe(1e-5) - probe(-1e-5)) / 2e-5, logits.grad().view(-1)[i].item<double>(), 1e-8) << i;
    }
}

TEST(ClassificationLoss, learnsOneBatchByHeart)
{
    torch::manual_seed(6);
    at::set_num_threads(1);
    const auto model = *YoloModel::create(*makeArchitecture("yolov8n-cls", 4));
    const auto loss = makeLoss(model->architecture(), {});
    Batch batch;
    const auto images = torch::rand({8, 3, 32, 32});
    batch.targets = torch::zeros({8, 6});
    batch.targets.select(1, 0).copy_(torch::arange(8));
    batch.targets.select(1, 1).copy_(torch::arange(8).remainder(4));
    model->train();
    torch::optim::Adam optimizer(model->parameters(), torch::optim::AdamOptions(1e-3));
    double first = 0, last = 0;
    for (int i = 0; i < 40; ++i) {
        optimizer.zero_grad();
        const LossResult result = loss->compute(model->forward(images), batch);
        result.total.backward();
        optimizer.step();
        last = result.items[0];
        first = i == 0 ? last : first;
    }
    EXPECT_NEAR(first, std::log(4.0), 0.5);
    EXPECT_LT(last, 0.05);
    model->train(true);
    const torch::NoGradGuard noGrad;
    EXPECT_TRUE(torch::equal(model->forward(images).logits.argmax(1), batch.targets.select(1, 1).to(torch::kLong)));
}

TEST(ResultFields, namesAreThoseOfThePublishedTrainer)
{
    EXPECT_EQ(resultColumns(Task::Classify),
              (std::vector<std::string>{"epoch", "time", "train/loss", "metrics/accuracy_top1", "metrics/accuracy_top5", "val/loss", "lr/pg0",
                                        "lr/pg1", "lr/pg2"}));
    EXPECT_EQ(resultColumns(Task::Segment).size(), 2u + 4 + 8 + 4 + 3);
    EXPECT_EQ(resultColumns(Task::Segment)[3], "train/seg_loss");
    EXPECT_EQ(shortName("metrics/accuracy_top5"), "top5");
    EXPECT_EQ(shortName("metrics/precision(B)"), "P");
    EXPECT_EQ(shortName("metrics/recall(M)"), "R(M)");
    EXPECT_EQ(shortName("box_loss"), "box");
    EXPECT_EQ(shortName("loss"), "loss");
}

/// Runs of a classifier on pictures of three colours.
class ClassifyRun : public RunFixture
{
protected:
    ClassifyRun()
    {
        edit = [this](JobSpec& job) {
            job.task = "classify";
            job.modelVariant = "yolov8n-cls";
            job.data = colours().string();
        };
    }
    const fs::path& colours()
    {
        if (m_data.empty()) {
            m_data = dir.path() / "colours";
            cv::RNG random(7);
            const std::array<std::pair<const char*, cv::Scalar>, 3> classes{
                {{"blue sky", {40, 60, 200}}, {"green", {30, 180, 40}}, {"rot", {200, 40, 30}}}};
            for (const std::string split : {"train", "val"}) {
                for (int i = 0; i < 12; ++i) {
                    const auto& [name, colour] = classes.at(static_cast<std::size_t>(i % 3));
                    cv::Mat picture(48 + i, 64 - i, CV_8UC3);
                    random.fill(picture, cv::RNG::NORMAL, colour, cv::Scalar::all(25));
                    fs::create_directories(m_data / split / name);
                    EXPECT_TRUE(writeJpeg(m_data / split / name / (std::to_string(i) + ".jpg"), picture).has_value());
                }
            }
        }
        return m_data;
    }
    /// The worker's standard output as JSON.
    static nlohmann::json jsonOf(const std::vector<std::string>& arguments, const fs::path& output)
    {
        fs::remove(output);
        EXPECT_EQ(WorkerProcess({arguments, {}, output, 0}).wait(), 0) << platform::readFile(output).value_or("");
        return nlohmann::json::parse(platform::readFile(output).value_or("null"), nullptr, false);
    }

private:
    fs::path m_data;
};

TEST_F(ClassifyRun, learnsColoursEndToEnd)
{
    const auto run = newRun({{"epochs", 15}, {"imgsz", 64}, {"batch", 6}, {"optimizer", "AdamW"}, {"lr0", 0.002}, {"warmup_epochs", 0}, {"nbs", 4},
                             {"auto_augment", nullptr}, {"hsv_h", 0}, {"hsv_s", 0}});
    ASSERT_EQ(train(run), 0) << logOf(run);
    EXPECT_EQ(exitOf(run).outcome, "completed");
    const auto done = eventsOf<DoneEvent>(run).at(0);
    EXPECT_GE(done.metrics.at("metrics/accuracy_top1"), 0.9) << logOf(run);
    EXPECT_EQ(done.metrics.at("metrics/accuracy_top5"), 1);
    EXPECT_NEAR(done.metrics.at("fitness"), (done.metrics.at("metrics/accuracy_top1") + 1) / 2, 1e-12);

    std::set<std::string> names;
    for (const auto& scalars : eventsOf<ScalarsEvent>(run)) {
        for (const auto& [name, value] : scalars.values) {
            names.insert(name);
        }
    }
    for (const char* name : {"batch/loss", "train/loss", "val/loss", "metrics/accuracy_top1", "metrics/accuracy_top5", "lr/pg2"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
    EXPECT_FALSE(names.contains("train/box_loss"));
    EXPECT_FALSE(eventsOf<EpochEvent>(run).at(0).mosaic);
    const std::string csv = *platform::readFile(run / "results.csv");
    EXPECT_TRUE(csv.starts_with("epoch,time,train/loss,metrics/accuracy_top1,metrics/accuracy_top5,val/loss,lr/pg0,lr/pg1,lr/pg2\n1,"));
    std::map<std::string, int> kinds;
    for (const auto& plot : eventsOf<PlotEvent>(run)) {
        ++kinds[plot.kind];
        if (plot.kind == "confusion_matrix") {
            EXPECT_EQ(plot.data.at("names"), nlohmann::json({"blue sky", "green", "rot"}));
            EXPECT_EQ(plot.data.at("matrix").size(), 3u);
        }
    }
    EXPECT_EQ(kinds["confusion_matrix"], 1);
    EXPECT_EQ(kinds["per_class"], 1);
    for (const auto& image : eventsOf<ImageEvent>(run)) {
        ++kinds[image.kind];
        EXPECT_FALSE(image.boxes.empty()) << image.kind;
    }
    EXPECT_EQ(kinds["train_batch"], 2);
    EXPECT_EQ(kinds["val_labels"], 1);
    EXPECT_GE(kinds["val_pred"], 1);

    // The weights give the run's own figures again, and name a picture's class.
    const std::string best = (run / "weights/best.ckpt").string();
    const auto measured = jsonOf({"val", "--weights", best, "--data", colours().string(), "--json", "--batch", "5"}, dir / "val.json");
    EXPECT_EQ(measured.at("top1").get<double>(), done.metrics.at("metrics/accuracy_top1"));
    EXPECT_EQ(measured.at("top5").get<double>(), 1);
    EXPECT_EQ(measured.at("classes").size(), 3u);
    const auto picture = colours() / "val/rot/2.jpg";
    const auto predicted = jsonOf({"predict", "--weights", best, "--source", picture.string(), "--json"}, dir / "predict.json");
    ASSERT_EQ(predicted.at(0).at("classes").size(), 3u);
    EXPECT_EQ(predicted[0]["classes"][0]["name"], "rot");
    double sum = 0;
    for (const auto& row : predicted[0]["classes"]) {
        sum += row.at("confidence").get<double>();
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    const auto info = jsonOf({"info", best, "--json"}, dir / "info.json");
    EXPECT_EQ(info.at("task"), "classify");
    EXPECT_EQ(info.at("imgsz"), 64);
    EXPECT_EQ(info.at("classes"), 3);
}

/// Stops after the given number of questions; there is one after every batch of training and validation.
class StopAfter : public StopRequest
{
public:
    explicit StopAfter(int questions) : StopRequest("/nonexistent"), m_left(questions) {}
    [[nodiscard]] StopKind poll() const override { return m_left >= 0 && m_left-- <= 0 ? (m_left = 0, StopKind::Interrupted) : StopKind::None; }

private:
    mutable int m_left;
};

TEST_F(ClassifyRun, resumesBitForBit)
{
    const nlohmann::json params{{"imgsz", 32}, {"batch", 5}, {"nbs", 10}, {"epochs", 3}, {"plots", false}, {"dropout", 0.3}, {"multi_scale", true}};
    const StopAfter never(-1);
    const auto whole = newRun(params);
    ASSERT_EQ(runTrainer(whole, never).outcome, "completed");
    const Checkpoint reference = readCheckpoint(whole / "weights/last.ckpt").value();
    for (const int questions : {0, 2, 4, 6}) {
        const auto first = newRun(params);
        ASSERT_EQ(runTrainer(first, StopAfter(questions)).outcome, "interrupted") << questions;
        const auto second = newRun(params, (first / "weights/last.ckpt").string());
        ASSERT_EQ(runTrainer(second, never).outcome, "completed");
        const Checkpoint resumed = readCheckpoint(second / "weights/last.ckpt").value();
        ASSERT_EQ(resumed.tensors.size(), reference.tensors.size());
        for (std::size_t i = 0; i < reference.tensors.size(); ++i) {
            ASSERT_TRUE(torch::equal(resumed.tensors[i].second, reference.tensors[i].second))
                << reference.tensors[i].first << " after " << questions;
        }
    }
}

TEST_F(ClassifyRun, whatDoesNotFitIsRefusedInOneSentence)
{
    const auto messageOf = [&](const nlohmann::json& params, const std::function<void(JobSpec&)>& change) {
        edit = [this, change](JobSpec& job) {
            job.task = "classify";
            job.modelVariant = "yolov8n-cls";
            job.data = colours().string();
            change(job);
        };
        const auto run = newRun(params);
        EXPECT_NE(train(run), 0);
        return exitOf(run).message;
    };
    EXPECT_NE(messageOf({}, [](JobSpec& job) { job.modelVariant = "yolov8n"; }).find("yolov8n"), std::string::npos);
    EXPECT_NE(messageOf({}, [](JobSpec& job) { job.data = tinyDataset().string(); }).find("folder"), std::string::npos);
    EXPECT_NE(messageOf({{"auto_augment", "augmix"}}, [](JobSpec&) {}).find("augmix"), std::string::npos);
}

/// Ten photographs of ten classes: learnt by heart.
TEST_F(ClassifyRun, lossOfTenPhotographsFalls)
{
    const fs::path data = sharedData("imagenet10");
    if (data.empty()) {
        GTEST_SKIP() << "no real data here: set YARDSTICK_SHARED_DATA";
    }
    edit = [&](JobSpec& job) {
        job.task = "classify";
        job.modelVariant = "yolov8n-cls";
        job.data = data.string();
    };
    const auto run = newRun({{"epochs", 12}, {"imgsz", 64}, {"batch", 10}, {"nbs", 10}, {"optimizer", "AdamW"}, {"lr0", 0.002},
                             {"warmup_epochs", 0}, {"auto_augment", nullptr}, {"erasing", 0}, {"hsv_h", 0}, {"hsv_s", 0}, {"hsv_v", 0},
                             {"scale", 0}, {"fliplr", 0}, {"split", "train"}, {"plots", false}, {"patience", 0}});
    ASSERT_EQ(train(run), 0) << logOf(run);
    const auto done = eventsOf<DoneEvent>(run).at(0);
    EXPECT_GE(done.metrics.at("metrics/accuracy_top5"), done.metrics.at("metrics/accuracy_top1"));
    std::vector<double> losses;
    for (const auto& scalars : eventsOf<ScalarsEvent>(run)) {
        if (const auto loss = scalars.values.find("train/loss"); loss != scalars.values.end()) {
            losses.push_back(loss->second);
        }
    }
    ASSERT_GE(losses.size(), 12u) << logOf(run);
    EXPECT_LT(losses.back(), 0.05 * losses.front()) << logOf(run);
    const auto args = eventsOf<ArgsEvent>(run).at(0).values;
    EXPECT_EQ(args.at("train_images"), 10);
    EXPECT_EQ(args.at("parameters"), 1451098);
}

} // namespace
} // namespace yardstick::training
