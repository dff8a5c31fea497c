// The graphics items that a line chart paints itself inside Qt Charts' plot area: the curves with their marks, and the
// cursor with its read-out. Curves are painted here because one hundred QLineSeries of a thousand points cost a quarter
// of a second a frame and a NaN blanks a QLineSeries. Private to ui/charts.
#pragma once

#include "core/chart_model.h"
#include "ui/charts/line_data.h"
#include "ui/theme/tokens.h"

#include <QFont>
#include <QGraphicsItem>
#include <QPen>
#include <QPolygonF>

#include <optional>
#include <vector>

namespace yardstick::ui {

/// Data to pixels of the plot area.
struct PlotMap
{
    QRectF area;
    double x0 = 0, x1 = 1, y0 = 0, y1 = 1; ///< y in log10 when `log`
    bool log = false;

    [[nodiscard]] double x(double v) const { return area.left() + (v - x0) / (x1 - x0) * area.width(); }
    [[nodiscard]] double y(double v) const;
    [[nodiscard]] double xValue(double pixel) const { return x0 + (pixel - area.left()) / area.width() * (x1 - x0); }
    /// In axis units (log10 when `log`).
    [[nodiscard]] double yAxisValue(double pixel) const { return y1 - (pixel - area.top()) / area.height() * (y1 - y0); }
};

/// One curve as it is painted: decimated, NaN where it is split.
struct PaintedLine
{
    QPen pen;
    std::vector<ChartPoint> points;
    bool showPoints = false; ///< few points: dots too, so that a lone value is seen
    std::vector<OddMark> marks;
};

class LinesItem final : public QGraphicsItem
{
public:
    explicit LinesItem(QGraphicsItem* parent) : QGraphicsItem(parent) { setFlag(ItemHasNoContents, false); }
    void set(PlotMap map, std::vector<PaintedLine> lines);
    void setFast(bool fast); ///< no antialiasing and thin pens, while the user drags
    [[nodiscard]] const PlotMap& map() const { return m_map; }

    [[nodiscard]] QRectF boundingRect() const override { return m_map.area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintLine(QPainter& painter, const PaintedLine& line);
    void paintRun(QPainter& painter, QPen pen) const; ///< m_run, in pieces
    void paintMarks(QPainter& painter, const PaintedLine& line) const;

    PlotMap m_map;
    std::vector<PaintedLine> m_lines;
    QPolygonF m_run; ///< kept between frames for its memory
    bool m_fast = false;
    bool m_thin = false; ///< too many points for wide pens
};

struct ReadoutRow
{
    QColor colour;
    Qt::PenStyle style = Qt::SolidLine;
    QString label, value;
    std::optional<double> y; ///< axis units; a dot is drawn there
};

/// Vertical line at x and a box with the values there.
class CursorItem final : public QGraphicsItem
{
public:
    explicit CursorItem(QGraphicsItem* parent) : QGraphicsItem(parent) { setVisible(false); }
    void set(const PlotMap& map, double x, QString heading, std::vector<ReadoutRow> rows, const Tokens& tokens, const QFont& font);
    void setBoxVisible(bool visible) { m_boxVisible = visible; }

    [[nodiscard]] QRectF boundingRect() const override { return m_map.area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintBox(QPainter& painter, double pixelX) const;

    PlotMap m_map;
    double m_x = 0;
    QString m_heading;
    std::vector<ReadoutRow> m_rows;
    Tokens m_tokens;
    QFont m_font;
    bool m_boxVisible = true;
};

/// The box that is dragged to zoom.
class BandItem final : public QGraphicsItem
{
public:
    explicit BandItem(QGraphicsItem* parent) : QGraphicsItem(parent) { setVisible(false); }
    void set(const QRectF& rect, const QColor& colour);
    [[nodiscard]] QRectF rect() const { return m_rect; }
    [[nodiscard]] QRectF boundingRect() const override { return m_rect.adjusted(-1, -1, 1, 1); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QRectF m_rect;
    QColor m_colour;
};

} // namespace yardstick::ui
