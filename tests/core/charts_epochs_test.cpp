// What machines did, from a store of its own: every epoch with what became of it, and where the money of a job goes.
#include "core/charts.h"
#include "core/machine_work.h"
#include "core/store/store.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace yardstick {
namespace {

using test::must;

constexpr UtcMs kBegin = 1'790'000'000'000;

struct WorkRun
{
    std::vector<double> seconds;
    double setup = 0;
    double validation = 0; ///< share of each epoch
    AttemptOutcome outcome = AttemptOutcome::Completed;
    double tail = 0;       ///< seconds after the last epoch
    int firstEpoch = 1;
    UtcMs start = kBegin;
};

class ChartsOfWork : public ::testing::Test
{
protected:
    ChartsOfWork() : m_store(must(Store::open(m_dir / "store.db"))) {}

    /// One experiment on one machine at 3.60 an hour (0.001 a second), an attempt for each run.
    ExperimentId experiment(const std::vector<WorkRun>& runs)
    {
        return must(m_store->runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
            Machine m;
            m.name = "A";
            m.provider = m.market = "owned";
            const MachineId machine = must(w.upsertMachine(m));
            Quote quote;
            quote.machineId = machine;
            quote.price.perHour = must(Money::parse("3.60", {}));
            quote.market = "owned";
            quote.source = "test";
            quote.createdMs = 1;
            must(w.insertQuote(quote));
            Experiment e;
            e.spec.name = "run";
            e.spec.data = "data.yaml";
            const ExperimentId id = must(w.insertExperiment(e));
            for (const WorkRun& run : runs) {
                addRun(w, run, id, machine);
            }
            return id;
        }));
    }

    void addRun(StoreWriter& w, const WorkRun& run, ExperimentId experiment, MachineId machine)
    {
        Attempt a;
        a.experimentId = experiment;
        a.machineId = machine;
        a.token = "t" + std::to_string(++m_attempts);
        a.launcher = "local";
        a.outcome = run.outcome;
        a.createdMs = run.start;
        a.number = m_attempts;
        const AttemptId attempt = must(w.insertAttempt(a));
        std::vector<Event> events;
        const auto add = [&](double t, EventBody body) {
            events.push_back({.version = kEventVersion, .seq = static_cast<std::int64_t>(events.size()) + 1, .t = run.start + std::llround(t * 1e3), .body = std::move(body)});
        };
        add(0, HelloEvent{});
        ArgsEvent args;
        args.values = {{"dataset_hash", "h"}};
        add(0, args);
        double t = run.setup;
        for (size_t i = 0; i < run.seconds.size(); ++i) {
            t += run.seconds[i];
            EpochEvent epoch;
            epoch.epoch = run.firstEpoch + static_cast<int>(i);
            epoch.step = epoch.epoch;
            epoch.epochs = 100;
            epoch.seconds = run.seconds[i];
            epoch.validationSeconds = run.seconds[i] * run.validation;
            epoch.computeSeconds = run.seconds[i] * (1 - run.validation);
            add(t, epoch);
        }
        add(t + run.tail, HeartbeatEvent{});
        must(w.ingest(attempt, events, {}, 0));
    }

    std::pair<Comparison, std::vector<MachineWork>> compared(int epochs)
    {
        CompareOptions options;
        options.epochs = epochs;
        const StoreReader reader = must(m_store->reader());
        Comparison c = must(compareMachines(reader, options));
        auto work = must(machineWork(reader, c));
        return {std::move(c), std::move(work)};
    }

    test::TempDir m_dir;
    std::unique_ptr<Store> m_store;
    int m_attempts = 0;
};

