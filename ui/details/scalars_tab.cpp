#include "ui/details/scalars_tab.h"

#include "ui/charts/metric_chart.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr int kSmallHeight = 132, kLargeHeight = 236;
constexpr int kLargeWidth = 400; ///< the least width of a large chart

XAxes::Mode toMode(ChartToolBar::XMode mode)
{
    switch (mode) {
    case ChartToolBar::XMode::Epoch:
        return XAxes::Mode::Epoch;
    case ChartToolBar::XMode::Step:
        return XAxes::Mode::Step;
    case ChartToolBar::XMode::WallTime:
        return XAxes::Mode::WallTime;
    case ChartToolBar::XMode::Elapsed:
        return XAxes::Mode::Elapsed;
    case ChartToolBar::XMode::Money:
        return XAxes::Mode::Money;
    }
    return XAxes::Mode::Epoch;
}

/// "train/box_loss" → "box_loss"; validation keeps a mark in words, not only its dashes.
std::string shortName(const std::string& name)
{
    const auto slash = name.find('/');
    std::string rest = slash == std::string::npos ? name : name.substr(slash + 1);
    if (rest.size() > 3 && rest.compare(rest.size() - 3, 3, "(B)") == 0) {
        rest.resize(rest.size() - 3);
    }
    return name.rfind("val/", 0) == 0 ? rest + " (val)" : rest;
}

ChartSeries epochSeries(const DetailsData& data, const XAxes& axes, XAxes::Mode mode, std::string label, int colour,
                        const std::function<double(const EpochRow&)>& value)
{
    ChartSeries series;
    series.id = label;
    series.label = std::move(label);
    series.colour = colour;
    for (const EpochRow& row : data.epochs) {
        const double y = value(row);
        if (!std::isnan(y)) {
            series.points.push_back({axes.at(mode, row.epoch, static_cast<double>(row.step), row.endedMs), y});
        }
    }
    return series;
}

/// Of an imported epoch the time may not be known, nor what it is made of: no 0 stands for that.
double ifTimed(const EpochRow& row, double value)
{
    return row.seconds > 0 ? value : std::nan("");
}
double ifSplit(const EpochRow& row, double value)
{
    return row.computeSeconds + row.validationSeconds + row.dataWaitSeconds + row.otherSeconds > 0 ? value : std::nan("");
}

/// The price in force when an epoch ended; NaN where it was in another currency than the chart's.
double priceAt(const DetailsData& data, const EpochRow& row, std::string_view currency)
{
    const Attempt* attempt = data.attempt(row.attemptId);
    const auto quotes = attempt == nullptr ? data.quotes.end() : data.quotes.find(attempt->machineId.value);
    double price = std::nan("");
    if (quotes != data.quotes.end()) {
        UtcMs since = std::numeric_limits<UtcMs>::min();
        for (const Quote& quote : quotes->second) { // oldest first: of two with one start the later entered wins
            if (quote.validFromMs <= row.endedMs && quote.validFromMs >= since) {
                since = quote.validFromMs;
                price = quote.price.perHour.currency().code() == currency ? quote.price.perHour.toDouble() : std::nan("");
            }
        }
    }
    return price;
}

} // namespace

