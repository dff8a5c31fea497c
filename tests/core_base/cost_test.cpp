// The cost function: against brute force in 128-bit or long double arithmetic, and against the published
// figures.
#include "core/base/cost.h"
#include "core/base/resources.h"
#include "tests/core_base/money_cases.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <random>

namespace yardstick {
namespace {

__extension__ typedef __int128 Wide;

PricePerHour usd(std::int64_t micros)
{
    return {Money(micros, kUsd)};
}
PricePerHour usd(const char* text)
{
    return {Money::parse(text, kUsd).value()};
}

TEST(Cost, givesThePublishedCostPerEpochOfAllTwelveMachines)
{
    const auto reference = nlohmann::json::parse(resource("reference_benchmark.json"));
    int machines = 0;
    for (const auto& m : reference.at("machines")) {
        const PricePerHour price = usd(m.at("price_per_hour").get<std::string>().c_str());
        const auto cost = costPerEpoch(price, m.at("epoch_seconds_derived").get<double>());
        ASSERT_TRUE(cost);
        EXPECT_EQ(cost->toRounded(4), m.at("cost_per_epoch").get<std::string>()) << m.at("machine");
        ++machines;
    }
    EXPECT_EQ(machines, 12);
}

TEST(Cost, aPriceTwiceAsHighCostsTwice)
{
    EXPECT_EQ(costPerEpoch(usd("1.006"), 84.1)->toRounded(4), "0.0235");
    EXPECT_EQ(costPerEpoch(usd("2.012"), 84.1)->toRounded(4), "0.0470");
}

TEST(Cost, isExactToHalfAMicroUnit)
{
    std::mt19937_64 rng(11);
    for (int i = 0; i < 50000; ++i) {
        const std::int64_t price = whole(rng, 0, 1'000'000'000'000);
        const std::int64_t micros = whole(rng, 0, 10'000'000'000'000);
        const auto cost = costOf(usd(price), static_cast<double>(micros) / 1e6);
        ASSERT_TRUE(cost);
        const Wide left =
            static_cast<Wide>(price) * micros - static_cast<Wide>(cost->micros()) * 3'600'000'000;
        ASSERT_LE((left < 0 ? -left : left) * 2, static_cast<Wide>(3'600'000'000)) << price << " " << micros;
    }
}

TEST(Cost, refusesTimesThatAreNone)
{
    for (const double seconds : {-1.0, std::nan(""), HUGE_VAL, 1e13}) {
        const auto cost = costPerEpoch(usd(1), seconds);
        ASSERT_FALSE(cost) << seconds;
        EXPECT_EQ(cost.error().code, ErrorCode::InvalidArgument);
    }
    JobPlan plan{Money(1, kEur), usd(1), 1, 1, 1, 0};
    EXPECT_EQ(allInCost(plan).error().message(), "EUR and USD cannot be added without an exchange rate.");
    plan.fixed = Money(0, kEur);
    EXPECT_TRUE(allInCost(plan)) << "no fixed cost has no currency";
    plan.epochs = 0;
    EXPECT_FALSE(allInCostPerEpoch(plan));
    plan.epochs = std::numeric_limits<std::int64_t>::max();
    EXPECT_FALSE(allInCost(plan));
}

TEST(Cost, allInCostIsTheFormulaRoundedOnce)
{
    std::mt19937_64 rng(12);
    for (int i = 0; i < 20000; ++i) {
        JobPlan plan;
        plan.fixed = Money(whole(rng, 0, 100'000'000), kUsd);
        plan.price = usd(whole(rng, 0, 100'000'000));
        const std::int64_t s = whole(rng, 0, 10'000'000'000);
        const std::int64_t e = whole(rng, 0, 10'000'000'000);
        const std::int64_t idle = whole(rng, 0, 10'000'000'000);
        plan.setupSeconds = static_cast<double>(s) / 1e6;
        plan.epochSeconds = static_cast<double>(e) / 1e6;
        plan.idleSeconds = static_cast<double>(idle) / 1e6;
        plan.epochs = whole(rng, 1, 1000);
        const Wide exact =
            static_cast<Wide>(plan.fixed.micros()) * 3'600'000'000 +
            static_cast<Wide>(plan.price.perHour.micros()) * (s + static_cast<Wide>(e) * plan.epochs + idle);
        for (const auto& [cost, parts] :
             {std::pair(allInCost(plan), std::int64_t{1}), std::pair(allInCostPerEpoch(plan), plan.epochs)}) {
            ASSERT_TRUE(cost);
            const Wide scale = static_cast<Wide>(3'600'000'000) * parts;
            const Wide left = exact - static_cast<Wide>(cost->micros()) * scale;
            ASSERT_LE((left < 0 ? -left : left) * 2, scale);
        }
    }
}

TEST(Cost, shortJobsRankMachinesDifferently)
{
    // Ten minutes of installing on each: the cheap card wins 5 epochs though it loses per epoch.
    const JobPlan cheap{{}, usd("0.30"), 600, 127.2, 5, 0};
    const JobPlan fast{{}, usd("1.006"), 600, 36.0, 5, 0};
    EXPECT_GT(costPerEpoch(cheap.price, cheap.epochSeconds)->micros(),
              costPerEpoch(fast.price, fast.epochSeconds)->micros());
    EXPECT_LT(allInCostPerEpoch(cheap)->micros(), allInCostPerEpoch(fast)->micros());
}

TEST(Cost, forecastsWithTheIntervalOfTheMean)
{
    EpochEstimate e = derivedEstimate(60, 10);
    e.low95 = 50;
    e.high95 = 80;
    const JobPlan plan{Money(1'000'000, kUsd), usd("3.6"), 100, 1, 10, 20};
    const auto all = forecast(plan, e);
    ASSERT_TRUE(all);
    EXPECT_DOUBLE_EQ(all->seconds, 720);
    EXPECT_DOUBLE_EQ(all->secondsLow, 620);
    EXPECT_DOUBLE_EQ(all->secondsHigh, 920);
    EXPECT_EQ(all->cost.toDecimal(), "1.72");
    EXPECT_EQ(all->costLow.toDecimal(), "1.62");
    EXPECT_EQ(all->costHigh.toDecimal(), "1.92");
    const auto left = costToFinish(plan, e, 7, 0);
    EXPECT_DOUBLE_EQ(left->seconds, 200);
    EXPECT_EQ(left->cost.toDecimal(), "0.20") << "the fixed part is paid already";
    const auto over = costToFinish(plan, e, 10, 0);
    EXPECT_DOUBLE_EQ(over->seconds, 20);
    EXPECT_EQ(over->costHigh.toDecimal(), "0.02");
}

TEST(PriceTimeline, aQuoteInAnotherCurrencyHoldsForWorkThatBeginsAfterIt)
{
    const auto eur = [](std::int64_t micros) { return PricePerHour{Money(micros, kEur)}; };
    const std::int64_t hour = 3'600'000;
    const auto all = PriceTimeline::make(std::vector<PriceSegment>{
        {0, usd("1")}, {10 * hour, eur(2'000'000)}, {20 * hour, usd("3")}, {30 * hour, eur(4'000'000)}}).value();
    // Begun at 5 h: 5 h at 1 USD, the EUR quote waits, 3 USD from 20 h on.
    EXPECT_EQ(costSoFar(all.from(5 * hour), 5 * hour, 22 * hour)->cost, Money(15'000'000 + 6'000'000, Currency()));
    // Begun at 12 h: EUR to its end.
    EXPECT_EQ(costSoFar(all.from(12 * hour), 12 * hour, 32 * hour)->cost, Money(18 * 2'000'000 + 2 * 4'000'000, kEur));
    EXPECT_FALSE(costSoFar(all, 5 * hour, 22 * hour)) << "two currencies are never added";
    // Before the first quote: unpriced time, then the first one's currency.
    const auto late = PriceTimeline::make(std::vector<PriceSegment>{{10 * hour, eur(2'000'000)}, {20 * hour, usd("3")}}).value();
    EXPECT_EQ(late.from(0).segments().size(), 1u);
    EXPECT_EQ(costSoFar(late.from(0), 0, 12 * hour)->unpricedMs, 10 * hour);
}

TEST(PriceTimeline, findsTheQuoteInForce)
{
    const std::vector<PriceSegment> quotes{{2000, usd(2)}, {1000, usd(1)}, {3000, usd(3)}, {2000, usd(22)}};
    const auto timeline = PriceTimeline::make(quotes);
    ASSERT_TRUE(timeline);
    EXPECT_EQ(timeline->segments().size(), 3u);
    EXPECT_EQ(timeline->at(999), std::nullopt);
    EXPECT_EQ(timeline->at(1000), usd(1));
    EXPECT_EQ(timeline->at(1999), usd(1));
    EXPECT_EQ(timeline->at(2000), usd(22)) << "of two quotes with one start the later entered wins";
    EXPECT_EQ(timeline->at(1'000'000), usd(3));
    EXPECT_EQ(timeline->segmentAt(2500)->fromMs, 2000);
    EXPECT_FALSE(PriceTimeline::make(std::vector<PriceSegment>{{0, usd(-1)}}));
}

TEST(CostSoFar, equalsASumOverMilliseconds)
{
    std::mt19937_64 rng(13);
    for (int i = 0; i < 400; ++i) {
        std::vector<PriceSegment> quotes;
        for (int k = 0; k < 5; ++k) {
            quotes.push_back({whole(rng, 0, 3000), usd(whole(rng, 0, 5) * 1'000'000'000)});
        }
        const auto timeline = PriceTimeline::make(quotes).value();
        const UtcMs begin = whole(rng, 0, 3000);
        const UtcMs end = begin + whole(rng, 0, 2000);
        const BillingRule rule{whole(rng, 1, 400), whole(rng, 0, 700)};
        const auto bill = costSoFar(timeline, begin, end, rule);
        ASSERT_TRUE(bill);

        std::int64_t billed = 0;
        while (billed < end - begin) {
            billed += rule.granularityMs;
        }
        billed = std::max(billed, rule.minimumMs);
        Wide product = 0; // micro-units × ms
        std::int64_t unpriced = 0;
        for (UtcMs t = begin; t < begin + billed; ++t) {
            std::optional<PricePerHour> price; // the last entered of the latest start
            UtcMs latest = -1;
            for (const PriceSegment& q : quotes) {
                // Added time is billed at the price in force when the real time ended.
                const UtcMs asOf = t < end ? t : std::max(begin, end - 1);
                if (q.fromMs <= asOf && q.fromMs >= latest) {
                    latest = q.fromMs;
                    price = q.price;
                }
            }
            if (price) {
                product += price->perHour.micros();
            } else {
                ++unpriced;
            }
        }
        EXPECT_EQ(bill->billedMs, billed);
        EXPECT_EQ(bill->unpricedMs, unpriced);
        std::int64_t sum = 0;
        for (const BillLine& line : bill->lines) {
            sum += line.cost.micros();
            EXPECT_EQ(line.cost, priceTimesMs(line.price, line.durationMs));
        }
        EXPECT_EQ(sum, bill->cost.micros());
        const Wide left = product - static_cast<Wide>(bill->cost.micros()) * 3'600'000;
        EXPECT_LE((left < 0 ? -left : left) * 2,
                  static_cast<Wide>(3'600'000) * static_cast<std::int64_t>(bill->lines.size()));
    }
}

TEST(CostSoFar, isOneLinePerPriceAndSaysWhatIsUnknown)
{
    const auto timeline = PriceTimeline::make(std::vector<PriceSegment>{
                                                  {1000, usd("3.6")}, {2000, usd("3.6")}, {3000, usd("7.2")}})
                              .value();
    const auto bill = costSoFar(timeline, 0, 4000);
    ASSERT_TRUE(bill);
    ASSERT_EQ(bill->lines.size(), 2u);
    EXPECT_EQ(bill->lines[0].durationMs, 2000);
    EXPECT_EQ(bill->cost.toDecimal(), "0.004");
    EXPECT_EQ(bill->unpricedMs, 1000);
    EXPECT_EQ(costSoFar({}, 0, 1).error().code, ErrorCode::NotFound);
    EXPECT_FALSE(costSoFar(timeline, 2, 1));
    EXPECT_FALSE(costSoFar(timeline, 1, 2, {0, 0}));
    const auto hourly = costSoFar(timeline, 5000, 5001, {3'600'000, 0});
    EXPECT_EQ(hourly->cost.toDecimal(), "7.20");
    const auto minute = costSoFar(timeline, 5000, 5000, {1000, 60'000});
    EXPECT_EQ(minute->cost.toDecimal(), "0.12") << "a machine that was started pays its minimum";
}

TEST(CostSoFar, cuttingARunInTwoChangesNoMoreThanRounding)
{
    std::mt19937_64 rng(14);
    const auto timeline =
        PriceTimeline::make(std::vector<PriceSegment>{{0, usd("0.504")}, {5'000'000, usd("0.36")}}).value();
    for (int i = 0; i < 2000; ++i) {
        const UtcMs begin = whole(rng, 0, 8'000'000);
        const UtcMs end = begin + whole(rng, 0, 8'000'000);
        const UtcMs middle = whole(rng, begin, end);
        const std::int64_t parts = costSoFar(timeline, begin, middle)->cost.micros() +
                                   costSoFar(timeline, middle, end)->cost.micros();
        EXPECT_NEAR(static_cast<double>(parts),
                    static_cast<double>(costSoFar(timeline, begin, end)->cost.micros()), 1.5);
    }
}

TEST(CostSplit, sharesSumToTheBill)
{
    std::mt19937_64 rng(15);
    for (int i = 0; i < 2000; ++i) {
        const Money total(whole(rng, 0, 1'000'000'000), kUsd);
        const CostSplit split = splitCost(total, whole(rng, 0, 9999), whole(rng, 0, 9999),
                                          whole(rng, 0, 9999), whole(rng, 0, 9999));
        EXPECT_EQ(split.useful.micros() + split.setup.micros() + split.idle.micros() + split.wasted.micros(),
                  total.micros());
        EXPECT_GE(split.wastedShare, 0);
        EXPECT_LE(split.wastedShare, 1);
    }
    const CostSplit split = splitCost(Money(100, kUsd), 50, 10, 15, 25);
    EXPECT_EQ(split.useful.micros(), 50);
    EXPECT_EQ(split.setup.micros(), 10);
    EXPECT_EQ(split.idle.micros(), 15);
    EXPECT_EQ(split.wasted.micros(), 25);
    EXPECT_DOUBLE_EQ(split.wastedShare, 0.4);
}

TEST(OwnedPrice, isCapitalOverUsedHoursAndPower)
{
    OwnedMachine m;
    m.purchase = Money::parse("2628.00", kEur).value();
    m.resale = Money::parse("0", kEur).value();
    m.lifeHours = 26280; // three years
    m.useShare = 0.5;
    m.kilowatts = 0.4;
    m.tariffPerKwh = Money::parse("0.30", kEur).value();
    m.pue = 1.5;
    const auto price = ownedPrice(m);
    ASSERT_TRUE(price);
    EXPECT_EQ(price->perHour.toDecimal(), "0.38") << "0.20 capital + 0.18 power";
    EXPECT_EQ(price->perHour.currency(), kEur);
    m.useShare = 1;
    EXPECT_EQ(ownedPrice(m)->perHour.toDecimal(), "0.28");
}

TEST(OwnedPrice, refusesNonsenseAndNeverIsZero)
{
    OwnedMachine good;
    good.purchase = Money(1'000'000'000, kUsd);
    good.lifeHours = 1000;
    ASSERT_TRUE(ownedPrice(good));
    const auto refused = [&](auto change) {
        OwnedMachine m = good;
        change(m);
        const auto price = ownedPrice(m);
        return !price && price.error().code == ErrorCode::InvalidArgument;
    };
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.purchase = Money(0, kUsd); }));
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.resale = m.purchase; }))
        << "no power given: it would be free";
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.resale = Money(2'000'000'000, kUsd); }));
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.lifeHours = 0; }));
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.lifeHours = std::nan(""); }));
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.useShare = 0; }));
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.useShare = 1.1; }));
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.kilowatts = -1; }));
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.pue = 0.9; }));
    EXPECT_TRUE(refused([](OwnedMachine& m) { m.tariffPerKwh = Money(1, kEur); }));
    EXPECT_TRUE(refused([](OwnedMachine& m) {
        m.purchase = Money(std::numeric_limits<std::int64_t>::max(), kUsd), m.useShare = 1e-9;
    }));
}

