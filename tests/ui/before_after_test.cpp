// What the window says before a run is queued (QueueChoice), after it (the Cost tab), and of alerts (AlertsPanel).
#include "core/actions.h"
#include "core/outcomes.h"
#include "tests/ui/page_fixture.h"
#include "ui/details/cost_tab.h"
#include "ui/dialogs/queue_choice.h"
#include "ui/format.h"
#include "ui/machines/machines_page.h"
#include "ui/queues/queue_tree_model.h"
#include "ui/window/alerts_panel.h"

#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>

namespace yardstick::test {
namespace {

Alert oldPrice(const char* machine, std::int64_t id)
{
    Alert alert;
    alert.kind = AlertKind::OldPrice;
    alert.key = std::string("price/") + machine;
    alert.sentence = {ErrorCode::NotAllowed, "The price of {0}, {1} {2} per hour, is {3} days old: confirm it or enter a new one.",
                      {machine, "0.20", "USD", "31"}, {}};
    alert.machineId = MachineId(id);
    return alert;
}

class BeforeAfterUi : public PageFixture
{
protected:
    /// Six epochs of 2 s (the first 3 s) on the machine of the queue, 0.001 USD a second, completed.
    Seeded measured()
    {
        const Seeded s = seed(store(), runs());
        LogOptions options;
        options.epochs = 6;
        options.faults = false;
        writeLog(runs(), 1, logOfRun(options));
        ingestAll(store(), s.attempt, 1 << 20, true);
        must(store().run([&](StoreWriter& w) -> Result<> {
            Attempt a = must(w.read().attempt(s.attempt));
            a.outcome = AttemptOutcome::Completed;
            a.endedMs = a.startedMs + 20'000;
            must(w.updateAttempt(a));
            return w.refreshSummary(s.experiment);
        }));
        return s;
    }
};

TEST_F(BeforeAfterUi, theChoiceOfAQueueSaysTimeCostAndFinish)
{
    const Seeded s = measured();
    ExperimentSpec spec = must(must(store().reader()).experiment(s.experiment)).spec;
    spec.params["epochs"] = 1000;
    ui::QueueChoice choice(context());
    choice.setSpec(spec);
    auto* table = find<QTableWidget>(choice, "queueChoice");
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->item(0, 1)->text() != QStringLiteral("…"); }));
    EXPECT_TRUE(table->item(0, 1)->text().startsWith(QStringLiteral("33 min "))) << table->item(0, 1)->text().toStdString();
    EXPECT_TRUE(table->item(0, 2)->text().contains(QStringLiteral("USD"))) << table->item(0, 2)->text().toStdString();
    EXPECT_FALSE(table->item(0, 3)->text().isEmpty());
    EXPECT_EQ(table->item(0, 4)->text(), QStringLiteral("now"));
    const QString sentence = find<QLabel>(choice, "queueSentence")->text();
    EXPECT_TRUE(sentence.startsWith(QStringLiteral("On all cores: ≈ 33 min "))) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(QStringLiteral("Measured on 5 epochs."))) << sentence.toStdString();
    spec.params["imgsz"] = 64;
    choice.setSpec(spec);
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->item(0, 1)->text() == QStringLiteral("no measurement yet"); }));
    EXPECT_TRUE(table->item(0, 3)->text().isEmpty());
}

