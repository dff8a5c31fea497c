#include "core/base/cost.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace yardstick {
namespace {

constexpr std::int64_t kMicrosPerHour = 3'600'000'000; // microseconds
constexpr double kMaxSeconds = 1e12; // 30,000 years: keeps whole microseconds far from overflow

Result<std::int64_t> wholeMicroseconds(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0 || seconds > kMaxSeconds) {
        return fail(ErrorCode::InvalidArgument, "{0} seconds is no duration that can be priced.", seconds);
    }
    return std::llround(seconds * 1e6);
}

/// The duration of the whole plan in microseconds.
Result<std::int64_t> planMicroseconds(const JobPlan& plan)
{
    if (plan.epochs < 1) {
        return fail(ErrorCode::InvalidArgument, "A cost needs at least 1 epoch; there are {0}.", plan.epochs);
    }
    const auto setup = wholeMicroseconds(plan.setupSeconds);
    const auto epoch = wholeMicroseconds(plan.epochSeconds);
    const auto idle = wholeMicroseconds(plan.idleSeconds);
    for (const auto& part : {setup, epoch, idle}) {
        if (!part) {
            return part;
        }
    }
    const std::int64_t epochs = mulDivHalfEven(*epoch, plan.epochs, 1); // saturates
    if (epochs > std::numeric_limits<std::int64_t>::max() - *setup - *idle) {
        return fail(ErrorCode::InvalidArgument, "{0} seconds is no duration that can be priced.",
                    plan.totalSeconds());
    }
    return *setup + epochs + *idle;
}

Result<> sameCurrency(const Money& a, const Money& b)
{
    // No fixed cost has no currency of its own.
    if (a.micros() != 0 && a.currency() != b.currency()) {
        return fail(ErrorCode::InvalidArgument, "{0} and {1} cannot be added without an exchange rate.",
                    a.currency().code(), b.currency().code());
    }
    return {};
}

/// (F + p·T)/parts with one rounding.
Result<Money> planCost(const JobPlan& plan, std::int64_t parts)
{
    if (const auto same = sameCurrency(plan.fixed, plan.price.perHour); !same) {
        return fail(same.error());
    }
    const auto time = planMicroseconds(plan);
    if (!time) {
        return fail(time.error());
    }
    const std::int64_t limit = std::numeric_limits<std::int64_t>::max() / kMicrosPerHour;
    if (parts > limit) {
        return fail(ErrorCode::InvalidArgument, "{0} epochs are too many.", parts);
    }
    const std::int64_t micros = mulAddDivHalfEven(plan.fixed.micros(), kMicrosPerHour,
                                                  plan.price.perHour.micros(), *time, kMicrosPerHour * parts);
    return Money(micros, plan.price.perHour.currency());
}

} // namespace

double JobPlan::totalSeconds() const
{
    return setupSeconds + static_cast<double>(epochs) * epochSeconds + idleSeconds;
}

Result<Money> costOf(PricePerHour price, double seconds)
{
    const auto time = wholeMicroseconds(seconds);
    if (!time) {
        return fail(time.error());
    }
    return Money(mulDivHalfEven(price.perHour.micros(), *time, kMicrosPerHour), price.perHour.currency());
}

Result<Money> costPerEpoch(PricePerHour price, double epochSeconds)
{
    return costOf(price, epochSeconds);
}

Result<Money> allInCost(const JobPlan& plan)
{
    return planCost(plan, 1);
}

Result<Money> allInCostPerEpoch(const JobPlan& plan)
{
    return planCost(plan, std::max<std::int64_t>(plan.epochs, 1));
}

Result<Forecast> forecast(JobPlan plan, const EpochEstimate& estimate)
{
    Forecast out;
    const auto fill = [&](double epochSeconds, double& seconds, Money& cost) -> Result<> {
        plan.epochSeconds = epochSeconds;
        seconds = plan.totalSeconds();
        const auto money = allInCost(plan);
        if (!money) {
            return fail(money.error());
        }
        cost = *money;
        return {};
    };
    for (const auto& filled :
         {fill(estimate.low95, out.secondsLow, out.costLow), fill(estimate.mean, out.seconds, out.cost),
          fill(estimate.high95, out.secondsHigh, out.costHigh)}) {
        if (!filled) {
            return fail(filled.error());
        }
    }
    return out;
}

