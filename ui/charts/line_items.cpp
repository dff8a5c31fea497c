#include "ui/charts/line_items.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr double kMark = 4; ///< half size of a mark, px
constexpr size_t kDotsUpTo = 60;
constexpr size_t kWideUpTo = 4000; ///< points of all lines; beyond, one device pixel wide (Qt's fast path)
constexpr qsizetype kPiece = 24;   ///< points per stroke: the rasteriser's time grows with the square of a path's edges

} // namespace

double PlotMap::y(double v) const
{
    const double axis = log ? std::log10(v) : v;
    const double pixel = area.bottom() - (axis - y0) / (y1 - y0) * area.height();
    // Far outside values would overflow the rasteriser.
    return std::clamp(pixel, area.top() - 10 * area.height() - 1e4, area.bottom() + 10 * area.height() + 1e4);
}

void LinesItem::set(PlotMap map, std::vector<PaintedLine> lines)
{
    if (map.area != m_map.area) {
        prepareGeometryChange();
    }
    m_map = map;
    m_lines = std::move(lines);
    size_t points = 0;
    for (const PaintedLine& line : m_lines) {
        points += line.points.size();
    }
    m_thin = points > kWideUpTo;
    update();
}

void LinesItem::setFast(bool fast)
{
    if (fast != m_fast) {
        m_fast = fast;
        update();
    }
}

void LinesItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (m_map.area.isEmpty()) {
        return;
    }
    painter->save();
    painter->setClipRect(m_map.area);
    painter->setBrush(Qt::NoBrush);
    for (const PaintedLine& line : m_lines) {
        paintLine(*painter, line);
    }
    painter->setRenderHint(QPainter::Antialiasing);
    for (const PaintedLine& line : m_lines) {
        paintMarks(*painter, line);
    }
    painter->restore();
}

void LinesItem::paintLine(QPainter& painter, const PaintedLine& line)
{
    QPen pen = line.pen;
    if (m_fast || m_thin) {
        pen.setWidth(1);
        pen.setCosmetic(true);
    }
    if (m_fast) {
        pen.setStyle(Qt::SolidLine);
    }
    painter.setRenderHint(QPainter::Antialiasing, !m_fast);
    painter.setPen(pen);
    const auto flush = [&] {
        if (m_run.size() > 1) {
            paintRun(painter, pen);
        } else if (m_run.size() == 1) { // a lone value between gaps
            painter.save();
            painter.setPen(Qt::NoPen);
            painter.setBrush(pen.color());
            painter.drawEllipse(m_run.front(), 2, 2);
            painter.restore();
        }
        m_run.resize(0);
    };
    for (const ChartPoint& p : line.points) {
        if (!std::isfinite(p.y) || (m_map.log && p.y <= 0)) {
            flush();
        } else {
            m_run.append({m_map.x(p.x), m_map.y(p.y)});
        }
    }
    flush();
    if (line.showPoints && line.points.size() <= kDotsUpTo) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(pen.color());
        for (const ChartPoint& p : line.points) {
            if (std::isfinite(p.y) && (!m_map.log || p.y > 0)) {
                painter.drawEllipse(QPointF(m_map.x(p.x), m_map.y(p.y)), 2, 2);
            }
        }
        painter.setBrush(Qt::NoBrush);
    }
}

void LinesItem::paintRun(QPainter& painter, QPen pen) const
{
    if (m_fast || m_thin) {
        painter.drawPolyline(m_run);
        return;
    }
    double length = 0; // dashes go on from piece to piece
    for (qsizetype from = 0; from + 1 < m_run.size(); from += kPiece) {
        const qsizetype count = std::min(kPiece + 1, m_run.size() - from);
        if (pen.style() != Qt::SolidLine) {
            pen.setDashOffset(length / pen.widthF());
            painter.setPen(pen);
            for (qsizetype i = from + 1; i < from + count; ++i) {
                length += std::hypot(m_run[i].x() - m_run[i - 1].x(), m_run[i].y() - m_run[i - 1].y());
            }
        }
        painter.drawPolyline(m_run.constData() + from, static_cast<int>(count));
    }
}

