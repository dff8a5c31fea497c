// StripPlot: the picture of every timed epoch: a strip for each machine, dots in the order in which the epochs ran, the mean and
// its interval as a band over the epochs that entered it. Each strip has its own scale, from the epochs of its levels; what
// lies beyond stands at the edge. Painted without Qt Charts, which has no such axes. Shown by StripChartView, drawn to
// files by ChartRenderer. Private to ui/charts. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"
#include "ui/theme/tokens.h"

#include <QFont>
#include <QGraphicsItem>
#include <QTextDocument>

#include <optional>
#include <vector>

namespace yardstick::ui {

class StripPlot final : public QGraphicsItem
{
public:
    void setLook(bool dark, const QFont& font);
    void setChart(const StripChart& chart);
    void setEmptyText(const QString& text) { m_emptyText = text; }
    void draw(const QSizeF& size);
    void setCurrent(std::optional<int> row);

    [[nodiscard]] double wantedHeight(double width) const;
    [[nodiscard]] std::optional<int> rowAt(const QPointF& pixel) const;
    /// The dot of a row that is nearest in x and within reach.
    [[nodiscard]] std::optional<size_t> dotAt(int row, const QPointF& pixel) const;
    [[nodiscard]] QPointF dotPlace(int row, size_t dot) const; ///< px
    [[nodiscard]] const StripChart& chart() const { return m_chart; }
    [[nodiscard]] const Tokens& look() const { return tokens(m_dark); }

    [[nodiscard]] QRectF boundingRect() const override { return {QPointF(), m_size}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    struct Range
    {
        double low = 0, high = 1;
    };
    [[nodiscard]] static Range rangeOf(const StripRow& row);
    [[nodiscard]] QRectF rowBox(int row) const;
    [[nodiscard]] QRectF stripBox(int row) const; ///< where dots are
    [[nodiscard]] double headHeight(double width) const;
    [[nodiscard]] double footHeight(double width) const;
    double paintKey(QPainter& painter, double top, double width, bool measureOnly) const; ///< its height
    void paintHead(QPainter& painter) const;
    void paintRow(QPainter& painter, int row) const;
    void paintMean(QPainter& painter, int row) const;
    void paintDots(QPainter& painter, int row) const;
    void paintDot(QPainter& painter, StripKind kind, QPointF at, const QColor& colour, double radius) const;
    [[nodiscard]] QString meanText(const StripRow& row) const;

    StripChart m_chart;
    std::vector<Range> m_ranges;
    QString m_emptyText;
    QFont m_base, m_font;
    QSizeF m_size;
    double m_label = 0, m_scale = 0; ///< widths of names and of figures before the strips
    std::optional<int> m_current;
    bool m_dark = false;
};

/// What an epoch of this kind is, in a word or two.
QString stripKindText(StripKind kind);

} // namespace yardstick::ui
