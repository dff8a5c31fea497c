// Break-even, Pareto front, ranks and comparability against brute force.
#include "core/base/machine_ranking.h"
#include "tests/core_base/money_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace yardstick {
namespace {

__extension__ typedef __int128 Wide;

JobPlan randomPlan(std::mt19937_64& rng)
{
    // Small numbers make ties likely.
    return {Money(whole(rng, 0, 3) * 1'000'000, kUsd),
            {Money(whole(rng, 0, 4) * 1'000'000, kUsd)},
            static_cast<double>(whole(rng, 0, 3) * 900),
            static_cast<double>(whole(rng, 0, 4) * 100),
            1,
            static_cast<double>(whole(rng, 0, 1) * 60)};
}

/// Sign of cost(B) − cost(A) for n epochs, exact: all numbers of randomPlan are whole.
int sign(const JobPlan& a, const JobPlan& b, std::int64_t n)
{
    const auto cost = [n](const JobPlan& p) {
        return static_cast<Wide>(p.fixed.micros()) * 3600 +
               static_cast<Wide>(p.price.perHour.micros()) *
                   (static_cast<std::int64_t>(p.setupSeconds) +
                    n * static_cast<std::int64_t>(p.epochSeconds) + static_cast<std::int64_t>(p.idleSeconds));
    };
    const Wide d = cost(b) - cost(a);
    return d < 0 ? -1 : d > 0 ? 1 : 0;
}

TEST(BreakEven, agreesWithTryingEveryNumberOfEpochs)
{
    std::mt19937_64 rng(31);
    int crossings = 0;
    for (int i = 0; i < 3000; ++i) {
        const JobPlan a = randomPlan(rng);
        const JobPlan b = randomPlan(rng);
        const BreakEven r = breakEvenEpochs(a, b).value();
        for (std::int64_t n = 1; n <= 300; ++n) {
            const int s = sign(a, b, n);
            switch (r.kind) {
            case BreakEven::Kind::SameCost:
                ASSERT_EQ(s, 0);
                break;
            case BreakEven::Kind::AlwaysA:
                ASSERT_GE(s, 0) << n;
                break;
            case BreakEven::Kind::AlwaysB:
                ASSERT_LE(s, 0) << n;
                break;
            case BreakEven::Kind::AFirstThenB:
                ASSERT_EQ(s < 0, n >= r.cheaperFrom) << n;
                ASSERT_EQ(s > 0, static_cast<double>(n) < r.epochs) << n;
                break;
            case BreakEven::Kind::BFirstThenA:
                ASSERT_EQ(s > 0, n >= r.cheaperFrom) << n;
                ASSERT_EQ(s < 0, static_cast<double>(n) < r.epochs) << n;
                break;
            }
        }
        crossings += r.cheaperFrom > 0;
    }
    EXPECT_GT(crossings, 100) << "the random plans reach the interesting case";
}

TEST(BreakEven, readsAsASentence)
{
    // A: slow, nothing to set up. B: fast, ten minutes of set-up.
    const JobPlan a{{}, {Money::parse("0.36", kUsd).value()}, 0, 96, 1, 0};
    const JobPlan b{{}, {Money::parse("0.504", kUsd).value()}, 600, 50, 1, 0};
    const BreakEven r = breakEvenEpochs(a, b).value();
    EXPECT_EQ(r.kind, BreakEven::Kind::AFirstThenB);
    EXPECT_NEAR(r.epochs, 0.504 * 600 / (0.36 * 96 - 0.504 * 50), 1e-9); // 32.3
    EXPECT_EQ(r.cheaperFrom, 33);
    JobPlan euro = b;
    euro.price.perHour = Money(1, kEur);
    EXPECT_EQ(breakEvenEpochs(a, euro).error().message(),
              "USD and EUR cannot be compared without an exchange rate.");
    JobPlan broken = b;
    broken.epochSeconds = -1;
    EXPECT_FALSE(breakEvenEpochs(a, broken));
}

TEST(ParetoFront, agreesWithComparingAllPairs)
{
    std::mt19937_64 rng(32);
    for (int i = 0; i < 2000; ++i) {
        std::vector<TimeAndMoney> points(static_cast<size_t>(whole(rng, 0, 12)));
        for (TimeAndMoney& p : points) {
            p = {static_cast<double>(whole(rng, 0, 5)), Money(whole(rng, 0, 5), kUsd)};
        }
        const auto front = paretoFront(points).value();
        for (size_t k = 0; k < points.size(); ++k) {
            const bool dominated = std::any_of(points.begin(), points.end(), [&](const TimeAndMoney& o) {
                const bool good =
                    o.seconds <= points[k].seconds && o.cost.micros() <= points[k].cost.micros();
                return good && (o.seconds < points[k].seconds || o.cost.micros() < points[k].cost.micros());
            });
            ASSERT_EQ(front[k], !dominated) << i << " " << k;
        }
    }
    EXPECT_FALSE(paretoFront(std::vector<TimeAndMoney>{{1, Money(1, kUsd)}, {1, Money(1, kEur)}}));
    EXPECT_FALSE(
        paretoFront(std::vector<TimeAndMoney>{{std::numeric_limits<double>::infinity(), Money(1, kUsd)}}));
}

RankedCost ranked(std::int64_t cost, std::int64_t half, bool rankable = true)
{
    return {Money(cost, kUsd), Money(cost - half, kUsd), Money(cost + half, kUsd), rankable};
}

TEST(Rank, tiesShareARankAndTheNextCountsThem)
{
    const std::vector<RankedCost> costs{ranked(130, 5),       ranked(100, 10), ranked(108, 5),
                                        ranked(50, 0, false), ranked(131, 0),  ranked(140, 4)};
    EXPECT_EQ(rankCosts(costs).value(), (std::vector<int>{3, 1, 1, 0, 3, 5}));
}

TEST(Rank, withoutIntervalsOnlyEqualCostsTie)
{
    const std::vector<RankedCost> costs{ranked(10, 0), ranked(9, 0), ranked(10, 0), ranked(11, 0)};
    EXPECT_EQ(rankCosts(costs).value(), (std::vector<int>{2, 1, 2, 4}));
    EXPECT_FALSE(rankCosts(
        std::vector<RankedCost>{ranked(1, 0), {Money(1, kEur), Money(1, kEur), Money(1, kEur), true}}));
    EXPECT_TRUE(rankCosts({})->empty());
}

TEST(Rank, holdsForRandomIntervals)
{
    std::mt19937_64 rng(33);
    for (int i = 0; i < 2000; ++i) {
        std::vector<RankedCost> costs;
        for (int k = 0; k < 8; ++k) {
            costs.push_back(ranked(whole(rng, 0, 60), whole(rng, 0, 6), whole(rng, 0, 5) > 0));
        }
        const auto ranks = rankCosts(costs).value();
        for (size_t a = 0; a < costs.size(); ++a) {
            ASSERT_EQ(ranks[a] == 0, !costs[a].rankable);
            for (size_t b = 0; b < costs.size() && costs[a].rankable; ++b) {
                if (!costs[b].rankable) {
                    continue;
                }
                if (costs[a].cost.micros() < costs[b].cost.micros()) {
                    ASSERT_LE(ranks[a], ranks[b]) << "a cheaper machine never ranks behind";
                }
            }
            // Rank 1 ends with the first machine in order of cost whose interval is clear of that of the very
            // cheapest.
            const auto cheapest =
                std::min_element(costs.begin(), costs.end(), [](const RankedCost& x, const RankedCost& y) {
                    return std::pair(!x.rankable, x.cost.micros()) < std::pair(!y.rankable, y.cost.micros());
                });
            const bool clear = std::any_of(costs.begin(), costs.end(), [&](const RankedCost& c) {
                return c.rankable && c.cost.micros() <= costs[a].cost.micros() &&
                       c.low.micros() > cheapest->high.micros();
            });
            if (ranks[a] > 1) {
                ASSERT_TRUE(clear);
            } else if (ranks[a] == 1) {
                ASSERT_LE(costs[a].low.micros(), cheapest->high.micros());
            }
            // A rank is one more than the number of machines ranked before it.
            if (ranks[a] > 0) {
                const auto before =
                    std::count_if(ranks.begin(), ranks.end(), [&](int r) { return r > 0 && r < ranks[a]; });
                ASSERT_EQ(ranks[a], before + 1);
            }
        }
    }
}

TEST(Comparability, leavesBatchWorkersAndRateOut)
{
    const ComparisonKey a =
        comparisonKey("detect", "yolov8n", "hash",
                      {{"batch", 4}, {"workers", 1}, {"lr0", 0.1}, {"epochs", 3}, {"optimizer", "SGD"}});
    const ComparisonKey b = comparisonKey("detect", "yolov8n", "hash", nlohmann::json::object());
    EXPECT_EQ(a, b);
    EXPECT_TRUE(incomparability(a, b).empty());
}

TEST(Comparability, namesEachReason)
{
    const ComparisonKey base = comparisonKey("detect", "yolov8n", "hash", nlohmann::json::object());
    const auto reason = [&](std::string_view model, std::string_view hash, const nlohmann::json& params) {
        const auto reasons = incomparability(comparisonKey("detect", model, hash, params), base);
        EXPECT_EQ(reasons.size(), 1u) << params;
        return reasons.empty() ? std::string() : reasons.front().message();
    };
    EXPECT_EQ(reason("yolov8s", "hash", {}), "The model is yolov8s instead of yolov8n.");
    EXPECT_EQ(reason("yolov8n", "hash", {{"imgsz", 320}}), "The image size is 320 px instead of 640 px.");
    EXPECT_EQ(reason("yolov8n", "other", {}), "The data set is another one.");
    EXPECT_EQ(reason("yolov8n", "", {}), "The data set is not known exactly.");
    EXPECT_EQ(reason("yolov8n", "hash", {{"mosaic", 0.0}}),
              "The augmentation is mosaic=0.0 instead of default.");
    EXPECT_EQ(reason("yolov8n", "hash", {{"fraction", 0.5}}),
              "The part of the data set is fraction=0.5 instead of default.");
    EXPECT_EQ(reason("yolov8n", "hash", {{"val", false}}), "The training is val=false instead of default.");
    EXPECT_EQ(reason("yolov8n", "hash", {{"amp", false}}), "Mixed precision is off instead of on.");
    EXPECT_EQ(reason("yolov8n", "hash", {{"cache", "disk"}}), "The cache is disk instead of false.");
    EXPECT_EQ(incomparability(comparisonKey("segment", "yolov8n-seg", "hash", {}), base).front().message(),
              "The task is segment instead of detect.");
    EXPECT_EQ(comparisonKey("detect", "yolov8n", "h", {{"cache", true}}),
              comparisonKey("detect", "yolov8n", "h", {{"cache", "ram"}}));
}

} // namespace
} // namespace yardstick
