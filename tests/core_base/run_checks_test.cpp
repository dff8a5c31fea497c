// Errors of estimates and slow runs, by hand-computed cases and against a brute-force search.
#include "core/base/run_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace yardstick {
namespace {

std::vector<EpochSample> steady(std::initializer_list<double> seconds)
{
    std::vector<EpochSample> out;
    for (const double s : seconds) {
        out.push_back({s, false, false, false, 1});
    }
    return out;
}

TEST(RunChecks, errorIsOfTheEstimate)
{
    EXPECT_DOUBLE_EQ(*errorPercent(100, 110), 10);
    EXPECT_DOUBLE_EQ(*errorPercent(110, 99), -10);
    EXPECT_FALSE(errorPercent(0, 1));
    EXPECT_FALSE(errorPercent(1, std::numeric_limits<double>::quiet_NaN()));
}

TEST(RunChecks, medianErrorKeepsItsSign)
{
    const std::vector<double> errors{-20, 2, 4, std::numeric_limits<double>::infinity(), 30};
    const ErrorSummary s = summariseErrors(errors);
    EXPECT_EQ(s.n, 4);
    EXPECT_DOUBLE_EQ(s.median, 3);
    EXPECT_DOUBLE_EQ(s.medianAbsolute, 12);
    EXPECT_EQ(summariseErrors({}).n, 0);
}

TEST(RunChecks, threeSlowEpochsInARowAreASlowdown)
{
    const auto slow = findSlowdown({}, steady({10, 10.2, 9.8, 12, 12, 12}));
    ASSERT_TRUE(slow);
    EXPECT_EQ(slow->first, 3U);
    EXPECT_EQ(slow->count, 3);
    EXPECT_DOUBLE_EQ(slow->medianSeconds, 10);
    EXPECT_NEAR(slow->percent, 20, 1e-9);
    EXPECT_FALSE(findSlowdown({}, steady({10, 10.2, 9.8, 12, 12}))) << "two are none";
    EXPECT_FALSE(findSlowdown({}, steady({10, 10.2, 9.8, 12, 10, 12, 12}))) << "not in a row";
    EXPECT_FALSE(findSlowdown({}, steady({10, 10.2, 9.8, 11.5, 11.5, 11.5}))) << "exactly 15 % is not above 15 %";
    EXPECT_FALSE(findSlowdown({}, steady({10, 10, 12, 12, 12}))) << "two epochs tell no median";
}

TEST(RunChecks, aLongSlowStretchStaysASlowdown)
{
    std::vector<EpochSample> epochs = steady({10, 10, 10, 10});
    for (int i = 0; i < 200; ++i) {
        epochs.push_back({13, false, false, false, 1});
    }
    const auto slow = findSlowdown({}, epochs);
    ASSERT_TRUE(slow) << "the slow epochs do not become the median";
    EXPECT_EQ(slow->first, 4U);
    EXPECT_EQ(slow->count, 200);
}

TEST(RunChecks, aRunThatIsSlowFromItsStartIsToldByEarlierRuns)
{
    std::vector<EpochSample> run = steady({30, 12, 12, 12});
    run[0].firstOfAttempt = true;
    EXPECT_FALSE(findSlowdown({}, run));
    const auto slow = findSlowdown(steady({10, 10, 10, 11}), run);
    ASSERT_TRUE(slow);
    EXPECT_EQ(slow->first, 1U) << "the first epoch of an attempt pays for caches";
    EXPECT_NEAR(slow->percent, 20, 1e-9);
}

TEST(RunChecks, sharedEpochsAndTheOtherStratumDoNotCount)
{
    std::vector<EpochSample> run = steady({10, 10, 10, 20, 20, 20});
    for (size_t i = 3; i < 6; ++i) {
        run[i].shared = true;
    }
    EXPECT_FALSE(findSlowdown({}, run)) << "another job on the host is why";
    run = steady({10, 10, 10, 20, 20, 20});
    for (size_t i = 3; i < 6; ++i) {
        run[i].mosaicOff = true;
    }
    EXPECT_FALSE(findSlowdown({}, run)) << "the close_mosaic tail is other work";
}

/// Every start in turn, each with its own sorted list.
std::optional<size_t> bruteForce(const std::vector<double>& earlier, const std::vector<double>& run)
{
    for (size_t i = 0; i + 3 <= run.size(); ++i) {
        std::vector<double> before = earlier;
        before.insert(before.end(), run.begin(), run.begin() + static_cast<std::ptrdiff_t>(i));
        if (before.size() < 3) {
            continue;
        }
        std::sort(before.begin(), before.end());
        const size_t n = before.size();
        const double median = (before[(n - 1) / 2] + before[n / 2]) / 2;
        if (std::all_of(run.begin() + static_cast<std::ptrdiff_t>(i), run.end(), [&](double s) { return s > 1.15 * median; })) {
            return i;
        }
    }
    return std::nullopt;
}

TEST(RunChecks, agreesWithBruteForce)
{
    std::mt19937 random(20261130);
    int found = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        std::uniform_int_distribution<int> size(0, 12), level(0, 3);
        std::normal_distribution<double> noise(0, 0.3);
        std::vector<double> earlier(static_cast<size_t>(size(random))), run(static_cast<size_t>(size(random)));
        for (double& s : earlier) {
            s = 10 + noise(random);
        }
        const size_t turn = static_cast<size_t>(size(random));
        for (size_t i = 0; i < run.size(); ++i) {
            run[i] = 10 + noise(random) + (i >= turn ? level(random) : 0);
        }
        std::vector<EpochSample> a, b;
        for (const double s : earlier) {
            a.push_back({s, false, false, false, 1});
        }
        for (const double s : run) {
            b.push_back({s, false, false, false, 2});
        }
        const auto expected = bruteForce(earlier, run);
        const auto slow = findSlowdown(a, b);
        ASSERT_EQ(slow.has_value(), expected.has_value()) << trial;
        found += slow ? 1 : 0;
        if (slow) {
            ASSERT_EQ(slow->first, *expected) << trial;
        }
    }
    EXPECT_GT(found, 50) << "the cases say something";
}

} // namespace
} // namespace yardstick
