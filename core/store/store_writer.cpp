// StoreWriter: experiments, attempts and phases.
#include "core/store/store_writer.h"

#include "core/base/params.h"
#include "core/store/rows.h"
#include "core/store/store_writer_impl.h"

namespace yardstick {

using sql::Database;
using sql::Query;

const StoreReader& StoreWriter::read() const
{
    return m_impl.reader;
}

void StoreWriter::Impl::writeChanges()
{
    Query q(database, "INSERT INTO changes (kind, id, t_ms) VALUES (?, ?, ?)");
    const UtcMs now = nowUtcMs();
    for (const auto& [kind, id] : touched) {
        q.bindAll(kind, id, now);
        q.exec();
        q.reset();
    }
    touched.clear();
}

namespace {

std::int64_t projectId(Database& db, const std::string& name)
{
    Query find(db, "SELECT id FROM projects WHERE name = ?", name);
    if (find.next()) {
        return find.integer(0);
    }
    Query(db, "INSERT INTO projects (name) VALUES (?)", name).exec();
    return db.lastInsertId();
}

/// The 23 columns that insert and update have in common, in this order.
constexpr std::string_view kSpecColumns[] = {
    "project_id",     "name",      "task",     "model_variant", "data",       "backend",
    "params",         "container", "tags",     "notes",         "status",     "cloned_from",
    "colour",         "published", "archived", "changed_ms",    "deleted_ms", "queue_id",
    "queue_position", "queued_ms", "requeues", "resume",        "reason"};

void bindSpec(Query& q, Database& db, const Experiment& e, int colour, UtcMs changedMs)
{
    const nlohmann::json params = e.spec.params.is_object() ? e.spec.params : nlohmann::json::object();
    q.bindAll(projectId(db, e.spec.project), e.spec.name, e.spec.task, e.spec.modelVariant, e.spec.data,
              e.spec.backend, params, rows::containerJson(e.spec.container), rows::listJson(e.spec.tags),
              e.spec.notes, toString(e.status), e.clonedFrom, colour, e.published, e.archived, changedMs,
              e.deletedMs, e.queueId, e.queuePosition, e.queuedMs, e.requeues, e.resume, e.reason);
}

std::string insertSql()
{
    std::string columns;
    std::string marks;
    for (const std::string_view column : kSpecColumns) {
        columns += std::string(column) + ", ";
        marks += "?, ";
    }
    return "INSERT INTO experiments (" + columns + "created_ms) VALUES (" + marks + "?)";
}

std::string updateSql()
{
    std::string sets;
    for (const std::string_view column : kSpecColumns) {
        sets += (sets.empty() ? "" : ", ") + std::string(column) + " = ?";
    }
    return "UPDATE experiments SET " + sets + " WHERE id = ?";
}

Result<> expectOneRow(Database& db, std::string_view what, std::int64_t id)
{
    if (db.changes() == 1) {
        return {};
    }
    return fail(ErrorCode::NotFound,
                what == "attempt" ? "There is no attempt {0}." : "There is no experiment #{0}.", id);
}

} // namespace

Result<ExperimentId> StoreWriter::insertExperiment(const Experiment& experiment)
{
    return m_impl.write([&]() -> Result<ExperimentId> {
        Database& db = m_impl.database;
        const UtcMs now = nowUtcMs();
        // The palette has eight colours; an experiment keeps its own for life.
        const int colour = static_cast<int>(db.integer("SELECT coalesce((SELECT seq FROM sqlite_sequence "
                                                       "WHERE name = 'experiments'), 0)") %
                                            8);
        static const std::string kSql = insertSql();
        {
            Query q(db, kSql);
            bindSpec(q, db, experiment, colour, experiment.changedMs > 0 ? experiment.changedMs : now);
            q.bind(experiment.createdMs > 0 ? experiment.createdMs : now);
            q.exec();
        }
        const ExperimentId id(db.lastInsertId());
        if (auto summary = refreshSummary(id); !summary) {
            return fail(summary.error());
        }
        m_impl.touch("experiment", id.value);
        return id;
    });
}

Result<> StoreWriter::updateExperiment(const Experiment& experiment)
{
    return m_impl.write([&]() -> Result<> {
        Database& db = m_impl.database;
        static const std::string kSql = updateSql();
        {
            Query q(db, kSql);
            bindSpec(q, db, experiment, experiment.colour, nowUtcMs());
            q.bind(experiment.id);
            q.exec();
        }
        if (auto found = expectOneRow(db, "experiment", experiment.id.value); !found) {
            return found;
        }
        m_impl.touch("experiment", experiment.id.value);
        return refreshSummary(experiment.id);
    });
}

Result<> StoreWriter::updateSummary(const Experiment& e)
{
    return m_impl.write([&]() -> Result<> {
        Database& db = m_impl.database;
        Query q(
            db,
            "UPDATE experiments SET epochs_done = ?, epochs_planned = ?, attempts = ?, started_ms = ?, "
            "ended_ms = ?, "
            "epoch_seconds = ?, machine_id = ?, dataset_hash = ?, last = ?, best = ?, price_micros = ?, "
            "price_currency = ?, "
            "epoch_cost_micros = ?, epoch_cost_currency = ?, cost_micros = ?, cost_currency = ? WHERE id = ?",
            e.epochsDone, e.epochsPlanned, e.attempts, e.startedMs, e.endedMs, e.epochSeconds, e.machineId,
            e.datasetHash, rows::metricsText(e.last), rows::metricsText(e.best));
        sql::bindMoney(q, e.price ? std::optional(e.price->perHour) : std::nullopt);
        sql::bindMoney(q, e.costPerEpoch);
        sql::bindMoney(q, e.costSoFar);
        q.bind(e.id);
        q.exec();
        m_impl.touch("experiment", e.id.value);
        return expectOneRow(db, "experiment", e.id.value);
    });
}

Result<> StoreWriter::setExperimentDeleted(ExperimentId id, UtcMs deletedMs)
{
    return m_impl.write([&]() -> Result<> {
        Query(m_impl.database, "UPDATE experiments SET deleted_ms = ?, changed_ms = ? WHERE id = ?",
              deletedMs, nowUtcMs(), id)
            .exec();
        m_impl.touch("experiment", id.value);
        return expectOneRow(m_impl.database, "experiment", id.value);
    });
}

Result<> StoreWriter::purgeExperiment(ExperimentId id)
{
    return m_impl.write([&]() -> Result<> {
        Query(m_impl.database, "DELETE FROM experiments WHERE id = ?", id).exec();
        m_impl.touch("experiment", id.value);
        return expectOneRow(m_impl.database, "experiment", id.value);
    });
}

Result<AttemptId> StoreWriter::insertAttempt(const Attempt& a)
{
    return m_impl.write([&]() -> Result<AttemptId> {
        Database& db = m_impl.database;
        std::int64_t number = 1;
        {
            Query q(db,
                    "SELECT (SELECT max(number) FROM attempts WHERE experiment_id = e.id) FROM experiments e "
                    "WHERE id = ?",
                    a.experimentId.value);
            if (!q.next()) {
                return fail(ErrorCode::NotFound, "There is no experiment #{0}.", a.experimentId.value);
            }
            number = q.integer(0) + 1;
        }
        Query(db,
              "INSERT INTO attempts (experiment_id, number, queue_id, host_id, machine_id, instance_id, "
              "token, run_directory, "
              "launcher, handle, job_params, resume_from, outcome, code, message, hidden, shared, "
              "created_ms, started_ms, ended_ms, "
              "threads, gpus) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              a.experimentId, number, a.queueId, a.hostId, a.machineId, a.instanceId, a.token, a.runDirectory,
              a.launcher, a.handle, a.jobParams, a.resumeFrom, toString(a.outcome), a.code, a.message,
              a.hidden, a.shared, a.createdMs > 0 ? a.createdMs : nowUtcMs(), a.startedMs, a.endedMs,
              a.threads, rows::listJson(a.gpus))
            .exec();
        const AttemptId id(db.lastInsertId());
        m_impl.touch("attempt", id.value);
        if (auto summary = refreshSummary(a.experimentId); !summary) {
            return fail(summary.error());
        }
        return id;
    });
}

Result<> StoreWriter::updateAttempt(const Attempt& a)
{
    return m_impl.write([&]() -> Result<> {
        Database& db = m_impl.database;
        // started_ms comes from the worker's hello: a record read before that does not take it back.
        Query(db,
              "UPDATE attempts SET queue_id = ?, host_id = ?, machine_id = ?, instance_id = ?, token = ?, "
              "run_directory = ?, "
              "launcher = ?, handle = ?, job_params = ?, resume_from = ?, outcome = ?, code = ?, message = "
              "?, hidden = ?, "
              "shared = ?, created_ms = ?, started_ms = iif(? > 0, ?, started_ms), ended_ms = ?, threads = "
              "?, gpus = ? WHERE id = ?",
              a.queueId, a.hostId, a.machineId, a.instanceId, a.token, a.runDirectory, a.launcher, a.handle,
              a.jobParams, a.resumeFrom, toString(a.outcome), a.code, a.message, a.hidden, a.shared,
              a.createdMs, a.startedMs, a.startedMs, a.endedMs, a.threads, rows::listJson(a.gpus), a.id)
            .exec();
        if (auto found = expectOneRow(db, "attempt", a.id.value); !found) {
            return found;
        }
        m_impl.touch("attempt", a.id.value);
        return refreshSummary(a.experimentId);
    });
}

Result<> StoreWriter::insertPhase(const PhaseRow& phase)
{
    return m_impl.write([&]() -> Result<> {
        Query(m_impl.database,
              "INSERT INTO phases (attempt_id, name, origin, begin_ms, end_ms) VALUES (?, ?, ?, ?, ?)",
              phase.attemptId, phase.name, phase.origin.empty() ? "app" : phase.origin, phase.beginMs,
              phase.endMs)
            .exec();
        m_impl.touch("attempt", phase.attemptId.value);
        return {};
    });
}

Result<> StoreWriter::endPhase(AttemptId id, std::string_view name, UtcMs endMs)
{
    return m_impl.write([&]() -> Result<> {
        Query(m_impl.database,
              "UPDATE phases SET end_ms = ? WHERE id = (SELECT max(id) FROM phases WHERE attempt_id = ? AND "
              "name = ? AND end_ms = 0)",
              endMs, id, name)
            .exec();
        m_impl.touch("attempt", id.value);
        return {};
    });
}

} // namespace yardstick