TEST(SpotTimeFactor, addsTheTimeThatInterruptionsLose)
{
    EXPECT_NEAR(spotTimeFactor(0.05, 0.1, 0.2).value(), 1.0127, 1e-4);
    EXPECT_NEAR(spotTimeFactor(0.5, 0.1, 0.2).value(), 1.1429, 1e-4);
    EXPECT_EQ(spotTimeFactor(0, 1, 1).value(), 1);
    EXPECT_EQ(spotTimeFactor(4, 0.1, 0.2), std::nullopt);
    EXPECT_EQ(spotTimeFactor(std::nan(""), 0.1, 0.2), std::nullopt);
}

TEST(MoneyAxis, followsTheBill)
{
    std::mt19937_64 rng(16);
    for (int i = 0; i < 300; ++i) {
        std::vector<PriceSegment> quotes;
        for (int k = 0; k < 4; ++k) {
            quotes.push_back({whole(rng, 0, 10'000'000), usd(whole(rng, 0, 5'000'000))});
        }
        const auto timeline = PriceTimeline::make(quotes).value();
        const UtcMs start = whole(rng, 0, 10'000'000);
        const MoneyAxis axis(timeline, start);
        double last = 0;
        for (UtcMs t = start; t < start + 12'000'000; t += 700'001) {
            const double money = axis.at(t);
            EXPECT_NEAR(money, costSoFar(timeline, start, t)->cost.toDouble(), 5e-6);
            EXPECT_GE(money, last);
            last = money;
        }
        EXPECT_EQ(axis.at(start - 1), 0);
    }
}

TEST(AxisScale, stepsAreRoundAndCoverTheHighestValue)
{
    std::mt19937_64 rng(17);
    for (int i = 0; i < 5000; ++i) {
        const double highest = std::pow(10.0, std::uniform_real_distribution<>(-6, 6)(rng));
        const AxisScale scale = axisScale(highest);
        ASSERT_GE(scale.top, highest * (1 - 1e-6));
        ASSERT_LT(scale.top - scale.step, highest) << highest;
        ASSERT_LE(scale.top / scale.step, 5 + 1e-6);
        ASSERT_GT(scale.top / scale.step, 1.9) << highest;
        // The label of a step is exact with the decimals that are given.
        const double shifted = scale.step * std::pow(10.0, scale.decimals);
        ASSERT_NEAR(shifted, std::round(shifted), 1e-6 * shifted);
    }
    EXPECT_DOUBLE_EQ(axisScale(0.0881).step, 0.02);
    EXPECT_EQ(axisScale(0.0881).decimals, 2);
    EXPECT_DOUBLE_EQ(axisScale(0.0881).top, 0.1);
    EXPECT_EQ(axisScale(0).top, 1);
    EXPECT_EQ(axisScale(std::nan("")).top, 1);
}

} // namespace
} // namespace yardstick
