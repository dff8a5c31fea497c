// compareMachines on stores of its own: measured epochs, prices, set-up, what may be compared, the sentence.
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/actions.h"
#include "core/charts.h"
#include "core/compare.h"
#include "core/export/tables.h"
#include "core/reach.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace yardstick {
namespace {

using test::must;

constexpr UtcMs kStart = 1'790'000'000'000;

struct RunOptions
{
    std::string machine = "A";
    const char* price = "3.60"; ///< per hour: 0.001 a second; nullptr: none
    std::vector<double> seconds = {}; ///< of each epoch
    nlohmann::json params = nlohmann::json::object();
    std::string hash = "h1";
    double setup = 0;
    UtcMs start = kStart;
    const char* currency = "USD";
    std::string backend = "native";
    std::vector<double> map = {}; ///< mAP50-95 of each epoch; none: not measured
};

class Compare : public ::testing::Test
{
protected:
    Compare() : m_store(must(Store::open(m_dir / "store.db"))) {}

    MachineId machine(StoreWriter& w, const RunOptions& o)
    {
        Machine m;
        m.name = o.machine;
        m.provider = "owned";
        m.market = "owned";
        const MachineId id = must(w.upsertMachine(m));
        if (o.price != nullptr && must(w.read().quotes(id)).empty()) {
            Quote quote;
            quote.machineId = id;
            quote.price.perHour = must(Money::parse(o.price, must(Currency::parse(o.currency))));
            quote.market = "owned";
            quote.source = "test";
            quote.createdMs = 1;
            must(w.insertQuote(quote));
        }
        return id;
    }

    /// One experiment with one attempt: hello, set-up, epochs.
    ExperimentId run(const RunOptions& o)
    {
        return must(m_store->runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
            const MachineId id = machine(w, o);
            Experiment e;
            e.spec.name = "run " + std::to_string(++m_runs);
            e.spec.params = o.params;
            e.spec.data = "data.yaml";
            e.spec.backend = o.backend;
            const ExperimentId experiment = must(w.insertExperiment(e));
            addAttempt(w, o, experiment, id);
            return experiment;
        }));
    }

    void addAttempt(StoreWriter& w, const RunOptions& o, ExperimentId experiment, MachineId id)
    {
        Attempt a;
        a.experimentId = experiment;
        a.machineId = id;
        a.token = "t" + std::to_string(++m_attempts);
        a.launcher = "local";
        a.outcome = AttemptOutcome::Completed;
        a.createdMs = o.start;
        a.threads = 2;
        const AttemptId attempt = must(w.insertAttempt(a));
        std::vector<Event> events;
        const auto add = [&](double t, EventBody body) {
            events.push_back({.version = kEventVersion, .seq = static_cast<std::int64_t>(events.size()) + 1,
                              .t = o.start + std::llround(t * 1e3), .body = std::move(body)});
        };
        add(0, HelloEvent{});
        ArgsEvent args;
        args.values = {{"dataset_hash", o.hash}};
        add(0, args);
        double t = o.setup;
        for (size_t i = 0; i < o.seconds.size(); ++i) {
            t += o.seconds[i];
            if (i < o.map.size()) {
                ScalarsEvent scalars;
                scalars.step = static_cast<std::int64_t>(i) + 1;
                scalars.epoch = static_cast<int>(i) + 1;
                scalars.values = {{"metrics/mAP50-95(B)", o.map[i]}};
                add(t, scalars);
            }
            EpochEvent epoch;
            epoch.epoch = static_cast<int>(i) + 1;
            epoch.step = static_cast<std::int64_t>(i) + 1;
            epoch.epochs = static_cast<int>(o.seconds.size());
            epoch.seconds = o.seconds[i];
            epoch.dataWaitSeconds = o.seconds[i] / 4;
            epoch.computeSeconds = o.seconds[i] * 3 / 4;
            add(t, epoch);
        }
        must(w.ingest(attempt, events, {}, 0));
    }

    Comparison compared(const CompareOptions& options = {}) { return must(compareMachines(must(m_store->reader()), options)); }
    static std::string said(const Comparison& c) { return formatTemplate(c.sentence, c.sentenceArgs); }
    static const MachineRow& row(const Comparison& c, std::string_view name)
    {
        const auto found = std::find_if(c.rows.begin(), c.rows.end(), [&](const MachineRow& r) { return r.machine == name; });
        if (found == c.rows.end()) {
            throw std::runtime_error("no row " + std::string(name));
        }
        return *found;
    }

    test::TempDir m_dir;
    std::unique_ptr<Store> m_store;
    int m_runs = 0, m_attempts = 0;
};

