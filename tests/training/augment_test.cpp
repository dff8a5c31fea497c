#include "tests/training/data_fixture.h"
#include "training/data/augment.h"
#include "training/data/image_store.h"
#include "training/data/letterbox.h"

#include <opencv2/imgproc.hpp>

#include <cmath>
#include <numbers>

namespace yardstick::training {
namespace {

AugmentOptions nothing()
{
    AugmentOptions o;
    o.hsvH = o.hsvS = o.hsvV = o.translate = o.scale = o.flipLr = o.mosaic = 0;
    return o;
}

Sample sampleOf(int width, int height, std::vector<Annotation> objects)
{
    return {gradient(width, height), std::move(objects)};
}

TEST(Random, depensOnlyOnItsSeedAndIsUniform)
{
    Random a = Random::forImage(1, 2, 3);
    Random b = Random::forImage(1, 2, 3);
    Random c = Random::forImage(1, 3, 2);
    EXPECT_EQ(a.next(), b.next());
    EXPECT_NE(a.next(), c.next());
    EXPECT_EQ(Random(0).next(), 0xE220A8397B1DCDAFull); // SplitMix64's first value for seed 0, as published
    std::array<int, 10> bins{};
    double sum = 0;
    double square = 0;
    for (int i = 0; i < 100000; ++i) {
        ++bins[static_cast<std::size_t>(a.below(10))];
        const double v = a.uniform();
        sum += v;
        square += v * v;
    }
    for (const int n : bins) {
        EXPECT_NEAR(n, 10000, 500);
    }
    EXPECT_NEAR(sum / 100000, 0.5, 0.005);
    EXPECT_NEAR(square / 100000 - 0.25, 1.0 / 12, 0.005);
}

TEST(Random, beta32HasTheMeanAndVarianceOfBeta)
{
    Random random(7);
    double sum = 0;
    double square = 0;
    for (int i = 0; i < 20000; ++i) {
        const double v = random.beta32();
        sum += v;
        square += v * v;
    }
    EXPECT_NEAR(sum / 20000, 0.5, 0.003);
    EXPECT_NEAR(square / 20000 - sum / 20000 * sum / 20000, 32.0 * 32 / (64.0 * 64 * 65), 2e-4);
}

TEST(Letterbox, sizesAndMarginsAsTheReferenceRoundsThem)
{
    struct Case { int w, h, netW, netH; bool up; LetterboxPlan plan; };
    const Case cases[] = {{1280, 720, 640, 640, true, {640, 360, 0, 140, 0, 140, 0, 0}},
                          {640, 479, 640, 640, false, {640, 479, 0, 80, 0, 81, 0, 0}},
                          {100, 50, 640, 640, true, {640, 320, 0, 160, 0, 160, 0, 0}},
                          {100, 50, 640, 640, false, {100, 50, 270, 295, 270, 295, 0, 0}},
                          {333, 500, 320, 320, true, {213, 320, 53, 0, 54, 0, 0, 0}}};
    for (const Case& c : cases) {
        const LetterboxPlan p = planLetterbox(c.w, c.h, c.netW, c.netH, c.up);
        EXPECT_EQ(p.width, c.plan.width);
        EXPECT_EQ(p.height, c.plan.height);
        EXPECT_EQ(p.left, c.plan.left);
        EXPECT_EQ(p.top, c.plan.top);
        EXPECT_EQ(p.right, c.plan.right);
        EXPECT_EQ(p.bottom, c.plan.bottom);
        EXPECT_EQ(p.left + p.width + p.right, c.netW);
        EXPECT_EQ(p.top + p.height + p.bottom, c.netH);
    }
    const LetterboxPlan minimal = planMinimalLetterbox(1280, 720, 640);
    EXPECT_EQ(minimal.top + minimal.height + minimal.bottom, 384);
    EXPECT_EQ(minimal.top, 12);
    EXPECT_EQ(longSideSize(500, 333, 320), (std::pair{320, 214})); // ceil(213.12)
    EXPECT_EQ(longSideSize(100, 50, 320), (std::pair{320, 160}));
}

TEST(Letterbox, rectangularShapesOfThePublishedExamples)
{
    EXPECT_EQ(rectShape({1.0, 1.0}, 640, 32, 0.5), (std::pair{672, 672}));
    EXPECT_EQ(rectShape({0.5625}, 640, 32, 0.5), (std::pair{384, 672}));
    EXPECT_EQ(rectShape({0.5625}, 640, 32, 0.0), (std::pair{384, 640}));
    EXPECT_EQ(rectShape({2.0, 1.6}, 640, 32, 0.0), (std::pair{640, 416}));
    EXPECT_EQ(rectShape({0.5, 2.0}, 640, 32, 0.0), (std::pair{640, 640}));
}

/// Bilinear scaling written out: sample position (x + 0.5)·scale − 0.5, edges repeated.
double bilinear(const cv::Mat& in, double x, double y, int channel)
{
    const auto value = [&](int px, int py) {
        return static_cast<double>(in.at<cv::Vec3b>(std::clamp(py, 0, in.rows - 1), std::clamp(px, 0, in.cols - 1))[channel]);
    };
    const int x0 = static_cast<int>(std::floor(x));
    const int y0 = static_cast<int>(std::floor(y));
    const double tx = x - x0;
    const double ty = y - y0;
    return (value(x0, y0) * (1 - tx) + value(x0 + 1, y0) * tx) * (1 - ty) + (value(x0, y0 + 1) * (1 - tx) + value(x0 + 1, y0 + 1) * tx) * ty;
}

cv::Mat noisePicture(int width, int height, std::uint64_t seed)
{
    Random random(seed);
    cv::Mat picture(height, width, CV_8UC3);
    for (int i = 0; i < width * height * 3; ++i) {
        picture.data[i] = static_cast<unsigned char>(random.below(256));
    }
    return picture;
}

TEST(Letterbox, pixelsAreBilinearAndTheRestIsGrey)
{
    const cv::Mat picture = noisePicture(50, 30, 3);
    const LetterboxPlan plan = planLetterbox(50, 30, 96, 96);
    cv::Mat out;
    letterbox(picture, plan, out);
    ASSERT_EQ(out.size(), cv::Size(96, 96));
    EXPECT_EQ(out.at<cv::Vec3b>(plan.top - 1, 40), cv::Vec3b(114, 114, 114));
    EXPECT_EQ(out.at<cv::Vec3b>(plan.top + plan.height, 40), cv::Vec3b(114, 114, 114));
    for (int y = 0; y < plan.height; ++y) {
        for (int x = 0; x < plan.width; ++x) {
            const double expected = bilinear(picture, (x + 0.5) / plan.gainX - 0.5, (y + 0.5) / plan.gainY - 0.5, 1);
            ASSERT_NEAR(out.at<cv::Vec3b>(plan.top + y, plan.left + x)[1], expected, 1.0) << x << "," << y;
        }
    }
}

TEST(Augment, mosaicTouchesTheCentreAndClips)
{
    std::vector<Sample> four;
    const int shades[] = {10, 60, 160, 210};
    for (const int shade : shades) {
        Sample s;
        s.image = cv::Mat(64, 48, CV_8UC3, cv::Scalar::all(shade));
        s.objects = {{0, 0, 0, 48, 64, {}}, {1, 0, 0, 4, 4, {}}};
        four.push_back(s);
    }
    const Sample m = mosaic4(four, 64, 40, 50);
    ASSERT_EQ(m.image.size(), cv::Size(128, 128));
    EXPECT_EQ(m.image.at<cv::Vec3b>(49, 39)[0], 10);
    EXPECT_EQ(m.image.at<cv::Vec3b>(49, 40)[0], 60);
    EXPECT_EQ(m.image.at<cv::Vec3b>(50, 39)[0], 160);
    EXPECT_EQ(m.image.at<cv::Vec3b>(50, 40)[0], 210);
    EXPECT_EQ(m.image.at<cv::Vec3b>(49, 40 + 48)[0], 114); // right of the second tile
    EXPECT_EQ(m.image.at<cv::Vec3b>(50 + 64, 40)[0], 114); // below the fourth
    // Tile 1 hangs out at the top left: its whole-picture box is cut, its corner box (x −8…−4, y −14…−10) is gone.
    ASSERT_EQ(m.objects.size(), 5u);
    EXPECT_EQ(m.objects[0].x1, 0);
    EXPECT_EQ(m.objects[0].y1, 0);
    EXPECT_EQ(m.objects[0].x2, 40);
    EXPECT_EQ(m.objects[0].y2, 50);
    EXPECT_EQ(m.objects[1].x1, 40); // tile 2, whole picture; its corner box is above the canvas
    EXPECT_EQ(m.objects[4].cls, 1);
    EXPECT_EQ(m.objects[4].x1, 40); // tile 4, corner box
    EXPECT_EQ(m.objects[4].y2, 54);
}

TEST(Augment, withoutAnyAugmentationASampleIsItsLetterbox)
{
    const SampleSource source = [](std::size_t) { return sampleOf(64, 32, {{2, 10, 8, 30, 24, {}}}); };
    Random random(1);
    cv::Mat out;
    const auto objects = augmentSample(source, 0, 1, {64, 64}, nothing(), true, random, out);
    ASSERT_TRUE(objects);
    cv::Mat expected;
    letterbox(gradient(64, 32), planLetterbox(64, 32, 64, 64), expected);
    EXPECT_EQ(cv::norm(out, expected, cv::NORM_INF), 0);
    ASSERT_EQ(objects->size(), 1u);
    EXPECT_EQ((*objects)[0].y1, 24);
    EXPECT_EQ((*objects)[0].y2, 40);
}

TEST(Augment, theWarpIsTheProductOfItsParts)
{
    AugmentOptions o = nothing();
    o.degrees = 30;
    o.scale = 0.4;
    o.shear = 8;
    o.translate = 0.2;
    o.perspective = 0.0005;
    Random random(11);
    const Warp warp = randomWarp({100, 80}, {64, 64}, o, random);
    // The same draws, applied to a point one step at a time.
    Random again(11);
    const double px = again.uniform(-o.perspective, o.perspective);
    const double py = again.uniform(-o.perspective, o.perspective);
    const double angle = again.uniform(-30, 30) * std::numbers::pi / 180;
    const double scale = again.uniform(0.6, 1.4);
    const double sx = std::tan(again.uniform(-8, 8) * std::numbers::pi / 180);
    const double sy = std::tan(again.uniform(-8, 8) * std::numbers::pi / 180);
    const double tx = again.uniform(0.3, 0.7) * 64;
    const double ty = again.uniform(0.3, 0.7) * 64;
    EXPECT_DOUBLE_EQ(warp.scale, scale);
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {100.0, 80.0}, {50.0, 40.0}, {13.0, 71.0}}) {
        const double cx = x - 50;
        const double cy = y - 40;
        const double w = px * cx + py * cy + 1;
        const double rx = scale * (std::cos(angle) * cx + std::sin(angle) * cy);
        const double ry = scale * (-std::sin(angle) * cx + std::cos(angle) * cy);
        const double ox = (rx + sx * ry + tx * w) / w;
        const double oy = (sy * rx + ry + ty * w) / w;
        const double d = warp.m[6] * x + warp.m[7] * y + warp.m[8];
        EXPECT_NEAR((warp.m[0] * x + warp.m[1] * y + warp.m[2]) / d, ox, 1e-9);
        EXPECT_NEAR((warp.m[3] * x + warp.m[4] * y + warp.m[5]) / d, oy, 1e-9);
    }
}

