// LineMarksItem: named places of a line chart, e.g. where two lines cross: a ring, and beside it its label where it has one.
// Private to ui/charts. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"
#include "ui/charts/label_places.h"
#include "ui/charts/line_items.h"
#include "ui/theme/tokens.h"

#include <QFont>
#include <QGraphicsItem>

#include <vector>

namespace yardstick::ui {

class LineMarksItem final : public QGraphicsItem
{
public:
    explicit LineMarksItem(QGraphicsItem* parent) : QGraphicsItem(parent) {}
    void setMarks(std::vector<ChartMark> marks) { m_marks = std::move(marks); }
    /// Places them; those outside the view are not shown.
    void place(const PlotMap& map, const Tokens& tokens, const QFont& font);
    [[nodiscard]] const std::vector<ChartMark>& marks() const { return m_marks; }

    [[nodiscard]] QRectF boundingRect() const override { return m_map.area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    struct Shown
    {
        QPointF at;
        QString label;
        LabelPlace place;
    };
    std::vector<ChartMark> m_marks;
    std::vector<Shown> m_shown;
    PlotMap m_map;
    Tokens m_tokens;
    QFont m_font;
};

} // namespace yardstick::ui
