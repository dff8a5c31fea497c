// `yardstick import reference`, `compare`, `store`, `params`.
#include "app/commands.h"
#include "app/compare_choice.h"
#include "app/json_views.h"

#include "core/base/params.h"
#include "core/base/platform.h"
#include "core/compare.h"
#include "core/export/tables.h"
#include "core/reach.h"

#include <algorithm>
#include <iostream>

namespace yardstick::app {
using nlohmann::json;

Result<CompareOptions> compareOptions(Context& c, const CompareArguments& a)
{
    CompareOptions options;
    auto currency = Currency::parse(a.currency);
    if (!currency) {
        return std::unexpected(currency.error());
    }
    if (a.epochs < 1) {
        return fail(ErrorCode::InvalidArgument, "--epochs must be 1 or more, not {0}.", a.epochs);
    }
    options.currency = *currency;
    options.epochs = a.epochs;
    options.includeSetup = a.setup;
    if (auto good = chooseOptions(a, options); !good) {
        return std::unexpected(good.error());
    }
    if (!a.provider.empty()) {
        options.providerContains = a.provider;
    }
    auto experiments = c.experiments(a.experiments);
    if (!experiments) {
        return std::unexpected(experiments.error());
    }
    for (const Experiment& e : *experiments) {
        options.experiments.push_back(e.id);
    }
    if (!a.job.empty()) {
        const auto job = c.experiment(a.job);
        if (!job) {
            return std::unexpected(job.error());
        }
        options.baseline = job->id;
        if (!options.experiments.empty()) {
            options.experiments.push_back(job->id); // it is compared with the others, named or not
        }
    }
    auto reader = c.reader();
    auto machines = reader ? (*reader)->machines() : Result<std::vector<Machine>>(std::unexpected(reader.error()));
    if (!machines) {
        return std::unexpected(machines.error());
    }
    for (const std::string& name : a.machines) {
        bool found = false;
        for (const Machine& m : *machines) {
            if (m.name == name || std::to_string(m.id.value) == name) {
                options.machines.push_back(m.id);
                found = true;
            }
        }
        if (!found) {
            return fail(ErrorCode::NotFound, "There is no machine \"{0}\"; see yardstick machine list.", name);
        }
    }
    return options;
}

namespace {

json viewOf(const Workload& work)
{
    return {{"job", work.example.value},     {"model", work.model}, {"data", work.data}, {"imgsz", work.imgsz}, {"machines", work.machines},
            {"experiments", work.experiments}, {"published", work.derived}};
}

std::string namedWork(const Workload& work)
{
    const std::filesystem::path data(work.data);
    const std::string folder = data.parent_path().filename().string();
    std::vector<std::string> parts{work.model, folder.empty() ? data.filename().string() : folder + "/" + data.filename().string(),
                                   std::to_string(work.imgsz) + " px"};
    std::erase(parts, "");
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : ", ") + part;
    }
    return text + " (" + counted(work.machines, "machine") + ")";
}

/// Which work was compared, where the store has several kinds, and how to ask for another.
void sayWork(const Context& c, const Comparison& comparison)
{
    if (!comparison.workload || comparison.workloads.size() < 2) {
        return;
    }
    constexpr size_t kMost = 5;
    c.say("Compared: " + namedWork(comparison.workloads[*comparison.workload]) + ". Other work:");
    size_t said = 0;
    for (size_t i = 0; i < comparison.workloads.size() && said < kMost; ++i) {
        if (i != *comparison.workload) {
            c.say("  --job " + std::to_string(comparison.workloads[i].example.value) + "  " + namedWork(comparison.workloads[i]));
            ++said;
        }
    }
}

} // namespace

Result<Comparison> comparisonFor(Context& c, const CompareArguments& a)
{
    auto options = compareOptions(c, a);
    if (!options) {
        return std::unexpected(options.error());
    }
    return compareMachines(**c.reader(), *options);
}

int importReferenceCommand(Context& c)
{
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    auto count = (*store)->runFor<int>([](StoreWriter& w) { return importReference(w); });
    if (!count) {
        return c.fail(count.error());
    }
    if (c.json) {
        c.print(json{{"machines", *count}});
    }
    c.say("The reference benchmark is in the store: " + std::to_string(*count) + " machines (YOLOv8n, VisDrone, 640 px, 10 epochs; public article of "
          "2023-03-23). Compare them with  yardstick compare");
    return 0;
}

