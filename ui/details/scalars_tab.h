// ScalarsTab: the live charts: epoch time, price, cost per epoch; losses, metrics; where an epoch's time went; and on
// request every other scalar. One x axis and one cursor for all. Owner thread: GUI.
#pragma once

#include "ui/charts/chart_group.h"
#include "ui/details/details_tab.h"

class QGridLayout;
class QScrollArea;
class QCheckBox;

namespace yardstick::ui {

class MetricChart;

class ScalarsTab : public DetailsTab
{
    Q_OBJECT
public:
    explicit ScalarsTab(QWidget* parent = nullptr);

    [[nodiscard]] DetailsWants wants() const override;
    void setData(const DetailsData& details, bool sameExperiment) override;
    void setSmoothing(double weight); ///< of new charts, from the settings
    [[nodiscard]] ChartGroup& group() { return m_group; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Chart { EpochTime, Price, Cost, Losses, Metrics, TimeSplit, Rates, Batches, System, ChartCount };
    void build();
    void place();
    void redraw(const DetailsData& details);
    void setXAxis(ChartToolBar::XMode mode, const std::string& currency);
    [[nodiscard]] std::vector<ChartSeries> fromSeries(const DetailsData& details, const class XAxes& axes,
                                                      const std::vector<std::string>& prefixes) const;

    ChartGroup m_group;
    ChartToolBar* m_bar;
    QCheckBox* m_more;
    QScrollArea* m_scroll;
    QWidget* m_page;
    QGridLayout* m_grid;
    MetricChart* m_charts[ChartCount] = {};
    std::shared_ptr<const DetailsData> m_data;
    int m_width = -1;
};

} // namespace yardstick::ui
