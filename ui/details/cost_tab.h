// CostTab: what the run costs: so far, per epoch (marginal and all-in), set-up, wasted share; the price over time and the
// money spent epoch by epoch. Sums come from the store's exact money; doubles only draw. Owner thread: GUI.
#pragma once

#include "ui/details/details_tab.h"

#include <QLabel>

class QGridLayout;

namespace yardstick::ui {

class MetricChart;

class CostTab : public DetailsTab
{
    Q_OBJECT
public:
    explicit CostTab(QWidget* parent = nullptr);
    [[nodiscard]] DetailsWants wants() const override;
    void setData(const DetailsData& details, bool sameExperiment) override;
    /// The text behind a caption, by object name ("costSoFar"); for tests.
    [[nodiscard]] QString figure(const QString& name) const;

private:
    QLabel* addFigure(QGridLayout& grid, int place, const QString& name, const QString& caption, const QString& help);
    void showFigures(const DetailsData& details);
    void showOutcome(const DetailsData& details);
    void showCharts(const DetailsData& details);
    void clearFigures();

    QLabel* m_soFar;
    QLabel* m_wasted;
    QLabel* m_marginal;
    QLabel* m_allIn;
    QLabel* m_setup;
    QLabel* m_price;
    QLabel* m_estimated;
    QLabel* m_taken;
    QLabel* m_error;
    QLabel* m_source;
    MetricChart* m_priceChart;
    MetricChart* m_spentChart;
};

} // namespace yardstick::ui
