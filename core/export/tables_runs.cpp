// The tables of single runs: epochs, curves, parameter differences, the bill.
#include "core/base/params.h"
#include "core/export/column_set.h"
#include "core/export/tables.h"

#include <map>
#include <set>

namespace yardstick::exports {
namespace {

Result<std::vector<Experiment>> experimentsOf(const StoreReader& store, const std::vector<ExperimentId>& ids)
{
    ExperimentFilter filter;
    filter.ids = ids;
    return store.experiments(filter);
}

struct EpochOf
{
    const Experiment& experiment;
    const EpochRow& row;
};

std::vector<ColumnMaker<EpochOf>> epochColumns()
{
    using R = EpochOf;
    const auto seconds = [](const char* id, double EpochRow::*field) { // 0: not timed, as in old layouts of Ultralytics
        return ColumnMaker<R>{{.id = id, .unit = "s", .digits = 3}, [field](const R& r) { return r.row.seconds > 0 ? numberCell(r.row.*field) : Cell{}; }};
    };
    const auto integer = [](const char* id, const char* unit, std::int64_t EpochRow::*field) {
        return ColumnMaker<R>{{.id = id, .unit = unit}, [field](const R& r) { return integerCell(r.row.*field); }};
    };
    const auto flag = [](const char* id, bool EpochRow::*field) {
        return ColumnMaker<R>{{.id = id, .unit = {}}, [field](const R& r) { return Cell{.value = r.row.*field}; }};
    };
    return {
        {{.id = "experiment_id", .unit = {}}, [](const R& r) { return integerCell(r.experiment.id.value); }},
        {{.id = "experiment", .unit = {}}, [](const R& r) { return textCell(r.experiment.spec.name); }},
        {{.id = "attempt", .unit = {}}, [](const R& r) { return integerCell(r.row.attemptNumber); }},
        {{.id = "epoch", .unit = {}}, [](const R& r) { return integerCell(r.row.epoch); }},
        integer("step", "", &EpochRow::step),
        seconds("seconds", &EpochRow::seconds),
        seconds("data_wait_seconds", &EpochRow::dataWaitSeconds),
        seconds("compute_seconds", &EpochRow::computeSeconds),
        seconds("validation_seconds", &EpochRow::validationSeconds),
        seconds("other_seconds", &EpochRow::otherSeconds),
        integer("images", "", &EpochRow::images),
        {{.id = "images_per_second", .unit = "1/s"}, [](const R& r) { return numberCell(r.row.imagesPerSecond); }},
        integer("memory_bytes", "B", &EpochRow::memoryBytes),
        integer("gpu_memory_bytes", "B", &EpochRow::gpuMemoryBytes),
        flag("mosaic", &EpochRow::mosaic),
        flag("shared", &EpochRow::shared),
        flag("wasted", &EpochRow::wasted),
        {{.id = "ended", .unit = {}}, [](const R& r) { return timeCell(r.row.endedMs); }},
        {{.id = "cost", .unit = {}, .digits = 6}, [](const R& r) { return moneyCell(r.row.cost); }},
    };
}

template <typename Row> Table emptyTable(const std::vector<ColumnMaker<Row>>& makers, const char* caption, const char* label)
{
    Table table;
    table.caption = caption;
    table.label = label;
    for (const auto& maker : makers) {
        table.columns.push_back(maker.column);
    }
    return table;
}

struct AttemptOf
{
    const Experiment& experiment;
    const Attempt& attempt;
    const Machine* machine;
    std::string prices; ///< "0.36 USD/h since 2026-11-30T…; …"
    [[nodiscard]] UtcMs end() const { return attempt.endedMs > 0 ? attempt.endedMs : attempt.lastEventMs; }
};

std::vector<ColumnMaker<AttemptOf>> billColumns()
{
    using R = AttemptOf;
    return {
        {{.id = "experiment_id", .unit = {}}, [](const R& r) { return integerCell(r.experiment.id.value); }},
        {{.id = "experiment", .unit = {}}, [](const R& r) { return textCell(r.experiment.spec.name); }},
        {{.id = "attempt", .unit = {}}, [](const R& r) { return integerCell(r.attempt.number); }},
        {{.id = "outcome", .unit = {}}, [](const R& r) { return textCell(std::string(toString(r.attempt.outcome))); }},
        {{.id = "machine", .unit = {}}, [](const R& r) { return r.machine == nullptr ? Cell{} : textCell(r.machine->name); }},
        {{.id = "provider", .unit = {}}, [](const R& r) { return r.machine == nullptr ? Cell{} : textCell(r.machine->provider); }},
        {{.id = "market", .unit = {}}, [](const R& r) { return r.machine == nullptr ? Cell{} : textCell(r.machine->market); }},
        {{.id = "started", .unit = {}}, [](const R& r) { return timeCell(r.attempt.startedMs); }},
        {{.id = "ended", .unit = {}}, [](const R& r) { return timeCell(r.attempt.endedMs); }},
        {{.id = "duration_s", .unit = "s", .digits = 1},
         [](const R& r) {
             const bool ran = r.attempt.startedMs > 0 && r.end() >= r.attempt.startedMs;
             return ran ? numberCell(static_cast<double>(r.end() - r.attempt.startedMs) / 1e3) : Cell{};
         }},
        {{.id = "prices", .unit = {}}, [](const R& r) { return textCell(r.prices); }},
        {{.id = "cost", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.attempt.cost); }},
        {{.id = "wasted_cost", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.attempt.wasted); }},
        {{.id = "hidden", .unit = {}}, [](const R& r) { return Cell{.value = r.attempt.hidden}; }},
    };
}

