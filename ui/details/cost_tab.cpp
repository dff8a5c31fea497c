#include "ui/details/cost_tab.h"

#include "ui/charts/metric_chart.h"
#include "ui/details/attempts_tab.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>

namespace yardstick::ui {
namespace {

constexpr int kFigures = 6; ///< beside each other

/// "2 h 10 min · 0.92 USD"
QString timeAndCost(double seconds, const std::optional<Money>& cost)
{
    const QString time = formatDuration(seconds);
    return cost ? time + QStringLiteral(" · ") + formatCostWithCode(*cost) : time;
}

QString signedPercent(double percent)
{
    return (percent < 0 ? QStringLiteral("−%1 %") : QStringLiteral("+%1 %")).arg(formatFixed(std::abs(percent), 1));
}

/// Sum of the attempts' money; nullopt without any. Two currencies are not added: the experiment's own counts.
std::optional<Money> sumOf(const std::vector<Attempt>& attempts, std::optional<Money> Attempt::*which, Currency currency)
{
    std::optional<Money> sum;
    for (const Attempt& attempt : attempts) {
        const std::optional<Money>& one = attempt.*which;
        if (!one || one->currency() != currency) {
            continue;
        }
        const auto more = sum ? sum->plus(*one) : Result<Money>(*one);
        if (more) {
            sum = *more;
        }
    }
    return sum;
}

/// The price as steps over the time of the run.
ChartSeries priceSteps(const DetailsData& data, Currency currency)
{
    ChartSeries series;
    series.id = series.label = toUtf8(CostTab::tr("price"));
    series.colour = 1;
    for (const Attempt& attempt : data.attempts) {
        const auto quotes = data.quotes.find(attempt.machineId.value);
        const UtcMs begin = attempt.startedMs > 0 ? attempt.startedMs : attempt.createdMs;
        const UtcMs end = attempt.endedMs > 0 ? attempt.endedMs : std::max(attempt.lastEventMs, begin);
        if (quotes == data.quotes.end() || attempt.hidden) {
            continue;
        }
        std::vector<PriceSegment> segments;
        for (const Quote& quote : quotes->second) {
            segments.push_back({quote.validFromMs, quote.price});
        }
        const PriceTimeline timeline = PriceTimeline::make(segments).value_or(PriceTimeline()).from(begin);
        if (timeline.empty() || timeline.segments().front().price.perHour.currency() != currency) {
            continue;
        }
        const auto add = [&](UtcMs t, const PricePerHour& price) {
            series.points.push_back({static_cast<double>(t), price.perHour.toDouble()});
        };
        std::optional<PricePerHour> current = timeline.at(begin);
        if (current) {
            add(begin, *current);
        }
        for (const PriceSegment& segment : timeline.segments()) {
            if (segment.fromMs > begin && segment.fromMs < end) {
                if (current) {
                    add(segment.fromMs - 1, *current);
                }
                current = segment.price;
                add(segment.fromMs, *current);
            }
        }
        if (current) {
            add(end, *current);
        }
    }
    return series;
}

bool severalCurrencies(const DetailsData& data)
{
    std::set<Currency> seen;
    for (const auto& [machine, quotes] : data.quotes) {
        for (const Quote& quote : quotes) {
            seen.insert(quote.price.perHour.currency());
        }
    }
    return seen.size() > 1;
}

} // namespace

CostTab::CostTab(QWidget* parent)
    : DetailsTab(parent), m_source(new QLabel(this)), m_priceChart(new MetricChart(this)), m_spentChart(new MetricChart(this))
{
    auto* figures = new QGridLayout;
    figures->setHorizontalSpacing(kSpace6);
    figures->setVerticalSpacing(0);
    m_soFar = addFigure(*figures, 0, QStringLiteral("costSoFar"), tr("cost so far"),
                        tr("All attempts: set-up, failed and repeated epochs included"));
    m_wasted = addFigure(*figures, 1, QStringLiteral("costWasted"), tr("of it wasted"),
                         tr("Epochs that a later attempt did again, failed set-ups, attempts that were reset"));
    m_marginal = addFigure(*figures, 2, QStringLiteral("costPerEpoch"), tr("cost per epoch"), tr("price per hour × mean epoch time"));
    m_allIn = addFigure(*figures, 3, QStringLiteral("costAllIn"), tr("all-in cost per epoch"), tr("cost so far / epochs done"));
    m_setup = addFigure(*figures, 4, QStringLiteral("costSetup"), tr("set-up"), tr("From the start of the last attempt to its first epoch"));
    m_price = addFigure(*figures, 5, QStringLiteral("costPrice"), tr("price"), tr("The newest quote in force"));
    m_estimated = addFigure(*figures, kFigures, QStringLiteral("costEstimated"), tr("estimated"),
                            tr("Time and cost, as they were expected when it was queued"));
    m_taken = addFigure(*figures, kFigures + 2, QStringLiteral("costTaken"), tr("actual"), tr("All attempts since it was queued"));
    m_error = addFigure(*figures, kFigures + 4, QStringLiteral("costError"), tr("error"),
                        tr("Actual against estimated, time and cost; + means more than was said"));
    figures->setColumnStretch(kFigures, 1);
    m_source->setObjectName(QStringLiteral("costSource"));
    m_source->setWordWrap(true);
    m_priceChart->setObjectName(QStringLiteral("priceTimeline"));
    m_priceChart->setTitle(tr("price"));
    m_spentChart->setTitle(tr("spent"));
    m_priceChart->setXAxis(AxisKind::DateTime, tr("time"));
    m_priceChart->setEmptyText(tr("No price is known for this machine."));
    m_spentChart->setObjectName(QStringLiteral("spentChart"));
    m_spentChart->setXAxis(AxisKind::Integer, tr("epoch"));
    m_spentChart->setEmptyText(tr("Nothing spent yet."));
    auto* charts = new QHBoxLayout;
    charts->setSpacing(kSpace2);
    charts->addWidget(m_spentChart);
    charts->addWidget(m_priceChart);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace3, kSpace2, kSpace2, kSpace1);
    box->setSpacing(kSpace2);
    box->addLayout(figures);
    box->addWidget(m_source);
    box->addLayout(charts, 1);
    connect(m_priceChart, &MetricChart::failed, this, &CostTab::failed);
    connect(m_spentChart, &MetricChart::failed, this, &CostTab::failed);
    clearFigures();
}

