// The summary columns: joined epochs, metrics, money over several attempts.
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <cmath>

namespace yardstick {
namespace {

using test::must;

constexpr UtcMs kStart = 1'790'000'000'000;

class SummaryTest : public testing::Test
{
protected:
    void SetUp() override { m_seeded = test::seed(*m_store, m_runs, 3); }
    [[nodiscard]] AttemptId id(int number) const { return AttemptId(m_seeded.attempt.value + number - 1); }
    void run(int number, int firstEpoch, int epochs, UtcMs start, AttemptOutcome outcome)
    {
        test::LogOptions options;
        options.firstEpoch = firstEpoch;
        options.epochs = epochs;
        options.startMs = start;
        options.faults = false;
        options.seed = static_cast<unsigned>(number);
        test::writeLog(m_runs, number, test::logOfRun(options));
        test::ingestAll(*m_store, id(number), 1 << 20, true);
        must(m_store->run([&](StoreWriter& w) -> Result<> {
            Attempt a = must(w.read().attempt(id(number)));
            a.outcome = outcome;
            a.endedMs = outcome == AttemptOutcome::None ? 0 : a.lastEventMs;
            return w.updateAttempt(a);
        }));
    }
    [[nodiscard]] Experiment experiment() const
    {
        return must(must(m_store->reader()).experiment(m_seeded.experiment));
    }
    [[nodiscard]] Attempt attempt(int number) const
    {
        return must(must(m_store->reader()).attempt(id(number)));
    }
    QuoteId quote(std::int64_t micros, UtcMs from, const char* market = "owned", Currency currency = {})
    {
        return must(m_store->runFor<QuoteId>([&](StoreWriter& w) {
            Quote q;
            q.machineId = m_seeded.machine;
            q.price.perHour = Money(micros, currency);
            q.market = market;
            q.validFromMs = from;
            return w.insertQuote(q);
        }));
    }

