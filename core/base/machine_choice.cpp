#include "core/base/machine_choice.h"

#include "core/base/cost_line.h"
#include "core/base/student_t.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace yardstick {
namespace {

/// cost(N) as quotient and remainder, so that no N overflows: a − b over N epochs has the sign of this.
int signOfDifference(const CostLine& a, const CostLine& b, std::int64_t n)
{
    const WideInt fixed = a.fixed - b.fixed;
    const WideInt slope = a.perEpoch - b.perEpoch;
    if (slope == 0 || (fixed >= 0) == (slope > 0)) { // pull one way
        const WideInt both = fixed != 0 ? fixed : slope;
        return both > 0 ? 1 : both < 0 ? -1 : 0;
    }
    // fixed and slope·n have two signs: compares |slope|·n with |fixed| by division.
    const WideInt size = fixed < 0 ? -fixed : fixed;
    const WideInt step = slope < 0 ? -slope : slope;
    const WideInt whole = size / step;
    const int steps = n > whole ? 1 : n < whole ? -1 : size % step == 0 ? 0 : -1; // of |slope|·n − |fixed|
    return slope > 0 ? steps : -steps;
}

/// Whether a is the one to take from n epochs on: cheaper there, or the same there and cheaper later.
bool isBetterFrom(const CostLine& a, const CostLine& b, std::int64_t n)
{
    const int sign = signOfDifference(a, b, n);
    return sign < 0 || (sign == 0 && a.perEpoch < b.perEpoch);
}

/// The first n at which b, which is not better now, is cheaper than a; nullopt: never.
std::optional<std::int64_t> overtakes(const CostLine& b, const CostLine& a)
{
    const WideInt slope = a.perEpoch - b.perEpoch;
    if (slope <= 0) {
        return std::nullopt;
    }
    const WideInt at = (b.fixed - a.fixed) / slope + 1;
    constexpr WideInt kMost = std::numeric_limits<std::int64_t>::max();
    return at > kMost ? std::nullopt : std::optional(static_cast<std::int64_t>(at));
}

Result<std::vector<CostLine>> linesOfPlans(std::span<const JobPlan> plans)
{
    std::vector<CostLine> lines;
    for (const JobPlan& plan : plans) {
        if (plan.price.perHour.currency() != plans.front().price.perHour.currency()) {
            return fail(twoCurrencies(plans.front().price.perHour, plan.price.perHour));
        }
        const auto line = costLine(plan);
        if (!line) {
            return fail(line.error());
        }
        lines.push_back(*line);
    }
    return lines;
}

size_t bestFrom(const std::vector<CostLine>& lines, std::int64_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < lines.size(); ++i) {
        best = isBetterFrom(lines[i], lines[best], n) ? i : best;
    }
    return best;
}

/// Of Student's t; a scale of 0 is a step.
double cumulative(double distance, double scale, double degrees)
{
    if (scale <= 0) {
        return distance >= 0 ? 1 : 0;
    }
    const double tails = bothTails(distance / scale, degrees);
    return distance >= 0 ? 1 - tails / 2 : tails / 2;
}

Result<> oneCurrency(std::span<const Candidate> candidates)
{
    for (const Candidate& c : candidates) {
        if (c.cost.currency() != candidates.front().cost.currency()) {
            return fail(twoCurrencies(candidates.front().cost, c.cost));
        }
    }
    return {};
}

/// In whole micro-units, so that the test of overlap is that of the ranks.
double tieHalfWidth(const TiedCost& c)
{
    return static_cast<double>(c.high.micros() - c.low.micros()) / 2;
}

/// What the half width becomes after `more` epochs.
double narrowed(const TiedCost& c, std::int64_t more)
{
    if (c.n < 2 || more == 0) {
        return tieHalfWidth(c);
    }
    const double now = c.n;
    const double then = now + static_cast<double>(more);
    return tieHalfWidth(c) * studentT975(then - 1) / studentT975(now - 1) * std::sqrt(now / then);
}

/// The least m in [0, kMostEpochsToDecide] for which `decides` holds; it holds for all above one for which it does.
template <typename Decides> std::optional<std::int64_t> leastEpochs(const Decides& decides)
{
    if (!decides(kMostEpochsToDecide)) {
        return std::nullopt;
    }
    std::int64_t low = -1; // does not
    std::int64_t high = kMostEpochsToDecide;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (decides(middle) ? high : low) = middle;
    }
    return high;
}

} // namespace

Result<std::vector<CheapestPiece>> cheapestByEpochs(std::span<const JobPlan> plans)
{
    const auto lines = linesOfPlans(plans);
    if (!lines) {
        return fail(lines.error());
    }
    std::vector<CheapestPiece> pieces;
    if (lines->empty()) {
        return pieces;
    }
    std::int64_t n = 1;
    while (true) {
        const size_t now = bestFrom(*lines, n);
        pieces.push_back({now, n});
        std::optional<std::int64_t> next;
        for (const CostLine& line : *lines) {
            const auto at = overtakes(line, (*lines)[now]);
            if (at && (!next || *at < *next)) {
                next = at;
            }
        }
        if (!next) {
            return pieces;
        }
        n = *next;
    }
}

