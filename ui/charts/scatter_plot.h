// ScatterPlot: the picture of time against money: Qt Charts' axes and grid, with our points, error bars, front line and names
// over them. What is on the front is a full dot, what another one beats in both is a ring. Shown by ScatterChartView, drawn
// to files by ChartRenderer. Private to ui/charts. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"
#include "ui/charts/label_places.h"
#include "ui/theme/tokens.h"

#include <QCategoryAxis>
#include <QChart>
#include <QFont>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsTextItem>
#include <QLineSeries>

#include <optional>
#include <vector>

namespace yardstick::ui {

/// One point as it is painted.
struct ScatterMark
{
    QPointF at;
    QLineF across, upright; ///< error bars; of no length: none
    QColor colour;
    bool front = false;
    QString name;
    LabelPlace place;
};

class ScatterOverlay final : public QGraphicsItem
{
public:
    explicit ScatterOverlay(QGraphicsItem* parent) : QGraphicsItem(parent) {}
    void set(const QRectF& area, std::vector<ScatterMark> marks, const Tokens& tokens, const QFont& font);
    void setCurrent(std::optional<int> item);
    [[nodiscard]] const std::vector<ScatterMark>& marks() const { return m_marks; }
    [[nodiscard]] QRectF boundingRect() const override { return m_area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintFront(QPainter& painter) const;
    void paintMark(QPainter& painter, const ScatterMark& mark) const;
    void paintName(QPainter& painter, const ScatterMark& mark) const;

    QRectF m_area;
    std::vector<ScatterMark> m_marks;
    std::optional<int> m_current;
    Tokens m_tokens;
    QFont m_font;
};

class ScatterPlot final : public QChart
{
    Q_OBJECT
public:
    explicit ScatterPlot(QGraphicsItem* parent = nullptr);

    void setLook(bool dark, const QFont& font);
    void setChart(const ScatterChart& chart);
    void draw(const QSizeF& size);
    void setCurrent(std::optional<int> item);

    [[nodiscard]] const ScatterChart& chart() const { return m_chart; }
    [[nodiscard]] std::optional<int> itemAt(const QPointF& pixel) const; ///< the nearest within reach
    [[nodiscard]] const std::vector<ScatterMark>& marks() const { return m_overlay->marks(); }
    [[nodiscard]] const Tokens& look() const { return tokens(m_dark); }

private:
    /// One direction: the range and its unit, in log10 where it is logarithmic.
    struct Scale
    {
        double low = 0, high = 1, unit = 1;
        bool log = false;
        [[nodiscard]] double axis(double value) const;
        [[nodiscard]] double share(double value) const; ///< 0…1 of the range
    };
    [[nodiscard]] Scale scaleOf(double ScatterPoint::*value, double ScatterPoint::*low, double ScatterPoint::*high, bool log) const;
    void layOut(const QSizeF& size);
    void fillAxis(QCategoryAxis& axis, const Scale& scale, int count);
    void placeMarks();
    [[nodiscard]] QPointF pixelOf(double x, double y) const;
    [[nodiscard]] double yLabelWidth(const Scale& scale) const;

    ScatterChart m_chart;
    QCategoryAxis* m_x;
    QCategoryAxis* m_y;
    QLineSeries* m_base; ///< carries the axes; has no points
    ScatterOverlay* m_overlay;
    QGraphicsSimpleTextItem* m_title;
    QGraphicsTextItem* m_key;
    QGraphicsSimpleTextItem* m_empty;
    QGraphicsTextItem* m_footnote;
    QRectF m_area;
    Scale m_xScale, m_yScale;
    QFont m_font;
    bool m_dark = false;
};

} // namespace yardstick::ui
