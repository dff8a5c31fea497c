// The pictures of ComparePage: chosen by tabs, remembered, live, usable in a small window.
#include "core/actions.h"
#include "core/compare.h"
#include "tests/ui/page_fixture.h"
#include "ui/charts/bar_compare_chart.h"
#include "ui/charts/metric_chart.h"
#include "ui/charts/scatter_chart_view.h"
#include "ui/charts/strip_chart_view.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/machines_model.h"
#include "ui/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>

#include <algorithm>

namespace yardstick::test {
namespace {

using ui::ComparePage;

class ComparePicturesTest : public PageFixture
{
protected:
    ComparePicturesTest()
    {
        must(store().runFor<int>([](StoreWriter& w) { return importReference(w); }));
        make();
    }
    void make(QSize size = {1280, 760})
    {
        page = std::make_unique<ComparePage>(context());
        page->resize(size);
        page->show();
        page->activate();
        EXPECT_TRUE(QTest::qWaitFor([&] { return page->model().rowCount() >= 12; }));
    }
    /// A machine of ours with epochs of its own, of the reference's work in no way.
    ExperimentId train(const std::vector<double>& seconds)
    {
        AttemptId attempt;
        const ExperimentId id = must(store().runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
            Machine m;
            m.name = "mine";
            m.provider = m.market = "owned";
            const MachineId machine = must(w.upsertMachine(m));
            must(actions::setPrice(w, machine, {must(Money::parse("0.36", {}))}, "test", 1'700'000'000'000));
            Experiment e;
            e.spec.name = "own";
            e.spec.data = "data.yaml";
            const ExperimentId experiment = must(w.insertExperiment(e));
            Attempt a;
            a.experimentId = experiment;
            a.machineId = machine;
            a.token = "own";
            a.launcher = "local";
            a.createdMs = 1'790'000'000'000;
            attempt = must(w.insertAttempt(a));
            return experiment;
        }));
        std::vector<Event> events;
        const auto add = [&](double t, EventBody body) {
            events.push_back({.version = kEventVersion, .seq = static_cast<std::int64_t>(events.size()) + 1, .t = 1'790'000'000'000 + std::llround(t * 1e3), .body = std::move(body)});
        };
        add(0, HelloEvent{});
        ArgsEvent args;
        args.values = {{"dataset_hash", "h"}};
        add(0, args);
        double t = 5;
        for (size_t i = 0; i < seconds.size(); ++i) {
            t += seconds[i];
            EpochEvent epoch;
            epoch.epoch = static_cast<int>(i) + 1;
            epoch.step = epoch.epoch;
            epoch.epochs = 100;
            epoch.seconds = seconds[i];
            epoch.validationSeconds = seconds[i] / 5;
            add(t, epoch);
        }
        must(store().run([&](StoreWriter& w) { return w.ingest(attempt, events, {}, 0); }));
        return id;
    }
    QTabBar& tabs() { return *find<QTabBar>(*page, "comparePictures"); }

    std::unique_ptr<ComparePage> page;
};

TEST_F(ComparePicturesTest, timeAgainstMoneyHasEveryRankedMachineAndFollowsTheEpochs)
{
    tabs().setCurrentIndex(1);
    auto* chart = find<ui::ScatterChartView>(*page, "paretoChart");
    EXPECT_TRUE(chart->isVisible());
    ASSERT_EQ(chart->chart().points.size(), 12U);
    const double before = chart->chart().points[0].x;
    find<QSpinBox>(*page, "compareEpochs")->setValue(100);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->comparison().options.epochs == 100; }));
    EXPECT_NEAR(chart->chart().points[0].x, 2 * before, 1e-6) << "published rows have no set-up";
    EXPECT_EQ(chart->chart().title, "Time against money, 100 epochs");
    EXPECT_EQ(find<ui::MetricChart>(*page, "breakEvenChart")->lines().size(), 12U);
    EXPECT_TRUE(fault().isEmpty()) << fault().toStdString();
}

TEST_F(ComparePicturesTest, epochsAreReadWhenTheirPictureIsChosenAndStayLive)
{
    train(std::vector<double>(8, 10));
    auto* strips = find<ui::StripChartView>(*page, "epochTimesChart");
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->model().rowCount() == 13; }));
    EXPECT_EQ(strips->itemCount(), 0) << "not read while not shown";
    tabs().setCurrentIndex(3);
    ASSERT_TRUE(QTest::qWaitFor([&] { return strips->itemCount() == 1; }));
    EXPECT_EQ(strips->chart().rows[0].dots.size(), 8U);
    tabs().setCurrentIndex(4);
    auto* parts = find<ui::BarCompareChart>(*page, "breakdownChart");
    ASSERT_EQ(parts->chart().groups.size(), 1U);
    EXPECT_EQ(parts->chart().units[0], "USD");
    auto* unit = find<QComboBox>(*page, "compareBreakdownUnit");
    EXPECT_TRUE(unit->isVisible());
    unit->setCurrentIndex(1);
    EXPECT_EQ(parts->chart().units[0], "min");
}

