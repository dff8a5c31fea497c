// Masks from outlines, and mean average precision over overlaps of another kind than boxes.
#include "tests/training/data_fixture.h"
#include "training/data/masks.h"
#include "training/metrics/detection_metrics.h"

#include <opencv2/core.hpp>

namespace yardstick::training {
namespace {

std::vector<float> rectangle(float x1, float y1, float x2, float y2)
{
    return {x1, y1, x2, y1, x2, y2, x1, y2};
}

TEST(Masks, smallerObjectsLieOnTopAndAreNumberedLast)
{
    const std::vector<std::vector<float>> outlines{rectangle(0.25f, 0.25f, 0.5f, 0.5f), rectangle(0, 0, 0.99f, 0.99f),
                                                   rectangle(0.5f, 0.5f, 0.9f, 0.9f)};
    const PaintedMasks painted = paintMasks(outlines, {64, 64}, {4, true});
    EXPECT_EQ(painted.order, (std::vector<int>{1, 2, 0}));
    ASSERT_EQ(painted.maps.size(), 1u);
    const cv::Mat& map = painted.maps.front();
    ASSERT_EQ(map.size(), cv::Size(16, 16));
    ASSERT_EQ(map.type(), CV_32S);
    EXPECT_EQ(map.at<int>(1, 1), 1);
    EXPECT_EQ(map.at<int>(11, 11), 2);
    EXPECT_EQ(map.at<int>(6, 6), 3);
    EXPECT_EQ(map.at<int>(6, 12), 1);
}

TEST(Masks, oneMapPerObjectWithoutOverlap)
{
    const std::vector<std::vector<float>> outlines{rectangle(0.25f, 0.25f, 0.5f, 0.5f), rectangle(0, 0, 0.99f, 0.99f), {}};
    const PaintedMasks painted = paintMasks(outlines, {32, 64}, {2, false});
    EXPECT_EQ(painted.order, (std::vector<int>{1, 0, 2}));
    ASSERT_EQ(painted.maps.size(), 3u);
    for (const cv::Mat& map : painted.maps) {
        EXPECT_EQ(map.size(), cv::Size(16, 32));
        EXPECT_EQ(map.type(), CV_8U);
    }
    EXPECT_EQ(painted.maps[0].at<unsigned char>(12, 6), 1); // hides nothing of the other
    EXPECT_EQ(painted.maps[1].at<unsigned char>(12, 6), 1);
    EXPECT_EQ(cv::countNonZero(painted.maps[2]), 0); // an object without outline has no mask
    EXPECT_TRUE(paintMasks({}, {64, 64}, {4, true}).order.empty());
    EXPECT_EQ(cv::countNonZero(paintMasks({}, {64, 64}, {4, true}).maps.at(0)), 0);
}

TEST(Masks, theOutlineOfAMapComesBack)
{
    const PaintedMasks painted = paintMasks({rectangle(0.25f, 0.25f, 0.75f, 0.5f)}, {64, 64}, {1, false});
    const std::vector<float> outline = outlineOf(painted.maps.front());
    ASSERT_EQ(outline.size(), 8u);
    for (std::size_t i = 0; i < outline.size(); i += 2) {
        EXPECT_TRUE(outline[i] == 16 || outline[i] == 48) << outline[i];
        EXPECT_TRUE(outline[i + 1] == 16 || outline[i + 1] == 32) << outline[i + 1];
    }
    EXPECT_TRUE(outlineOf(cv::Mat(8, 8, CV_8U, cv::Scalar(0))).empty());
}

TEST(MaskMetrics, perfectOverlapsScoreAsPerfectBoxes)
{
    DetectionMetrics metrics({"a", "b"});
    const std::vector<Detection> detections{{{0, 0, 1, 1}, 0.9f, 0}, {{0, 0, 1, 1}, 0.8f, 1}};
    const std::vector<Truth> truths{{{}, 1}, {{}, 0}};
    metrics.addImage(detections, truths, {0, 1, 1, 0}); // rows: truths
    EXPECT_NEAR(metrics.compute().map5095, 0.995, 1e-9);
    metrics.addImage(detections, truths, {0, 0.6f, 0.3f, 0}); // one of two at 0.5
    const DetectionResult result = metrics.compute();
    EXPECT_LT(result.map50, 0.9);
    EXPECT_GT(result.map50, 0.6);
    EXPECT_EQ(result.instances, 4);
}

} // namespace
} // namespace yardstick::training
