// LinePlot: the picture of a line chart: Qt Charts' axes, grid and legend around our own curves. It is shown by
// MetricChart and drawn to files by ChartRenderer; both see the same picture. Private to ui/charts. Owner thread: GUI.
#pragma once

#include "ui/charts/line_data.h"
#include "ui/charts/line_items.h"
#include "ui/charts/line_marks.h"
#include "ui/charts/ticks.h"
#include "ui/theme/tokens.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>

#include <vector>

namespace yardstick::ui {

class LinePlot final : public QChart
{
    Q_OBJECT
public:
    explicit LinePlot(QGraphicsItem* parent = nullptr);

    void setLook(bool dark, const QFont& font, bool compact);
    void setTexts(const QString& title, const QString& xTitle, const QString& yTitle);
    void setStatus(const QString& text);    ///< at the right of the title: the newest value
    void setEmptyText(const QString& text); ///< shown in the plot area while there is no point
    void setLines(const std::vector<LineData>& lines); ///< the legend; call after each change of lines or visibility
    void setMarks(std::vector<ChartMark> marks) { m_marks->setMarks(std::move(marks)); } ///< drawn with the next draw()
    [[nodiscard]] const std::vector<ChartMark>& marks() const { return m_marks->marks(); }
    void setAxes(AxisKind x, bool logY) { m_xKind = x; m_log = logY; }
    /// Lays out for `size`, decimates to its pixels and takes the y range from what is visible unless it is fixed.
    /// y in axis units. Returns the y range in use.
    Extent draw(const std::vector<LineData>& lines, const QSizeF& size, double x0, double x1, const Extent& fixedY);

    [[nodiscard]] const PlotMap& map() const { return m_lines->map(); }
    LinesItem& linesItem() { return *m_lines; }
    CursorItem& cursor() { return *m_cursor; }
    BandItem& band() { return *m_band; }
    [[nodiscard]] const Tokens& look() const { return tokens(m_dark); }
    [[nodiscard]] QFont smallFont() const { return m_font; }
    [[nodiscard]] QColor colourOf(const LineData& line) const;
    /// Fits the reserved margins to the present labels again (they only grow while live).
    void resetMargins() { m_left = m_right = 0; }

Q_SIGNALS:
    void legendClicked(int lineIndex);

private:
    [[nodiscard]] int legendRows(double width) const; ///< that the entries take at this width, 1…3
    void layOut(const QSizeF& size);
    void setTicks(double x0, double x1, double y0, double y1, const QRectF& area);
    void fill(QCategoryAxis& axis, const std::vector<Tick>& ticks, double low, double high);
    [[nodiscard]] std::vector<PaintedLine> painted(const std::vector<LineData>& lines, double x0, double x1, double width) const;
    void styleAxis(QCategoryAxis& axis);
    void styleLegend();

    QCategoryAxis* m_x;
    QCategoryAxis* m_y;
    QLineSeries* m_base; ///< carries the axes; has no points
    LinesItem* m_lines;
    LineMarksItem* m_marks;
    CursorItem* m_cursor;
    BandItem* m_band;
    QGraphicsSimpleTextItem* m_title;
    QGraphicsSimpleTextItem* m_status;
    QGraphicsSimpleTextItem* m_empty;
    QList<QLineSeries*> m_legendSeries; ///< one per line while the legend is shown
    std::vector<bool> m_legendVisible;
    QString m_xTitle, m_yTitle;
    QFont m_font;
    AxisKind m_xKind = AxisKind::Number;
    bool m_log = false;
    bool m_dark = false;
    bool m_compact = false;
    double m_left = 0, m_right = 0; ///< widest labels of y and x so far
    QRectF m_area;
};

} // namespace yardstick::ui