QLabel* CostTab::addFigure(QGridLayout& grid, int place, const QString& name, const QString& caption, const QString& help)
{
    auto* label = new QLabel(caption, this);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setFont(sized(font(), TextSize::Small));
    auto* value = new QLabel(this);
    value->setObjectName(name);
    value->setFont(tabular(sized(font(), TextSize::Large)));
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    value->setAccessibleName(caption);
    for (QLabel* one : {label, value}) {
        one->setToolTip(help);
    }
    const int line = place / kFigures * 2;
    const int span = line > 0 ? 2 : 1; // a time and an amount
    grid.addWidget(label, line, place % kFigures, 1, span);
    grid.addWidget(value, line + 1, place % kFigures, 1, span);
    return value;
}

DetailsWants CostTab::wants() const
{
    DetailsWants wants;
    wants.epochs = true;
    return wants;
}

void CostTab::clearFigures()
{
    for (QLabel* label : {m_soFar, m_wasted, m_marginal, m_allIn, m_setup, m_price, m_estimated, m_taken, m_error}) {
        label->setText(QStringLiteral("—"));
    }
    m_source->clear();
}

QString CostTab::figure(const QString& name) const
{
    const auto* label = findChild<QLabel*>(name);
    return label == nullptr ? QString() : label->text();
}

void CostTab::setData(const DetailsData& details, bool sameExperiment)
{
    if (!sameExperiment) {
        m_priceChart->resetView();
        m_spentChart->resetView();
    }
    showFigures(details);
    showOutcome(details);
    showCharts(details);
}