TEST_F(Compare, anotherTrainerOnTheSameMachineIsARowOfItsOwn)
{
    const ExperimentId native = run({.seconds = {9, 4, 4, 4, 4}});
    const ExperimentId peer = run({.seconds = {9, 8, 8, 8, 8}, .backend = "ultralytics"});
    const Comparison both = must(compareMachines(must(m_store->reader()), {}));
    ASSERT_EQ(both.rows.size(), 2u);
    EXPECT_EQ(both.rows[0].machine, "A");
    EXPECT_EQ(both.rows[0].backend, "native");
    EXPECT_EQ(both.rows[0].experiments, std::vector{native});
    EXPECT_DOUBLE_EQ(both.rows[0].epochSeconds, 4) << "not mixed with the other trainer's";
    EXPECT_EQ(both.rows[0].costPerEpoch->micros(), 4'000);
    EXPECT_EQ(both.rows[1].machine, "A (ultralytics)");
    EXPECT_EQ(both.rows[1].backend, "ultralytics");
    EXPECT_EQ(both.rows[1].experiments, std::vector{peer});
    EXPECT_DOUBLE_EQ(both.rows[1].epochSeconds, 8);
    EXPECT_EQ(both.rows[1].costPerEpoch->micros(), 8'000);
    EXPECT_EQ(both.rows[1].rank, 2);
    CompareOptions one;
    one.experiments = {peer};
    EXPECT_EQ(must(compareMachines(must(m_store->reader()), one)).rows.at(0).machine, "A") << "alone it needs no name";
    EXPECT_TRUE(must(compareMachines(must(m_store->reader()), {.providerContains = "nobody"})).rows.empty());
}

TEST_F(Compare, meanOfSteadyEpochsEntersEveryCost)
{
    run({.seconds = {100, 10, 12, 14}, .setup = 30});
    const Comparison c = compared({.epochs = 50});
    const MachineRow& a = row(c, "A");
    EXPECT_EQ(a.basis, Basis::Measured);
    EXPECT_EQ(a.n, 3) << "the first epoch is dropped";
    EXPECT_DOUBLE_EQ(a.epochSeconds, 12);
    EXPECT_DOUBLE_EQ(a.epochMedian, 12);
    EXPECT_LT(a.epochLow, 12);
    EXPECT_GT(a.epochHigh, 12);
    EXPECT_EQ(a.costPerEpoch->micros(), 12'000);
    EXPECT_LT(a.costPerEpochLow->micros(), 12'000);
    EXPECT_GT(a.costPerEpochHigh->micros(), 12'000);
    EXPECT_TRUE(a.setupKnown);
    EXPECT_DOUBLE_EQ(a.setupSeconds, 30);
    EXPECT_EQ(a.allIn->micros(), 630'000) << "0.001 × (30 + 50 × 12)";
    EXPECT_EQ(a.allInPerEpoch->micros(), 12'600);
    EXPECT_DOUBLE_EQ(a.totalSeconds, 630);
    EXPECT_DOUBLE_EQ(a.dataWaitShare, 0.25);
    EXPECT_EQ(a.threads, 2);
    EXPECT_EQ(a.batch, "16");
    EXPECT_EQ(a.lastMeasuredMs, kStart + 166'000);
    EXPECT_EQ(said(c), "Only A can be ranked yet.");
    const Comparison without = compared({.epochs = 50, .includeSetup = false});
    EXPECT_EQ(row(without, "A").allIn->micros(), 600'000);
}

TEST_F(Compare, tooFewEpochsAreNotRanked)
{
    run({.seconds = {10, 10, 10}});
    run({.machine = "B", .seconds = {5, 5, 5, 5}});
    const Comparison c = compared();
    EXPECT_EQ(row(c, "A").rank, 0);
    EXPECT_EQ(row(c, "A").reason, "Steady epochs timed so far: 2 of the 3 that are needed.");
    EXPECT_EQ(row(c, "A").why->args, (std::vector<std::string>{"2", "3"}));
    EXPECT_FALSE(row(c, "A").deltaPercent);
    EXPECT_EQ(row(c, "B").rank, 1);
    EXPECT_EQ(c.rows.front().machine, "B");
}

TEST_F(Compare, epochsOfSeveralAttemptsArePooledAndEachFirstIsDropped)
{
    const RunOptions first{.seconds = {99, 10, 12}};
    const ExperimentId id = run(first);
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        RunOptions second{.seconds = {99, 14, 16}};
        second.start = kStart + 1'000'000;
        addAttempt(w, second, id, machine(w, second));
        return {};
    }));
    const Comparison c = compared();
    const MachineRow& a = row(c, "A");
    EXPECT_EQ(a.n, 4);
    EXPECT_DOUBLE_EQ(a.epochSeconds, 13);
}

TEST_F(Compare, missingPriceAndForeignCurrencyAreGreyedWithTheReason)
{
    run({.seconds = {9, 9, 9, 9}});
    run({.machine = "free", .price = nullptr, .seconds = {9, 9, 9, 9}});
    run({.machine = "euro", .price = "1", .seconds = {9, 9, 9, 9}, .currency = "EUR"});
    const Comparison c = compared();
    EXPECT_EQ(row(c, "free").reason, "This machine has no price per hour.");
    EXPECT_FALSE(row(c, "free").costPerEpoch);
    EXPECT_GT(row(c, "free").epochSeconds, 0) << "the time is shown all the same";
    EXPECT_EQ(row(c, "euro").reason, "The price is in EUR; there is no exchange rate to USD.");
    EXPECT_EQ(row(c, "euro").rank, 0);
    EXPECT_EQ(row(c, "A").rank, 1);
    EXPECT_TRUE(epochTimeChart(c).groups.back().greyed);
}

TEST_F(Compare, foreignPricesAreConvertedWithTheNewestRateInForce)
{
    run({.machine = "dollar", .seconds = {9, 10, 10, 10}});
    run({.machine = "euro", .price = "3", .seconds = {9, 10, 10, 10}, .currency = "EUR"});
    const Currency usd;
    const Currency eur = must(Currency::parse("EUR"));
    const auto enter = [&](const char* rate, UtcMs since) {
        must(m_store->runFor<FxRateId>([&](StoreWriter& w) { return actions::setFxRate(w, eur, usd, rate, "a bank", since); }));
    };
    enter("1.5", kStart);
    enter("1.08", kStart + 1000);
    enter("9", nowUtcMs() + 3'600'000); // not in force yet
    const Comparison c = compared();
    const MachineRow& e = row(c, "euro");
    EXPECT_EQ(e.reason, "");
    EXPECT_EQ(e.price->perHour, must(Money::parse("3.24", usd)));
    EXPECT_EQ(e.quotedPrice->perHour, must(Money::parse("3", eur)));
    EXPECT_EQ(e.costPerEpoch->micros(), 9000) << "3.24 × 10 / 3600";
    EXPECT_EQ(e.rank, 1);
    ASSERT_TRUE(e.rate);
    EXPECT_EQ(e.rate->decimal(), "1.08");
    EXPECT_EQ(e.rate->validFromMs, kStart + 1000);
    EXPECT_FALSE(row(c, "dollar").rate);
    EXPECT_EQ(row(c, "dollar").rank, 2);
    EXPECT_EQ(ratesUsed(c).size(), 1u);
    CompareOptions inEuro;
    inEuro.currency = eur;
    const Comparison other = compared(inEuro);
    EXPECT_EQ(row(other, "euro").costPerEpoch->micros(), 8333);
    EXPECT_EQ(row(other, "dollar").price->perHour.toDecimal(), "3.333333") << "3.60 / 1.08, rounded to a micro-unit";
    EXPECT_EQ(row(other, "dollar").costPerEpoch->currency(), eur);
    EXPECT_EQ(row(other, "euro").rank, 1) << "the order does not depend on the currency";
    const auto table = must(exports::machinesTable(c, {"machine", "quoted_price_per_hour", "exchange_rate", "exchange_rate_date"}));
    const std::string lines = must(exports::write(table, exports::Format::Tsv));
    EXPECT_NE(lines.find("euro\t\"3.00 EUR\"\t1 EUR = 1.08 USD\t" + formatUtc(kStart + 1000)), std::string::npos) << lines;
}

TEST_F(Compare, exchangeRatesAreCheckedAndKept)
{
    const Currency usd;
    const Currency eur = must(Currency::parse("EUR"));
    const auto enter = [&](Currency to, const char* rate) {
        return m_store->runFor<FxRateId>([&](StoreWriter& w) { return actions::setFxRate(w, eur, to, rate, "a bank", kStart); });
    };
    EXPECT_EQ(enter(eur, "1").error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(enter(usd, "0").error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(enter(usd, "a").error().message(), "\"a\" is not an exchange rate such as 1.08: above 0, at most 9 decimals.");
    must(enter(usd, "1.1"));
    must(enter(usd, "1.2"));
    const auto rates = must(must(m_store->reader()).fxRates());
    ASSERT_EQ(rates.size(), 2u) << "superseded, not edited";
    EXPECT_EQ(rates[0].decimal(), "1.1");
    EXPECT_EQ(rates[1].decimal(), "1.2");
    EXPECT_EQ(rates[1].source, "a bank");
    EXPECT_GT(rates[1].createdMs, 0);
    EXPECT_EQ(must(must(m_store->reader()).changesSince(0)).back().kind, "fx_rate");
}

TEST_F(Compare, onlyTheSameWorkIsCompared)
{
    run({.machine = "A", .seconds = {9, 9, 9, 9}});
    run({.machine = "B", .seconds = {8, 8, 8, 8}, .params = {{"batch", 4}, {"workers", 1}}});
    const ExperimentId large = run({.machine = "C", .seconds = {7, 7, 7, 7}, .params = {{"imgsz", 320}}});
    run({.machine = "D", .seconds = {6, 6, 6, 6}, .hash = "h2"});
    run({.machine = "E", .seconds = {5, 5, 5, 5}, .hash = ""});
    run({.machine = "F", .seconds = {5, 5, 5, 5}, .params = {{"mosaic", 0.0}}});
    const Comparison c = compared();
    EXPECT_EQ(row(c, "B").rank, 1) << "batch and workers do not matter";
    EXPECT_EQ(row(c, "A").rank, 2);
    EXPECT_EQ(row(c, "C").reason, "The image size is 320 px instead of 640 px.");
    EXPECT_EQ(row(c, "D").reason, "The data set is another one.");
    EXPECT_EQ(row(c, "E").reason, "The data set is not known exactly.");
    EXPECT_NE(row(c, "F").reason, "");
    EXPECT_EQ(c.workloads.size(), 5u);
    EXPECT_EQ(c.workloads[*c.workload].machines, 2);
    EXPECT_EQ(c.workloads[*c.workload].imgsz, 640);
    EXPECT_EQ(compared({.onlyComparable = true}).rows.size(), 2u);

    const Comparison other = compared({.baseline = large});
    EXPECT_EQ(row(other, "C").rank, 1);
    EXPECT_EQ(row(other, "A").reason, "The image size is 640 px instead of 320 px.");
    EXPECT_EQ(compareMachines(must(m_store->reader()), {.baseline = ExperimentId(99)}).error().code, ErrorCode::NotFound);
}

TEST_F(Compare, runsWithAnotherBatchAreNotPooled)
{
    run({.seconds = {9, 9, 9, 9}});
    const ExperimentId newer = run({.seconds = {5, 5, 5, 5}, .params = {{"batch", 32}}, .start = kStart + 1'000'000});
    const Comparison c = compared();
    const MachineRow& a = row(c, "A");
    EXPECT_DOUBLE_EQ(a.epochSeconds, 5);
    EXPECT_EQ(a.batch, "32");
    EXPECT_EQ(a.experiments, std::vector<ExperimentId>{newer});
}

TEST_F(Compare, measuredRunsGoBeforeThePublishedOnes)
{
    must(m_store->runFor<int>([](StoreWriter& w) { return importReference(w); }));
    run({.seconds = {9, 9, 9, 9}});
    EXPECT_TRUE(compared().workloads[0].derived) << "one machine alone is no comparison";
    run({.machine = "B", .seconds = {10, 10, 10, 10}});
    const Comparison c = compared();
    EXPECT_EQ(c.rows.size(), 14u);
    EXPECT_EQ(row(c, "A").rank, 1);
    EXPECT_EQ(row(c, "g5.xlarge").reason, "The data set is another one.");
    EXPECT_TRUE(c.workloads[1].derived);
    const Comparison published = compared({.baseline = c.workloads[1].example});
    EXPECT_EQ(row(published, "RTX 3080 (memory and CPU optimised)").rank, 1);
    EXPECT_EQ(row(published, "A").rank, 0);
}

TEST_F(Compare, timeAndCostToReachAQualityCountSetUpAndLostAttempts)
{
    const auto reach = [&](ExperimentId id, double x) { return must(reachOf(must(m_store->reader()), id, x)); };
    const ExperimentId plain = run({.seconds = {10, 10, 10, 10}, .setup = 5, .map = {0.1, 0.3, 0.5, 0.6}});
    EXPECT_EQ(reach(plain, 0.5).epoch, 3);
    EXPECT_DOUBLE_EQ(reach(plain, 0.5).seconds, 35);
    EXPECT_EQ(reach(plain, 0.5).cost->micros(), 35'000) << "0.001 a second";
    EXPECT_EQ(reach(plain, 0.55).epoch, 4);
    EXPECT_TRUE(reach(plain, 0.9).measured);
    EXPECT_FALSE(reach(plain, 0.9).reached());
    EXPECT_FALSE(reach(plain, 0.9).cost);

    // An attempt that was lost after 25 s counts, and its epochs do not.
    const ExperimentId twice = run({.seconds = {10, 10}, .setup = 5, .map = {0.1, 0.5}});
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        const RunOptions again{.seconds = {10, 10, 10}, .setup = 2, .start = kStart + 1'000'000, .map = {0.1, 0.2, 0.5}};
        addAttempt(w, again, twice, machine(w, again));
        return {};
    }));
    EXPECT_EQ(reach(twice, 0.5).epoch, 3);
    EXPECT_DOUBLE_EQ(reach(twice, 0.5).seconds, 25 + 32);
    EXPECT_EQ(reach(twice, 0.5).cost->micros(), 57'000);

    const ExperimentId without = run({.seconds = {10, 10}});
    EXPECT_FALSE(reach(without, 0.5).measured);
    const ExperimentId unpriced = run({.machine = "free", .price = nullptr, .seconds = {10}, .map = {0.5}});
    EXPECT_EQ(reach(unpriced, 0.5).epoch, 1);
    EXPECT_FALSE(reach(unpriced, 0.5).cost);
    for (const double wrong : {0.0, -1.0, 1.5, std::nan("")}) {
        EXPECT_EQ(reachOf(must(m_store->reader()), plain, wrong).error().code, ErrorCode::InvalidArgument) << wrong;
    }

    const exports::Table table = must(exports::experimentsTable(must(m_store->reader()), {}, {"id"}, 0.5));
    ASSERT_EQ(table.columns.size(), 4u);
    EXPECT_EQ(table.columns[3].id, "reach_cost");
    EXPECT_EQ(std::get<std::int64_t>(table.rows[0][1].value), 3);
    EXPECT_TRUE(table.rows[0][3].best);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(table.rows[2][1].value));
}

TEST_F(Compare, overlappingIntervalsShareARank)
{
    run({.machine = "A", .seconds = {9, 10, 11, 12, 13}});
    run({.machine = "B", .seconds = {9, 10.2, 11.2, 12.2, 13.2}});
    run({.machine = "C", .seconds = {9, 50, 50, 50, 50}});
    const Comparison c = compared({.includeSetup = false});
    EXPECT_EQ(row(c, "A").rank, 1);
    EXPECT_EQ(row(c, "B").rank, 1);
    EXPECT_EQ(row(c, "C").rank, 3);
    EXPECT_EQ(said(c), "No clear winner: A and B cost about the same per epoch.");
    EXPECT_NEAR(*row(c, "C").deltaPercent, (50 / 11.5 - 1) * 100, 1e-6);
}

TEST_F(Compare, sentenceNamesTheBreakEven)
{
    // all-in of quick: 0.001·(0 + 20 N); of slowStart: 0.001·(340 + 10 N): equal at 34 epochs
    run({.machine = "quick", .seconds = {20, 20, 20, 20}});
    run({.machine = "slowStart", .seconds = {10, 10, 10, 10}, .setup = 340});
    EXPECT_EQ(said(compared()), "slowStart is cheapest above 34 epochs; below, quick.");
    run({.machine = "dear", .seconds = {60, 60, 60, 60}, .setup = 500});
    EXPECT_EQ(said(compared()), "slowStart is cheapest above 34 epochs; below, quick; dear is never worth it.");
    run({.machine = "dearer", .seconds = {90, 90, 90, 90}, .setup = 500});
    EXPECT_EQ(said(compared()), "slowStart is cheapest above 34 epochs; below, quick; the other 2 are never worth it.");
    EXPECT_EQ(said(compared({.includeSetup = false})), "slowStart is cheapest at any number of epochs.");
}

TEST_F(Compare, sentenceAgreesWithBruteForce)
{
    std::mt19937 rng(23);
    std::uniform_real_distribution<double> uniform(1, 100);
    for (int m = 0; m < 6; ++m) {
        const double e = std::round(uniform(rng));
        run({.machine = std::string(1, static_cast<char>('A' + m)), .price = "3.60", .seconds = {e, e, e, e}, .setup = std::round(6000 / e * uniform(rng) / 50)});
    }
    const Comparison c = compared();
    const auto cheapestAt = [&](int n) {
        const Comparison at = compared({.epochs = n});
        const auto best = std::min_element(at.rows.begin(), at.rows.end(), [](const MachineRow& a, const MachineRow& b) { return a.allIn->micros() < b.allIn->micros(); });
        return best->machine;
    };
    ASSERT_GE(c.sentenceArgs.size(), 1u);
    EXPECT_EQ(cheapestAt(1'000'000), c.sentenceArgs[0]) << said(c);
    if (c.sentenceArgs.size() > 2) {
        const int at = std::stoi(c.sentenceArgs[1]);
        EXPECT_EQ(cheapestAt(at + 1), c.sentenceArgs[0]) << said(c);
        EXPECT_NE(compared({.epochs = at - 1}).rows.size(), 0u);
        EXPECT_EQ(cheapestAt(at - 1), c.rows[c.cheapest[c.cheapest.size() - 2].machine].machine) << said(c);
    }
}

TEST_F(Compare, namedMachineWithoutRunsSaysSo)
{
    run({.seconds = {9, 9, 9, 9}});
    const MachineId idle = must(m_store->runFor<MachineId>([&](StoreWriter& w) -> Result<MachineId> { return machine(w, {.machine = "idle"}); }));
    EXPECT_EQ(compared().rows.size(), 1u);
    const Comparison c = compared({.machines = {idle}});
    ASSERT_EQ(c.rows.size(), 1u);
    EXPECT_EQ(c.rows[0].reason, "No epoch was timed on this machine.");
    EXPECT_EQ(c.rows[0].basis, Basis::Insufficient);
    EXPECT_TRUE(c.rows[0].price);
    EXPECT_FALSE(c.rows[0].costPerEpoch);
}

TEST_F(Compare, anUnreliableIntervalSaysWhy)
{
    std::vector<double> calm{30};
    for (int i = 0; i < 40; ++i) {
        calm.push_back(10 + (i * 7) % 5 * 0.02);
    }
    run({.machine = "calm", .seconds = calm});
    calm.back() = 14;
    run({.machine = "last", .seconds = calm});
    run({.machine = "few", .seconds = {30, 10, 11, 12}});
    const Comparison c = compared();
    EXPECT_EQ(row(c, "calm").doubt, Doubt::None);
    EXPECT_EQ(row(c, "few").doubt, Doubt::FewEpochs);
    EXPECT_EQ(row(c, "last").doubt, Doubt::LastEpoch);
    EXPECT_EQ(row(c, "last").stalls, 1);
    EXPECT_GT(row(c, "last").epochHigh, 14);
    const auto table = must(exports::machinesTable(c, {"machine", "interval"}));
    const std::string lines = must(exports::write(table, exports::Format::Tsv));
    EXPECT_NE(lines.find("calm\treliable\n"), std::string::npos) << lines;
    EXPECT_NE(lines.find("few\tunreliable: few epochs\n"), std::string::npos) << lines;
    EXPECT_NE(lines.find("last\tunreliable: last epoch\n"), std::string::npos) << lines;
}

TEST_F(Compare, refusesZeroEpochs)
{
    EXPECT_EQ(compareMachines(must(m_store->reader()), {.epochs = 0}).error().code, ErrorCode::InvalidArgument);
}

} // namespace
} // namespace yardstick
