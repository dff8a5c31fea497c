// Levels of a series of epoch times: epochs that stand out (stalls) and places from which on a machine is slower or faster
// (throttling, a noisy neighbour). Part of core/base/epoch_estimate; not for other layers. Pure functions, any thread.
// Method: stalls are far from a running median of 5 (Tukey 1977, ch. 7), in robust spreads taken from differences of
// neighbours, which a step disturbs once only (Rousseeuw and Croux 1993 on such scales); steps by binary segmentation
// (Scott and Knott 1974; Vostrikova 1981), each tested with Student's t at the level of Bonferroni, its variance widened
// for like neighbours, so that an autocorrelated series is not cut to pieces: a machine that drifts, or throttles and recovers, stays one level
// with a wide interval.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace yardstick {

struct EpochLevels
{
    std::vector<bool> isOut;         ///< per epoch: it stands out and enters no level
    std::vector<size_t> begins{0};   ///< where levels begin, by epoch; the last one is the current level
    bool pending = false;            ///< the last epoch is out of line: a stall, or the first of a new level
    int stalls = 0;                  ///< of isOut, without the pending one
    double extraSeconds = 0;         ///< what the stalls took beyond the epochs around them
};
/// `seconds` in the order in which the epochs ran, finite and above 0.
EpochLevels levelsOf(std::span<const double> seconds);

} // namespace yardstick
