#include "ui/charts/scatter_plot.h"

#include "ui/charts/ticks.h"
#include "ui/format.h"

#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QLegend>
#include <QPainter>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr double kDot = 4.5;    ///< radius, px
constexpr double kHit = 14;     ///< px from a point that still mean it
constexpr double kCap = 3;      ///< half length of the end of an error bar
constexpr double kLeastName = 110, kNameShareOfPlot = 0.22; ///< px, and of the width: longer names are shortened
constexpr double kRoom = 0.07;  ///< of the range, at both ends

/// The unit of time in which the longest job reads well.
struct DurationUnit
{
    double seconds;
    const char* name;
};

DurationUnit durationUnit(const ScatterChart& chart)
{
    double longest = 0;
    for (const ScatterPoint& p : chart.points) {
        longest = std::max(longest, p.x);
    }
    return longest < 180 ? DurationUnit{1, "s"} : longest < 3 * 3600 ? DurationUnit{60, "min"} : DurationUnit{3600, "h"};
}

void paintErrorBar(QPainter& painter, const QLineF& bar)
{
    if (bar.length() < 1) {
        return;
    }
    painter.drawLine(bar);
    const QPointF cap = bar.dx() != 0 ? QPointF(0, kCap) : QPointF(kCap, 0);
    for (const QPointF& end : {bar.p1(), bar.p2()}) {
        painter.drawLine(end - cap, end + cap);
    }
}

/// The points of the front from left to right.
QPolygonF frontOf(const std::vector<ScatterMark>& marks)
{
    QPolygonF front;
    for (const ScatterMark& mark : marks) {
        if (mark.front) {
            front << mark.at;
        }
    }
    std::sort(front.begin(), front.end(), [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
    return front;
}

/// The front line as small boxes, for names to keep off.
void addFront(std::vector<QRectF>& boxes, const std::vector<ScatterMark>& marks)
{
    constexpr double kBox = 5;
    const QPolygonF front = frontOf(marks);
    for (qsizetype i = 0; i + 1 < front.size(); ++i) {
        const QLineF line(front[i], front[i + 1]);
        const int count = std::max(1, static_cast<int>(line.length() / kBox));
        for (int k = 0; k <= count; ++k) {
            const QPointF at = line.pointAt(static_cast<double>(k) / count);
            boxes.emplace_back(at - QPointF(kBox, kBox) / 2, QSizeF(kBox, kBox));
        }
    }
}

} // namespace

void ScatterOverlay::set(const QRectF& area, std::vector<ScatterMark> marks, const Tokens& tokens, const QFont& font)
{
    prepareGeometryChange();
    m_area = area;
    m_marks = std::move(marks);
    m_tokens = tokens;
    m_font = font;
    update();
}

void ScatterOverlay::setCurrent(std::optional<int> item)
{
    m_current = item;
    update();
}

void ScatterOverlay::paintFront(QPainter& painter) const
{
    painter.setPen(QPen(m_tokens.secondary, 1.2, Qt::DashLine));
    painter.drawPolyline(frontOf(m_marks));
}

void ScatterOverlay::paintMark(QPainter& painter, const ScatterMark& mark) const
{
    painter.setPen(QPen(mark.front ? mark.colour : m_tokens.secondary, 1));
    paintErrorBar(painter, mark.across);
    paintErrorBar(painter, mark.upright);
    painter.setPen(mark.front ? QPen(m_tokens.base, 1) : QPen(m_tokens.secondary, 1.4));
    painter.setBrush(mark.front ? mark.colour : m_tokens.base);
    painter.drawEllipse(mark.at, kDot, kDot);
    painter.setBrush(Qt::NoBrush);
}

void ScatterOverlay::paintName(QPainter& painter, const ScatterMark& mark) const
{
    if (!mark.place.placed) {
        return;
    }
    const QRectF& box = mark.place.box;
    if (mark.place.far) {
        const QPointF end(std::clamp(mark.at.x(), box.left(), box.right()), std::clamp(mark.at.y(), box.top(), box.bottom()));
        const QLineF line(mark.at, end);
        painter.setPen(QPen(m_tokens.line, 1));
        painter.drawLine(line.pointAt(kDot / std::max(kDot, line.length())), end);
    }
    painter.setPen(mark.front ? m_tokens.text : m_tokens.secondary);
    painter.drawText(box, Qt::AlignCenter, mark.name);
}

void ScatterOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_font);
    paintFront(*painter);
    for (const bool front : {false, true}) { // the front on top
        for (const ScatterMark& mark : m_marks) {
            if (mark.front == front) {
                paintMark(*painter, mark);
            }
        }
    }
    for (const ScatterMark& mark : m_marks) {
        paintName(*painter, mark);
    }
    if (m_current && *m_current < static_cast<int>(m_marks.size())) {
        painter->setPen(QPen(m_tokens.focus, 2));
        painter->drawEllipse(m_marks[static_cast<size_t>(*m_current)].at, kDot + 4, kDot + 4);
    }
    painter->restore();
}