TEST(Augment, pixelsAndBoxesMoveTogether)
{
    // A bright square on black: after any warp its pixels must fill the warped box.
    Sample s;
    s.image = cv::Mat(96, 96, CV_8UC3, cv::Scalar::all(0));
    s.image(cv::Rect(30, 40, 24, 16)).setTo(cv::Scalar::all(255));
    s.objects = {{0, 30, 40, 54, 56, {}}};
    const SampleSource source = [&](std::size_t) { return s; };
    AugmentOptions o = nothing();
    o.translate = 0.2;
    o.scale = 0.4;
    o.flipLr = 0.5;
    o.flipUd = 0.5;
    int checked = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        cv::Mat out;
        const auto objects = augmentSample(source, 0, 1, {96, 96}, o, false, random, out);
        ASSERT_TRUE(objects);
        if (objects->empty()) {
            continue;
        }
        cv::Mat bright;
        cv::threshold(out.reshape(1), bright, 170, 255, cv::THRESH_BINARY);
        int x1 = 96, y1 = 96, x2 = 0, y2 = 0;
        for (int y = 0; y < 96; ++y) {
            for (int x = 0; x < 96; ++x) {
                if (out.at<cv::Vec3b>(y, x)[0] > 127) {
                    x1 = std::min(x1, x);
                    y1 = std::min(y1, y);
                    x2 = std::max(x2, x + 1);
                    y2 = std::max(y2, y + 1);
                }
            }
        }
        const Annotation& a = objects->front();
        EXPECT_NEAR(a.x1, x1, 1.2) << seed;
        EXPECT_NEAR(a.y1, y1, 1.2) << seed;
        EXPECT_NEAR(a.x2, x2, 1.2) << seed;
        EXPECT_NEAR(a.y2, y2, 1.2) << seed;
        ++checked;
    }
    EXPECT_GT(checked, 40);
}