void CostTab::showOutcome(const DetailsData& details)
{
    if (details.outcomes.empty()) {
        return;
    }
    const EstimateOutcome& newest = details.outcomes.back();
    if (newest.estimated) {
        m_estimated->setText(timeAndCost(newest.estimated->value, newest.estimatedCost));
        m_estimated->setToolTip(tr("95 %: %1 – %2, from %n measured epochs", nullptr, newest.estimate.timedEpochs)
                                    .arg(formatDuration(newest.estimated->low), formatDuration(newest.estimated->high)));
    } else {
        m_estimated->setText(tr("no measurement then"));
    }
    if (newest.started) {
        const QString taken = timeAndCost(newest.actualSeconds, newest.actualCost);
        m_taken->setText(newest.completed ? taken : tr("%1 so far").arg(taken));
    }
    if (newest.errorPercent) {
        QString error = signedPercent(*newest.errorPercent);
        if (newest.costErrorPercent) {
            error += QStringLiteral(" · ") + signedPercent(*newest.costErrorPercent);
        }
        m_error->setText(error);
    }
}

void CostTab::showFigures(const DetailsData& details)
{
    clearFigures();
    const Experiment& e = details.experiment;
    if (e.costSoFar) {
        m_soFar->setText(formatCostWithCode(*e.costSoFar));
        const auto wasted = sumOf(details.attempts, &Attempt::wasted, e.costSoFar->currency());
        const double all = e.costSoFar->toDouble();
        const double part = wasted ? wasted->toDouble() : 0;
        m_wasted->setText(QStringLiteral("%1 %").arg(formatFixed(all > 0 ? 100 * part / all : 0, 1)));
        m_wasted->setToolTip(wasted ? formatMoneyWithCode(*wasted, 6) : QString());
        if (e.epochsDone > 0) {
            const Money each(mulDivHalfEven(e.costSoFar->micros(), 1, e.epochsDone), e.costSoFar->currency());
            m_allIn->setText(formatCostWithCode(each));
        }
    }
    if (e.costPerEpoch) {
        m_marginal->setText(formatCostWithCode(*e.costPerEpoch));
    }
    const auto lines = attemptLines(details);
    const auto last = std::find_if(lines.rbegin(), lines.rend(), [](const AttemptLine& l) { return l.epochs > 0 && !l.attempt.hidden; });
    if (last != lines.rend()) {
        m_setup->setText(last->setupSeconds < 10 ? formatFixed(last->setupSeconds, 1) + QStringLiteral(" s")
                                             : formatDuration(last->setupSeconds));
    }
    if (e.price) {
        m_price->setText(formatPriceWithCode(e.price->perHour) + QStringLiteral("/h"));
    }
    const auto quotes = details.quotes.find(e.machineId.value);
    if (quotes != details.quotes.end() && !quotes->second.empty()) {
        const Quote& quote = quotes->second.back();
        m_source->setText(quote.example ? tr("The price is an example, made up for the demo; enter your own under Machines.")
                                        : tr("Price since %1, from: %2").arg(formatTime(quote.validFromMs), fromUtf8(quote.source)));
    } else if (!details.attempts.empty()) {
        m_source->setText(tr("No price is known for this machine: enter one under Machines."));
    }
    m_source->setVisible(!m_source->text().isEmpty());
}

void CostTab::showCharts(const DetailsData& details)
{
    const Currency currency = details.currency().value_or(Currency());
    const QString code = fromUtf8(currency.code());
    m_priceChart->setTitle(tr("price [%1/h]").arg(code));
    m_priceChart->setUnit(code + QStringLiteral("/h"));
    m_spentChart->setTitle(tr("spent by the end of the epoch [%1]").arg(code));
    m_spentChart->setUnit(code);
    m_priceChart->setEmptyText(severalCurrencies(details) ? tr("The prices of this machine are in several currencies.")
                                                          : tr("No price is known for this machine."));
    ChartSeries price = priceSteps(details, currency);
    m_priceChart->setSeries(price.points.empty() ? std::vector<ChartSeries>{} : std::vector<ChartSeries>{std::move(price)});
    const XAxes axes(details);
    ChartSeries spent;
    spent.id = spent.label = toUtf8(tr("spent"));
    spent.colour = 2;
    if (axes.moneyKnown()) {
        for (const EpochRow& row : details.epochs) {
            spent.points.push_back({static_cast<double>(row.epoch), axes.at(XAxes::Mode::Money, 0, 0, row.endedMs)});
        }
    }
    m_spentChart->setSeries(spent.points.empty() ? std::vector<ChartSeries>{} : std::vector<ChartSeries>{std::move(spent)});
}

} // namespace yardstick::ui
