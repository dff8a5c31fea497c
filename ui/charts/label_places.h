// Where the names of points go in a picture: beside their points, inside the plot, over no other name and no point. Greedy, in
// the order given (Christensen, Marks and Shieber 1995 compare such methods). Pure.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace yardstick::ui {

struct LabelRequest
{
    QPointF point;
    double radius = 4; ///< of the point's mark, px
    QSizeF size;       ///< of the name, px
};
struct LabelPlace
{
    QRectF box;
    bool placed = false; ///< false: no room within reach
    bool far = false;    ///< so far off that a line should lead to it
};
/// One for each request. `avoid`: what a name covers only where there is no other place.
std::vector<LabelPlace> placeLabels(const std::vector<LabelRequest>& requests, const QRectF& area, const std::vector<QRectF>& avoid = {});

} // namespace yardstick::ui
