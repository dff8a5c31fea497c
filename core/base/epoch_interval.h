// The 95 % interval of a mean of epochs that may be like their neighbours. Part of core/base/epoch_estimate; not for other
// layers. Pure functions, any thread.
// Method: normal noise, first-order autoregressive within a run of neighbours. What is not known of the correlation φ is
// averaged over: each φ of a grid gives the mean a Student t distribution, weighted by how well it explains the series
// (Zellner and Tiao 1964 on regression with autocorrelated errors; Raftery, Madigan and Hoeting 1997 on averaging models).
// Few epochs say little of φ: the prior then widens the interval, by what that prior is worth.
#pragma once

#include <span>
#include <vector>

namespace yardstick {

/// Epochs of one level, as runs of neighbours within one attempt.
using LevelRuns = std::vector<std::vector<double>>;

struct MeanInterval
{
    double halfWidth = 0;  ///< seconds
    double effectiveN = 0; ///< independent epochs that would say as much, at the median φ
};
/// Of the mean of `current`; `before`, which may be empty, is the level before it and says how the noise is.
/// At least three epochs in all and two in `current`.
MeanInterval intervalOfMean(const LevelRuns& current, const LevelRuns& before);

} // namespace yardstick