Result<Forecast> costToFinish(JobPlan plan, const EpochEstimate& estimate, std::int64_t epochsDone,
                              double setupSecondsLeft)
{
    plan.fixed = Money(0, plan.price.perHour.currency()); // paid already
    plan.setupSeconds = setupSecondsLeft;
    const std::int64_t left = plan.epochs - std::max<std::int64_t>(epochsDone, 0);
    if (left >= 1) {
        plan.epochs = left;
        return forecast(plan, estimate);
    }
    plan.epochs = 1;
    return forecast(plan, EpochEstimate{});
}

Result<PriceTimeline> PriceTimeline::make(std::span<const PriceSegment> quotes)
{
    PriceTimeline timeline;
    for (const PriceSegment& quote : quotes) {
        const Money& price = quote.price.perHour;
        if (price.micros() < 0) {
            return fail(ErrorCode::InvalidArgument, "A price of {0} per hour is below zero.",
                        price.toDecimal());
        }
        const auto at = std::lower_bound(
            timeline.m_segments.begin(), timeline.m_segments.end(), quote,
            [](const PriceSegment& a, const PriceSegment& b) { return a.fromMs < b.fromMs; });
        if (at != timeline.m_segments.end() && at->fromMs == quote.fromMs) {
            *at = quote;
        } else {
            timeline.m_segments.insert(at, quote);
        }
    }
    return timeline;
}

std::optional<PriceSegment> PriceTimeline::segmentAt(UtcMs t) const
{
    const auto after = std::upper_bound(m_segments.begin(), m_segments.end(), t,
                                        [](UtcMs time, const PriceSegment& s) { return time < s.fromMs; });
    return after == m_segments.begin() ? std::nullopt : std::optional(*std::prev(after));
}

PriceTimeline PriceTimeline::from(UtcMs begin) const
{
    PriceTimeline out;
    if (const auto first = segmentAt(begin)) {
        out.m_segments.push_back(*first);
    }
    for (const PriceSegment& s : m_segments) {
        const bool same = out.empty() || s.price.perHour.currency() == out.m_segments.front().price.perHour.currency();
        if (s.fromMs > begin && same) {
            out.m_segments.push_back(s);
        }
    }
    return out;
}

std::optional<PricePerHour> PriceTimeline::at(UtcMs t) const
{
    const auto segment = segmentAt(t);
    return segment ? std::optional(segment->price) : std::nullopt;
}

namespace {

/// Adds [from, to) at `price` to the bill; a neighbour with the same price grows instead.
void addTime(Bill& bill, UtcMs from, UtcMs to, std::optional<PricePerHour> price)
{
    if (to <= from) {
        return;
    }
    bill.billedMs += to - from;
    if (!price) {
        bill.unpricedMs += to - from;
    } else if (!bill.lines.empty() && bill.lines.back().price == *price) {
        bill.lines.back().durationMs += to - from;
    } else {
        bill.lines.push_back({from, to - from, *price, {}});
    }
}

} // namespace

Result<Bill> costSoFar(const PriceTimeline& timeline, UtcMs begin, UtcMs end, BillingRule rule)
{
    if (timeline.empty()) {
        return fail(ErrorCode::NotFound, "There is no price for this machine.");
    }
    if (end < begin || rule.granularityMs < 1 || rule.minimumMs < 0) {
        return fail(ErrorCode::InvalidArgument, "Time from {0} to {1} cannot be billed.", formatUtc(begin),
                    formatUtc(end));
    }
    const std::int64_t steps = (end - begin) / rule.granularityMs + ((end - begin) % rule.granularityMs != 0);
    const std::int64_t billed = std::max(steps * rule.granularityMs, rule.minimumMs);

    Bill bill;
    UtcMs at = begin;
    std::optional<PricePerHour> price = timeline.at(begin);
    for (const PriceSegment& segment : timeline.segments()) {
        if (segment.fromMs > begin && segment.fromMs < end) {
            addTime(bill, at, segment.fromMs, price);
            at = segment.fromMs;
            price = segment.price;
        }
    }
    addTime(bill, at, begin + billed, price);

    const PricePerHour any = bill.lines.empty() ? timeline.segments().front().price : bill.lines.front().price;
    bill.cost = Money(0, any.perHour.currency());
    for (BillLine& line : bill.lines) {
        line.cost = priceTimesMs(line.price, line.durationMs);
        const auto sum = bill.cost.plus(line.cost);
        if (!sum) {
            return fail(sum.error());
        }
        bill.cost = *sum;
    }
    return bill;
}

