// Rows of an experiments table as experiments.
#include "core/base/event.h"
#include "core/base/params.h"
#include "core/base/platform.h"
#include "core/import/row_reader.h"

#include <algorithm>
#include <map>

namespace yardstick::imports {
namespace {

using nlohmann::json;

constexpr const char* kImportedSource = "imported table";

/// What a row says, checked, before anything is written.
struct ExperimentFrom
{
    Experiment experiment;      ///< spec, status, flags, created
    json figures = json::object(); ///< as core/store/summary.cpp reads them
    std::int64_t sourceId = 0;  ///< its number where it came from; 0: not said
    UtcMs startedMs = 0;
    std::string machine, queue;
    std::optional<Money> price;
};

const std::set<std::string, std::less<>>& metricNames()
{
    static const std::set<std::string, std::less<>> kNames{"map50", "map50_95", "precision", "recall", "top1", "top5",
                                                           "box_loss", "cls_loss", "dfl_loss", "seg_loss"};
    return kNames;
}

const std::set<std::string, std::less<>>& fieldNames()
{
    static const std::set<std::string, std::less<>> kNames{
        "id", "name", "status", "project", "task", "model", "data", "epochs", "epochs_planned", "epoch_seconds", "price_per_hour",
        "cost_per_epoch", "cost_total", "machine", "queue", "started", "duration_s", "tags", "notes", "reason", "backend", "container",
        "dataset_hash", "created", "ended", "attempts", "published", "archived"};
    return kNames;
}

json moneyJson(const Money& money) { return {{"micros", money.micros()}, {"currency", money.currency().code()}}; }

/// What waits or runs elsewhere is not taken up here: it counts as stopped.
ExperimentStatus statusHere(ExperimentStatus status)
{
    const bool open = status == ExperimentStatus::Queued || status == ExperimentStatus::Starting || status == ExperimentStatus::Running
        || status == ExperimentStatus::Interrupted;
    return open ? ExperimentStatus::Stopped : status;
}

std::vector<std::string> tagsFrom(std::string_view text)
{
    std::vector<std::string> tags;
    while (!text.empty()) {
        const size_t comma = text.find(", ");
        tags.emplace_back(text.substr(0, comma));
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 2);
    }
    return tags;
}

void readSpec(ExperimentFrom& from, Row& row)
{
    ExperimentSpec& spec = from.experiment.spec;
    const auto name = row.text("name");
    if (!name) {
        row.fault({ErrorCode::BadFile, "The name is missing.", {}, {}});
    }
    spec.name = name.value_or("");
    spec.project = row.text("project").value_or("Imported");
    spec.task = row.text("task").value_or("detect");
    spec.modelVariant = row.text("model").value_or("");
    spec.data = row.text("data").value_or("");
    spec.backend = row.text("backend").value_or("native");
    spec.container.image = row.text("container").value_or("");
    spec.notes = row.text("notes").value_or("");
    spec.tags = tagsFrom(row.text("tags").value_or(""));
    const auto status = row.text("status");
    const auto known = experimentStatusFromString(status.value_or("completed"));
    if (!known) {
        row.fault(known.error());
    } else {
        from.experiment.status = statusHere(*known);
    }
    from.experiment.reason = row.text("reason").value_or("");
    from.experiment.published = row.flag("published").value_or(false);
    from.experiment.archived = row.flag("archived").value_or(false);
    from.experiment.createdMs = row.time("created").value_or(0);
}

void readParams(ExperimentFrom& from, Row& row, const exports::Table& table)
{
    const ParamSchema& schema = ParamSchema::get();
    json params = json::object();
    const auto take = [&](const std::string& column, const std::string& parameter) {
        const auto text = row.text(column);
        auto value = text ? schema.parse(parameter, *text) : Result<json>(json());
        if (!value) {
            row.fault(value.error());
        } else if (text) {
            params[parameter] = std::move(*value);
        }
    };
    for (const exports::Column& column : table.columns) {
        const ParamSpec* spec = fieldNames().contains(column.id) || metricNames().contains(column.id) ? nullptr : schema.find(column.id);
        if (spec != nullptr && !spec->ownField) {
            take(column.id, column.id);
        }
    }
    take("epochs_planned", "epochs");
    from.experiment.spec.params = schema.withoutDefaults(params, from.experiment.spec.task);
}

void readFigures(ExperimentFrom& from, Row& row, const exports::Table& table)
{
    json& figures = from.figures;
    const auto put = [&](const char* key, const auto& value) {
        if (value) {
            figures[key] = *value;
        }
    };
    put("epochs", row.integer("epochs"));
    put("epochs_planned", row.integer("epochs_planned"));
    put("attempts", row.integer("attempts"));
    put("dataset_hash", row.text("dataset_hash"));
    const auto seconds = row.number("epoch_seconds");
    if (hasColumn(table, "epoch_seconds")) { // empty: not known, whatever epochs follow
        figures["epoch_seconds"] = seconds && std::isfinite(*seconds) ? *seconds : 0;
    }
    const auto started = row.time("started");
    const auto duration = row.number("duration_s");
    auto ended = row.time("ended");
    if (!ended && started && duration && std::isfinite(*duration)) {
        ended = *started + std::llround(*duration * 1e3);
    }
    put("started_ms", started);
    if (hasColumn(table, "ended") || hasColumn(table, "duration_s")) {
        figures["ended_ms"] = ended.value_or(0);
    }
    from.startedMs = started.value_or(0);
    for (const auto& [key, column] : {std::pair("price", "price_per_hour"), {"cost_per_epoch", "cost_per_epoch"}, {"cost", "cost_total"}}) {
        if (hasColumn(table, column)) {
            const auto amount = row.money(column);
            figures[key] = amount ? moneyJson(*amount) : json();
            from.price = std::string_view(key) == "price" ? amount : from.price;
        }
    }
    for (const exports::Column& column : table.columns) {
        const bool last = column.id.starts_with("last_");
        const std::string name = last || column.id.starts_with("best_") ? column.id.substr(5) : column.id;
        if (!metricNames().contains(name)) {
            continue;
        }
        if (const auto value = row.number(column.id)) {
            figures[last ? "last" : "best"][name] = numberToJson(*value);
        }
    }
}

ExperimentFrom read(const exports::Table& table, size_t index, Faults& faults)
{
    Row row(table, index, faults);
    ExperimentFrom from;
    readSpec(from, row);
    readParams(from, row, table);
    readFigures(from, row, table);
    from.sourceId = row.integer("id", 1).value_or(0);
    from.machine = row.text("machine").value_or("");
    from.queue = row.text("queue").value_or("");
    return from;
}

std::string tokenOf(const ExperimentFrom& from)
{
    const ExperimentSpec& spec = from.experiment.spec;
    std::string identity;
    for (const std::string& part : {std::to_string(from.sourceId), spec.name, spec.project, spec.task, spec.modelVariant, spec.data,
                                    std::to_string(from.startedMs), spec.params.dump()}) {
        identity += part + '\n';
    }
    return "table-" + platform::sha256(identity).substr(0, 24);
}

/// The experiments of the store, those in the trash too, by what a row can be found again with.
struct ThereAlready
{
    std::map<std::string, ExperimentId, std::less<>> byToken;
    std::vector<Experiment> all;

