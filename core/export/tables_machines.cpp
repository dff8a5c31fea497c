// The tables of a machine comparison and the article's two tables.
#include "core/export/cell_text.h"
#include "core/export/column_set.h"
#include "core/export/tables.h"

#include <cmath>

namespace yardstick::exports {
namespace {

using Maker = ColumnMaker<MachineRow>;

constexpr size_t kDefaultMachineColumns = 19; // the first of knownColumns()

double halfWidth(double low, double high) { return high > low ? (high - low) / 2 : 0; }

double costHalfWidth(const MachineRow& r)
{
    return r.costPerEpochLow && r.costPerEpochHigh ? halfWidth(r.costPerEpochLow->toDouble(), r.costPerEpochHigh->toDouble()) : 0;
}

std::string idsText(const std::vector<ExperimentId>& ids)
{
    std::string text;
    for (const ExperimentId id : ids) {
        text += (text.empty() ? "#" : ", #") + std::to_string(id.value);
    }
    return text;
}

std::string rateText(const FxRate& rate)
{
    return "1 " + std::string(rate.from.code()) + " = " + rate.decimal() + " " + std::string(rate.to.code());
}

/// Of the interval behind ±: "reliable", or why it is not; nothing where there is none.
Cell intervalCell(const MachineRow& r)
{
    if (r.basis != Basis::Measured) {
        return {};
    }
    return textCell(r.doubt == Doubt::None ? "reliable" : "unreliable: " + std::string(toString(r.doubt)));
}

Cell shareCell(double v) { return std::isnan(v) ? Cell{} : numberCell(v); }
Cell optionalCell(const std::optional<double>& v) { return v ? numberCell(*v) : Cell{}; }
Cell optionalCell(const std::optional<bool>& v) { return v ? Cell{.value = *v} : Cell{}; }
Cell secondsCell(double v, bool known) { return known ? numberCell(v) : Cell{}; }

std::vector<Maker> knownColumns()
{
    using R = MachineRow;
    return {
        {{.id = "rank", .unit = {}}, [](const R& r) { return r.rank > 0 ? integerCell(r.rank) : Cell{}; }},
        {{.id = "machine", .unit = {}}, [](const R& r) { return textCell(r.machine); }},
        {{.id = "provider", .unit = {}}, [](const R& r) { return textCell(r.provider); }},
        {{.id = "market", .unit = {}}, [](const R& r) { return textCell(r.market); }},
        {{.id = "gpu", .unit = {}}, [](const R& r) { return textCell(r.gpu); }},
        {{.id = "basis", .unit = {}}, [](const R& r) { return textCell(std::string(toString(r.basis))); }},
        {{.id = "n", .unit = {}}, [](const R& r) { return integerCell(r.n); }},
        {{.id = "epoch_seconds", .unit = "s", .digits = 1},
         [](const R& r) { return r.n > 0 ? numberCell(r.epochSeconds, halfWidth(r.epochLow, r.epochHigh)) : Cell{}; }},
        {{.id = "interval", .unit = {}}, intervalCell},
        {{.id = "price_per_hour", .unit = {}}, [](const R& r) { return moneyCell(r.price ? std::optional(r.price->perHour) : std::nullopt); }},
        {{.id = "cost_per_epoch", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.costPerEpoch, costHalfWidth(r)); }},
        {{.id = "setup_seconds", .unit = "s", .digits = 1}, [](const R& r) { return secondsCell(r.setupSeconds, r.setupKnown); }},
        {{.id = "all_in", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.allIn); }},
        {{.id = "all_in_per_epoch", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.allInPerEpoch); }},
        {{.id = "total_seconds", .unit = "s", .digits = 0}, [](const R& r) { return secondsCell(r.totalSeconds, r.n > 0); }},
        {{.id = "spot_cost_per_epoch", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.spotCostPerEpoch); }},
        {{.id = "delta_percent", .unit = "%", .digits = 0}, [](const R& r) { return r.deltaPercent ? numberCell(*r.deltaPercent) : Cell{}; }},
        {{.id = "last_measured", .unit = {}}, [](const R& r) { return timeCell(r.lastMeasuredMs); }},
        {{.id = "reason", .unit = {}}, [](const R& r) { return textCell(r.reason); }},
        {{.id = "epoch_seconds_median", .unit = "s", .digits = 1}, [](const R& r) { return secondsCell(r.epochMedian, r.n > 0); }},
        {{.id = "data_wait_share", .unit = {}, .digits = 2}, [](const R& r) { return shareCell(r.dataWaitShare); }},
        {{.id = "quoted_price_per_hour", .unit = {}, .digits = 4},
         [](const R& r) { return r.quotedPrice ? textCell(r.quotedPrice->perHour.toDecimal() + " " + std::string(r.quotedPrice->perHour.currency().code())) : Cell{}; }},
        {{.id = "exchange_rate", .unit = {}}, [](const R& r) { return r.rate ? textCell(rateText(*r.rate)) : Cell{}; }},
        {{.id = "exchange_rate_date", .unit = {}}, [](const R& r) { return r.rate ? timeCell(r.rate->validFromMs) : Cell{}; }},
        {{.id = "stalls", .unit = {}}, [](const R& r) { return r.n > 0 ? integerCell(r.stalls) : Cell{}; }},
        {{.id = "stall_share", .unit = {}, .digits = 2}, [](const R& r) { return r.n > 0 ? numberCell(r.stallShare) : Cell{}; }},
        {{.id = "price_since", .unit = {}}, [](const R& r) { return timeCell(r.priceSinceMs); }},
        {{.id = "price_source", .unit = {}}, [](const R& r) { return textCell(r.priceSource); }},
        {{.id = "price_example", .unit = {}}, [](const R& r) { return r.price ? Cell{.value = r.priceExample} : Cell{}; }},
        {{.id = "spot_source", .unit = {}}, [](const R& r) { return textCell(r.spotSource); }},
        {{.id = "batch", .unit = {}}, [](const R& r) { return textCell(r.batch); }},
        {{.id = "workers", .unit = {}}, [](const R& r) { return textCell(r.workers); }},
        {{.id = "threads", .unit = {}}, [](const R& r) { return r.threads > 0 ? integerCell(r.threads) : Cell{}; }},
        {{.id = "experiments", .unit = {}}, [](const R& r) { return textCell(idsText(r.experiments)); }},
        {{.id = "all_in_low", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.allInLow); }},
        {{.id = "all_in_high", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.allInHigh); }},
        {{.id = "all_in_delta_percent", .unit = "%", .digits = 0}, [](const R& r) { return optionalCell(r.allInDeltaPercent); }},
        {{.id = "total_seconds_low", .unit = "s", .digits = 0}, [](const R& r) { return secondsCell(r.totalSecondsLow, r.n > 0); }},
        {{.id = "total_seconds_high", .unit = "s", .digits = 0}, [](const R& r) { return secondsCell(r.totalSecondsHigh, r.n > 0); }},
        {{.id = "total_seconds_sure", .unit = "s", .digits = 0}, [](const R& r) { return optionalCell(r.surelySeconds); }},
        {{.id = "finish_at", .unit = {}}, [](const R& r) { return timeCell(r.finishMs); }},
        {{.id = "finish_probability", .unit = {}, .digits = 3}, [](const R& r) { return optionalCell(r.finishProbability); }},
        {{.id = "meets_deadline", .unit = {}}, [](const R& r) { return optionalCell(r.meetsDeadline); }},
        {{.id = "total_with_time_value", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.totalWithTimeValue); }},
        {{.id = "pareto", .unit = {}}, [](const R& r) { return r.rank > 0 ? Cell{.value = r.onParetoFront} : Cell{}; }},
        {{.id = "interruptions_per_100h", .unit = {}, .digits = 2}, [](const R& r) { return optionalCell(r.interruptionsPer100h); }},
        {{.id = "interruptions_basis", .unit = {}},
         [](const R& r) { return r.interruptionsPer100h ? textCell(r.interruptionsMeasured ? "measured" : "assumed") : Cell{}; }},
        {{.id = "time_factor", .unit = {}, .digits = 3}, [](const R& r) { return r.n > 0 ? numberCell(r.timeFactor) : Cell{}; }},
        {{.id = "spot_worth_it", .unit = {}}, [](const R& r) { return optionalCell(r.spotWorthIt); }},
        {{.id = "basis_from", .unit = {}}, [](const R& r) { return textCell(r.basisFrom); }},
        {{.id = "images", .unit = {}}, [](const R& r) { return r.images > 0 ? integerCell(std::llround(r.images)) : Cell{}; }},
        {{.id = "images_timed", .unit = {}}, [](const R& r) { return r.imagesTimed > 0 ? integerCell(std::llround(r.imagesTimed)) : Cell{}; }},
        {{.id = "seconds_per_image", .unit = "s", .digits = 4}, [](const R& r) { return optionalCell(r.secondsPerImage); }},
        {{.id = "cost_per_1000_images", .unit = {}, .digits = 4}, [](const R& r) { return moneyCell(r.costPer1000Images); }},
    };
}

} // namespace

