#include "ui/charts/chart_group.h"

#include "ui/charts/metric_chart.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QStandardItemModel>
#include <QToolButton>

namespace yardstick::ui {

void ChartGroup::add(MetricChart* chart, bool smoothed)
{
    m_charts.append(chart);
    if (smoothed) {
        m_smoothed.append(chart);
        chart->setSmoothing(m_smoothing);
    }
    chart->setLogY(m_log);
    chart->setFollow(m_follow);
    connect(chart, &MetricChart::xViewChanged, this,
            [this, chart](bool fixed, double low, double high) { shareView(chart, fixed, low, high); });
    connect(chart, &MetricChart::cursorMoved, this, [this, chart](std::optional<double> x) { shareCursor(chart, x); });
}

QList<MetricChart*> ChartGroup::charts() const
{
    QList<MetricChart*> out;
    for (const auto& chart : m_charts) {
        if (chart) {
            out << chart;
        }
    }
    return out;
}

void ChartGroup::shareView(MetricChart* from, bool fixed, double low, double high)
{
    for (MetricChart* chart : charts()) {
        if (chart == from) {
            continue;
        }
        if (fixed) {
            chart->setXView(low, high);
        } else {
            chart->resetXView();
        }
    }
}

void ChartGroup::shareCursor(MetricChart* from, std::optional<double> x)
{
    for (MetricChart* chart : charts()) {
        if (chart != from) {
            chart->setCursorX(x);
        }
    }
}

void ChartGroup::setSmoothing(double weight)
{
    m_smoothing = weight;
    for (const auto& chart : m_smoothed) {
        if (chart) {
            chart->setSmoothing(weight);
        }
    }
}

void ChartGroup::setLogY(bool log)
{
    m_log = log;
    for (MetricChart* chart : charts()) {
        chart->setLogY(log);
    }
}

void ChartGroup::setFollow(bool follow)
{
    m_follow = follow;
    for (MetricChart* chart : charts()) {
        chart->setFollow(follow);
    }
}

void ChartGroup::resetView()
{
    for (MetricChart* chart : charts()) {
        chart->resetView();
    }
}

ChartToolBar::ChartToolBar(ChartGroup& group, QWidget* parent)
    : QWidget(parent), m_group(group), m_x(new QComboBox(this)), m_smoothing(new QSlider(Qt::Horizontal, this)),
      m_smoothingText(new QLabel(this)), m_log(new QCheckBox(tr("Log &y"), this)), m_follow(new QCheckBox(tr("&Follow"), this)),
      m_reset(new QToolButton(this))
{
    m_x->setObjectName(QStringLiteral("chartXMode"));
    m_x->setAccessibleName(tr("x axis"));
    m_x->addItem(tr("epoch"), static_cast<int>(XMode::Epoch));
    m_x->addItem(tr("step"), static_cast<int>(XMode::Step));
    m_x->addItem(tr("wall time"), static_cast<int>(XMode::WallTime));
    m_x->addItem(tr("time since start"), static_cast<int>(XMode::Elapsed));
    m_x->addItem(tr("money"), static_cast<int>(XMode::Money));
    m_smoothing->setObjectName(QStringLiteral("chartSmoothing"));
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothing->setRange(0, 99);
    m_smoothing->setFixedWidth(110);
    m_smoothing->setToolTip(tr("Moving average; the raw curve stays faint beneath"));
    m_smoothingText->setFont(tabular(font()));
    m_smoothingText->setText(QStringLiteral("0.00"));
    m_log->setObjectName(QStringLiteral("chartLogY"));
    m_log->setToolTip(tr("Logarithmic y axis"));
    m_follow->setObjectName(QStringLiteral("chartFollow"));
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("A zoomed chart slides along with new values"));
    m_reset->setObjectName(QStringLiteral("chartResetZoom"));
    m_reset->setIcon(icon(QStringLiteral("zoom-reset")));
    m_reset->setAccessibleName(tr("Reset zoom"));
    m_reset->setToolTip(tr("Reset zoom (Home in a chart)"));
    m_reset->setAutoRaise(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSpace2);
    auto* xLabel = new QLabel(tr("&x axis"), this);
    xLabel->setBuddy(m_x);
    auto* smoothLabel = new QLabel(tr("&Smoothing"), this);
    smoothLabel->setBuddy(m_smoothing);
    for (QWidget* widget : QList<QWidget*>{xLabel, m_x, smoothLabel, m_smoothing, m_smoothingText, m_log, m_follow, m_reset}) {
        row->addWidget(widget);
    }
    row->addStretch(1);
    connect(m_x, &QComboBox::currentIndexChanged, this, [this](int) { Q_EMIT xModeChanged(xMode()); });
    connect(m_smoothing, &QSlider::valueChanged, this, [this](int value) {
        m_smoothingText->setText(QString::number(value / 100.0, 'f', 2));
        m_group.setSmoothing(value / 100.0);
    });
    connect(m_log, &QCheckBox::toggled, this, [this](bool on) { m_group.setLogY(on); });
    connect(m_follow, &QCheckBox::toggled, this, [this](bool on) { m_group.setFollow(on); });
    connect(m_reset, &QToolButton::clicked, this, [this] { m_group.resetView(); });
}

ChartToolBar::XMode ChartToolBar::xMode() const
{
    return static_cast<XMode>(m_x->currentData().toInt());
}

void ChartToolBar::setXMode(XMode mode)
{
    m_x->setCurrentIndex(m_x->findData(static_cast<int>(mode)));
}

void ChartToolBar::setSmoothing(double weight)
{
    m_smoothing->setValue(qRound(weight * 100));
}

void ChartToolBar::setMoneyAvailable(bool available, const QString& reason)
{
    const int row = m_x->findData(static_cast<int>(XMode::Money));
    auto* model = qobject_cast<QStandardItemModel*>(m_x->model());
    if (model != nullptr && row >= 0) {
        model->item(row)->setEnabled(available);
        model->item(row)->setToolTip(available ? QString() : reason);
    }
    if (!available && xMode() == XMode::Money) {
        setXMode(XMode::Epoch);
    }
}

} // namespace yardstick::ui
