// Estimates of the epoch time: what is left out, and that the interval holds the true mean as often as it
// says.
#include "core/base/epoch_estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
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
    int seen = 0; // chance looks like a change of level, which is a matter of order
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
        std::optional<double> median;
        for (int order = 0; order < 2; ++order) {
            const EpochEstimate e = estimateEpochs(s);
            const int apart = e.leftOutStalls + e.leftOutBefore;
            ASSERT_EQ(e.n + apart, n);
            ASSERT_EQ(e.n + apart + e.droppedFirst + e.leftOutShared + e.leftOutStratum + e.leftOutInvalid, 20);
            ASSERT_LE(e.low95, e.mean);
            ASSERT_GE(e.high95, e.mean);
            seen += apart > 0 ? 1 : 0;
            if (apart == 0) {
                ASSERT_NEAR(e.mean, n > 0 ? sum / n : 0, 1e-9);
                ASSERT_DOUBLE_EQ(e.median, median.value_or(e.median));
                median = e.median;
            }
            std::shuffle(s.begin(), s.end(), rng);
        }
    }
    EXPECT_LE(seen, 5) << "of 1000";
}

TEST(StudentT, agreesWithPublishedTables)
{
    const std::vector<std::pair<double, double>> table{
        {1, 12.7062},  {2, 4.30265},  {3, 3.18245},  {4, 2.77645},   {5, 2.57058},    {10, 2.22814},
        {20, 2.08596}, {30, 2.04227}, {60, 2.00030}, {120, 1.97993}, {1000, 1.96234}, {1e6, 1.95997}};
    for (const auto& [df, t] : table) {
        EXPECT_NEAR(studentT975(df), t, 5e-5 * t) << df;
    }
    for (const auto& [df, t] : table) {
        EXPECT_NEAR(bothTails(t, df), 0.05, 1e-5) << df;
    }
    EXPECT_NEAR(bothTails(63.6567, 1), 0.01, 1e-6);
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
        drift.push_back(steady(i % 20 < 10 ? 10 : 12));
        mixed.push_back(steady(i % 2 == 0 ? 10 : 12));
    }
    const EpochEstimate a = estimateEpochs(drift);
    const EpochEstimate b = estimateEpochs(mixed);
    EXPECT_DOUBLE_EQ(a.mean, b.mean);
    EXPECT_LT(a.effectiveN, 5);
    EXPECT_EQ(b.effectiveN, 40) << "unlike neighbours never narrow it";
    EXPECT_GT(a.high95 - a.low95, 3 * (b.high95 - b.low95));
    EXPECT_EQ(a.doubt, Doubt::LikeNeighbours);
    EXPECT_EQ(b.doubt, Doubt::None);
}

TEST(EpochEstimate, stallsAreCountedApart)
{
    std::mt19937_64 rng(23);
    std::normal_distribution<> noise(100, 1);
    std::vector<EpochSample> s;
    for (int i = 0; i < 60; ++i) {
        s.push_back(steady(noise(rng)));
    }
    const EpochEstimate calm = estimateEpochs(s);
    s[20].seconds = 160;
    s[45].seconds = 140;
    const EpochEstimate e = estimateEpochs(s);
    EXPECT_EQ(calm.leftOutStalls, 0);
    EXPECT_EQ(e.leftOutStalls, 2);
    EXPECT_EQ(e.n, 58);
    EXPECT_NEAR(e.mean, calm.mean, 0.05) << "the level of ordinary epochs";
    EXPECT_LT(e.high95 - e.low95, 1.2 * (calm.high95 - calm.low95));
    EXPECT_NEAR(e.stallShare, 100.0 / 6100, 1e-3);
    EXPECT_EQ(e.doubt, Doubt::None);
    for (int i = 0; i < 60; i += 10) {
        s[static_cast<size_t>(i)].seconds = 130;
    }
    EXPECT_EQ(estimateEpochs(s).leftOutStalls, 0) << "what happens in one epoch of ten is the machine's way";
    EXPECT_GT(estimateEpochs(s).mean, 102);
}

