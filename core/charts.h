// The charts of a machine comparison, as values: what the window, `yardstick chart` and reports draw. Every figure comes from
// compareMachines, core/base/cost.h and machineWork. The three bar charts keep greyed rows in, marked; time against money
// and break-even have ranked rows only. Pure functions, any thread.
#pragma once

#include "core/chart_model.h"
#include "core/compare.h"
#include "core/machine_work.h"

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
    std::string paretoTitle = "Time against money, {0} epochs";
    std::string timeOfJob = "Time of {0} epochs";
    std::string allIn = "All-in cost of {0} epochs";
    std::string notRanked = "Not ranked, so not drawn: {0}.";
    std::string breakEvenTitle = "All-in cost over the number of epochs";
    std::string epochs = "epochs";
    std::string allInCost = "all-in cost";
    std::string cheapestAbove = "above {0}: {1}";                       ///< the label of a crossing
    std::string cheaperAbove = "Above {0} epochs {1} costs less than {2}."; ///< the same in words
    std::string stripsTitle = "Every timed epoch, in order";
    std::string epochOf = "#{0}, epoch {1}";
    std::string published = "Published figures, so without single epochs: {0}.";
    std::string breakdownMoney = "Where the money of {0} epochs goes";
    std::string breakdownTime = "Where the time of {0} epochs goes";
    std::string setup = "Set-up";
    std::string train = "Train";
    std::string validate = "Validate";
    std::string wasted = "Wasted";
    std::string wastedNote = "Wasted: epochs that were done again and work that came to nothing, as often as so far.";
    std::string unsplit = "Validation is not known apart and stands in the training: {0}.";
    std::function<std::string(const std::string&)> source = {}; ///< says such a place in the caller's language; none: as it is
};

/// The palette index of a machine, the same in every chart of the comparison: by its id, so that a new rank keeps it.
int machineColour(const MachineRow& row, const Comparison& comparison);

/// Chart 1: mean epoch time per machine, seconds.
BarChart epochTimeChart(const Comparison& comparison, const ChartWords& words = {});
/// Chart 2: price per hour beside cost per epoch.
BarChart priceAndCostChart(const Comparison& comparison, const ChartWords& words = {});
/// Chart 3: cost per epoch at the on-demand (or own) price of machines without a spot price, against the cost per epoch at
/// the spot price of those that have one: one bar per machine. The footnote names where spot prices come from.
BarChart onDemandVsSpotChart(const Comparison& comparison, const ChartWords& words = {});

/// The time of N epochs against their all-in cost, both with the interval of the epoch time; on the front whom no other
/// beats in both (paretoFront). An axis is logarithmic where its values spread over more than a factor of 8.
ScatterChart paretoChart(const Comparison& comparison, const ChartWords& words = {});
/// All-in cost over 1, 2, … epochs, a line for each machine, at least to twice N and past the crossings that matter (to 20 N).
/// A mark where two lines cross; one with a label where the cheapest of all changes: the epochs above which it is another.
LineChart breakEvenChart(const Comparison& comparison, const ChartWords& words = {});
/// Every timed epoch of each machine, in order, beside the mean and its interval.
StripChart epochStrips(const Comparison& comparison, const std::vector<MachineWork>& work, const ChartWords& words = {});
enum class BreakdownUnit { Money, Time };
/// Set-up | train | validate | wasted of N epochs on each machine. The first three are the all-in cost or the time of the
/// table; wasted comes on top: what work on this machine wasted so far for each epoch that was kept, × N.
BarChart breakdownChart(const Comparison& comparison, const std::vector<MachineWork>& work, BreakdownUnit unit, const ChartWords& words = {});

} // namespace yardstick
