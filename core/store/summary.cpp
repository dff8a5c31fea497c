// StoreWriter::refreshSummary: the columns of an experiment that follow from its attempts, series and quotes.
// It reads attempts, epochs and one row per summary series of one experiment; points only where attempts
// overlap.
#include "core/base/cost.h"
#include "core/base/event.h"
#include "core/base/params.h"
#include "core/store/joining.h"
#include "core/store/store_reader_impl.h"
#include "core/store/store_writer_impl.h"

#include <array>
#include <cmath>

namespace yardstick {

using sql::Database;
using sql::Query;

namespace {

struct AttemptFacts
{
    AttemptId id;
    bool hidden = false, imported = false;
    MachineId machine;
    AttemptOutcome outcome = AttemptOutcome::None;
    UtcMs startedMs = 0, endedMs = 0, lastEventMs = 0, createdMs = 0;
    int planned = 0;
    std::string datasetHash;
    std::optional<Money> cost, wasted; ///< as stored

    [[nodiscard]] UtcMs end() const { return endedMs > 0 ? endedMs : lastEventMs; }
};

std::vector<AttemptFacts> loadAttempts(Database& db, ExperimentId id)
{
    std::vector<AttemptFacts> out;
    Query q(
        db,
        "SELECT id, hidden, machine_id, outcome, started_ms, ended_ms, last_event_ms, created_ms, "
        "epochs_planned, "
        "coalesce(args ->> 'dataset_hash', ''), cost_micros, cost_currency, wasted_micros, wasted_currency, "
        "launcher = 'imported' FROM attempts WHERE experiment_id = ? ORDER BY number",
        id.value);
    while (q.next()) {
        out.push_back({q.id<AttemptId>(0), q.flag(1), q.flag(14), q.id<MachineId>(2), attemptOutcomeFromString(q.text(3)),
                       q.integer(4), q.integer(5), q.integer(6), q.integer(7), q.int32(8), q.text(9),
                       sql::money(q, 10), sql::money(q, 12)});
    }
    return out;
}

std::optional<Money> sum(const std::optional<Money>& a, const std::optional<Money>& b)
{
    if (!a || !b) {
        return std::nullopt;
    }
    const auto total = a->plus(*b);
    return total ? std::optional(*total) : std::nullopt;
}

/// Cost of an attempt from the worker's hello to its end or newest event, and the part of it that brought
/// nothing: epochs that were done again, what came after the last epoch of an attempt that did not complete,
/// all of a hidden one.
void priceAttempt(AttemptFacts& a, const std::vector<EpochRow>& epochs, sql::Timelines& timelines)
{
    a.cost.reset();
    a.wasted.reset();
    if (a.startedMs <= 0) {
        return;
    }
    const PriceTimeline prices = timelines.of(a.machine, a.startedMs);
    a.cost = sql::cost(prices, a.startedMs, a.end());
    if (!a.cost || a.hidden) {
        a.wasted = a.cost;
        return;
    }
    UtcMs lastEpochMs = a.startedMs;
    a.wasted = Money(0, a.cost->currency());
    for (const EpochRow& row : epochs) {
        if (row.attemptId == a.id) {
            lastEpochMs = std::max(lastEpochMs, row.endedMs);
            a.wasted = row.wasted ? sum(a.wasted, row.cost) : a.wasted;
        }
    }
    if (a.outcome != AttemptOutcome::None && a.outcome != AttemptOutcome::Completed) {
        a.wasted = sum(a.wasted, sql::cost(prices, std::min(lastEpochMs, a.end()), a.end()));
    }
    // Epochs are timed by a monotonic clock, attempts by wall time: the part is never more than the whole.
    if (a.wasted && a.wasted->micros() > a.cost->micros()) {
        a.wasted = a.cost;
    }
}

void storeCost(Database& db, const AttemptFacts& a)
{
    Query q(db, "UPDATE attempts SET cost_micros = ?, cost_currency = ?, wasted_micros = ?, wasted_currency "
                "= ? WHERE id = ?");
    q.bindAll();
    sql::bindMoney(q, a.cost);
    sql::bindMoney(q, a.wasted);
    q.bind(a.id);
    q.exec();
}

/// Mean of the steady epochs; while there is none yet (one epoch, or all of them timed beside other work), of
/// all.
double meanEpochSeconds(const std::vector<EpochRow>& joined)
{
    std::vector<EpochSample> samples;
    double total = 0;
    int attempt = 0;
    for (const EpochRow& row : joined) {
        samples.push_back(
            {row.seconds, row.attemptNumber != attempt, !row.mosaic, row.shared, row.attemptNumber});
        attempt = row.attemptNumber;
        total += row.seconds;
    }
    const EpochEstimate estimate = estimateEpochs(samples);
    if (estimate.n > 0) {
        return estimate.mean;
    }
    return joined.empty() || !std::isfinite(total) ? 0 : total / static_cast<double>(joined.size());
}

// --- last and best values ---

struct SummaryMetric
{
    const char* name;
    const char* series;
    const char* otherwise; ///< when no attempt has `series`
    bool lowIsBest;
};
constexpr std::array<SummaryMetric, 10> kMetrics{{
    {"map50", "metrics/mAP50(B)", nullptr, false},
    {"map50_95", "metrics/mAP50-95(B)", nullptr, false},
    {"precision", "metrics/precision(B)", nullptr, false},
    {"recall", "metrics/recall(B)", nullptr, false},
    {"box_loss", "val/box_loss", "train/box_loss", true},
    {"cls_loss", "val/cls_loss", "train/cls_loss", true},
    {"dfl_loss", "val/dfl_loss", "train/dfl_loss", true},
    {"seg_loss", "val/seg_loss", "train/seg_loss", true},
    {"top1", "metrics/accuracy_top1", nullptr, false},
    {"top5", "metrics/accuracy_top5", nullptr, false},
}};

struct SeriesFacts
{
    std::int64_t id = 0, firstStep = 0, lastStep = 0;
    double last = 0, best = 0;
};

double better(double a, double b, bool lowIsBest)
{
    if (std::isnan(a) || std::isnan(b)) {
        return std::isnan(a) ? b : a;
    }
    return lowIsBest ? std::min(a, b) : std::max(a, b);
}

double bestBefore(Database& db, const SeriesFacts& series, std::int64_t cut, bool lowIsBest)
{
    if (series.lastStep < cut) {
        return series.best;
    }
    Query q(db,
            lowIsBest ? "SELECT min(value) FROM points WHERE series = ? AND step < ?"
                      : "SELECT max(value) FROM points WHERE series = ? AND step < ?",
            series.id, cut);
    return q.next() ? q.real(0) : std::numeric_limits<double>::quiet_NaN();
}

void addMetric(Database& db, const SummaryMetric& metric, const std::vector<SeriesFacts>& series,
               Experiment& e)
{
    std::vector<std::int64_t> firstSteps;
    for (const SeriesFacts& s : series) {
        firstSteps.push_back(s.firstStep);
    }
    const std::vector<std::int64_t> cuts = cutSteps(firstSteps);
    double best = std::numeric_limits<double>::quiet_NaN();
    for (size_t i = 0; i < series.size(); ++i) {
        best = better(best, bestBefore(db, series[i], cuts[i], metric.lowIsBest), metric.lowIsBest);
    }
    e.last[metric.name] = series.back().last;
    e.best[metric.name] = best;
}

void summarizeMetrics(Database& db, ExperimentId id, Experiment& e)
{
    std::map<std::string, std::vector<SeriesFacts>, std::less<>> byName; // each by attempt
    {
        Query q(db,
                "SELECT s.name, s.id, s.first_step, s.last_step, s.last, s.best FROM attempts a JOIN series "
                "s ON s.attempt_id = a.id "
                "WHERE a.experiment_id = ? AND a.hidden = 0 AND s.points > 0 AND (s.name LIKE 'metrics/%' OR "
                "s.name LIKE 'val/%' OR "
                "s.name LIKE 'train/%') ORDER BY a.number",
                id.value);
        while (q.next()) {
            byName[q.text(0)].push_back({q.integer(1), q.integer(2), q.integer(3), q.real(4), q.real(5)});
        }
    }
    e.last.clear();
    e.best.clear();
    for (const SummaryMetric& metric : kMetrics) {
        auto found = byName.find(std::string_view(metric.series));
        if (found == byName.end() && metric.otherwise != nullptr) {
            found = byName.find(std::string_view(metric.otherwise));
        }
        if (found != byName.end()) {
            addMetric(db, metric, found->second, e);
        }
    }
}

std::optional<Money> moneyOf(const nlohmann::json& figures, const char* key)
{
    const auto found = figures.find(key);
    if (found == figures.end() || !found->is_object()) {
        return std::nullopt;
    }
    const auto currency = Currency::parse(found->value("currency", std::string()));
    return currency ? std::optional(Money(found->value("micros", std::int64_t{0}), *currency)) : std::nullopt;
}

std::map<std::string, double> metricsOf(const nlohmann::json& figures, const char* key)
{
    std::map<std::string, double> values;
    if (const auto found = figures.find(key); found != figures.end() && found->is_object()) {
        for (const auto& [name, value] : found->items()) {
            if (const auto number = numberFromJson(value)) {
                values[name] = *number;
            }
        }
    }
    return values;
}

/// Figures that a table brought (import csv, json) stand as they are: there need be no epochs behind them. Not once the
/// experiment ran here.
void applyImported(Database& db, ExperimentId id, Experiment& e)
{
    Query q(db,
            "SELECT handle -> 'figures' FROM attempts WHERE experiment_id = ?1 AND hidden = 0 AND launcher = 'imported' AND "
            "json_type(handle, '$.figures') = 'object' AND NOT EXISTS (SELECT 1 FROM attempts WHERE experiment_id = ?1 AND hidden = 0 "
            "AND launcher <> 'imported') ORDER BY number LIMIT 1",
            id.value);
    const auto figures = q.next() ? nlohmann::json::parse(q.text(0), nullptr, false) : nlohmann::json();
    if (!figures.is_object()) {
        return;
    }
    e.epochsDone = figures.value("epochs", e.epochsDone);
    e.epochsPlanned = figures.value("epochs_planned", e.epochsPlanned);
    e.attempts = figures.value("attempts", e.attempts);
    e.startedMs = figures.value("started_ms", e.startedMs);
    e.endedMs = figures.value("ended_ms", e.endedMs);
    e.epochSeconds = figures.value("epoch_seconds", e.epochSeconds);
    e.datasetHash = figures.value("dataset_hash", e.datasetHash);
    if (figures.contains("price")) {
        const auto price = moneyOf(figures, "price");
        e.price = price ? std::optional(PricePerHour{*price}) : std::nullopt;
    }
    e.costPerEpoch = figures.contains("cost_per_epoch") ? moneyOf(figures, "cost_per_epoch") : e.costPerEpoch;
    e.costSoFar = figures.contains("cost") ? moneyOf(figures, "cost") : e.costSoFar;
    for (const auto& [name, value] : metricsOf(figures, "best")) {
        e.best[name] = value;
    }
    for (const auto& [name, value] : metricsOf(figures, "last")) {
        e.last[name] = value;
    }
}

int plannedEpochs(const Experiment& e, const std::vector<AttemptFacts>& attempts)
{
    if (!e.spec.params.contains("epochs")) {
        for (auto a = attempts.rbegin(); a != attempts.rend(); ++a) {
            if (!a->hidden && (a->planned > 0 || a->imported)) {
                return a->planned; // of an imported run it may be unknown: not the default of a new one
            }
        }
    }
    const nlohmann::json epochs = ParamSchema::get().value(e.spec.params, "epochs", e.spec.task);
    return epochs.is_number_integer() ? epochs.get<int>() : 0;
}

void summarizeAttempts(Experiment& e, const std::vector<AttemptFacts>& attempts)
{
    e.attempts = 0;
    e.startedMs = e.endedMs = 0;
    e.machineId = {};
    for (const AttemptFacts& a : attempts) {
        if (a.hidden) {
            continue;
        }
        ++e.attempts;
        e.startedMs = e.startedMs > 0 ? e.startedMs : a.startedMs;
        e.endedMs = a.outcome == AttemptOutcome::None ? 0 : a.endedMs;
        e.machineId = a.machine;
        e.datasetHash = a.datasetHash.empty() ? e.datasetHash : a.datasetHash;
    }
}

/// The quote in force at the last epoch; before there is one, at the newest sign of the last attempt.
std::optional<PricePerHour> priceInForce(const std::vector<EpochRow>& joined,
                                         const std::vector<AttemptFacts>& attempts, sql::Timelines& timelines)
{
    for (auto a = attempts.rbegin(); a != attempts.rend(); ++a) {
        if (a->hidden) {
            continue;
        }
        const bool lastEpochIsHere = !joined.empty() && joined.back().attemptId == a->id;
        if (lastEpochIsHere || joined.empty()) {
            const UtcMs now = std::max({a->createdMs, a->startedMs, a->lastEventMs});
            return timelines.of(a->machine, a->startedMs > 0 ? a->startedMs : now).at(lastEpochIsHere ? joined.back().endedMs : now);
        }
    }
    return std::nullopt;
}

void summarizeMoney(Database& db, Experiment& e, std::vector<AttemptFacts>& attempts,
                    const std::vector<EpochRow>& epochs, sql::Timelines& timelines)
{
    bool known = true;
    e.costSoFar.reset();
    for (AttemptFacts& a : attempts) {
        const auto before = std::pair(a.cost, a.wasted);
        priceAttempt(a, epochs, timelines);
        if (before != std::pair(a.cost, a.wasted)) {
            storeCost(db, a);
        }
        if (a.startedMs > 0) {
            e.costSoFar = e.costSoFar ? sum(e.costSoFar, a.cost) : a.cost;
            known = known && e.costSoFar.has_value();
        }
    }
    if (!known) {
        e.costSoFar.reset(); // an attempt without a price, or two currencies: unknown, not less
    }
}

} // namespace

Result<> StoreWriter::refreshSummary(ExperimentId id)
{
    return m_impl.write([&]() -> Result<> {
        Database& db = m_impl.database;
        auto found = read().experiment(id);
        if (!found) {
            return fail(found.error());
        }
        Experiment e = std::move(*found);
        sql::Timelines timelines(db);
        std::vector<AttemptFacts> attempts = loadAttempts(db, id);
        const std::vector<EpochRow> epochs = sql::epochRows(db, id, true, timelines);
        std::vector<EpochRow> joined = epochs;
        std::erase_if(joined, [](const EpochRow& row) { return row.wasted; });
        std::ranges::sort(joined, {}, &EpochRow::epoch);

        summarizeAttempts(e, attempts);
        summarizeMetrics(db, id, e);
        e.epochsPlanned = plannedEpochs(e, attempts);
        e.epochsDone = joined.empty() ? 0 : joined.back().epoch;
        e.epochSeconds = meanEpochSeconds(joined);
        e.price = priceInForce(joined, attempts, timelines);
        e.costPerEpoch.reset();
        if (e.price && e.epochSeconds > 0) {
            if (const auto cost = costPerEpoch(*e.price, e.epochSeconds)) {
                e.costPerEpoch = *cost;
            }
        }
        summarizeMoney(db, e, attempts, epochs, timelines);
        if (std::ranges::any_of(attempts, &AttemptFacts::imported)) {
            applyImported(db, id, e);
        }
        return updateSummary(e);
    });
}

} // namespace yardstick
