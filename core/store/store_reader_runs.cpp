// StoreReader: what attempts left: epochs, series, points, phases, images, plots, artifacts, messages, money
// of a day.
#include "core/store/joining.h"
#include "core/store/rows.h"
#include "core/store/store_reader_impl.h"

#include <algorithm>
#include <set>

namespace yardstick {

using rows::select;
using sql::Database;
using sql::Query;

namespace sql {

PriceTimeline timeline(Database& database, MachineId machine)
{
    std::vector<Quote> quotes;
    Query q(database,
            select(rows::kQuoteColumns, "quotes WHERE machine_id = ?1 AND (market = '' OR market = "
                                        "(SELECT market FROM machines WHERE id = ?1)) ORDER BY id"),
            machine.value);
    while (q.next()) {
        quotes.push_back(rows::quote(q));
    }
    std::vector<PriceSegment> segments;
    for (const Quote& quote : quotes) {
        segments.push_back({quote.validFromMs, quote.price});
    }
    return PriceTimeline::make(segments).value_or(PriceTimeline());
}

std::optional<Money> cost(const PriceTimeline& timeline, UtcMs from, UtcMs to)
{
    const auto bill = costSoFar(timeline, from, std::max(from, to));
    return bill && bill->unpricedMs == 0 ? std::optional(bill->cost) : std::nullopt;
}

PriceTimeline Timelines::of(MachineId machine, UtcMs begin)
{
    const auto it = m_known.find(machine);
    return (it != m_known.end() ? it->second : m_known.emplace(machine, timeline(m_database, machine)).first->second).from(begin);
}

std::vector<EpochRow> epochRows(Database& database, ExperimentId id, bool includeHidden, Timelines& timelines)
{
    std::vector<EpochRow> out;
    std::set<std::int64_t> hidden;
    PriceTimeline prices; // of pricedAttempt: rows come by attempt
    AttemptId pricedAttempt;
    Query q(database,
            "SELECT a.id, a.number, a.hidden, a.machine_id, e.epoch, e.step, e.seconds, e.data_wait_seconds, "
            "e.compute_seconds, "
            "e.validation_seconds, e.other_seconds, e.images, e.images_per_second, e.memory_bytes, "
            "e.gpu_memory_bytes, e.mosaic, "
            "e.shared, e.ended_ms, a.started_ms FROM attempts a JOIN epochs e ON e.attempt_id = a.id "
            "WHERE a.experiment_id = ? AND (a.hidden = 0 OR ?) ORDER BY a.number, e.epoch",
            id.value, includeHidden);
    while (q.next()) {
        EpochRow& row = out.emplace_back();
        row.attemptId = q.id<AttemptId>(0);
        row.attemptNumber = q.int32(1);
        if (q.flag(2)) {
            hidden.insert(row.attemptId.value);
        }
        row.epoch = q.int32(4);
        row.step = q.integer(5);
        row.seconds = q.real(6);
        row.dataWaitSeconds = q.real(7);
        row.computeSeconds = q.real(8);
        row.validationSeconds = q.real(9);
        row.otherSeconds = q.real(10);
        row.images = q.integer(11);
        row.imagesPerSecond = q.real(12);
        row.memoryBytes = q.integer(13);
        row.gpuMemoryBytes = q.integer(14);
        row.mosaic = q.flag(15);
        row.shared = q.flag(16);
        row.endedMs = q.integer(17);
        if (const AttemptId attempt = row.attemptId; attempt != pricedAttempt) {
            prices = timelines.of(q.id<MachineId>(3), q.integer(18));
            pricedAttempt = attempt;
        }
        if (const auto price = prices.at(row.endedMs)) {
            if (const auto cost = costOf(*price, row.seconds)) {
                row.cost = *cost;
            }
        }
    }
    markWasted(out, [&](const EpochRow& row) { return hidden.contains(row.attemptId.value); });
    return out;
}

} // namespace sql

Result<std::vector<Attempt>> StoreReader::attempts(ExperimentId id, bool includeHidden) const
{
    return m_impl->list(rows::attempt,
                        select(rows::kAttemptColumns,
                               "attempts WHERE experiment_id = ? AND (hidden = 0 OR ?) ORDER BY number"),
                        id.value, includeHidden);
}

Result<Attempt> StoreReader::attempt(AttemptId id) const
{
    return m_impl->read([&](Database& db) -> Result<Attempt> {
        Query q(db, select(rows::kAttemptColumns, "attempts WHERE id = ?"), id.value);
        if (!q.next()) {
            return fail(ErrorCode::NotFound, "There is no attempt {0}.", id.value);
        }
        return rows::attempt(q);
    });
}

Result<std::vector<Attempt>> StoreReader::openAttempts() const
{
    return m_impl->list(rows::attempt,
                        select(rows::kAttemptColumns, "attempts WHERE outcome = 'none' ORDER BY id"));
}

Result<std::vector<EpochRow>> StoreReader::epochs(ExperimentId id, bool includeHidden) const
{
    return m_impl->read([&](Database& db) -> Result<std::vector<EpochRow>> {
        sql::Timelines timelines(db);
        return sql::epochRows(db, id, includeHidden, timelines);
    });
}

Result<std::vector<EpochRow>> StoreReader::joinedEpochs(ExperimentId id) const
{
    auto all = epochs(id);
    if (all) {
        std::erase_if(*all, [](const EpochRow& row) { return row.wasted; });
        std::ranges::sort(*all, {}, &EpochRow::epoch);
    }
    return all;
}

Result<std::vector<SeriesInfo>> StoreReader::series(ExperimentId id) const
{
    return m_impl->list(
        [](const Query& q) {
            return SeriesInfo{q.id<SeriesId>(0), q.id<AttemptId>(1), q.text(2),
                              q.integer(3),      q.real(4),          q.real(5)};
        },
        "SELECT s.id, s.attempt_id, s.name, s.points, s.last, s.best FROM attempts a JOIN series s ON "
        "s.attempt_id = a.id "
        "WHERE a.experiment_id = ? AND a.hidden = 0 ORDER BY a.number, s.name",
        id.value);
}

namespace {

struct SeriesPlace
{
    std::int64_t id = 0;
    std::int64_t attempt = 0;
    UtcMs baseMs = 0;
    bool system = false; ///< steps are milliseconds since baseMs
    std::int64_t firstStep = 0;
};

/// When and in which epoch the steps of one attempt were. Ticks are kept at each change of epoch and otherwise at
/// most once in kTickSpacingMs (core/store/rows.h), so between two of them the time is interpolated.
class Ticks
{
public:
    Ticks(Database& db, std::int64_t attempt)
        : m_query(db, "SELECT step, epoch, t_ms FROM ticks WHERE attempt = ? ORDER BY step", attempt)
    {
        advance();
    }

