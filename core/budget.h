// Budgets of queues: what was spent against the limits, and why a queue must not start new work. One computation for the
// scheduler, the window and the command line. Owner thread: the reader's.
#pragma once

#include "core/records.h"
#include "core/store/store_reader.h"

#include <optional>

namespace yardstick {

struct QueueBudget
{
    /// In the currency of the limit, with the exchange rates in force now. nullopt: no such limit.
    std::optional<Money> spentToday, spentInAll;
    std::optional<Error> passed; ///< the limit that is reached, as a sentence: nothing new starts
    /// Money that was spent in this currency cannot be counted: there is no exchange rate to the limit's.
    std::optional<Currency> uncounted;
};
/// Attempts that run count up to `now`. A limit of 0 is reached at once.
Result<QueueBudget> budgetOf(const StoreReader& store, const Queue& queue, UtcMs now);

} // namespace yardstick
