#include "ui/charts/chart_accessible.h"

#include "ui/charts/metric_chart.h"
#include "ui/charts/plot_view.h"

#include <QAccessibleWidget>

#include <functional>

namespace yardstick::ui {
namespace {

class ChartAccessible final : public QAccessibleWidget
{
public:
    ChartAccessible(QWidget* chart, std::function<QString()> value)
        : QAccessibleWidget(chart, QAccessible::Chart), m_value(std::move(value))
    {
    }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? m_value() : QAccessibleWidget::text(kind);
    }

private:
    std::function<QString()> m_value;
};

QAccessibleInterface* make(const QString&, QObject* object)
{
    if (auto* chart = qobject_cast<MetricChart*>(object)) {
        return new ChartAccessible(chart, [chart] { return chart->readout(); });
    }
    if (auto* chart = qobject_cast<PlotView*>(object)) {
        return new ChartAccessible(chart, [chart] { return chart->readout(); });
    }
    return nullptr;
}

} // namespace

void installChartAccessibility()
{
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace yardstick::ui
