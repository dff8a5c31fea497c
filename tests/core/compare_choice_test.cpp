// compareMachines with a deadline, a value of time, the spot market, per-image normalisation and extrapolated machines.
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/compare.h"
#include "core/export/tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace yardstick {
namespace {

using test::must;

constexpr UtcMs kBegin = 1'790'000'000'000;

struct ChoiceRun
{
    std::string machine = "A";
    const char* price = "3.60"; ///< per hour: 0.001 a second
    std::vector<double> seconds = {};
    double setup = 0;
    std::string gpu = {};
    std::string market = "on-demand";
    std::string hash = "h1";
    std::int64_t images = 0;
    nlohmann::json params = nlohmann::json::object();
    AttemptOutcome outcome = AttemptOutcome::Completed;
};

class CompareChoice : public ::testing::Test
{
protected:
    CompareChoice() : m_store(must(Store::open(m_dir / "store.db"))) {}

    MachineId machine(const ChoiceRun& o)
    {
        return must(m_store->runFor<MachineId>([&](StoreWriter& w) -> Result<MachineId> {
            Machine m;
            m.name = o.machine;
            m.provider = "cloud";
            m.market = o.market;
            m.gpu = o.gpu;
            const MachineId id = must(w.upsertMachine(m));
            if (must(w.read().quotes(id)).empty()) {
                Quote quote;
                quote.machineId = id;
                quote.price.perHour = must(Money::parse(o.price, {}));
                quote.market = o.market;
                quote.source = "test";
                quote.createdMs = 1;
                must(w.insertQuote(quote));
            }
            return id;
        }));
    }

    ExperimentId run(const ChoiceRun& o)
    {
        const MachineId id = machine(o);
        return must(m_store->runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
            Experiment e;
            e.spec.name = "run " + std::to_string(++m_runs);
            e.spec.params = o.params;
            e.spec.data = o.hash + ".yaml";
            const ExperimentId experiment = must(w.insertExperiment(e));
            Attempt a;
            a.experimentId = experiment;
            a.machineId = id;
            a.token = "t" + std::to_string(m_runs);
            a.launcher = "local";
            a.outcome = o.outcome;
            a.createdMs = kBegin;
            const AttemptId attempt = must(w.insertAttempt(a));
            must(w.ingest(attempt, eventsOf(o), {}, 0));
            return experiment;
        }));
    }

    static std::vector<Event> eventsOf(const ChoiceRun& o)
    {
        std::vector<Event> events;
        const auto add = [&](double t, EventBody body) {
            events.push_back({.version = kEventVersion, .seq = static_cast<std::int64_t>(events.size()) + 1,
                              .t = kBegin + std::llround(t * 1e3), .body = std::move(body)});
        };
        add(0, HelloEvent{});
        ArgsEvent args;
        args.values = {{"dataset_hash", o.hash}};
        add(0, args);
        double t = o.setup;
        for (size_t i = 0; i < o.seconds.size(); ++i) {
            t += o.seconds[i];
            EpochEvent epoch;
            epoch.epoch = static_cast<int>(i) + 1;
            epoch.step = static_cast<std::int64_t>(i) + 1;
            epoch.epochs = static_cast<int>(o.seconds.size());
            epoch.seconds = o.seconds[i];
            epoch.images = o.images;
            add(t, epoch);
        }
        return events;
    }

    Comparison compared(const CompareOptions& options = {}) { return must(compareMachines(must(m_store->reader()), options)); }
    static const MachineRow& row(const Comparison& c, std::string_view label)
    {
        const auto found = std::find_if(c.rows.begin(), c.rows.end(), [&](const MachineRow& r) { return r.label == label; });
        if (found == c.rows.end()) {
            throw std::runtime_error("no row " + std::string(label));
        }
        return *found;
    }
    /// Slow and cheap, fast and dear, and one that is worse than both.
    void threeMachines()
    {
        run({.machine = "slow", .price = "1.80", .seconds = {40, 40, 40, 40}});
        run({.machine = "fast", .price = "7.20", .seconds = {20, 20, 20, 20}});
        run({.machine = "worst", .price = "7.20", .seconds = {50, 50, 50, 50}});
    }

    test::TempDir m_dir;
    std::unique_ptr<Store> m_store;
    int m_runs = 0;
};

