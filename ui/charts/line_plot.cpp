#include "ui/charts/line_plot.h"

#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr int kLegendUpTo = 12; ///< more lines than this need a table, not a legend
constexpr int kLegendRows = 3;

} // namespace

LinePlot::LinePlot(QGraphicsItem* parent)
    : QChart(parent), m_x(new QCategoryAxis(this)), m_y(new QCategoryAxis(this)), m_base(new QLineSeries(this)),
      m_lines(new LinesItem(this)), m_marks(new LineMarksItem(this)), m_cursor(new CursorItem(this)), m_band(new BandItem(this)),
      m_title(new QGraphicsSimpleTextItem(this)), m_status(new QGraphicsSimpleTextItem(this)),
      m_empty(new QGraphicsSimpleTextItem(this))
{
    setAnimationOptions(QChart::NoAnimation);
    setBackgroundRoundness(0);
    setMargins({0, 0, 0, 0});
    layout()->setContentsMargins(0, 0, 0, 0);
    addAxis(m_x, Qt::AlignBottom);
    addAxis(m_y, Qt::AlignLeft);
    addSeries(m_base);
    // Ranges first: attaching to an axis without a range makes Qt Charts look for one.
    for (QCategoryAxis* axis : {m_x, m_y}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setRange(0, 1);
        m_base->attachAxis(axis);
    }
    m_lines->setZValue(10);
    m_marks->setZValue(15);
    m_band->setZValue(20);
    m_cursor->setZValue(30);
    legend()->setVisible(false);
    legend()->setShowToolTips(true);
}

QColor LinePlot::colourOf(const LineData& line) const
{
    return seriesColour(line.series().colour, m_dark);
}

void LinePlot::styleAxis(QCategoryAxis& axis)
{
    const Tokens& t = look();
    axis.setLabelsFont(m_font);
    axis.setLabelsColor(t.secondary);
    axis.setTitleFont(m_font);
    axis.setTitleBrush(t.secondary);
    axis.setGridLinePen(QPen(t.line, 1));
    axis.setLinePen(QPen(mixed(t.secondary, t.base, 0.5), 1));
}

void LinePlot::setLook(bool dark, const QFont& font, bool compact)
{
    m_dark = dark;
    m_compact = compact;
    m_font = sized(font, TextSize::Small);
    const Tokens& t = look();
    setBackgroundBrush(t.base);
    setBackgroundPen(Qt::NoPen);
    m_title->setFont(sized(font, TextSize::Normal, true));
    m_title->setBrush(t.text);
    m_status->setFont(sized(font, TextSize::Normal));
    m_status->setBrush(t.text);
    m_empty->setFont(font);
    m_empty->setBrush(t.secondary);
    styleAxis(*m_x);
    styleAxis(*m_y);
    styleLegend();
    resetMargins();
}

void LinePlot::setTexts(const QString& title, const QString& xTitle, const QString& yTitle)
{
    m_title->setText(title);
    m_xTitle = xTitle;
    m_yTitle = yTitle;
}

void LinePlot::setStatus(const QString& text)
{
    m_status->setText(text);
}

void LinePlot::setEmptyText(const QString& text)
{
    m_empty->setText(text);
}

void LinePlot::setLines(const std::vector<LineData>& lines)
{
    const bool wanted = !m_compact && lines.size() > 1 && lines.size() <= kLegendUpTo;
    const int count = wanted ? static_cast<int>(lines.size()) : 0;
    while (m_legendSeries.size() > count) {
        QLineSeries* series = m_legendSeries.takeLast();
        removeSeries(series);
        delete series;
    }
    while (m_legendSeries.size() < count) {
        auto* series = new QLineSeries(this);
        addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
        const int index = static_cast<int>(m_legendSeries.size());
        const auto markers = legend()->markers(series);
        if (!markers.isEmpty()) {
            connect(markers.first(), &QLegendMarker::clicked, this, [this, index] { Q_EMIT legendClicked(index); });
        }
        m_legendSeries.append(series);
    }
    m_legendVisible.clear();
    for (int i = 0; i < count; ++i) {
        const LineData& line = lines[static_cast<size_t>(i)];
        m_legendSeries[i]->setName(line.label());
        m_legendSeries[i]->setPen(
            QPen(colourOf(line), 2, seriesPenStyle(line.series().colour, line.series().dashed)));
        m_legendVisible.push_back(line.visible);
    }
    for (QLegendMarker* marker : legend()->markers(m_base)) {
        marker->setVisible(false);
    }
    legend()->setVisible(wanted);
    styleLegend();
}

