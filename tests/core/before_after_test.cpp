// Before, after, alarms: estimates per queue with the wait that plan() gives, the estimate that is kept when an experiment is
// queued and what it is held against, budgets, alerts.
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/actions.h"
#include "core/alerts.h"
#include "core/budget.h"
#include "core/export/tables.h"
#include "core/estimate.h"
#include "core/outcomes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace yardstick {
namespace {

using test::must;

constexpr UtcMs kDay = 86'400'000;

class BeforeAfter : public ::testing::Test
{
protected:
    BeforeAfter() : m_store(must(Store::open(m_dir / "store.db")))
    {
        must(platform::writeFileAtomic(m_dir / "data.yaml", "path: .\ntrain: .\nval: .\nnames: [a]\n"));
        must(m_store->run([&](StoreWriter& w) -> Result<> {
            Host host;
            host.name = "here";
            host.kind = "local";
            host.slots = 4;
            host.cpuThreads = 4;
            m_host = must(w.upsertHost(host));
            m_machine = machineNamed(w, "A", "3.60");
            m_queue = queueNamed(w, "q", m_machine);
            return {};
        }));
    }

    MachineId machineNamed(StoreWriter& w, const char* name, const char* price)
    {
        Machine m;
        m.name = name;
        m.provider = "owned";
        m.market = "owned";
        const MachineId id = must(w.upsertMachine(m));
        if (price != nullptr) {
            Quote quote;
            quote.machineId = id;
            quote.price.perHour = must(Money::parse(price, must(Currency::parse("USD"))));
            quote.market = "owned";
            quote.createdMs = m_now - kDay;
            must(w.insertQuote(quote));
        }
        return id;
    }
    QueueId queueNamed(StoreWriter& w, const char* name, MachineId machine)
    {
        Queue queue;
        queue.name = name;
        queue.hostId = m_host;
        queue.machineId = machine;
        queue.threads = 1;
        return must(w.upsertQueue(queue));
    }
    ExperimentSpec spec(int epochs, int batch = 16) const
    {
        ExperimentSpec s;
        s.data = (m_dir / "data.yaml").string();
        s.params = {{"epochs", epochs}, {"batch", batch}};
        return s;
    }
    ExperimentId draft(const ExperimentSpec& s)
    {
        return must(m_store->runFor<ExperimentId>([&](StoreWriter& w) { return actions::create(w, s); }));
    }
    /// An attempt of `id` on the machine that began at `start`: set-up, then epochs. Open while `outcome` is None.
    AttemptId attempt(ExperimentId id, MachineId machine, UtcMs start, double setup, const std::vector<double>& seconds,
                      AttemptOutcome outcome = AttemptOutcome::Completed, QueueId queue = {})
    {
        return must(m_store->runFor<AttemptId>([&](StoreWriter& w) -> Result<AttemptId> {
            Attempt a;
            a.experimentId = id;
            a.machineId = machine;
            a.queueId = queue;
            a.hostId = outcome == AttemptOutcome::None ? m_host : HostId(); // finished ones must not count as sharing it
            a.token = "t" + std::to_string(++m_attempts);
            a.launcher = "local";
            a.createdMs = start;
            a.threads = 1;
            a.id = must(w.insertAttempt(a));
            std::vector<Event> events;
            const auto add = [&](double t, EventBody body) {
                events.push_back({.version = kEventVersion, .seq = static_cast<std::int64_t>(events.size()) + 1, .t = start + std::llround(t * 1e3),
                                  .body = std::move(body)});
            };
            add(0, HelloEvent{});
            ArgsEvent args;
            args.values = {{"dataset_hash", "h1"}};
            add(0, args);
            double t = setup;
            for (size_t i = 0; i < seconds.size(); ++i) {
                t += seconds[i];
                EpochEvent epoch;
                epoch.epoch = static_cast<int>(i) + 1;
                epoch.step = epoch.epoch;
                epoch.epochs = static_cast<int>(seconds.size());
                epoch.seconds = seconds[i];
                add(t, epoch);
            }
            must(w.ingest(a.id, events, {}, 0));
            if (outcome != AttemptOutcome::None) {
                Attempt done = must(w.read().attempt(a.id));
                done.outcome = outcome;
                done.endedMs = start + std::llround(t * 1e3);
                must(w.updateAttempt(done));
                must(w.refreshSummary(id));
            }
            return a.id;
        }));
    }
    ExperimentId measured(MachineId machine, const std::vector<double>& seconds, double setup = 30, int batch = 16)
    {
        const ExperimentId id = draft(spec(static_cast<int>(seconds.size()), batch));
        attempt(id, machine, m_now - 2 * kDay, setup, seconds);
        return id;
    }
    void setStatus(ExperimentId id, ExperimentStatus status, QueueId queue, std::int64_t position)
    {
        must(m_store->run([&](StoreWriter& w) -> Result<> {
            Experiment e = must(w.read().experiment(id));
            e.status = status;
            e.queueId = queue;
            e.queuePosition = position;
            e.queuedMs = m_now;
            return w.updateExperiment(e);
        }));
    }
    void enqueue(ExperimentId id) { must(m_store->run([&](StoreWriter& w) { return actions::enqueue(w, id, m_queue); })); }
    void limit(std::optional<Money> perDay, std::optional<Money> inAll)
    {
        must(m_store->run([&](StoreWriter& w) -> Result<> {
            Queue queue = must(w.read().queueByName("q"));
            queue.limits.moneyPerDay = perDay;
            queue.limits.moneyInAll = inAll;
            const auto set = w.upsertQueue(queue);
            return set ? Result<>{} : fail(set.error());
        }));
    }
    QueueEstimate estimate(const ExperimentSpec& s, const char* queue = "q")
    {
        for (QueueEstimate& e : must(estimateQueues(reader(), s, m_now))) {
            if (e.queueName == queue) {
                return e;
            }
        }
        throw std::runtime_error("no queue");
    }
    QueueBudget budget() { return must(budgetOf(reader(), must(reader().queueByName("q")), m_now)); }
    std::vector<Alert> alerts() { return must(currentAlerts(reader(), m_now)); }
    StoreReader reader() { return must(m_store->reader()); }

