// What a machine did in the runs behind its row of a comparison: every timed epoch in the order in which it entered the
// estimate, how much of an epoch is validation, and what came to nothing. Owner thread: the reader's.
#pragma once

#include "core/base/epoch_parts.h"
#include "core/compare.h"
#include "core/store/store_reader.h"

#include <string>
#include <vector>

namespace yardstick {

struct TimedEpoch
{
    ExperimentId experiment;
    int epoch = 0; ///< from 1
    double seconds = 0;
    EpochPart part = EpochPart::InMean;
};
struct MachineWork
{
    MachineId machineId;
    std::string backend;            ///< of the row
    std::vector<TimedEpoch> epochs; ///< measured ones; hidden attempts' left out
    bool split = false;          ///< validation was timed apart
    double validationShare = 0;  ///< 0…1: of the time of the epochs in the mean; 0 when not split
    int keptEpochs = 0;          ///< that no later attempt did again
    /// Epochs that were done again, what came after the last epoch of an attempt that did not complete (all of it when it
    /// had none), hidden attempts: as in Attempt::wasted.
    double wastedSeconds = 0;
    [[nodiscard]] double wastedPerEpoch() const { return keptEpochs > 0 ? wastedSeconds / keptEpochs : 0; }
};
/// One for each row of the comparison, in its order.
Result<std::vector<MachineWork>> machineWork(const StoreReader& store, const Comparison& comparison);

} // namespace yardstick