/// The quotes that were in force while the attempt ran.
std::string pricesText(const std::vector<Quote>& quotes, const Machine& machine, const AttemptOf& of)
{
    std::vector<PriceSegment> segments;
    for (const Quote& quote : quotes) {
        if (quote.market.empty() || quote.market == machine.market) {
            segments.push_back({quote.validFromMs, quote.price});
        }
    }
    const auto all = PriceTimeline::make(segments);
    if (!all || all->empty() || of.attempt.startedMs <= 0) {
        return {};
    }
    const PriceTimeline timeline = all->from(of.attempt.startedMs);
    std::string text;
    const auto say = [&](const PriceSegment& s) {
        text += (text.empty() ? "" : "; ") + s.price.perHour.toDecimal(2) + " " + std::string(s.price.perHour.currency().code()) + "/h since "
            + formatUtc(s.fromMs);
    };
    const auto first = timeline.segmentAt(of.attempt.startedMs);
    if (first) {
        say(*first);
    }
    for (const PriceSegment& s : timeline.segments()) {
        if (s.fromMs > of.attempt.startedMs && s.fromMs < of.end()) {
            say(s);
        }
    }
    return text;
}

std::string cellOf(const Experiment& e, const std::string& name)
{
    if (name == "task") {
        return e.spec.task;
    }
    if (name == "model_variant") {
        return e.spec.modelVariant;
    }
    if (name == "data") {
        return e.spec.data;
    }
    if (name == "backend") {
        return e.spec.backend;
    }
    if (name == "container") {
        return e.spec.container.image;
    }
    return ParamSchema::format(ParamSchema::get().value(e.spec.params, name, e.spec.task));
}

} // namespace

Result<Table> epochsTable(const StoreReader& store, const std::vector<ExperimentId>& ids)
{
    const auto experiments = experimentsOf(store, ids);
    if (!experiments) {
        return fail(experiments.error());
    }
    const auto makers = epochColumns();
    Table table = emptyTable(makers, "Epochs", "epochs");
    for (const Experiment& e : *experiments) {
        const auto rows = store.epochs(e.id);
        if (!rows) {
            return fail(rows.error());
        }
        for (const EpochRow& row : *rows) {
            addRow(table, makers, EpochOf{e, row});
        }
    }
    return table;
}

