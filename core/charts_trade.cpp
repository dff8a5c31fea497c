// Charts of a choice between machines: time against money, and all-in cost over the number of epochs.
#include "core/base/machine_ranking.h"
#include "core/charts.h"
#include "core/charts_shared.h"
#include "core/compare_rows.h"
#include "core/printed.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace yardstick {
namespace {

constexpr double kLogFrom = 8;           ///< largest / smallest value
constexpr std::int64_t kLineSteps = 200;     ///< of a line
constexpr std::int64_t kFarthest = 20;   ///< times N

bool wantsLog(const std::vector<ScatterPoint>& points, double ScatterPoint::*value)
{
    if (points.size() < 2) {
        return false;
    }
    const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                 [value](const ScatterPoint& a, const ScatterPoint& b) { return a.*value < b.*value; });
    return (*low).*value > 0 && (*high).*value > kLogFrom * (*low).*value;
}

/// A ranked machine of the comparison.
struct Contender
{
    const MachineRow* row;
    JobPlan plan;
};

std::vector<Contender> contendersOf(const Comparison& comparison)
{
    std::vector<Contender> contenders;
    for (const MachineRow& row : comparison.rows) {
        if (row.rank > 0 && row.price && row.allIn) {
            contenders.push_back({&row, compare::planOf(row, comparison.options)});
        }
    }
    return contenders;
}

ScatterPoint pointOf(const Contender& c, const Comparison& comparison)
{
    ScatterPoint point;
    point.label = c.row->label;
    point.colour = machineColour(*c.row, comparison);
    const MachineRow& row = *c.row;
    point.x = row.totalSeconds;
    point.xLow = row.totalSecondsLow;
    point.xHigh = row.totalSecondsHigh;
    point.y = row.allIn->toDouble();
    point.yLow = row.allInLow ? row.allInLow->toDouble() : point.y;
    point.yHigh = row.allInHigh ? row.allInHigh->toDouble() : point.y;
    point.yText = printedCost(*row.allIn);
    return point;
}

Money allInAt(const Contender& c, std::int64_t epochs)
{
    JobPlan plan = c.plan;
    plan.epochs = epochs;
    const auto cost = allInCost(plan);
    return cost ? *cost : Money(0, c.plan.price.perHour.currency());
}

struct Crossing
{
    size_t earlier = 0, later = 0; ///< cheaper below and above
    double epochs = 0;             ///< N*
    std::int64_t from = 0;         ///< first whole number at which the later is cheaper
    bool decides = false;          ///< the cheapest of all changes there
};

bool isCheapest(const std::vector<Contender>& contenders, size_t which, std::int64_t epochs)
{
    const Money own = allInAt(contenders[which], epochs);
    return std::all_of(contenders.begin(), contenders.end(), [&](const Contender& c) { return own.micros() <= allInAt(c, epochs).micros(); });
}

std::vector<Crossing> crossingsOf(const std::vector<Contender>& contenders)
{
    std::vector<Crossing> crossings;
    for (size_t a = 0; a < contenders.size(); ++a) {
        for (size_t b = a + 1; b < contenders.size(); ++b) {
            const auto even = breakEvenEpochs(contenders[a].plan, contenders[b].plan);
            if (!even || even->cheaperFrom < 2) {
                continue;
            }
            Crossing c{a, b, even->epochs, even->cheaperFrom, false};
            if (even->kind == BreakEven::Kind::BFirstThenA) {
                std::swap(c.earlier, c.later);
            }
            c.decides = isCheapest(contenders, c.earlier, c.from - 1) && isCheapest(contenders, c.later, c.from);
            crossings.push_back(c);
        }
    }
    return crossings;
}

std::int64_t lastEpochs(const std::vector<Crossing>& crossings, const CompareOptions& options)
{
    std::int64_t last = 2 * static_cast<std::int64_t>(options.epochs);
    for (const Crossing& c : crossings) {
        if (c.decides && c.from <= kFarthest * options.epochs) {
            last = std::max(last, c.from + c.from / 4);
        }
    }
    return std::max<std::int64_t>(last, 10);
}