    UtcMs m_now = nowUtcMs();
    test::TempDir m_dir;
    std::unique_ptr<Store> m_store;
    HostId m_host;
    MachineId m_machine;
    QueueId m_queue;
    int m_attempts = 0;
};

TEST_F(BeforeAfter, nothingIsInventedWithoutMeasurement)
{
    const QueueEstimate e = estimate(spec(10));
    EXPECT_EQ(e.basis, EstimateBasis::None);
    EXPECT_FALSE(e.work || e.cost || e.finish());
    ASSERT_TRUE(e.wait) << "the queue is empty";
    EXPECT_EQ(e.wait->value, 0);
    measured(m_machine, {20, 10, 10}); // two steady epochs are too few
    EXPECT_EQ(estimate(spec(10)).basis, EstimateBasis::None);
}

TEST_F(BeforeAfter, timeAndCostComeFromTheSameWorkOnThatMachine)
{
    measured(m_machine, {20, 10, 10, 10, 10}, 30);
    const QueueEstimate e = estimate(spec(100));
    EXPECT_EQ(e.basis, EstimateBasis::Measured);
    EXPECT_EQ(e.timedEpochs, 4);
    EXPECT_TRUE(e.sameBatch);
    ASSERT_TRUE(e.work && e.cost);
    EXPECT_DOUBLE_EQ(e.work->value, 30 + 100 * 10);
    EXPECT_LE(e.work->low, e.work->value);
    EXPECT_GE(e.work->high, e.work->value);
    EXPECT_EQ(e.cost->micros(), 1'030'000) << "0.001 a second";
    EXPECT_LE(e.costLow->micros(), e.cost->micros());
    ASSERT_TRUE(e.finish());
    EXPECT_DOUBLE_EQ(e.finish()->value, 1030);
    ExperimentSpec other = spec(100);
    other.params["imgsz"] = 320;
    EXPECT_EQ(estimate(other).basis, EstimateBasis::None) << "other work";
    EXPECT_FALSE(estimate(spec(100, 8)).sameBatch) << "another batch size is said";
}

TEST_F(BeforeAfter, aMachineWithoutPriceHasATimeButNoCost)
{
    MachineId free;
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        free = machineNamed(w, "B", nullptr);
        queueNamed(w, "unpriced", free);
        return {};
    }));
    measured(free, {20, 10, 10, 10, 10});
    const QueueEstimate e = estimate(spec(5), "unpriced");
    EXPECT_TRUE(e.work);
    EXPECT_FALSE(e.price || e.cost);
}