ScalarsTab::ScalarsTab(QWidget* parent)
    : DetailsTab(parent), m_bar(new ChartToolBar(m_group, this)), m_more(new QCheckBox(tr("&All scalars"), this)),
      m_scroll(new QScrollArea(this)), m_page(new QWidget), m_grid(new QGridLayout(m_page))
{
    m_more->setObjectName(QStringLiteral("scalarsAll"));
    m_more->setToolTip(tr("Learning rates, values per batch and the load of the machine, too"));
    m_scroll->setObjectName(QStringLiteral("scalarsArea"));
    m_scroll->setAccessibleName(tr("Charts"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(kSpace2);
    m_scroll->setWidget(m_page);
    auto* row = new QHBoxLayout;
    row->addWidget(m_bar, 1);
    row->addWidget(m_more);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace2, kSpace2, kSpace2, 0);
    box->setSpacing(kSpace2);
    box->addLayout(row);
    box->addWidget(m_scroll, 1);
    build();
    connect(m_bar, &ChartToolBar::xModeChanged, this, [this] {
        if (m_data) {
            redraw(*m_data);
        }
    });
    connect(m_more, &QCheckBox::toggled, this, [this] {
        m_width = -1;
        place();
        Q_EMIT wantsChanged();
    });
}

void ScalarsTab::build()
{
    const QString titles[ChartCount] = {tr("epoch time [s]"),  tr("price"),        tr("cost/epoch"),
                                        tr("losses"),          tr("metrics"),      tr("time per epoch [s]"),
                                        tr("learning rates"),  tr("losses per batch"), tr("machine")};
    const QString names[ChartCount] = {QStringLiteral("epochTimeChart"), QStringLiteral("priceChart"),  QStringLiteral("costChart"),
                                       QStringLiteral("lossChart"),      QStringLiteral("metricChart"), QStringLiteral("timeSplitChart"),
                                       QStringLiteral("rateChart"),      QStringLiteral("batchChart"),  QStringLiteral("systemChart")};
    for (int i = 0; i < ChartCount; ++i) {
        m_charts[i] = new MetricChart(m_page);
        m_charts[i]->setObjectName(names[i]);
        m_charts[i]->setTitle(titles[i]);
        m_charts[i]->setEmptyText(tr("Nothing measured yet."));
        connect(m_charts[i], &MetricChart::failed, this, &ScalarsTab::failed);
        // Time and money are looked at as they are.
        m_group.add(m_charts[i], i > Cost && i != TimeSplit);
    }
    for (const Chart small : {EpochTime, Price, Cost}) {
        m_charts[small]->setCompact(true);
    }
    m_charts[EpochTime]->setUnit(tr("s", "seconds"));
    m_charts[TimeSplit]->setUnit(tr("s", "seconds"));
    m_charts[EpochTime]->setValueFormat(formatEpochSeconds);
    // Money went through a double on its way into the chart: back to whole micro-units.
    const auto amount = [](double value) { return Money(std::llround(value * 1e6), Currency()); };
    const auto format = [amount](QString (*print)(const Money&)) {
        return [amount, print](double value) { return std::isfinite(value) ? print(amount(value)) : formatNumber(value); };
    };
    m_charts[Price]->setValueFormat(format(formatPrice));
    m_charts[Cost]->setValueFormat(format(formatCost));
}

void ScalarsTab::setSmoothing(double weight)
{
    m_bar->setSmoothing(weight);
}

DetailsWants ScalarsTab::wants() const
{
    DetailsWants wants;
    wants.epochs = true;
    wants.series = true;
    wants.seriesPrefixes = {"train/", "val/", "metrics/"};
    if (m_more->isChecked()) {
        wants.seriesPrefixes.insert(wants.seriesPrefixes.end(), {"lr/", "batch/", "system/", "speed/"});
    }
    return wants;
}

void ScalarsTab::place()
{
    const int width = m_scroll->viewport()->width();
    if (width == m_width) {
        return;
    }
    m_width = width;
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item;
    }
    // Three small ones in a row of six columns; large ones two or three to a row.
    const int perRow = width >= 3 * kLargeWidth ? 3 : width >= 2 * kLargeWidth ? 2 : 1;
    for (const Chart small : {EpochTime, Price, Cost}) {
        m_charts[small]->setFixedHeight(kSmallHeight);
        m_grid->addWidget(m_charts[small], 0, static_cast<int>(small) * 2, 1, 2);
    }
    const int span = 6 / perRow;
    int place = 0;
    for (int i = Losses; i < ChartCount; ++i) {
        const bool shown = i <= TimeSplit || m_more->isChecked();
        m_charts[i]->setVisible(shown);
        if (shown) {
            m_charts[i]->setFixedHeight(kLargeHeight);
            m_grid->addWidget(m_charts[i], 1 + place / perRow, place % perRow * span, 1, span);
            ++place;
        }
    }
    for (int column = 0; column < 6; ++column) {
        m_grid->setColumnStretch(column, 1);
    }
    m_grid->setRowStretch(20, 1);
}

void ScalarsTab::resizeEvent(QResizeEvent* event)
{
    DetailsTab::resizeEvent(event);
    place();
}

std::vector<ChartSeries> ScalarsTab::fromSeries(const DetailsData& details, const XAxes& axes,
                                                const std::vector<std::string>& prefixes) const
{
    const XAxes::Mode mode = toMode(m_bar->xMode());
    std::vector<ChartSeries> out;
    std::map<std::string, int> colours; // one colour per quantity: validation has its training's
    for (const std::string& prefix : prefixes) {
        for (const auto& [name, points] : details.series) {
            if (name.rfind(prefix, 0) != 0) {
                continue;
            }
            const std::string quantity = name.substr(prefix.size());
            ChartSeries series;
            series.id = name;
            series.label = shortName(name);
            series.dashed = prefix == "val/";
            series.colour = colours.emplace(quantity, static_cast<int>(colours.size())).first->second;
            for (const SeriesPoint& p : points) {
                // Between two epochs a batch stands at its part of the epoch.
                series.points.push_back({axes.at(mode, p.epoch, static_cast<double>(p.step), p.t), p.value});
            }
            out.push_back(std::move(series));
        }
    }
    return out;
}