TEST_F(CompareChoice, deadlineTakesTheCheapestInTime)
{
    threeMachines();
    const Comparison c = compared({.epochs = 90, .deadlineSeconds = 3000});
    EXPECT_EQ(row(c, "slow").meetsDeadline, false) << "3600 s";
    EXPECT_EQ(row(c, "fast").meetsDeadline, true);
    EXPECT_EQ(row(c, "fast").finishProbability, 1);
    EXPECT_EQ(row(c, "fast").finishMs, c.nowMs + 1'800'000);
    EXPECT_NEAR(*row(c, "fast").surelySeconds, 1800, 1) << "without any scatter";
    EXPECT_EQ(c.deadlineSentence.english(), "Of those that finish 90 epochs within 50 min 00 s with 95 % certainty, fast is cheapest: 3.60 USD, in 30 min 00 s.");
    EXPECT_EQ(compared({.epochs = 90, .deadlineSeconds = 60}).deadlineSentence.english(),
              "None makes it: no machine finishes 90 epochs within 1 min 00 s with 95 % certainty; the fastest, fast, takes about 30 min 00 s.");
    EXPECT_EQ(compared({.epochs = 90, .deadlineSeconds = 9000}).deadlineSentence.args[2], "slow");
    EXPECT_TRUE(compared().deadlineSentence.empty());
    for (const double wrong : {0.0, -1.0, std::nan("")}) {
        EXPECT_EQ(compareMachines(must(m_store->reader()), {.deadlineSeconds = wrong}).error().code, ErrorCode::InvalidArgument);
    }
}

TEST_F(CompareChoice, valueOfTimeMovesAlongTheFront)
{
    threeMachines();
    const auto at = [&](const char* value) { return compared({.epochs = 90, .valueOfTime = PricePerHour{must(Money::parse(value, {}))}}); };
    const Comparison nothing = at("0");
    EXPECT_TRUE(row(nothing, "slow").bestWithTimeValue);
    EXPECT_TRUE(row(nothing, "slow").onParetoFront);
    EXPECT_TRUE(row(nothing, "fast").onParetoFront);
    EXPECT_FALSE(row(nothing, "worst").onParetoFront);
    EXPECT_DOUBLE_EQ(*row(nothing, "fast").allInDeltaPercent, 100);
    const Comparison dear = at("20");
    EXPECT_TRUE(row(dear, "fast").bestWithTimeValue);
    EXPECT_EQ(row(dear, "fast").totalWithTimeValue->toDecimal(), "13.60");
    EXPECT_EQ(row(dear, "slow").totalWithTimeValue->toDecimal(), "21.80");
    EXPECT_EQ(dear.timeValueSentence.english(), "At 20.00 USD per hour of waiting, fast is best for 90 epochs: 3.60 USD in 30 min 00 s, 13.60 USD with the wait.");
    const auto table = must(exports::machinesTable(dear, {"machine", "total_with_time_value", "pareto", "meets_deadline", "finish_at"}));
    EXPECT_NE(must(exports::write(table, exports::Format::Csv)).find("fast,13.6"), std::string::npos) << must(exports::write(table, exports::Format::Csv));
    const Currency eur = must(Currency::parse("EUR"));
    EXPECT_EQ(compareMachines(must(m_store->reader()), {.valueOfTime = PricePerHour{Money(1, eur)}}).error().code, ErrorCode::InvalidArgument);
}

