#include "ui/charts/label_places.h"

#include <algorithm>
#include <array>

namespace yardstick::ui {
namespace {

constexpr double kLabelGap = 3;
constexpr std::array kReaches{0.0, 6.0, 14.0, 24.0, 38.0, 56.0, 80.0, 110.0};
constexpr double kLeadFrom = 10; ///< px between mark and name

/// Right, left, then the corners, above, below.
constexpr std::array<std::array<int, 2>, 8> kSides{{{1, 0}, {-1, 0}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {0, -1}, {0, 1}}};

QRectF boxAt(const LabelRequest& request, const std::array<int, 2>& side, double reach)
{
    const double away = request.radius + kLabelGap + reach;
    const auto offset = [away](int way, double length) { return way > 0 ? away : way < 0 ? -away - length : -length / 2; };
    double dx = offset(side[0], request.size.width());
    const double dy = side[0] != 0 && side[1] != 0 ? offset(side[1], request.size.height()) * 0.7 : offset(side[1], request.size.height());
    if (side[0] != 0 && side[1] != 0) {
        dx *= side[0] > 0 ? 0.7 : 1;
    }
    return {request.point + QPointF(dx, dy), request.size};
}

bool hitsAny(const QRectF& box, const std::vector<QRectF>& others)
{
    return std::any_of(others.begin(), others.end(), [&](const QRectF& other) { return box.intersects(other); });
}

LabelPlace placeOf(const LabelRequest& request, const QRectF& area, const std::vector<QRectF>& taken, const std::vector<QRectF>& avoid)
{
    for (const bool free : {true, false}) { // first where nothing at all is covered
        for (const double reach : kReaches) {
            for (const auto& side : kSides) {
                const QRectF box = boxAt(request, side, reach);
                if (area.contains(box) && !hitsAny(box, taken) && !(free && hitsAny(box, avoid))) {
                    return {box, true, reach > kLeadFrom};
                }
            }
        }
    }
    return {};
}

} // namespace

std::vector<LabelPlace> placeLabels(const std::vector<LabelRequest>& requests, const QRectF& area, const std::vector<QRectF>& avoid)
{
    std::vector<QRectF> taken;
    for (const LabelRequest& request : requests) {
        const double r = request.radius + 1;
        taken.emplace_back(request.point.x() - r, request.point.y() - r, 2 * r, 2 * r);
    }
    std::vector<LabelPlace> places;
    for (const LabelRequest& request : requests) {
        places.push_back(placeOf(request, area, taken, avoid));
        if (places.back().placed) {
            taken.push_back(places.back().box);
        }
    }
    return places;
}

} // namespace yardstick::ui
