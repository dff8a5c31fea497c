#include "ui/charts/line_marks.h"

#include "ui/format.h"

#include <QFontMetricsF>
#include <QPainter>

namespace yardstick::ui {
namespace {

constexpr double kNamedRing = 4.5, kBareRing = 2.5; ///< radii, px

} // namespace

void LineMarksItem::place(const PlotMap& map, const Tokens& tokens, const QFont& font)
{
    prepareGeometryChange();
    m_map = map;
    m_tokens = tokens;
    m_font = font;
    m_shown.clear();
    const QFontMetricsF metrics(font);
    std::vector<LabelRequest> requests;
    for (const ChartMark& mark : m_marks) {
        if ((map.log && mark.y <= 0) || mark.x < map.x0 || mark.x > map.x1) {
            continue;
        }
        const QPointF at(map.x(mark.x), map.y(mark.y));
        if (map.area.contains(at)) {
            m_shown.push_back({at, fromUtf8(mark.label), {}});
        }
    }
    for (const Shown& shown : m_shown) {
        if (!shown.label.isEmpty()) {
            requests.push_back({shown.at, kNamedRing, QSizeF(metrics.horizontalAdvance(shown.label) + 2 * kSpace1, metrics.height())});
        }
    }
    const std::vector<LabelPlace> places = placeLabels(requests, map.area.adjusted(1, 1, -1, -1));
    size_t next = 0;
    for (Shown& shown : m_shown) {
        if (!shown.label.isEmpty()) {
            shown.place = places[next++];
        }
    }
    update();
}

void LineMarksItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_font);
    for (const Shown& shown : m_shown) {
        const bool named = !shown.label.isEmpty();
        const double radius = named ? kNamedRing : kBareRing;
        painter->setPen(QPen(named ? m_tokens.text : m_tokens.secondary, named ? 1.6 : 1));
        painter->setBrush(m_tokens.base);
        painter->drawEllipse(shown.at, radius, radius);
        if (!named || !shown.place.placed) {
            continue;
        }
        QColor ground = m_tokens.base;
        ground.setAlphaF(0.88F);
        painter->setPen(Qt::NoPen);
        painter->setBrush(ground);
        painter->drawRoundedRect(shown.place.box, 2, 2);
        painter->setPen(m_tokens.text);
        painter->drawText(shown.place.box, Qt::AlignCenter, shown.label);
    }
    painter->restore();
}

} // namespace yardstick::ui
