#include "ui/charts/strip_plot.h"

#include "core/printed.h"
#include "ui/format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr double kStripHeight = 54;
constexpr double kTallest = 4;        ///< times that: a strip that is higher says no more
constexpr double kNameShare = 0.3;   ///< of the width, at most
constexpr double kDotRadius = 2.6;
constexpr double kEdge = 5;          ///< px between the range and the edge of a strip: what lies beyond stands there
constexpr double kReach = 10;        ///< px from a dot that still mean it
constexpr double kBeforeShare = 0.55; ///< of the colour in epochs of an earlier level
constexpr StripKind kKinds[] = {StripKind::InMean, StripKind::Before, StripKind::Stall, StripKind::LeftOut};

bool setsRange(StripKind kind)
{
    return kind == StripKind::InMean || kind == StripKind::Before;
}

QString stripWord(const char* text)
{
    return QCoreApplication::translate("StripPlot", text);
}

} // namespace

QString stripKindText(StripKind kind)
{
    switch (kind) {
    case StripKind::InMean:
        return stripWord(QT_TRANSLATE_NOOP("StripPlot", "in the mean"));
    case StripKind::Before:
        return stripWord(QT_TRANSLATE_NOOP("StripPlot", "before the epoch time changed"));
    case StripKind::Stall:
        return stripWord(QT_TRANSLATE_NOOP("StripPlot", "stall"));
    case StripKind::LeftOut:
        break;
    }
    return stripWord(QT_TRANSLATE_NOOP("StripPlot", "left out: first of an attempt, beside other work, or of other augmentation"));
}

void StripPlot::setLook(bool dark, const QFont& font)
{
    m_dark = dark;
    m_base = font;
    m_font = sized(font, TextSize::Small);
    update();
}

StripPlot::Range StripPlot::rangeOf(const StripRow& row)
{
    Range range;
    bool any = false;
    const auto add = [&](double v) {
        range.low = any ? std::min(range.low, v) : v;
        range.high = any ? std::max(range.high, v) : v;
        any = true;
    };
    for (const bool levels : {true, false}) { // without a level whatever there is
        for (const StripDot& dot : row.dots) {
            if (setsRange(dot.kind) || !levels) {
                add(dot.value);
            }
        }
        if (any) {
            break;
        }
    }
    if (row.high > row.low) {
        add(row.low);
        add(row.high);
    }
    // Noise of a thousandth is not drawn as large as a stall.
    const double least = std::max(std::abs(range.high) * 0.02, 1e-9);
    if (range.high - range.low < least) {
        const double middle = (range.high + range.low) / 2;
        range = {middle - least / 2, middle + least / 2};
    }
    return range;
}

void StripPlot::setChart(const StripChart& chart)
{
    m_chart = chart;
    m_ranges.clear();
    for (const StripRow& row : m_chart.rows) {
        m_ranges.push_back(rangeOf(row));
    }
    update();
}

QString StripPlot::meanText(const StripRow& row) const
{
    if (row.mean <= 0) {
        return {};
    }
    QString text = formatEpochSeconds(row.mean);
    if (row.high > row.low) {
        text += QStringLiteral(" ± ") + fromUtf8(printedHalfWidth((row.high - row.low) / 2, printedSeconds(row.mean)));
    }
    return text + QLatin1Char(' ') + fromUtf8(m_chart.unit);
}

double StripPlot::paintKey(QPainter& painter, double top, double width, bool measureOnly) const
{
    const QFontMetricsF metrics(m_font);
    double x = kSpace2;
    double y = top;
    for (const StripKind kind : kKinds) {
        const bool used = std::any_of(m_chart.rows.begin(), m_chart.rows.end(), [kind](const StripRow& row) {
            return std::any_of(row.dots.begin(), row.dots.end(), [kind](const StripDot& dot) { return dot.kind == kind; });
        });
        if (!used) {
            continue;
        }
        const QString text = stripKindText(kind);
        const double whole = kSpace3 + metrics.horizontalAdvance(text) + 2;
        if (x > kSpace2 && x + whole > width - kSpace2) {
            x = kSpace2;
            y += metrics.height();
        }
        if (!measureOnly) {
            paintDot(painter, kind, {x + 4, y + metrics.height() / 2}, look().text, kDotRadius + 0.6);
            painter.setPen(look().secondary);
            const QString shown = metrics.elidedText(text, Qt::ElideRight, std::max(20.0, width - x - kSpace3 - kSpace2));
            painter.drawText(QPointF(x + kSpace3, y + metrics.ascent()), shown);
        }
        x += whole + kSpace4;
    }
    return y + metrics.height() - top;
}

double StripPlot::headHeight(double width) const
{
    QImage nowhere(1, 1, QImage::Format_ARGB32);
    QPainter painter(&nowhere);
    return kSpace1 + QFontMetricsF(sized(m_base, TextSize::Normal, true)).height() + paintKey(painter, 0, width, true) + kSpace2;
}

