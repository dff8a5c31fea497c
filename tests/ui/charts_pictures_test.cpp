// Scatter, strips, stacked bars and named crossings: the pictures, what keys and screen readers get, files.
#include "ui/charts/bar_compare_chart.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_renderer.h"
#include "ui/charts/label_places.h"
#include "ui/charts/metric_chart.h"
#include "ui/charts/scatter_chart_view.h"
#include "ui/charts/strip_chart_view.h"
#include "ui/theme/theme.h"
#include "ui/theme/tokens.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

namespace yardstick::ui {
namespace {

ScatterChart twelveMachines()
{
    ScatterChart chart{.id = "pareto", .title = "Time against money, 50 epochs", .xLabel = "Time of 50 epochs", .yLabel = "All-in cost of 50 epochs",
                       .yUnit = "USD", .logX = false, .logY = false, .points = {}, .footnote = {}};
    std::mt19937 random(7);
    std::uniform_real_distribution<double> seconds(3000, 9000);
    std::uniform_real_distribution<double> money(0.5, 3);
    for (int i = 0; i < 12; ++i) {
        ScatterPoint p;
        p.label = "g5." + std::to_string(i) + "xlarge";
        p.x = seconds(random);
        p.xLow = p.x * 0.97;
        p.xHigh = p.x * 1.03;
        p.y = money(random);
        p.yLow = p.y * 0.97;
        p.yHigh = p.y * 1.03;
        p.colour = i;
        p.front = i % 4 == 0;
        chart.points.push_back(p);
    }
    return chart;
}

StripChart twoStrips()
{
    StripChart chart{.id = "epoch_times", .title = "Every timed epoch, in order", .unit = "s", .rows = {}, .footnote = "A note."};
    for (int r = 0; r < 2; ++r) {
        StripRow row;
        row.label = r == 0 ? "A" : "B";
        row.colour = r;
        row.dots.push_back({60, StripKind::LeftOut, "#1, epoch 1"});
        for (int i = 0; i < 30; ++i) {
            row.dots.push_back({20 + 0.1 * (i % 5), i < 10 ? StripKind::Before : StripKind::InMean, "#1, epoch " + std::to_string(i + 2)});
        }
        row.dots[20] = {90, StripKind::Stall, "#1, epoch 21"};
        row.mean = 20.2;
        row.low = 20.1;
        row.high = 20.3;
        chart.rows.push_back(row);
    }
    return chart;
}

template <typename View> QImage pictureOf(View& view, bool dark, QSize size)
{
    view.setPalette(paletteFor(dark));
    view.resize(size);
    view.show();
    view.flush();
    return view.grab().toImage();
}

int pixelsOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            count += qAbs(c.red() - colour.red()) + qAbs(c.green() - colour.green()) + qAbs(c.blue() - colour.blue()) < 12;
        }
    }
    return count;
}

TEST(LabelPlaces, noNameCoversAnotherOrAPointOrLeavesThePlot)
{
    std::mt19937 random(5);
    const QRectF area(40, 30, 600, 300);
    std::uniform_real_distribution<double> x(area.left() + 5, area.right() - 5);
    std::uniform_real_distribution<double> y(area.top() + 5, area.bottom() - 5);
    for (int round = 0; round < 100; ++round) {
        std::vector<LabelRequest> requests;
        for (int i = 0; i < 20; ++i) {
            // A third of them in one heap.
            const QPointF at = i % 3 == 0 ? QPointF(200 + i, 150 + i % 5) : QPointF(x(random), y(random));
            requests.push_back({at, 4, QSizeF(60 + 2 * i, 14)});
        }
        const auto places = placeLabels(requests, area);
        int placed = 0;
        for (size_t i = 0; i < places.size(); ++i) {
            if (!places[i].placed) {
                continue;
            }
            ++placed;
            EXPECT_TRUE(area.contains(places[i].box));
            for (size_t k = 0; k < places.size(); ++k) {
                EXPECT_FALSE(k != i && places[k].placed && places[i].box.intersects(places[k].box)) << i << " and " << k;
                const QPointF p = requests[k].point;
                EXPECT_FALSE(places[i].box.intersects(QRectF(p - QPointF(4, 4), QSizeF(8, 8))));
            }
        }
        EXPECT_GE(placed, 16) << "of 20";
    }
    const auto alone = placeLabels({{area.center(), 4, QSizeF(50, 14)}}, area);
    EXPECT_TRUE(alone[0].placed && !alone[0].far);
    EXPECT_LT(alone[0].box.left() - area.center().x(), 10) << "right beside its point";
}