    test::TempDir m_dir;
    std::filesystem::path m_runs = m_dir / "runs";
    std::unique_ptr<Store> m_store = must(Store::open(m_dir / "yardstick.db"));
    test::Seeded m_seeded;
};

TEST_F(SummaryTest, draftHasNothingButItsPlan)
{
    const ExperimentId id =
        must(m_store->runFor<ExperimentId>([](StoreWriter& w) { return w.insertExperiment(Experiment{}); }));
    const Experiment e = must(must(m_store->reader()).experiment(id));
    EXPECT_EQ(e.epochsDone, 0);
    EXPECT_EQ(e.epochsPlanned, 100);
    EXPECT_EQ(e.attempts, 0);
    EXPECT_FALSE(e.price || e.costPerEpoch || e.costSoFar);
    EXPECT_TRUE(e.last.empty());
}

TEST_F(SummaryTest, oneAttempt)
{
    run(1, 1, 4, kStart, AttemptOutcome::Completed);
    const Experiment e = experiment();
    EXPECT_EQ(e.epochsDone, 4);
    EXPECT_EQ(e.epochsPlanned, 4);
    EXPECT_EQ(e.attempts, 3);
    EXPECT_EQ(e.startedMs, kStart);
    EXPECT_EQ(e.epochSeconds, 2) << "the first epoch took 3 s and does not count";
    EXPECT_EQ(e.price->perHour, Money(3'600'000, {}));
    EXPECT_EQ(e.costPerEpoch, Money(2000, {}));
    // 0.9 s of set-up, 3 + 2 + 2 + 2 s of epochs, at 0.001 a second
    EXPECT_EQ(e.costSoFar, Money(9900, {}));
    EXPECT_EQ(attempt(1).cost, Money(9900, {}));
    EXPECT_EQ(attempt(1).wasted, Money(0, {}));
    EXPECT_EQ(e.datasetHash, "abc");
    EXPECT_EQ(e.last.at("map50"), 0.8);
    EXPECT_EQ(e.last.at("map50_95"), 0.4);
    EXPECT_EQ(e.last.at("box_loss"), 2.5 / 4) << "val, not train";
    EXPECT_EQ(e.best.at("box_loss"), 2.5 / 4);
    EXPECT_EQ(e.last.count("top1"), 0U);
}

TEST_F(SummaryTest, resumedAttemptReplacesEpochsAfterItsCheckpoint)
{
    run(1, 1, 4, kStart, AttemptOutcome::Interrupted);
    run(2, 3, 4, kStart + 100'000, AttemptOutcome::Completed);
    const auto reader = must(m_store->reader());
    const auto joined = must(reader.joinedEpochs(m_seeded.experiment));
    ASSERT_EQ(joined.size(), 6U);
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(joined[static_cast<size_t>(i)].epoch, i + 1);
        EXPECT_EQ(joined[static_cast<size_t>(i)].attemptNumber, i < 2 ? 1 : 2);
    }
    int wasted = 0;
    for (const EpochRow& row : must(reader.epochs(m_seeded.experiment))) {
        wasted += row.wasted ? 1 : 0;
        EXPECT_EQ(row.wasted, row.attemptNumber == 1 && row.epoch >= 3);
    }
    EXPECT_EQ(wasted, 2);
    const Experiment e = experiment();
    EXPECT_EQ(e.epochsDone, 6);
    EXPECT_EQ(e.costSoFar, Money(9900 + 9900, {}));
    EXPECT_EQ(attempt(1).wasted, Money(4000, {})) << "two epochs of 2 s; it ended with its last epoch";
    EXPECT_EQ(attempt(2).wasted, Money(0, {}));
}

TEST_F(SummaryTest, joinedPointsSwitchToTheLaterAttempt)
{
    run(1, 1, 4, kStart, AttemptOutcome::Interrupted);
    run(2, 3, 4, kStart + 100'000, AttemptOutcome::Completed);
    const auto points = must(must(m_store->reader()).joinedPoints(m_seeded.experiment, "batch/cls_loss"));
    ASSERT_EQ(points.size(), 300U);
    for (size_t i = 0; i < points.size(); ++i) {
        ASSERT_EQ(points[i].step, static_cast<std::int64_t>(i) + 1);
        ASSERT_EQ(points[i].t >= kStart + 100'000, i >= 100) << i;
    }
    const auto cpu = must(must(m_store->reader()).joinedPoints(m_seeded.experiment, "system/cpu_percent"));
    ASSERT_EQ(cpu.size(), 8U);
    EXPECT_EQ(cpu[4].step - cpu[0].step, 100'000) << "strung together in time";
}

TEST_F(SummaryTest, freshRetryReplacesEverything)
{
    run(1, 1, 4, kStart, AttemptOutcome::Failed);
    run(2, 1, 2, kStart + 100'000, AttemptOutcome::None);
    const Experiment e = experiment();
    EXPECT_EQ(e.epochsDone, 2) << "the weights of the first attempt are gone";
    EXPECT_EQ(e.last.at("map50"), 1 - 1 / 3.0);
    EXPECT_EQ(e.best.at("map50"), 1 - 1 / 3.0) << "0.8 of the first attempt does not count";
    EXPECT_EQ(attempt(1).wasted, Money(9000, {})) << "all but the set-up before the first epoch";
    EXPECT_EQ(e.endedMs, 0);
}

TEST_F(SummaryTest, bestAcrossAResumedRun)
{
    run(1, 1, 4, kStart, AttemptOutcome::Interrupted);
    // An attempt that goes on from epoch 2 with worse results: 0.75 of epoch 3 was overwritten, epoch 1 and 2
    // stay.
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        std::vector<Event> events;
        events.push_back({1, 1, kStart + 200'000, HelloEvent{}});
        events.push_back(
            {1, 2, kStart + 201'000, ScalarsEvent{150, 3, {{"metrics/mAP50(B)", 0.1}, {"val/box_loss", 9}}}});
        return w.ingest(id(2), events, {}, 1);
    }));
    const Experiment e = experiment();
    EXPECT_EQ(e.last.at("map50"), 0.1);
    EXPECT_EQ(e.best.at("map50"), 1 - 1 / 3.0);
    EXPECT_EQ(e.best.at("box_loss"), 1.25);
}

TEST_F(SummaryTest, setUpThatFailedIsAllWasted)
{
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        must(w.ingest(id(1), {{1, 1, kStart, HelloEvent{}}, {1, 2, kStart + 5000, HeartbeatEvent{}}}, {}, 1));
        Attempt a = must(w.read().attempt(id(1)));
        a.outcome = AttemptOutcome::Failed;
        a.endedMs = kStart + 6000;
        return w.updateAttempt(a);
    }));
    EXPECT_EQ(attempt(1).cost, Money(6000, {}));
    EXPECT_EQ(attempt(1).wasted, Money(6000, {}));
}

TEST_F(SummaryTest, hiddenAttemptsStillCost)
{
    run(1, 1, 4, kStart, AttemptOutcome::Completed);
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        for (int n = 1; n <= 3; ++n) {
            Attempt a = must(w.read().attempt(id(n)));
            a.hidden = true;
            must(w.updateAttempt(a));
        }
        return {};
    }));
    const Experiment e = experiment();
    EXPECT_EQ(e.epochsDone, 0);
    EXPECT_EQ(e.attempts, 0);
    EXPECT_TRUE(e.last.empty());
    EXPECT_EQ(e.costSoFar, Money(9900, {}));
    EXPECT_EQ(attempt(1).wasted, Money(9900, {}));
    const auto reader = must(m_store->reader());
    EXPECT_TRUE(must(reader.epochs(m_seeded.experiment)).empty());
    EXPECT_EQ(must(reader.epochs(m_seeded.experiment, true)).size(), 4U);
    EXPECT_TRUE(must(reader.series(m_seeded.experiment)).empty());
}

TEST_F(SummaryTest, priceChangeInMidRunIsBilledInSegments)
{
    quote(7'200'000, kStart + 5900); // twice as much for the last 4 of 9.9 s
    run(1, 1, 4, kStart, AttemptOutcome::Completed);
    const Experiment e = experiment();
    EXPECT_EQ(e.costSoFar, Money(5900 + 8000, {}));
    EXPECT_EQ(e.price->perHour, Money(7'200'000, {}));
    EXPECT_EQ(e.costPerEpoch, Money(4000, {}));
}

TEST_F(SummaryTest, aPriceInAnotherCurrencyLeavesAloneWhatRanBefore)
{
    run(1, 1, 4, kStart, AttemptOutcome::Completed);
    const Experiment before = experiment();
    ASSERT_TRUE(before.costSoFar);
    const auto euros = [&](UtcMs from) { quote(30'000'000, from, "owned", must(Currency::parse("EUR"))); };
    euros(kStart + 5'000);             // in its middle
    euros(kStart + 1'000'000);         // after it
    euros(kStart + 100'000'000'000);   // in three years
    const Experiment after = experiment();
    EXPECT_EQ(after.costSoFar, before.costSoFar);
    EXPECT_EQ(after.price->perHour, before.price->perHour);
    EXPECT_EQ(after.costPerEpoch, before.costPerEpoch);
    EXPECT_EQ(must(must(m_store->reader()).epochs(m_seeded.experiment)).at(3).cost, Money(2000, {}));
}

TEST_F(SummaryTest, laterQuoteRefreshesTheSummaryAtOnce)
{
    run(1, 1, 4, kStart, AttemptOutcome::None);
    quote(36'000'000, kStart); // superseded from the start
    EXPECT_EQ(experiment().costSoFar, Money(99'000, {}));
    quote(1, kStart + 1'000'000'000); // in force long after
    EXPECT_EQ(experiment().costSoFar, Money(99'000, {}));
    quote(1, kStart, "spot"); // of another market
    EXPECT_EQ(experiment().costSoFar, Money(99'000, {}));
}

TEST_F(SummaryTest, costWithoutAPriceIsUnknownNotZero)
{
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        Machine unpriced;
        unpriced.name = "bare";
        Attempt a = must(w.read().attempt(id(2)));
        a.machineId = must(w.upsertMachine(unpriced));
        return w.updateAttempt(a);
    }));
    run(1, 1, 2, kStart, AttemptOutcome::Interrupted);
    ASSERT_TRUE(experiment().costSoFar);
    run(2, 3, 2, kStart + 100'000, AttemptOutcome::Completed);
    EXPECT_FALSE(experiment().costSoFar);
    EXPECT_FALSE(experiment().costPerEpoch);
    EXPECT_FALSE(attempt(2).cost);
    EXPECT_TRUE(attempt(1).cost);
}

TEST_F(SummaryTest, moneyOfTheDay)
{
    const UtcMs day = startOfUtcDay(kStart) + 86'400'000;
    run(1, 1, 4, day - 5900, AttemptOutcome::Completed); // 4 s of it after midnight
    run(2, 5, 4, day + 50'000, AttemptOutcome::None);    // still runs
    const auto reader = must(m_store->reader());
    EXPECT_EQ(must(reader.spentOnDay(day + 60'000)), std::vector{Money(4000 + 10'000, {})});
    EXPECT_EQ(must(reader.spentOnDay(day - 86'400'000 - 5)), std::vector<Money>{});
}

TEST_F(SummaryTest, epochsBesideOtherWorkAreFlagged)
{
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        for (int n = 1; n <= 2; ++n) {
            Attempt a = must(w.read().attempt(id(n)));
            a.hostId = m_seeded.host;
            // The second lives during the first two epochs of the first only.
            a.createdMs = n == 1 ? kStart - 1 : kStart + 1000;
            a.outcome = n == 1 ? AttemptOutcome::None : AttemptOutcome::Completed;
            a.endedMs = n == 1 ? 0 : kStart + 5000;
            must(w.updateAttempt(a));
        }
        return {};
    }));
    run(1, 1, 4, kStart, AttemptOutcome::Completed);
    const auto rows = must(must(m_store->reader()).epochs(m_seeded.experiment));
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_TRUE(rows[0].shared && rows[1].shared);
    EXPECT_FALSE(rows[2].shared || rows[3].shared);
}

} // namespace
} // namespace yardstick