void ScalarsTab::setXAxis(ChartToolBar::XMode mode, const std::string& currency)
{
    AxisKind kind = AxisKind::Integer;
    QString title = tr("epoch");
    switch (mode) {
    case ChartToolBar::XMode::Epoch:
        break;
    case ChartToolBar::XMode::Step:
        title = tr("step");
        break;
    case ChartToolBar::XMode::WallTime:
        kind = AxisKind::DateTime;
        title = tr("time");
        break;
    case ChartToolBar::XMode::Elapsed:
        kind = AxisKind::Duration;
        title = tr("time since start");
        break;
    case ChartToolBar::XMode::Money:
        kind = AxisKind::Number;
        title = tr("spent [%1]").arg(fromUtf8(currency));
        break;
    }
    for (MetricChart* chart : m_charts) {
        chart->setXAxis(kind, title);
    }
}

void ScalarsTab::setData(const DetailsData& details, bool sameExperiment)
{
    m_data = details.shared_from_this();
    if (!sameExperiment) {
        m_group.resetView();
        m_scroll->verticalScrollBar()->setValue(0);
    }
    redraw(details);
}

void ScalarsTab::redraw(const DetailsData& details)
{
    const XAxes axes(details);
    m_bar->setMoneyAvailable(axes.moneyKnown(), tr("No price is known for this machine."));
    const XAxes::Mode mode = toMode(m_bar->xMode());
    setXAxis(m_bar->xMode(), axes.currency());
    const QString currency = fromUtf8(axes.currency());
    m_charts[Price]->setTitle(tr("price [%1/h]").arg(currency));
    m_charts[Price]->setUnit(currency + QStringLiteral("/h"));
    const QString empty = details.epochs.empty() ? tr("Nothing measured yet.") : tr("No price is known for this machine.");
    m_charts[Price]->setEmptyText(empty);
    m_charts[Cost]->setEmptyText(empty);
    m_charts[Cost]->setTitle(tr("cost/epoch [%1]").arg(currency));
    m_charts[Cost]->setUnit(currency);
    m_charts[EpochTime]->setSeries(
        {epochSeries(details, axes, mode, toUtf8(tr("epoch time")), 0, [](const EpochRow& e) { return ifTimed(e, e.seconds); })});
    m_charts[Price]->setSeries(
        {epochSeries(details, axes, mode, toUtf8(tr("price")), 1, [&](const EpochRow& e) { return priceAt(details, e, axes.currency()); })});
    m_charts[Cost]->setSeries({epochSeries(details, axes, mode, toUtf8(tr("cost/epoch")), 2, [&](const EpochRow& e) {
        return ifTimed(e, e.cost && e.cost->currency().code() == axes.currency() ? e.cost->toDouble() : std::nan(""));
    })});
    m_charts[TimeSplit]->setSeries(
        {epochSeries(details, axes, mode, toUtf8(tr("train")), 0, [](const EpochRow& e) { return ifSplit(e, e.computeSeconds); }),
         epochSeries(details, axes, mode, toUtf8(tr("validate")), 1, [](const EpochRow& e) { return ifSplit(e, e.validationSeconds); }),
         epochSeries(details, axes, mode, toUtf8(tr("wait for data")), 3, [](const EpochRow& e) { return ifSplit(e, e.dataWaitSeconds); }),
         epochSeries(details, axes, mode, toUtf8(tr("other")), 7, [](const EpochRow& e) { return ifSplit(e, e.otherSeconds); })});
    m_charts[Losses]->setSeries(fromSeries(details, axes, {"train/", "val/"}));
    m_charts[Metrics]->setSeries(fromSeries(details, axes, {"metrics/"}));
    if (m_more->isChecked()) {
        m_charts[Rates]->setSeries(fromSeries(details, axes, {"lr/"}));
        m_charts[Batches]->setSeries(fromSeries(details, axes, {"batch/"}));
        m_charts[System]->setSeries(fromSeries(details, axes, {"system/", "speed/"}));
    }
    place();
}

} // namespace yardstick::ui
