// ComparePictures: the pictures under the table of Compare › Machines, one at a time: costs (three bar charts), time against
// money, break-even, every epoch, where it goes. All values come from core/charts.h. Owner thread: GUI.
#pragma once

#include "core/charts.h"

#include <QWidget>

class QComboBox;
class QScrollArea;
class QStackedWidget;
class QTabBar;

namespace yardstick::ui {

class BarCompareChart;
class MetricChart;
class ScatterChartView;
class StripChartView;

class ComparePictures : public QWidget
{
    Q_OBJECT
public:
    enum Picture { Costs, Pareto, BreakEvenLines, EpochTimes, Breakdown, PictureCount };

    explicit ComparePictures(QWidget* parent = nullptr);

    /// `work`: of machineWork; may be empty while the current picture does not show it.
    void present(const Comparison& comparison, const std::vector<MachineWork>& work);
    [[nodiscard]] bool needsWork() const; ///< the current picture shows single epochs or what was wasted
    [[nodiscard]] QString current() const; ///< "costs", "pareto", "break-even", "epoch-times", "breakdown"
    void setCurrent(const QString& id);    ///< the first when unknown

Q_SIGNALS:
    void workNeeded(); ///< another picture was chosen that shows what was not given
    void failed(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildCosts();
    void buildScrolled(QScrollArea*& area, QWidget* chart, const char* name);
    void addPicture(Picture picture, QWidget* page, const QString& name);
    void show(int picture);
    void presentWork();
    void placeCharts();

    Comparison m_comparison;
    std::vector<MachineWork> m_work;
    QTabBar* m_tabs;
    QComboBox* m_unit; ///< of the breakdown
    QStackedWidget* m_stack;
    QScrollArea* m_costs = nullptr;
    QScrollArea* m_stripsArea = nullptr;
    QScrollArea* m_breakdownArea = nullptr;
    QWidget* m_chartsBox = nullptr;
    BarCompareChart* m_bars[3] = {};
    ScatterChartView* m_pareto;
    MetricChart* m_breakEven;
    StripChartView* m_strips;
    BarCompareChart* m_breakdown;
    int m_columns = 0; ///< bar charts side by side
};

} // namespace yardstick::ui
