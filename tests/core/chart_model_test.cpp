// Decimation and smoothing against brute force.
#include "core/chart_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>

namespace yardstick {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

int columnOf(double x, double x0, double x1, int columns)
{
    const double scale = columns / (x1 - x0);
    return std::clamp(static_cast<int>((x - x0) * scale), 0, columns - 1);
}

struct Extent
{
    double low = kInf, high = -kInf;
    double firstX = kNaN, lastX = kNaN;
    int count = 0;
};

std::vector<Extent> extents(const std::vector<ChartPoint>& points, double x0, double x1, int columns)
{
    std::vector<Extent> out(static_cast<size_t>(columns));
    for (const ChartPoint& p : points) {
        if (!std::isfinite(p.y) || p.x < x0 || p.x > x1) {
            continue;
        }
        Extent& e = out[static_cast<size_t>(columnOf(p.x, x0, x1, columns))];
        e.low = std::min(e.low, p.y);
        e.high = std::max(e.high, p.y);
        e.firstX = e.count == 0 ? p.x : e.firstX;
        e.lastX = p.x;
        ++e.count;
    }
    return out;
}

std::vector<ChartPoint> randomCurve(std::mt19937_64& rng, size_t n, double gapShare)
{
    std::uniform_real_distribution<double> uniform(0, 1);
    std::vector<ChartPoint> points;
    double x = 0;
    double y = 0;
    for (size_t i = 0; i < n; ++i) {
        x += uniform(rng) < 0.1 ? 0 : uniform(rng) * (uniform(rng) < 0.05 ? 20 : 1); // equal x and holes too
        y += uniform(rng) - 0.5;
        const double spike = uniform(rng) < 0.02 ? (uniform(rng) - 0.5) * 1e6 : 0;
        const double gap = uniform(rng) < 0.5 ? kNaN : uniform(rng) < 0.5 ? kInf : -kInf;
        points.push_back({x, uniform(rng) < gapShare ? gap : y + spike});
    }
    return points;
}

/// Whether a gap point lies between two finite points that follow each other in the answer.
bool gapBetween(const std::vector<ChartPoint>& all, const ChartPoint& a, const ChartPoint& b)
{
    const auto same = [](const ChartPoint& p, const ChartPoint& q) { return p.x == q.x && p.y == q.y; };
    const auto from = std::find_if(all.begin(), all.end(), [&](const ChartPoint& p) { return same(p, a); });
    const auto to = std::find_if(from, all.end(), [&](const ChartPoint& p) { return same(p, b); });
    return std::any_of(from, to, [](const ChartPoint& p) { return !std::isfinite(p.y); });
}

void expectInvariants(const std::vector<ChartPoint>& points, double x0, double x1, int columns)
{
    const std::vector<ChartPoint> out = decimate(points, x0, x1, columns);
    const auto want = extents(points, x0, x1, columns);
    const auto got = extents(out, x0, x1, columns);
    for (size_t c = 0; c < want.size(); ++c) {
        ASSERT_EQ(want[c].count > 0, got[c].count > 0) << "column " << c;
        ASSERT_LE(got[c].count, 4) << "column " << c;
        if (want[c].count > 0) {
            ASSERT_EQ(want[c].low, got[c].low);
            ASSERT_EQ(want[c].high, got[c].high);
            ASSERT_EQ(want[c].firstX, got[c].firstX);
            ASSERT_EQ(want[c].lastX, got[c].lastX);
        }
    }
    for (size_t i = 1; i < out.size(); ++i) {
        ASSERT_LE(out[i - 1].x, out[i].x) << "order at " << i;
        ASSERT_FALSE(std::isnan(out[i - 1].y) && std::isnan(out[i].y)) << "two gap marks at " << i;
        if (std::isfinite(out[i - 1].y) && std::isfinite(out[i].y)) {
            ASSERT_FALSE(gapBetween(points, out[i - 1], out[i])) << "bridged gap at " << i;
        }
    }
    for (const ChartPoint& p : out) {
        ASSERT_FALSE(std::isinf(p.y));
    }
}

TEST(Decimate, keepsExtremesOrderAndGapsOfRandomCurves)
{
    std::mt19937_64 rng(20230323);
    for (int round = 0; round < 400; ++round) {
        const double gapShare = round % 4 == 0 ? 0 : round % 4 == 1 ? 0.01 : round % 4 == 2 ? 0.3 : 0.95;
        const std::vector<ChartPoint> points = randomCurve(rng, 1 + rng() % 3000, gapShare);
        const double span = points.back().x + 1;
        const double x0 = round % 3 == 0 ? 0 : span * 0.31;
        const double x1 = round % 3 == 0 ? span : span * 0.62;
        expectInvariants(points, x0, x1, 1 + static_cast<int>(rng() % 200));
        if (HasFatalFailure()) {
            FAIL() << "round " << round;
        }
    }
}

TEST(Decimate, oneSampleSpikeInAMillionStaysVisible)
{
    for (const size_t at : {0ul, 1ul, 499'999ul, 777'777ul, 999'999ul}) {
        std::vector<ChartPoint> points(1'000'000);
        for (size_t i = 0; i < points.size(); ++i) {
            points[i] = {static_cast<double>(i), std::sin(static_cast<double>(i) * 1e-4)};
        }
        points[at].y = 1000;
        const auto out = decimate(points, 0, 999'999, 1200);
        EXPECT_LE(out.size(), 4800u);
        EXPECT_EQ(std::count_if(out.begin(), out.end(), [&](const ChartPoint& p) { return p.y == 1000 && p.x == static_cast<double>(at); }), 1);
    }
}

TEST(Decimate, everyOtherPointMissingGivesGapsAndFewPoints)
{
    std::vector<ChartPoint> points;
    for (int i = 0; i < 100'000; ++i) {
        points.push_back({static_cast<double>(i), i % 2 == 0 ? kNaN : i * 1.0});
    }
    const auto out = decimate(points, 0, 99'999, 100);
    EXPECT_LE(out.size(), 100u * 8 + 2);
    EXPECT_TRUE(std::isnan(out.front().y));
    for (size_t i = 1; i < out.size(); ++i) {
        EXPECT_NE(std::isnan(out[i - 1].y), std::isnan(out[i].y));
    }
}

TEST(Decimate, allMissingIsOneGap)
{
    const auto out = decimate({{0, kNaN}, {1, kInf}, {2, -kInf}}, 0, 2, 10);
    ASSERT_EQ(out.size(), 1u);
    EXPECT_TRUE(std::isnan(out[0].y));
}

TEST(Decimate, keepsOneNeighbourOnEachSideOfTheView)
{
    std::vector<ChartPoint> points;
    for (int i = 0; i <= 100; ++i) {
        points.push_back({i * 1.0, i * 2.0});
    }
    const auto out = decimate(points, 40.5, 42.5, 800);
    ASSERT_EQ(out.size(), 4u);
    EXPECT_EQ(out.front().x, 40);
    EXPECT_EQ(out.back().x, 43);
    const auto between = decimate(points, 50.2, 50.4, 800); // no point inside: the line crosses the view
    ASSERT_EQ(between.size(), 2u);
    EXPECT_EQ(between[0].x, 50);
    EXPECT_EQ(between[1].x, 51);
}

TEST(Decimate, survivesDegenerateViews)
{
    const std::vector<ChartPoint> points{{0, 1}, {0, 2}, {1, 3}};
    EXPECT_TRUE(decimate({}, 0, 1, 10).empty());
    EXPECT_TRUE(decimate(points, kNaN, 1, 10).empty());
    EXPECT_TRUE(decimate(points, 0, kInf, 10).empty());
    EXPECT_EQ(decimate(points, 0, 0, 10).size(), 3u);
    EXPECT_EQ(decimate(points, 1, 0, 10).size(), 3u);
    EXPECT_EQ(decimate(points, 0, 5e-324, 10).size(), 3u);
    EXPECT_FALSE(decimate(points, 0, 1, 0).empty());
}

TEST(Decimate, fewPointsComeBackAsTheyAre)
{
    const std::vector<ChartPoint> points{{1, 5}, {2, 4}, {3, kNaN}, {4, 6}};
    const auto out = decimate(points, 1, 4, 1000);
    ASSERT_EQ(out.size(), 4u);
    for (size_t i : {0u, 1u, 3u}) {
        EXPECT_EQ(out[i].x, points[i].x);
        EXPECT_EQ(out[i].y, points[i].y);
    }
    EXPECT_TRUE(std::isnan(out[2].y));
    EXPECT_EQ(out[2].x, 3);
}

TEST(Smooth, returnsConstantSeriesBitForBit)
{
    for (const double weight : {0.0, 0.3, 0.6, 0.99, 0.999}) {
        const std::vector<ChartPoint> points(500, {0, 0.1});
        for (const ChartPoint& p : smooth(points, weight)) {
            EXPECT_EQ(p.y, 0.1);
        }
    }
}

TEST(Smooth, equalsTheDebiasedAverage)
{
    std::mt19937_64 rng(7);
    std::normal_distribution<double> normal;
    std::vector<ChartPoint> points;
    for (int i = 0; i < 300; ++i) {
        points.push_back({i * 1.0, i % 17 == 5 ? kNaN : normal(rng)});
    }
    const double w = 0.9;
    double sum = 0;
    int n = 0;
    const auto out = smooth(points, w);
    for (size_t i = 0; i < points.size(); ++i) {
        if (std::isnan(points[i].y)) {
            EXPECT_TRUE(std::isnan(out[i].y));
            continue;
        }
        sum = w * sum + (1 - w) * points[i].y;
        EXPECT_NEAR(out[i].y, sum / (1 - std::pow(w, ++n)), 1e-12);
    }
}

TEST(Smooth, keepsNonFinitePointsAndWeightZeroIsTheIdentity)
{
    const std::vector<ChartPoint> points{{0, 1}, {1, kInf}, {2, 3}, {3, -1e308}, {4, 1e308}};
    const auto same = smooth(points, 0);
    for (size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(same[i].y, points[i].y);
    }
    for (const ChartPoint& p : smooth(points, 0.5)) {
        EXPECT_EQ(std::isinf(p.y), p.x == 1);
    }
}

} // namespace
} // namespace yardstick
