// Segmentation: the mask loss worked out by hand and against finite differences, batches with masks, a batch learnt by heart,
// and whole runs of the real worker.
#include "tests/training/run_fixture.h"
#include "tests/training/shared_data.h"
#include "training/data/image_io.h"
#include "training/engine/mask_output.h"
#include "training/engine/result_fields.h"
#include "training/engine/train_state.h"
#include "training/engine/validator.h"
#include "training/loss/segmentation_loss.h"
#include "training/model/yolo_model.h"

#include <opencv2/imgproc.hpp>
#include <torch/torch.h>

#include <cmath>
#include <cstdlib>
#include <set>

namespace yardstick::training {
namespace {

/// Two pictures of 32×32 with prototypes of 8×8; three objects, the second on top of the first.
struct MaskScene
{
    MaskScene()
    {
        targets = torch::tensor({{0.f, 1.f, 0.5f, 0.5f, 1.0f, 0.5f}, {0.f, 0.f, 0.5f, 0.5f, 0.5f, 0.25f}, {1.f, 0.f, 0.25f, 0.25f, 0.5f, 0.5f}});
        masks = torch::zeros({2, 8, 8}, torch::kInt);
        masks[0].slice(0, 2, 6).fill_(1);
        masks[0].slice(0, 3, 5).slice(1, 2, 6).fill_(2);
        masks[1].slice(0, 0, 4).slice(1, 0, 4).fill_(1);
    }
    [[nodiscard]] at::Tensor term(const at::Tensor& coefficients, const at::Tensor& protos) const
    {
        return SegmentationLoss::maskTerm(coefficients, protos, masks, targets, pictures, objects);
    }
    torch::Tensor targets, masks;
    std::vector<std::int64_t> pictures{0, 0, 1}, objects{0, 1, 2};
};

TEST(SegmentationLoss, maskTermByHand)
{
    const MaskScene scene;
    // Logits 0 everywhere: ln 2 in each cell inside the box, mean over 64 cells, divided by the box's share of the picture.
    // All three boxes fill whole cells, so each gives ln 2 · (share · 64) / 64 / share = ln 2.
    EXPECT_NEAR(scene.term(torch::zeros({3, 32}), torch::rand({2, 32, 8, 8})).item<double>(), std::log(2.0), 1e-6);
    // Prototype 0 is +20 where the first object shows and −20 elsewhere: its anchor's loss vanishes, the others stay.
    auto protos = torch::zeros({2, 32, 8, 8});
    protos[0][0] = (scene.masks[0] == 1).to(torch::kFloat) * 40 - 20;
    auto coefficients = torch::zeros({3, 32});
    coefficients[0][0] = 1;
    EXPECT_NEAR(scene.term(coefficients, protos).item<double>(), std::log(2.0) * 2 / 3, 1e-6);
}

TEST(SegmentationLoss, mapsOfAnotherSizeAndOnePerObjectGiveTheSame)
{
    torch::manual_seed(3);
    MaskScene scene;
    const auto coefficients = torch::randn({3, 32}), protos = torch::randn({2, 32, 8, 8});
    const double want = scene.term(coefficients, protos).item<double>();
    MaskScene large;
    large.masks = large.masks.repeat_interleave(2, 1).repeat_interleave(2, 2);
    EXPECT_NEAR(large.term(coefficients, protos).item<double>(), want, 1e-6);
    MaskScene single;
    single.masks = torch::stack({scene.masks[0] == 1, scene.masks[0] == 2, scene.masks[1] == 1}).to(torch::kByte);
    EXPECT_NEAR(single.term(coefficients, protos).item<double>(), want, 1e-6);
}

TEST(SegmentationLoss, agreesWithFiniteDifferences)
{
    torch::manual_seed(8);
    const MaskScene scene;
    const auto coefficients = torch::randn({3, 32}, torch::kDouble).requires_grad_(true);
    const auto protos = torch::randn({2, 32, 8, 8}, torch::kDouble).requires_grad_(true);
    scene.term(coefficients, protos).backward();
    const torch::NoGradGuard noGrad;
    const auto check = [&](const torch::Tensor& moving, std::int64_t step) {
        for (std::int64_t i = 0; i < moving.numel(); i += step) {
            const auto probe = [&](double by) {
                auto moved = moving.detach().clone();
                moved.view(-1)[i] += by;
                return moving.dim() == 2 ? scene.term(moved, protos).item<double>() : scene.term(coefficients, moved).item<double>();
            };
            EXPECT_NEAR((probe(1e-5) - probe(-1e-5)) / 2e-5, moving.grad().view(-1)[i].item<double>(), 1e-7) << i;
        }
    };
    check(coefficients, 1);
    check(protos, 37);
}

TEST(SegmentationLoss, learnsOneBatchByHeart)
{
    torch::manual_seed(2);
    at::set_num_threads(1);
    const auto model = *YoloModel::create(*makeArchitecture("yolov8n-seg", 2));
    const auto loss = makeLoss(model->architecture(), {});
    Batch batch;
    const auto images = torch::rand({2, 3, 64, 64}) * 0.2;
    batch.masks = torch::zeros({2, 16, 16}, torch::kInt);
    for (int i = 0; i < 2; ++i) { // an object whose mask is half of its box
        images[i].slice(1, 16, 48).slice(2, 16, 32 + 8 * i).fill_(0.5 + 0.5 * i);
        batch.masks[i].slice(0, 4, 12).slice(1, 4, 8 + 2 * i).fill_(1);
    }
    batch.targets = torch::tensor({{0.f, 0.f, 0.5f, 0.5f, 0.5f, 0.5f}, {1.f, 1.f, 0.5f, 0.5f, 0.5f, 0.5f}});
    model->train();
    torch::optim::Adam optimizer(model->parameters(), torch::optim::AdamOptions(2e-3));
    double highest = 0, last = 0;
    LossResult result;
    for (int i = 0; i < 100; ++i) {
        optimizer.zero_grad();
        result = loss->compute(model->forward(images), batch);
        ASSERT_EQ(result.items.size(), lossNames(Task::Segment).size());
        ASSERT_TRUE(result.finite());
        EXPECT_NEAR(result.total.item<double>(), 2 * (result.items[0] + result.items[1] + result.items[2] + result.items[3]),
                    1e-3 * result.total.item<double>());
        result.total.backward();
        optimizer.step();
        last = result.items[1];
        highest = std::max(highest, last);
    }
    EXPECT_GT(highest, 1);
    EXPECT_LT(last, 0.3 * highest);
}

TEST(MaskOutput, overlapsAndOutlines)
{
    KeptBoxes kept{torch::tensor({{0.f, 0.f, 32.f, 32.f, 0.9f, 0.f}, {16.f, 0.f, 32.f, 32.f, 0.8f, 0.f}}), {5, 7}};
    auto coefficients = torch::zeros({8, 32});
    coefficients[5][0] = 1;
    coefficients[7][0] = 1;
    auto protos = torch::full({32, 8, 8}, 3.0f);
    const auto logits = maskLogits(coefficients, protos, kept);
    ASSERT_EQ(logits.sizes(), (std::vector<std::int64_t>{2, 8, 8}));
    EXPECT_EQ((logits[0] > 0).sum().item<int>(), 64);
    EXPECT_EQ((logits[1] > 0).sum().item<int>(), 32); // cropped with its box
    auto numbers = torch::zeros({8, 8}, torch::kInt);
    numbers.slice(1, 4, 8).fill_(1);
    numbers.slice(1, 0, 2).fill_(2);
    const auto overlaps = maskOverlaps(logits, numbers, 3);
    ASSERT_EQ(overlaps.size(), 6u);
    EXPECT_NEAR(overlaps[0], 0.5, 1e-5);
    EXPECT_NEAR(overlaps[1], 1.0, 1e-5);
    EXPECT_NEAR(overlaps[2], 0.25, 1e-5);
    EXPECT_NEAR(overlaps[3], 0.0, 1e-5);
    EXPECT_EQ(overlaps[4], 0); // nothing shows of the third
    ImageMeta meta;
    meta.originalWidth = 64;
    meta.originalHeight = 64;
    meta.gain = 0.5f;
    const auto outline = maskOutline(logits[1], meta);
    ASSERT_GE(outline.size(), 8u);
    for (std::size_t i = 0; i < outline.size(); i += 2) {
        EXPECT_GE(outline[i], 2 * 13);
    }
}

/// Discs and bars with outlines, drawn once per test.
class SegmentRun : public RunFixture
{
protected:
    SegmentRun()
    {
        edit = [this](JobSpec& job) {
            job.task = "segment";
            job.modelVariant = "yolov8n-seg";
            job.data = shapes().string();
        };
    }
    const fs::path& shapes()
    {
        if (m_yaml.empty()) {
            const fs::path root = dir.path() / "shapes";
            for (const std::string split : {"train", "val"}) {
                for (int i = 0; i < 4; ++i) {
                    draw(root, split, i);
                }
            }
            m_yaml = root / "data.yaml";
            EXPECT_TRUE(platform::writeFileAtomic(m_yaml, "train: images/train\nval: images/val\nnames: [disc, bar]\n").has_value());
        }
        return m_yaml;
    }
    static void draw(const fs::path& root, const std::string& split, int i)
    {
        cv::Mat picture(96, 96, CV_8UC3, cv::Scalar::all(60));
        std::string labels;
        const auto add = [&](int cls, const std::vector<cv::Point>& outline, const cv::Scalar& colour) {
            cv::fillPoly(picture, std::vector<std::vector<cv::Point>>{outline}, colour);
            labels += std::to_string(cls);
            for (const cv::Point& p : outline) {
                labels += " " + std::to_string(p.x / 96.0) + " " + std::to_string(p.y / 96.0);
            }
            labels += "\n";
        };
        std::vector<cv::Point> disc;
        for (int k = 0; k < 24; ++k) {
            const double angle = k * 2 * 3.14159265 / 24;
            disc.emplace_back(28 + 4 * i + static_cast<int>(18 * std::cos(angle)), 30 + static_cast<int>(18 * std::sin(angle)));
        }
        add(0, disc, {220, 60, 40});
        add(1, {{10, 60 + i}, {80, 70 + i}, {80, 84 + i}, {10, 74 + i}}, {40, 200, 220});
        fs::create_directories(root / "images" / split);
        fs::create_directories(root / "labels" / split);
        const std::string stem = split + std::to_string(i);
        EXPECT_TRUE(writeJpeg(root / "images" / split / (stem + ".jpg"), picture).has_value());
        EXPECT_TRUE(platform::writeFileAtomic(root / "labels" / split / (stem + ".txt"), labels).has_value());
    }

private:
    fs::path m_yaml;
};

TEST_F(SegmentRun, batchesHoldTheMasksOfTheirObjects)
{
    const auto yaml = *readDataYaml(shapes());
    const auto split = *readSplit(yaml, "train", {});
    LoaderOptions options;
    options.imgsz = 96;
    options.batch = 3;
    options.masks = MaskOptions{};
    for (const bool train : {true, false}) {
        options.train = train;
        Loader loader(split, options);
        loader.startEpoch(1, true);
        for (int b = 0; b < 2; ++b) {
            const Batch batch = std::move(**loader.next());
            ASSERT_EQ(batch.masks.sizes(), (std::vector<std::int64_t>{batch.images.size(0), 24, 24}));
            ASSERT_EQ(batch.masks.scalar_type(), torch::kInt);
            std::map<int, int> numbers; // objects seen of each picture
            for (std::int64_t row = 0; row < batch.targets.size(0); ++row) {
                const auto target = batch.targets[row];
                const int image = target[0].item<int>();
                const auto mask = batch.masks[image] == ++numbers[image];
                if (train) {
                    continue; // may be hidden
                }
                // Every cell of the mask lies inside the object's box, and fills a good part of it.
                const auto cells = mask.nonzero().to(torch::kFloat) * 4 + 2;
                const float cx = target[2].item<float>() * 96, cy = target[3].item<float>() * 96;
                const float w = target[4].item<float>() * 96, h = target[5].item<float>() * 96;
                ASSERT_GT(cells.size(0), 10);
                EXPECT_LE((cells.select(1, 1) - cx).abs().max().item<float>(), w / 2 + 2);
                EXPECT_LE((cells.select(1, 0) - cy).abs().max().item<float>(), h / 2 + 2);
                EXPECT_GT(cells.size(0) * 16, w * h * 0.4);
            }
            for (const auto& [image, count] : numbers) {
                EXPECT_LE(batch.masks[image].max().item<int>(), count);
            }
        }
    }
}

TEST_F(SegmentRun, trainsEndToEndAndResumes)
{
    const nlohmann::json params{{"epochs", 3}, {"imgsz", 96}, {"plots", true}, {"overlap_mask", true}};
    const auto run = newRun(params);
    ASSERT_EQ(train(run), 0) << logOf(run);
    EXPECT_EQ(exitOf(run).outcome, "completed");
    const std::string csv = *platform::readFile(run / "results.csv");
    EXPECT_TRUE(csv.starts_with("epoch,time,train/box_loss,train/seg_loss,train/cls_loss,train/dfl_loss,metrics/precision(B),metrics/recall(B),"
                                "metrics/mAP50(B),metrics/mAP50-95(B),metrics/precision(M),metrics/recall(M),metrics/mAP50(M),"
                                "metrics/mAP50-95(M),val/box_loss,val/seg_loss,val/cls_loss,val/dfl_loss,lr/pg0,lr/pg1,lr/pg2\n1,"));
    const auto done = eventsOf<DoneEvent>(run).at(0);
    for (const char* name : {"metrics/mAP50(B)", "metrics/mAP50(M)", "val/seg_loss", "fitness"}) {
        EXPECT_TRUE(done.metrics.contains(name)) << name;
    }
    EXPECT_GT(done.metrics.at("val/seg_loss"), 0);
    const auto next = newRun({{"epochs", 4}, {"imgsz", 96}, {"overlap_mask", false}, {"mask_ratio", 2}}, (run / "weights/last.ckpt").string());
    ASSERT_EQ(train(next), 0) << logOf(next);
    EXPECT_EQ(exitOf(next).epochs, 4);

    const std::string best = (next / "weights/best.ckpt").string();
    EXPECT_EQ(WorkerProcess({{"val", "--weights", best, "--data", shapes().string(), "--json"}, {}, dir / "val.json", 0}).wait(), 0);
    const auto measured = nlohmann::json::parse(*platform::readFile(dir / "val.json"));
    EXPECT_TRUE(measured.contains("seg_loss"));
    EXPECT_EQ(measured.at("masks").at("map50").get<double>(), eventsOf<DoneEvent>(next).at(0).metrics.at("metrics/mAP50(M)"));
    const fs::path labels = dir / "labels";
    EXPECT_EQ(WorkerProcess({{"predict", "--weights", best, "--source", (shapes().parent_path() / "images/val").string(), "--conf", "0.001",
                              "--out", labels.string(), "--json"}, {}, dir / "predict.json", 0}).wait(), 0);
    EXPECT_EQ(nlohmann::json::parse(*platform::readFile(dir / "predict.json")).size(), 4u);
}

TEST_F(SegmentRun, boxesAloneAreRefused)
{
    edit = [](JobSpec& job) {
        job.task = "segment";
        job.modelVariant = "yolov8n-seg";
    };
    const auto run = newRun();
    EXPECT_NE(train(run), 0);
    EXPECT_NE(exitOf(run).message.find("polygon"), std::string::npos) << exitOf(run).message;
}

/// Four photographs with outlines.
TEST_F(SegmentRun, trainsOnPhotographs)
{
    const fs::path data = sharedData("coco8-seg");
    if (data.empty()) {
        GTEST_SKIP() << "no real data here: set YARDSTICK_SHARED_DATA";
    }
    edit = [&](JobSpec& job) {
        job.task = "segment";
        job.modelVariant = "yolov8n-seg";
        for (const auto& entry : fs::directory_iterator(data)) {
            job.data = entry.path().extension() == ".yaml" ? entry.path().string() : job.data;
        }
    };
    const auto run = newRun({{"epochs", 3}, {"imgsz", 160}, {"plots", false}});
    ASSERT_EQ(train(run), 0) << logOf(run);
    const auto epochs = eventsOf<EpochEvent>(run);
    EXPECT_EQ(epochs.size(), 3u);
    for (const auto& [name, value] : eventsOf<DoneEvent>(run).at(0).metrics) {
        EXPECT_TRUE(std::isfinite(value)) << name;
    }
}

} // namespace
} // namespace yardstick::training
