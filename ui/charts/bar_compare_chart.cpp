#include "ui/charts/bar_compare_chart.h"

#include "ui/charts/bar_plot.h"
#include "ui/charts/chart_export.h"
#include "ui/format.h"

#include <QGraphicsScene>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {

BarCompareChart::BarCompareChart(QWidget* parent) : PlotView(parent), m_plot(new BarPlot)
{
    scene()->addItem(m_plot);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_plot->setEmptyText(tr("Nothing to compare yet."));
    applyLook();
}

BarCompareChart::~BarCompareChart() = default;

void BarCompareChart::setChart(const BarChart& chart)
{
    m_plot->setChart(chart);
    if (!chart.title.empty()) {
        setAccessibleName(fromUtf8(chart.title));
    }
    updateGeometry();
    schedule();
}

const BarChart& BarCompareChart::chart() const
{
    return m_plot->chart();
}

void BarCompareChart::setEmptyText(const QString& text)
{
    m_plot->setEmptyText(text);
    schedule();
}

int BarCompareChart::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(m_plot->wantedHeight(width)));
}

QSize BarCompareChart::sizeHint() const
{
    return {360, heightForWidth(std::max(width(), 360))};
}

QString BarCompareChart::chartTitle() const
{
    return fromUtf8(chart().title);
}

int BarCompareChart::itemCount() const
{
    return static_cast<int>(chart().groups.size());
}

QString BarCompareChart::itemText(int group) const
{
    const BarChart& c = chart();
    if (group < 0 || group >= itemCount()) {
        return {};
    }
    const BarGroup& g = c.groups[static_cast<size_t>(group)];
    QStringList parts;
    for (size_t s = 0; s < c.sets.size() && s < g.values.size(); ++s) {
        QString value = std::isfinite(g.values[s]) ? barText(g, s) : tr("no value");
        if (std::isfinite(g.values[s]) && s < g.errors.size() && g.errors[s] > 0) {
            value += QStringLiteral(" ± ") + formatNumber(g.errors[s], 2);
        }
        if (std::isfinite(g.values[s]) && s < c.units.size()) {
            value += QLatin1Char(' ') + fromUtf8(c.units[s]);
        }
        parts << fromUtf8(c.sets[s]) + QLatin1Char(' ') + value;
    }
    if (c.stacked && !c.units.empty()) {
        parts << tr("together %1 %2").arg(barValueText(stackedSum(g)), fromUtf8(c.units.front()));
    }
    const QString name = g.greyed ? tr("%1 (not ranked)").arg(fromUtf8(g.label)) : fromUtf8(g.label);
    return name + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

void BarCompareChart::drawPlot(const QSizeF& size)
{
    m_plot->draw(size);
}

void BarCompareChart::setPlotLook(bool dark, const QFont& font)
{
    m_plot->setLook(dark, font);
}

void BarCompareChart::markItem(std::optional<int> item)
{
    m_plot->setCurrentGroup(item);
}

std::optional<int> BarCompareChart::itemAt(const QPointF& pixel) const
{
    return m_plot->groupAt(pixel);
}

QByteArray BarCompareChart::csv() const
{
    return toCsv(chart());
}

} // namespace yardstick::ui