double ScatterPlot::Scale::axis(double value) const
{
    const double scaled = value / unit;
    return log ? std::log10(scaled) : scaled;
}

double ScatterPlot::Scale::share(double value) const
{
    if (log && value <= 0) {
        return 0;
    }
    return std::clamp((axis(value) - low) / (high - low), 0.0, 1.0);
}

ScatterPlot::ScatterPlot(QGraphicsItem* parent)
    : QChart(parent), m_x(new QCategoryAxis(this)), m_y(new QCategoryAxis(this)), m_base(new QLineSeries(this)), m_overlay(new ScatterOverlay(this)),
      m_title(new QGraphicsSimpleTextItem(this)), m_key(new QGraphicsTextItem(this)), m_empty(new QGraphicsSimpleTextItem(this)),
      m_footnote(new QGraphicsTextItem(this))
{
    setAnimationOptions(QChart::NoAnimation);
    setBackgroundRoundness(0);
    setMargins({0, 0, 0, 0});
    layout()->setContentsMargins(0, 0, 0, 0);
    addAxis(m_x, Qt::AlignBottom);
    addAxis(m_y, Qt::AlignLeft);
    addSeries(m_base);
    for (QCategoryAxis* axis : {m_x, m_y}) { // ranges before they are attached, else Qt Charts looks for one
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setRange(0, 1);
        m_base->attachAxis(axis);
    }
    m_overlay->setZValue(20);
    legend()->setVisible(false);
    m_empty->setText(tr("No machine can be ranked yet."));
    m_key->setPlainText(tr("Dots on the line: no other machine is both faster and cheaper. Rings: another one is."));
}

void ScatterPlot::setLook(bool dark, const QFont& font)
{
    m_dark = dark;
    m_font = sized(font, TextSize::Small);
    const Tokens& t = look();
    setBackgroundBrush(t.base);
    setBackgroundPen(Qt::NoPen);
    m_title->setFont(sized(font, TextSize::Normal, true));
    m_title->setBrush(t.text);
    m_empty->setFont(font);
    m_empty->setBrush(t.secondary);
    for (QGraphicsTextItem* text : {m_key, m_footnote}) {
        text->setFont(m_font);
        text->setDefaultTextColor(t.secondary);
    }
    for (QCategoryAxis* axis : {m_x, m_y}) {
        axis->setLabelsFont(m_font);
        axis->setLabelsColor(t.secondary);
        axis->setTitleFont(m_font);
        axis->setTitleBrush(t.secondary);
        axis->setGridLinePen(QPen(t.line, 1));
        axis->setLinePen(QPen(mixed(t.secondary, t.base, 0.5), 1));
    }
}

void ScatterPlot::setChart(const ScatterChart& chart)
{
    m_chart = chart;
    m_title->setText(fromUtf8(chart.title));
    m_footnote->setPlainText(fromUtf8(chart.footnote));
}

ScatterPlot::Scale ScatterPlot::scaleOf(double ScatterPoint::*value, double ScatterPoint::*low, double ScatterPoint::*high, bool log) const
{
    Scale scale;
    scale.log = log;
    scale.unit = value == &ScatterPoint::x ? durationUnit(m_chart).seconds : 1;
    bool any = false;
    for (const ScatterPoint& p : m_chart.points) {
        for (const double v : {p.*low, p.*value, p.*high}) {
            if (!std::isfinite(v) || (log && v <= 0)) {
                continue;
            }
            const double at = scale.axis(v);
            scale.low = any ? std::min(scale.low, at) : at;
            scale.high = any ? std::max(scale.high, at) : at;
            any = true;
        }
    }
    double room = (scale.high - scale.low) * kRoom;
    if (room <= 0) {
        room = log ? 0.2 : std::max(std::abs(scale.high) * 0.2, 1e-9);
    }
    scale.low = log ? scale.low - room : std::max(0.0, scale.low - room);
    scale.high += room;
    return scale;
}

void ScatterPlot::fillAxis(QCategoryAxis& axis, const Scale& scale, int count)
{
    for (const QString& label : axis.categoriesLabels()) {
        axis.remove(label);
    }
    axis.setStartValue(scale.low - 1 - std::abs(scale.low));
    for (const Tick& tick : makeTicks(scale.low, scale.high, scale.log ? AxisKind::Log : AxisKind::Number, count)) {
        axis.append(tick.label, tick.position);
    }
    axis.setRange(scale.low, scale.high);
}

double ScatterPlot::yLabelWidth(const Scale& scale) const
{
    const QFontMetricsF metrics(m_font);
    double width = metrics.horizontalAdvance(QStringLiteral("0.00"));
    for (const Tick& tick : makeTicks(scale.low, scale.high, scale.log ? AxisKind::Log : AxisKind::Number, 8)) {
        width = std::max(width, metrics.horizontalAdvance(tick.label));
    }
    return width;
}

