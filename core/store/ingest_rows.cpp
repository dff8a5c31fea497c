// StoreWriter::ingest: one attempt's events as rows, and the offset behind them, in the transaction of the
// caller. Points are gathered per series and inserted by (series, step), which fills the pages of the tree.
#include "core/base/fault_point.h"
#include "core/store/rows.h"
#include "core/store/store_writer_impl.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace yardstick {

using nlohmann::json;
using sql::Database;
using sql::Query;

namespace {

constexpr size_t kMostBadText = 4096;      ///< bytes of a bad line that are kept
constexpr std::int64_t kBetweenLines = -1; ///< log_offset of a note about lines that are not there

bool lowIsBest(std::string_view series)
{
    return series.find("loss") != std::string_view::npos || series.starts_with("speed/");
}

/// The series of one attempt, with the points that this batch adds.
class SeriesBatch
{
public:
    SeriesBatch(Database& db, AttemptId attempt)
        : m_db(db)
        , m_attempt(attempt)
    {}

    void add(const std::string& name, std::int64_t step, double value)
    {
        const auto [place, isNew] = m_index.try_emplace(name, m_series.size());
        if (isNew) {
            m_series.push_back({0, name, {}});
        }
        m_series[place->second].points.emplace_back(step, value);
    }

    void write()
    {
        for (Series& series : m_series) { // ids in order of first appearance, wherever a batch ends
            series.id = idOf(series.name);
        }
        std::ranges::sort(m_series, {}, &Series::id);
        for (Series& series : m_series) {
            writeSeries(series.id, series.name, series.points);
        }
    }

private:
    std::int64_t idOf(const std::string& name)
    {
        Query find(m_db, "SELECT id FROM series WHERE attempt_id = ? AND name = ?", m_attempt, name);
        if (find.next()) {
            return find.integer(0);
        }
        Query(m_db, "INSERT INTO series (attempt_id, name) VALUES (?, ?)", m_attempt, name).exec();
        return m_db.lastInsertId();
    }

    /// Of two values for one step the later stays.
    void writeSeries(std::int64_t id, const std::string& name,
                     std::vector<std::pair<std::int64_t, double>>& points)
    {
        std::ranges::stable_sort(points, {}, &std::pair<std::int64_t, double>::first);
        const double newest = points.back().second;
        const bool low = lowIsBest(name);
        std::int64_t added = 0;
        std::int64_t nans = 0;
        double best = std::numeric_limits<double>::quiet_NaN();
        Query insert(m_db, "INSERT OR IGNORE INTO points (series, step, value) VALUES (?, ?, ?)");
        for (const auto& [step, value] : points) {
            insert.bindAll(id, step, value);
            insert.exec();
            insert.reset();
            if (m_db.changes() == 1) {
                ++added;
            } else {
                Query(m_db, "UPDATE points SET value = ? WHERE series = ? AND step = ?", value, id, step)
                    .exec();
            }
            if (std::isnan(value)) {
                ++nans;
            } else if (std::isnan(best) || (low ? value < best : value > best)) {
                best = value;
            }
        }
        Query(m_db,
              "UPDATE series SET points = points + ?1, nans = nans + ?2, first_step = "
              "min(coalesce(first_step, ?3), ?3), "
              "last = iif(last_step IS NULL OR ?4 >= last_step, ?5, last), last_step = "
              "max(coalesce(last_step, ?4), ?4), "
              "best = CASE WHEN ?6 IS NULL THEN best WHEN best IS NULL THEN ?6 WHEN ?7 THEN min(best, ?6) "
              "ELSE max(best, ?6) END "
              "WHERE id = ?8",
              added, nans, points.front().first, points.back().first, newest, best, low, id)
            .exec();
    }

