// BarCompareChart and the renderer that draws the same pictures to files.
#include "ui/charts/bar_compare_chart.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_renderer.h"
#include "ui/theme/theme.h"
#include "ui/theme/tokens.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QFile>
#include <QImage>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

namespace yardstick::ui {
namespace {

BarChart machines(int count)
{
    BarChart chart;
    chart.title = "Price per hour and cost per epoch";
    chart.sets = {"price per hour", "cost per epoch"};
    chart.units = {"USD/h", "USD"};
    for (int i = 0; i < count; ++i) {
        BarGroup group;
        group.label = "machine with quite a long name, number " + std::to_string(i);
        group.values = {0.5 + i, 0.01 * (i + 1)};
        group.errors = {0, 0.002};
        chart.groups.push_back(group);
    }
    return chart;
}

QImage picture(const BarChart& chart, bool dark = false)
{
    BarCompareChart widget;
    widget.setPalette(paletteFor(dark));
    widget.setChart(chart);
    widget.resize(500, widget.heightForWidth(500));
    widget.show();
    widget.flush();
    widget.setChart(chart); // live data comes again and again
    widget.flush();
    return widget.grab().toImage();
}

/// Runs of one colour down a column: bars of a set.
int barsOf(const QImage& image, const QColor& colour, int x)
{
    int bars = 0;
    int length = 0;
    for (int y = 80; y < image.height(); ++y) { // below the legend
        const QColor c = image.pixelColor(x, y);
        const bool same = qAbs(c.red() - colour.red()) + qAbs(c.green() - colour.green()) + qAbs(c.blue() - colour.blue()) < 24;
        length = same ? length + 1 : 0;
        bars += length == 6;
    }
    return bars;
}

TEST(BarValueText, hasFourDigitsAndNoTrailingZeros)
{
    EXPECT_EQ(barValueText(1.006).toStdString(), "1.006");
    EXPECT_EQ(barValueText(0.0096).toStdString(), "0.0096");
    EXPECT_EQ(barValueText(96).toStdString(), "96");
    EXPECT_EQ(barValueText(0).toStdString(), "0");
    EXPECT_EQ(barValueText(84.12345).toStdString(), "84.12");
}

TEST(BarCompareChart, drawsABarOfEachSetForTwelveMachines)
{
    for (const bool dark : {false, true}) {
        BarChart chart = machines(12);
        for (BarGroup& group : chart.groups) {
            group.errors.clear(); // whiskers would cut bars in two
        }
        const QImage image = picture(chart, dark);
        // Just right of the axis every bar is there: it is the column with most of them.
        int first = 0;
        int second = 0;
        for (int x = 0; x < image.width(); ++x) {
            first = std::max(first, barsOf(image, seriesColour(0, dark), x));
            second = std::max(second, barsOf(image, seriesColour(1, dark), x));
        }
        EXPECT_EQ(first, 12);
        EXPECT_EQ(second, 12);
    }
}

/// The most bars of a colour in any column right of the axis.
int mostBars(const QImage& image, const QColor& colour)
{
    int most = 0;
    for (int x = image.width() / 3; x < image.width(); ++x) {
        most = std::max(most, barsOf(image, colour, x));
    }
    return most;
}

TEST(BarCompareChart, whatIsNotRankedIsPaleInTheColourOfItsSet)
{
    for (const bool dark : {false, true}) {
        BarChart chart = machines(3);
        for (BarGroup& group : chart.groups) {
            group.values = {2, 0.02};
            group.errors.clear();
            group.greyed = true; // none is ranked: both sets keep their colours
        }
        const QImage none = picture(chart, dark);
        for (const int set : {0, 1}) {
            EXPECT_EQ(mostBars(none, mixed(seriesColour(set, dark), tokens(dark).base, 0.3)), 3) << set;
            // Its outline is 3:1 against the ground, as every line of a set is.
            EXPECT_GE(mostBars(none, seriesColour(set, dark)), 3) << set;
        }
        chart.groups[0].greyed = chart.groups[2].greyed = false;
        const QImage two = picture(chart, dark);
        EXPECT_EQ(mostBars(two, mixed(seriesColour(0, dark), tokens(dark).base, 0.3)), 1);
    }
}

TEST(BarCompareChart, theLegendSaysWhatPaleMeans)
{
    const auto svg = [](const BarChart& chart) {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("bars.svg"));
        EXPECT_TRUE(WidgetChartRenderer().renderBars(chart, file.toStdString(), 700, 400, false));
        QFile out(file);
        EXPECT_TRUE(out.open(QIODevice::ReadOnly));
        return QString::fromUtf8(out.readAll());
    };
    BarChart chart = machines(2);
    EXPECT_FALSE(svg(chart).contains(QStringLiteral(">not ranked<")));
    chart.groups[1].greyed = true;
    EXPECT_TRUE(svg(chart).contains(QStringLiteral(">not ranked<")));
}

TEST(BarCompareChart, theOnlyBarOfAMachineIsBesideItsName)
{
    BarChart chart = machines(2);
    chart.units = {"USD", "USD"};
    for (BarGroup& group : chart.groups) {
        group.errors.clear();
    }
    chart.groups[0].values = {0.02, std::nan("")};
    chart.groups[1].values = {std::nan(""), 0.02};
    const QImage image = picture(chart);
    // Right of the legend, where both bars are.
    const auto span = [&](const QColor& colour) {
        std::pair<int, int> rows{image.height(), 0};
        for (int y = 0; y < image.height(); ++y) {
            if (image.pixelColor(image.width() * 6 / 10, y) == colour) {
                rows = {std::min(rows.first, y), std::max(rows.second, y)};
            }
        }
        return rows;
    };
    const auto [firstTop, firstBottom] = span(seriesColour(0, false));
    const auto [secondTop, secondBottom] = span(seriesColour(1, false));
    const double height = firstBottom - firstTop + 1;
    ASSERT_GT(height, 8);
    // Each takes 76 % of its row, in the middle: so the rows are height / 0.76 apart, and the gap is what is left.
    EXPECT_NEAR(secondTop - firstTop, height / 0.76, 1.5);
    EXPECT_EQ(secondBottom - secondTop, firstBottom - firstTop);
}

TEST(BarCompareChart, valuesAreAsPrinted)
{
    BarChart chart = machines(1);
    chart.groups[0].texts = {"0.50", ""};
    BarCompareChart widget;
    widget.setChart(chart);
    EXPECT_EQ(widget.itemText(0).toStdString(),
              "machine with quite a long name, number 0: price per hour 0.50 USD/h, cost per epoch 0.01 ± 0.0020 USD");
}

TEST(BarCompareChart, survivesWhatIsNoNumber)
{
    BarChart chart = machines(2);
    chart.groups[0].values = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
    chart.groups[0].errors = {std::numeric_limits<double>::quiet_NaN(), 1};
    chart.groups[1].values = {0};
    chart.groups[1].errors.clear();
    picture(chart);
    BarCompareChart widget;
    widget.setChart(chart);
    EXPECT_TRUE(widget.itemText(0).contains(QStringLiteral("no value")));
    picture(BarChart{});
}

TEST(BarCompareChart, keysWalkThroughTheMachinesAndAreReadOut)
{
    BarCompareChart widget;
    widget.setChart(machines(3));
    widget.resize(500, 300);
    widget.show();
    widget.setFocus();
    QTest::keyClick(&widget, Qt::Key_Down);
    QTest::keyClick(&widget, Qt::Key_Down);
    EXPECT_EQ(widget.currentItem(), 1);
    EXPECT_EQ(widget.readout().toStdString(),
              "machine with quite a long name, number 1: price per hour 1.5 USD/h, cost per epoch 0.02 ± 0.0020 USD");
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&widget);
    ASSERT_NE(accessible, nullptr);
    EXPECT_EQ(accessible->text(QAccessible::Value), widget.readout());
    QTest::keyClick(&widget, Qt::Key_End);
    EXPECT_EQ(widget.currentItem(), 2);
    widget.setChart(machines(1)); // the current one is gone
    EXPECT_FALSE(widget.currentItem());
}