TEST(EpochEstimate, theMeanIsThatOfTheCurrentLevel)
{
    std::mt19937_64 rng(24);
    std::normal_distribution<> noise(0, 2);
    for (const int after : {3, 12, 30}) {
        std::vector<EpochSample> s;
        for (int i = 0; i < 30 + after; ++i) {
            s.push_back(steady((i < 30 ? 100 : 115) + noise(rng)));
        }
        const EpochEstimate e = estimateEpochs(s);
        EXPECT_EQ(e.n, after);
        EXPECT_EQ(e.leftOutBefore, 30);
        EXPECT_NEAR(e.mean, 115, 4);
        EXPECT_NEAR(e.levelChange, 15, 4);
        EXPECT_LE(e.low95, 115);
        EXPECT_GE(e.high95, 115);
        EXPECT_EQ(e.doubt, after < kReliableEpochs ? Doubt::RecentChange : Doubt::None) << after;
    }
}

TEST(EpochEstimate, aLastEpochOutOfLineLeavesBothReadingsOpen)
{
    std::vector<EpochSample> s;
    for (int i = 0; i < 20; ++i) {
        s.push_back(steady(100 + i % 3));
    }
    s.push_back(steady(120));
    const EpochEstimate e = estimateEpochs(s);
    EXPECT_EQ(e.doubt, Doubt::LastEpoch);
    EXPECT_EQ(e.n, 20);
    EXPECT_EQ(e.leftOutStalls, 1);
    EXPECT_NEAR(e.mean, 101, 0.1);
    EXPECT_LT(e.low95, 101) << "a stall";
    EXPECT_GT(e.high95, 120) << "or slower from now on";
}

TEST(EpochEstimate, fewEpochsAreDoubted)
{
    std::vector<EpochSample> s;
    EXPECT_EQ(estimateEpochs(s).doubt, Doubt::None) << "no interval, no doubt about it";
    for (int i = 0; i < 40; ++i) {
        s.push_back(steady(100 + (i * 7919) % 5));
        const EpochEstimate e = estimateEpochs(s);
        EXPECT_EQ(e.doubt, e.rankable() && e.n < kReliableEpochs ? Doubt::FewEpochs : Doubt::None) << i;
    }
    EXPECT_EQ(derivedEstimate(84.1, 10).doubt, Doubt::None);
    EXPECT_EQ(toString(Doubt::None), "");
    EXPECT_EQ(toString(Doubt::FewEpochs), "few epochs");
    EXPECT_EQ(toString(Doubt::LikeNeighbours), "like neighbours");
}

/// Seconds or hours, the answer is the same; and every epoch is somewhere.
TEST(EpochEstimate, doesNotDependOnTheUnitAndLosesNoEpoch)
{
    std::mt19937_64 rng(25);
    for (int trial = 0; trial < 400; ++trial) {
        std::vector<EpochSample> s;
        std::vector<EpochSample> hours;
        const int count = std::uniform_int_distribution<>(0, 80)(rng);
        double level = 100;
        for (int i = 0; i < count; ++i) {
            level *= rng() % 30 == 0 ? 1.2 : 1;
            const double stall = rng() % 40 == 0 ? 1.5 : 1;
            EpochSample one{level * stall * std::lognormal_distribution<>(0, 0.02)(rng), rng() % 20 == 0, rng() % 9 == 0,
                            rng() % 15 == 0, 1 + i / 30};
            s.push_back(one);
            one.seconds *= 1 / 4096.0; // exact
            hours.push_back(one);
        }
        const EpochEstimate a = estimateEpochs(s);
        const EpochEstimate b = estimateEpochs(hours);
        ASSERT_EQ(a.n, b.n);
        ASSERT_EQ(a.doubt, b.doubt);
        ASSERT_NEAR(a.mean, b.mean * 4096, 1e-9 * a.mean);
        ASSERT_NEAR(a.low95, b.low95 * 4096, 1e-9 * a.mean);
        ASSERT_NEAR(a.high95, b.high95 * 4096, 1e-9 * a.high95);
        ASSERT_EQ(a.n + a.droppedFirst + a.leftOutShared + a.leftOutStratum + a.leftOutInvalid + a.leftOutStalls + a.leftOutBefore,
                  count);
        ASSERT_LE(a.low95, a.mean);
        ASSERT_GE(a.high95, a.mean);
        ASSERT_TRUE(a.stallShare >= 0 && a.stallShare < 1) << a.stallShare;
    }
}

} // namespace
} // namespace yardstick