TEST(Augment, candidatesThatAreTooSmallOrMostlyGoneAreDropped)
{
    Warp shift;
    shift.m[2] = -50;
    const std::vector<Annotation> objects = {{0, 40, 10, 60, 30, {}},   // half left: kept
                                             {1, 0, 10, 51, 30, {}},    // 1 px left: dropped (side)
                                             {2, 0, 10, 54, 30, {}},    // 7 % left: dropped (area)
                                             {3, 52, 10, 100, 12.5f, {}}, // thin but above 2 px: kept
                                             {4, 60, 10, 61.5f, 30, {}}}; // 1.5 px wide: dropped
    const auto kept = warpObjects(objects, shift, {64, 64});
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_EQ(kept[0].cls, 0);
    EXPECT_EQ(kept[0].x1, 0);
    EXPECT_EQ(kept[0].x2, 10);
    EXPECT_EQ(kept[1].cls, 3);
}

TEST(Augment, polygonsGiveTheBoxOfWhatIsInside)
{
    Label label{0, 0.5f, 0.5f, 0.5f, 0.5f, {0.25f, 0.25f, 0.75f, 0.25f, 0.75f, 0.75f, 0.25f, 0.75f}};
    ImageEntry entry{"a", 64, 64, {label}};
    auto objects = annotationsOf(entry, 64, 64);
    ASSERT_EQ(objects[0].polygon.size(), 2000u);
    Warp shift;
    shift.m[2] = -32;
    objects = warpObjects(objects, shift, {64, 64});
    ASSERT_EQ(objects.size(), 1u);
    EXPECT_NEAR(objects[0].x1, 0, 0.2);
    EXPECT_NEAR(objects[0].x2, 16, 0.2);
    EXPECT_NEAR(objects[0].y1, 16, 0.2);
    EXPECT_NEAR(objects[0].y2, 48, 0.2);
}

