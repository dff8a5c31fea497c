// Estimate against actual: what was expected of an experiment when it was put on a queue, beside what it took; and how far
// off the estimates of each machine have been. Owner thread: the reader's.
#pragma once

#include "core/base/run_checks.h"
#include "core/estimate.h"
#include "core/records.h"
#include "core/store/store_reader.h"

#include <optional>
#include <vector>

namespace yardstick {

/// One stored estimate and the attempts that were made after it and before the next one. Until the work is completed the estimate is
/// of all its epochs; afterwards of those that ran, for a run may stop early. Errors only of completed work with an estimate.
struct EstimateOutcome
{
    StoredEstimate estimate;
    bool started = false;
    bool completed = false;
    int epochs = 0;                           ///< that the figures below are of
    std::optional<SecondsRange> estimated;    ///< set-up and epochs; empty: basis none
    std::optional<Money> estimatedCost;       ///< empty: basis none, or no price then
    double actualSeconds = 0;                 ///< so far: all attempts, each from its first step to its end
    std::optional<Money> actualCost;          ///< so far; empty: no price, or two currencies
    std::optional<double> errorPercent;       ///< of the time
    std::optional<double> costErrorPercent;
};
/// Oldest first; empty without any (experiments of before, or never queued).
Result<std::vector<EstimateOutcome>> outcomesOf(const StoreReader& store, ExperimentId id);

/// How far off the newest estimates of a machine have been.
struct MachineCalibration
{
    MachineId machineId;
    ErrorSummary time; ///< percent; of at most kCalibratedRuns completed runs
    int inside = 0;    ///< of them: took as long as the 95 % interval of the estimate said
};
inline constexpr int kCalibratedRuns = 50;
/// By machine id; machines without a completed estimate are missing.
Result<std::vector<MachineCalibration>> calibrations(const StoreReader& store);

} // namespace yardstick
