#include "core/charts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace yardstick {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double valueOf(const std::optional<Money>& money) { return money ? money->toDouble() : kNone; }

double halfWidth(double low, double high) { return high > low ? (high - low) / 2 : 0; }

double costHalfWidth(const MachineRow& row)
{
    return row.costPerEpochLow && row.costPerEpochHigh ? halfWidth(row.costPerEpochLow->toDouble(), row.costPerEpochHigh->toDouble()) : 0;
}

/// Two machines of one name are told apart by provider or market.
std::string labelOf(const MachineRow& row, const Comparison& comparison)
{
    const auto others = [&](auto same) {
        return std::any_of(comparison.rows.begin(), comparison.rows.end(), [&](const MachineRow& r) {
            return r.machineId != row.machineId && r.machine == row.machine && same(r);
        });
    };
    if (!others([](const MachineRow&) { return true; })) {
        return row.machine;
    }
    const bool sameProvider = others([&](const MachineRow& r) { return r.provider == row.provider; });
    return row.machine + " (" + (sameProvider ? row.provider + ", " + row.market : row.provider) + ")";
}

BarGroup groupOf(const MachineRow& row, const Comparison& comparison, std::vector<double> values, std::vector<double> errors)
{
    return {labelOf(row, comparison), std::move(values), std::move(errors), !row.reason.empty()};
}

std::string derivedNote(const Comparison& comparison)
{
    const bool any = std::any_of(comparison.rows.begin(), comparison.rows.end(), [](const MachineRow& r) { return r.basis == Basis::Derived; });
    return any ? "Epoch times of published rows are derived: 3600 × cost per epoch / price per hour." : "";
}

} // namespace

BarChart epochTimeChart(const Comparison& comparison)
{
    BarChart chart{.id = "epoch_time", .title = "Mean epoch time", .sets = {"Epoch time"}, .units = {"s"}, .groups = {}, .footnote = {}};
    for (const MachineRow& row : comparison.rows) {
        if (row.n > 0) {
            chart.groups.push_back(groupOf(row, comparison, {row.epochSeconds}, {halfWidth(row.epochLow, row.epochHigh)}));
        }
    }
    chart.footnote = derivedNote(comparison);
    return chart;
}

BarChart priceAndCostChart(const Comparison& comparison)
{
    const std::string currency(comparison.options.currency.code());
    BarChart chart{.id = "price_and_cost", .title = "Price per hour and cost per epoch", .sets = {"Price per hour", "Cost per epoch"},
                   .units = {currency + "/h", currency}, .groups = {}, .footnote = {}};
    for (const MachineRow& row : comparison.rows) {
        const bool comparable = row.price && row.price->perHour.currency() == comparison.options.currency;
        if (comparable) {
            chart.groups.push_back(groupOf(row, comparison, {row.price->perHour.toDouble(), valueOf(row.costPerEpoch)}, {0, costHalfWidth(row)}));
        }
    }
    return chart;
}

BarChart onDemandVsSpotChart(const Comparison& comparison)
{
    const std::string currency(comparison.options.currency.code());
    BarChart chart{.id = "on_demand_vs_spot", .title = "Cost per epoch, on-demand against spot", .sets = {"On-demand", "Spot"},
                   .units = {currency, currency}, .groups = {}, .footnote = {}};
    std::set<std::string> sources;
    for (const MachineRow& row : comparison.rows) {
        if (!row.costPerEpoch) {
            continue;
        }
        const bool isSpot = row.market == "spot";
        const bool hasSpot = row.spotCostPerEpoch.has_value();
        const double spot = isSpot ? valueOf(row.costPerEpoch) : valueOf(row.spotCostPerEpoch);
        chart.groups.push_back(groupOf(row, comparison, {isSpot || hasSpot ? kNone : valueOf(row.costPerEpoch), spot},
                                       {isSpot || hasSpot ? 0 : costHalfWidth(row), isSpot ? costHalfWidth(row) : 0}));
        if (isSpot || hasSpot) {
            sources.insert(isSpot ? row.priceSource : row.spotSource);
        }
    }
    for (const std::string& source : sources) {
        chart.footnote += (chart.footnote.empty() ? "Spot prices: " : "; ") + source;
    }
    chart.footnote += chart.footnote.empty() ? "" : ".";
    return chart;
}

} // namespace yardstick