    struct Series
    {
        std::int64_t id = 0;
        std::string name;
        std::vector<std::pair<std::int64_t, double>> points;
    };
    Database& m_db;
    AttemptId m_attempt;
    std::vector<Series> m_series;
    std::unordered_map<std::string, size_t> m_index;
};

/// Columns of the attempt that ingestion owns.
struct Progress
{
    ExperimentId experiment;
    HostId host;
    bool shared = false;
    UtcMs startedMs = 0, baseMs = 0, lastEventMs = 0;
    std::int64_t lastSeq = 0, badLines = 0, offset = 0;
    int planned = 0;
};

Result<Progress> loadProgress(Database& db, AttemptId id)
{
    Query q(db,
            "SELECT experiment_id, host_id, shared, started_ms, base_ms, last_event_ms, last_seq, bad_lines, "
            "log_offset, "
            "epochs_planned FROM attempts WHERE id = ?",
            id);
    if (!q.next()) {
        return fail(ErrorCode::NotFound, "There is no attempt {0}.", id.value);
    }
    return Progress{q.id<ExperimentId>(0), q.id<HostId>(1), q.flag(2),    q.integer(3), q.integer(4),
                    q.integer(5),          q.integer(6),    q.integer(7), q.integer(8), q.int32(9)};
}

json boxesJson(const std::vector<ImageBox>& boxes)
{
    json out = json::array();
    for (const ImageBox& box : boxes) {
        json b{{"class", box.cls}, {"xyxy", box.xyxy}};
        if (box.confidence >= 0) {
            b["confidence"] = box.confidence;
        }
        if (!box.polygon.empty()) {
            b["polygon"] = box.polygon;
        }
        out.push_back(std::move(b));
    }
    return out;
}

/// One overload per kind of event.
class EventRows
{
public:
    EventRows(Database& db, AttemptId id, Progress& progress)
        : m_db(db)
        , m_id(id)
        , m_progress(progress)
        , m_series(db, id)
        , m_tick(db, "INSERT OR IGNORE INTO ticks (attempt, step, epoch, t_ms) VALUES (?, ?, ?, ?)")
    {
        Query furthest(db, "SELECT step, epoch, t_ms FROM ticks WHERE attempt = ? ORDER BY step DESC LIMIT 1", id);
        if (furthest.next()) {
            m_furthest = {furthest.integer(0), furthest.int32(1), furthest.integer(2)};
        }
    }

    void add(const Event& event)
    {
        m_event = &event;
        m_progress.lastSeq = event.seq;
        m_progress.lastEventMs = std::max(m_progress.lastEventMs, event.t);
        if (m_progress.baseMs == 0) {
            m_progress.baseMs = event.t;
        }
        std::visit([this](const auto& body) { row(body); }, event.body);
    }
    void finish() { m_series.write(); }

private:
    void row(const HelloEvent& e)
    {
        m_progress.startedMs = m_progress.startedMs > 0 ? m_progress.startedMs : m_event->t;
        const json hello{{"versions", e.versions}, {"host", e.host},       {"cpu", e.cpu},
                         {"gpus", e.gpus},         {"threads", e.threads}, {"bundle", e.bundle},
                         {"pid", e.pid},           {"boot_id", e.bootId}};
        Query(m_db, "UPDATE attempts SET hello = ? WHERE id = ?", hello, m_id).exec();
    }

    void row(const PhaseEvent& e)
    {
        if (e.begin) {
            Query(m_db,
                  "INSERT INTO phases (attempt_id, name, origin, begin_ms, end_ms) VALUES (?, ?, 'worker', "
                  "?, 0)",
                  m_id, e.name, m_event->t)
                .exec();
        } else {
            Query(m_db,
                  "UPDATE phases SET end_ms = ? WHERE id = (SELECT max(id) FROM phases WHERE attempt_id = ? "
                  "AND name = ? AND "
                  "origin = 'worker' AND end_ms = 0)",
                  m_event->t, m_id, e.name)
                .exec();
        }
    }

