// DetailsPane on a real store fed by real event logs: live values, images, log, money, attempts, artifacts, plots.
#include "core/actions.h"
#include "tests/ui/page_fixture.h"
#include "ui/charts/chart_group.h"
#include "ui/charts/metric_chart.h"
#include "ui/details/artifacts_tab.h"
#include "ui/details/attempts_tab.h"
#include "ui/details/confusion_view.h"
#include "ui/details/cost_tab.h"
#include "ui/details/details_pane.h"
#include "ui/details/images_tab.h"
#include "ui/details/log_tab.h"
#include "ui/details/plots_tab.h"
#include "ui/theme/tokens.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QToolButton>

#include <fstream>

namespace yardstick::test {
namespace {

using ui::DetailsPane;
using Tab = ui::DetailsPane::Tab;

constexpr UtcMs kStart = 1'790'000'000'000;

class DetailsTest : public PageFixture
{
protected:
    DetailsTest() : seeded(seed(store(), runs())), pane(context())
    {
        pane.resize(1280, 700);
        pane.show();
    }
    Event event(EventBody body) { return {kEventVersion, ++m_seq, kStart + m_seq * 1000, std::move(body)}; }
    /// Hello and `epochs` epochs of 10 s: losses fall, mAP rises.
    std::vector<Event> run(int first, int last)
    {
        std::vector<Event> events;
        if (first == 1) {
            events.push_back(event(HelloEvent{{{"worker", "test"}}, "host", "cpu", {}, 2, "local", 1, "boot"}));
        }
        for (int e = first; e <= last; ++e) {
            Event scalars = event(ScalarsEvent{e * 10, e, {{"train/box_loss", 2.0 / e}, {"val/box_loss", 2.2 / e},
                                                           {"metrics/mAP50(B)", 1 - 1.0 / e}}});
            scalars.t = kStart + e * 10'000;
            events.push_back(scalars);
            EpochEvent epoch;
            epoch.epoch = e;
            epoch.epochs = 50;
            epoch.step = e * 10;
            epoch.seconds = 10;
            epoch.computeSeconds = 7;
            epoch.validationSeconds = 2;
            epoch.dataWaitSeconds = 0.5;
            epoch.otherSeconds = 0.5;
            epoch.images = 100;
            Event done = event(epoch);
            done.t = kStart + e * 10'000;
            events.push_back(done);
        }
        return events;
    }
    bool open(Tab tab)
    {
        pane.showTab(tab);
        QSignalSpy loaded(&pane, &DetailsPane::loaded);
        pane.setExperiment(seeded.experiment);
        return loaded.wait(5000) || pane.data() != nullptr;
    }
    std::string runFile(const std::string& name) { return (runs() / "1" / name).string(); }
    template <typename T> T* in(const char* name) { return find<T>(pane, name); }

