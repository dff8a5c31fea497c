// Who is cheapest from how many epochs on, deadline, value of time, interruptions, ties, extrapolation: against brute force.
#include "core/base/extrapolation.h"
#include "core/base/machine_choice.h"
#include "core/base/machine_ranking.h"
#include "core/base/resources.h"
#include "tests/core_base/money_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>

namespace yardstick {
namespace {

/// Exact all-in cost of n epochs in micro-units × seconds per hour; all numbers are whole.
std::int64_t exactCost(const JobPlan& p, std::int64_t n)
{
    return p.price.perHour.micros() * (static_cast<std::int64_t>(p.setupSeconds) + n * static_cast<std::int64_t>(p.epochSeconds));
}

std::vector<JobPlan> randomJobs(std::mt19937_64& rng, std::int64_t most)
{
    std::vector<JobPlan> plans(static_cast<size_t>(whole(rng, 1, 6)));
    for (JobPlan& p : plans) {
        p = {Money(0, kUsd), {Money(whole(rng, 1, 5), kUsd)}, static_cast<double>(whole(rng, 0, most)), static_cast<double>(whole(rng, 1, 9)), 1, 0};
    }
    return plans;
}

TEST(CheapestByEpochs, agreesWithTryingEveryNumber)
{
    std::mt19937_64 rng(41);
    size_t longest = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto plans = randomJobs(rng, i % 2 == 0 ? 60 : 8); // small numbers: many equal costs
        const auto pieces = cheapestByEpochs(plans).value();
        ASSERT_FALSE(pieces.empty());
        ASSERT_EQ(pieces.front().from, 1);
        longest = std::max(longest, pieces.size());
        size_t piece = 0;
        for (std::int64_t n = 1; n <= 400; ++n) {
            std::int64_t least = exactCost(plans[0], n);
            for (const JobPlan& p : plans) {
                least = std::min(least, exactCost(p, n));
            }
            const bool next = piece + 1 < pieces.size() && pieces[piece + 1].from == n;
            if (next) {
                ASSERT_GT(exactCost(plans[pieces[piece].machine], n), least) << "takes over only where it is cheaper";
                ++piece;
            }
            ASSERT_EQ(exactCost(plans[pieces[piece].machine], n), least) << i << ": " << n << " epochs";
            for (size_t m = 0; m < plans.size(); ++m) {
                const bool inPiece = std::any_of(pieces.begin(), pieces.end(), [&](const CheapestPiece& p) { return p.machine == m; });
                const bool alone = std::count_if(plans.begin(), plans.end(), [&](const JobPlan& p) { return exactCost(p, n) == least; }) == 1;
                ASSERT_TRUE(inPiece || !alone || exactCost(plans[m], n) > least) << "never worth it, yet alone the cheapest";
            }
        }
        ASSERT_EQ(piece + 1, pieces.size()) << "no crossing of these lies beyond 400";
    }
    EXPECT_GE(longest, 4u) << "the random plans reach the interesting case";
}

TEST(CheapestByEpochs, refusesTwoCurrenciesAndKnowsHugeNumbers)
{
    JobPlan a{Money(0, kUsd), {Money(1, kUsd)}, 1e11, 1, 1, 0};
    JobPlan b = a;
    b.setupSeconds = 0;
    b.epochSeconds = 1.000001;
    const auto pieces = cheapestByEpochs(std::vector{a, b}).value();
    EXPECT_EQ(pieces, (std::vector<CheapestPiece>{{1, 1}, {0, 100'000'000'000'000'001}}));
    b.price.perHour = Money(1, kEur);
    EXPECT_EQ(cheapestByEpochs(std::vector{a, b}).error().code, ErrorCode::InvalidArgument);
    EXPECT_TRUE(cheapestByEpochs({}).value().empty());
}

TEST(Deadline, probabilityAgreesWithSimulation)
{
    // 20 independent epochs were seen: what is thought of 30 to come, against drawing both again and again.
    std::mt19937_64 rng(42);
    std::normal_distribution<double> epoch(100, 10);
    const int runs = 4000;
    const int n = 20;
    constexpr std::array kSaid{0.05, 0.25, 0.5, 0.75, 0.95};
    std::array<int, kSaid.size()> within{};
    int surely = 0;
    for (int i = 0; i < runs; ++i) {
        double sum = 0, squares = 0;
        for (int k = 0; k < n; ++k) {
            const double s = epoch(rng);
            sum += s;
            squares += s * s;
        }
        FinishPlan plan{.setupSeconds = 60, .epochs = 30, .epochSeconds = sum / n, .interval = true, .n = n, .effectiveN = n};
        plan.epochDeviation = std::sqrt((squares - sum * sum / n) / (n - 1));
        plan.epochHalfWidth = studentT975(n - 1) * plan.epochDeviation / std::sqrt(n);
        double total = 60;
        for (int k = 0; k < 30; ++k) {
            total += epoch(rng);
        }
        const double said = *probabilityToFinish(plan, total); // of a time that turned out: as often below q as q says
        for (size_t q = 0; q < kSaid.size(); ++q) {
            within[q] += said <= kSaid[q];
        }
        surely += total <= *surelyDoneAfter(plan);
        if (i < 50) {
            ASSERT_NEAR(*probabilityToFinish(plan, *surelyDoneAfter(plan)), kSureEnough, 0.01);
        }
    }
    for (size_t q = 0; q < kSaid.size(); ++q) {
        EXPECT_NEAR(static_cast<double>(within[q]) / runs, kSaid[q], 0.03);
    }
    EXPECT_NEAR(static_cast<double>(surely) / runs, kSureEnough, 0.01);
}

TEST(Deadline, interruptionsAgreeWithSimulation)
{
    std::mt19937_64 rng(43);
    // 20 epochs of 360 s; taken away about every 5 h; back after 600 s; the work since the last checkpoint is lost.
    const FinishPlan plan{.epochs = 20, .epochSeconds = 360, .interval = true, .n = 50, .effectiveN = 50, .interruptionsPerHour = 0.2, .checkpointSeconds = 360, .restartSeconds = 600};
    std::exponential_distribution<double> until(0.2 / 3600);
    std::vector<double> totals;
    for (int i = 0; i < 20'000; ++i) {
        double t = 0, next = until(rng);
        for (int done = 0; done < 20;) {
            if (t + 360 <= next) {
                t += 360;
                ++done;
            } else {
                t = next + 600;
                next = t + until(rng);
            }
        }
        totals.push_back(t);
    }
    for (const double deadline : {7300.0, 8100.0, 9000.0, 10'000.0}) {
        const double share = static_cast<double>(std::count_if(totals.begin(), totals.end(), [&](double t) { return t <= deadline; })) / 20'000;
        EXPECT_NEAR(*probabilityToFinish(plan, deadline), share, 0.06) << deadline;
    }
    FinishPlan hopeless = plan;
    hopeless.interruptionsPerHour = 100;
    EXPECT_EQ(probabilityToFinish(hopeless, 1e9), 0);
    EXPECT_FALSE(surelyDoneAfter(hopeless));
    EXPECT_FALSE(probabilityToFinish({.epochSeconds = 1}, 100)) << "published: nothing is known of the error";
}

std::vector<Candidate> randomCandidates(std::mt19937_64& rng)
{
    std::vector<Candidate> all(static_cast<size_t>(whole(rng, 1, 7)));
    for (Candidate& c : all) {
        c = {static_cast<double>(whole(rng, 1, 10) * 3600), Money(whole(rng, 1, 10) * 1'000'000, kUsd), {}};
        if (whole(rng, 0, 1) == 1) {
            c.probability = static_cast<double>(whole(rng, 90, 100)) / 100;
        }
    }
    return all;
}

TEST(Deadline, theCheapestInTimeIsChosen)
{
    std::mt19937_64 rng(44);
    int nobody = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto all = randomCandidates(rng);
        const double deadline = static_cast<double>(whole(rng, 0, 10) * 3600);
        const auto chosen = cheapestInTime(all, deadline).value();
        const auto makesIt = [&](const Candidate& c) { return c.probability ? *c.probability >= 0.95 : c.seconds <= deadline; };
        nobody += !chosen;
        ASSERT_EQ(chosen.has_value(), std::any_of(all.begin(), all.end(), makesIt));
        for (const Candidate& c : all) {
            ASSERT_TRUE(!makesIt(c) || all[*chosen].cost.micros() <= c.cost.micros());
        }
        ASSERT_TRUE(!chosen || makesIt(all[*chosen]));
    }
    EXPECT_GT(nobody, 50);
}

TEST(ValueOfTime, walksAlongTheParetoFront)
{
    std::mt19937_64 rng(45);
    for (int i = 0; i < 2000; ++i) {
        const auto all = randomCandidates(rng);
        std::vector<TimeAndMoney> points;
        for (const Candidate& c : all) {
            points.push_back({c.seconds, c.cost});
        }
        const auto front = paretoFront(points).value();
        double before = 1e18;
        for (const std::int64_t value : {0, 1, 2, 5, 20, 1000}) {
            const auto best = bestWithTime(all, {Money(value * 1'000'000, kUsd)}).value();
            ASSERT_TRUE(front[*best]) << i << " at " << value;
            ASSERT_LE(all[*best].seconds, before) << "dearer time never chooses a slower machine";
            before = all[*best].seconds;
            const auto sum = [&](const Candidate& c) { return c.cost.micros() / 1'000'000 * 3600 + value * static_cast<std::int64_t>(c.seconds); };
            for (const Candidate& c : all) {
                ASSERT_LE(sum(all[*best]), sum(c));
            }
        }
    }
    EXPECT_EQ(costWithTime(Money(1, kUsd), 1, {Money(1, kEur)}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(costWithTime(Money(1, kUsd), 1, {Money(-1, kUsd)}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(costWithTime(Money(2'000'000, kUsd), 1800, {Money(20'000'000, kUsd)})->toDecimal(), "12.00");
}

TEST(Interruptions, historyOutweighsTheAssumption)
{
    EXPECT_DOUBLE_EQ(interruptionRate({}, 5).perHour, 0.05);
    EXPECT_FALSE(interruptionRate({}, 5).measured);
    const InterruptionRate seen = interruptionRate({80, 7}, 5);
    EXPECT_DOUBLE_EQ(seen.perHour, 8.0 / 100);
    EXPECT_TRUE(seen.measured);
    EXPECT_FALSE(interruptionRate({19, 0}, 5).measured);
    EXPECT_DOUBLE_EQ(interruptionRate({10, 2}, 0).perHour, 0.2) << "no prior";
    EXPECT_EQ(interruptionRate({}, 0).perHour, 0);
    // The posterior mean by summing likelihood × prior over the rate.
    std::mt19937_64 rng(46);
    for (int i = 0; i < 20; ++i) {
        const InterruptionHistory history{static_cast<double>(whole(rng, 0, 50)), static_cast<int>(whole(rng, 0, 6))};
        const double assumed = static_cast<double>(whole(rng, 2, 20));
        double weight = 0, sum = 0;
        for (double rate = 0.0002; rate < 8; rate += 0.0004) {
            const double w = std::pow(rate, history.interruptions) * std::exp(-rate * history.hours) * std::exp(-rate * 100 / assumed);
            weight += w;
            sum += rate * w;
        }
        EXPECT_NEAR(interruptionRate(history, assumed).perHour, sum / weight, 1e-3 * sum / weight);
    }
    EXPECT_TRUE(spotIsWorthIt({Money(70, kUsd)}, {Money(100, kUsd)}, 1.4));
    EXPECT_FALSE(spotIsWorthIt({Money(70, kUsd)}, {Money(100, kUsd)}, 1.43));
    EXPECT_FALSE(spotIsWorthIt({Money(1, kEur)}, {Money(100, kUsd)}, 1));
}

TEST(Ties, asManyEpochsAsTryingEachNumberSays)
{
    std::mt19937_64 rng(47);
    std::map<TieBreak::Where, int> seen;
    for (int i = 0; i < 400; ++i) {
        const auto random = [&] {
            const std::int64_t cost = whole(rng, 10'000, 10'400), half = whole(rng, 1, 300);
            return TiedCost{Money(cost, kUsd), Money(cost - half, kUsd), Money(cost + half, kUsd), static_cast<int>(whole(rng, 3, 20))};
        };
        const TiedCost a = random(), b = random();
        const auto half = [](const TiedCost& c, int more) {
            const double now = static_cast<double>(c.high.micros() - c.low.micros()) / 2;
            return more == 0 ? now : now * studentT975(c.n + more - 1) / studentT975(c.n - 1) * std::sqrt(static_cast<double>(c.n) / (c.n + more));
        };
        const double apart = std::abs(static_cast<double>(a.cost.micros() - b.cost.micros()));
        const auto decided = epochsToDecide(a, b);
        constexpr int kTried = 300;
        const auto first = [&](bool onA, bool onB) {
            for (int m = 0; m <= kTried; ++m) {
                if (half(a, onA ? m : 0) + half(b, onB ? m : 0) < apart) {
                    return m;
                }
            }
            return kTried + 1;
        };
        const int alone = std::min(first(true, false), first(false, true));
        if (alone <= kTried) {
            ASSERT_TRUE(decided);
            ASSERT_EQ(decided->epochs, alone);
            ASSERT_NE(decided->where, TieBreak::Where::Both);
        } else if (decided && decided->where == TieBreak::Where::Both && decided->epochs <= kTried) {
            ASSERT_EQ(decided->epochs, first(true, true));
        } else {
            ASSERT_TRUE(!decided || decided->epochs > kTried);
        }
        if (decided) {
            ++seen[decided->where];
        }
    }
    EXPECT_EQ(seen.size(), 3u);
    const TiedCost same{Money(10, kUsd), Money(5, kUsd), Money(15, kUsd), 9};
    EXPECT_FALSE(epochsToDecide(same, same)) << "no number of epochs tells equals apart";
}

TEST(Extrapolation, widensBySpreadOfThePublishedBenchmark)
{
    const auto json = nlohmann::json::parse(resource("reference_benchmark.json"));
    std::map<std::string, std::vector<double>> models;
    for (const auto& m : json.at("machines")) {
        models[m.at("gpu")].push_back(std::log(m.at("epoch_seconds_derived").get<double>()));
    }
    double squares = 0;
    int degrees = 0;
    for (const auto& [gpu, logs] : models) {
        double sum = 0;
        for (const double v : logs) {
            sum += v;
        }
        for (const double v : logs) {
            squares += std::pow(v - sum / static_cast<double>(logs.size()), 2);
        }
        degrees += static_cast<int>(logs.size()) - 1;
    }
    EXPECT_EQ(degrees, kSameGpuDegrees);
    EXPECT_NEAR(std::sqrt(squares / degrees), kSameGpuDeviation, 5e-4);

    const std::vector<EpochSample> samples{{99, true}, {10}, {11}, {12}, {11}};
    const EpochEstimate measured = estimateEpochs(samples);
    const EpochEstimate similar = similarEstimate(measured);
    EXPECT_EQ(similar.basis, Basis::Similar);
    EXPECT_FALSE(similar.rankable());
    EXPECT_DOUBLE_EQ(similar.mean, 11);
    EXPECT_LT(similar.low95, measured.low95);
    EXPECT_GT(similar.high95, measured.high95);
    const EpochEstimate scaled = scaledEstimate(measured, 200, 500);
    EXPECT_EQ(scaled.basis, Basis::Guess);
    EXPECT_DOUBLE_EQ(scaled.mean, 27.5);
    EXPECT_EQ(scaled.low95, scaled.high95);
    EXPECT_EQ(scaledEstimate(measured, 0, 500).basis, Basis::Insufficient);
    EXPECT_EQ(similarEstimate(derivedEstimate(10, 5)).basis, Basis::Insufficient) << "published times are no ground for more";
    EXPECT_TRUE(isSameGpu("NVIDIA GeForce RTX 3080", "RTX 3080"));
    EXPECT_TRUE(isSameGpu("Tesla T4", "T4"));
    EXPECT_FALSE(isSameGpu("RTX 3080", "RTX 3080 Ti"));
    EXPECT_FALSE(isSameGpu("", ""));
}

} // namespace
} // namespace yardstick