namespace {

/// The runs of the rows that are not greyed, with what it took them to reach the quality that is asked for.
Result<exports::Table> reachTable(Context& c, const Comparison& comparison, double reach)
{
    std::vector<ExperimentId> ids;
    for (const MachineRow& row : comparison.rows) {
        if (row.reason.empty()) {
            ids.insert(ids.end(), row.experiments.begin(), row.experiments.end());
        }
    }
    if (ids.empty()) {
        return yardstick::fail(ErrorCode::NotFound, "There is no run to compare.");
    }
    return exports::experimentsTable(**c.reader(), ids, {"id", "name", "machine", "epochs", "map50_95"}, reach);
}

Result<json> reachJson(Context& c, const Comparison& comparison, double x)
{
    json runs = json::array();
    for (const MachineRow& row : comparison.rows) {
        for (const ExperimentId id : row.experiments) {
            const auto reach = reachOf(**c.reader(), id, x);
            if (!reach) {
                return std::unexpected(reach.error());
            }
            runs.push_back({{"experiment", id.value}, {"machine", row.machine}, {"measured", reach->measured},
                            {"epoch", reach->reached() ? json(reach->epoch) : json(nullptr)},
                            {"seconds", reach->reached() ? json(reach->seconds) : json(nullptr)},
                            {"cost", reach->cost ? view(*reach->cost) : json(nullptr)}});
        }
    }
    return runs;
}

} // namespace

int compareCommand(Context& c, const CompareArguments& a)
{
    auto comparison = comparisonFor(c, a);
    if (!comparison) {
        return c.fail(comparison.error());
    }
    if (c.json) {
        json others = json::array();
        for (size_t i = 0; i < comparison->workloads.size(); ++i) {
            if (comparison->workload != i) {
                others.push_back(viewOf(comparison->workloads[i]));
            }
        }
        json all{{"epochs", comparison->options.epochs},
                 {"currency", comparison->options.currency.code()},
                 {"sentence", formatTemplate(comparison->sentence, comparison->sentenceArgs)},
                 {"choice", viewOfChoice(*comparison)},
                 {"work", comparison->workload ? viewOf(comparison->workloads[*comparison->workload]) : json()},
                 {"other_work", std::move(others)},
                 {"rows", viewAll(comparison->rows)}};
        if (a.reach) {
            auto runs = reachJson(c, *comparison, *a.reach);
            if (!runs) {
                return c.fail(runs.error());
            }
            all["reach"] = {{"map50_95", *a.reach}, {"runs", std::move(*runs)}};
        }
        c.print(all);
        return 0;
    }
    if (comparison->rows.empty()) {
        c.say(a.provider.empty() ? "Nothing to compare yet: run an experiment, or  yardstick import reference"
                                 : "No machine of a provider with \"" + a.provider + "\" in its name was timed; see  yardstick machine list");
        return 0;
    }
    // What fits a terminal; all columns are in  yardstick export machines.
    auto table = exports::machinesTable(*comparison, shownColumns(a));
    if (!table) {
        return c.fail(table.error());
    }
    c.print(*table);
    c.say(formatTemplate(comparison->sentence, comparison->sentenceArgs));
    sayChoice(c, *comparison);
    for (const FxRate& rate : ratesUsed(*comparison)) {
        c.say("Converted with " + rateSentence(rate) + ".");
    }
    sayWork(c, *comparison);
    if (a.reach) {
        auto runs = reachTable(c, *comparison, *a.reach);
        if (!runs) {
            return c.fail(runs.error());
        }
        c.say("");
        c.print(*runs);
    }
    return 0;
}