    Seeded seeded;
    DetailsPane pane;
    std::int64_t m_seq = 0;
};

TEST_F(DetailsTest, chartsGrowLiveAndKeepTheZoom)
{
    log(seeded.attempt, run(1, 5));
    ASSERT_TRUE(open(Tab::Scalars));
    auto* time = in<ui::MetricChart>("epochTimeChart");
    auto* loss = in<ui::MetricChart>("lossChart");
    ASSERT_TRUE(QTest::qWaitFor([&] { return !time->lines().empty() && time->lines()[0].raw().size() == 5; }));
    EXPECT_EQ(time->lines()[0].raw()[4].y, 10);
    EXPECT_EQ(in<ui::MetricChart>("priceChart")->lines()[0].raw()[0].y, 3.6);
    EXPECT_NEAR(in<ui::MetricChart>("costChart")->lines()[0].raw()[0].y, 0.01, 1e-9);
    ASSERT_EQ(loss->lines().size(), 2U);
    EXPECT_FALSE(loss->lines()[0].series().dashed);
    EXPECT_TRUE(loss->lines()[1].series().dashed) << "validation";
    EXPECT_EQ(loss->lines()[0].series().colour, loss->lines()[1].series().colour);
    EXPECT_EQ(in<ui::MetricChart>("timeSplitChart")->lines().size(), 4U);

    loss->setFollow(false);
    loss->setXView(2, 4);
    log(seeded.attempt, run(6, 9));
    ASSERT_TRUE(QTest::qWaitFor([&] { return time->lines()[0].raw().size() == 9; }));
    loss->flush();
    EXPECT_EQ(loss->xRange().low(), 2);
    EXPECT_EQ(loss->xRange().high(), 4);
    EXPECT_TRUE(fault().isEmpty()) << fault().toStdString();
}

TEST_F(DetailsTest, everyXAxisPlacesThePoints)
{
    log(seeded.attempt, run(1, 3));
    ASSERT_TRUE(open(Tab::Scalars));
    auto* bar = pane.findChild<ui::ChartToolBar*>();
    auto* loss = in<ui::MetricChart>("lossChart");
    ASSERT_TRUE(QTest::qWaitFor([&] { return !loss->lines().empty(); }));
    const auto last = [&] { return loss->lines()[0].raw().back().x; };
    EXPECT_EQ(last(), 3);
    bar->setXMode(ui::ChartToolBar::XMode::Step);
    EXPECT_EQ(last(), 30);
    bar->setXMode(ui::ChartToolBar::XMode::WallTime);
    EXPECT_EQ(last(), static_cast<double>(kStart + 30'000));
    bar->setXMode(ui::ChartToolBar::XMode::Elapsed);
    EXPECT_NEAR(last(), 29, 1.01) << "since the worker said hello";
    bar->setXMode(ui::ChartToolBar::XMode::Money);
    EXPECT_NEAR(last(), 0.029, 0.0011) << "3.60 USD an hour";
}

TEST_F(DetailsTest, aChartOfPricesHoldsOneCurrency)
{
    log(seeded.attempt, run(1, 3)); // they end after 10, 20 and 30 s
    ASSERT_TRUE(open(Tab::Scalars));
    auto* price = in<ui::MetricChart>("priceChart");
    const auto points = [&] { return price->lines().empty() ? size_t{0} : price->lines()[0].raw().size(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return points() == 3; }));
    must(store().runFor<QuoteId>([&](StoreWriter& w) {
        return actions::setPrice(w, seeded.machine, {must(Money::parse("9", must(Currency::parse("EUR"))))}, "test", kStart + 25'000);
    }));
    ASSERT_TRUE(QTest::qWaitFor([&] { return points() != 3; })) << price->title().toStdString();
    EXPECT_EQ(points(), price->title().contains(QStringLiteral("USD")) ? 2U : 1U) << price->title().toStdString();
}

TEST_F(DetailsTest, theHeaderSaysWhatChangedFromTheParent)
{
    const ExperimentId child = must(store().runFor<ExperimentId>(
        [&](StoreWriter& w) { return actions::clone(w, seeded.experiment, {{"batch", 8}, {"imgsz", 320}}, "second"); }));
    QSignalSpy loaded(&pane, &DetailsPane::loaded);
    pane.setExperiment(child);
    ASSERT_TRUE(loaded.wait());
    const auto* parent = in<QLabel>("detailsClonedFrom");
    EXPECT_TRUE(parent->text().contains(QStringLiteral("batch 16 → 8"))) << parent->text().toStdString();
    EXPECT_TRUE(parent->text().contains(QStringLiteral("imgsz 640 → 320"))) << parent->text().toStdString();
    QSignalSpy activated(&pane, &DetailsPane::parentActivated);
    Q_EMIT in<QLabel>("detailsClonedFrom")->linkActivated(QStringLiteral("parent"));
    ASSERT_EQ(activated.count(), 1);
    EXPECT_EQ(activated.at(0).at(0).value<ExperimentId>(), seeded.experiment);
    must(store().run([&](StoreWriter& w) { return actions::rename(w, child, "renamed"); }));
    EXPECT_TRUE(QTest::qWaitFor([&] { return in<QLabel>("detailsName")->text().contains(QStringLiteral("renamed")); }));
}

TEST_F(DetailsTest, imagesShowBoxesAndTheSliderStays)
{
    auto events = run(1, 4);
    std::filesystem::create_directories(runs() / "1" / "images");
    for (int e = 1; e <= 4; ++e) {
        QImage image(320, 240, QImage::Format_RGB32);
        image.fill(QColor(90, 90, 90));
        const std::string name = "images/val_" + std::to_string(e) + ".png";
        ASSERT_TRUE(image.save(QString::fromStdString(runFile(name))));
        ImageEvent picture;
        picture.path = name;
        picture.kind = "val_pred";
        picture.epoch = e;
        picture.width = 320;
        picture.height = 240;
        picture.boxes = {{0, 0.9, {20, 30, 120, 130}, {}}, {1, 0.1, {150, 60, 300, 200}, {}}};
        picture.names = {"circle", "square"};
        events.push_back(event(picture));
    }
    log(seeded.attempt, events);
    ASSERT_TRUE(open(Tab::Images));
    auto* tab = pane.findChild<ui::ImagesTab*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return tab->epoch() == 4; })) << "begins at the newest";
    ASSERT_EQ(tab->samples().size(), 1);
    EXPECT_EQ(tab->samples()[0]->shownBoxes(), 1) << "0.1 is below the least confidence";
    const QImage drawn = tab->samples()[0]->grab().toImage();
    int coloured = 0;
    for (int y = 0; y < drawn.height(); ++y) {
        for (int x = 0; x < drawn.width(); ++x) {
            coloured += qAbs(qRed(drawn.pixel(x, y)) - qBlue(drawn.pixel(x, y))) > 60;
        }
    }
    EXPECT_GT(coloured, 200);