TEST_F(BeforeAfterUi, theCostTabHoldsTheEstimateAgainstWhatItTook)
{
    const Seeded s = measured();
    must(store().runFor<EstimateId>([&](StoreWriter& w) {
        StoredEstimate estimate;
        estimate.experimentId = s.experiment;
        estimate.queueId = s.queue;
        estimate.machineId = s.machine;
        estimate.createdMs = 1'779'999'999'000; // just before the attempt
        estimate.basis = "measured";
        estimate.epochs = 6;
        estimate.timedEpochs = 12;
        estimate.setupSeconds = 4;
        estimate.epochSeconds = estimate.epochSecondsLow = estimate.epochSecondsHigh = 2;
        estimate.price = PricePerHour{Money(3'600'000, {})};
        return w.insertEstimate(estimate);
    }));
    ui::CostTab tab;
    const auto data = must(ui::readDetails(must(store().reader()), s.experiment, tab.wants()));
    tab.setData(*data, false);
    EXPECT_EQ(tab.figure(QStringLiteral("costEstimated")), QStringLiteral("16 s · 0.0160 USD"));
    EXPECT_TRUE(tab.figure(QStringLiteral("costTaken")).startsWith(QStringLiteral("20 s"))) << tab.figure(QStringLiteral("costTaken")).toStdString();
    EXPECT_TRUE(tab.figure(QStringLiteral("costError")).startsWith(QStringLiteral("+25.0 %"))) << tab.figure(QStringLiteral("costError")).toStdString();
    ui::MachinesPage page(context());
    page.show();
    page.activate();
    const auto* machines = find<QTableView>(page, "machinesTable")->model();
    EXPECT_EQ(machines->index(0, 9).data().toString(), QStringLiteral("+25.0 %, 1 runs")) << "the error is kept with the machine";
    EXPECT_EQ(fault(), QString());
}

TEST_F(BeforeAfterUi, anExperimentThatWasNeverQueuedHasNoEstimate)
{
    const Seeded s = measured();
    ui::CostTab tab;
    tab.setData(*must(ui::readDetails(must(store().reader()), s.experiment, tab.wants())), false);
    EXPECT_EQ(tab.figure(QStringLiteral("costEstimated")), QStringLiteral("—"));
    EXPECT_EQ(tab.figure(QStringLiteral("costError")), QStringLiteral("—"));
}

TEST_F(BeforeAfterUi, alertsAreListedActedOnAndDismissedByKey)
{
    ui::AlertsPanel panel;
    panel.resize(900, 160);
    panel.show();
    EXPECT_TRUE(find<QLabel>(panel, "alertsEmpty")->isVisible());
    EXPECT_FALSE(find<QPushButton>(panel, "alertDismiss")->isEnabled());
    EXPECT_EQ(namelessWidgets(panel), QStringList());
    Alert gone = oldPrice("gone", 3);
    gone.dismissed = true;
    panel.setAlerts({oldPrice("A", 1), gone, oldPrice("B", 2)});
    EXPECT_EQ(panel.count(), 2);
    auto* list = find<QListWidget>(panel, "alertsList");
    ASSERT_EQ(list->count(), 2);
    EXPECT_EQ(list->item(1)->text(), QStringLiteral("The price of B, 0.20 USD per hour, is 31 days old: confirm it or enter a new one."));
    std::vector<std::string> shown;
    QObject::connect(&panel, &ui::AlertsPanel::activated, &panel, [&](const Alert& a) { shown.push_back(a.key); });
    QSignalSpy dismissed(&panel, &ui::AlertsPanel::dismissRequested);
    list->setCurrentRow(1);
    QTest::keyClick(list, Qt::Key_Return);
    EXPECT_EQ(shown, std::vector<std::string>{"price/B"});
    QTest::keyClick(list, Qt::Key_Delete);
    ASSERT_EQ(dismissed.count(), 1);
    EXPECT_EQ(dismissed.at(0).at(0).toStringList(), QStringList{QStringLiteral("price/B")});
    panel.setAlerts({oldPrice("A", 1), oldPrice("B", 2), oldPrice("C", 4)});
    EXPECT_EQ(list->currentRow(), 1) << "kept by key";
    find<QPushButton>(panel, "alertDismissAll")->click();
    EXPECT_EQ(dismissed.at(1).at(0).toStringList().size(), 3);
    QTest::keyClick(list, Qt::Key_Escape);
    EXPECT_TRUE(panel.isHidden());
}

} // namespace
} // namespace yardstick::test