TEST_F(BeforeAfter, theWaitIsWhatRunsAndWaitsBefore)
{
    measured(m_machine, {20, 10, 10, 10, 10}, 0);
    const ExperimentId running = draft(spec(10));
    attempt(running, m_machine, m_now - 40'000, 0, {20, 10}, AttemptOutcome::None, m_queue); // its third epoch began 10 s ago
    setStatus(running, ExperimentStatus::Running, m_queue, 0);
    const ExperimentId waiting = draft(spec(6));
    setStatus(waiting, ExperimentStatus::Queued, m_queue, 1);
    const QueueEstimate e = estimate(spec(3));
    EXPECT_EQ(e.running, 1);
    EXPECT_EQ(e.waiting, 1);
    ASSERT_TRUE(e.wait);
    EXPECT_NEAR(e.wait->value, (8 * 10 - 10) + 6 * 10, 0.01) << "eight epochs less what has passed, then six";
    EXPECT_NEAR(e.finish()->value, 130 + 30, 0.01);
    const auto jobs = must(forecastJobs(reader(), m_now));
    EXPECT_EQ(jobs.at(running).start->value, 0);
    EXPECT_NEAR(jobs.at(waiting).start->value, 70, 0.01);
    EXPECT_NEAR(jobs.at(waiting).end->value, 130, 0.01);
    const ExperimentId last = draft(spec(50));
    setStatus(last, ExperimentStatus::Queued, m_queue, 2);
    EXPECT_NEAR(must(estimateQueues(reader(), spec(6), m_now, waiting)).at(0).wait->value, 70, 0.01) << "what waits already keeps its place";
}

TEST_F(BeforeAfter, slotsShortenTheWait)
{
    measured(m_machine, {20, 10, 10, 10, 10}, 0);
    for (int i = 1; i <= 3; ++i) {
        setStatus(draft(spec(i)), ExperimentStatus::Queued, m_queue, i);
    }
    EXPECT_NEAR(estimate(spec(3)).wait->value, 60, 0.01) << "one after the other";
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        Queue queue = must(w.read().queueByName("q"));
        queue.limits.maxJobs = 2;
        const auto set = w.upsertQueue(queue);
        return set ? Result<>{} : fail(set.error());
    }));
    EXPECT_NEAR(estimate(spec(3)).wait->value, 20, 0.01) << "1 and 2 start at once, 3 after the first, this after the second";
}

TEST_F(BeforeAfter, aJobOfUnknownLengthHidesTheWait)
{
    ExperimentSpec odd = spec(5);
    odd.params["imgsz"] = 320;
    setStatus(draft(odd), ExperimentStatus::Queued, m_queue, 1);
    const QueueEstimate e = estimate(spec(3));
    EXPECT_FALSE(e.wait);
    EXPECT_EQ(e.unknown, 1);
    EXPECT_EQ(e.standstill, "");
}

TEST_F(BeforeAfter, aStandstillIsSaid)
{
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        Queue queue = must(w.read().queueByName("q"));
        queue.paused = true;
        const auto set = w.upsertQueue(queue);
        return set ? Result<>{} : fail(set.error());
    }));
    const QueueEstimate e = estimate(spec(3));
    EXPECT_EQ(e.standstill, "The queue is paused.");
    EXPECT_FALSE(e.wait);
}