TEST(BarCompareChart, namesThatShortenToTheSameAllStay)
{
    BarChart chart = machines(4);
    for (BarGroup& group : chart.groups) {
        group.label = "the very same and very very long name that must be shortened to fit";
    }
    const QImage image = picture(chart);
    int first = 0;
    for (int x = 0; x < image.width(); ++x) {
        first = std::max(first, barsOf(image, seriesColour(0, false), x));
    }
    EXPECT_EQ(first, 4);
}

TEST(BarCsv, keepsRawValuesAndErrors)
{
    BarChart chart = machines(1);
    chart.groups[0].values[1] = 0.1;
    EXPECT_EQ(toCsv(chart).toStdString(), "label,price per hour [USD/h],price per hour ± [USD/h],cost per epoch [USD],cost per epoch ± [USD]\n"
                                          "\"machine with quite a long name, number 0\",0.5,,0.10000000000000001,0.002\n");
}

TEST(ChartRenderer, writesEachFormatWithThePictureInIt)
{
    QTemporaryDir folder;
    WidgetChartRenderer renderer;
    LineChart lines;
    lines.title = "losses";
    lines.xLabel = "epoch";
    ChartSeries series;
    series.id = series.label = "box";
    for (int i = 1; i <= 30; ++i) {
        series.points.push_back({static_cast<double>(i), i == 12 ? std::nan("") : 1.0 / i});
    }
    lines.series = {series};
    for (const char* suffix : {"png", "svg", "pdf"}) {
        const std::filesystem::path bars = folder.filePath(QStringLiteral("bars.") + QString::fromLatin1(suffix)).toStdString();
        const std::filesystem::path curve = folder.filePath(QStringLiteral("lines.") + QString::fromLatin1(suffix)).toStdString();
        ASSERT_TRUE(renderer.renderBars(machines(12), bars, 800, 400, true));
        ASSERT_TRUE(renderer.renderLines(lines, curve, 800, 400, false));
        EXPECT_GT(std::filesystem::file_size(bars), 2000U);
        EXPECT_GT(std::filesystem::file_size(curve), 2000U);
    }
    const QImage png(folder.filePath(QStringLiteral("lines.png")));
    EXPECT_EQ(png.size(), QSize(1600, 800));
    const QImage dark(folder.filePath(QStringLiteral("bars.png")));
    EXPECT_EQ(dark.pixelColor(2, 2), tokens(true).base);
    QSvgRenderer svg(folder.filePath(QStringLiteral("lines.svg")));
    ASSERT_TRUE(svg.isValid());
    EXPECT_EQ(svg.viewBox().size(), QSize(800, 400));
    QFile pdf(folder.filePath(QStringLiteral("lines.pdf")));
    ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
    EXPECT_TRUE(pdf.read(5).startsWith("%PDF-"));
}

