// Comparing machines: which is cheaper from how many epochs on, who ties, who is dominated, and which runs may be
// compared at all. Pure functions, any thread.
//   break-even   N* = ((F_B + p_B·S_B) − (F_A + p_A·S_A)) / (p_A·e_A − p_B·e_B)
//   tie          two 95 % intervals of the cost per epoch overlap
#pragma once

#include "core/base/cost.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <vector>

namespace yardstick {

struct BreakEven
{
    enum class Kind {
        SameCost,     ///< at every number of epochs
        AlwaysA,      ///< A costs less, or the same at some point, at every number of epochs from 1 on
        AlwaysB,
        AFirstThenB,  ///< A is cheaper below `epochs`, B above
        BFirstThenA
    };
    Kind kind = Kind::SameCost;
    double epochs = 0;             ///< N*, where both cost the same; only with a crossing
    std::int64_t cheaperFrom = 0;  ///< the least whole number of epochs at which the later one is cheaper; 0 without a crossing
};
/// Compares all-in costs over the number of epochs; `epochs` of the plans is not used, idle time counts as set-up.
/// InvalidArgument on two currencies or times that cannot be priced.
Result<BreakEven> breakEvenEpochs(const JobPlan& a, const JobPlan& b);

/// One machine as a point of time against money.
struct TimeAndMoney
{
    double seconds = 0;
    Money cost;
};
/// For each point whether no other is at least as good in both and better in one. InvalidArgument on two currencies.
Result<std::vector<bool>> paretoFront(std::span<const TimeAndMoney> points);

/// A cost with the interval of its estimate; low = high = cost where there is none (derived).
struct RankedCost
{
    Money cost, low, high;
    bool rankable = true; ///< false: fewer than 3 epochs, greyed, without a price
};
/// Ranks from 1, in order of cost; 0 for what is not rankable. A machine whose interval overlaps that of the cheapest with
/// the rank of its predecessor shares that rank; the next rank counts everybody before it (1, 1, 3). A cheaper machine never
/// ranks behind. InvalidArgument on two currencies.
Result<std::vector<int>> rankCosts(std::span<const RankedCost> costs);

/// What must be equal for two epoch times to be about the same work. Not in it: batch, workers and threads, which are
/// shown as columns.
struct ComparisonKey
{
    std::string model;        ///< variant, or the file
    std::string task;
    int imgsz = 0;
    std::string datasetHash;  ///< empty: unknown, and comparable with nothing
    std::string dataPart;     ///< fraction, classes, single_cls
    std::string augmentation; ///< the parameters of the group, as one text
    std::string training;     ///< val, freeze
    bool amp = true;
    std::string cache;
    bool operator==(const ComparisonKey&) const = default;
};
ComparisonKey comparisonKey(std::string_view task, std::string_view modelVariant, std::string_view datasetHash,
                            const nlohmann::json& params);
/// Why `row` cannot be compared with `base`: one sentence each, as templates; empty when it can.
std::vector<Error> incomparability(const ComparisonKey& row, const ComparisonKey& base);
/// Whether that is the data set, or what is taken of it, and nothing else: comparable by seconds per image.
bool differsOnlyInData(const ComparisonKey& row, const ComparisonKey& base);

} // namespace yardstick