TEST_F(BeforeAfter, theEstimateOfTheQueueingIsHeldAgainstWhatItTook)
{
    measured(m_machine, {20, 10, 10, 10, 10}, 30);
    const ExperimentId id = draft(spec(5));
    enqueue(id);
    auto outcomes = must(outcomesOf(reader(), id));
    ASSERT_EQ(outcomes.size(), 1U);
    EXPECT_EQ(outcomes[0].estimate.basis, "measured");
    EXPECT_EQ(outcomes[0].estimate.epochs, 5);
    EXPECT_DOUBLE_EQ(outcomes[0].estimated->value, 80);
    EXPECT_EQ(outcomes[0].estimatedCost->micros(), 80'000);
    EXPECT_FALSE(outcomes[0].started || outcomes[0].errorPercent);
    EXPECT_TRUE(must(calibrations(reader())).empty());
    attempt(id, m_machine, nowUtcMs() + 1, 30, {18, 10, 10, 10, 10});
    outcomes = must(outcomesOf(reader(), id));
    ASSERT_TRUE(outcomes[0].errorPercent && outcomes[0].costErrorPercent);
    EXPECT_DOUBLE_EQ(outcomes[0].actualSeconds, 88);
    EXPECT_DOUBLE_EQ(*outcomes[0].errorPercent, 10);
    EXPECT_NEAR(*outcomes[0].costErrorPercent, 10, 1e-9);
    const auto kept = must(calibrations(reader()));
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0].machineId, m_machine);
    EXPECT_EQ(kept[0].time.n, 1);
    EXPECT_DOUBLE_EQ(kept[0].time.median, 10);
}

TEST_F(BeforeAfter, exportsHoldTheEstimateAndItsError)
{
    measured(m_machine, {20, 10, 10, 10, 10}, 30);
    const ExperimentId id = draft(spec(5));
    enqueue(id);
    attempt(id, m_machine, nowUtcMs() + 1, 30, {18, 10, 10, 10, 10});
    const exports::Table table = must(exports::experimentsTable(reader(), {}, {"id", "est_seconds", "est_cost", "est_error_percent"}));
    EXPECT_EQ(must(exports::write(table, exports::Format::Csv)),
              "id,est_seconds,est_cost,currency,est_error_percent\r\n1,,,,\r\n2,80.0,0.08,USD,10.0\r\n");
}

TEST_F(BeforeAfter, aRunThatStopsEarlyIsHeldAgainstTheEpochsThatRan)
{
    measured(m_machine, {20, 10, 10, 10, 10}, 30);
    const ExperimentId id = draft(spec(100));
    enqueue(id);
    attempt(id, m_machine, nowUtcMs() + 1, 30, {10, 10, 10, 10});
    const EstimateOutcome out = must(outcomesOf(reader(), id)).at(0);
    EXPECT_EQ(out.epochs, 4);
    EXPECT_DOUBLE_EQ(out.estimated->value, 70);
    EXPECT_DOUBLE_EQ(*out.errorPercent, 0);
}

TEST_F(BeforeAfter, failedWorkAndWorkWithoutEstimateHaveNoError)
{
    const ExperimentId blind = draft(spec(4));
    enqueue(blind);
    attempt(blind, m_machine, nowUtcMs() + 1, 0, {10, 10, 10, 10});
    const EstimateOutcome without = must(outcomesOf(reader(), blind)).at(0);
    EXPECT_EQ(without.estimate.basis, "none");
    EXPECT_FALSE(without.estimated || without.errorPercent);
    EXPECT_DOUBLE_EQ(without.actualSeconds, 40);
    const ExperimentId failed = draft(spec(4));
    enqueue(failed);
    attempt(failed, m_machine, nowUtcMs() + 1, 0, {10, 10}, AttemptOutcome::Failed);
    EXPECT_FALSE(must(outcomesOf(reader(), failed)).at(0).errorPercent);
}

