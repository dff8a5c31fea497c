// Estimates of the epoch time: what is left out, and that the interval holds the true mean as often as it
// says.
#include "core/base/epoch_estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace yardstick {
namespace {

EpochSample steady(double seconds, int attempt = 1)
{
    return {seconds, false, false, false, attempt};
}

TEST(EpochEstimate, dropsTheFirstEpochOfEachAttempt)
{
    std::vector<EpochSample> s{steady(100),    steady(10),    steady(11),
                               steady(200, 2), steady(12, 2), steady(13, 2)};
    s[0].firstOfAttempt = s[3].firstOfAttempt = true;
    const EpochEstimate e = estimateEpochs(s);
    EXPECT_EQ(e.basis, Basis::Measured);
    EXPECT_EQ(e.n, 4);
    EXPECT_EQ(e.droppedFirst, 2);
    EXPECT_DOUBLE_EQ(e.mean, 11.5);
    EXPECT_DOUBLE_EQ(e.median, 11.5);
}

TEST(EpochEstimate, fewerThanThreeEpochsAreNotRanked)
{
    EXPECT_EQ(estimateEpochs({}).basis, Basis::Insufficient);
    EXPECT_EQ(estimateEpochs({}).mean, 0);
    std::vector<EpochSample> s{steady(10), steady(12)};
    EpochEstimate e = estimateEpochs(s);
    EXPECT_FALSE(e.rankable());
    EXPECT_DOUBLE_EQ(e.mean, 11) << "shown all the same";
    EXPECT_DOUBLE_EQ(e.low95, 11);
    s.push_back(steady(14));
    e = estimateEpochs(s);
    EXPECT_TRUE(e.rankable());
    EXPECT_LT(e.low95, e.mean);
    EXPECT_GT(e.high95, e.mean);
}

TEST(EpochEstimate, leavesOutSharedAndImpossibleEpochs)
{
    std::vector<EpochSample> s{steady(10),  steady(10), steady(10), steady(99),
                               steady(NAN), steady(-1), steady(0),  steady(HUGE_VAL)};
    s[3].shared = true;
    const EpochEstimate e = estimateEpochs(s);
    EXPECT_EQ(e.n, 3);
    EXPECT_EQ(e.leftOutShared, 1);
    EXPECT_EQ(e.leftOutInvalid, 4);
    EXPECT_DOUBLE_EQ(e.mean, 10);
    EXPECT_DOUBLE_EQ(e.low95, 10);
}

TEST(EpochEstimate, theMosaicTailIsAStratumOfItsOwnUnlessItIsOverHalf)
{
    std::vector<EpochSample> s;
    for (int i = 0; i < 6; ++i) {
        s.push_back(steady(20));
    }
    for (int i = 0; i < 6; ++i) {
        s.push_back({10, false, true, false, 1});
    }
    EpochEstimate e = estimateEpochs(s);
    EXPECT_FALSE(e.tailIsStratum) << "exactly half is not over half";
    EXPECT_DOUBLE_EQ(e.mean, 20);
    EXPECT_EQ(e.leftOutStratum, 6);
    EXPECT_DOUBLE_EQ(e.otherMean, 10);
    s.push_back({10, false, true, false, 1});
    e = estimateEpochs(s);
    EXPECT_TRUE(e.tailIsStratum);
    EXPECT_DOUBLE_EQ(e.mean, 10);
    EXPECT_EQ(e.n, 7);
    EXPECT_EQ(e.leftOutStratum, 6);
}

TEST(EpochEstimate, publishedMeansAreRankedWithoutInterval)
{
    const EpochEstimate e = derivedEstimate(84.1, 10);
    EXPECT_EQ(e.basis, Basis::Derived);
    EXPECT_TRUE(e.rankable());
    EXPECT_EQ(e.n, 10);
    EXPECT_EQ(e.low95, 84.1);
    EXPECT_EQ(e.high95, 84.1);
    EXPECT_FALSE(derivedEstimate(0, 10).rankable());
    EXPECT_FALSE(derivedEstimate(NAN, 10).rankable());
    EXPECT_EQ(toString(Basis::Derived), "derived");
    EXPECT_EQ(toString(Basis::Measured), "measured");
    EXPECT_EQ(toString(Basis::Insufficient), "insufficient");
}

TEST(EpochEstimate, orderOfAttemptsDoesNotMatterToTheMean)
{
    std::mt19937_64 rng(21);
    for (int i = 0; i < 500; ++i) {
        std::vector<EpochSample> s;
        double sum = 0;
        int n = 0;
        for (int k = 0; k < 20; ++k) {
            EpochSample sample{std::uniform_real_distribution<>(1, 100)(rng), rng() % 5 == 0, false,
                               rng() % 5 == 0, 1 + k / 7};
            if (!sample.firstOfAttempt && !sample.shared) {
                sum += sample.seconds;
                ++n;
            }
            s.push_back(sample);
        }
        const EpochEstimate e = estimateEpochs(s);
        ASSERT_EQ(e.n, n);
        ASSERT_NEAR(e.mean, n > 0 ? sum / n : 0, 1e-9);
        ASSERT_EQ(e.n + e.droppedFirst + e.leftOutShared + e.leftOutStratum + e.leftOutInvalid, 20);
        ASSERT_LE(e.low95, e.mean);
        ASSERT_GE(e.high95, e.mean);
        std::shuffle(s.begin(), s.end(), rng);
        ASSERT_NEAR(estimateEpochs(s).mean, e.mean, 1e-9);
        ASSERT_DOUBLE_EQ(estimateEpochs(s).median, e.median);
    }
}

TEST(StudentT, agreesWithPublishedTables)
{
    const std::vector<std::pair<double, double>> table{
        {1, 12.7062},  {2, 4.30265},  {3, 3.18245},  {4, 2.77645},   {5, 2.57058},    {10, 2.22814},
        {20, 2.08596}, {30, 2.04227}, {60, 2.00030}, {120, 1.97993}, {1000, 1.96234}, {1e6, 1.95997}};
    for (const auto& [df, t] : table) {
        EXPECT_NEAR(studentT975(df), t, 5e-5 * t) << df;
    }
    EXPECT_GT(studentT975(2.5), studentT975(3));
    EXPECT_LT(studentT975(2.5), studentT975(2));
}

/// Share of intervals that hold the true mean of a first-order autoregressive series.
double coverage(double phi, int n, int trials)
{
    std::mt19937_64 rng(22);
    std::normal_distribution<> noise(0, 1);
    int held = 0;
    for (int t = 0; t < trials; ++t) {
        double x = noise(rng) / std::sqrt(1 - phi * phi);
        std::vector<EpochSample> s;
        for (int i = 0; i < n; ++i) {
            s.push_back(steady(100 + x));
            x = phi * x + noise(rng);
        }
        const EpochEstimate e = estimateEpochs(s);
        held += e.low95 <= 100 && 100 <= e.high95;
    }
    return static_cast<double>(held) / trials;
}

TEST(EpochEstimate, intervalHoldsTheTrueMeanAsOftenAsItSays)
{
    for (const int n : {3, 5, 10, 30, 100}) {
        const double share = coverage(0.0, n, 2000);
        EXPECT_GE(share, 0.93) << "independent, n " << n;
        EXPECT_LE(share, 0.99) << "not needlessly wide, n " << n;
    }
    for (const int n : {20, 50, 150}) {
        EXPECT_GE(coverage(0.5, n, 1000), 0.91) << "phi 0.5, n " << n;
        EXPECT_GE(coverage(0.8, n, 1000), 0.88) << "phi 0.8, n " << n;
    }
}

TEST(EpochEstimate, likeNeighboursWidenTheInterval)
{
    std::vector<EpochSample> drift;
    std::vector<EpochSample> mixed;
    for (int i = 0; i < 40; ++i) {
        drift.push_back(steady(i < 20 ? 10 : 12));
        mixed.push_back(steady(i % 2 == 0 ? 10 : 12));
    }
    const EpochEstimate a = estimateEpochs(drift);
    const EpochEstimate b = estimateEpochs(mixed);
    EXPECT_DOUBLE_EQ(a.mean, b.mean);
    EXPECT_LT(a.effectiveN, 5);
    EXPECT_EQ(b.effectiveN, 40) << "unlike neighbours never narrow it";
    EXPECT_GT(a.high95 - a.low95, 3 * (b.high95 - b.low95));
}

} // namespace
} // namespace yardstick
