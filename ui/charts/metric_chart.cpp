#include "ui/charts/metric_chart.h"

#include "ui/charts/chart_accessible.h"
#include "ui/charts/line_plot.h"
#include "ui/format.h"

#include <QAccessible>
#include <QDateTime>
#include <QGraphicsScene>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr int kCoalesceMs = 40; ///< 25 redraws a second
constexpr int kRefineMs = 150;

} // namespace

MetricChart::MetricChart(QWidget* parent) : QGraphicsView(parent), m_plot(new LinePlot)
{
    installChartAccessibility();
    auto* canvas = new QGraphicsScene(this);
    canvas->setItemIndexMethod(QGraphicsScene::NoIndex);
    canvas->addItem(m_plot);
    setScene(canvas);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(QGraphicsView::MinimalViewportUpdate);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &MetricChart::redraw);
    m_refine.setSingleShot(true);
    m_refine.setInterval(kRefineMs);
    connect(&m_refine, &QTimer::timeout, this, [this] { m_plot->linesItem().setFast(false); });
    connect(m_plot, &LinePlot::legendClicked, this, [this](int index) {
        const LineData& line = m_lines.at(static_cast<size_t>(index));
        setSeriesVisible(line.id(), !line.visible);
    });
    m_emptyText = tr("Nothing measured yet.");
    m_plot->setEmptyText(m_emptyText);
    applyLook();
}

MetricChart::~MetricChart() = default;

void MetricChart::setTitle(const QString& title)
{
    m_title = title;
    setAccessibleName(title);
    m_plot->setTexts(m_title, m_xTitle, m_yTitle);
    schedule();
}

void MetricChart::setXAxis(AxisKind kind, const QString& title)
{
    if (kind != m_xKind || title != m_xTitle) {
        m_x.reset();
        m_cursor.reset();
    }
    m_xKind = kind;
    m_xTitle = title;
    m_plot->setAxes(m_xKind, m_log);
    m_plot->setTexts(m_title, m_xTitle, m_yTitle);
    schedule();
}

void MetricChart::setYTitle(const QString& title)
{
    m_yTitle = title;
    m_plot->setTexts(m_title, m_xTitle, m_yTitle);
    schedule();
}

void MetricChart::setSeries(std::vector<ChartSeries> series)
{
    std::vector<LineData> lines;
    lines.reserve(series.size());
    for (ChartSeries& one : series) {
        LineData line(std::move(one));
        const auto old = std::find_if(m_lines.begin(), m_lines.end(), [&](const LineData& l) { return l.id() == line.id(); });
        line.visible = old == m_lines.end() || old->visible;
        line.setLog(m_log);
        line.setSmoothing(m_smoothing);
        lines.push_back(std::move(line));
    }
    m_lines = std::move(lines);
    m_plot->setLines(m_lines);
    schedule();
}

void MetricChart::setMarks(std::vector<ChartMark> marks)
{
    QStringList words;
    for (const ChartMark& mark : marks) {
        words << fromUtf8(mark.text);
    }
    setAccessibleDescription(words.join(QLatin1Char(' ')));
    m_plot->setMarks(std::move(marks));
    schedule();
}

const std::vector<ChartMark>& MetricChart::marks() const
{
    return m_plot->marks();
}

void MetricChart::setEmptyText(const QString& text)
{
    m_emptyText = text;
    m_plot->setEmptyText(text);
    schedule();
}

void MetricChart::setCompact(bool compact)
{
    m_compact = compact;
    applyLook();
}

void MetricChart::setUnit(const QString& unit)
{
    m_unit = unit;
    schedule();
}

void MetricChart::setValueFormat(std::function<QString(double)> format)
{
    m_format = std::move(format);
    schedule();
}

QString MetricChart::valueText(double value) const
{
    const QString text = m_format ? m_format(value) : formatNumber(value);
    return m_unit.isEmpty() ? text : text + QLatin1Char(' ') + m_unit;
}

void MetricChart::setSmoothing(double weight)
{
    m_smoothing = std::clamp(weight, 0.0, 0.99);
    for (LineData& line : m_lines) {
        line.setSmoothing(m_smoothing);
    }
    scheduleNow();
}

void MetricChart::setLogY(bool log)
{
    if (log == m_log) {
        return;
    }
    m_log = log;
    m_y.reset(); // the units changed
    for (LineData& line : m_lines) {
        line.setLog(log);
    }
    m_plot->setAxes(m_xKind, m_log);
    m_plot->resetMargins();
    scheduleNow();
}

void MetricChart::setFollow(bool follow)
{
    if (follow && !m_follow) {
        m_x.toEnd();
    }
    m_follow = follow;
    scheduleNow();
}

void MetricChart::setSeriesVisible(const std::string& id, bool visible)
{
    for (LineData& line : m_lines) {
        if (line.id() == id && line.visible != visible) {
            line.visible = visible;
            m_plot->setLines(m_lines);
            scheduleNow();
            Q_EMIT seriesToggled(QString::fromStdString(id), visible);
        }
    }
}

void MetricChart::setXView(double low, double high)
{
    m_x.fix(low, high);
    scheduleNow();
}

void MetricChart::resetXView()
{
    m_x.reset();
    scheduleNow();
}

void MetricChart::resetView()
{
    m_x.reset();
    m_y.reset();
    m_plot->resetMargins();
    scheduleNow();
    Q_EMIT xViewChanged(false, 0, 0);
}