TEST(ScatterChartView, frontIsFullAndTheRestAreRingsInBothThemes)
{
    for (const bool dark : {false, true}) {
        ScatterChart chart = twelveMachines();
        ScatterChartView view;
        for (ScatterPoint& p : chart.points) {
            p.colour = 2;
            p.front = false;
        }
        view.setChart(chart);
        EXPECT_EQ(pixelsOf(pictureOf(view, dark, {700, 420}), seriesColour(2, dark)), 0) << "rings have no colour of their own";
        chart.points[3].front = true;
        view.setChart(chart);
        view.flush();
        EXPECT_GT(pixelsOf(view.grab().toImage(), seriesColour(2, dark)), 30);
    }
}

TEST(ScatterChartView, keysWalkAndReadBothIntervals)
{
    ScatterChartView view;
    ScatterChart chart = twelveMachines();
    chart.points[0] = {.label = "A", .x = 4200, .xLow = 4080, .xHigh = 4320, .y = 1.18, .yLow = 1.15, .yHigh = 1.21, .colour = 0, .front = true, .yText = "1.1800"};
    view.setChart(chart);
    view.resize(600, 400);
    view.show();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(view.readout().toStdString(), "A: 1 h 10 min (1 h 08 min to 1 h 12 min), 1.1800 USD (1.150 to 1.210), no other is both faster and cheaper");
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&view);
    ASSERT_NE(accessible, nullptr);
    EXPECT_EQ(accessible->text(QAccessible::Value), view.readout());
    EXPECT_EQ(accessible->text(QAccessible::Name).toStdString(), chart.title);
    QTest::keyClick(&view, Qt::Key_End);
    EXPECT_EQ(view.currentItem(), 11);
    chart.points.resize(1);
    view.setChart(chart);
    EXPECT_FALSE(view.currentItem());
}

TEST(ScatterChartView, survivesOnePointNoneAndALogAxisWithAnIntervalToZero)
{
    ScatterChart chart = twelveMachines();
    chart.logX = chart.logY = true;
    chart.points[0].yLow = 0;
    chart.points[1].x = 1e7;
    ScatterChartView view;
    view.setChart(chart);
    EXPECT_FALSE(pictureOf(view, false, {500, 300}).isNull());
    chart.points.resize(1);
    chart.points[0].xLow = chart.points[0].xHigh = chart.points[0].x;
    view.setChart(chart);
    view.flush();
    view.setChart({});
    view.flush();
    EXPECT_EQ(view.itemCount(), 0);
}

TEST(StripChartView, aStallAndTheMeanAreSeenInBothThemes)
{
    for (const bool dark : {false, true}) {
        StripChartView view;
        StripChart chart = twoStrips();
        view.setChart(chart);
        const QImage with = pictureOf(view, dark, {600, 260});
        EXPECT_GT(pixelsOf(with, tokens(dark).bad), 20);
        EXPECT_GT(pixelsOf(with, seriesColour(0, dark)), 100);
        EXPECT_GT(pixelsOf(with, seriesColour(1, dark)), 100);
        for (StripRow& row : chart.rows) {
            row.dots[20].kind = StripKind::InMean;
            row.dots[20].value = 20;
        }
        view.setChart(chart);
        view.flush();
        EXPECT_EQ(pixelsOf(view.grab().toImage(), tokens(dark).bad), 0);
    }
}

TEST(StripChartView, readsOutWhatBecameOfTheEpochs)
{
    StripChartView view;
    view.setChart(twoStrips());
    view.resize(600, view.heightForWidth(600));
    view.show();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_End);
    EXPECT_EQ(view.readout().toStdString(), "B: 20.2 ± 0.1 s from 19 epoch(s), 1 stall(s), 10 before the epoch time changed, 1 left out");
    EXPECT_TRUE(toCsv(view.chart()).contains("\"#1, epoch 21\",90,stall\n"));
    StripChart empty;
    view.setChart(empty);
    view.flush();
    EXPECT_EQ(view.itemCount(), 0);
}