/// Lines are straight: enough of whole epochs for a cursor, N and the crossings among them.
std::set<std::int64_t> epochGrid(std::int64_t last, const std::vector<Crossing>& crossings, const CompareOptions& options)
{
    std::set<std::int64_t> grid{options.epochs, last};
    const std::int64_t step = std::max<std::int64_t>(1, last / kLineSteps);
    for (std::int64_t n = 1; n <= last; n += step) {
        grid.insert(n);
    }
    for (const Crossing& c : crossings) {
        if (c.from <= last) {
            grid.insert({c.from - 1, c.from});
        }
    }
    return grid;
}

ChartMark markOf(const Crossing& c, const std::vector<Contender>& contenders, const ChartWords& words)
{
    const std::string later = contenders[c.later].row->label;
    const std::string above = std::to_string(c.from - 1);
    const double before = allInAt(contenders[c.later], c.from - 1).toDouble();
    const double after = allInAt(contenders[c.later], c.from).toDouble();
    ChartMark mark;
    mark.x = c.epochs;
    mark.y = before + (after - before) * (c.epochs - static_cast<double>(c.from - 1));
    mark.label = c.decides ? formatTemplate(words.cheapestAbove, {above, later}) : "";
    mark.text = formatTemplate(words.cheaperAbove, {above, later, contenders[c.earlier].row->label});
    return mark;
}

} // namespace

ScatterChart paretoChart(const Comparison& comparison, const ChartWords& words)
{
    const std::string epochs = std::to_string(comparison.options.epochs);
    ScatterChart chart{.id = "pareto", .title = formatTemplate(words.paretoTitle, {epochs}), .xLabel = formatTemplate(words.timeOfJob, {epochs}),
                       .yLabel = formatTemplate(words.allIn, {epochs}), .yUnit = std::string(comparison.options.currency.code()),
                       .logX = false, .logY = false, .points = {}, .footnote = {}};
    std::vector<TimeAndMoney> plane;
    for (const Contender& c : contendersOf(comparison)) {
        chart.points.push_back(pointOf(c, comparison));
        plane.push_back({chart.points.back().x, *c.row->allIn});
    }
    if (const auto front = paretoFront(plane)) {
        for (size_t i = 0; i < plane.size(); ++i) {
            chart.points[i].front = (*front)[i];
        }
    }
    chart.logX = wantsLog(chart.points, &ScatterPoint::x);
    chart.logY = wantsLog(chart.points, &ScatterPoint::y);
    chart.footnote = charts::namesOf(comparison, words.notRanked, [](const MachineRow& row) { return row.rank == 0; });
    return chart;
}

LineChart breakEvenChart(const Comparison& comparison, const ChartWords& words)
{
    LineChart chart{.id = "break_even", .title = words.breakEvenTitle, .xLabel = words.epochs,
                    .yLabel = words.allInCost + " [" + std::string(comparison.options.currency.code()) + "]", .series = {}, .marks = {}};
    const std::vector<Contender> contenders = contendersOf(comparison);
    const std::vector<Crossing> crossings = crossingsOf(contenders);
    const std::int64_t last = lastEpochs(crossings, comparison.options);
    const std::set<std::int64_t> grid = epochGrid(last, crossings, comparison.options);
    for (const Contender& c : contenders) {
        ChartSeries series;
        series.id = c.row->label;
        series.label = c.row->label;
        series.colour = machineColour(*c.row, comparison);
        for (const std::int64_t n : grid) {
            series.points.push_back({static_cast<double>(n), allInAt(c, n).toDouble()});
        }
        chart.series.push_back(std::move(series));
    }
    for (const Crossing& c : crossings) {
        if (c.from <= last) {
            chart.marks.push_back(markOf(c, contenders, words));
        }
    }
    return chart;
}

} // namespace yardstick