void LinePlot::styleLegend()
{
    const Tokens& t = look();
    legend()->setFont(m_font);
    legend()->setLabelColor(t.text);
    legend()->setBackgroundVisible(false);
    for (int i = 0; i < m_legendSeries.size(); ++i) {
        const bool on = m_legendVisible[static_cast<size_t>(i)];
        for (QLegendMarker* marker : legend()->markers(m_legendSeries[i])) {
            // Full for training, hatched for validation: the legend has no dashes.
            const QColor colour = on ? m_legendSeries[i]->pen().color() : t.disabled;
            const bool solid = m_legendSeries[i]->pen().style() == Qt::SolidLine;
            marker->setPen(QPen(colour, 1));
            marker->setBrush(QBrush(colour, solid ? Qt::SolidPattern : Qt::BDiagPattern));
            marker->setLabelBrush(on ? t.text : t.disabled);
        }
    }
}

int LinePlot::legendRows(double width) const
{
    const QFontMetricsF small(m_font);
    int rows = 1;
    double x = 0;
    for (const QLineSeries* series : m_legendSeries) {
        const double entry = small.horizontalAdvance(series->name()) + small.height() + kSpace4;
        if (x > 0 && x + entry > width - kSpace4) {
            ++rows;
            x = 0;
        }
        x += entry;
    }
    return std::min(rows, kLegendRows);
}

void LinePlot::layOut(const QSizeF& size)
{
    resize(size);
    const QFontMetricsF small(m_font);
    const QFontMetricsF titleMetrics(m_title->font());
    const double titleHeight = m_title->text().isEmpty() && m_status->text().isEmpty() ? 0 : titleMetrics.height() + kSpace1;
    const double legendHeight = legend()->isVisible() ? legendRows(size.width()) * (small.height() + kSpace2) : 0;
    const bool xTitle = !m_compact && !m_xTitle.isEmpty();
    const bool yTitle = !m_compact && !m_yTitle.isEmpty();
    m_left = std::max(m_left, small.horizontalAdvance(QStringLiteral("0.00")));
    const double left = kSpace2 + m_left + kSpace2 + (yTitle ? small.height() + kSpace1 : 0);
    const double bottom = small.height() + kSpace3 + (xTitle ? small.height() + 2 : 0);
    const double top = kSpace1 + titleHeight + legendHeight + small.height() / 2;
    const double right = kSpace2 + std::max(small.horizontalAdvance(QStringLiteral("000")), m_right) / 2;
    m_area = QRectF(left, top, std::max(10.0, size.width() - left - right), std::max(10.0, size.height() - top - bottom));
    setPlotArea(m_area);
    m_x->setTitleText(xTitle ? m_xTitle : QString());
    m_y->setTitleText(yTitle ? m_yTitle : QString());
    m_title->setPos(kSpace2, kSpace1);
    m_status->setPos(size.width() - kSpace3 - m_status->boundingRect().width(), kSpace1);
    if (legend()->isVisible()) {
        legend()->detachFromChart();
        legend()->setAlignment(Qt::AlignTop);
        legend()->setGeometry(QRectF(0, kSpace1 + titleHeight - kSpace2, size.width(), legendHeight + kSpace3));
        styleLegend(); // a new place makes new markers
    }
}

void LinePlot::fill(QCategoryAxis& axis, const std::vector<Tick>& ticks, double low, double high)
{
    for (const QString& label : axis.categoriesLabels()) {
        axis.remove(label);
    }
    axis.setStartValue(low - 1 - std::abs(low));
    for (const Tick& tick : ticks) {
        axis.append(tick.label, tick.position);
    }
    axis.setRange(low, high);
}