void MetricChart::schedule()
{
    m_dirty = true;
    if (!isVisible() || m_timer.isActive()) {
        return;
    }
    const qint64 since = m_sinceDrawn.isValid() ? m_sinceDrawn.elapsed() : kCoalesceMs;
    m_timer.start(static_cast<int>(std::clamp<qint64>(kCoalesceMs - since, 0, kCoalesceMs)));
}

void MetricChart::scheduleNow()
{
    m_dirty = true;
    if (isVisible()) {
        m_timer.start(0);
    }
}

void MetricChart::flush()
{
    if (m_dirty) {
        m_timer.stop();
        redraw();
    }
}

void MetricChart::redraw()
{
    m_dirty = false;
    m_sinceDrawn.start();
    Extent x;
    for (const LineData& line : m_lines) {
        if (line.visible) {
            x.add(line.xExtent());
        }
    }
    if (x.any) {
        m_x.setData(x.low, x.high, m_follow);
    } else {
        m_x.setData(0, 1, false);
    }
    QString status;
    if (m_compact && !m_lines.empty() && !m_lines.front().raw().empty()) {
        const double newest = m_lines.front().raw().back().y;
        status = m_format ? m_format(newest) : formatNumber(newest);
    }
    m_plot->setStatus(status);
    Extent fixed;
    if (m_y.fixed()) {
        fixed = {m_y.low(), m_y.high(), true};
    }
    const QSizeF size = viewport()->size();
    setSceneRect(QRectF(QPointF(), size));
    const Extent y = m_plot->draw(m_lines, size, m_x.low(), m_x.high(), fixed);
    m_y.setData(y.low, y.high, false);
    updateCursor();
}

void MetricChart::applyLook()
{
    m_plot->setLook(isDark(palette()), font(), m_compact);
    setBackgroundBrush(m_plot->look().base);
    m_plot->setLines(m_lines);
    schedule();
}

QRectF MetricChart::plotArea() const
{
    return m_plot->map().area;
}

QString MetricChart::xText(double x) const
{
    switch (m_xKind) {
    case AxisKind::Duration:
        return formatDuration(x);
    case AxisKind::DateTime:
        return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(x)).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case AxisKind::Integer:
        return m_xTitle + QLatin1Char(' ') + QString::number(x, 'f', 0);
    case AxisKind::Number:
    case AxisKind::Log:
        break;
    }
    return m_xTitle + QLatin1Char(' ') + formatNumber(x);
}

void MetricChart::setCursorX(std::optional<double> x)
{
    m_cursor = x;
    if (!m_dirty) {
        updateCursor();
    }
}

void MetricChart::updateCursor()
{
    CursorItem& item = m_plot->cursor();
    if (!m_cursor) {
        item.setVisible(false);
        return;
    }
    double x = *m_cursor;
    bool placed = false;
    std::vector<ReadoutRow> rows;
    for (const LineData& line : m_lines) {
        const auto index = line.visible ? line.nearest(*m_cursor) : std::nullopt;
        if (!index) {
            continue;
        }
        const ChartPoint raw = line.raw()[*index];
        if (!placed) {
            x = raw.x; // the line stands on a point, not between two
            placed = true;
        }
        const double y = line.shown()[*index].y;
        ReadoutRow row{m_plot->colourOf(line), seriesPenStyle(line.series().colour, line.series().dashed), line.label(),
                       valueText(raw.y), {}};
        if (std::isfinite(y) && (!m_log || y > 0)) {
            row.y = m_log ? std::log10(y) : y;
        }
        rows.push_back(std::move(row));
    }
    item.set(m_plot->map(), x, xText(x), std::move(rows), m_plot->look(), m_plot->smallFont());
    if (!placed) {
        item.setVisible(false);
    }
    if (hasFocus() && QAccessible::isActive()) {
        QAccessibleValueChangeEvent event(this, readout());
        QAccessible::updateAccessibility(&event);
    }
}

QString MetricChart::readout() const
{
    if (!m_cursor) {
        return {};
    }
    QStringList parts;
    QString heading;
    for (const LineData& line : m_lines) {
        const auto index = line.visible ? line.nearest(*m_cursor) : std::nullopt;
        if (index) {
            const ChartPoint& p = line.raw()[*index];
            if (heading.isEmpty()) {
                heading = xText(p.x);
            }
            parts << line.label() + QLatin1Char(' ') + valueText(p.y);
        }
    }
    return parts.isEmpty() ? QString() : heading + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

const LineData* MetricChart::keyboardLine() const
{
    for (const LineData& line : m_lines) {
        if (line.visible && !line.raw().empty()) {
            return &line;
        }
    }
    return nullptr;
}

void MetricChart::moveCursor(int points)
{
    const LineData* line = keyboardLine();
    if (line == nullptr) {
        return;
    }
    const auto last = static_cast<qint64>(line->raw().size()) - 1;
    qint64 index = points > 0 ? 0 : last; // the first press enters at an end of the view
    if (m_cursor) {
        index = std::clamp<qint64>(static_cast<qint64>(line->nearest(*m_cursor).value_or(0)) + points, 0, last);
    } else if (m_x.fixed()) {
        index = static_cast<qint64>(line->nearest(points > 0 ? m_x.low() : m_x.high()).value_or(0));
    }
    const double x = line->raw()[static_cast<size_t>(index)].x;
    setCursorX(x);
    Q_EMIT cursorMoved(x);
    if (x < m_x.low() || x > m_x.high()) {
        m_x.pan(x < m_x.low() ? x - m_x.low() : x - m_x.high());
        userChangedX();
    }
}

} // namespace yardstick::ui
