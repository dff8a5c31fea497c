// StoreReader: typed queries on a read-only connection. Use it on the thread that made it. Every call sees
// one consistent state; a fault of the database is an Error, not an exception.
#pragma once

#include "core/base/machine_choice.h"
#include "core/base/result.h"
#include "core/records.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace yardstick {

namespace sql {
class Database;
}

struct ExperimentFilter
{
    bool includeArchived = true;
    bool trash = false; ///< only deleted ones instead
    std::optional<std::string> project;
    std::vector<ExperimentId> ids;          ///< empty: all
    std::vector<ExperimentStatus> statuses; ///< empty: any
    std::optional<QueueId> queue;           ///< waits, runs or last ran there
};

class StoreReader
{
public:
    static Result<StoreReader> open(const std::filesystem::path& file);
    /// For those who cannot write the file (full disk, read-only folder): refuses a version that must be migrated first.
    static Result<StoreReader> openAsItIs(const std::filesystem::path& file);
    /// For core/store: over a connection that is in use already.
    static StoreReader over(sql::Database& database);
    ~StoreReader();
    StoreReader(StoreReader&&) noexcept;
    StoreReader& operator=(StoreReader&&) noexcept;

    /// PRAGMA data_version: changes when another connection committed. Poll it every 200 ms.
    [[nodiscard]] Result<std::int64_t> dataVersion() const;
    [[nodiscard]] Result<std::int64_t> lastChangeSeq() const;
    /// Changes after `seq`; NotFound when they were trimmed: reload everything.
    [[nodiscard]] Result<std::vector<Change>> changesSince(std::int64_t seq) const;

    [[nodiscard]] Result<std::vector<Experiment>>
    experiments(const ExperimentFilter& filter = {}) const;             ///< by id
    [[nodiscard]] Result<Experiment> experiment(ExperimentId id) const; ///< NotFound
    [[nodiscard]] Result<Experiment>
    experimentByName(std::string_view nameOrId) const; ///< "#12", "12" or a unique name
    [[nodiscard]] Result<std::vector<Attempt>> attempts(ExperimentId id, bool includeHidden = false) const;
    [[nodiscard]] Result<Attempt> attempt(AttemptId id) const;
    [[nodiscard]] Result<std::vector<Attempt>> openAttempts() const; ///< outcome none
    /// All attempts' epochs, oldest first; `wasted` marks those that a later attempt did again.
    [[nodiscard]] Result<std::vector<EpochRow>> epochs(ExperimentId id, bool includeHidden = false) const;
    /// One row per epoch: the later attempt wins. An attempt's first epoch e replaces all epochs ≥ e of
    /// earlier attempts: a fresh start (e = 1) replaces them all, a resumed one those after its checkpoint.
    [[nodiscard]] Result<std::vector<EpochRow>> joinedEpochs(ExperimentId id) const;
    [[nodiscard]] Result<std::vector<SeriesInfo>> series(ExperimentId id) const; ///< of all visible attempts
    [[nodiscard]] Result<std::vector<SeriesPoint>> points(SeriesId id) const;    ///< by step
    /// Joined over attempts by name: the later attempt wins, from its first step of this series on. Series
    /// "system/…" are strung together, their steps counted in ms from the first attempt's start.
    [[nodiscard]] Result<std::vector<SeriesPoint>> joinedPoints(ExperimentId id, std::string_view name) const;
    [[nodiscard]] Result<std::vector<PhaseRow>> phases(ExperimentId id) const;
    [[nodiscard]] Result<std::vector<ImageRow>> images(ExperimentId id) const;
    [[nodiscard]] Result<std::vector<PlotRow>> plots(ExperimentId id) const;
    [[nodiscard]] Result<std::vector<ArtifactRow>> artifacts(ExperimentId id) const;
    [[nodiscard]] Result<std::vector<MessageRow>> messages(ExperimentId id) const;

    [[nodiscard]] Result<std::vector<Queue>> queues() const; ///< by position
    [[nodiscard]] Result<Queue> queueByName(std::string_view nameOrId) const;
    /// Highest queuePosition of the experiments that are queued there; 0 when none is.
    [[nodiscard]] Result<std::int64_t> lastQueuePosition(QueueId id) const;
    [[nodiscard]] Result<std::vector<Host>> hosts() const;
    [[nodiscard]] Result<std::vector<Machine>> machines() const;
    [[nodiscard]] Result<std::vector<Quote>>
    quotes(std::optional<MachineId> machine = {}) const; ///< oldest first
    [[nodiscard]] Result<std::vector<FxRate>> fxRates() const; ///< oldest first, superseded ones too
    [[nodiscard]] Result<std::vector<StoredEstimate>> estimates(std::optional<ExperimentId> experiment = {}) const; ///< oldest first
    /// The data set that the newest run on this path found there; empty: none ran.
    [[nodiscard]] Result<std::string> datasetHashOf(std::string_view data) const;
    /// Experiments whose epochs were timed on the machine, newest first, at most `newest`. Those in the trash do not count.
    [[nodiscard]] Result<std::vector<Experiment>> timedOn(MachineId machine, const ExperimentSpec& spec, std::string_view datasetHash,
                                                          int newest) const; ///< same task, model variant, backend and data set
    /// Machines with an attempt that runs, or that began at `since` or later; by id.
    [[nodiscard]] Result<std::vector<MachineId>> machinesUsedSince(UtcMs since) const;
    /// Of each machine of the spot market on which attempts have run, whatever of: the hours (until `now` where one runs still) and
    /// how many attempts were interrupted, not by the user. Deleted experiments and hidden attempts count: they ran all the same.
    [[nodiscard]] Result<std::map<MachineId, InterruptionHistory>> interruptionHistories(UtcMs now) const;
    [[nodiscard]] Result<std::vector<Request>> openRequests() const;
    [[nodiscard]] Result<std::optional<std::string>> setting(std::string_view key) const;
    /// What an attempt cost from its start to `until`; nullopt: a part of that has no price.
    [[nodiscard]] Result<std::optional<Money>> costUntil(const Attempt& attempt, UtcMs until) const;
    /// Money spent since 00:00 UTC of the day of `now`, per currency.
    [[nodiscard]] Result<std::vector<Money>> spentOnDay(UtcMs now) const;
    /// The same for one queue, from `since` (0: ever) to `now`; attempts that run count up to now.
    [[nodiscard]] Result<std::vector<Money>> spentOnQueue(QueueId id, UtcMs since, UtcMs now) const;
    struct Counts
    {
        std::int64_t experiments = 0, attempts = 0, points = 0, bytes = 0;
    };
    [[nodiscard]] Result<Counts> counts() const;

private:
    struct Impl;
    explicit StoreReader(std::unique_ptr<Impl> impl);
    static Result<StoreReader> owning(Result<std::unique_ptr<sql::Database>> database);
    std::unique_ptr<Impl> m_impl;
};

} // namespace yardstick
