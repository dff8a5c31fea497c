#include "ui/compare/compare_pictures.h"

#include "ui/charts/bar_compare_chart.h"
#include "ui/charts/metric_chart.h"
#include "ui/charts/scatter_chart_view.h"
#include "ui/charts/strip_chart_view.h"
#include "ui/compare/chart_words.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {

constexpr int kBarChartWidth = 360; ///< the least at which twelve machines stay readable
constexpr const char* kPictureIds[] = {"costs", "pareto", "break-even", "epoch-times", "breakdown"};

} // namespace

ComparePictures::ComparePictures(QWidget* parent)
    : QWidget(parent), m_tabs(new QTabBar(this)), m_unit(new QComboBox(this)), m_stack(new QStackedWidget(this)), m_pareto(new ScatterChartView(this)),
      m_breakEven(new MetricChart(this)), m_strips(new StripChartView(this)), m_breakdown(new BarCompareChart(this))
{
    m_tabs->setObjectName(QStringLiteral("comparePictures"));
    m_tabs->setAccessibleName(tr("Picture"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_unit->setObjectName(QStringLiteral("compareBreakdownUnit"));
    m_unit->setAccessibleName(tr("Money or time"));
    m_unit->addItems({tr("money"), tr("time")});
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_tabs, 1);
    head->addWidget(m_unit);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(kSpace1);
    box->addLayout(head);
    box->addWidget(m_stack, 1);
    m_pareto->setObjectName(QStringLiteral("paretoChart"));
    m_pareto->setAccessibleName(tr("Time against money"));
    m_breakEven->setObjectName(QStringLiteral("breakEvenChart"));
    m_breakEven->setAccessibleName(tr("Break-even"));
    m_breakEven->setFollow(false);
    m_breakEven->setEmptyText(tr("No machine can be ranked yet."));
    m_strips->setObjectName(QStringLiteral("epochTimesChart"));
    m_strips->setAccessibleName(tr("Epoch times"));
    m_breakdown->setObjectName(QStringLiteral("breakdownChart"));
    m_breakdown->setAccessibleName(tr("Where it goes"));
    m_breakdown->setEmptyText(tr("No machine has timed epochs of its own yet."));
    buildCosts();
    buildScrolled(m_stripsArea, m_strips, "compareStripsArea");
    buildScrolled(m_breakdownArea, m_breakdown, "compareBreakdownArea");
    addPicture(Costs, m_costs, tr("Costs"));
    addPicture(Pareto, m_pareto, tr("Time against money"));
    addPicture(BreakEvenLines, m_breakEven, tr("Break-even"));
    addPicture(EpochTimes, m_stripsArea, tr("Epoch times"));
    addPicture(Breakdown, m_breakdownArea, tr("Where it goes"));
    for (PlotView* chart : QList<PlotView*>{m_pareto, m_strips, m_breakdown}) {
        connect(chart, &PlotView::failed, this, &ComparePictures::failed);
    }
    connect(m_breakEven, &MetricChart::failed, this, &ComparePictures::failed);
    connect(m_tabs, &QTabBar::currentChanged, this, &ComparePictures::show);
    connect(m_unit, &QComboBox::currentIndexChanged, this, [this](int) { presentWork(); });
    show(Costs);
}

void ComparePictures::buildCosts()
{
    m_costs = new QScrollArea(this);
    m_costs->setObjectName(QStringLiteral("compareChartsArea"));
    m_costs->setAccessibleName(tr("Charts"));
    m_costs->setFrameShape(QFrame::NoFrame);
    m_costs->setWidgetResizable(true);
    m_costs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_chartsBox = new QWidget(m_costs);
    auto* grid = new QGridLayout(m_chartsBox);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kSpace2);
    const QString names[3] = {QStringLiteral("epochTimeChart"), QStringLiteral("priceAndCostChart"), QStringLiteral("spotChart")};
    for (int i = 0; i < 3; ++i) {
        m_bars[i] = new BarCompareChart(m_chartsBox);
        m_bars[i]->setObjectName(names[i]);
        m_bars[i]->setAccessibleName(tr("Machines"));
        connect(m_bars[i], &PlotView::failed, this, &ComparePictures::failed);
    }
    m_costs->setWidget(m_chartsBox);
}

