// MetricChart with real events: the user's view is sacred, spikes and NaN are seen, keys do what the mouse does.
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_group.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/metric_chart.h"
#include "ui/dialogs/message_box.h"
#include "ui/theme/theme.h"
#include "ui/theme/tokens.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <limits>

namespace yardstick::ui {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

ChartSeries series(std::string id, std::vector<double> values, int colour = 0)
{
    ChartSeries s;
    s.id = s.label = std::move(id);
    s.colour = colour;
    for (size_t i = 0; i < values.size(); ++i) {
        s.points.push_back({static_cast<double>(i + 1), values[i]});
    }
    return s;
}

std::vector<double> ramp(int n)
{
    std::vector<double> v;
    for (int i = 0; i < n; ++i) {
        v.push_back(0.5 + i);
    }
    return v;
}

struct Shown
{
    MetricChart chart;
    explicit Shown(std::vector<ChartSeries> data, QSize size = {600, 300})
    {
        chart.setPalette(paletteFor(false));
        chart.setTitle(QStringLiteral("loss"));
        chart.setXAxis(AxisKind::Integer, QStringLiteral("epoch"));
        chart.resize(size);
        chart.setSeries(std::move(data));
        chart.show();
        chart.flush();
    }
    QPoint at(double xShare, double yShare) const
    {
        const QRectF a = chart.plotArea();
        return QPointF(a.left() + xShare * a.width(), a.top() + yShare * a.height()).toPoint();
    }
    void wheel(int notches, Qt::KeyboardModifiers modifiers = {})
    {
        const QPointF p = at(0.5, 0.5);
        QWheelEvent event(p, chart.viewport()->mapToGlobal(p), {}, {0, 120 * notches}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(chart.viewport(), &event);
        chart.flush();
    }
    void dragBox(QPoint from, QPoint to)
    {
        QTest::mousePress(chart.viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(chart.viewport(), (from + to) / 2);
        QTest::mouseMove(chart.viewport(), to);
        QTest::mouseRelease(chart.viewport(), Qt::LeftButton, {}, to);
        chart.flush();
    }
    int pixelsOf(const QColor& colour, const QRect& where)
    {
        const QImage image = chart.viewport()->grab().toImage();
        int count = 0;
        for (int y = where.top(); y <= where.bottom(); ++y) {
            for (int x = where.left(); x <= where.right(); ++x) {
                const QColor c = image.pixelColor(x, y);
                count += qAbs(c.red() - colour.red()) + qAbs(c.green() - colour.green()) + qAbs(c.blue() - colour.blue()) < 60;
            }
        }
        return count;
    }
};

TEST(MetricChart, zoomSurvivesNewDataTogglesAndSmoothing)
{
    Shown s({series("a", ramp(50)), series("b", ramp(50), 1)});
    s.dragBox(s.at(0.2, 0.2), s.at(0.5, 0.7));
    ASSERT_TRUE(s.chart.xRange().fixed());
    ASSERT_TRUE(s.chart.yRange().fixed());
    const double x0 = s.chart.xRange().low(), x1 = s.chart.xRange().high();
    const double y0 = s.chart.yRange().low(), y1 = s.chart.yRange().high();
    EXPECT_NEAR(x0, 1 + 0.2 * 49, 0.3);
    EXPECT_NEAR(x1, 1 + 0.5 * 49, 0.3);
    s.chart.setFollow(false);
    s.chart.setSeries({series("a", ramp(80)), series("b", ramp(80), 1)});
    s.chart.flush();
    s.chart.setSeriesVisible("b", false);
    s.chart.flush();
    s.chart.setSmoothing(0.6);
    s.chart.flush();
    EXPECT_EQ(s.chart.xRange().low(), x0);
    EXPECT_EQ(s.chart.xRange().high(), x1);
    EXPECT_EQ(s.chart.yRange().low(), y0);
    EXPECT_EQ(s.chart.yRange().high(), y1);
    EXPECT_FALSE(s.chart.lines()[1].visible);
}

TEST(MetricChart, doubleClickAndHomeResetTheView)
{
    Shown s({series("a", ramp(50))});
    s.wheel(3);
    ASSERT_TRUE(s.chart.xRange().fixed());
    QTest::mouseDClick(s.chart.viewport(), Qt::LeftButton, {}, s.at(0.5, 0.5));
    s.chart.flush();
    EXPECT_FALSE(s.chart.xRange().fixed());
    EXPECT_EQ(s.chart.xRange().high(), 50);
    s.wheel(3);
    s.chart.setFocus();
    QTest::keyClick(&s.chart, Qt::Key_Home);
    s.chart.flush();
    EXPECT_FALSE(s.chart.xRange().fixed());
}

TEST(MetricChart, wheelZoomsAroundTheMouse)
{
    Shown s({series("a", ramp(101))});
    const double width = s.chart.xRange().high() - s.chart.xRange().low();
    s.wheel(2);
    EXPECT_NEAR((s.chart.xRange().high() - s.chart.xRange().low()) / width, 0.64, 0.01);
    EXPECT_NEAR((s.chart.xRange().high() + s.chart.xRange().low()) / 2, 51, 0.5);
    EXPECT_FALSE(s.chart.yRange().fixed());
    s.wheel(1, Qt::ShiftModifier);
    EXPECT_TRUE(s.chart.yRange().fixed());
}

TEST(MetricChart, followSlidesAZoomedChartAlongWithNewValues)
{
    Shown s({series("a", ramp(100))});
    s.chart.setXView(81, 100);
    s.chart.flush();
    s.chart.setSeries({series("a", ramp(120))});
    s.chart.flush();
    EXPECT_EQ(s.chart.xRange().high(), 120);
    EXPECT_EQ(s.chart.xRange().low(), 101);
}

TEST(MetricChart, drawsLinesBesideNanAndInfinityAndMarksThem)
{
    Shown s({series("a", {1, 2, kNaN, 3, kInf, 2, -kInf, 1, 2, 3})});
    const QColor blue = seriesColour(0, false);
    const QRect area = s.chart.plotArea().toRect();
    const int third = area.width() / 9;
    // A piece of line right of the last gap, and marks on both edges.
    EXPECT_GT(s.pixelsOf(blue, {area.left() + third * 7 + 5, area.top() + 20, 2 * third - 10, area.height() - 40}), 20);
    EXPECT_GT(s.pixelsOf(blue, {area.left() + 2 * third - 6, area.bottom() - 11, 12, 11}), 4) << "NaN at the bottom";
    EXPECT_GT(s.pixelsOf(blue, {area.left() + 4 * third - 6, area.top(), 12, 11}), 4) << "+Inf at the top";
    EXPECT_EQ(s.chart.lines()[0].marks().size(), 3U);
    EXPECT_TRUE(std::isfinite(s.chart.yRange().high()));
}

TEST(MetricChart, aLogAxisKeepsThePositiveValuesAndMarksTheRest)
{
    Shown s({series("a", {100, 10, 0, 1, -5, 0.1, kInf, kNaN, 0.01})});
    s.chart.setLogY(true);
    s.chart.flush();
    EXPECT_NEAR(s.chart.yRange().low(), -2.24, 0.05);
    EXPECT_NEAR(s.chart.yRange().high(), 2.24, 0.05);
    EXPECT_EQ(s.chart.lines()[0].marks().size(), 4U);
    EXPECT_GT(s.pixelsOf(seriesColour(0, false), s.chart.plotArea().toRect()), 60);
    Shown all({series("a", {0, -1, kNaN, -kInf})});
    all.chart.setLogY(true);
    all.chart.flush(); // nothing can be drawn; nothing crashes
    EXPECT_EQ(all.chart.lines()[0].marks().size(), 4U);
}

TEST(MetricChart, aSpikeOfOneSampleInAMillionIsSeen)
{
    std::vector<double> values(1'000'000, 1.0);
    values[612'345] = 50.0;
    Shown s({series("a", values)});
    const QRect area = s.chart.plotArea().toRect();
    const int x = area.left() + static_cast<int>(area.width() * 0.612345);
    EXPECT_GT(s.pixelsOf(seriesColour(0, false), {x - 3, area.top() + 5, 7, area.height() / 2}), area.height() / 4);
    QTemporaryDir folder;
    const QString svg = folder.filePath(QStringLiteral("spike.svg"));
    s.chart.exportImage(svg);
    QFile file(svg);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    EXPECT_TRUE(text.contains("<polyline"));
    EXPECT_LT(text.size(), 400'000) << "decimated, not a million points";
}

TEST(MetricChart, keysMoveTheCursorAndAreReadOut)
{
    Shown s({series("a", {0.25, 0.5, 0.75}), series("b", {1, kNaN, 3}, 1)});
    s.chart.setFocus();
    QSignalSpy moved(&s.chart, &MetricChart::cursorMoved);
    QTest::keyClick(&s.chart, Qt::Key_Right);
    QTest::keyClick(&s.chart, Qt::Key_Right);
    EXPECT_EQ(moved.count(), 2);
    EXPECT_EQ(s.chart.readout().toStdString(), "epoch 2: a 0.5000, b NaN");
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&s.chart);
    ASSERT_NE(accessible, nullptr);
    EXPECT_EQ(accessible->role(), QAccessible::Chart);
    EXPECT_EQ(accessible->text(QAccessible::Name).toStdString(), "loss");
    EXPECT_EQ(accessible->text(QAccessible::Value), s.chart.readout());
    QTest::keyClick(&s.chart, Qt::Key_Plus);
    s.chart.flush();
    EXPECT_TRUE(s.chart.xRange().fixed());
    QTest::keyClick(&s.chart, Qt::Key_L);
    EXPECT_TRUE(s.chart.logY());
    QTest::keyClick(&s.chart, Qt::Key_Escape);
    EXPECT_FALSE(s.chart.cursorX());
}

TEST(MetricChart, theMouseReadsTheNearestPoint)
{
    Shown s({series("a", {1, 2, 3, 4, 5})});
    QTest::mouseMove(s.chart.viewport(), s.at(0.52, 0.5));
    EXPECT_EQ(s.chart.readout().toStdString(), "epoch 3: a 3.000");
}

TEST(MetricChart, drawsAtMostTwentyFiveTimesASecond)
{
    Shown s({series("a", ramp(10))});
    QTest::qWait(60); // past the first frame's interval
    int painted = 0;
    struct Counter : QObject
    {
        int* count;
        bool eventFilter(QObject*, QEvent* e) override
        {
            *count += e->type() == QEvent::Paint;
            return false;
        }
    } counter;
    counter.count = &painted;
    s.chart.viewport()->installEventFilter(&counter);
    QElapsedTimer clock;
    clock.start();
    int sent = 0;
    while (clock.elapsed() < 400) {
        s.chart.setSeries({series("a", ramp(10 + ++sent % 50))});
        QCoreApplication::processEvents();
    }
    EXPECT_GT(sent, painted * 2);
    EXPECT_LE(painted, 12 + 2);
    EXPECT_GE(painted, 2);
}

TEST(MetricChart, aHiddenChartDrawsWhenShown)
{
    MetricChart chart;
    chart.resize(400, 200);
    chart.setSeries({series("a", ramp(10))});
    EXPECT_NE(chart.xRange().high(), 10);
    chart.show();
    EXPECT_EQ(chart.xRange().high(), 10);
}

TEST(MetricChart, theMenuOffersWhatTheKeysDo)
{
    Shown s({series("a", ramp(5)), series("b", ramp(5))});
    QMenu menu;
    s.chart.fillMenu(menu);
    QTemporaryDir folder;
    int leaves = 0;
    for (QMenu* sub : menu.findChildren<QMenu*>()) {
        for (QAction* action : sub->actions()) {
            if (!action->isCheckable()) { // the exports, not the series
                FileDialog::queueAnswer(folder.filePath(QStringLiteral("chart")));
            }
            ++leaves;
            action->trigger();
        }
    }
    EXPECT_EQ(leaves, 2 + 4);
    for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
        EXPECT_TRUE(QFile::exists(folder.filePath(QStringLiteral("chart.") + QString::fromLatin1(suffix)))) << suffix;
    }
    EXPECT_FALSE(s.chart.lines()[0].visible);
    EXPECT_FALSE(s.chart.lines()[1].visible);
}

TEST(MetricChart, saysWhatAFileCouldNotBe)
{
    Shown s({series("a", ramp(5))});
    QSignalSpy failed(&s.chart, &MetricChart::failed);
    s.chart.exportImage(QStringLiteral("/nonexistent/folder/x.png"));
    s.chart.exportImage(QStringLiteral("x.bmp"));
    EXPECT_EQ(failed.count(), 2);
}

TEST(ChartGroup, sharesViewAndCursor)
{
    Shown a({series("a", ramp(50))});
    Shown b({series("b", ramp(50))});
    ChartGroup group;
    group.add(&a.chart);
    group.add(&b.chart);
    a.dragBox(a.at(0.2, 0.5), a.at(0.6, 0.5));
    b.chart.flush();
    EXPECT_EQ(b.chart.xRange().low(), a.chart.xRange().low());
    EXPECT_FALSE(b.chart.yRange().fixed());
    QTest::mouseMove(a.chart.viewport(), a.at(0.5, 0.5));
    EXPECT_EQ(b.chart.cursorX(), a.chart.cursorX());
    group.resetView();
    a.chart.flush();
    b.chart.flush();
    EXPECT_EQ(b.chart.xRange().high(), 50);
}

TEST(ChartTable, joinsSeriesOnXAndKeepsGapsAndNan)
{
    LineChart chart;
    chart.xLabel = "epoch";
    chart.series = {series("a", {1, kNaN}), series("b,c", {5, 6, 7})};
    ChartTableModel model(chart);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(1, 1).data().toString().toStdString(), "NaN");
    EXPECT_FALSE(model.index(2, 1).data().isValid());
    EXPECT_EQ(toCsv(chart).toStdString(), "epoch,a,\"b,c\"\n1,1,5\n2,NaN,6\n3,,7\n");
}

} // namespace
} // namespace yardstick::ui
