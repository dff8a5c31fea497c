// StoreWriter: typed writes inside one transaction of the store thread (Store::post, Store::run). Each write
// appends to `changes`. It checks no lifecycle rule: that is core/actions.h. It can also read what it needs
// (same transaction).
#pragma once

#include "core/base/event.h"
#include "core/base/result.h"
#include "core/records.h"
#include "core/store/store_reader.h"

namespace yardstick {

class StoreWriter
{
public:
    [[nodiscard]] const StoreReader& read() const; ///< sees this transaction's own writes

    Result<ExperimentId>
    insertExperiment(const Experiment& experiment);          ///< id, createdMs (if 0), colour are set here
    Result<> updateExperiment(const Experiment& experiment); ///< every column but the summary
    Result<> updateSummary(const Experiment& experiment);    ///< the summary columns only
    Result<> setExperimentDeleted(ExperimentId id, UtcMs deletedMs); ///< 0 restores
    Result<> purgeExperiment(ExperimentId id);               ///< for good, with everything that hangs on it
    Result<AttemptId> insertAttempt(const Attempt& attempt); ///< number is set here (last + 1)
    Result<> updateAttempt(const Attempt& attempt); ///< not the ingestion columns (offset, seq, hello, args)
    Result<> insertPhase(const PhaseRow& phase);    ///< origin app
    Result<> endPhase(AttemptId id, std::string_view name, UtcMs endMs);

    /// Rows of one attempt's events, and with them the new offset: both or neither. `events` are those parsed
    /// from the bytes [attempt.logOffset, newOffset); events whose seq ≤ attempt.lastSeq are left out
    /// (already there).
    struct BadLine
    {
        std::int64_t offset = 0;
        std::string text;
        std::string why;
    };
    Result<> ingest(AttemptId id, const std::vector<Event>& events, const std::vector<BadLine>& badLines,
                    std::int64_t newOffset);

    Result<HostId> upsertHost(const Host& host); ///< by id, or by name when id is 0
    Result<MachineId>
    upsertMachine(const Machine& machine); ///< by id, or by (provider, name, market) when id is 0
    Result<QuoteId> insertQuote(const Quote& quote);
    Result<FxRateId> insertFxRate(const FxRate& rate); ///< id and createdMs (if 0) are set here
    Result<EstimateId> insertEstimate(const StoredEstimate& estimate); ///< id and createdMs (if 0) are set here
    Result<QueueId> upsertQueue(const Queue& queue); ///< by id, or by name when id is 0
    Result<> deleteQueue(QueueId id);                ///< NotAllowed while experiments wait or run there
    Result<RequestId> insertRequest(const Request& request);
    Result<> finishRequest(RequestId id, std::string_view result);
    Result<> setSetting(std::string_view key, std::string_view value);
    Result<> touch(std::string_view kind, std::int64_t id); ///< appends to changes only
    Result<> trimChanges(UtcMs olderThan);
    /// Recomputes the summary columns of an experiment (epochs, metrics, money) from its attempts' rows and
    /// quotes.
    Result<> refreshSummary(ExperimentId id);

private:
    friend class StoreThread;
    struct Impl;
    explicit StoreWriter(Impl& impl)
        : m_impl(impl)
    {}
    Impl& m_impl;
};

} // namespace yardstick
