// Before enqueueing: how long an experiment would take on each queue, what it would cost and when it would be done, each
// with the interval that the measured epochs give it. Times are of epochs that were timed on the queue's machine with the
// same work (model, task, data set, imgsz, augmentation: ComparisonKey), of the same batch size where there are any; the wait
// is what the scheduler's own plan() would do with what runs and waits there. Never invented: without such epochs the basis
// is None and the figures stay empty. Owner thread: the reader's.
#pragma once

#include "core/base/cost.h"
#include "core/records.h"
#include "core/store/store_reader.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace yardstick {

enum class EstimateBasis { None, Measured };
std::string_view toString(EstimateBasis basis); ///< "none", "measured"

/// Seconds with their 95 % interval.
struct SecondsRange
{
    double value = 0, low = 0, high = 0;
};

struct QueueEstimate
{
    QueueId queue;
    std::string queueName;
    MachineId machineId;
    std::string machine;            ///< empty: the queue has none
    EstimateBasis basis = EstimateBasis::None;
    int epochs = 0;                 ///< that are to be done
    int timedEpochs = 0;            ///< behind the figures; 0: none
    bool sameBatch = false;         ///< they ran with the same batch size
    Doubt doubt = Doubt::None;
    double setupSeconds = 0;        ///< 0 where it was not measured
    SecondsRange epoch;             ///< one epoch
    std::optional<SecondsRange> work; ///< of this experiment alone, from its start: set-up and all epochs
    std::optional<PricePerHour> price;
    bool priceExample = false;
    std::optional<Money> cost, costLow, costHigh; ///< of `work`
    int running = 0, waiting = 0;   ///< of this queue, before it
    int unknown = 0;                ///< jobs of the host, before it, whose time cannot be told
    std::optional<SecondsRange> wait; ///< until it starts; empty: cannot be told
    std::string standstill;         ///< why nothing of this queue starts (paused, budget…): one sentence; empty: it does

    /// Seconds from now until it is done; empty where the wait or the work is not known.
    [[nodiscard]] std::optional<SecondsRange> finish() const;
};
/// One for each queue, in their order. `self`: the experiment itself, which may be in the store already; it does not wait for itself.
Result<std::vector<QueueEstimate>> estimateQueues(const StoreReader& store, const ExperimentSpec& spec, UtcMs now, ExperimentId self = {});
/// What is stored when `e` is put on a queue: time and price only, not the wait. Epochs that a resumed one has done are not in it.
Result<StoredEstimate> estimateToStore(const StoreReader& store, const Experiment& e, const Queue& queue, UtcMs now);

/// When a job that runs or waits starts and ends, as far as it can be told.
struct JobForecast
{
    std::optional<SecondsRange> start; ///< seconds from now; 0: it runs
    std::optional<SecondsRange> end;
    std::optional<Money> cost;         ///< of what is left
};
/// Of every experiment that runs or waits.
Result<std::map<ExperimentId, JobForecast>> forecastJobs(const StoreReader& store, UtcMs now);

} // namespace yardstick