CostSplit splitCost(Money total, std::int64_t usefulMs, std::int64_t setupMs, std::int64_t idleMs,
                    std::int64_t wastedMs)
{
    const std::int64_t weights[] = {std::max<std::int64_t>(usefulMs, 0), std::max<std::int64_t>(setupMs, 0),
                                    std::max<std::int64_t>(idleMs, 0), std::max<std::int64_t>(wastedMs, 0)};
    const std::vector<Money> shares = splitByWeights(total, weights);
    CostSplit split{shares[0], shares[1], shares[2], shares[3], 0};
    const double all = static_cast<double>(weights[0]) + static_cast<double>(weights[1]) +
                       static_cast<double>(weights[2]) + static_cast<double>(weights[3]);
    if (all > 0) {
        split.wastedShare = (static_cast<double>(weights[2]) + static_cast<double>(weights[3])) / all;
    }
    return split;
}

Result<PricePerHour> ownedPrice(const OwnedMachine& m)
{
    const auto off = [](std::string_view sentence) { return fail(ErrorCode::InvalidArgument, sentence); };
    const Currency currency = m.purchase.currency();
    for (const Money& other : {m.resale, m.tariffPerKwh}) {
        if (const auto same = sameCurrency(other, m.purchase); !same) {
            return fail(same.error());
        }
    }
    if (m.purchase.micros() < 0 || m.resale.micros() < 0 || m.resale.micros() > m.purchase.micros()) {
        return off("The purchase price must be at least the resale value, and neither below zero.");
    }
    if (!std::isfinite(m.lifeHours) || m.lifeHours < 1) {
        return off("The life of the machine must be at least one hour.");
    }
    if (!(m.useShare > 0 && m.useShare <= 1)) {
        return off("The use share must be above 0 and at most 1.");
    }
    if (!(std::isfinite(m.kilowatts) && m.kilowatts >= 0) || m.tariffPerKwh.micros() < 0) {
        return off("Power and its tariff must not be below zero.");
    }
    if (!(std::isfinite(m.pue) && m.pue >= 1)) {
        return off("The power usage effectiveness must be at least 1.");
    }
    const long double capital =
        static_cast<long double>(m.purchase.micros() - m.resale.micros()) /
        (static_cast<long double>(m.lifeHours) * static_cast<long double>(m.useShare));
    const long double power = static_cast<long double>(m.kilowatts) *
                              static_cast<long double>(m.tariffPerKwh.micros()) *
                              static_cast<long double>(m.pue);
    const long double micros = std::nearbyint(capital + power); // half-even, the default rounding mode
    if (micros < 1) {
        return off("The price per hour would be zero: enter a purchase price, or power and its tariff.");
    }
    if (micros > 9e18L) {
        return off("The price per hour is too large.");
    }
    return PricePerHour{Money(static_cast<std::int64_t>(micros), currency)};
}

std::optional<double> spotTimeFactor(double interruptionsPerHour, double checkpointHours, double restartHours)
{
    const double lost = interruptionsPerHour * (checkpointHours / 2 + restartHours);
    if (!(lost >= 0 && lost < 1)) {
        return std::nullopt;
    }
    return 1 / (1 - lost);
}

MoneyAxis::MoneyAxis(const PriceTimeline& timeline, UtcMs start)
{
    const auto add = [&](UtcMs from, PricePerHour price) {
        m_knots.push_back({from, at(from), price.perHour.toDouble() / 3.6e6});
    };
    if (const auto price = timeline.at(start)) {
        add(start, *price);
    }
    for (const PriceSegment& segment : timeline.segments()) {
        if (segment.fromMs > start) {
            add(segment.fromMs, segment.price);
        }
    }
}

double MoneyAxis::at(UtcMs t) const
{
    const auto after = std::upper_bound(m_knots.begin(), m_knots.end(), t,
                                        [](UtcMs time, const Knot& k) { return time < k.from; });
    if (after == m_knots.begin()) {
        return 0;
    }
    const Knot& knot = *std::prev(after);
    return knot.money + knot.perMs * static_cast<double>(t - knot.from);
}

AxisScale axisScale(double highest, int steps)
{
    AxisScale scale;
    if (!std::isfinite(highest) || highest <= 0 || steps < 1) {
        return scale;
    }
    const double raw = highest / steps;
    const double power = std::floor(std::log10(raw));
    const double unit = std::pow(10.0, power);
    constexpr double kRelative = 1 - 1e-9; // 0.3/3 is a little over 0.1
    double digit = 10;
    for (const double candidate : {5.0, 2.0, 1.0}) {
        if (candidate >= raw / unit * kRelative) {
            digit = candidate;
        }
    }
    scale.step = digit * unit;
    scale.top = scale.step * std::ceil(highest / scale.step * kRelative);
    scale.decimals = std::max(0, static_cast<int>(-power) - (digit >= 10 ? 1 : 0));
    return scale;
}

} // namespace yardstick
