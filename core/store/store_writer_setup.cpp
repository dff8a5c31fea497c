// StoreWriter: hosts, machines, quotes, queues, requests, settings, the change log.
#include "core/store/rows.h"
#include "core/store/store_writer_impl.h"

namespace yardstick {

using sql::Database;
using sql::Query;

namespace {

/// The id of the row that an upsert means: its own, else the first one that `query` finds, else 0.
std::int64_t known(std::int64_t id, Query& query)
{
    if (id > 0) {
        return id;
    }
    return query.next() ? query.integer(0) : 0;
}

} // namespace

Result<HostId> StoreWriter::upsertHost(const Host& h)
{
    return m_impl.write([&]() -> Result<HostId> {
        Database& db = m_impl.database;
        std::int64_t id = 0;
        {
            Query find(db, "SELECT id FROM hosts WHERE name = ?", h.name);
            id = known(h.id.value, find);
        }
        Query(db,
              "INSERT INTO hosts (id, name, kind, address, slots, cpu_threads, cpu, ram_bytes, gpus) VALUES "
              "(?, ?, ?, ?, ?, ?, ?, ?, ?) "
              "ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind, address = "
              "excluded.address, "
              "slots = excluded.slots, cpu_threads = excluded.cpu_threads, cpu = excluded.cpu, ram_bytes = "
              "excluded.ram_bytes, "
              "gpus = excluded.gpus",
              HostId(id), h.name, h.kind, h.address, h.slots, h.cpuThreads, h.cpu, h.ramBytes,
              rows::listJson(h.gpus))
            .exec();
        id = id > 0 ? id : db.lastInsertId();
        m_impl.touch("host", id);
        return HostId(id);
    });
}

Result<MachineId> StoreWriter::upsertMachine(const Machine& m)
{
    return m_impl.write([&]() -> Result<MachineId> {
        Database& db = m_impl.database;
        std::int64_t id = 0;
        {
            Query find(db, "SELECT id FROM machines WHERE provider = ? AND name = ? AND market = ?",
                       m.provider, m.name, m.market);
            id = known(m.id.value, find);
        }
        Query(db,
              "INSERT INTO machines (id, name, provider, region, market, gpu, vram_gb, vcpu, ram_gb, "
              "host_id, threads, owned_price, "
              "source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = "
              "excluded.name, "
              "provider = excluded.provider, region = excluded.region, market = excluded.market, gpu = "
              "excluded.gpu, "
              "vram_gb = excluded.vram_gb, vcpu = excluded.vcpu, ram_gb = excluded.ram_gb, host_id = "
              "excluded.host_id, "
              "threads = excluded.threads, owned_price = excluded.owned_price, source = excluded.source",
              MachineId(id), m.name, m.provider, m.region, m.market, m.gpu, m.vramGb, m.vcpu, m.ramGb,
              m.hostId, m.threads, m.ownedPrice, m.source)
            .exec();
        id = id > 0 ? id : db.lastInsertId();
        m_impl.touch("machine", id);
        return MachineId(id);
    });
}

Result<QuoteId> StoreWriter::insertQuote(const Quote& quote)
{
    return m_impl.write([&]() -> Result<QuoteId> {
        Database& db = m_impl.database;
        Query(db,
              "INSERT INTO quotes (machine_id, price_micros, price_currency, market, valid_from_ms, source, "
              "example, created_ms) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
              quote.machineId, quote.price.perHour.micros(), quote.price.perHour.currency().code(),
              quote.market, quote.validFromMs, quote.source, quote.example,
              quote.createdMs > 0 ? quote.createdMs : nowUtcMs())
            .exec();
        const QuoteId id(db.lastInsertId());
        std::vector<ExperimentId> concerned;
        {
            Query q(db, "SELECT DISTINCT experiment_id FROM attempts WHERE machine_id = ?", quote.machineId);
            while (q.next()) {
                concerned.push_back(q.id<ExperimentId>(0));
            }
        }
        for (const ExperimentId experiment : concerned) {
            if (auto done = refreshSummary(experiment); !done) {
                return fail(done.error());
            }
        }
        m_impl.touch("quote", id.value);
        m_impl.touch("machine", quote.machineId.value);
        return id;
    });
}

Result<FxRateId> StoreWriter::insertFxRate(const FxRate& rate)
{
    return m_impl.write([&]() -> Result<FxRateId> {
        Query(m_impl.database,
              "INSERT INTO fx_rates (from_currency, to_currency, rate_nanos, valid_from_ms, source, created_ms) VALUES "
              "(?, ?, ?, ?, ?, ?)",
              rate.from.code(), rate.to.code(), rate.nanos, rate.validFromMs, rate.source,
              rate.createdMs > 0 ? rate.createdMs : nowUtcMs())
            .exec();
        const FxRateId id(m_impl.database.lastInsertId());
        m_impl.touch("fx_rate", id.value);
        return id;
    });
}

Result<EstimateId> StoreWriter::insertEstimate(const StoredEstimate& e)
{
    return m_impl.write([&]() -> Result<EstimateId> {
        Query q(m_impl.database,
                "INSERT INTO estimates (experiment_id, queue_id, machine_id, created_ms, basis, epochs, timed_epochs, setup_seconds, "
                "epoch_seconds, epoch_seconds_low, epoch_seconds_high, price_micros, price_currency) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                e.experimentId, e.queueId, e.machineId, e.createdMs > 0 ? e.createdMs : nowUtcMs(), e.basis, e.epochs, e.timedEpochs,
                e.setupSeconds, e.epochSeconds, e.epochSecondsLow, e.epochSecondsHigh);
        sql::bindMoney(q, e.price ? std::optional(e.price->perHour) : std::nullopt);
        q.exec();
        const EstimateId id(m_impl.database.lastInsertId());
        m_impl.touch("experiment", e.experimentId.value);
        return id;
    });
}

Result<QueueId> StoreWriter::upsertQueue(const Queue& queue)
{
    return m_impl.write([&]() -> Result<QueueId> {
        Database& db = m_impl.database;
        std::int64_t id = 0;
        {
            Query find(db, "SELECT id FROM queues WHERE name = ?", queue.name);
            id = known(queue.id.value, find);
        }
        Query(db,
              "INSERT INTO queues (id, name, launcher, host_id, machine_id, threads, gpus, position, paused, "
              "limits, settings, "
              "example) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = "
              "excluded.name, "
              "launcher = excluded.launcher, host_id = excluded.host_id, machine_id = excluded.machine_id, "
              "threads = excluded.threads, gpus = excluded.gpus, position = excluded.position, paused = "
              "excluded.paused, "
              "limits = excluded.limits, settings = excluded.settings, example = excluded.example",
              QueueId(id), queue.name, queue.launcher, queue.hostId, queue.machineId, queue.threads,
              rows::listJson(queue.gpus), queue.position, queue.paused, toJson(queue.limits), queue.settings,
              queue.example)
            .exec();
        id = id > 0 ? id : db.lastInsertId();
        m_impl.touch("queue", id);
        return QueueId(id);
    });
}

Result<> StoreWriter::deleteQueue(QueueId id)
{
    return m_impl.write([&]() -> Result<> {
        Database& db = m_impl.database;
        std::string name;
        {
            Query find(db, "SELECT name FROM queues WHERE id = ?", id);
            if (!find.next()) {
                return fail(ErrorCode::NotFound, "There is no queue {0}.", id.value);
            }
            name = find.text(0);
        }
        {
            Query busy(db,
                       "SELECT (SELECT count(*) FROM experiments WHERE queue_id = ?1 AND status IN "
                       "('queued', 'starting', 'running')) "
                       "+ (SELECT count(*) FROM attempts WHERE queue_id = ?1 AND outcome = 'none')",
                       id);
            if (busy.next() && busy.integer(0) > 0) {
                return fail(ErrorCode::NotAllowed,
                            "The queue \"{0}\" cannot be removed: experiments wait or run there.", name);
            }
        }
        Query(db, "DELETE FROM queues WHERE id = ?", id).exec();
        m_impl.touch("queue", id.value);
        return {};
    });
}

Result<RequestId> StoreWriter::insertRequest(const Request& r)
{
    return m_impl.write([&]() -> Result<RequestId> {
        Query(m_impl.database,
              "INSERT INTO requests (kind, target, payload, created_ms, done_ms, result) VALUES (?, ?, ?, ?, "
              "?, ?)",
              r.kind, r.target, r.payload, r.createdMs > 0 ? r.createdMs : nowUtcMs(), r.doneMs, r.result)
            .exec();
        const RequestId id(m_impl.database.lastInsertId());
        m_impl.touch("request", id.value);
        return id;
    });
}

Result<> StoreWriter::finishRequest(RequestId id, std::string_view result)
{
    return m_impl.write([&]() -> Result<> {
        Query(m_impl.database, "UPDATE requests SET done_ms = ?, result = ? WHERE id = ?", nowUtcMs(), result,
              id)
            .exec();
        if (m_impl.database.changes() != 1) {
            return fail(ErrorCode::NotFound, "There is no request {0}.", id.value);
        }
        m_impl.touch("request", id.value);
        return {};
    });
}

Result<> StoreWriter::setSetting(std::string_view key, std::string_view value)
{
    return m_impl.write([&]() -> Result<> {
        Query(m_impl.database,
              "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = "
              "excluded.value",
              key, value)
            .exec();
        m_impl.touch("settings", 0);
        return {};
    });
}

Result<> StoreWriter::touch(std::string_view kind, std::int64_t id)
{
    m_impl.touch(kind, id);
    return {};
}

Result<> StoreWriter::trimChanges(UtcMs olderThan)
{
    return m_impl.write([&]() -> Result<> {
        Query(m_impl.database,
              "DELETE FROM changes WHERE seq <= (SELECT max(seq) FROM changes WHERE t_ms < ?)", olderThan)
            .exec();
        return {};
    });
}

} // namespace yardstick