double StripPlot::footHeight(double width) const
{
    if (m_chart.footnote.empty()) {
        return 0;
    }
    const QFontMetricsF metrics(m_font);
    const QRectF box(0, 0, std::max(40.0, width - 2 * kSpace2), 1e5);
    return metrics.boundingRect(box, Qt::TextWordWrap, fromUtf8(m_chart.footnote)).height() + kSpace1;
}

double StripPlot::wantedHeight(double width) const
{
    const double strip = std::max(kStripHeight, 2 * QFontMetricsF(m_font).height() + kSpace3);
    return headHeight(width) + std::max<double>(1, static_cast<double>(m_chart.rows.size())) * strip + footHeight(width) + kSpace2;
}

void StripPlot::draw(const QSizeF& size)
{
    prepareGeometryChange();
    m_size = size;
    const QFontMetricsF metrics(m_font);
    m_label = 0;
    m_scale = 0;
    for (size_t i = 0; i < m_chart.rows.size(); ++i) {
        const StripRow& row = m_chart.rows[i];
        m_label = std::max({m_label, metrics.horizontalAdvance(fromUtf8(row.label)), metrics.horizontalAdvance(meanText(row))});
        for (const double v : {m_ranges[i].low, m_ranges[i].high}) {
            m_scale = std::max(m_scale, metrics.horizontalAdvance(formatEpochSeconds(v)));
        }
    }
    m_label = std::min(m_label + 2, size.width() * kNameShare);
    update();
}

QRectF StripPlot::rowBox(int row) const
{
    const double top = headHeight(m_size.width());
    const double all = std::max(10.0, m_size.height() - top - footHeight(m_size.width()) - kSpace2);
    const double height = std::min(all / std::max<double>(1, static_cast<double>(m_chart.rows.size())), kTallest * kStripHeight);
    return {0, top + row * height, m_size.width(), height};
}

QRectF StripPlot::stripBox(int row) const
{
    const double left = kSpace2 + m_label + kSpace3 + m_scale + kSpace2;
    return rowBox(row).adjusted(left, kSpace1, -kSpace3, -kSpace1);
}

QPointF StripPlot::dotPlace(int row, size_t dot) const
{
    const QRectF box = stripBox(row).adjusted(kEdge, kEdge + 2, -kEdge, -kEdge - 2);
    const StripRow& strip = m_chart.rows[static_cast<size_t>(row)];
    const Range& range = m_ranges[static_cast<size_t>(row)];
    const auto last = static_cast<double>(std::max<size_t>(1, strip.dots.size() - 1));
    const double x = strip.dots.size() < 2 ? box.center().x() : box.left() + static_cast<double>(dot) / last * box.width();
    const double share = (strip.dots[dot].value - range.low) / (range.high - range.low);
    const double beyond = kEdge / std::max(1.0, box.height()); // at the edge, outside the range
    return {x, box.bottom() - std::clamp(share, -beyond, 1 + beyond) * box.height()};
}

void StripPlot::paintDot(QPainter& painter, StripKind kind, QPointF at, const QColor& colour, double radius) const
{
    const Tokens& t = look();
    painter.setPen(Qt::NoPen);
    switch (kind) {
    case StripKind::InMean:
        painter.setBrush(colour);
        painter.drawEllipse(at, radius, radius);
        break;
    case StripKind::Before:
        painter.setBrush(mixed(colour, t.base, kBeforeShare));
        painter.drawRect(QRectF(at - QPointF(radius, radius) * 0.9, QSizeF(radius, radius) * 1.8));
        break;
    case StripKind::Stall: {
        const double r = radius * 1.5;
        painter.setBrush(t.bad);
        painter.drawPolygon(QPolygonF{{at.x(), at.y() - r}, {at.x() + r, at.y() + r * 0.8}, {at.x() - r, at.y() + r * 0.8}});
        break;
    }
    case StripKind::LeftOut:
        painter.setBrush(t.base);
        painter.setPen(QPen(t.secondary, 1));
        painter.drawEllipse(at, radius, radius);
        break;
    }
    painter.setBrush(Qt::NoBrush);
}

void StripPlot::paintMean(QPainter& painter, int row) const
{
    const StripRow& strip = m_chart.rows[static_cast<size_t>(row)];
    if (strip.mean <= 0) {
        return;
    }
    size_t first = strip.dots.size();
    size_t last = 0;
    for (size_t i = 0; i < strip.dots.size(); ++i) {
        if (strip.dots[i].kind == StripKind::InMean) {
            first = std::min(first, i);
            last = i;
        }
    }
    if (first > last) {
        return;
    }
    const QRectF box = stripBox(row).adjusted(kEdge, kEdge + 2, -kEdge, -kEdge - 2);
    const Range& range = m_ranges[static_cast<size_t>(row)];
    const auto yOf = [&](double v) { return box.bottom() - std::clamp((v - range.low) / (range.high - range.low), 0.0, 1.0) * box.height(); };
    const double left = dotPlace(row, first).x() - kEdge;
    const double right = dotPlace(row, last).x() + kEdge;
    QColor band = seriesColour(strip.colour, m_dark);
    band.setAlphaF(0.18F);
    painter.fillRect(QRectF(QPointF(left, yOf(strip.high)), QPointF(right, yOf(strip.low))), band);
    painter.setPen(QPen(look().text, 1));
    painter.drawLine(QPointF(left, yOf(strip.mean)), QPointF(right, yOf(strip.mean)));
}