    [[nodiscard]] std::optional<ExperimentId> find(const ExperimentFrom& from) const
    {
        if (const auto found = byToken.find(tokenOf(from)); found != byToken.end()) {
            return found->second;
        }
        for (const Experiment& e : all) {
            const ExperimentSpec& a = e.spec;
            const ExperimentSpec& b = from.experiment.spec;
            const bool same = a.name == b.name && a.project == b.project && a.task == b.task && a.modelVariant == b.modelVariant && a.data == b.data;
            if (same && e.startedMs == from.startedMs && (e.id.value == from.sourceId || from.startedMs == 0)) {
                return e.id;
            }
        }
        return std::nullopt;
    }
};

Result<ThereAlready> thereAlready(const StoreWriter& store)
{
    ThereAlready out;
    for (const bool trash : {false, true}) {
        ExperimentFilter filter;
        filter.trash = trash;
        auto experiments = store.read().experiments(filter);
        if (!experiments) {
            return fail(experiments.error());
        }
        std::move(experiments->begin(), experiments->end(), std::back_inserter(out.all));
    }
    for (const Experiment& e : out.all) {
        const auto attempts = e.attempts > 0 ? store.read().attempts(e.id, true) : Result<std::vector<Attempt>>(std::vector<Attempt>{});
        if (!attempts) {
            return fail(attempts.error());
        }
        for (const Attempt& a : *attempts) {
            if (a.token.starts_with("table-")) {
                out.byToken.emplace(a.token, e.id);
            }
        }
    }
    return out;
}

/// By name, one that is not spot before one that is; made where there is none. Only one that was made so gets prices from here.
Result<MachineId> machineFor(StoreWriter& store, const ExperimentFrom& from)
{
    if (from.machine.empty()) {
        return MachineId();
    }
    const auto machines = store.read().machines();
    if (!machines) {
        return fail(machines.error());
    }
    const Machine* found = nullptr;
    for (const Machine& m : *machines) {
        if (m.name == from.machine && (found == nullptr || found->market == "spot")) {
            found = &m;
        }
    }
    Machine machine = found != nullptr ? *found : Machine{};
    if (found == nullptr) {
        machine.name = from.machine;
        machine.provider = "imported";
        machine.market = "on-demand";
        machine.source = kImportedSource;
        const auto id = store.upsertMachine(machine);
        if (!id) {
            return id;
        }
        machine.id = *id;
    }
    if (!from.price || machine.source != kImportedSource) {
        return machine.id;
    }
    const auto quotes = store.read().quotes(machine.id);
    if (!quotes) {
        return fail(quotes.error());
    }
    const bool known = std::any_of(quotes->begin(), quotes->end(), [&](const Quote& q) { return q.price.perHour == *from.price && q.validFromMs <= from.startedMs; });
    if (!known) {
        Quote quote;
        quote.machineId = machine.id;
        quote.price.perHour = *from.price;
        quote.market = machine.market;
        quote.validFromMs = quotes->empty() ? 0 : from.startedMs;
        quote.source = kImportedSource;
        if (const auto id = store.insertQuote(quote); !id) {
            return fail(id.error());
        }
    }
    return machine.id;
}

AttemptOutcome outcomeOf(ExperimentStatus status)
{
    return status == ExperimentStatus::Failed ? AttemptOutcome::Failed : status == ExperimentStatus::Stopped ? AttemptOutcome::Stopped : AttemptOutcome::Completed;
}

Result<ExperimentId> write(StoreWriter& store, const ExperimentFrom& from, const std::map<std::string, QueueId>& queues)
{
    Experiment e = from.experiment;
    if (const auto queue = queues.find(from.queue); queue != queues.end()) {
        e.queueId = queue->second;
    }
    const auto id = store.insertExperiment(e);
    if (!id || e.status == ExperimentStatus::Draft) {
        return id;
    }
    const auto machine = machineFor(store, from);
    if (!machine) {
        return fail(machine.error());
    }
    Attempt attempt;
    attempt.experimentId = *id;
    attempt.machineId = *machine;
    attempt.token = tokenOf(from);
    attempt.launcher = "imported";
    attempt.handle = {{"source", "table"}, {"id", from.sourceId}, {"name", e.spec.name}, {"figures", from.figures}};
    const auto tagged = [&](const char* tag) { return std::find(e.spec.tags.begin(), e.spec.tags.end(), tag) != e.spec.tags.end(); };
    if (tagged("reference") && tagged("derived")) { // as importReference marks them
        attempt.handle["derived"] = true; // published figures stay what they are: no measurement
    }
    attempt.outcome = outcomeOf(e.status);
    attempt.createdMs = from.startedMs;
    attempt.endedMs = from.figures.value("ended_ms", UtcMs{0});
    const auto written = store.insertAttempt(attempt);
    return written ? id : fail(written.error());
}

void noteLeftOut(const exports::Table& table, RowsReport& report)
{
    for (const exports::Column& column : table.columns) {
        const std::string& id = column.id;
        const bool prefixed = (id.starts_with("last_") || id.starts_with("best_")) && metricNames().contains(id.substr(5));
        if (!fieldNames().contains(id) && !metricNames().contains(id) && !prefixed && ParamSchema::get().find(id) == nullptr) {
            report.leftOut.push_back(id);
        }
    }
}

} // namespace

Result<> importExperiments(StoreWriter& store, const ReadTable& table, const std::string& file, RowsReport& report)
{
    Faults faults(file, table);
    std::vector<ExperimentFrom> rows;
    for (size_t r = 0; r < table.table.rows.size(); ++r) {
        rows.push_back(read(table.table, r, faults));
    }
    if (faults.any()) {
        return fail(faults.error());
    }
    auto known = thereAlready(store);
    const auto queueList = store.read().queues();
    if (!known || !queueList) {
        return fail(!known ? known.error() : queueList.error());
    }
    std::map<std::string, QueueId> queues;
    for (const Queue& queue : *queueList) {
        queues.emplace(queue.name, queue.id);
    }
    for (const ExperimentFrom& row : rows) {
        const auto found = known->find(row);
        const auto id = found ? Result<ExperimentId>(*found) : write(store, row, queues);
        if (!id) {
            return fail(id.error());
        }
        ++(found ? report.unchanged : report.experiments);
        report.ids.push_back(*id);
        known->byToken.emplace(tokenOf(row), *id);
    }
    noteLeftOut(table.table, report);
    return {};
}

} // namespace yardstick::imports