    struct Tick
    {
        std::int64_t step = 0;
        int epoch = -1; ///< -1: before the first tick
        std::int64_t ms = 0;
    };
    /// Steps must not decrease from call to call.
    Tick at(std::int64_t step)
    {
        while (m_more && m_next.step <= step) {
            m_last = m_next;
            advance();
        }
        if (m_last.epoch < 0 || m_last.step == step || !m_more) {
            return m_last;
        }
        const double share = static_cast<double>(step - m_last.step) / static_cast<double>(m_next.step - m_last.step);
        const auto later = static_cast<std::int64_t>(share * static_cast<double>(m_next.ms - m_last.ms));
        // A step without a tick came soon after the last one, however long the validation before the next took.
        return {step, m_last.epoch, m_last.ms + std::clamp<std::int64_t>(later, 0, rows::kTickSpacingMs - 1)};
    }

private:
    void advance()
    {
        m_more = m_query.next();
        if (m_more) {
            m_next = {m_query.integer(0), m_query.int32(1), m_query.integer(2)};
        }
    }
    Query m_query;
    bool m_more = false;
    Tick m_last, m_next;
};

/// Appends the points with step < cut. Points and ticks are both sorted by step: one walk, no lookup per
/// point.
void appendPoints(Database& db, const SeriesPlace& place, std::int64_t cut, std::vector<SeriesPoint>& out)
{
    Query points(db, "SELECT step, value FROM points WHERE series = ? AND step < ? ORDER BY step", place.id,
                 cut);
    if (place.system) {
        while (points.next()) {
            const std::int64_t step = points.integer(0);
            out.push_back({step, points.real(1), 0, place.baseMs + step});
        }
        return;
    }
    Ticks ticks(db, place.attempt);
    while (points.next()) {
        const auto tick = ticks.at(points.integer(0));
        const bool known = tick.epoch >= 0;
        out.push_back({points.integer(0), points.real(1), known ? tick.epoch : 0, known ? place.baseMs + tick.ms : 0});
    }
}

bool isSystem(std::string_view name)
{
    return name.starts_with("system/");
}

constexpr std::int64_t kNoCut = std::numeric_limits<std::int64_t>::max();

} // namespace

Result<std::vector<SeriesPoint>> StoreReader::points(SeriesId id) const
{
    return m_impl->read([&](Database& db) -> Result<std::vector<SeriesPoint>> {
        Query q(db,
                "SELECT s.attempt_id, s.name, a.base_ms FROM series s JOIN attempts a ON a.id = s.attempt_id "
                "WHERE s.id = ?",
                id.value);
        if (!q.next()) {
            return fail(ErrorCode::NotFound, "There is no series {0}.", id.value);
        }
        std::vector<SeriesPoint> out;
        appendPoints(db, {id.value, q.integer(0), q.integer(2), isSystem(q.text(1)), 0}, kNoCut, out);
        return out;
    });
}

Result<std::vector<SeriesPoint>> StoreReader::joinedPoints(ExperimentId id, std::string_view name) const
{
    return m_impl->read([&](Database& db) -> Result<std::vector<SeriesPoint>> {
        std::vector<SeriesPlace> places;
        std::vector<std::int64_t> firstSteps;
        Query q(
            db,
            "SELECT s.id, a.id, a.base_ms, s.first_step FROM attempts a JOIN series s ON s.attempt_id = a.id "
            "WHERE a.experiment_id = ? AND a.hidden = 0 AND s.name = ? AND s.points > 0 ORDER BY a.number",
            id.value, name);
        while (q.next()) {
            places.push_back({q.integer(0), q.integer(1), q.integer(2), isSystem(name), q.integer(3)});
            firstSteps.push_back(q.integer(3));
        }
        const std::vector<std::int64_t> cuts = cutSteps(firstSteps);
        std::vector<SeriesPoint> out;
        for (size_t i = 0; i < places.size(); ++i) {
            const size_t before = out.size();
            appendPoints(db, places[i], places[i].system ? kNoCut : cuts[i], out);
            for (size_t k = before; places[i].system && k < out.size(); ++k) {
                out[k].step += places[i].baseMs - places.front().baseMs;
            }
        }
        return out;
    });
}

namespace {

/// "SELECT columns FROM attempts a JOIN table r … of the visible attempts of one experiment"
std::string ofVisible(std::string_view columns, std::string_view table, std::string_view order)
{
    return select(
        columns,
        "attempts a JOIN " + std::string(table) +
            " r ON r.attempt_id = a.id WHERE a.experiment_id = ? AND a.hidden = 0 ORDER BY a.number, " +
            std::string(order));
}

} // namespace

Result<std::vector<PhaseRow>> StoreReader::phases(ExperimentId id) const
{
    return m_impl->list(
        [](const Query& q) {
            return PhaseRow{q.id<AttemptId>(0), q.text(1), q.text(2), q.integer(3), q.integer(4)};
        },
        ofVisible("a.id, r.name, r.origin, r.begin_ms, r.end_ms", "phases", "r.begin_ms, r.id"), id.value);
}

Result<std::vector<ImageRow>> StoreReader::images(ExperimentId id) const
{
    return m_impl->list(
        [](const Query& q) {
            return ImageRow{q.id<AttemptId>(0), q.integer(1), q.text(2), q.text(3), q.int32(4),
                            q.int32(5),         q.int32(6),   q.json(7), q.json(8)};
        },
        ofVisible("a.id, r.seq, r.path, r.kind, r.epoch, r.width, r.height, r.boxes, r.names", "images",
                  "r.seq"),
        id.value);
}

Result<std::vector<PlotRow>> StoreReader::plots(ExperimentId id) const
{
    return m_impl->list(
        [](const Query& q) {
            return PlotRow{q.id<AttemptId>(0), q.integer(1), q.text(2), q.int32(3), q.json(4)};
        },
        ofVisible("a.id, r.seq, r.kind, r.epoch, r.data", "plots", "r.seq"), id.value);
}

Result<std::vector<ArtifactRow>> StoreReader::artifacts(ExperimentId id) const
{
    return m_impl->list(
        [](const Query& q) {
            return ArtifactRow{q.id<AttemptId>(0), q.integer(1), q.text(2),  q.text(3),
                               q.text(4),          q.integer(5), q.int32(6), q.flag(7)};
        },
        ofVisible("a.id, r.seq, r.path, r.kind, r.sha256, r.bytes, r.epoch, r.best", "artifacts", "r.seq"),
        id.value);
}

Result<std::vector<MessageRow>> StoreReader::messages(ExperimentId id) const
{
    return m_impl->list(
        [](const Query& q) {
            return MessageRow{q.id<AttemptId>(0), q.integer(1), q.integer(2), q.flag(3),
                              q.text(4),          q.text(5),    q.text(6),    rows::strings(q.json(7))};
        },
        ofVisible("a.id, r.seq, r.t_ms, r.error, r.code, r.text, r.detail, r.args", "messages", "r.seq"),
        id.value);
}

namespace {

/// Price × time of every attempt in [since, now], per currency. `queue` 0: of all queues.
Result<std::vector<Money>> spentBetween(Database& db, std::int64_t queue, UtcMs since, UtcMs now)
{
    std::map<Currency, Money> sums;
    sql::Timelines timelines(db);
    Query q(
        db,
        "SELECT machine_id, started_ms, ended_ms FROM attempts WHERE started_ms > 0 AND started_ms <= ? AND "
        "((ended_ms = 0 AND outcome = 'none') OR ended_ms > ?) AND (? = 0 OR queue_id = ?)",
        now, since, queue, queue);
    while (q.next()) {
        const UtcMs from = std::max(since, q.integer(1));
        const UtcMs to = q.integer(2) > 0 ? std::min(q.integer(2), now) : now;
        const auto cost = to > from ? sql::cost(timelines.of(q.id<MachineId>(0), q.integer(1)), from, to) : std::nullopt;
        if (cost) {
            Money& sum = sums.try_emplace(cost->currency(), Money(0, cost->currency())).first->second;
            const auto total = sum.plus(*cost);
            if (!total) {
                return fail(total.error());
            }
            sum = *total;
        }
    }
    std::vector<Money> out;
    for (const auto& [currency, sum] : sums) {
        out.push_back(sum);
    }
    return out;
}

} // namespace

Result<std::optional<Money>> StoreReader::costUntil(const Attempt& attempt, UtcMs until) const
{
    return m_impl->read([&](Database& db) -> Result<std::optional<Money>> {
        sql::Timelines timelines(db);
        return sql::cost(timelines.of(attempt.machineId, attempt.startedMs), attempt.startedMs, until);
    });
}

Result<std::vector<Money>> StoreReader::spentOnDay(UtcMs now) const
{
    return m_impl->read([&](Database& db) { return spentBetween(db, 0, startOfUtcDay(now), now); });
}

Result<std::vector<Money>> StoreReader::spentOnQueue(QueueId id, UtcMs since, UtcMs now) const
{
    return m_impl->read([&](Database& db) { return spentBetween(db, id.value, since, now); });
}

} // namespace yardstick
