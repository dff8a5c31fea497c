// BarCompareChart: machines side by side: grouped bars with values, or stacked ones with their sum, error bars, two units,
// greyed machines and a footnote. Up and Down walk through the groups and are read out; a tooltip names what is under the
// mouse in full. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"
#include "ui/charts/plot_view.h"

namespace yardstick::ui {

class BarPlot;

/// Text for the value of one bar: at most 4 significant digits, without trailing zeros.
QString barValueText(double value);
/// The value of a bar as it is printed, else by barValueText.
QString barText(const BarGroup& group, size_t set);

class BarCompareChart : public PlotView
{
    Q_OBJECT
public:
    explicit BarCompareChart(QWidget* parent = nullptr);
    ~BarCompareChart() override;

    void setChart(const BarChart& chart);
    [[nodiscard]] const BarChart& chart() const;
    void setEmptyText(const QString& text);
    [[nodiscard]] int itemCount() const override;
    /// "g5.xlarge: price 1.006 USD/h, cost per epoch 0.0235 ± 0.0004 USD" of one group; of a stacked one with the sum.
    [[nodiscard]] QString itemText(int group) const override;
    [[nodiscard]] QString chartTitle() const override;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void drawPlot(const QSizeF& size) override;
    void setPlotLook(bool dark, const QFont& font) override;
    void markItem(std::optional<int> item) override;
    [[nodiscard]] std::optional<int> itemAt(const QPointF& pixel) const override;
    [[nodiscard]] QByteArray csv() const override;

private:
    BarPlot* m_plot; ///< owned by the scene
};

} // namespace yardstick::ui
