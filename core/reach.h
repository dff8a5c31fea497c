// What it took a run to reach a quality: the first epoch with mAP50-95 ≥ x, and the time and money until that epoch ended
// (DAWNBench: Coleman et al. 2017, time and cost to accuracy). Not reached is a value too. Owner thread: the reader's.
#pragma once

#include "core/store/store_reader.h"

#include <optional>

namespace yardstick {

struct Reach
{
    bool measured = false; ///< the run has the metric
    int epoch = 0;         ///< from 1; 0: not reached
    double seconds = 0;    ///< of all attempts until then, from each one's start: set-up, failed and repeated epochs included
    std::optional<Money> cost; ///< of the same time; nullopt: not reached, or a part of it has no price
    [[nodiscard]] bool reached() const { return epoch > 0; }
};
/// InvalidArgument unless 0 < map5095 ≤ 1. NotFound without such an experiment.
Result<Reach> reachOf(const StoreReader& store, ExperimentId id, double map5095);

} // namespace yardstick
