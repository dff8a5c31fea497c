// Time against money and break-even as values, against the maths of core/base and brute force, on random machines.
#include "core/base/machine_ranking.h"
#include "core/charts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace yardstick {
namespace {

/// Ranked rows as compareMachines makes them, of machines with random prices, set-up and epoch times.
Comparison randomComparison(std::mt19937& random, int machines, int epochs)
{
    std::uniform_real_distribution<double> seconds(5, 60);
    std::uniform_real_distribution<double> setup(0, 2000);
    std::uniform_int_distribution<std::int64_t> price(100'000, 4'000'000);
    Comparison comparison;
    comparison.options.epochs = epochs;
    for (int i = 0; i < machines; ++i) {
        MachineRow row;
        row.machineId = MachineId(100 - i);
        row.machine = row.label = "m" + std::to_string(i);
        row.basis = Basis::Measured;
        row.n = 40;
        row.rank = i + 1;
        row.epochSeconds = seconds(random);
        row.epochLow = row.epochSeconds * 0.95;
        row.epochHigh = row.epochSeconds * 1.1;
        row.setupSeconds = setup(random);
        row.setupKnown = true;
        row.price = PricePerHour{Money(price(random), comparison.options.currency)};
        JobPlan plan{Money(0, comparison.options.currency), *row.price, row.setupSeconds, row.epochSeconds, epochs, 0};
        row.allIn = allInCost(plan).value();
        row.totalSeconds = plan.totalSeconds();
        EpochEstimate estimate;
        estimate.mean = row.epochSeconds;
        estimate.low95 = row.epochLow;
        estimate.high95 = row.epochHigh;
        const Forecast job = forecast(plan, estimate).value();
        row.totalSecondsLow = job.secondsLow;
        row.totalSecondsHigh = job.secondsHigh;
        row.allInLow = job.costLow;
        row.allInHigh = job.costHigh;
        comparison.rows.push_back(row);
    }
    return comparison;
}

JobPlan planFor(const MachineRow& row, const Comparison& c, std::int64_t epochs)
{
    return {Money(0, c.options.currency), *row.price, c.options.includeSetup ? row.setupSeconds : 0, row.epochSeconds, epochs, 0};
}

TEST(ParetoChart, frontIsThatOfParetoFrontAndNoOneBeatsIt)
{
    std::mt19937 random(41);
    for (int round = 0; round < 50; ++round) {
        const Comparison c = randomComparison(random, 2 + round % 9, 1 + round);
        const ScatterChart chart = paretoChart(c);
        ASSERT_EQ(chart.points.size(), c.rows.size());
        std::vector<TimeAndMoney> plane;
        for (const MachineRow& row : c.rows) {
            plane.push_back({row.totalSeconds, *row.allIn});
        }
        const std::vector<bool> front = paretoFront(plane).value();
        for (size_t i = 0; i < c.rows.size(); ++i) {
            const ScatterPoint& p = chart.points[i];
            EXPECT_EQ(p.front, front[i]);
            const bool beaten = std::any_of(c.rows.begin(), c.rows.end(), [&](const MachineRow& other) {
                return other.totalSeconds <= c.rows[i].totalSeconds && other.allIn->micros() <= c.rows[i].allIn->micros()
                       && (other.totalSeconds < c.rows[i].totalSeconds || other.allIn->micros() < c.rows[i].allIn->micros());
            });
            EXPECT_EQ(p.front, !beaten);
            EXPECT_DOUBLE_EQ(p.x, c.rows[i].totalSeconds);
            EXPECT_DOUBLE_EQ(p.y, c.rows[i].allIn->toDouble());
            EXPECT_NEAR(p.xHigh - p.x, c.options.epochs * (c.rows[i].epochHigh - c.rows[i].epochSeconds), 1e-6);
            EXPECT_LT(p.yLow, p.y);
            EXPECT_GT(p.yHigh, p.y);
        }
    }
}

TEST(ParetoChart, whatIsNotRankedIsNamedAndNotDrawn)
{
    std::mt19937 random(42);
    Comparison c = randomComparison(random, 3, 50);
    c.rows[2].rank = 0;
    c.rows[2].reason = "No.";
    const ScatterChart chart = paretoChart(c);
    EXPECT_EQ(chart.points.size(), 2U);
    EXPECT_EQ(chart.footnote, "Not ranked, so not drawn: m2.");
    EXPECT_EQ(chart.title, "Time against money, 50 epochs");
}

TEST(ParetoChart, axesAreLogarithmicWhereTheSpreadIsWide)
{
    std::mt19937 random(43);
    Comparison c = randomComparison(random, 2, 50);
    const auto set = [&](MachineRow& row, double seconds) {
        row.totalSeconds = row.totalSecondsLow = row.totalSecondsHigh = seconds;
        row.allIn = Money(std::llround(seconds * 1e4), c.options.currency);
    };
    set(c.rows[0], 10);
    set(c.rows[1], 70);
    EXPECT_FALSE(paretoChart(c).logX);
    set(c.rows[1], 90);
    EXPECT_TRUE(paretoChart(c).logX);
    EXPECT_TRUE(paretoChart(c).logY);
}

/// The rows of which line is lowest at a whole number of epochs, by brute force.
std::vector<size_t> cheapestAt(const Comparison& c, std::int64_t epochs)
{
    std::vector<Money> costs;
    for (const MachineRow& row : c.rows) {
        costs.push_back(allInCost(planFor(row, c, epochs)).value());
    }
    std::vector<size_t> lowest;
    for (size_t i = 0; i < costs.size(); ++i) {
        if (std::all_of(costs.begin(), costs.end(), [&](const Money& other) { return costs[i].micros() <= other.micros(); })) {
            lowest.push_back(i);
        }
    }
    return lowest;
}

TEST(BreakEvenChart, marksAreTheCrossingsOfBreakEvenEpochs)
{
    std::mt19937 random(44);
    int marks = 0;
    for (int round = 0; round < 40; ++round) {
        const Comparison c = randomComparison(random, 2 + round % 6, 50);
        const LineChart chart = breakEvenChart(c);
        const double last = chart.series.front().points.back().x;
        size_t expected = 0;
        for (size_t a = 0; a < c.rows.size(); ++a) {
            for (size_t b = a + 1; b < c.rows.size(); ++b) {
                const BreakEven even = breakEvenEpochs(planFor(c.rows[a], c, 1), planFor(c.rows[b], c, 1)).value();
                if (even.cheaperFrom < 2 || static_cast<double>(even.cheaperFrom) > last) {
                    continue;
                }
                ++expected;
                const auto mark = std::find_if(chart.marks.begin(), chart.marks.end(), [&](const ChartMark& m) { return m.x == even.epochs; });
                ASSERT_NE(mark, chart.marks.end());
                // There both lines are: whole epochs around it give its height.
                const double price = c.rows[a].price->perHour.toDouble() / 3600;
                EXPECT_NEAR(mark->y, price * (c.rows[a].setupSeconds + even.epochs * c.rows[a].epochSeconds), 3e-6);
                const std::string later = even.kind == BreakEven::Kind::AFirstThenB ? c.rows[b].machine : c.rows[a].machine;
                EXPECT_TRUE(mark->text.find("Above " + std::to_string(even.cheaperFrom - 1) + " epochs " + later) == 0) << mark->text;
            }
        }
        EXPECT_EQ(chart.marks.size(), expected);
        marks += static_cast<int>(expected);
    }
    EXPECT_GT(marks, 50) << "machines that never cross show nothing";
}

TEST(BreakEvenChart, aLabelStandsWhereTheCheapestOfAllChanges)
{
    std::mt19937 random(45);
    int labels = 0;
    for (int round = 0; round < 40; ++round) {
        const Comparison c = randomComparison(random, 5, 30);
        const LineChart chart = breakEvenChart(c);
        const auto last = static_cast<std::int64_t>(chart.series.front().points.back().x);
        size_t changes = 0;
        for (std::int64_t n = 2; n <= last; ++n) {
            const std::vector<size_t> before = cheapestAt(c, n - 1);
            const std::vector<size_t> now = cheapestAt(c, n);
            if (before.size() == 1 && now.size() == 1 && before != now) {
                ++changes;
                const std::string wanted = "above " + std::to_string(n - 1) + ": " + c.rows[now.front()].machine;
                EXPECT_TRUE(std::any_of(chart.marks.begin(), chart.marks.end(), [&](const ChartMark& m) { return m.label == wanted; })) << wanted;
            }
        }
        const auto labelled = std::count_if(chart.marks.begin(), chart.marks.end(), [](const ChartMark& m) { return !m.label.empty(); });
        EXPECT_GE(static_cast<size_t>(labelled), changes);
        labels += static_cast<int>(labelled);
    }
    EXPECT_GT(labels, 10);
}

TEST(BreakEvenChart, linesAreTheAllInCostAndReachTwiceTheEpochs)
{
    std::mt19937 random(46);
    Comparison c = randomComparison(random, 3, 50);
    for (const bool setup : {true, false}) {
        c.options.includeSetup = setup;
        const LineChart chart = breakEvenChart(c);
        ASSERT_EQ(chart.series.size(), 3U);
        EXPECT_GE(chart.series[0].points.back().x, 100);
        for (size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(chart.series[i].points.front().x, 1);
            for (const ChartPoint& p : chart.series[i].points) {
                EXPECT_DOUBLE_EQ(p.y, allInCost(planFor(c.rows[i], c, std::llround(p.x))).value().toDouble());
            }
        }
        EXPECT_EQ(chart.series[0].colour, 2) << "colours follow the machine, not its rank";
    }
}

TEST(BreakEvenChart, nobodyRankedDrawsNothing)
{
    EXPECT_TRUE(breakEvenChart({}).series.empty());
    EXPECT_TRUE(paretoChart({}).points.empty());
}

} // namespace
} // namespace yardstick