const std::vector<std::string>& machineColumns()
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

Result<Table> machinesTable(const Comparison& comparison, const std::vector<std::string>& columns)
{
    std::vector<std::string> wanted = columns;
    if (wanted.empty()) {
        wanted.assign(machineColumns().begin(), machineColumns().begin() + kDefaultMachineColumns);
    }
    const std::vector<Maker> known = knownColumns();
    std::vector<Maker> makers;
    Table table;
    table.caption = "Machines, all-in for " + std::to_string(comparison.options.epochs) + (comparison.options.epochs == 1 ? " epoch" : " epochs");
    table.label = "machines";
    for (const std::string& id : wanted) {
        if (id == kCurrencyColumn) {
            continue;
        }
        const Maker* maker = findColumn(known, id);
        if (maker == nullptr) {
            return fail(ErrorCode::InvalidArgument, "The machines table has no column \"{0}\".", id);
        }
        makers.push_back(*maker);
        table.columns.push_back(maker->column);
    }
    for (const MachineRow& row : comparison.rows) {
        addRow(table, makers, row);
    }
    if (table.rows.size() > 1) {
        for (const char* id : {"epoch_seconds", "cost_per_epoch", "all_in", "all_in_per_epoch", "total_seconds", "spot_cost_per_epoch",
                               "total_with_time_value", "seconds_per_image", "cost_per_1000_images"}) {
            markBest(table, id);
        }
    }
    // A greyed row is never the best.
    for (size_t r = 0; r < table.rows.size(); ++r) {
        for (Cell& cell : table.rows[r]) {
            cell.best = cell.best && comparison.rows[r].reason.empty();
        }
    }
    return table;
}