TEST(Augment, hsvOfOneChangesNothingAndValueScales)
{
    cv::Mat picture(1, 3, CV_8UC3);
    picture.at<cv::Vec3b>(0, 0) = {200, 100, 50};
    picture.at<cv::Vec3b>(0, 1) = {128, 128, 128};
    picture.at<cv::Vec3b>(0, 2) = {0, 255, 0};
    cv::Mat same = picture.clone();
    adjustHsv(same, 1, 1, 1);
    EXPECT_LE(cv::norm(same, picture, cv::NORM_INF), 4); // 8-bit HSV is coarse
    cv::Mat darker = picture.clone();
    adjustHsv(darker, 1, 1, 0.5);
    EXPECT_NEAR(darker.at<cv::Vec3b>(0, 0)[0], 100, 2);
    EXPECT_NEAR(darker.at<cv::Vec3b>(0, 1)[2], 64, 1);
    cv::Mat grey = picture.clone();
    adjustHsv(grey, 1, 0, 1);
    EXPECT_EQ(grey.at<cv::Vec3b>(0, 2), cv::Vec3b(255, 255, 255));
}

TEST(Augment, flipsTurnBoxesAndPolygons)
{
    AugmentOptions o = nothing();
    o.flipLr = 1;
    const SampleSource source = [](std::size_t) { return sampleOf(64, 64, {{0, 10, 8, 30, 24, {10, 8, 30, 8, 30, 24}}}); };
    Random random(1);
    cv::Mat out;
    const auto objects = augmentSample(source, 0, 1, {64, 64}, o, false, random, out);
    ASSERT_TRUE(objects);
    EXPECT_EQ((*objects)[0].x1, 34);
    EXPECT_EQ((*objects)[0].x2, 54);
    EXPECT_EQ((*objects)[0].polygon, (std::vector<float>{54, 8, 34, 8, 34, 24}));
    cv::Mat expected;
    cv::flip(gradient(64, 64), expected, 1);
    EXPECT_EQ(cv::norm(out, expected, cv::NORM_INF), 0);
}

