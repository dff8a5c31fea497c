// BarPlot: the picture of a grouped bar chart: Qt Charts' horizontal bars, axes and legend, with our value labels, error
// bars and footnote over them. Horizontal, because twelve machine names stay readable that way. Two units: the second gets
// an axis of its own at the top and its bars are scaled to it. Where no machine has more than one value, its bar takes the
// middle. Stacked, the sets are parts of one bar with the sum behind it. What is not ranked is paler, with an outline in the
// colour of its set; the legend says so. Shown by BarCompareChart, drawn to files by ChartRenderer.
// Private to ui/charts. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"
#include "ui/theme/tokens.h"

#include <QAbstractBarSeries>
#include <QBarCategoryAxis>
#include <QCategoryAxis>
#include <QChart>
#include <QFont>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsTextItem>

#include <optional>

namespace yardstick::ui {

/// The whole of a stacked bar.
double stackedSum(const BarGroup& group);

/// What the overlay paints for one bar.
struct BarMark
{
    QRectF bar;
    double whiskerLow = 0, whiskerHigh = 0; ///< x in pixels; equal: none
    QString text;
    QColor pale, outline; ///< of a bar that is not ranked; invalid: Qt Charts' own bar is seen
    bool greyed = false;
};

/// A square and its word.
struct BarLegendEntry
{
    QRectF square;
    QColor fill, outline; ///< outline invalid: none
    QString name;
};

class BarOverlay final : public QGraphicsItem
{
public:
    explicit BarOverlay(QGraphicsItem* parent) : QGraphicsItem(parent) {}
    void set(const QRectF& area, std::vector<BarMark> marks, const Tokens& tokens, const QFont& font);
    void setCurrent(const std::optional<QRectF>& row);
    /// Names and colours of the sets, in reading order; Qt Charts' legend has them bottom up.
    void setLegend(std::vector<BarLegendEntry> entries);
    [[nodiscard]] QRectF boundingRect() const override { return m_area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QRectF m_area;
    std::vector<BarMark> m_marks;
    std::vector<BarLegendEntry> m_legend;
    std::optional<QRectF> m_current;
    Tokens m_tokens;
    QFont m_font;
};

class BarPlot final : public QChart
{
    Q_OBJECT
public:
    explicit BarPlot(QGraphicsItem* parent = nullptr);

    void setLook(bool dark, const QFont& font);
    void setChart(const BarChart& chart);
    void setEmptyText(const QString& text) { m_empty->setText(text); }
    void draw(const QSizeF& size);
    void setCurrentGroup(std::optional<int> group); ///< highlighted for keys and hover

    /// Height at which every bar has room for its label.
    [[nodiscard]] double wantedHeight(double width) const;
    [[nodiscard]] std::optional<int> groupAt(const QPointF& pixel) const;
    [[nodiscard]] const BarChart& chart() const { return m_chart; }
    [[nodiscard]] const Tokens& look() const { return tokens(m_dark); }

private:
    void rebuild();
    void makeSeries();
    void styleSets();
    void setAxes(const QRectF& area);
    void placeMarks();
    [[nodiscard]] QRectF barRect(int group, int set, double value) const;
    [[nodiscard]] QRectF groupRect(int group) const;
    [[nodiscard]] BarMark markOf(int group, size_t set, bool there) const;
    [[nodiscard]] double axisTop(int unit, double width) const;
    [[nodiscard]] int unitOf(size_t set) const; ///< 0 or 1
    [[nodiscard]] size_t setPlace(size_t set) const; ///< of a set among Qt Charts' own, and back
    [[nodiscard]] QString unitTitle(int unit) const;
    [[nodiscard]] double footHeight(double width) const;
    [[nodiscard]] QColor paleColour(int set) const; ///< of what is not ranked
    [[nodiscard]] bool anyGreyed() const;
    [[nodiscard]] int slotCount() const; ///< bars side by side in a group
    /// Squares from `at` on, wrapped at `width`; none where one set needs no name.
    [[nodiscard]] std::vector<BarLegendEntry> legendEntries(const QPointF& at, double width) const;
    [[nodiscard]] double legendHeight(double width) const;

    BarChart m_chart;
    QAbstractBarSeries* m_series = nullptr;
    QBarCategoryAxis* m_groups;
    QCategoryAxis* m_first;
    QCategoryAxis* m_second;
    BarOverlay* m_overlay;
    QGraphicsSimpleTextItem* m_title;
    QGraphicsSimpleTextItem* m_empty;
    QGraphicsTextItem* m_footnote;
    std::vector<std::string> m_units; ///< one or two
    double m_tops[2] = {1, 1};
    QRectF m_area;
    QFont m_font, m_baseFont;
    std::optional<int> m_current;
    bool m_dark = false;
    bool m_single = false; ///< at most one value in each group
    bool m_piled = false;  ///< the series is a stacked one
};

} // namespace yardstick::ui