TEST(ChartRenderer, labelsOfAxesAreWholeInAPicture)
{
    QTemporaryDir folder;
    WidgetChartRenderer renderer;
    LineChart chart{.id = "scalars", .title = {}, .xLabel = "epoch", .yLabel = {}, .series = {}};
    for (const char* name : {"metrics/mAP50(B)", "metrics/mAP50-95(B)"}) {
        ChartSeries series;
        series.id = series.label = name;
        series.colour = static_cast<int>(chart.series.size());
        for (int i = 1; i <= 100; ++i) {
            series.points.push_back({static_cast<double>(i), 0.009 * i});
        }
        chart.series.push_back(std::move(series));
    }
    const QString file = folder.filePath(QStringLiteral("lines.svg"));
    ASSERT_TRUE(renderer.renderLines(chart, file.toStdString(), 1200, 700, false));
    QFile svg(file);
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(svg.readAll());
    EXPECT_FALSE(text.contains(QStringLiteral("...")) || text.contains(QChar(0x2026)));
    EXPECT_TRUE(text.contains(QStringLiteral(">0.5<")));
    EXPECT_TRUE(text.contains(QStringLiteral(">100<")));
}

TEST(ChartRenderer, refusesWhatItCannotDraw)
{
    WidgetChartRenderer renderer;
    const auto size = renderer.renderBars(machines(1), "/tmp/x.png", 10, 10, false);
    ASSERT_FALSE(size);
    EXPECT_EQ(size.error().code, ErrorCode::InvalidArgument);
    const auto ending = renderer.renderBars(machines(1), "x.gif", 800, 400, false);
    ASSERT_FALSE(ending);
    EXPECT_EQ(ending.error().code, ErrorCode::InvalidArgument);
    const auto folder = renderer.renderLines({}, "/nonexistent/x.svg", 800, 400, false);
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::Io);
}

} // namespace
} // namespace yardstick::ui
