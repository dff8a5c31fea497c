#include "ui/charts/strip_chart_view.h"

#include "core/printed.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/strip_plot.h"
#include "ui/format.h"

#include <QGraphicsScene>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {

StripChartView::StripChartView(QWidget* parent) : PlotView(parent), m_plot(new StripPlot)
{
    scene()->addItem(m_plot);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_plot->setEmptyText(tr("Every epoch stands here as soon as a run has timed one."));
    applyLook();
}

StripChartView::~StripChartView() = default;

void StripChartView::setChart(const StripChart& chart)
{
    m_plot->setChart(chart);
    setAccessibleName(chartTitle());
    updateGeometry();
    schedule();
}

const StripChart& StripChartView::chart() const
{
    return m_plot->chart();
}

QString StripChartView::chartTitle() const
{
    return fromUtf8(chart().title);
}

int StripChartView::itemCount() const
{
    return static_cast<int>(chart().rows.size());
}

QString StripChartView::itemText(int item) const
{
    if (item < 0 || item >= itemCount()) {
        return {};
    }
    const StripRow& row = chart().rows[static_cast<size_t>(item)];
    const auto count = [&](StripKind kind) {
        return static_cast<int>(std::count_if(row.dots.begin(), row.dots.end(), [kind](const StripDot& dot) { return dot.kind == kind; }));
    };
    const QString unit = fromUtf8(chart().unit);
    QStringList parts;
    if (row.mean > 0) {
        QString mean = formatEpochSeconds(row.mean);
        if (row.high > row.low) {
            mean += QStringLiteral(" ± ") + fromUtf8(printedHalfWidth((row.high - row.low) / 2, printedSeconds(row.mean)));
        }
        parts << tr("%1 from %n epoch(s)", nullptr, count(StripKind::InMean)).arg(mean + QLatin1Char(' ') + unit);
    }
    if (const int stalls = count(StripKind::Stall); stalls > 0) {
        parts << tr("%n stall(s)", nullptr, stalls);
    }
    if (const int before = count(StripKind::Before); before > 0) {
        parts << tr("%n before the epoch time changed", nullptr, before);
    }
    if (const int out = count(StripKind::LeftOut); out > 0) {
        parts << tr("%n left out", nullptr, out);
    }
    return fromUtf8(row.label) + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

QString StripChartView::toolTipAt(const QPointF& pixel) const
{
    const auto row = m_plot->rowAt(pixel);
    const auto dot = row ? m_plot->dotAt(*row, pixel) : std::nullopt;
    if (!dot) {
        return PlotView::toolTipAt(pixel);
    }
    const StripDot& d = chart().rows[static_cast<size_t>(*row)].dots[*dot];
    return QStringLiteral("%1: %2 %3 (%4)").arg(fromUtf8(d.text), formatEpochSeconds(d.value), fromUtf8(chart().unit), stripKindText(d.kind));
}

int StripChartView::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(m_plot->wantedHeight(width)));
}

QSize StripChartView::sizeHint() const
{
    return {360, heightForWidth(std::max(width(), 360))};
}

void StripChartView::drawPlot(const QSizeF& size)
{
    m_plot->draw(size);
}

void StripChartView::setPlotLook(bool dark, const QFont& font)
{
    m_plot->setLook(dark, font);
}

void StripChartView::markItem(std::optional<int> item)
{
    m_plot->setCurrent(item);
}

std::optional<int> StripChartView::itemAt(const QPointF& pixel) const
{
    return m_plot->rowAt(pixel);
}

QByteArray StripChartView::csv() const
{
    return toCsv(chart());
}

} // namespace yardstick::ui