void ComparePictures::buildScrolled(QScrollArea*& area, QWidget* chart, const char* name)
{
    area = new QScrollArea(this);
    area->setObjectName(QString::fromLatin1(name));
    area->setAccessibleName(chart->accessibleName());
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(chart);
}

void ComparePictures::addPicture(Picture picture, QWidget* page, const QString& name)
{
    m_tabs->addTab(name);
    m_tabs->setTabData(picture, QString::fromLatin1(kPictureIds[picture]));
    m_stack->addWidget(page);
}

bool ComparePictures::needsWork() const
{
    return m_tabs->currentIndex() == EpochTimes || m_tabs->currentIndex() == Breakdown;
}

QString ComparePictures::current() const
{
    return m_tabs->tabData(m_tabs->currentIndex()).toString();
}

void ComparePictures::setCurrent(const QString& id)
{
    const auto* found = std::find_if(std::begin(kPictureIds), std::end(kPictureIds), [&](const char* one) { return id == QLatin1String(one); });
    m_tabs->setCurrentIndex(found == std::end(kPictureIds) ? 0 : static_cast<int>(found - std::begin(kPictureIds)));
}

void ComparePictures::show(int picture)
{
    m_stack->setCurrentIndex(picture);
    m_unit->setVisible(picture == Breakdown);
    if (needsWork() && m_work.size() != m_comparison.rows.size()) {
        Q_EMIT workNeeded();
    }
    placeCharts();
}

void ComparePictures::present(const Comparison& comparison, const std::vector<MachineWork>& work)
{
    m_comparison = comparison;
    m_work = work;
    const ChartWords words = chartWords();
    m_bars[0]->setChart(epochTimeChart(m_comparison, words));
    m_bars[1]->setChart(priceAndCostChart(m_comparison, words));
    m_bars[2]->setChart(onDemandVsSpotChart(m_comparison, words));
    m_pareto->setChart(paretoChart(m_comparison, words));
    const LineChart lines = breakEvenChart(m_comparison, words);
    m_breakEven->setTitle(fromUtf8(lines.title));
    m_breakEven->setXAxis(AxisKind::Integer, fromUtf8(lines.xLabel));
    m_breakEven->setYTitle(fromUtf8(lines.yLabel));
    m_breakEven->setUnit(fromUtf8(m_comparison.options.currency.code()));
    m_breakEven->setSeries(lines.series);
    m_breakEven->setMarks(lines.marks);
    presentWork();
}

void ComparePictures::presentWork()
{
    const ChartWords words = chartWords();
    m_strips->setChart(epochStrips(m_comparison, m_work, words));
    m_breakdown->setChart(
        breakdownChart(m_comparison, m_work, m_unit->currentIndex() == 0 ? BreakdownUnit::Money : BreakdownUnit::Time, words));
    m_columns = 0;
    placeCharts();
}

void ComparePictures::placeCharts()
{
    const int width = std::max(1, m_stack->width());
    m_strips->setMinimumHeight(m_strips->heightForWidth(width));
    m_breakdown->setMinimumHeight(m_breakdown->heightForWidth(width));
    const int columns = std::clamp(m_costs->viewport()->width() / kBarChartWidth, 1, 3);
    if (columns == m_columns) {
        return;
    }
    m_columns = columns;
    auto* grid = qobject_cast<QGridLayout*>(m_chartsBox->layout());
    int place = 0;
    for (BarCompareChart* chart : m_bars) {
        grid->removeWidget(chart);
        const bool shown = !chart->chart().groups.empty();
        chart->setVisible(shown);
        if (shown) {
            chart->setMinimumHeight(chart->heightForWidth(std::max(kBarChartWidth, width / columns)));
            grid->addWidget(chart, place / columns, place % columns);
            ++place;
        }
    }
}

void ComparePictures::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeCharts();
}

} // namespace yardstick::ui