TEST_F(BeforeAfter, aBudgetStopsANewStart)
{
    const ExperimentId id = draft(spec(4));
    attempt(id, m_machine, m_now - 40'000, 0, {10, 10, 10, 10}, AttemptOutcome::Completed, m_queue); // 0.04 USD
    limit(std::nullopt, must(Money::parse("0.05", must(Currency::parse("USD")))));
    EXPECT_FALSE(budget().passed);
    EXPECT_EQ(budget().spentInAll->micros(), 40'000);
    EXPECT_TRUE(alerts().empty());
    limit(std::nullopt, must(Money::parse("0.04", must(Currency::parse("USD")))));
    ASSERT_TRUE(budget().passed);
    EXPECT_EQ(budget().passed->message(), "The queue has spent its 0.04 USD in all.");
    EXPECT_EQ(estimate(spec(3)).standstill, "The queue has spent its 0.04 USD in all.");
    ASSERT_EQ(alerts().size(), 1U);
    EXPECT_EQ(alerts()[0].kind, AlertKind::BudgetPassed);
    EXPECT_EQ(alerts()[0].sentence.message(), "Queue q has spent 0.04 USD of its 0.04 USD in all: it starts nothing new until you raise the budget.");
}

TEST_F(BeforeAfter, aBudgetInAnotherCurrencyIsConvertedOrSaidToBeBlind)
{
    const ExperimentId id = draft(spec(4));
    attempt(id, m_machine, m_now - 40'000, 0, {10, 10, 10, 10}, AttemptOutcome::Completed, m_queue); // 0.04 USD
    limit(std::nullopt, must(Money::parse("0.03", must(Currency::parse("EUR")))));
    EXPECT_FALSE(budget().passed);
    ASSERT_TRUE(budget().uncounted);
    ASSERT_EQ(alerts().size(), 1U);
    EXPECT_EQ(alerts()[0].sentence.message(), "What queue q spends in USD is not counted against its budget in EUR: enter an exchange rate.");
    must(m_store->runFor<FxRateId>([&](StoreWriter& w) {
        return actions::setFxRate(w, must(Currency::parse("EUR")), must(Currency::parse("USD")), "1.25", "a bank", m_now - kDay);
    }));
    EXPECT_FALSE(budget().uncounted);
    EXPECT_EQ(budget().spentInAll->micros(), 32'000);
    EXPECT_TRUE(budget().passed);
}

TEST_F(BeforeAfter, aSlowRunIsToldOnceAndCanBeDismissed)
{
    measured(m_machine, {20, 10, 10, 10, 10}, 0);
    const ExperimentId id = draft(spec(50));
    attempt(id, m_machine, m_now - 60'000, 0, {20, 10, 12, 12, 12}, AttemptOutcome::None, m_queue);
    setStatus(id, ExperimentStatus::Running, m_queue, 0);
    ASSERT_EQ(alerts().size(), 1U);
    const Alert slow = alerts()[0];
    EXPECT_EQ(slow.kind, AlertKind::SlowRun);
    EXPECT_EQ(slow.experimentId, id);
    EXPECT_EQ(slow.sentence.message(),
              "Experiment #" + std::to_string(id.value) + " on A is 20 % slower than the 10.0 s that an epoch takes there, since epoch 3.");
    EXPECT_FALSE(slow.dismissed);
    must(m_store->run([&](StoreWriter& w) { return dismissAlerts(w, std::vector{slow.key}, m_now); }));
    ASSERT_EQ(alerts().size(), 1U);
    EXPECT_TRUE(alerts()[0].dismissed);
    const auto none = m_store->run([&](StoreWriter& w) { return dismissAlerts(w, std::vector<std::string>{"slow/9/9"}, m_now); });
    EXPECT_EQ(none.error().code, ErrorCode::NotFound);
}

TEST_F(BeforeAfter, anOldPriceOfAMachineInUseIsTold)
{
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        machineNamed(w, "unused", "1.00");
        return {};
    }));
    const ExperimentId id = draft(spec(4));
    attempt(id, m_machine, m_now - kDay, 0, {10, 10, 10, 10});
    EXPECT_TRUE(alerts().empty()) << "entered a day ago";
    m_now += 29 * kDay;
    EXPECT_TRUE(alerts().empty()) << "30 days are not more than 30";
    m_now += kDay;
    EXPECT_TRUE(alerts().empty()) << "old, but not used for 31 days";
    attempt(draft(spec(4)), m_machine, m_now - kDay, 0, {10, 10, 10, 10});
    ASSERT_EQ(alerts().size(), 1U);
    EXPECT_EQ(alerts()[0].kind, AlertKind::OldPrice);
    EXPECT_EQ(alerts()[0].sentence.message(), "The price of A, 3.60 USD per hour, is 31 days old: confirm it or enter a new one.");
    must(m_store->runFor<QuoteId>([&](StoreWriter& w) {
        Quote quote;
        quote.machineId = m_machine;
        quote.price.perHour = must(Money::parse("3.60", must(Currency::parse("USD"))));
        quote.market = "owned";
        quote.validFromMs = m_now - 1000;
        quote.createdMs = m_now;
        return w.insertQuote(quote);
    }));
    EXPECT_TRUE(alerts().empty());
}

} // namespace
} // namespace yardstick
