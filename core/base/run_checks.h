// What measured runs say afterwards: how far off an estimate was, and whether a run has become slow. Pure functions, any
// thread. Percentages are of the estimate: +10 means that it took a tenth more than was said.
#pragma once

#include "core/base/epoch_estimate.h"

#include <optional>
#include <span>

namespace yardstick {

/// 100·(actual − estimated)/estimated. nullopt unless both are finite and the estimate is above 0.
std::optional<double> errorPercent(double estimated, double actual);

/// Errors of the estimates of one machine.
struct ErrorSummary
{
    int n = 0;
    double median = 0;         ///< percent, with its sign: whether estimates there are too low (+) or too high (−)
    double medianAbsolute = 0; ///< percent: how far off they are
};
/// Those that are not finite are left out.
ErrorSummary summariseErrors(std::span<const double> percents);

/// The newest epochs of a run, each slower than the median of what was timed before them.
struct Slowdown
{
    size_t first = 0;         ///< index of the first slow epoch in `epochs`
    int count = 0;            ///< slow epochs, up to the newest
    double percent = 0;       ///< their mean above the median; above 0
    double medianSeconds = 0; ///< of what was timed before them
};
inline constexpr double kSlowFactor = 1.15; ///< slow: above this × median
inline constexpr int kSlowStreak = 3;       ///< so many in a row
/// `earlier`: epochs of the same work on the same machine, of earlier runs; `epochs`: of this run, in the order in which they ran.
/// First epochs of attempts, shared ones and those of another stratum than the newest (close_mosaic) neither count nor end a
/// streak. The streak is the longest that ends with the newest epoch; the median wants kLeastEpochs epochs before it.
std::optional<Slowdown> findSlowdown(std::span<const EpochSample> earlier, std::span<const EpochSample> epochs);

} // namespace yardstick