std::optional<double> probabilityToFinish(const FinishPlan& plan, double deadlineSeconds)
{
    if (!plan.interval) {
        return std::nullopt;
    }
    const double epochs = static_cast<double>(plan.epochs);
    const double degrees = std::max(1, plan.n - 1);
    const double ofMean = epochs * plan.epochHalfWidth / studentT975(degrees);
    const double alike = plan.effectiveN > 0 ? std::max(1.0, plan.n / plan.effectiveN) : 1;
    const double variance = ofMean * ofMean + epochs * alike * plan.epochDeviation * plan.epochDeviation;
    const double calm = plan.setupSeconds + epochs * plan.epochSeconds;
    const auto factor = spotTimeFactor(plan.interruptionsPerHour, plan.checkpointSeconds / 3600, plan.restartSeconds / 3600);
    if (!factor) {
        return 0;
    }
    const double expected = plan.interruptionsPerHour * calm * *factor / 3600;
    const double lost = plan.checkpointSeconds / 2 + plan.restartSeconds;
    const double last = expected + 10 * std::sqrt(expected) + 20;
    double probability = 0;
    for (int k = 0; k == 0 || (expected > 0 && k <= last); ++k) {
        const double weight = expected > 0 ? std::exp(k * std::log(expected) - expected - std::lgamma(k + 1.0)) : 1;
        const double scatter = k * plan.checkpointSeconds * plan.checkpointSeconds / 12; // uniform in the time since a checkpoint
        probability += weight * cumulative(deadlineSeconds - calm - k * lost, std::sqrt(variance + scatter), degrees);
    }
    return std::min(1.0, probability);
}

std::optional<double> surelyDoneAfter(const FinishPlan& plan)
{
    constexpr double kLongest = 1e10; // 300 years
    if (probabilityToFinish(plan, kLongest).value_or(0) < kSureEnough) {
        return std::nullopt;
    }
    double low = 0;
    double high = kLongest;
    while (high - low > 0.5) {
        const double middle = (low + high) / 2;
        (probabilityToFinish(plan, middle).value_or(0) >= kSureEnough ? high : low) = middle;
    }
    return high;
}

Result<std::optional<size_t>> cheapestInTime(std::span<const Candidate> candidates, double deadlineSeconds)
{
    if (const auto same = oneCurrency(candidates); !same) {
        return fail(same.error());
    }
    std::optional<size_t> best;
    for (size_t i = 0; i < candidates.size(); ++i) {
        const Candidate& c = candidates[i];
        const bool inTime = c.probability ? *c.probability >= kSureEnough : c.seconds <= deadlineSeconds;
        const auto key = [](const Candidate& x) { return std::pair(x.cost.micros(), x.seconds); };
        if (inTime && (!best || key(c) < key(candidates[*best]))) {
            best = i;
        }
    }
    return best;
}

Result<Money> costWithTime(const Money& cost, double seconds, PricePerHour valueOfTime)
{
    if (valueOfTime.perHour.micros() < 0) {
        return fail(ErrorCode::InvalidArgument, "The value of an hour must not be below 0; it is {0}.", valueOfTime.perHour.toDecimal());
    }
    const auto time = costOf(valueOfTime, seconds);
    if (!time) {
        return fail(time.error());
    }
    if (time->currency() != cost.currency()) {
        return fail(twoCurrencies(cost, *time));
    }
    return cost.plus(*time);
}

Result<std::optional<size_t>> bestWithTime(std::span<const Candidate> candidates, PricePerHour valueOfTime)
{
    std::optional<size_t> best;
    std::tuple<std::int64_t, std::int64_t, double> least;
    for (size_t i = 0; i < candidates.size(); ++i) {
        const auto all = costWithTime(candidates[i].cost, candidates[i].seconds, valueOfTime);
        if (!all) {
            return fail(all.error());
        }
        const std::tuple key(all->micros(), candidates[i].cost.micros(), candidates[i].seconds);
        if (!best || key < least) {
            best = i;
            least = key;
        }
    }
    return best;
}

InterruptionRate interruptionRate(InterruptionHistory history, double assumedPer100h)
{
    InterruptionRate rate;
    const double hours = std::max(0.0, history.hours);
    const double priorHours = assumedPer100h > 0 ? 100 / assumedPer100h : 0;
    rate.shape = (assumedPer100h > 0 ? 1 : 0) + std::max(0, history.interruptions);
    rate.rateHours = priorHours + hours;
    rate.perHour = rate.rateHours > 0 ? rate.shape / rate.rateHours : 0;
    rate.measured = hours > 0 && hours >= priorHours;
    return rate;
}

bool spotIsWorthIt(PricePerHour spot, PricePerHour onDemand, double timeFactor)
{
    return spot.perHour.currency() == onDemand.perHour.currency()
        && static_cast<double>(spot.perHour.micros()) * timeFactor < static_cast<double>(onDemand.perHour.micros());
}

std::optional<TieBreak> epochsToDecide(const TiedCost& first, const TiedCost& second)
{
    for (const Money& m : {first.low, first.high, second.cost, second.low, second.high}) {
        if (m.currency() != first.cost.currency()) {
            return std::nullopt;
        }
    }
    const double apart = std::abs(static_cast<double>(first.cost.micros() - second.cost.micros()));
    const auto parts = [&](std::int64_t onFirst, std::int64_t onSecond) { return narrowed(first, onFirst) + narrowed(second, onSecond) < apart; };
    const auto one = leastEpochs([&](std::int64_t m) { return parts(m, 0); });
    const auto other = leastEpochs([&](std::int64_t m) { return parts(0, m); });
    if (one && (!other || *one <= *other)) {
        return TieBreak{TieBreak::Where::First, *one};
    }
    if (other) {
        return TieBreak{TieBreak::Where::Second, *other};
    }
    const auto both = leastEpochs([&](std::int64_t m) { return parts(m, m); });
    return both ? std::optional(TieBreak{TieBreak::Where::Both, *both}) : std::nullopt;
}

} // namespace yardstick