TEST(Augment, mixupJoinsLabelsAndBlendsPixels)
{
    AugmentOptions o = nothing();
    o.mixup = 1;
    const SampleSource source = [](std::size_t i) {
        Sample s = sampleOf(64, 64, {{static_cast<int>(i), 10, 8, 30, 24, {}}});
        s.image = cv::Mat(64, 64, CV_8UC3, cv::Scalar::all(i == 0 ? 0 : 200));
        return s;
    };
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        cv::Mat out;
        const auto objects = augmentSample(source, 0, 2, {64, 64}, o, true, random, out);
        ASSERT_EQ(objects->size(), 2u);
        const bool other = (*objects)[1].cls == 1;
        EXPECT_NEAR(out.at<cv::Vec3b>(5, 5)[0], other ? 100 : 0, other ? 45 : 0);
    }
}

TEST(Augment, theSameSeedGivesTheSameBytes)
{
    const SampleSource source = [](std::size_t i) { return sampleOf(64, 48, {{static_cast<int>(i), 10, 8, 30, 24, {}}}); };
    cv::Mat a, b, c;
    Random ra = Random::forImage(5, 1, 2), rb = Random::forImage(5, 1, 2), rc = Random::forImage(5, 2, 2);
    ASSERT_TRUE(augmentSample(source, 2, 9, {64, 64}, AugmentOptions(), true, ra, a));
    ASSERT_TRUE(augmentSample(source, 2, 9, {64, 64}, AugmentOptions(), true, rb, b));
    ASSERT_TRUE(augmentSample(source, 2, 9, {64, 64}, AugmentOptions(), true, rc, c));
    EXPECT_EQ(cv::norm(a, b, cv::NORM_INF), 0);
    EXPECT_GT(cv::norm(a, c, cv::NORM_INF), 0);
}

TEST(ImageStore, keepsWhatFitsAndGivesTheSamePixels)
{
    const TempDir dir;
    writeTinyDataset(dir.path(), 4);
    const auto split = readSplit(*readDataYaml(dir.path()), "train", {});
    ASSERT_TRUE(split);
    EXPECT_EQ(ImageStore::bytesNeeded(*split, 32), 4u * 32 * 24 * 3);
    ImageStore plain(*split, 32, 0);
    ImageStore half(*split, 32, 2 * 32 * 24 * 3 + 5);
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < 4; ++i) {
            const auto a = plain.load(i);
            const auto b = half.load(i);
            ASSERT_TRUE(a && b);
            EXPECT_EQ(a->image.size(), cv::Size(32, 24));
            EXPECT_EQ(cv::norm(a->image, b->image, cv::NORM_INF), 0);
        }
    }
    EXPECT_EQ(half.cachedImages(), 2u);
    EXPECT_EQ(plain.cachedImages(), 0u);
}

} // namespace
} // namespace yardstick::training
