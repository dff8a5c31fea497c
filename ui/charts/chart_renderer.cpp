#include "ui/charts/chart_renderer.h"

#include "ui/charts/bar_plot.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/line_plot.h"
#include "ui/charts/scatter_plot.h"
#include "ui/charts/strip_plot.h"
#include "ui/format.h"

#include <QApplication>
#include <QGraphicsLayout>
#include <QGraphicsScene>

#include <algorithm>

namespace yardstick::ui {
namespace {

constexpr int kSmallest = 160, kLargest = 10'000;

Result<> checkSize(int width, int height)
{
    if (width < kSmallest || height < kSmallest || width > kLargest || height > kLargest) {
        return fail(ErrorCode::InvalidArgument, "A chart is {0} to {1} pixels wide and high, not {2} × {3}.", kSmallest, kLargest,
                    width, height);
    }
    return {};
}

QString toPath(const std::filesystem::path& file)
{
    const std::u8string text = file.u8string();
    return QString::fromUtf8(reinterpret_cast<const char*>(text.data()), static_cast<qsizetype>(text.size()));
}

/// Qt Charts places axes and their labels when the event loop asks for it: a picture cannot wait for that.
void settle(QChart& chart)
{
    chart.layout()->invalidate();
    chart.layout()->activate();
}

} // namespace

Result<> WidgetChartRenderer::renderBars(const BarChart& chart, const std::filesystem::path& file, int width, int height, bool dark)
{
    if (auto ok = checkSize(width, height); !ok) {
        return ok;
    }
    QGraphicsScene scene;
    auto* plot = new BarPlot;
    scene.addItem(plot);
    plot->setLook(dark, QApplication::font());
    plot->setChart(chart);
    // Labels never overlap: a chart with many machines grows beyond the height that was asked for.
    const QSizeF size(width, std::max<double>(height, plot->wantedHeight(width)));
    scene.setSceneRect(QRectF(QPointF(), size));
    plot->draw(size);
    settle(*plot);
    return saveScene(scene, QRectF(QPointF(), size), toPath(file));
}

Result<> WidgetChartRenderer::renderLines(const LineChart& chart, const std::filesystem::path& file, int width, int height, bool dark)
{
    if (auto ok = checkSize(width, height); !ok) {
        return ok;
    }
    std::vector<LineData> lines;
    Extent x;
    for (const ChartSeries& series : chart.series) {
        lines.emplace_back(series);
        x.add(lines.back().xExtent());
    }
    if (!x.any) {
        x = {0, 1, true};
    } else if (x.low == x.high) {
        x = {x.low - 0.5, x.high + 0.5, true};
    }
    QGraphicsScene scene;
    auto* plot = new LinePlot;
    scene.addItem(plot);
    const QSizeF size(width, height);
    scene.setSceneRect(QRectF(QPointF(), size));
    plot->setLook(dark, QApplication::font(), false);
    plot->setTexts(fromUtf8(chart.title), fromUtf8(chart.xLabel), fromUtf8(chart.yLabel));
    plot->setAxes(chart.xLabel == "epoch" || chart.xLabel == "epochs" || chart.xLabel == "step" ? AxisKind::Integer : AxisKind::Number, false);
    plot->setEmptyText(QCoreApplication::translate("WidgetChartRenderer", "Nothing measured yet."));
    plot->setLines(lines);
    plot->setMarks(chart.marks);
    plot->draw(lines, size, x.low, x.high, {});
    settle(*plot);
    return saveScene(scene, QRectF(QPointF(), size), toPath(file));
}

Result<> WidgetChartRenderer::renderScatter(const ScatterChart& chart, const std::filesystem::path& file, int width, int height, bool dark)
{
    if (auto ok = checkSize(width, height); !ok) {
        return ok;
    }
    QGraphicsScene scene;
    auto* plot = new ScatterPlot;
    scene.addItem(plot);
    const QSizeF size(width, height);
    scene.setSceneRect(QRectF(QPointF(), size));
    plot->setLook(dark, QApplication::font());
    plot->setChart(chart);
    plot->draw(size);
    settle(*plot);
    return saveScene(scene, QRectF(QPointF(), size), toPath(file));
}

Result<> WidgetChartRenderer::renderStrips(const StripChart& chart, const std::filesystem::path& file, int width, int height, bool dark)
{
    if (auto ok = checkSize(width, height); !ok) {
        return ok;
    }
    QGraphicsScene scene;
    auto* plot = new StripPlot;
    scene.addItem(plot);
    plot->setLook(dark, QApplication::font());
    plot->setChart(chart);
    const QSizeF size(width, std::max<double>(height, plot->wantedHeight(width)));
    scene.setSceneRect(QRectF(QPointF(), size));
    plot->draw(size);
    return saveScene(scene, QRectF(QPointF(), size), toPath(file));
}

} // namespace yardstick::ui
