// ScatterChartView: machines as points of time against money. Up and Down walk through them and are read out; a tooltip names
// what is under the mouse with its intervals. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"
#include "ui/charts/plot_view.h"

namespace yardstick::ui {

class ScatterPlot;

class ScatterChartView : public PlotView
{
    Q_OBJECT
public:
    explicit ScatterChartView(QWidget* parent = nullptr);
    ~ScatterChartView() override;

    void setChart(const ScatterChart& chart);
    [[nodiscard]] const ScatterChart& chart() const;
    [[nodiscard]] int itemCount() const override;
    /// "g5.xlarge: 1 h 10 min (1 h 08 min to 1 h 12 min), 1.18 USD (1.15 to 1.21), no other is both faster and cheaper"
    [[nodiscard]] QString itemText(int item) const override;
    [[nodiscard]] QString chartTitle() const override;
    [[nodiscard]] QSize sizeHint() const override { return {420, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 180}; }

protected:
    void drawPlot(const QSizeF& size) override;
    void setPlotLook(bool dark, const QFont& font) override;
    void markItem(std::optional<int> item) override;
    [[nodiscard]] std::optional<int> itemAt(const QPointF& pixel) const override;
    [[nodiscard]] QByteArray csv() const override;

private:
    ScatterPlot* m_plot; ///< owned by the scene
};

} // namespace yardstick::ui
