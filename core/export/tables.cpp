// The experiments table, and the words for the kinds of tables.
#include "core/export/tables.h"

#include "core/base/params.h"
#include "core/export/column_set.h"
#include "core/export/cell_text.h"
#include "core/outcomes.h"
#include "core/reach.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace yardstick::exports {
namespace {

constexpr size_t kDefaultColumns = 24; // the first of knownColumns()

/// An experiment with the names that its ids stand for.
struct ExperimentRow
{
    const Experiment& e;
    std::string machine, queue;
    const EstimateOutcome* outcome = nullptr; ///< of the newest queueing; nullptr: none, or no column asks for it
};
using Maker = ColumnMaker<ExperimentRow>;

Cell metricCell(const std::map<std::string, double>& values, const std::string& name)
{
    const auto found = values.find(name);
    return found == values.end() ? Cell{} : numberCell(found->second);
}

Cell paramCell(const Experiment& e, const std::string& name)
{
    const nlohmann::json value = ParamSchema::get().value(e.spec.params, name, e.spec.task);
    if (value.is_boolean()) {
        return {.value = value.get<bool>()};
    }
    if (value.is_number_integer()) {
        return integerCell(value.get<std::int64_t>());
    }
    if (value.is_number()) {
        return numberCell(value.get<double>());
    }
    return value.is_string() ? textCell(value.get<std::string>()) : textCell(ParamSchema::format(value));
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

Maker text(const char* id, std::string (*get)(const ExperimentRow&))
{
    return {{.id = id, .unit = {}}, [get](const ExperimentRow& r) { return textCell(get(r)); }};
}
Maker number(Column column, Cell (*get)(const ExperimentRow&)) { return {std::move(column), get}; }
/// The best value, as in the window; `last_` before the name: the newest.
Maker metric(const std::string& id)
{
    const bool loss = id.ends_with("_loss");
    return {{.id = id, .unit = {}, .digits = 4, .lowerIsBetter = loss}, [id](const ExperimentRow& r) { return metricCell(r.e.best, id); }};
}
Maker parameter(const std::string& id)
{
    const ParamSpec* spec = ParamSchema::get().find(id);
    return {{.id = id, .unit = spec == nullptr ? std::string() : spec->unit}, [id](const ExperimentRow& r) { return paramCell(r.e, id); }};
}

std::vector<Maker> knownColumns()
{
    std::vector<Maker> all{
        number({.id = "id", .unit = {}}, [](const ExperimentRow& r) { return integerCell(r.e.id.value); }),
        text("name", [](const ExperimentRow& r) { return r.e.spec.name; }),
        text("status", [](const ExperimentRow& r) { return std::string(toString(r.e.status)); }),
        text("project", [](const ExperimentRow& r) { return r.e.spec.project; }),
        text("task", [](const ExperimentRow& r) { return r.e.spec.task; }),
        text("model", [](const ExperimentRow& r) { return r.e.spec.modelVariant; }),
        text("data", [](const ExperimentRow& r) { return r.e.spec.data; }),
        parameter("imgsz"),
        parameter("batch"),
        number({.id = "epochs", .unit = {}}, [](const ExperimentRow& r) { return integerCell(r.e.epochsDone); }),
        number({.id = "epochs_planned", .unit = {}}, [](const ExperimentRow& r) { return integerCell(r.e.epochsPlanned); }),
        metric("map50"),
        metric("map50_95"),
        metric("precision"),
        metric("recall"),
        number({.id = "epoch_seconds", .unit = "s"}, [](const ExperimentRow& r) { return r.e.epochSeconds > 0 ? numberCell(r.e.epochSeconds) : Cell{}; }),
        number({.id = "price_per_hour", .unit = {}}, [](const ExperimentRow& r) { return moneyCell(r.e.price ? std::optional(r.e.price->perHour) : std::nullopt); }),
        number({.id = "cost_per_epoch", .unit = {}, .digits = 4}, [](const ExperimentRow& r) { return moneyCell(r.e.costPerEpoch); }),
        number({.id = "cost_total", .unit = {}, .digits = 4}, [](const ExperimentRow& r) { return moneyCell(r.e.costSoFar); }),
        text("machine", [](const ExperimentRow& r) { return r.machine; }),
        text("queue", [](const ExperimentRow& r) { return r.queue; }),
        number({.id = "started", .unit = {}}, [](const ExperimentRow& r) { return timeCell(r.e.startedMs); }),
        number({.id = "duration_s", .unit = "s", .digits = 1}, [](const ExperimentRow& r) {
            return r.e.startedMs > 0 && r.e.endedMs >= r.e.startedMs ? numberCell(static_cast<double>(r.e.endedMs - r.e.startedMs) / 1e3) : Cell{};
        }),
        text("tags", [](const ExperimentRow& r) { return joined(r.e.spec.tags); }),
        text("notes", [](const ExperimentRow& r) { return r.e.spec.notes; }),
        text("reason", [](const ExperimentRow& r) { return r.e.reason; }),
        text("backend", [](const ExperimentRow& r) { return r.e.spec.backend; }),
        text("container", [](const ExperimentRow& r) { return r.e.spec.container.image; }),
        text("dataset_hash", [](const ExperimentRow& r) { return r.e.datasetHash; }),
        number({.id = "created", .unit = {}}, [](const ExperimentRow& r) { return timeCell(r.e.createdMs); }),
        number({.id = "ended", .unit = {}}, [](const ExperimentRow& r) { return timeCell(r.e.endedMs); }),
        number({.id = "attempts", .unit = {}}, [](const ExperimentRow& r) { return integerCell(r.e.attempts); }),
        number({.id = "cloned_from", .unit = {}}, [](const ExperimentRow& r) { return r.e.clonedFrom.valid() ? integerCell(r.e.clonedFrom.value) : Cell{}; }),
        number({.id = "published", .unit = {}}, [](const ExperimentRow& r) { return Cell{.value = r.e.published}; }),
        number({.id = "archived", .unit = {}}, [](const ExperimentRow& r) { return Cell{.value = r.e.archived}; }),
    };
    all.push_back(number({.id = "est_seconds", .unit = "s", .digits = 1}, [](const ExperimentRow& r) {
        return r.outcome != nullptr && r.outcome->estimated ? numberCell(r.outcome->estimated->value) : Cell{};
    }));
    all.push_back(number({.id = "est_cost", .unit = {}, .digits = 4}, [](const ExperimentRow& r) {
        return moneyCell(r.outcome != nullptr ? r.outcome->estimatedCost : std::nullopt);
    }));
    all.push_back(number({.id = "est_error_percent", .unit = "%", .digits = 1}, [](const ExperimentRow& r) {
        return r.outcome != nullptr && r.outcome->errorPercent ? numberCell(*r.outcome->errorPercent) : Cell{};
    }));
    for (const char* id : {"top1", "top5", "box_loss", "cls_loss", "dfl_loss", "seg_loss"}) {
        all.push_back(metric(id));
    }
    return all;
}

Result<Maker> makerFor(const std::string& id, const std::vector<Maker>& known)
{
    if (const Maker* maker = findColumn(known, id)) {
        return *maker;
    }
    for (const bool best : {true, false}) {
        const std::string_view prefix = best ? "best_" : "last_";
        if (id.starts_with(prefix)) {
            const std::string name = id.substr(prefix.size());
            return Maker{{.id = id, .unit = {}, .digits = 4, .lowerIsBetter = name.ends_with("_loss")},
                         [best, name](const ExperimentRow& r) { return metricCell(best ? r.e.best : r.e.last, name); }};
        }
    }
    if (ParamSchema::get().find(id) != nullptr) {
        return parameter(id);
    }
    return fail(ErrorCode::InvalidArgument, "There is no column \"{0}\"; a column is a field such as map50 or a parameter such as lr0.", id);
}

/// What it took each run to reach mAP50-95 ≥ x; empty where it was not reached, or is not measured.
Result<> addReach(Table& table, const StoreReader& store, const std::vector<Experiment>& experiments, double x)
{
    table.columns.push_back({.id = "reach_epoch", .unit = {}, .lowerIsBetter = true});
    table.columns.push_back({.id = "reach_seconds", .unit = "s", .digits = 1, .lowerIsBetter = true});
    table.columns.push_back({.id = "reach_cost", .unit = {}, .digits = 4, .lowerIsBetter = true});
    for (size_t i = 0; i < experiments.size(); ++i) {
        const auto reach = reachOf(store, experiments[i].id, x);
        if (!reach) {
            return fail(reach.error());
        }
        std::vector<Cell>& row = table.rows[i];
        row.push_back(reach->reached() ? integerCell(reach->epoch) : Cell{});
        row.push_back(reach->reached() ? numberCell(reach->seconds) : Cell{});
        row.push_back(moneyCell(reach->cost));
    }
    return {};
}

/// What was expected of each experiment when it was queued last, beside what it took.
Result<std::map<ExperimentId, EstimateOutcome>> newestOutcomes(const StoreReader& store)
{
    const auto estimates = store.estimates();
    if (!estimates) {
        return fail(estimates.error());
    }
    std::map<ExperimentId, EstimateOutcome> newest;
    for (const StoredEstimate& estimate : *estimates) {
        if (newest.contains(estimate.experimentId)) {
            continue;
        }
        auto outcomes = outcomesOf(store, estimate.experimentId);
        if (!outcomes) {
            return fail(outcomes.error());
        }
        newest.emplace(estimate.experimentId, std::move(outcomes->back()));
    }
    return newest;
}

template <typename Id, typename List> std::map<Id, std::string> namesOf(const List& list)
{
    std::map<Id, std::string> names;
    for (const auto& item : list) {
        names[item.id] = item.name;
    }
    return names;
}

} // namespace

Result<Kind> kindFromString(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, Kind>, 7> kKinds{{{"experiments", Kind::Experiments}, {"machines", Kind::Machines},
        {"epochs", Kind::Epochs}, {"scalars", Kind::Scalars}, {"diff", Kind::Diff}, {"bill", Kind::Bill}, {"reference", Kind::Reference}}};
    for (const auto& [name, kind] : kKinds) {
        if (name == text) {
            return kind;
        }
    }
    return fail(ErrorCode::InvalidArgument,
                "\"{0}\" is no table; there are experiments, machines, epochs, scalars, diff, bill and reference.", text);
}

const std::vector<std::string>& experimentColumns()
{
    static const std::vector<std::string> kIds = [] {
        std::vector<std::string> ids;
        for (const Maker& maker : knownColumns()) {
            ids.push_back(maker.column.id);
        }
        return ids;
    }();
    return kIds;
}

Result<Table> experimentsTable(const StoreReader& store, const std::vector<ExperimentId>& ids, const std::vector<std::string>& columns,
                               std::optional<double> reach)
{
    std::vector<std::string> wanted = columns;
    if (wanted.empty()) {
        wanted.assign(experimentColumns().begin(), experimentColumns().begin() + kDefaultColumns);
    }
    const std::vector<Maker> known = knownColumns();
    std::vector<Maker> makers;
    for (const std::string& id : wanted) {
        if (id == kCurrencyColumn) {
            continue; // the raw formats add it by themselves
        }
        auto maker = makerFor(id, known);
        if (!maker) {
            return fail(maker.error());
        }
        makers.push_back(std::move(*maker));
    }
    ExperimentFilter filter;
    filter.ids = ids;
    auto experiments = store.experiments(filter);
    if (experiments && experiments->size() < ids.size()) { // asked for by number: those in the trash, too
        filter.trash = true;
        auto deleted = store.experiments(filter);
        if (!deleted) {
            return fail(deleted.error());
        }
        experiments->insert(experiments->end(), std::make_move_iterator(deleted->begin()), std::make_move_iterator(deleted->end()));
    }
    const auto machines = store.machines();
    const auto queues = store.queues();
    if (!experiments || !machines || !queues) {
        return fail(!experiments ? experiments.error() : !machines ? machines.error() : queues.error());
    }
    const bool estimated = std::any_of(wanted.begin(), wanted.end(), [](const std::string& id) { return id.starts_with("est_"); });
    const auto outcomes = estimated ? newestOutcomes(store) : Result<std::map<ExperimentId, EstimateOutcome>>(std::map<ExperimentId, EstimateOutcome>());
    if (!outcomes) {
        return fail(outcomes.error());
    }
    const auto machineNames = namesOf<MachineId>(*machines);
    const auto queueNames = namesOf<QueueId>(*queues);
    const auto nameIn = [](const auto& names, auto id) {
        const auto found = names.find(id);
        return found == names.end() ? std::string() : found->second;
    };
    Table table;
    table.caption = "Experiments";
    table.label = "experiments";
    for (const Maker& maker : makers) {
        table.columns.push_back(maker.column);
    }
    table.rows.reserve(experiments->size());
    for (const Experiment& e : *experiments) {
        const auto outcome = outcomes->find(e.id);
        addRow(table, makers, ExperimentRow{e, nameIn(machineNames, e.machineId), nameIn(queueNames, e.queueId),
                                               outcome == outcomes->end() ? nullptr : &outcome->second});
    }
    if (reach) {
        if (auto added = addReach(table, store, *experiments, *reach); !added) {
            return fail(added.error());
        }
    }
    if (table.rows.size() > 1) {
        for (const char* id : {"map50", "map50_95", "precision", "recall", "top1", "top5", "epoch_seconds", "cost_per_epoch", "reach_seconds", "reach_cost"}) {
            markBest(table, id);
        }
    }
    return table;
}

} // namespace yardstick::exports
