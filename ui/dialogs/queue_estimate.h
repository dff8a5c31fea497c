// QueueEstimate: when a queue would have finished an experiment and what that would cost, from epochs that were timed on
// the queue's machine with the same model, task, image size and data set. Never invented: without such epochs, or
// without a price, the fields stay empty. Plain functions; any thread that owns a reader.
#pragma once

#include "core/base/cost.h"
#include "core/records.h"
#include "core/store/store_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace yardstick::ui {

struct QueueEstimate
{
    QueueId queue;
    int running = 0, waiting = 0;
    bool exact = false;             ///< the batch was the same too
    int epochsMeasured = 0;         ///< epochs behind the estimate; 0: none
    std::optional<Forecast> forecast; ///< of this experiment alone, from its start
    /// Seconds until the jobs before it are done; empty when that cannot be told.
    std::optional<double> waitSeconds;
    std::optional<PricePerHour> price;
    bool priceExample = false;
};

Result<std::vector<QueueEstimate>> estimateQueues(const StoreReader& store, const ExperimentSpec& spec, UtcMs now);

} // namespace yardstick::ui