void ScatterPlot::layOut(const QSizeF& size)
{
    resize(size);
    const QFontMetricsF small(m_font);
    double top = kSpace1;
    m_title->setPos(kSpace2, top);
    top += QFontMetricsF(m_title->font()).height();
    m_key->setTextWidth(std::max(40.0, size.width() - 2 * kSpace1));
    m_key->setPos(kSpace1, top - 2);
    top += m_key->document()->size().height();
    double foot = 0;
    if (!m_chart.footnote.empty()) {
        m_footnote->setTextWidth(std::max(40.0, size.width() - 2 * kSpace1));
        foot = m_footnote->document()->size().height();
    }
    m_footnote->setVisible(foot > 0);
    m_footnote->setPos(kSpace1, size.height() - foot);
    const double left = kSpace2 + yLabelWidth(m_yScale) + kSpace2 + small.height() + kSpace1;
    const double bottom = 2 * small.height() + kSpace3 + foot;
    m_area = QRectF(left, top, std::max(20.0, size.width() - left - kSpace4), std::max(20.0, size.height() - top - bottom));
    setPlotArea(m_area);
}

void ScatterPlot::draw(const QSizeF& size)
{
    m_xScale = scaleOf(&ScatterPoint::x, &ScatterPoint::xLow, &ScatterPoint::xHigh, m_chart.logX);
    m_yScale = scaleOf(&ScatterPoint::y, &ScatterPoint::yLow, &ScatterPoint::yHigh, m_chart.logY);
    layOut(size);
    const QFontMetricsF metrics(m_font);
    fillAxis(*m_x, m_xScale, std::clamp(static_cast<int>(m_area.width() / (metrics.horizontalAdvance(QStringLiteral("0.000")) + kSpace6)), 2, 10));
    fillAxis(*m_y, m_yScale, std::clamp(static_cast<int>(m_area.height() / (metrics.height() * 1.8)), 2, 8));
    m_x->setTitleText(QStringLiteral("%1 [%2]").arg(fromUtf8(m_chart.xLabel), QString::fromLatin1(durationUnit(m_chart).name)));
    m_y->setTitleText(QStringLiteral("%1 [%2]").arg(fromUtf8(m_chart.yLabel), fromUtf8(m_chart.yUnit)));
    const bool any = !m_chart.points.empty();
    for (QAbstractAxis* axis : QList<QAbstractAxis*>{m_x, m_y}) {
        axis->setVisible(any);
    }
    m_key->setVisible(any);
    m_empty->setVisible(!any);
    const QRectF box = m_empty->boundingRect();
    m_empty->setPos(QPointF(size.width() / 2, size.height() / 2) - QPointF(box.width() / 2, box.height() / 2));
    placeMarks();
}

QPointF ScatterPlot::pixelOf(double x, double y) const
{
    return {m_area.left() + m_xScale.share(x) * m_area.width(), m_area.bottom() - m_yScale.share(y) * m_area.height()};
}

void ScatterPlot::placeMarks()
{
    const QFontMetricsF metrics(m_font);
    std::vector<ScatterMark> marks;
    std::vector<LabelRequest> requests;
    std::vector<QRectF> bars;
    for (const ScatterPoint& p : m_chart.points) {
        ScatterMark mark;
        mark.at = pixelOf(p.x, p.y);
        mark.across = {pixelOf(p.xLow, p.y), pixelOf(p.xHigh, p.y)};
        mark.upright = {pixelOf(p.x, p.yLow), pixelOf(p.x, p.yHigh)};
        mark.colour = seriesColour(p.colour, m_dark);
        mark.front = p.front;
        mark.name = metrics.elidedText(fromUtf8(p.label), Qt::ElideMiddle, std::max(kLeastName, m_area.width() * kNameShareOfPlot));
        bars.push_back(QRectF(mark.across.p1(), mark.across.p2()).normalized().adjusted(-1, -kCap, 1, kCap));
        bars.push_back(QRectF(mark.upright.p1(), mark.upright.p2()).normalized().adjusted(-kCap, -1, kCap, 1));
        marks.push_back(std::move(mark));
    }
    addFront(bars, marks);
    std::vector<size_t> order; // the front has the first choice
    for (const bool front : {true, false}) {
        for (size_t i = 0; i < marks.size(); ++i) {
            if (marks[i].front == front) {
                order.push_back(i);
                requests.push_back({marks[i].at, kDot, QSizeF(metrics.horizontalAdvance(marks[i].name) + 2, metrics.height())});
            }
        }
    }
    const std::vector<LabelPlace> places = placeLabels(requests, m_area, bars);
    for (size_t i = 0; i < marks.size(); ++i) {
        marks[order[i]].place = places[i];
    }
    m_overlay->set(QRectF(QPointF(), this->size()), std::move(marks), look(), m_font);
}

void ScatterPlot::setCurrent(std::optional<int> item)
{
    m_overlay->setCurrent(item);
}

std::optional<int> ScatterPlot::itemAt(const QPointF& pixel) const
{
    std::optional<int> nearest;
    double least = kHit;
    for (size_t i = 0; i < marks().size(); ++i) {
        const double away = QLineF(marks()[i].at, pixel).length();
        if (away < least || (marks()[i].place.placed && marks()[i].place.box.contains(pixel))) {
            least = std::min(least, away);
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

} // namespace yardstick::ui
