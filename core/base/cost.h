// What training costs: the one cost function behind every table, chart and export. Pure functions, any thread.
//   p price per hour · F fixed money per job · S set-up · e seconds per epoch · N epochs
//   cost per epoch             p·e                          (the article of 2023-03-23 on consumer GPUs)
//   all-in cost                F + p·(S + N·e + idle)       and per epoch: that / N
//   cost so far                Σ over price segments of price × time
//   owned machine              (purchase − resale)/(life × use share) + kW × tariff × PUE   per hour of use
// Products are exact in 128 bits (times as whole microseconds) and rounded half-even once per result or bill line.
#pragma once

#include "core/base/epoch_estimate.h"
#include "core/base/money.h"
#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace yardstick {

/// p·e. InvalidArgument when the time is negative or not finite.
Result<Money> costPerEpoch(PricePerHour price, double epochSeconds);
/// The same for any duration.
Result<Money> costOf(PricePerHour price, double seconds);

/// A job on one machine, as far as it costs money.
struct JobPlan
{
    Money fixed;             ///< F: transfer, image, whatever is paid once; currency as the price
    PricePerHour price;      ///< p
    double setupSeconds = 0; ///< S: boot, install, data
    double epochSeconds = 0; ///< e
    std::int64_t epochs = 1; ///< N ≥ 1
    double idleSeconds = 0;  ///< paid after the last epoch
    [[nodiscard]] double totalSeconds() const;
};
Result<Money> allInCost(const JobPlan& plan);         ///< F + p·(S + N·e + idle)
Result<Money> allInCostPerEpoch(const JobPlan& plan); ///< that / N, rounded once

/// Time and money with the 95 % interval that the mean epoch time carries.
struct Forecast
{
    double seconds = 0, secondsLow = 0, secondsHigh = 0;
    Money cost, costLow, costHigh;
};
/// The whole job: `plan` with the epoch time of `estimate` in place of its own.
Result<Forecast> forecast(JobPlan plan, const EpochEstimate& estimate);
/// What is left: set-up that is not over yet and the epochs that are not done (none: only the idle time).
Result<Forecast> costToFinish(JobPlan plan, const EpochEstimate& estimate, std::int64_t epochsDone, double setupSecondsLeft);

struct PriceSegment
{
    UtcMs fromMs = 0; ///< the quote is in force from here until the next one
    PricePerHour price;
    bool operator==(const PriceSegment&) const = default;
};

/// The price quotes of one machine over time, in whatever currencies. A later quote supersedes; none is edited.
class PriceTimeline
{
public:
    PriceTimeline() = default;
    /// Quotes in the order in which they were entered: of two with the same start the later entered wins.
    /// InvalidArgument on a negative price.
    static Result<PriceTimeline> make(std::span<const PriceSegment> quotes);

    [[nodiscard]] bool empty() const { return m_segments.empty(); }
    [[nodiscard]] const std::vector<PriceSegment>& segments() const { return m_segments; } ///< by time
    [[nodiscard]] std::optional<PricePerHour> at(UtcMs t) const;                            ///< nullopt before the first quote
    [[nodiscard]] std::optional<PriceSegment> segmentAt(UtcMs t) const;
    /// What is in force for work that begins at `begin`, all in one currency: that of the quote in force then (of the next one
    /// where there is none yet). A quote in another currency waits for the work that begins after it.
    [[nodiscard]] PriceTimeline from(UtcMs begin) const;

private:
    std::vector<PriceSegment> m_segments;
};

/// How a provider rounds time: 1 ms steps and no minimum unless it says so.
struct BillingRule
{
    std::int64_t granularityMs = 1; ///< time is rounded up to a multiple
    std::int64_t minimumMs = 0;     ///< the least that is billed
};
struct BillLine
{
    UtcMs fromMs = 0;
    std::int64_t durationMs = 0;
    PricePerHour price;
    Money cost; ///< price × duration, rounded once
};
struct Bill
{
    Money cost;                  ///< Σ of the lines
    std::int64_t billedMs = 0;   ///< priced and unpriced
    std::int64_t unpricedMs = 0; ///< before the first quote: unknown, not free
    std::vector<BillLine> lines; ///< neighbours with one price are one line
};
/// The bill of [begin, end). Time that granularity or minimum adds is billed at the price in force at the end.
/// NotFound without any quote; InvalidArgument when end < begin, the rule is off, or two currencies meet (see from()).
Result<Bill> costSoFar(const PriceTimeline& timeline, UtcMs begin, UtcMs end, BillingRule rule = {});

/// A bill shared out by time, to the last micro-unit.
struct CostSplit
{
    Money useful;  ///< epochs that count
    Money setup;
    Money idle;
    Money wasted;  ///< failed set-ups, epochs that a later attempt did again, stalls
    double wastedShare = 0; ///< (idle + wasted) / all; 0…1
};
CostSplit splitCost(Money total, std::int64_t usefulMs, std::int64_t setupMs, std::int64_t idleMs, std::int64_t wastedMs);

/// What an owned machine costs for each hour in which it is used.
struct OwnedMachine
{
    Money purchase;
    Money resale;          ///< what it brings at the end of its life
    double lifeHours = 0;  ///< 3 years: 26280
    double useShare = 1;   ///< part of these hours in which it works; above 0, at most 1
    double kilowatts = 0;  ///< at work
    Money tariffPerKwh;
    double pue = 1;        ///< power usage effectiveness: cooling and the rest; ≥ 1
};
/// InvalidArgument with the field that is off, and when the price would be zero: nothing owned is free.
Result<PricePerHour> ownedPrice(const OwnedMachine& machine);

/// How much longer a job takes on a machine that is taken away `interruptionsPerHour` times an hour, saves its state
/// each `checkpointHours` and needs `restartHours` to come back: 1/(1 − λ(c/2 + r)). nullopt: it never ends.
std::optional<double> spotTimeFactor(double interruptionsPerHour, double checkpointHours, double restartHours);

/// Money since `start` as the x axis of a chart: time to money and never back in time. Doubles, for drawing only.
class MoneyAxis
{
public:
    MoneyAxis(const PriceTimeline& timeline, UtcMs start);
    [[nodiscard]] double at(UtcMs t) const; ///< 0 before the start and before the first quote

private:
    struct Knot
    {
        UtcMs from = 0;
        double money = 0; ///< spent at `from`
        double perMs = 0;
    };
    std::vector<Knot> m_knots;
};

/// Round steps (1, 2, 5 × 10^k) for an axis from 0 to at least `highest`, and the decimals that its labels need.
struct AxisScale
{
    double step = 1;
    double top = 1;
    int decimals = 0;
};
AxisScale axisScale(double highest, int steps = 5);

} // namespace yardstick
