#include "ui/charts/scatter_chart_view.h"

#include "ui/charts/chart_export.h"
#include "ui/charts/scatter_plot.h"
#include "ui/format.h"

#include <QGraphicsScene>

namespace yardstick::ui {

ScatterChartView::ScatterChartView(QWidget* parent) : PlotView(parent), m_plot(new ScatterPlot)
{
    scene()->addItem(m_plot);
    applyLook();
}

ScatterChartView::~ScatterChartView() = default;

void ScatterChartView::setChart(const ScatterChart& chart)
{
    m_plot->setChart(chart);
    setAccessibleName(chartTitle());
    schedule();
}

const ScatterChart& ScatterChartView::chart() const
{
    return m_plot->chart();
}

QString ScatterChartView::chartTitle() const
{
    return fromUtf8(chart().title);
}

int ScatterChartView::itemCount() const
{
    return static_cast<int>(chart().points.size());
}

QString ScatterChartView::itemText(int item) const
{
    if (item < 0 || item >= itemCount()) {
        return {};
    }
    const ScatterPoint& p = chart().points[static_cast<size_t>(item)];
    QString time = formatDuration(p.x);
    if (p.xHigh > p.xLow) {
        time += tr(" (%1 to %2)").arg(formatDuration(p.xLow), formatDuration(p.xHigh));
    }
    QString money = (p.yText.empty() ? formatNumber(p.y) : fromUtf8(p.yText)) + QLatin1Char(' ') + fromUtf8(chart().yUnit);
    if (p.yHigh > p.yLow) {
        money += tr(" (%1 to %2)").arg(formatNumber(p.yLow), formatNumber(p.yHigh));
    }
    const QString place = p.front ? tr("no other is both faster and cheaper") : tr("another one is faster and cheaper");
    return QStringLiteral("%1: %2, %3, %4").arg(fromUtf8(p.label), time, money, place);
}

void ScatterChartView::drawPlot(const QSizeF& size)
{
    m_plot->draw(size);
}

void ScatterChartView::setPlotLook(bool dark, const QFont& font)
{
    m_plot->setLook(dark, font);
}

void ScatterChartView::markItem(std::optional<int> item)
{
    m_plot->setCurrent(item);
}

std::optional<int> ScatterChartView::itemAt(const QPointF& pixel) const
{
    return m_plot->itemAt(pixel);
}

QByteArray ScatterChartView::csv() const
{
    return toCsv(chart());
}

} // namespace yardstick::ui
