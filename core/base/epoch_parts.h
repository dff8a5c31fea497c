// What became of each epoch in an estimate of the epoch time (core/base/epoch_estimate.h): for pictures that show every one
// of them. Pure functions, any thread.
#pragma once

#include "core/base/epoch_estimate.h"

#include <span>
#include <vector>

namespace yardstick {

enum class EpochPart {
    InMean,
    Stall,        ///< stands out of the epochs around it, or the last one is out of line
    BeforeLevel,  ///< ran before the level changed
    FirstOfAttempt,
    Shared,       ///< timed while another job ran on the host
    OtherStratum, ///< with mosaic where most are without, or the other way round
    Invalid       ///< not finite or not above 0
};
/// One for each sample, as estimateEpochs() counts them.
std::vector<EpochPart> epochParts(std::span<const EpochSample> samples);

} // namespace yardstick