TEST_F(ChartsOfWork, everyEpochStandsInTheStripWithWhatBecameOfIt)
{
    // First of the attempt, a level of 20 s, a stall, then 25 s for good.
    std::vector<double> seconds{40};
    for (int i = 0; i < 40; ++i) {
        seconds.push_back((i == 17 ? 90 : i < 20 ? 20 : 25) + 0.1 * (i % 3));
    }
    experiment({{.seconds = seconds}});
    const auto [c, work] = compared(50);
    ASSERT_EQ(work.size(), 1U);
    const StripChart chart = epochStrips(c, work);
    ASSERT_EQ(chart.rows.size(), 1U);
    const StripRow& row = chart.rows[0];
    ASSERT_EQ(row.dots.size(), seconds.size());
    const auto count = [&](StripKind kind) { return std::count_if(row.dots.begin(), row.dots.end(), [&](const StripDot& d) { return d.kind == kind; }); };
    EXPECT_EQ(row.dots[0].kind, StripKind::LeftOut);
    EXPECT_EQ(row.dots[18].kind, StripKind::Stall);
    EXPECT_EQ(row.dots[5].kind, StripKind::Before);
    EXPECT_EQ(row.dots[30].kind, StripKind::InMean);
    EXPECT_EQ(count(StripKind::InMean), c.rows[0].n) << "the picture and the table agree";
    EXPECT_EQ(count(StripKind::Stall), c.rows[0].stalls);
    double sum = 0;
    for (const StripDot& dot : row.dots) {
        sum += dot.kind == StripKind::InMean ? dot.value : 0;
    }
    EXPECT_NEAR(sum / c.rows[0].n, row.mean, 1e-9);
    EXPECT_EQ(row.dots[30].text, "#1, epoch 31");
}

TEST_F(ChartsOfWork, setUpTrainAndValidateAreTheAllInCostOfTheTable)
{
    experiment({{.seconds = std::vector<double>(12, 20), .setup = 100, .validation = 0.25}});
    const auto [c, work] = compared(50);
    const BarChart money = breakdownChart(c, work, BreakdownUnit::Money);
    ASSERT_EQ(money.groups.size(), 1U);
    EXPECT_TRUE(money.stacked);
    const std::vector<double>& v = money.groups[0].values;
    EXPECT_NEAR(v[0], 0.100, 1e-9);
    EXPECT_NEAR(v[1], 0.750, 1e-9);
    EXPECT_NEAR(v[2], 0.250, 1e-9);
    EXPECT_NEAR(v[3], 0, 1e-9) << "nothing was wasted";
    EXPECT_NEAR(v[0] + v[1] + v[2], c.rows[0].allIn->toDouble(), 2e-6);
    const BarChart time = breakdownChart(c, work, BreakdownUnit::Time);
    EXPECT_EQ(time.units[0], "min");
    EXPECT_NEAR((time.groups[0].values[0] + time.groups[0].values[1] + time.groups[0].values[2]) * 60, c.rows[0].totalSeconds, 1e-6);
    EXPECT_EQ(money.footnote.find("not known apart"), std::string::npos);
}

TEST_F(ChartsOfWork, wastedIsWhatTheStoreCallsWasted)
{
    // Ten epochs and 30 s, then it failed; the second attempt did the last four of them again, and ten more.
    const ExperimentId id = experiment({{.seconds = std::vector<double>(10, 20), .outcome = AttemptOutcome::Failed, .tail = 30},
                                        {.seconds = std::vector<double>(14, 20), .firstEpoch = 7, .start = kBegin + 1'000'000}});
    const auto [c, work] = compared(20);
    ASSERT_EQ(work.size(), 1U);
    EXPECT_EQ(work[0].keptEpochs, 20);
    EXPECT_NEAR(work[0].wastedSeconds, 4 * 20 + 30, 1e-6);
    double stored = 0;
    for (const Attempt& attempt : must(must(m_store->reader()).attempts(id, true))) {
        stored += attempt.wasted ? attempt.wasted->toDouble() : 0;
    }
    EXPECT_NEAR(work[0].wastedSeconds * 0.001, stored, 1e-6);
    EXPECT_NEAR(breakdownChart(c, work, BreakdownUnit::Money).groups[0].values[3], 0.110, 1e-6) << "of 20 epochs: as much as so far";
    EXPECT_NE(breakdownChart(c, work, BreakdownUnit::Money).footnote.find("not known apart and stands in the training: A"), std::string::npos);
}

TEST_F(ChartsOfWork, publishedFiguresHaveNoEpochsOfTheirOwn)
{
    must(m_store->runFor<int>([](StoreWriter& w) { return importReference(w); }));
    const auto [c, work] = compared(50);
    ASSERT_EQ(work.size(), 12U);
    EXPECT_TRUE(epochStrips(c, work).rows.empty());
    EXPECT_TRUE(breakdownChart(c, work, BreakdownUnit::Money).groups.empty());
    EXPECT_EQ(epochStrips(c, work).footnote.find("Published figures, so without single epochs: "), 0U);
    EXPECT_EQ(paretoChart(c).points.size(), 12U);
}

} // namespace
} // namespace yardstick
