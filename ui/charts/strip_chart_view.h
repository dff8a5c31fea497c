// StripChartView: every timed epoch of each machine, in order. Up and Down walk through the machines and are read out; a tooltip
// names the epoch under the mouse. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"
#include "ui/charts/plot_view.h"

namespace yardstick::ui {

class StripPlot;

class StripChartView : public PlotView
{
    Q_OBJECT
public:
    explicit StripChartView(QWidget* parent = nullptr);
    ~StripChartView() override;

    void setChart(const StripChart& chart);
    [[nodiscard]] const StripChart& chart() const;
    [[nodiscard]] int itemCount() const override;
    /// "g5.xlarge: 84.1 ± 0.6 s from 48 epochs, 1 stall, 2 left out"
    [[nodiscard]] QString itemText(int item) const override;
    [[nodiscard]] QString chartTitle() const override;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void drawPlot(const QSizeF& size) override;
    void setPlotLook(bool dark, const QFont& font) override;
    void markItem(std::optional<int> item) override;
    [[nodiscard]] std::optional<int> itemAt(const QPointF& pixel) const override;
    [[nodiscard]] QString toolTipAt(const QPointF& pixel) const override;
    [[nodiscard]] QByteArray csv() const override;

private:
    StripPlot* m_plot; ///< owned by the scene
};

} // namespace yardstick::ui