TEST_F(ComparePicturesTest, columnsThatNoMachineFillsTakeNoRoom)
{
    auto* table = find<QTableView>(*page, "machinesTable");
    const auto hidden = [&](int column) { return table->isColumnHidden(column); };
    using ui::MachinesModel;
    EXPECT_TRUE(hidden(MachinesModel::LastMeasured) && hidden(MachinesModel::Reason) && hidden(MachinesModel::Batch));
    EXPECT_FALSE(hidden(MachinesModel::CostPerEpoch) || hidden(MachinesModel::BasisColumn));
    train(std::vector<double>(8, 10));
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->model().rowCount() == 13; }));
    EXPECT_FALSE(hidden(MachinesModel::LastMeasured) || hidden(MachinesModel::Reason) || hidden(MachinesModel::Batch));
}

TEST_F(ComparePicturesTest, deadlineValueOfTimeAndSpotAreAskedForUnderMore)
{
    using ui::MachinesModel;
    auto* table = find<QTableView>(*page, "machinesTable");
    auto* deadline = find<QDoubleSpinBox>(*page, "compareDeadline");
    EXPECT_FALSE(deadline->isVisible());
    EXPECT_TRUE(table->isColumnHidden(MachinesModel::Finish) && table->isColumnHidden(MachinesModel::Interruptions));
    auto* notes = find<QLabel>(*page, "compareNotes");
    find<QPushButton>(*page, "compareMore")->click();
    EXPECT_TRUE(deadline->isVisible());
    deadline->setValue(1.5);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->comparison().options.deadlineSeconds == 5400; }));
    EXPECT_FALSE(table->isColumnHidden(MachinesModel::Finish));
    EXPECT_TRUE(notes->isVisible() && notes->text().contains(ui::errorText(page->comparison().deadlineSentence.text, page->comparison().deadlineSentence.args)));
    find<QDoubleSpinBox>(*page, "compareValueOfTime")->setValue(0.5);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->comparison().options.valueOfTime.has_value(); }));
    EXPECT_EQ(page->comparison().options.valueOfTime->perHour.toDecimal(), "0.50");
    find<QCheckBox>(*page, "compareSpot")->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->comparison().options.spot; }));
    EXPECT_FALSE(table->isColumnHidden(MachinesModel::Interruptions));
    EXPECT_TRUE(std::any_of(page->comparison().rows.begin(), page->comparison().rows.end(), [](const MachineRow& r) { return r.market == "spot"; }));
    EXPECT_EQ(find<ui::ScatterChartView>(*page, "paretoChart")->chart().points.size(),
              static_cast<size_t>(std::count_if(page->comparison().rows.begin(), page->comparison().rows.end(), [](const MachineRow& r) { return r.rank > 0; })));
    page->saveState();
    make({840, 540});
    EXPECT_TRUE(find<QDoubleSpinBox>(*page, "compareDeadline")->isVisible()) << "remembered";
    for (const char* name : {"compareDeadline", "compareValueOfTime", "compareSpot", "compareInterruptions", "comparePerImage"}) {
        const auto* control = find<QWidget>(*page, name);
        EXPECT_TRUE(page->rect().contains(QRect(control->mapTo(page.get(), QPoint()), control->size()))) << name;
    }
    EXPECT_TRUE(fault().isEmpty()) << fault().toStdString();
}

TEST_F(ComparePicturesTest, theChosenPictureIsRemembered)
{
    tabs().setCurrentIndex(2);
    page->saveState();
    make();
    EXPECT_EQ(tabs().currentIndex(), 2);
    EXPECT_TRUE(find<ui::MetricChart>(*page, "breakEvenChart")->isVisible());
}

TEST_F(ComparePicturesTest, aSmallWindowShowsTableAndEveryPicture)
{
    train(std::vector<double>(8, 10));
    for (const char* language : {"en", "zh_CN"}) {
        ui::installLanguage(QString::fromLatin1(language));
        make({840, 540}); // what 900 × 600 leave beside the folded side bar and the status line
        ASSERT_TRUE(QTest::qWaitFor([&] { return page->model().rowCount() == 13; }));
        for (int i = 0; i < tabs().count(); ++i) {
            tabs().setCurrentIndex(i);
            QTest::qWait(30);
            EXPECT_TRUE(tabs().rect().contains(tabs().tabRect(i))) << "tab " << i << " in " << language;
            EXPECT_EQ(page->size(), QSize(840, 540)) << "nothing pushes the page";
        }
        EXPECT_GE(find<ui::ScatterChartView>(*page, "paretoChart")->height(), 150);
    }
    ui::installLanguage(QStringLiteral("en"));
}

TEST_F(ComparePicturesTest, everyPictureHasANameForScreenReaders)
{
    EXPECT_EQ(namelessWidgets(*page).join(QLatin1Char('\n')).toStdString(), "");
}

} // namespace
} // namespace yardstick::test
