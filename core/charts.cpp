#include "core/charts.h"

#include "core/printed.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace yardstick {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double halfWidth(double low, double high) { return high > low ? (high - low) / 2 : 0; }

double costHalfWidth(const MachineRow& row)
{
    return row.costPerEpochLow && row.costPerEpochHigh ? halfWidth(row.costPerEpochLow->toDouble(), row.costPerEpochHigh->toDouble()) : 0;
}

/// One bar of a group.
struct BarValue
{
    double value = kNone;
    double error = 0; ///< half width
    std::string text;
};

BarValue costBar(const std::optional<Money>& cost, double error = 0)
{
    return cost ? BarValue{cost->toDouble(), error, printedCost(*cost)} : BarValue{};
}

BarGroup groupOf(const MachineRow& row, const std::vector<BarValue>& bars)
{
    BarGroup group{.label = row.label, .values = {}, .errors = {}, .texts = {}, .greyed = !row.reason.empty()};
    for (const BarValue& bar : bars) {
        group.values.push_back(bar.value);
        group.errors.push_back(bar.error);
        group.texts.push_back(bar.text);
    }
    return group;
}

} // namespace

int machineColour(const MachineRow& row, const Comparison& comparison)
{
    const auto key = [](const MachineRow& r) { return std::pair(r.machineId, r.market); };
    return static_cast<int>(
        std::count_if(comparison.rows.begin(), comparison.rows.end(), [&](const MachineRow& other) { return key(other) < key(row); }));
}

BarChart epochTimeChart(const Comparison& comparison, const ChartWords& words)
{
    BarChart chart{.id = "epoch_time", .title = words.epochTimeTitle, .sets = {words.epochTime}, .units = {"s"}, .axis = {}, .groups = {}, .footnote = {}};
    for (const MachineRow& row : comparison.rows) {
        if (row.n > 0) {
            chart.groups.push_back(groupOf(
                row, {{row.epochSeconds, halfWidth(row.epochLow, row.epochHigh), printedSeconds(row.epochSeconds)}}));
        }
        if (row.basis == Basis::Derived) {
            chart.footnote = words.derivedNote;
        }
    }
    return chart;
}

BarChart priceAndCostChart(const Comparison& comparison, const ChartWords& words)
{
    const std::string currency(comparison.options.currency.code());
    BarChart chart{.id = "price_and_cost", .title = words.priceAndCostTitle, .sets = {words.pricePerHour, words.costPerEpoch},
                   .units = {currency + "/h", currency}, .axis = {}, .groups = {}, .footnote = {}};
    for (const MachineRow& row : comparison.rows) {
        const bool comparable = row.price && row.price->perHour.currency() == comparison.options.currency;
        if (comparable) {
            const Money& price = row.price->perHour;
            chart.groups.push_back(groupOf(
                row, {{price.toDouble(), 0, printedPrice(price)}, costBar(row.costPerEpoch, costHalfWidth(row))}));
        }
    }
    return chart;
}

BarChart onDemandVsSpotChart(const Comparison& comparison, const ChartWords& words)
{
    const std::string currency(comparison.options.currency.code());
    BarChart chart{.id = "on_demand_vs_spot", .title = words.spotTitle, .sets = {words.onDemand, words.spot},
                   .units = {currency, currency}, .axis = words.costPerEpoch, .groups = {}, .footnote = {}};
    std::set<std::string> sources;
    for (const MachineRow& row : comparison.rows) {
        if (!row.costPerEpoch) {
            continue;
        }
        if (row.market == "spot") {
            chart.groups.push_back(groupOf(row, {BarValue{}, costBar(row.costPerEpoch, costHalfWidth(row))}));
            sources.insert(row.priceSource);
        } else if (row.spotCostPerEpoch) {
            chart.groups.push_back(groupOf(row, {BarValue{}, costBar(row.spotCostPerEpoch)}));
            sources.insert(row.spotSource);
        } else {
            chart.groups.push_back(groupOf(row, {costBar(row.costPerEpoch, costHalfWidth(row)), BarValue{}}));
        }
    }
    std::string all;
    for (const std::string& source : sources) {
        all += (all.empty() ? "" : "; ") + (words.source ? words.source(source) : source);
    }
    if (!all.empty()) {
        chart.footnote = formatTemplate(words.spotSources, {all});
    }
    return chart;
}

} // namespace yardstick