TEST_F(CompareChoice, spotCountsInterruptionsFromHistoryOrAsAssumed)
{
    run({.machine = "g", .price = "3.60", .seconds = {360, 360, 360, 360}, .setup = 360});
    machine({.machine = "g", .price = "1.80", .market = "spot"});
    EXPECT_EQ(compared().rows.size(), 1u) << "spot is off";
    const Comparison c = compared({.epochs = 10, .spot = true, .interruptionsPer100h = 100});
    ASSERT_EQ(c.rows.size(), 2u);
    const MachineRow& spot = row(c, "g (spot)");
    EXPECT_DOUBLE_EQ(*spot.interruptionsPer100h, 100);
    EXPECT_FALSE(spot.interruptionsMeasured);
    EXPECT_DOUBLE_EQ(spot.timeFactor, 1 / (1 - 1 * (0.05 + 0.1))) << "half an epoch and the set-up";
    EXPECT_NEAR(spot.totalSeconds, 3960 * spot.timeFactor, 1e-6);
    EXPECT_NEAR(static_cast<double>(spot.costPerEpoch->micros()), 180'000 * spot.timeFactor, 1);
    EXPECT_EQ(spot.rank, 1);
    EXPECT_EQ(row(c, "g (on-demand)").spotWorthIt, true);
    EXPECT_EQ(row(compared({.spot = true, .interruptionsPer100h = 500}), "g (on-demand)").spotWorthIt, false) << "0.5 × 1/(1 − 0.75) > 1";
    EXPECT_EQ(row(compared({.spot = true, .interruptionsPer100h = 900}), "g (spot)").reason, "It is taken away too often: an epoch would never end.");

    // Own history: two attempts of 1 h there, one of them interrupted. Timed there itself: no second row.
    ChoiceRun own{.machine = "g", .price = "1.80", .seconds = std::vector<double>(9, 360.0), .setup = 360, .market = "spot"};
    run(own);
    own.outcome = AttemptOutcome::Interrupted;
    run(own);
    const auto history = must(must(m_store->reader()).interruptionHistories(kBegin));
    ASSERT_EQ(history.size(), 1u) << "on-demand machines are not in it";
    EXPECT_NEAR(history.begin()->second.hours, 2, 1e-9);
    EXPECT_EQ(history.begin()->second.interruptions, 1);
    const Comparison seen = compared({.spot = true, .interruptionsPer100h = 100});
    ASSERT_EQ(seen.rows.size(), 2u);
    EXPECT_DOUBLE_EQ(*row(seen, "g (spot)").interruptionsPer100h, 100.0 * 2 / 3) << "(1 + 1)/(1 h + 2 h)";
    EXPECT_TRUE(row(seen, "g (spot)").interruptionsMeasured);
    EXPECT_EQ(row(seen, "g (spot)").basisFrom, "");
}

TEST_F(CompareChoice, perImageScalesRunsOnOtherData)
{
    const ExperimentId base = run({.machine = "A", .seconds = {100, 100, 100, 100}, .images = 1000});
    run({.machine = "B", .seconds = {30, 30, 30, 30}, .hash = "h2", .images = 200});
    run({.machine = "C", .seconds = {30, 30, 30, 30}, .hash = "h3"});
    run({.machine = "D", .seconds = {30, 30, 30, 30}, .hash = "h2", .images = 200, .params = {{"imgsz", 320}}});
    const CompareOptions plain{.baseline = base, .extrapolate = false};
    EXPECT_EQ(row(compared(plain), "B").reason, "The data set is another one.");
    CompareOptions options = plain;
    options.perImage = true;
    const Comparison c = compared(options);
    EXPECT_EQ(c.imagesPerEpoch, 1000);
    const MachineRow& b = row(c, "B");
    EXPECT_EQ(b.reason, "");
    EXPECT_EQ(b.basis, Basis::Measured);
    EXPECT_DOUBLE_EQ(b.epochSeconds, 150);
    EXPECT_DOUBLE_EQ(*b.secondsPerImage, 0.15);
    EXPECT_EQ(b.costPer1000Images->toDecimal(), "0.15");
    EXPECT_EQ(b.imagesTimed, 200);
    EXPECT_EQ(b.rank, 2);
    EXPECT_EQ(row(c, "A").rank, 1);
    EXPECT_EQ(row(c, "C").reason, "The data set is another one, and how many images an epoch has is not known.");
    EXPECT_EQ(row(c, "D").reason, "The image size is 320 px instead of 640 px.");
}

TEST_F(CompareChoice, machinesWithoutOwnTimesAreExtrapolatedAndNeverRanked)
{
    const ExperimentId base = run({.machine = "A", .seconds = {100, 100, 100, 100}, .gpu = "NVIDIA T4", .images = 1000});
    machine({.machine = "same GPU", .price = "0.36", .gpu = "T4"});
    machine({.machine = "no such GPU", .gpu = "V100"});
    run({.machine = "other data", .seconds = {30, 30, 30, 30}, .gpu = "L4", .hash = "h2", .images = 200});
    run({.machine = "other batch", .seconds = {30, 30, 30, 30}, .hash = "h2", .images = 200, .params = {{"batch", 4}}});
    const Comparison c = compared({.baseline = base});
    const MachineRow& similar = row(c, "same GPU");
    EXPECT_EQ(similar.basis, Basis::Similar);
    EXPECT_EQ(similar.basisFrom, "A");
    EXPECT_DOUBLE_EQ(similar.epochSeconds, 100);
    EXPECT_NEAR(similar.epochHigh, 192, 1);
    EXPECT_NEAR(similar.epochLow, 52, 1);
    EXPECT_EQ(similar.rank, 0);
    EXPECT_FALSE(similar.onParetoFront);
    EXPECT_NEAR(*similar.deltaPercent, -90, 1e-6);
    EXPECT_EQ(similar.reason, "Not timed here: extrapolated from A, which has the same GPU.");
    EXPECT_EQ(c.extrapolatedSentence.english(), "same GPU may be cheaper still, about 0.0100 USD per epoch, but was not timed: 4 epochs there would tell.");
    const MachineRow& guess = row(c, "other data");
    EXPECT_EQ(guess.basis, Basis::Guess);
    EXPECT_DOUBLE_EQ(guess.epochSeconds, 150);
    EXPECT_EQ(guess.epochLow, guess.epochHigh);
    EXPECT_EQ(guess.reason, "Not timed on this data: extrapolated from 200 to 1000 images an epoch.");
    EXPECT_EQ(row(c, "other batch").reason, "The data set is another one.") << "another batch size is no ground";
    EXPECT_THROW(row(c, "no such GPU"), std::runtime_error);
    EXPECT_EQ(row(c, "A").rank, 1);
    EXPECT_EQ(c.sentence, "Only {0} can be ranked yet.");
    const Comparison without = compared({.baseline = base, .extrapolate = false});
    EXPECT_THROW(row(without, "same GPU"), std::runtime_error);
    EXPECT_EQ(row(without, "other data").reason, "The data set is another one.");
}

TEST_F(CompareChoice, aTieSaysWhatWouldDecideIt)
{
    run({.machine = "A", .seconds = {9, 10, 11, 12, 13}});
    run({.machine = "B", .seconds = {9, 11, 12, 13, 14}});
    const Comparison c = compared();
    EXPECT_EQ(c.rows[1].rank, 1);
    ASSERT_FALSE(c.tieSentence.empty());
    EXPECT_TRUE(c.tieSentence.english().starts_with("No clear winner between A and B: about ")) << c.tieSentence.english();
    EXPECT_GT(std::stoi(c.tieSentence.args[2]), 4);
}

TEST_F(CompareChoice, sentenceOfManyMachinesAgreesWithTryingEachNumber)
{
    std::mt19937 rng(24);
    std::uniform_int_distribution<int> small(1, 60);
    for (int m = 0; m < 8; ++m) {
        const double e = small(rng);
        run({.machine = std::string(1, static_cast<char>('A' + m)), .seconds = {e, e, e, e}, .setup = std::round(2400 / e) + small(rng) % 7});
    }
    const Comparison c = compared();
    ASSERT_GE(c.cheapest.size(), 3u) << c.sentence;
    size_t piece = 0;
    for (int n = 1; n <= 60; ++n) {
        piece += piece + 1 < c.cheapest.size() && c.cheapest[piece + 1].from <= n;
        const Comparison at = compared({.epochs = n});
        const auto least = std::min_element(at.rows.begin(), at.rows.end(), [](const MachineRow& a, const MachineRow& b) { return a.allIn->micros() < b.allIn->micros(); });
        EXPECT_EQ(row(at, c.rows[c.cheapest[piece].machine].label).allIn->micros(), least->allIn->micros()) << n << " " << formatTemplate(c.sentence, c.sentenceArgs);
    }
    EXPECT_TRUE(c.sentenceArgs.size() >= 3 && c.sentenceArgs[0] == c.rows[c.cheapest.back().machine].label);
    EXPECT_EQ(c.sentenceArgs[1], std::to_string(c.cheapest.back().from - 1));
}

} // namespace
} // namespace yardstick
