// What a user can do, as functions on one store transaction. The window posts them (Store::post), the command line
// runs them (Store::run); both get the same checks and the same sentences. None of them starts a process: a queued
// experiment is picked up by whoever holds the scheduler's lock.
#pragma once

#include "core/base/result.h"
#include "core/lifecycle.h"
#include "core/records.h"
#include "core/store/store_writer.h"

namespace yardstick::actions {

/// Validates every parameter (all faults in the error's detail); the name may be empty: "#12 v8n-640-b16" is made.
Result<ExperimentId> create(StoreWriter& store, ExperimentSpec spec);
/// Draft like `source`, with changes applied on top; name empty: derived.
Result<ExperimentId> clone(StoreWriter& store, ExperimentId source, const nlohmann::json& paramChanges, std::string name = {});
Result<> setParams(StoreWriter& store, ExperimentId id, const nlohmann::json& changes); ///< null value of a non-nullable key resets to default
Result<> setSpec(StoreWriter& store, ExperimentId id, const ExperimentSpec& spec);
Result<> rename(StoreWriter& store, ExperimentId id, std::string name);
Result<> setTags(StoreWriter& store, ExperimentId id, std::vector<std::string> tags);
Result<> setNotes(StoreWriter& store, ExperimentId id, std::string notes);

Result<> enqueue(StoreWriter& store, ExperimentId id, QueueId queue); ///< checks that the data set is here (checkDataPresent)
Result<> dequeue(StoreWriter& store, ExperimentId id);
Result<> moveInQueue(StoreWriter& store, ExperimentId id, QueueId queue, std::int64_t beforePosition);
Result<> stop(StoreWriter& store, ExperimentId id, bool hard = false); ///< a queued one is dequeued; a running one gets a request row
Result<> retry(StoreWriter& store, ExperimentId id);                   ///< fresh start, on its last queue
Result<> resume(StoreWriter& store, ExperimentId id);                  ///< from the last checkpoint
Result<> continueWith(StoreWriter& store, ExperimentId id, int epochs); ///< a completed run goes on to more epochs
Result<> reset(StoreWriter& store, ExperimentId id);
Result<> archive(StoreWriter& store, ExperimentId id, bool archived);
Result<> publish(StoreWriter& store, ExperimentId id, bool published);
Result<> moveToTrash(StoreWriter& store, ExperimentId id);
Result<> restore(StoreWriter& store, ExperimentId id);

Result<QueueId> addQueue(StoreWriter& store, const Queue& queue);
Result<> setQueue(StoreWriter& store, const Queue& queue);
Result<> removeQueue(StoreWriter& store, QueueId id);
/// A new quote supersedes the newest; InvalidArgument for a negative price.
Result<QuoteId> setPrice(StoreWriter& store, MachineId machine, PricePerHour price, std::string source, UtcMs validFrom, bool example = false);
/// A new exchange rate: one `from` is worth `decimal` of `to` from `validFrom` on. Those entered before stay.
Result<FxRateId> setFxRate(StoreWriter& store, Currency from, Currency to, std::string_view decimal, std::string source, UtcMs validFrom);
/// Makes "this host" and its two queues (*all cores*, *1 core*) with example prices when they are missing. Idempotent.
Result<> ensureLocalHost(StoreWriter& store);

} // namespace yardstick::actions