    auto* slider = in<QSlider>("imageEpoch");
    slider->setValue(1);
    EXPECT_EQ(tab->epoch(), 2);
    ImageEvent more;
    more.path = "images/val_1.png";
    more.kind = "val_pred";
    more.epoch = 5;
    log(seeded.attempt, {event(more)});
    ASSERT_TRUE(QTest::qWaitFor([&] { return slider->maximum() == 4; }));
    EXPECT_EQ(tab->epoch(), 2) << "new images do not move the slider";
    slider->setValue(slider->maximum());
    more.epoch = 6;
    log(seeded.attempt, {event(more)});
    EXPECT_TRUE(QTest::qWaitFor([&] { return tab->epoch() == 6; })) << "at its end it goes along";
}

TEST_F(DetailsTest, theLogIsTailedSearchedAndCopied)
{
    log(seeded.attempt, run(1, 1));
    std::ofstream file(runFile("log.txt"), std::ios::app);
    for (int i = 0; i < 2000; ++i) {
        file << "line " << i << "\n";
    }
    file << "progress 1\rprogress 2\r\nhalf" << std::flush;
    ASSERT_TRUE(open(Tab::Log));
    auto* tab = pane.findChild<ui::LogTab*>();
    QAbstractItemModelTester tester(&tab->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_TRUE(QTest::qWaitFor([&] { return tab->model().rowCount() == 2002; }));
    EXPECT_EQ(tab->model().index(2000).data().toString().toStdString(), "progress 2");
    auto* view = in<QListView>("logView");
    EXPECT_TRUE(QTest::qWaitFor([&] { return view->indexAt(QPoint(5, view->viewport()->height() - 8)).row() >= 1999; }));
    file << " line\nnew\n" << std::flush;
    ASSERT_TRUE(QTest::qWaitFor([&] { return tab->model().rowCount() == 2003; }));
    EXPECT_EQ(tab->model().index(2001).data().toString().toStdString(), "half line");

    auto* search = in<QLineEdit>("logSearch");
    search->setFocus();
    QTest::keyClicks(search, QStringLiteral("LINE 17"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(view->currentIndex().row(), 17);
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(view->currentIndex().row(), 170);
    QTest::mouseClick(in<QToolButton>("logPrevious"), Qt::LeftButton);
    EXPECT_EQ(view->currentIndex().row(), 17);
    QTest::mouseClick(in<QToolButton>("logCopy"), Qt::LeftButton);
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("line 1999\nprogress 2")));
    QTest::mouseClick(in<QToolButton>("logFolder"), Qt::LeftButton);
    EXPECT_EQ(services().opened.toLocalFile().toStdString(), (runs() / "1").string());
}

TEST_F(DetailsTest, costShowsTheStoresExactSums)
{
    log(seeded.attempt, run(1, 5));
    ASSERT_TRUE(open(Tab::Cost));
    auto* tab = pane.findChild<ui::CostTab*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return tab->figure(QStringLiteral("costPerEpoch")) != QStringLiteral("—"); }));
    const Experiment e = must(must(store().reader()).experiment(seeded.experiment));
    ASSERT_TRUE(e.costSoFar);
    EXPECT_EQ(tab->figure(QStringLiteral("costSoFar")).toStdString(), e.costSoFar->toRounded(4) + " USD");
    EXPECT_EQ(tab->figure(QStringLiteral("costPerEpoch")).toStdString(), "0.0100 USD");
    EXPECT_EQ(tab->figure(QStringLiteral("costPrice")).toStdString(), "3.60 USD/h");
    auto* spent = in<ui::MetricChart>("spentChart");
    ASSERT_EQ(spent->lines().size(), 1U);
    EXPECT_EQ(spent->lines()[0].raw().size(), 5U);
    EXPECT_GE(in<ui::MetricChart>("priceTimeline")->lines()[0].raw().size(), 2U);
}