Result<std::vector<Table>> referenceTables(const StoreReader& store)
{
    ExperimentFilter filter;
    filter.project = kReferenceProject;
    const auto experiments = store.experiments(filter);
    const auto machines = store.machines();
    if (!experiments || !machines) {
        return fail(!experiments ? experiments.error() : machines.error());
    }
    CompareOptions options;
    for (const Experiment& e : *experiments) {
        if (e.published) {
            options.experiments.push_back(e.id);
        }
    }
    if (options.experiments.empty()) {
        return fail(ErrorCode::NotFound, "The reference benchmark is not in this store; bring it in with: yardstick import reference");
    }
    struct Part
    {
        const char* provider;
        const char* caption;
        const char* label;
    };
    std::vector<Table> tables;
    for (const Part& part : {Part{"Genesis", "YOLOv8n on VisDrone, 640 px: price per hour and cost per epoch, ClearML (Genesis Cloud)", "genesis"},
                             Part{"AWS", "YOLOv8n on VisDrone, 640 px: price per hour and cost per epoch, AWS us-east-1", "aws"}}) {
        options.providerContains = part.provider;
        auto comparison = compareMachines(store, options);
        if (!comparison) {
            return fail(comparison.error());
        }
        // As published: in the order in which they were imported.
        std::sort(comparison->rows.begin(), comparison->rows.end(), [](const MachineRow& a, const MachineRow& b) { return a.machineId < b.machineId; });
        auto table = machinesTable(*comparison, {"machine", "gpu", "price_per_hour", "cost_per_epoch"});
        if (!table) {
            return fail(table.error());
        }
        Column vram{.id = "vram_gb", .unit = "GB"};
        table->columns.insert(table->columns.begin() + 2, vram);
        for (size_t r = 0; r < table->rows.size(); ++r) {
            const auto machine = std::find_if(machines->begin(), machines->end(), [&](const Machine& m) { return m.id == comparison->rows[r].machineId; });
            const auto gigabytes = static_cast<std::int64_t>(std::llround(machine->vramGb));
            table->rows[r].insert(table->rows[r].begin() + 2, integerCell(gigabytes));
        }
        table->caption = part.caption;
        table->label = part.label;
        tables.push_back(std::move(*table));
    }
    return tables;
}

} // namespace yardstick::exports
