#include "training/data/random.h"
#include "training/metrics/detection_metrics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace yardstick::training {
namespace {

Truth truth(float x, float y, int cls = 0)
{
    return {{x, y, x + 10, y + 10}, cls};
}
Detection hit(float x, float y, float confidence, int cls = 0)
{
    return {{x, y, x + 10, y + 10}, confidence, cls};
}

TEST(BoxIou, handComputed)
{
    EXPECT_DOUBLE_EQ(boxIou({0, 0, 10, 10}, {0, 0, 10, 10}), 1);
    EXPECT_DOUBLE_EQ(boxIou({0, 0, 10, 10}, {5, 0, 15, 10}), 50.0 / 150);
    EXPECT_DOUBLE_EQ(boxIou({0, 0, 10, 10}, {10, 0, 20, 10}), 0);
}

TEST(AveragePrecision, aPerfectDetectorScores0995)
{
    EXPECT_EQ(averagePrecision({0.25, 0.5, 0.75, 1}, {1, 1, 1, 1}), 0.995);
    EXPECT_EQ(averagePrecision({1}, {1}), 0.995);
    EXPECT_EQ(averagePrecision({}, {}), 0);
}

TEST(AveragePrecision, envelopeAndInterpolationByHand)
{
    // Two truths: hit, miss, hit. Recall .5 .5 1; precision 1 1/2 2/3, envelope 1 2/3 2/3. Of the 101 points 50 are 1 (below
    // recall 0.5), 50 are 2/3 (from 0.5 on, where the last of the points there counts) and the one at recall 1 is 0.
    const double expected = (49 * 1.0 + (1 + 2.0 / 3) / 2 + 49 * 2.0 / 3 + (2.0 / 3) / 2) / 100;
    EXPECT_NEAR(averagePrecision({0.5, 0.5, 1}, {1, 0.5, 2.0 / 3}), expected, 1e-12);
}

TEST(Smoothed, isABoxFilterWithPaddedEdges)
{
    // 10 values, fraction 0.1: round(2)/2 + 1 = 2 … taps 2, half 1: mean of the one before and itself.
    const std::vector<double> out = smoothed({0, 0, 0, 0, 10, 0, 0, 0, 0, 4}, 0.1);
    EXPECT_DOUBLE_EQ(out[4], 5);
    EXPECT_DOUBLE_EQ(out[5], 5);
    EXPECT_DOUBLE_EQ(out[9], 2);
    // 1000 values: 101 taps.
    std::vector<double> impulse(1000, 0);
    impulse[500] = 1;
    const std::vector<double> wide = smoothed(impulse, 0.1);
    EXPECT_DOUBLE_EQ(wide[450], 1.0 / 101);
    EXPECT_DOUBLE_EQ(wide[550], 1.0 / 101);
    EXPECT_DOUBLE_EQ(wide[449], 0);
    EXPECT_DOUBLE_EQ(wide[551], 0);
}

TEST(DetectionMetrics, perfectDetectionsScoreExactly0995)
{
    DetectionMetrics metrics({"a", "b", "never"});
    metrics.addImage({hit(0, 0, 0.9f), hit(50, 50, 0.8f, 1)}, {truth(0, 0), truth(50, 50, 1)});
    metrics.addImage({hit(20, 0, 0.7f)}, {truth(20, 0)});
    metrics.addImage({}, {});
    const DetectionResult r = metrics.compute();
    EXPECT_DOUBLE_EQ(r.map50, 0.995);
    EXPECT_DOUBLE_EQ(r.map5095, 0.995);
    EXPECT_NEAR(r.fitness, 0.995, 1e-12);
    EXPECT_DOUBLE_EQ(r.precision, 1);
    EXPECT_NEAR(r.recall, 1, 1e-12);
    ASSERT_EQ(r.perClass.size(), 2u); // a class without truth does not count
    EXPECT_EQ(r.perClass[0].instances, 2);
    EXPECT_EQ(r.perClass[0].images, 2);
    EXPECT_EQ(r.images, 3);
    EXPECT_EQ(r.instances, 3);
    EXPECT_EQ(r.confusionMatrix["matrix"][0][0], 2);
    EXPECT_EQ(r.confusionMatrix["matrix"][1][1], 1);
}

TEST(DetectionMetrics, aDuplicateIsOneHitAndOneMiss)
{
    DetectionMetrics metrics({"a"});
    metrics.addImage({hit(0, 0, 0.9f), hit(1, 0, 0.8f)}, {truth(0, 0)});
    const DetectionResult r = metrics.compute();
    EXPECT_DOUBLE_EQ(r.map50, 0.995); // the miss comes after full recall
    EXPECT_EQ(r.confusionMatrix["matrix"][0][0], 1);
    EXPECT_EQ(r.confusionMatrix["matrix"][0][1], 1); // the other is background taken for a
    DetectionMetrics reversed({"a"});
    // The duplicate is more confident and worse: at 0.5 it takes the truth, at 0.95 it cannot.
    reversed.addImage({hit(1, 0, 0.9f), hit(0, 0, 0.8f)}, {truth(0, 0)});
    const DetectionResult q = reversed.compute();
    EXPECT_DOUBLE_EQ(q.map50, 0.995);
    EXPECT_LT(q.map5095, 0.995);
}

TEST(DetectionMetrics, theMostConfidentDetectionTakesATruth)
{
    // Both overlap by more than half; the better one is less confident: at 0.5 the confident one is the hit.
    DetectionMetrics metrics({"a"});
    metrics.addImage({hit(3, 0, 0.9f), hit(0, 0, 0.2f)}, {truth(0, 0)});
    const auto r = metrics.compute();
    EXPECT_DOUBLE_EQ(r.perClass[0].ap50, 0.995); // hit first, miss second
    // IoU of the first is 7/13 = 0.538: a hit at 0.5 only. Above, the second is the hit, after a miss: precision 1/2.
    const double late = averagePrecision({0, 1}, {0, 0.5});
    EXPECT_NEAR(r.perClass[0].ap, (0.995 + 9 * late) / 10, 1e-12);
}

TEST(DetectionMetrics, thereIsNoFallBackToASecondBestTruth)
{
    // Both detections have truth 0 as their best; truth 1 overlaps the second too (IoU 7/13), but stays unfound.
    DetectionMetrics metrics({"a"});
    metrics.addImage({hit(0, 0, 0.9f), hit(1, 0, 0.8f)}, {truth(0, 0), truth(4, 0)});
    const auto r = metrics.compute();
    EXPECT_NEAR(r.perClass[0].ap50, averagePrecision({0.5, 0.5}, {1, 0.5}), 1e-12);
}

TEST(DetectionMetrics, otherClassesDoNotMatchButConfuse)
{
    DetectionMetrics metrics({"a", "b"});
    metrics.addImage({hit(0, 0, 0.9f, 1)}, {truth(0, 0, 0)});
    metrics.addImage({hit(0, 0, 0.9f, 0), hit(80, 80, 0.2f, 0)}, {truth(0, 0, 0), truth(50, 50, 1)});
    const auto r = metrics.compute();
    EXPECT_EQ(r.confusionMatrix["matrix"], nlohmann::json::parse("[[1,0,0],[1,0,0],[0,1,0]]"));
    EXPECT_EQ(r.confusionMatrix["names"].back(), "background");
    EXPECT_DOUBLE_EQ(r.perClass[1].ap50, 0);
    EXPECT_NEAR(r.map50, r.perClass[0].ap50 / 2, 1e-12);
}

TEST(DetectionMetrics, withoutATruePositiveEverythingIsZero)
{
    DetectionMetrics metrics({"a"});
    metrics.addImage({hit(50, 50, 0.9f)}, {truth(0, 0)});
    const auto r = metrics.compute();
    EXPECT_EQ(r.map50, 0);
    EXPECT_EQ(r.precision, 0);
    EXPECT_EQ(r.recall, 0);
    EXPECT_EQ(DetectionMetrics({"a"}).compute().map50, 0);
    EXPECT_EQ(DetectionMetrics({}).compute().map50, 0);
}

TEST(DetectionMetrics, precisionAndRecallAreReadWhereSmoothedF1IsBest)
{
    // 10 truths found with confidence 0.8, 10 misses with 0.3: F1 is flat at 1 for confidences in (0.3, 0.8), lower below.
    // The smoothed curve is highest first where 101 taps fit into the flat part: at about 0.35.
    DetectionMetrics metrics({"a"});
    for (int i = 0; i < 10; ++i) {
        metrics.addImage({hit(0, 0, 0.8f), hit(70, 70, 0.3f)}, {truth(0, 0)});
    }
    const auto r = metrics.compute();
    EXPECT_NEAR(r.precision, 1, 0.2);
    EXPECT_NEAR(r.recall, 1, 1e-9);
    EXPECT_GT(r.bestConfidence, 0.3);
    EXPECT_LT(r.bestConfidence, 0.8);
    const auto& f1 = r.curves["f1_curve"];
    EXPECT_EQ(f1["x"].size(), 101u);
    EXPECT_EQ(f1["series"][0]["name"], "all");
    EXPECT_NEAR(f1["series"][1]["y"][0].get<double>(), 2.0 / 3, 1e-4); // P 1/2, R 1
    EXPECT_EQ(f1["series"][1]["y"][100].get<double>(), 0);             // nothing has confidence 1
    EXPECT_EQ(r.curves["p_curve"]["series"][1]["y"][100].get<double>(), 1);
    EXPECT_EQ(r.curves["pr_curve"]["series"][1]["y"][50].get<double>(), 1);
}

TEST(DetectionMetrics, theOrderOfImagesDoesNotMatter)
{
    struct Image { std::vector<Detection> detections; std::vector<Truth> truths; };
    std::vector<Image> images;
    Random random(5);
    for (int i = 0; i < 60; ++i) {
        Image image;
        for (auto n = random.between(0, 5); n > 0; --n) {
            const auto x = static_cast<float>(random.uniform(0, 300));
            const int cls = static_cast<int>(random.below(3));
            image.truths.push_back(truth(x, 0, cls));
            // Few distinct confidences, so that many are equal.
            const auto confidence = static_cast<float>(random.between(1, 9)) / 10;
            image.detections.push_back(hit(x + static_cast<float>(random.uniform(-6, 6)), 0, confidence, cls));
        }
        std::stable_sort(image.detections.begin(), image.detections.end(),
                         [](const Detection& a, const Detection& b) { return a.confidence > b.confidence; });
        images.push_back(image);
    }
    std::string first;
    for (int round = 0; round < 5; ++round) {
        DetectionMetrics metrics({"a", "b", "c"});
        for (const Image& image : images) {
            metrics.addImage(image.detections, image.truths);
        }
        const auto r = metrics.compute();
        EXPECT_GT(r.map50, 0.1);
        const std::string now = nlohmann::json({r.map50, r.map5095, r.precision, r.recall, r.bestConfidence, r.confusionMatrix}).dump();
        EXPECT_TRUE(first.empty() || first == now);
        first = now;
        for (std::size_t i = images.size(); i > 1; --i) {
            std::swap(images[i - 1], images[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
        }
    }
}

} // namespace
} // namespace yardstick::training