void StripPlot::paintDots(QPainter& painter, int row) const
{
    const StripRow& strip = m_chart.rows[static_cast<size_t>(row)];
    const QColor colour = seriesColour(strip.colour, m_dark);
    const double apart = stripBox(row).width() / std::max<double>(1, static_cast<double>(strip.dots.size()));
    const double radius = std::clamp(apart / 2, 1.0, kDotRadius);
    for (const bool odd : {false, true}) { // what stands out on top
        for (size_t i = 0; i < strip.dots.size(); ++i) {
            if ((strip.dots[i].kind == StripKind::Stall) == odd) {
                paintDot(painter, strip.dots[i].kind, dotPlace(row, i), colour, odd ? kDotRadius : radius);
            }
        }
    }
}

void StripPlot::paintRow(QPainter& painter, int row) const
{
    const Tokens& t = look();
    const QFontMetricsF metrics(m_font);
    const StripRow& strip = m_chart.rows[static_cast<size_t>(row)];
    const QRectF box = rowBox(row);
    if (m_current == row) {
        QColor ground = t.accent;
        ground.setAlphaF(0.10F);
        painter.fillRect(box, ground);
    }
    const double top = box.center().y() - metrics.height();
    painter.setPen(t.text);
    painter.drawText(QRectF(kSpace2, top, m_label, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(fromUtf8(strip.label), Qt::ElideMiddle, m_label));
    painter.setPen(t.secondary);
    painter.drawText(QRectF(kSpace2, top + metrics.height(), m_label, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(meanText(strip), Qt::ElideRight, m_label));
    const QRectF area = stripBox(row);
    painter.setPen(QPen(t.line, 1));
    painter.drawRect(QRectF(area.topLeft() + QPointF(0.5, 0.5), area.size()));
    const Range& range = m_ranges[static_cast<size_t>(row)];
    painter.setPen(t.secondary);
    const QRectF figures(area.left() - kSpace1 - m_scale, area.top(), m_scale, area.height());
    painter.drawText(figures, Qt::AlignRight | Qt::AlignTop, formatEpochSeconds(range.high));
    painter.drawText(figures, Qt::AlignRight | Qt::AlignBottom, formatEpochSeconds(range.low));
    paintMean(painter, row);
    paintDots(painter, row);
}

void StripPlot::paintHead(QPainter& painter) const
{
    const QFont bold = sized(m_base, TextSize::Normal, true);
    const QFontMetricsF metrics(bold);
    painter.setFont(bold);
    painter.setPen(look().text);
    painter.drawText(QPointF(kSpace2, kSpace1 + metrics.ascent()),
                     QStringLiteral("%1 [%2]").arg(fromUtf8(m_chart.title), fromUtf8(m_chart.unit)));
    painter.setFont(m_font);
    paintKey(painter, kSpace1 + metrics.height(), m_size.width(), false);
}

void StripPlot::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->fillRect(boundingRect(), look().base);
    paintHead(*painter);
    for (int row = 0; row < static_cast<int>(m_chart.rows.size()); ++row) {
        paintRow(*painter, row);
    }
    painter->setPen(look().secondary);
    if (m_chart.rows.empty()) {
        painter->setFont(m_base);
        painter->drawText(boundingRect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        painter->setFont(m_font);
    }
    const double foot = footHeight(m_size.width());
    painter->drawText(QRectF(kSpace2, m_size.height() - foot, m_size.width() - 2 * kSpace2, foot), Qt::TextWordWrap, fromUtf8(m_chart.footnote));
    painter->restore();
}

void StripPlot::setCurrent(std::optional<int> row)
{
    m_current = row;
    update();
}

std::optional<int> StripPlot::rowAt(const QPointF& pixel) const
{
    for (int row = 0; row < static_cast<int>(m_chart.rows.size()); ++row) {
        if (rowBox(row).contains(pixel)) {
            return row;
        }
    }
    return std::nullopt;
}

std::optional<size_t> StripPlot::dotAt(int row, const QPointF& pixel) const
{
    std::optional<size_t> nearest;
    double least = kReach;
    for (size_t i = 0; i < m_chart.rows[static_cast<size_t>(row)].dots.size(); ++i) {
        const double away = QLineF(dotPlace(row, i), pixel).length();
        if (away < least) {
            least = away;
            nearest = i;
        }
    }
    return nearest;
}

} // namespace yardstick::ui
