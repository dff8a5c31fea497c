// The three bar charts of a machine comparison, as values: what the window, `yardstick chart` and reports draw. Every figure
// comes from compareMachines; greyed rows stay in, marked. Pure functions, any thread.
#pragma once

#include "core/chart_model.h"
#include "core/compare.h"

namespace yardstick {

/// Chart 1: mean epoch time per machine, seconds.
BarChart epochTimeChart(const Comparison& comparison);
/// Chart 2: price per hour beside cost per epoch.
BarChart priceAndCostChart(const Comparison& comparison);
/// Chart 3: cost per epoch at the on-demand (or own) price of machines without a spot price, against the cost per epoch at
/// the spot price of those that have one; the footnote names where spot prices come from.
BarChart onDemandVsSpotChart(const Comparison& comparison);

} // namespace yardstick