TEST(StackedBars, partsLieBesideEachOtherInTheOrderOfTheSets)
{
    for (const bool dark : {false, true}) {
        BarChart chart{.id = "breakdown", .title = "Where it goes", .sets = {"Set-up", "Train", "Validate", "Wasted"}, .units = std::vector<std::string>(4, "USD"),
                       .axis = "cost", .groups = {}, .footnote = {}, .stacked = true};
        chart.groups.push_back({.label = "A", .values = {1, 3, 2, 1}, .errors = {0, 0, 0, 0}, .texts = {}, .greyed = false});
        BarCompareChart view;
        view.setPalette(paletteFor(dark));
        view.setChart(chart);
        view.resize(600, 300);
        view.show();
        view.flush();
        const QImage image = view.grab().toImage();
        // The row with most of the first colour right of the names is inside the bar.
        int best = 0;
        int row = 0;
        for (int y = 60; y < image.height(); ++y) {
            int run = 0;
            for (int x = 0; x < image.width(); ++x) {
                run += image.pixelColor(x, y) == seriesColour(1, dark);
            }
            if (run > best) {
                best = run;
                row = y;
            }
        }
        ASSERT_GT(best, 60);
        std::vector<int> widths(4);
        std::vector<int> firsts(4, -1);
        for (int x = 0; x < image.width(); ++x) {
            for (int s = 0; s < 4; ++s) {
                if (image.pixelColor(x, row) == seriesColour(s, dark)) {
                    ++widths[static_cast<size_t>(s)];
                    firsts[static_cast<size_t>(s)] = firsts[static_cast<size_t>(s)] < 0 ? x : firsts[static_cast<size_t>(s)];
                }
            }
        }
        EXPECT_TRUE(firsts[0] < firsts[1] && firsts[1] < firsts[2] && firsts[2] < firsts[3]);
        EXPECT_NEAR(widths[1], 3 * widths[0], 6);
        EXPECT_NEAR(widths[2], 2 * widths[0], 6);
        EXPECT_EQ(view.itemText(0).toStdString(), "A: Set-up 1 USD, Train 3 USD, Validate 2 USD, Wasted 1 USD, together 7 USD");
    }
}

LineChart crossing()
{
    LineChart chart{.id = "break_even", .title = "All-in cost", .xLabel = "epochs", .yLabel = "USD", .series = {}, .marks = {}};
    for (int s = 0; s < 2; ++s) {
        ChartSeries series;
        series.id = series.label = s == 0 ? "A" : "B";
        series.colour = s;
        for (int n = 1; n <= 100; ++n) {
            series.points.push_back({static_cast<double>(n), s == 0 ? 1.0 + 0.01 * n : 0.5 + 0.02 * n});
        }
        chart.series.push_back(series);
    }
    chart.marks = {{50, 1.5, "above 50: A", "Above 50 epochs A costs less than B."}};
    return chart;
}

TEST(MetricChartMarks, areDescribedAndGoIntoFiles)
{
    const LineChart chart = crossing();
    MetricChart view;
    view.setXAxis(AxisKind::Integer, QStringLiteral("epochs"));
    view.setSeries(chart.series);
    view.setMarks(chart.marks);
    EXPECT_EQ(view.accessibleDescription().toStdString(), "Above 50 epochs A costs less than B.");
    ASSERT_EQ(view.toLineChart().marks.size(), 1U);
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("lines.svg"));
    ASSERT_TRUE(WidgetChartRenderer().renderLines(view.toLineChart(), file.toStdString(), 800, 400, false));
    QFile svg(file);
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    EXPECT_TRUE(svg.readAll().contains(">above 50: A<"));
}

TEST(ChartRenderer, drawsScatterAndStripsInEveryFormat)
{
    QTemporaryDir folder;
    WidgetChartRenderer renderer;
    for (const char* suffix : {"png", "svg", "pdf"}) {
        const std::filesystem::path scatter = folder.filePath(QStringLiteral("scatter.") + QString::fromLatin1(suffix)).toStdString();
        const std::filesystem::path strips = folder.filePath(QStringLiteral("strips.") + QString::fromLatin1(suffix)).toStdString();
        ASSERT_TRUE(renderer.renderScatter(twelveMachines(), scatter, 800, 500, false));
        ASSERT_TRUE(renderer.renderStrips(twoStrips(), strips, 800, 400, true));
        EXPECT_GT(std::filesystem::file_size(scatter), 2000U);
        EXPECT_GT(std::filesystem::file_size(strips), 2000U);
    }
    const QImage dark(folder.filePath(QStringLiteral("strips.png")));
    EXPECT_EQ(dark.size(), QSize(1600, 800));
    EXPECT_EQ(dark.pixelColor(2, 2), tokens(true).base);
    QFile svg(folder.filePath(QStringLiteral("scatter.svg")));
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    const QByteArray text = svg.readAll();
    for (const ScatterPoint& p : twelveMachines().points) {
        EXPECT_TRUE(text.contains(">" + QByteArray::fromStdString(p.label) + "<")) << p.label;
    }
    EXPECT_FALSE(renderer.renderScatter({}, "x.gif", 800, 400, false));
    EXPECT_FALSE(renderer.renderStrips({}, "/tmp/x.png", 10, 10, false));
}

} // namespace
} // namespace yardstick::ui
