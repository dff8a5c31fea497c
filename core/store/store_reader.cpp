#include "core/store/store_reader.h"

#include "core/store/schema.h"
#include "core/store/store_reader_impl.h"

#include <charconv>

namespace yardstick {

using rows::select;
using sql::Database;
using sql::Query;

StoreReader::StoreReader(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{}
StoreReader::~StoreReader() = default;
StoreReader::StoreReader(StoreReader&&) noexcept = default;
StoreReader& StoreReader::operator=(StoreReader&&) noexcept = default;

Result<StoreReader> StoreReader::owning(Result<std::unique_ptr<Database>> database)
{
    if (!database) {
        return fail(database.error());
    }
    auto impl = std::make_unique<Impl>();
    impl->owned = std::move(*database);
    impl->database = impl->owned.get();
    return StoreReader(std::move(impl));
}

Result<StoreReader> StoreReader::open(const std::filesystem::path& file)
{
    return owning(schema::openForReading(file));
}

Result<StoreReader> StoreReader::openAsItIs(const std::filesystem::path& file)
{
    return owning(schema::openAsItIs(file));
}

StoreReader StoreReader::over(Database& database)
{
    auto impl = std::make_unique<Impl>();
    impl->database = &database;
    return StoreReader(std::move(impl));
}

Result<std::int64_t> StoreReader::dataVersion() const
{
    return sql::guarded(*m_impl->database, [&]() -> Result<std::int64_t> {
        return m_impl->database->integer("PRAGMA data_version");
    });
}

namespace {

std::int64_t lastSeq(Database& db)
{
    Query q(db, "SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
    return q.next() ? q.integer(0) : 0;
}

std::optional<std::int64_t> idFromText(std::string_view text)
{
    if (text.starts_with('#')) {
        text.remove_prefix(1);
    }
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    return error == std::errc() && end == text.data() + text.size() && id > 0 ? std::optional(id)
                                                                              : std::nullopt;
}

/// "(?, ?, ?)" for a list; ids are integers, so that they are written out.
template <typename IdType> std::string inList(const std::vector<IdType>& ids)
{
    std::string text = "(";
    for (const IdType id : ids) {
        text += (text.size() > 1 ? "," : "") + std::to_string(id.value);
    }
    return text + ")";
}

std::string whereOf(const ExperimentFilter& filter)
{
    std::string where = filter.trash ? "e.deleted_ms > 0" : "e.deleted_ms = 0";
    if (!filter.includeArchived) {
        where += " AND e.archived = 0";
    }
    if (filter.project) {
        where += " AND p.name = ?";
    }
    if (!filter.ids.empty()) {
        where += " AND e.id IN " + inList(filter.ids);
    }
    if (!filter.statuses.empty()) {
        where += " AND e.status IN (";
        for (size_t i = 0; i < filter.statuses.size(); ++i) {
            where += std::string(i > 0 ? ",'" : "'") + std::string(toString(filter.statuses[i])) + "'";
        }
        where += ")";
    }
    if (filter.queue) {
        where += " AND e.queue_id = " + std::to_string(filter.queue->value);
    }
    return where;
}

constexpr std::string_view kFromExperiments = "experiments e JOIN projects p ON p.id = e.project_id WHERE ";

} // namespace

Result<std::int64_t> StoreReader::lastChangeSeq() const
{
    return m_impl->read([](Database& db) -> Result<std::int64_t> { return lastSeq(db); });
}

Result<std::vector<Change>> StoreReader::changesSince(std::int64_t seq) const
{
    return m_impl->read([&](Database& db) -> Result<std::vector<Change>> {
        std::vector<Change> changes;
        Query q(db, "SELECT seq, kind, id FROM changes WHERE seq > ? ORDER BY seq", seq);
        while (q.next()) {
            changes.push_back({q.integer(0), q.text(1), q.integer(2)});
        }
        const std::int64_t last = lastSeq(db);
        const bool complete = changes.empty() ? seq == last : changes.front().seq == seq + 1;
        if (!complete) {
            return fail(ErrorCode::NotFound, "The changes after {0} are no longer known.", seq);
        }
        return changes;
    });
}

Result<std::vector<Experiment>> StoreReader::experiments(const ExperimentFilter& filter) const
{
    return m_impl->read([&](Database& db) -> Result<std::vector<Experiment>> {
        std::vector<Experiment> out;
        Query q(db, select(rows::kExperimentColumns,
                           std::string(kFromExperiments) + whereOf(filter) + " ORDER BY e.id"));
        if (filter.project) {
            q.bindAll(*filter.project);
        }
        while (q.next()) {
            out.push_back(rows::experiment(q));
        }
        return out;
    });
}

Result<Experiment> StoreReader::experiment(ExperimentId id) const
{
    return m_impl->read([&](Database& db) -> Result<Experiment> {
        Query q(db, select(rows::kExperimentColumns, std::string(kFromExperiments) + "e.id = ?"), id.value);
        if (!q.next()) {
            return fail(ErrorCode::NotFound, "There is no experiment #{0}.", id.value);
        }
        return rows::experiment(q);
    });
}

Result<Experiment> StoreReader::experimentByName(std::string_view nameOrId) const
{
    if (const auto number = idFromText(nameOrId)) {
        auto found = experiment(ExperimentId(*number));
        if (found || nameOrId.starts_with('#')) {
            return found;
        }
    }
    const auto found =
        m_impl->list([](const Query& q) { return rows::experiment(q); },
                     select(rows::kExperimentColumns,
                            std::string(kFromExperiments) + "e.name = ? AND e.deleted_ms = 0 ORDER BY e.id"),
                     nameOrId);
    if (!found) {
        return fail(found.error());
    }
    if (found->empty()) {
        return fail(ErrorCode::NotFound, "There is no experiment \"{0}\".", nameOrId);
    }
    if (found->size() > 1) {
        std::string ids;
        for (const Experiment& e : *found) {
            ids += (ids.empty() ? "#" : ", #") + std::to_string(e.id.value);
        }
        return fail(ErrorCode::InvalidArgument,
                    "Several experiments are named \"{0}\": {1}; give the number.", nameOrId, ids);
    }
    return found->front();
}

Result<std::vector<Queue>> StoreReader::queues() const
{
    return m_impl->list(rows::queue, select(rows::kQueueColumns, "queues ORDER BY position, id"));
}

Result<Queue> StoreReader::queueByName(std::string_view nameOrId) const
{
    return m_impl->read([&](Database& db) -> Result<Queue> {
        Query byName(db, select(rows::kQueueColumns, "queues WHERE name = ?"), nameOrId);
        if (byName.next()) {
            return rows::queue(byName);
        }
        Query byId(db, select(rows::kQueueColumns, "queues WHERE id = ?"), idFromText(nameOrId).value_or(0));
        if (byId.next()) {
            return rows::queue(byId);
        }
        return fail(ErrorCode::NotFound, "There is no queue \"{0}\".", nameOrId);
    });
}

Result<std::int64_t> StoreReader::lastQueuePosition(QueueId id) const
{
    return m_impl->read([&](Database& db) -> Result<std::int64_t> {
        Query q(db, "SELECT max(queue_position) FROM experiments WHERE queue_id = ? AND status = 'queued'",
                id.value);
        return q.next() ? q.integer(0) : 0;
    });
}

Result<std::vector<Host>> StoreReader::hosts() const
{
    return m_impl->list(rows::host, select(rows::kHostColumns, "hosts ORDER BY id"));
}

Result<std::vector<Machine>> StoreReader::machines() const
{
    return m_impl->list(rows::machine, select(rows::kMachineColumns, "machines ORDER BY id"));
}

Result<std::vector<Quote>> StoreReader::quotes(std::optional<MachineId> machine) const
{
    if (machine) {
        return m_impl->list(
            rows::quote,
            select(rows::kQuoteColumns, "quotes WHERE machine_id = ? ORDER BY valid_from_ms, id"),
            machine->value);
    }
    return m_impl->list(rows::quote, select(rows::kQuoteColumns, "quotes ORDER BY valid_from_ms, id"));
}

Result<std::map<MachineId, InterruptionHistory>> StoreReader::interruptionHistories(UtcMs now) const
{
    return m_impl->read([&](Database& db) -> Result<std::map<MachineId, InterruptionHistory>> {
        // An attempt without an end has run until its last word; one that is open runs until now.
        Query q(db,
                "SELECT a.machine_id, SUM(MAX(0, CASE WHEN a.ended_ms > 0 THEN a.ended_ms "
                "WHEN a.outcome = 'none' THEN ? ELSE a.last_event_ms END - a.started_ms)), SUM(a.outcome = 'interrupted') "
                "FROM attempts a JOIN machines m ON m.id = a.machine_id "
                "WHERE m.market = 'spot' AND a.started_ms > 0 AND a.launcher <> 'imported' GROUP BY a.machine_id",
                now);
        std::map<MachineId, InterruptionHistory> histories;
        while (q.next()) {
            histories[q.id<MachineId>(0)] = {static_cast<double>(q.integer(1)) / 3.6e6, q.int32(2)};
        }
        return histories;
    });
}

Result<std::vector<FxRate>> StoreReader::fxRates() const
{
    return m_impl->list(rows::fxRate, select(rows::kFxRateColumns, "fx_rates ORDER BY valid_from_ms, id"));
}

Result<std::vector<StoredEstimate>> StoreReader::estimates(std::optional<ExperimentId> experiment) const
{
    if (experiment) {
        return m_impl->list(rows::estimate, select(rows::kEstimateColumns, "estimates WHERE experiment_id = ? ORDER BY id"), experiment->value);
    }
    return m_impl->list(rows::estimate, select(rows::kEstimateColumns, "estimates ORDER BY id"));
}

Result<std::string> StoreReader::datasetHashOf(std::string_view data) const
{
    return m_impl->read([&](Database& db) -> Result<std::string> {
        Query q(db, "SELECT dataset_hash FROM experiments WHERE data = ? AND dataset_hash <> '' AND deleted_ms = 0 ORDER BY started_ms DESC, id DESC "
                    "LIMIT 1", data);
        return q.next() ? q.text(0) : std::string();
    });
}

Result<std::vector<Experiment>> StoreReader::timedOn(MachineId machine, const ExperimentSpec& spec, std::string_view datasetHash, int newest) const
{
    return m_impl->list(rows::experiment,
                        select(rows::kExperimentColumns,
                               std::string(kFromExperiments) + "e.deleted_ms = 0 AND e.epochs_done > 0 AND e.task = ? AND e.model_variant = ? AND "
                               "e.backend = ? AND e.dataset_hash = ? AND e.id IN (SELECT experiment_id FROM attempts WHERE machine_id = ?) "
                               "ORDER BY e.started_ms DESC, e.id DESC LIMIT ?"),
                        spec.task, spec.modelVariant, spec.backend, datasetHash, machine, newest);
}

Result<std::vector<MachineId>> StoreReader::machinesUsedSince(UtcMs since) const
{
    return m_impl->list([](const Query& q) { return q.id<MachineId>(0); },
                        "SELECT DISTINCT machine_id FROM attempts WHERE machine_id IS NOT NULL AND (outcome = 'none' OR started_ms >= ?) "
                        "ORDER BY machine_id", since);
}

Result<std::vector<Request>> StoreReader::openRequests() const
{
    return m_impl->list(rows::request,
                        select(rows::kRequestColumns, "requests WHERE done_ms = 0 ORDER BY id"));
}

Result<std::optional<std::string>> StoreReader::setting(std::string_view key) const
{
    return m_impl->read([&](Database& db) -> Result<std::optional<std::string>> {
        Query q(db, "SELECT value FROM settings WHERE key = ?", key);
        return q.next() ? std::optional(q.text(0)) : std::nullopt;
    });
}

Result<StoreReader::Counts> StoreReader::counts() const
{
    return m_impl->read([](Database& db) -> Result<Counts> {
        Counts counts;
        counts.experiments = db.integer("SELECT count(*) FROM experiments WHERE deleted_ms = 0");
        counts.attempts = db.integer("SELECT count(*) FROM attempts");
        counts.points = db.integer("SELECT coalesce(sum(points), 0) FROM series");
        counts.bytes = db.integer("PRAGMA page_count") * db.integer("PRAGMA page_size");
        return counts;
    });
}

} // namespace yardstick
