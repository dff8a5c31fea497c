#include "tests/training/data_fixture.h"
#include "training/data/letterbox.h"
#include "training/data/loader.h"
#include "training/metrics/nms.h"

#include <torch/torch.h>

namespace yardstick::training {
namespace {

struct TinySet
{
    TempDir dir;
    DataYaml yaml;
    Split train;
    Split val;
    explicit TinySet(int count)
    {
        writeTinyDataset(dir.path(), count);
        yaml = *readDataYaml(dir.path());
        train = *readSplit(yaml, "train", {});
        val = *readSplit(yaml, "val", {});
    }
};

LoaderOptions options(bool train, int threads)
{
    LoaderOptions o;
    o.imgsz = 64;
    o.batch = 4;
    o.train = train;
    o.threads = threads;
    o.seed = 9;
    return o;
}

std::vector<Batch> epochOf(Loader& loader, int epoch, std::int64_t first = 0, bool mosaic = true)
{
    loader.startEpoch(epoch, mosaic, first);
    std::vector<Batch> batches;
    for (;;) {
        auto batch = loader.next();
        if (!batch || !*batch) {
            EXPECT_TRUE(batch) << batch.error().message();
            return batches;
        }
        batches.push_back(std::move(**batch));
    }
}

bool same(const Batch& a, const Batch& b)
{
    return torch::equal(a.images, b.images) && torch::equal(a.targets, b.targets);
}

TEST(Loader, batchesAreChannelsLastBytesAndTheLastOneIsKept)
{
    const TinySet set(10);
    Loader loader(set.train, options(true, 2));
    EXPECT_EQ(loader.batchesPerEpoch(), 3);
    const auto batches = epochOf(loader, 1);
    ASSERT_EQ(batches.size(), 3u);
    EXPECT_EQ(batches[0].images.sizes(), (std::vector<std::int64_t>{4, 3, 64, 64}));
    EXPECT_EQ(batches[2].images.size(0), 2);
    EXPECT_EQ(batches[0].images.scalar_type(), torch::kByte);
    EXPECT_TRUE(batches[0].images.is_contiguous(at::MemoryFormat::ChannelsLast));
    EXPECT_EQ(batches[0].targets.size(1), 6);
    EXPECT_TRUE((batches[0].targets.slice(1, 2, 6) >= 0).all().item<bool>());
    EXPECT_TRUE((batches[0].targets.slice(1, 2, 6) <= 1).all().item<bool>());
}

TEST(Loader, resultsDoNotDependOnThreadsPrefetchOrCache)
{
    const TinySet set(11);
    Loader one(set.train, options(true, 1));
    LoaderOptions many = options(true, 4);
    many.prefetch = 5;
    many.cacheRam = true;
    Loader four(set.train, many);
    for (int epoch = 1; epoch <= 2; ++epoch) {
        const auto a = epochOf(one, epoch);
        const auto b = epochOf(four, epoch);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_TRUE(same(a[i], b[i])) << epoch << ":" << i;
        }
    }
    EXPECT_EQ(four.cacheUse().images, 11u);
    EXPECT_EQ(four.cacheUse().usedBytes, four.cacheUse().neededBytes);
    EXPECT_EQ(one.cacheUse().budgetBytes, 0u);
}

TEST(Loader, epochsAndSeedsDiffer)
{
    const TinySet set(8);
    Loader loader(set.train, options(true, 2));
    LoaderOptions other = options(true, 2);
    other.seed = 10;
    Loader second(set.train, other);
    const auto a = epochOf(loader, 1);
    EXPECT_FALSE(same(a[0], epochOf(loader, 2)[0]));
    EXPECT_FALSE(same(a[0], epochOf(second, 1)[0]));
    EXPECT_TRUE(same(a[0], epochOf(loader, 1)[0]));
}

TEST(Loader, resumingInMidEpochGivesTheRestOfTheEpoch)
{
    const TinySet set(12);
    Loader loader(set.train, options(true, 2));
    const auto whole = epochOf(loader, 3);
    const auto rest = epochOf(loader, 3, 1);
    ASSERT_EQ(rest.size(), 2u);
    EXPECT_TRUE(same(whole[1], rest[0]));
    EXPECT_TRUE(same(whole[2], rest[1]));
}

TEST(Loader, anEpochMayBeAbandonedAtAnyTime)
{
    const TinySet set(20);
    for (int taken = 0; taken < 4; ++taken) {
        Loader loader(set.train, options(true, 3));
        loader.startEpoch(1, true);
        for (int i = 0; i < taken; ++i) {
            ASSERT_TRUE(loader.next());
        }
        EXPECT_EQ(epochOf(loader, 2).size(), 5u);
        loader.startEpoch(3, true); // destroyed with work under way
    }
}

TEST(Loader, validationIsTheLetterboxInOrderWithItsMeta)
{
    const TinySet set(5);
    Loader loader(set.val, options(false, 2));
    const auto batches = epochOf(loader, 1);
    ASSERT_EQ(batches.size(), 2u);
    const ImageMeta& meta = batches[0].meta.at(1);
    EXPECT_EQ(meta.path, set.val.images[1].path);
    EXPECT_EQ(meta.originalWidth, 64);
    EXPECT_EQ(meta.originalHeight, 48);
    EXPECT_EQ(meta.gain, 1);
    EXPECT_EQ(meta.padX, 0);
    EXPECT_EQ(meta.padY, 8);
    const auto row = batches[0].targets[1];
    EXPECT_EQ(row[0].item<float>(), 1);
    EXPECT_EQ(row[1].item<float>(), 1);
    EXPECT_FLOAT_EQ(row[3].item<float>(), 0.5f);
    EXPECT_FLOAT_EQ(row[5].item<float>(), 0.5f * 48 / 64);
    cv::Mat expected;
    letterbox(readImage(set.val.images[1].path)->pixels, planLetterbox(64, 48, 64, 64), expected);
    const auto stored = torch::from_blob(expected.data, {64, 64, 3}, torch::kByte).permute({2, 0, 1});
    EXPECT_TRUE(torch::equal(batches[0].images[1], stored));
    EXPECT_EQ(epochOf(loader, 2).size(), 2u);
    EXPECT_TRUE(same(epochOf(loader, 3)[0], batches[0])); // fixed, whatever the epoch
}

TEST(Loader, rectangularBatchesHaveTheirOwnShapes)
{
    const TinySet set(4);
    LoaderOptions o = options(false, 1);
    o.rect = true;
    Loader val(set.val, o);
    EXPECT_EQ(epochOf(val, 1)[0].images.sizes(), (std::vector<std::int64_t>{4, 3, 64, 96})); // 48/64: ceil(1.5+.5), ceil(2.5)
    o.train = true;
    Loader train(set.train, o);
    EXPECT_EQ(epochOf(train, 1)[0].images.sizes(), (std::vector<std::int64_t>{4, 3, 64, 64}));
}

TEST(Loader, aFileThatVanishesIsAnErrorThatNamesIt)
{
    const TinySet set(4);
    fs::remove(set.val.images[2].path);
    Loader loader(set.val, options(false, 2));
    loader.startEpoch(1, false);
    const auto batch = loader.next();
    ASSERT_FALSE(batch);
    EXPECT_NE(batch.error().message().find("val102.jpg"), std::string::npos) << batch.error().message();
    EXPECT_FALSE(loader.next()->has_value());
}

TEST(Loader, polygonsComeAlongForSegmentation)
{
    const TinySet set(1);
    LoaderOptions o = options(false, 1);
    o.polygons = true;
    Loader loader(set.val, o);
    const auto batch = std::move(epochOf(loader, 1)[0]);
    ASSERT_EQ(batch.polygons.size(), 1u);
    EXPECT_EQ(batch.polygons[0].size(), 8u); // a box becomes four points
    EXPECT_FLOAT_EQ(batch.polygons[0][0], 0.25f);
}

/// [1, 4+C, A] from rows cx cy w h scores…
torch::Tensor predictions(const std::vector<std::vector<float>>& rows)
{
    std::vector<torch::Tensor> columns;
    for (const auto& row : rows) {
        columns.push_back(torch::tensor(row));
    }
    return torch::stack(columns, 1).unsqueeze(0);
}

TEST(Nms, keepsTheBestOfEachClusterPerClass)
{
    NmsOptions o;
    o.iou = 0.5;
    const auto kept = nonMaxSuppression(predictions({{50, 50, 20, 20, 0.8f, 0.1f},
                                                     {52, 50, 20, 20, 0.9f, 0.1f},    // overlaps the first, better
                                                     {50, 50, 20, 20, 0.1f, 0.7f},    // the same place, other class
                                                     {90, 50, 20, 20, 0.24f, 0.0f}}), // below the confidence
                                        o)[0];
    ASSERT_EQ(kept.size(0), 2);
    EXPECT_FLOAT_EQ(kept[0][4].item<float>(), 0.9f);
    EXPECT_FLOAT_EQ(kept[0][0].item<float>(), 42);
    EXPECT_FLOAT_EQ(kept[0][3].item<float>(), 60);
    EXPECT_EQ(kept[1][5].item<float>(), 1);
    o.agnostic = true;
    EXPECT_EQ(nonMaxSuppression(predictions({{50, 50, 20, 20, 0.8f, 0.1f}, {50, 50, 20, 20, 0.1f, 0.7f}}), o)[0].size(0), 1);
}

TEST(Nms, suppressesOnlyAboveTheLimit)
{
    NmsOptions o;
    o.iou = 1.0 / 3; // two boxes shifted by half their width: exactly 1/3
    const auto p = predictions({{50, 50, 20, 20, 0.9f}, {60, 50, 20, 20, 0.8f}});
    EXPECT_EQ(nonMaxSuppression(p, o)[0].size(0), 2);
    o.iou = 0.33;
    EXPECT_EQ(nonMaxSuppression(p, o)[0].size(0), 1);
}

TEST(Nms, multiLabelGivesOneRowPerBoxAndClass)
{
    NmsOptions o;
    o.confidence = 0.001;
    const auto p = predictions({{50, 50, 20, 20, 0.9f, 0.3f}});
    EXPECT_EQ(nonMaxSuppression(p, o)[0].size(0), 1);
    o.multiLabel = true;
    const auto kept = nonMaxSuppression(p, o)[0];
    ASSERT_EQ(kept.size(0), 2);
    EXPECT_FLOAT_EQ(kept[1][4].item<float>(), 0.3f);
    o.classes = {1};
    EXPECT_EQ(nonMaxSuppression(p, o)[0].size(0), 1);
}

TEST(Nms, limitsCandidatesAndDetectionsByScore)
{
    std::vector<std::vector<float>> rows;
    for (int i = 0; i < 50; ++i) {
        rows.push_back({static_cast<float>(100 * i), 50, 20, 20, 0.3f + 0.01f * static_cast<float>(i)});
    }
    NmsOptions o;
    o.maxDetections = 7;
    auto kept = nonMaxSuppression(predictions(rows), o)[0];
    ASSERT_EQ(kept.size(0), 7);
    EXPECT_FLOAT_EQ(kept[0][4].item<float>(), 0.79f);
    o.maxDetections = 300;
    o.maxCandidates = 5;
    kept = nonMaxSuppression(predictions(rows), o)[0];
    ASSERT_EQ(kept.size(0), 5);
    EXPECT_FLOAT_EQ(kept[4][4].item<float>(), 0.75f);
    EXPECT_EQ(nonMaxSuppression(torch::zeros({2, 5, 0}), o).size(), 2u);
}

/// Quadratic greedy suppression written the plain way, on random boxes.
TEST(Nms, equalsThePlainDefinitionOnRandomBoxes)
{
    torch::manual_seed(4);
    const std::int64_t n = 400;
    const auto p = torch::cat({torch::rand({1, 2, n}) * 200, torch::rand({1, 2, n}) * 60 + 5, torch::rand({1, 3, n})}, 1);
    NmsOptions o;
    o.confidence = 0.3;
    o.iou = 0.45;
    o.multiLabel = true;
    struct Row { float score; std::int64_t anchor; int cls; };
    std::vector<Row> rows;
    for (int c = 0; c < 3; ++c) {
        for (std::int64_t a = 0; a < n; ++a) {
            const float s = p[0][4 + c][a].item<float>();
            if (s > 0.3f) {
                rows.push_back({s, a, c});
            }
        }
    }
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.score > b.score; });
    const auto iou = [&](std::int64_t a, std::int64_t b) {
        const auto q = p[0];
        double v[2][4];
        for (int k = 0; k < 2; ++k) {
            const std::int64_t i = k == 0 ? a : b;
            const double cx = q[0][i].item<float>(), cy = q[1][i].item<float>(), w = q[2][i].item<float>(), h = q[3][i].item<float>();
            v[k][0] = cx - w / 2;
            v[k][1] = cy - h / 2;
            v[k][2] = cx + w / 2;
            v[k][3] = cy + h / 2;
        }
        const double w = std::max(0.0, std::min(v[0][2], v[1][2]) - std::max(v[0][0], v[1][0]));
        const double h = std::max(0.0, std::min(v[0][3], v[1][3]) - std::max(v[0][1], v[1][1]));
        const double areas = (v[0][2] - v[0][0]) * (v[0][3] - v[0][1]) + (v[1][2] - v[1][0]) * (v[1][3] - v[1][1]);
        return w * h / (areas - w * h);
    };
    std::vector<Row> expected;
    for (const Row& row : rows) {
        const bool gone = std::any_of(expected.begin(), expected.end(),
                                      [&](const Row& k) { return k.cls == row.cls && iou(k.anchor, row.anchor) > 0.45; });
        if (!gone && expected.size() < 300) {
            expected.push_back(row);
        }
    }
    const auto kept = nonMaxSuppression(p, o)[0];
    ASSERT_EQ(kept.size(0), static_cast<std::int64_t>(expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(kept[static_cast<std::int64_t>(i)][4].item<float>(), expected[i].score);
        EXPECT_EQ(kept[static_cast<std::int64_t>(i)][5].item<float>(), static_cast<float>(expected[i].cls));
    }
}

TEST(Nms, boxesGoBackToTheOriginalImage)
{
    const ImageMeta meta{"a", 641, 480, 640.0f / 641, 0, 80, 480.0f / 480};
    const auto back = toOriginal({64, 128, 700, 300}, meta);
    EXPECT_FLOAT_EQ(back[0], 64 * 641.0f / 640);
    EXPECT_FLOAT_EQ(back[1], 48);
    EXPECT_FLOAT_EQ(back[2], 641); // clipped
    EXPECT_FLOAT_EQ(back[3], 220);
}

} // namespace
} // namespace yardstick::training