    void row(const ArgsEvent& e)
    {
        Query(m_db, "UPDATE attempts SET args = ? WHERE id = ?", e.values, m_id).exec();
    }

    void row(const ScalarsEvent& e)
    {
        tick(e.step, e.epoch, m_event->t - m_progress.baseMs);
        for (const auto& [name, value] : e.values) {
            m_series.add(name, e.step, value);
        }
    }

    /// Kept at a change of epoch and otherwise at most once in kTickSpacingMs. It is measured from the furthest tick, so
    /// the same rows come of a log whatever pieces it is read in.
    void tick(std::int64_t step, int epoch, std::int64_t ms)
    {
        const bool further = step > m_furthest.step;
        if (further && epoch == m_furthest.epoch && ms < m_furthest.ms + rows::kTickSpacingMs) {
            return;
        }
        if (further) {
            m_furthest = {step, epoch, ms};
        }
        m_tick.bindAll(m_id, step, epoch, ms);
        m_tick.exec();
        m_tick.reset();
    }

    void row(const EpochEvent& e)
    {
        m_progress.planned = e.epochs > 0 ? e.epochs : m_progress.planned;
        Query(m_db,
              "INSERT OR REPLACE INTO epochs (attempt_id, epoch, step, seconds, data_wait_seconds, "
              "compute_seconds, "
              "validation_seconds, other_seconds, images, images_per_second, memory_bytes, gpu_memory_bytes, "
              "mosaic, shared, ended_ms) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              m_id, e.epoch, e.step, e.seconds, e.dataWaitSeconds, e.computeSeconds, e.validationSeconds,
              e.otherSeconds, e.images, e.imagesPerSecond, e.memoryBytes, e.gpuMemoryBytes, e.mosaic,
              wasShared(e), m_event->t)
            .exec();
    }

    /// Whether another attempt lived on the same host during this epoch. Without a host: what the attempt
    /// says.
    bool wasShared(const EpochEvent& e)
    {
        if (!m_progress.host.valid()) {
            return m_progress.shared;
        }
        const UtcMs end = m_event->t;
        const UtcMs begin = end - static_cast<UtcMs>(e.seconds * 1e3);
        Query other(m_db,
                    "SELECT 1 FROM attempts WHERE host_id = ?1 AND id <> ?2 AND created_ms < ?3 AND "
                    "((ended_ms = 0 AND outcome = 'none') OR ended_ms > ?4) LIMIT 1",
                    m_progress.host, m_id, end, begin);
        return other.next();
    }

    void row(const SystemEvent& e)
    {
        const std::int64_t step = m_event->t - m_progress.baseMs;
        m_series.add("system/cpu_percent", step, e.cpuPercent);
        m_series.add("system/process_cpu_percent", step, e.processCpuPercent);
        m_series.add("system/ram_bytes", step, static_cast<double>(e.ramBytes));
        for (const SystemEvent::Gpu& gpu : e.gpus) {
            const std::string prefix = "system/gpu" + std::to_string(gpu.index) + "_";
            m_series.add(prefix + "util_percent", step, gpu.utilPercent);
            m_series.add(prefix + "memory_bytes", step, static_cast<double>(gpu.memoryBytes));
            m_series.add(prefix + "power_watts", step, gpu.powerWatts);
            m_series.add(prefix + "celsius", step, gpu.celsius);
        }
    }

    void row(const ImageEvent& e)
    {
        Query(m_db,
              "INSERT INTO images (attempt_id, seq, path, kind, epoch, width, height, bytes, sha256, boxes, "
              "names) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              m_id, m_event->seq, e.path, e.kind, e.epoch, e.width, e.height, e.bytes, e.sha256,
              boxesJson(e.boxes), json(e.names))
            .exec();
    }

    void row(const PlotEvent& e)
    {
        Query(m_db, "INSERT INTO plots (attempt_id, seq, kind, epoch, data) VALUES (?, ?, ?, ?, ?)", m_id,
              m_event->seq, e.kind, e.epoch, e.data)
            .exec();
    }