TEST_F(DetailsTest, attemptsAndArtifactsAreListedAndCopied)
{
    auto events = run(1, 3);
    for (int e = 1; e <= 3; ++e) {
        events.push_back(event(CheckpointEvent{"weights/last.pt", e, e * 10, 1'000'000 + e, "sha" + std::to_string(e), false}));
    }
    events.push_back(event(ArtifactEvent{"results.csv", 4096, "abc", "results_csv"}));
    log(seeded.attempt, events);
    ASSERT_TRUE(open(Tab::Attempts));
    auto* attempts = in<QTableView>("attemptsTable");
    QAbstractItemModelTester attemptsTester(attempts->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_TRUE(QTest::qWaitFor([&] { return attempts->model()->rowCount() == 1; }));
    EXPECT_EQ(attempts->model()->index(0, ui::AttemptsModel::Epochs).data().toString().toStdString(), "3");
    pane.showTab(Tab::Artifacts);
    auto* artifacts = in<QTableView>("artifactsTable");
    QAbstractItemModelTester artifactsTester(artifacts->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_TRUE(QTest::qWaitFor([&] { return artifacts->model()->rowCount() == 2; })) << "last.pt stands once";
    EXPECT_EQ(artifacts->model()->index(0, ui::ArtifactsModel::Sha256).data().toString().toStdString(), "sha3");
    EXPECT_FALSE(in<QPushButton>("artifactCopyPath")->isEnabled());
    artifacts->setCurrentIndex(artifacts->model()->index(0, 0));
    QTest::mouseClick(in<QPushButton>("artifactCopyPath"), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text().toStdString(), runFile("weights/last.pt"));
    QTest::mouseClick(in<QPushButton>("artifactOpenFolder"), Qt::LeftButton);
    EXPECT_TRUE(services().opened.toLocalFile().endsWith(QStringLiteral("weights")));
    log(seeded.attempt, {event(ArtifactEvent{"args.yaml", 100, "def", "args_yaml"})});
    ASSERT_TRUE(QTest::qWaitFor([&] { return artifacts->model()->rowCount() == 3; }));
    EXPECT_EQ(artifacts->currentIndex().row(), 0) << "the selection stays";
}

TEST_F(DetailsTest, plotsAreDrawnFromData)
{
    auto events = run(1, 2);
    events.push_back(event(PlotEvent{"confusion_matrix", 2, {{"names", {"circle", "square", "background"}},
                                                             {"matrix", {{8, 1, 0}, {2, 9, 1}, {0, 0, 0}}}}}));
    events.push_back(event(PlotEvent{"pr_curve", 2, {{"x_label", "Recall"}, {"x", {0.0, 0.5, 1.0}},
                                                     {"series", {{{"name", "all"}, {"y", {1.0, 0.9, 0.2}}}}}}}));
    events.push_back(event(PlotEvent{"per_class", 2, {{"rows", {{{"name", "circle"}, {"images", 10}, {"instances", 10}, {"precision", 0.8},
                                                                 {"recall", 0.7}, {"f1", 0.75}, {"ap50", 0.78}, {"ap", 0.5}},
                                                                {{"name", "square"}, {"images", 9}, {"instances", 10}, {"precision", 0.9},
                                                                 {"recall", 0.9}, {"f1", 0.9}, {"ap50", 0.95}, {"ap", 0.7}}}}}}));
    log(seeded.attempt, events);
    ASSERT_TRUE(open(Tab::Plots));
    auto* confusion = in<ui::ConfusionView>("confusionMatrix");
    ASSERT_TRUE(QTest::qWaitFor([&] { return confusion->classes() == 3; }));
    EXPECT_EQ(confusion->cellText(1, 0).toStdString(), "predicted square, true circle: 2 (0.20 of circle)");
    confusion->setFocus();
    QTest::keyClick(confusion, Qt::Key_Right);
    QTest::keyClick(confusion, Qt::Key_Down);
    EXPECT_EQ(confusion->accessibleDescription(), confusion->cellText(1, 0));
    QTest::keyClick(confusion, Qt::Key_Return);
    QDialog* large = nullptr;
    ASSERT_TRUE(QTest::qWaitFor([&] {
        large = confusion->window()->findChild<QDialog*>(QStringLiteral("confusionDialog"));
        return large != nullptr && large->isVisible();
    }));
    auto* matrix = large->findChild<ui::ConfusionView*>(QStringLiteral("confusionLarge"));
    ASSERT_NE(matrix, nullptr);
    EXPECT_EQ(matrix->classes(), 3);
    EXPECT_GT(matrix->height(), confusion->height()) << "it has more room there";
    large->close();
    auto* curve = in<ui::MetricChart>("curveChart");
    ASSERT_EQ(curve->lines().size(), 1U);
    EXPECT_EQ(curve->lines()[0].raw()[1].y, 0.9);
    auto* table = in<QTableView>("perClassTable");
    QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_EQ(table->model()->rowCount(), 2);
    table->sortByColumn(ui::PerClassModel::Ap50, Qt::DescendingOrder);
    EXPECT_EQ(table->model()->index(0, 0).data().toString().toStdString(), "square");
    // What is no plot data is no crash.
    log(seeded.attempt, {event(PlotEvent{"confusion_matrix", 3, {{"matrix", {{1, 2}, {3}}}}}), event(PlotEvent{"per_class", 3, {{"rows", 5}}}),
                         event(PlotEvent{"pr_curve", 3, {{"x", 1}, {"series", {1, 2}}}})});
    EXPECT_TRUE(QTest::qWaitFor([&] { return confusion->classes() == 0; }));
}

TEST(ConfusionView, ofManyClassesOnlyThoseWithObjectsAreDrawnAndLarge)
{
    nlohmann::json plot{{"names", nlohmann::json::array()}, {"matrix", nlohmann::json::array()}};
    constexpr int kClasses = 81;
    for (int row = 0; row < kClasses; ++row) {
        plot["names"].push_back("class " + std::to_string(row));
        nlohmann::json values = nlohmann::json::array();
        for (int column = 0; column < kClasses; ++column) {
            values.push_back(row == 3 && column == 3 ? 5 : row == 80 && column == 7 ? 2 : 0);
        }
        plot["matrix"].push_back(values);
    }
    ui::ConfusionView view;
    view.setData(plot);
    ASSERT_EQ(view.classes(), 3) << "3, 7 and 80";
    EXPECT_EQ(view.cellText(0, 0).toStdString(), "predicted class 3, true class 3: 5 (1.00 of class 3)");
    EXPECT_EQ(view.cellText(2, 1).toStdString(), "predicted class 80, true class 7: 2 (1.00 of class 7)");
    EXPECT_TRUE(view.leftOutText().startsWith(QStringLiteral("78 ")));
    // The square of the one sure class takes a fair part of the view.
    view.setPalette(ui::paletteFor(false));
    view.resize(560, 300);
    view.show();
    const QImage image = view.grab().toImage();
    int filled = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            filled += image.pixelColor(x, y) == ui::seriesColour(0, false) ? 1 : 0;
        }
    }
    EXPECT_GT(filled, 2 * 60 * 60) << "two cells of 60 px or more";
}

TEST_F(DetailsTest, aDeletedExperimentLeavesAnEmptyPane)
{
    ASSERT_TRUE(open(Tab::Scalars));
    must(store().run([&](StoreWriter& w) { return w.purgeExperiment(seeded.experiment); }));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !pane.experiment().valid(); }));
    EXPECT_TRUE(fault().isEmpty());
}

TEST_F(DetailsTest, everyControlHasANameForScreenReaders)
{
    ASSERT_TRUE(open(Tab::Scalars));
    for (const Tab tab : {Tab::Plots, Tab::Images, Tab::Log, Tab::Cost, Tab::Attempts, Tab::Artifacts}) {
        pane.showTab(tab);
        QSignalSpy loaded(&pane, &DetailsPane::loaded);
        ASSERT_TRUE(loaded.wait());
    }
    EXPECT_EQ(namelessWidgets(pane).join(QLatin1Char('\n')).toStdString(), "");
}

} // namespace
} // namespace yardstick::test