void LinesItem::paintMarks(QPainter& painter, const PaintedLine& line) const
{
    const QRectF& a = m_map.area;
    QPen pen(line.pen.color(), 1.5);
    double lastX[4] = {-1e9, -1e9, -1e9, -1e9};
    for (const OddMark& mark : line.marks) {
        if (mark.x < m_map.x0 || mark.x > m_map.x1) {
            continue;
        }
        const double x = std::clamp(m_map.x(mark.x), a.left() + kMark, a.right() - kMark);
        double& last = lastX[static_cast<int>(mark.kind)];
        if (x - last < 1) { // one per pixel column
            continue;
        }
        last = x;
        const double bottom = a.bottom() - kMark - 1;
        const double top = a.top() + kMark + 1;
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        switch (mark.kind) {
        case OddMark::Kind::NaN:
            painter.drawLine(QPointF(x - kMark, bottom - kMark), QPointF(x + kMark, bottom + kMark));
            painter.drawLine(QPointF(x - kMark, bottom + kMark), QPointF(x + kMark, bottom - kMark));
            break;
        case OddMark::Kind::PlusInfinity:
            painter.setBrush(line.pen.color());
            painter.drawPolygon(QPolygonF{{x - kMark, top + kMark}, {x + kMark, top + kMark}, {x, top - kMark}});
            break;
        case OddMark::Kind::MinusInfinity:
            painter.setBrush(line.pen.color());
            painter.drawPolygon(QPolygonF{{x - kMark, bottom - kMark}, {x + kMark, bottom - kMark}, {x, bottom + kMark}});
            break;
        case OddMark::Kind::NotPositive:
            painter.drawPolygon(QPolygonF{{x - kMark, bottom - kMark}, {x + kMark, bottom - kMark}, {x, bottom + kMark}});
            break;
        }
    }
}

void CursorItem::set(const PlotMap& map, double x, QString heading, std::vector<ReadoutRow> rows, const Tokens& tokens,
                     const QFont& font)
{
    prepareGeometryChange();
    m_map = map;
    m_x = x;
    m_heading = std::move(heading);
    m_rows = std::move(rows);
    m_tokens = tokens;
    m_font = font;
    setVisible(x >= map.x0 && x <= map.x1);
    update();
}

void CursorItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->save();
    painter->setClipRect(m_map.area.adjusted(-3, -3, 3, 3));
    const double x = std::round(m_map.x(m_x)) + 0.5;
    painter->setPen(QPen(m_tokens.secondary, 1));
    painter->drawLine(QPointF(x, m_map.area.top()), QPointF(x, m_map.area.bottom()));
    painter->setRenderHint(QPainter::Antialiasing);
    for (const ReadoutRow& row : m_rows) {
        if (row.y) {
            const double pixel = m_map.area.bottom() - (*row.y - m_map.y0) / (m_map.y1 - m_map.y0) * m_map.area.height();
            painter->setPen(QPen(m_tokens.base, 1.5));
            painter->setBrush(row.colour);
            painter->drawEllipse(QPointF(x, pixel), 3.5, 3.5);
        }
    }
    if (m_boxVisible) {
        paintBox(*painter, x);
    }
    painter->restore();
}

void CursorItem::paintBox(QPainter& painter, double pixelX) const
{
    const QFontMetricsF metrics(m_font);
    const double height = metrics.height();
    double labels = 0;
    double values = metrics.horizontalAdvance(m_heading);
    for (const ReadoutRow& row : m_rows) {
        labels = std::max(labels, metrics.horizontalAdvance(row.label));
        values = std::max(values, metrics.horizontalAdvance(row.value));
    }
    const bool named = m_rows.size() > 1;
    const double text = named ? std::max(labels + kSpace3 + values, metrics.horizontalAdvance(m_heading)) : values;
    const QSizeF size(text + (named ? 16 : 0) + 2 * kSpace2, height * (static_cast<double>(m_rows.size()) + 1) + 2 * kSpace1);
    QRectF box(QPointF(pixelX + kSpace2, m_map.area.top() + kSpace1), size);
    if (box.right() > m_map.area.right()) {
        box.moveRight(pixelX - kSpace2);
    }
    box.moveLeft(std::max(box.left(), m_map.area.left()));
    QColor ground = m_tokens.base;
    ground.setAlphaF(0.92F);
    painter.setPen(QPen(m_tokens.line, 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 3, 3);
    painter.setFont(m_font);
    double y = box.top() + kSpace1;
    painter.setPen(m_tokens.secondary);
    painter.drawText(QRectF(box.left() + kSpace2, y, box.width() - 2 * kSpace2, height), Qt::AlignLeft | Qt::AlignVCenter, m_heading);
    for (const ReadoutRow& row : m_rows) {
        y += height;
        double left = box.left() + kSpace2;
        if (named) {
            painter.setPen(QPen(row.colour, 2, row.style));
            painter.drawLine(QPointF(left, y + height / 2), QPointF(left + 12, y + height / 2));
            left += 16;
            painter.setPen(m_tokens.text);
            painter.drawText(QRectF(left, y, labels + 1, height), Qt::AlignLeft | Qt::AlignVCenter, row.label);
        }
        painter.setPen(m_tokens.text);
        painter.drawText(QRectF(left, y, box.right() - kSpace2 - left, height),
                         (named ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, row.value);
    }
}

void BandItem::set(const QRectF& rect, const QColor& colour)
{
    prepareGeometryChange();
    m_rect = rect;
    m_colour = colour;
    setVisible(!rect.isEmpty());
}

void BandItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    QColor ground = m_colour;
    ground.setAlphaF(0.12F);
    painter->setPen(QPen(m_colour, 1));
    painter->setBrush(ground);
    painter->drawRect(m_rect);
}

} // namespace yardstick::ui