    void row(const ArtifactEvent& e) { artifact(e.path, e.kind, e.sha256, e.bytes, 0, false); }
    void row(const CheckpointEvent& e) { artifact(e.path, "checkpoint", e.sha256, e.bytes, e.epoch, e.best); }
    void artifact(const std::string& path, const std::string& kind, const std::string& sha256,
                  std::int64_t bytes, int epoch, bool best)
    {
        Query(m_db,
              "INSERT INTO artifacts (attempt_id, seq, path, kind, sha256, bytes, epoch, best) VALUES (?, ?, "
              "?, ?, ?, ?, ?, ?)",
              m_id, m_event->seq, path, kind, sha256, bytes, epoch, best)
            .exec();
    }

    void row(const MessageEvent& e)
    {
        Query(m_db,
              "INSERT INTO messages (attempt_id, seq, t_ms, error, code, text, args, detail) VALUES (?, ?, "
              "?, ?, ?, ?, ?, ?)",
              m_id, m_event->seq, m_event->t, e.error, e.code, e.text, rows::listJson(e.args), e.detail)
            .exec();
    }

    void row(const HeartbeatEvent&) {}
    void row(const DoneEvent&) {}    // exit.json has the last word; the executor reads it
    void row(const UnknownEvent&) {} // of a newer worker

    Database& m_db;
    AttemptId m_id;
    Progress& m_progress;
    SeriesBatch m_series;
    Query m_tick;
    struct Tick
    {
        std::int64_t step = std::numeric_limits<std::int64_t>::min();
        int epoch = -1;
        std::int64_t ms = 0;
    };
    Tick m_furthest;
    const Event* m_event = nullptr;
};

void keepAside(Database& db, AttemptId id, const StoreWriter::BadLine& line)
{
    Query(db, "INSERT INTO bad_lines (attempt_id, log_offset, text, why) VALUES (?, ?, ?, ?)", id,
          line.offset, line.text.substr(0, kMostBadText), line.why)
        .exec();
}

} // namespace

Result<> StoreWriter::ingest(AttemptId id, const std::vector<Event>& events,
                             const std::vector<BadLine>& badLines, std::int64_t newOffset)
{
    return m_impl.write([&]() -> Result<> {
        Database& db = m_impl.database;
        auto progress = loadProgress(db, id);
        if (!progress) {
            return fail(progress.error());
        }
        if (newOffset < progress->offset) {
            return fail(ErrorCode::InvalidArgument,
                        "The log was read up to byte {0} already; {1} lies before.", progress->offset,
                        newOffset);
        }
        {
            EventRows rows(db, id, *progress);
            for (const Event& event : events) {
                if (event.seq <= progress->lastSeq) {
                    continue;
                }
                if (event.seq > progress->lastSeq + 1) {
                    ++progress->badLines;
                    keepAside(db, id,
                              {kBetweenLines,
                               {},
                               "The events " + std::to_string(progress->lastSeq + 1) + " to " +
                                   std::to_string(event.seq - 1) + " are missing."});
                }
                rows.add(event);
            }
            rows.finish();
        }
        for (const BadLine& line : badLines) {
            ++progress->badLines;
            keepAside(db, id, line);
        }
        faultPoint("between_rows_and_offset");
        Query(db,
              "UPDATE attempts SET started_ms = ?, base_ms = ?, last_event_ms = ?, last_seq = ?, bad_lines = "
              "?, log_offset = ?, "
              "epochs_planned = ? WHERE id = ?",
              progress->startedMs, progress->baseMs, progress->lastEventMs, progress->lastSeq,
              progress->badLines, newOffset, progress->planned, id)
            .exec();
        m_impl.touch("attempt", id.value);
        return refreshSummary(progress->experiment);
    });
}

} // namespace yardstick
