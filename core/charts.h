// The three bar charts of a machine comparison, as values: what the window, `yardstick chart` and reports draw. Every figure
// comes from compareMachines; greyed rows stay in, marked. Pure functions, any thread.
#pragma once

#include "core/chart_model.h"
#include "core/compare.h"

#include <functional>
#include <string>

namespace yardstick {

/// The words in the charts. English unless the caller has others: the window's are in its language, files of the command line
/// stay as they are.
struct ChartWords
{
    std::string epochTimeTitle = "Mean epoch time";
    std::string epochTime = "Epoch time";
    std::string priceAndCostTitle = "Price per hour and cost per epoch";
    std::string pricePerHour = "Price per hour";
    std::string costPerEpoch = "Cost per epoch";
    std::string spotTitle = "Cost per epoch, on-demand against spot";
    std::string onDemand = "On-demand";
    std::string spot = "Spot";
    std::string derivedNote = "Epoch times of published rows are derived: 3600 × cost per epoch / price per hour.";
    std::string spotSources = "Spot prices: {0}."; ///< {0}: where they come from
    std::function<std::string(const std::string&)> source = {}; ///< says such a place in the caller's language; none: as it is
};

/// Chart 1: mean epoch time per machine, seconds.
BarChart epochTimeChart(const Comparison& comparison, const ChartWords& words = {});
/// Chart 2: price per hour beside cost per epoch.
BarChart priceAndCostChart(const Comparison& comparison, const ChartWords& words = {});
/// Chart 3: cost per epoch at the on-demand (or own) price of machines without a spot price, against the cost per epoch at
/// the spot price of those that have one: one bar per machine. The footnote names where spot prices come from.
BarChart onDemandVsSpotChart(const Comparison& comparison, const ChartWords& words = {});

} // namespace yardstick