void LinePlot::setTicks(double x0, double x1, double y0, double y1, const QRectF& area)
{
    const QFontMetricsF metrics(m_font);
    const QString widest = m_xKind == AxisKind::DateTime   ? QStringLiteral("00-00 00:00")
                           : m_xKind == AxisKind::Duration ? QStringLiteral("00:00 min")
                                                           : QStringLiteral("00000");
    const int columns = std::max(2, static_cast<int>(area.width() / (metrics.horizontalAdvance(widest) + kSpace6)));
    const int rows = std::clamp(static_cast<int>(area.height() / (metrics.height() * 1.6)), 3, 10);
    const auto yTicks = makeTicks(y0, y1, m_log ? AxisKind::Log : AxisKind::Number, rows);
    for (const Tick& tick : yTicks) {
        m_left = std::max(m_left, metrics.horizontalAdvance(tick.label));
    }
    const auto xTicks = makeTicks(x0, x1, m_xKind, columns);
    for (const Tick& tick : xTicks) {
        m_right = std::max(m_right, metrics.horizontalAdvance(tick.label));
    }
    fill(*m_x, xTicks, x0, x1);
    fill(*m_y, yTicks, y0, y1);
}

std::vector<PaintedLine> LinePlot::painted(const std::vector<LineData>& lines, double x0, double x1, double width) const
{
    std::vector<PaintedLine> out;
    const auto pixels = static_cast<int>(std::ceil(width));
    for (const LineData& line : lines) {
        if (!line.visible) {
            continue;
        }
        const QColor colour = colourOf(line);
        QPen pen(colour, 1.5, seriesPenStyle(line.series().colour, line.series().dashed), Qt::RoundCap, Qt::RoundJoin);
        if (line.smoothed() || line.series().faint) {
            QPen faint = pen;
            faint.setColor(mixed(colour, look().base, 0.35));
            out.push_back({faint, line.visiblePart(true, x0, x1, pixels), false, {}});
        }
        if (!line.series().faint) {
            out.push_back({pen, line.visiblePart(false, x0, x1, pixels), !line.smoothed(), line.marks()});
        }
    }
    return out;
}

Extent LinePlot::draw(const std::vector<LineData>& lines, const QSizeF& size, double x0, double x1, const Extent& fixedY)
{
    layOut(size);
    std::vector<PaintedLine> curves = painted(lines, x0, x1, m_area.width());
    Extent y = fixedY;
    bool any = false;
    for (const PaintedLine& curve : curves) {
        any = any || !curve.points.empty() || !curve.marks.empty();
        if (!fixedY.any) {
            y.add(yExtent(curve.points, x0, x1, m_log));
        }
    }
    if (!y.any) {
        y = {0, 1, true};
    }
    if (!fixedY.any) {
        double room = (y.high - y.low) * 0.06;
        if (room <= 0 || !std::isfinite(room)) {
            const double flat = y.high == 0 ? 1 : std::abs(y.high) * 0.1; // a line at zero has no scale of its own
            room = std::max(flat, m_log ? 0.1 : 1e-9);
        }
        // Values that are never negative keep 0 as the lowest line.
        const bool keepZero = !m_log && y.low >= 0 && y.low - room < 0;
        y.low = keepZero ? 0 : y.low - room;
        y.high += room;
    }
    const double before = m_left + m_right;
    setTicks(x0, x1, y.low, y.high, m_area);
    if (m_left + m_right > before) {
        layOut(size);
    }
    m_x->setVisible(any);
    m_y->setVisible(any);
    m_lines->set({m_area, x0, x1, y.low, y.high, m_log}, std::move(curves));
    m_marks->place(m_lines->map(), look(), m_font);
    m_empty->setVisible(!any);
    if (!any) {
        const QRectF box = m_empty->boundingRect();
        m_empty->setPos(m_area.center() - QPointF(box.width() / 2, box.height() / 2));
    }
    return y;
}

} // namespace yardstick::ui