int storeCheck(Context& c)
{
    auto reader = c.reader(); // opens the store; for reading only where it cannot be written
    if (!reader) {
        return c.fail(reader.error());
    }
    auto faults = Store::check(c.file());
    auto counts = (*reader)->counts();
    if (!faults || !counts) {
        return c.fail(!faults ? faults.error() : counts.error());
    }
    const auto store = c.isWritable() ? c.store() : Result<Store*>(nullptr);
    const StoreInfo* info = store && *store != nullptr ? &(*store)->info() : nullptr;
    if (c.json) {
        c.print(json{{"file", c.file().string()},
                     {"writable", info != nullptr},
                     {"version", info ? json(info->schemaVersion) : json()},
                     {"wal", info ? json(info->wal) : json()},
                     {"faults", *faults},
                     {"experiments", counts->experiments},
                     {"attempts", counts->attempts},
                     {"points", counts->points},
                     {"bytes", counts->bytes}});
    }
    for (const std::string& fault : *faults) {
        c.say(fault);
    }
    c.say((faults->empty() ? "The store is sound: " : "The store is damaged: ") + c.file().string() + ", " +
          (info ? "version " + std::to_string(info->schemaVersion) + ", " : "") + counted(counts->experiments, "experiment") + ", " +
          counted(counts->points, "point") + ", " + std::to_string(counts->bytes / 1024) + " KiB" +
          (info && !info->wal ? ", no write-ahead log (network file system)" : ""));
    return faults->empty() ? 0 : 1;
}

int storeBackup(Context& c, const std::string& target)
{
    if (auto reader = c.reader(); !reader) {
        return c.fail(reader.error());
    }
    auto file = Store::backup(c.file(), target);
    if (!file) {
        return c.fail(file.error());
    }
    if (c.json) {
        c.print(json{{"file", file->string()}});
    }
    c.say("Backup written to " + file->string());
    return 0;
}

int storeCompact(Context& c)
{
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    auto before = (*c.reader())->counts();
    if (auto done = (*store)->compact(); !done) {
        return c.fail(done.error());
    }
    auto after = (*c.reader())->counts();
    if (!before || !after) {
        return c.fail(!before ? before.error() : after.error());
    }
    if (c.json) {
        c.print(json{{"bytes_before", before->bytes}, {"bytes", after->bytes}});
    }
    c.say("Compacted: " + std::to_string(before->bytes / 1024) + " KiB before, " + std::to_string(after->bytes / 1024) + " KiB now");
    return 0;
}

int storePath(Context& c)
{
    const auto file = c.file();
    if (c.json) {
        c.print(json{{"file", file.string()}});
    } else {
        std::cout << file.string() << std::endl;
    }
    return 0;
}

int paramsCommand(Context& c, bool markdown)
{
    json all = json::array();
    if (markdown) {
        std::cout << "| parameter | type | default | range | support | meaning |\n| --- | --- | --- | --- | --- | --- |\n";
    }
    for (const ParamSpec& p : ParamSchema::get().all()) {
        std::string range;
        if (!p.choices.empty()) {
            for (const std::string& choice : p.choices) {
                range += (range.empty() ? "" : ", ") + choice;
            }
        } else if (p.minimum || p.maximum) {
            const auto number = [](const std::optional<double>& v) { return v ? json(*v).dump() : std::string("…"); };
            range = number(p.minimum) + " to " + number(p.maximum);
        }
        if (markdown) {
            std::cout << "| `" << p.name << "` | " << toString(p.type) << (p.nullable ? " or None" : "") << " | `" << ParamSchema::format(p.defaultValue)
                      << "` | " << range << " | " << p.support << " | " << p.help << " |\n";
        } else if (c.json) {
            all.push_back({{"name", p.name}, {"type", toString(p.type)}, {"nullable", p.nullable}, {"default", p.defaultValue}, {"group", p.group},
                           {"tasks", p.tasks}, {"choices", p.choices}, {"minimum", p.minimum ? json(*p.minimum) : json(nullptr)},
                           {"maximum", p.maximum ? json(*p.maximum) : json(nullptr)}, {"unit", p.unit}, {"support", p.support}, {"help", p.help}});
        } else {
            c.say(p.name + " = " + ParamSchema::format(p.defaultValue) + (range.empty() ? "" : "  (" + range + ")") + "  " + p.help);
        }
    }
    if (c.json && !markdown) {
        c.print(all);
    }
    std::cout.flush();
    return 0;
}

} // namespace yardstick::app