Result<Table> scalarsTable(const StoreReader& store, ExperimentId id, const std::vector<std::string>& names)
{
    const auto series = store.series(id);
    if (!series) {
        return fail(series.error());
    }
    std::set<std::string> known;
    for (const SeriesInfo& s : *series) {
        known.insert(s.name);
    }
    std::vector<std::string> wanted = names;
    if (wanted.empty()) {
        wanted.assign(known.begin(), known.end());
    }
    Table table;
    table.caption = "Scalars of experiment #" + std::to_string(id.value);
    table.label = "scalars";
    table.columns = {{.id = "name", .unit = {}}, {.id = "step", .unit = {}}, {.id = "epoch", .unit = {}}, {.id = "time", .unit = {}}, {.id = "value", .unit = {}}};
    for (const std::string& name : wanted) {
        if (!known.contains(name)) {
            return fail(ErrorCode::NotFound, "The experiment #{0} has no curve \"{1}\".", id.value, name);
        }
        const auto points = store.joinedPoints(id, name);
        if (!points) {
            return fail(points.error());
        }
        for (const SeriesPoint& p : *points) {
            table.rows.push_back({textCell(name), integerCell(p.step), p.epoch > 0 ? integerCell(p.epoch) : Cell{}, timeCell(p.t), numberCell(p.value)});
        }
    }
    return table;
}

Result<Table> diffTable(const StoreReader& store, const std::vector<ExperimentId>& ids)
{
    const auto experiments = experimentsOf(store, ids);
    if (!experiments) {
        return fail(experiments.error());
    }
    Table table;
    table.caption = "Parameters that differ";
    table.label = "diff";
    table.columns.push_back({.id = "parameter", .unit = {}});
    for (const Experiment& e : *experiments) {
        table.columns.push_back({.id = "#" + std::to_string(e.id.value) + " " + e.spec.name, .unit = {}});
    }
    std::vector<std::string> names{"task", "model_variant", "data", "backend", "container"};
    for (const ParamSpec& spec : ParamSchema::get().all()) {
        if (!spec.ownField) {
            names.push_back(spec.name);
        }
    }
    for (const std::string& name : names) {
        std::vector<Cell> row{textCell(name)};
        std::set<std::string> values;
        for (const Experiment& e : *experiments) {
            const std::string value = cellOf(e, name);
            values.insert(value);
            row.push_back(textCell(value));
        }
        if (values.size() > 1) {
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

Result<Table> billTable(const StoreReader& store, const std::vector<ExperimentId>& ids)
{
    const auto experiments = experimentsOf(store, ids);
    const auto machines = store.machines();
    const auto quotes = store.quotes();
    if (!experiments || !machines || !quotes) {
        return fail(!experiments ? experiments.error() : !machines ? machines.error() : quotes.error());
    }
    std::map<MachineId, const Machine*> byId;
    for (const Machine& machine : *machines) {
        byId[machine.id] = &machine;
    }
    std::map<MachineId, std::vector<Quote>> quotesOf;
    for (const Quote& quote : *quotes) {
        quotesOf[quote.machineId].push_back(quote);
    }
    const auto makers = billColumns();
    Table table = emptyTable(makers, "Bill", "bill");
    for (const Experiment& e : *experiments) {
        const auto attempts = store.attempts(e.id, true);
        if (!attempts) {
            return fail(attempts.error());
        }
        for (const Attempt& attempt : *attempts) {
            const auto machine = byId.find(attempt.machineId);
            AttemptOf of{e, attempt, machine == byId.end() ? nullptr : machine->second, {}};
            if (of.machine != nullptr) {
                of.prices = pricesText(quotesOf[attempt.machineId], *of.machine, of);
            }
            addRow(table, makers, of);
        }
    }
    return table;
}

} // namespace yardstick::exports
