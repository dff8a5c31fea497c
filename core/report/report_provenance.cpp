// Where the figures of a report are from: parameters, versions and hosts, prices, exchange rates, and how they are computed.
#include "core/base/params.h"
#include "core/report/report_parts.h"

#include <set>

namespace yardstick::report {
namespace {

using exports::Cell;
using exports::Table;

Cell text(std::string value) { return value.empty() ? Cell{} : Cell{.value = std::move(value)}; }
Cell date(UtcMs t) { return t > 0 ? Cell{.value = formatUtc(t).substr(0, 10)} : Cell{}; }

std::string joined(const std::vector<std::string>& words, std::string_view between = ", ")
{
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : std::string(between)) + word;
    }
    return out;
}

Table changedTable(const Source& source)
{
    Table table;
    table.columns = {{.id = "experiment", .unit = {}}, {.id = "changed", .unit = {}}};
    for (const Experiment& e : source.shown) {
        std::vector<std::string> changes;
        for (const auto& [name, value] : e.spec.params.items()) {
            changes.push_back(name + "=" + ParamSchema::format(value));
        }
        if (e.spec.backend != "native") {
            changes.push_back("backend=" + e.spec.backend);
        }
        if (!e.spec.container.image.empty()) {
            changes.push_back("container=" + e.spec.container.image);
        }
        table.rows.push_back({text(nameOf(e)), text(changes.empty() ? source.say("nothing") : joined(changes))});
    }
    return table;
}

/// What a worker said of itself; other programs' versions by their names.
std::string otherVersions(const nlohmann::json& versions)
{
    std::vector<std::string> parts;
    for (const auto& [name, version] : versions.items()) {
        if (version.is_string() && name != "worker" && name != "libtorch") {
            parts.push_back(name == "source" ? version.get<std::string>() : name + " " + version.get<std::string>());
        }
    }
    return joined(parts);
}

std::string textOf(const nlohmann::json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string processorOf(const nlohmann::json& hello)
{
    std::vector<std::string> names;
    if (const auto gpus = hello.find("gpus"); gpus != hello.end() && gpus->is_array()) {
        for (const nlohmann::json& gpu : *gpus) {
            if (gpu.is_string()) {
                names.push_back(gpu.get<std::string>());
            }
        }
    }
    if (const std::string cpu = textOf(hello, "cpu"); !cpu.empty()) {
        names.push_back(cpu);
    }
    return joined(names, "; ");
}

Result<Table> versionsTable(const Source& source)
{
    Table table;
    table.columns = {{.id = "experiment", .unit = {}}, {.id = "attempt", .unit = {}},   {.id = "worker", .unit = {}}, {.id = "libtorch", .unit = {}},
                     {.id = "source", .unit = {}},     {.id = "host", .unit = {}}, {.id = "processor", .unit = {}}, {.id = "threads", .unit = {}}};
    for (const Experiment& e : source.shown) {
        const auto attempts = source.store.attempts(e.id);
        if (!attempts) {
            return fail(attempts.error());
        }
        for (const Attempt& a : *attempts) {
            if (!a.hello.is_object()) {
                continue;
            }
            const auto versions = a.hello.value("versions", nlohmann::json::object());
            table.rows.push_back({text(nameOf(e)), {.value = static_cast<std::int64_t>(a.number)}, text(textOf(versions, "worker")),
                                  text(textOf(versions, "libtorch")), text(otherVersions(versions)), text(textOf(a.hello, "host")),
                                  text(processorOf(a.hello)), a.threads > 0 ? Cell{.value = static_cast<std::int64_t>(a.threads)} : Cell{}});
        }
    }
    return table;
}

/// The quotes behind the comparison, as they were quoted.
Table pricesTable(const Source& source)
{
    Table table;
    table.columns = {{.id = "machine", .unit = {}}, {.id = "provider", .unit = {}}, {.id = "market", .unit = {}},
                     {.id = "price_per_hour", .unit = {}}, {.id = "since", .unit = {}}, {.id = "source", .unit = {}}};
    for (const MachineRow& row : source.comparison.rows) {
        const auto& price = row.quotedPrice ? row.quotedPrice : row.price;
        if (price) {
            std::string from = source.say(row.priceSource);
            from += row.priceExample ? (from.empty() ? "" : "; ") + source.say("an example, not yours") : "";
            table.rows.push_back({text(row.machine), text(row.provider), text(row.market), {.value = price->perHour}, date(row.priceSinceMs), text(from)});
        }
    }
    return table;
}

Table ratesTable(const Source& source)
{
    Table table;
    table.columns = {{.id = "rate", .unit = {}}, {.id = "since", .unit = {}}, {.id = "source", .unit = {}}};
    for (const FxRate& rate : ratesUsed(source.comparison)) {
        table.rows.push_back({text("1 " + std::string(rate.from.code()) + " = " + rate.decimal() + " " + std::string(rate.to.code())),
                              date(rate.validFromMs), text(source.say(rate.source))});
    }
    return table;
}

} // namespace

Result<ReportSection> provenanceSection(const Source& source)
{
    ReportSection section{.id = "provenance", .heading = source.say("Where the figures are from"), .paragraphs = {}, .charts = {}, .tables = {}};
    section.paragraphs.push_back(source.say("Cost per epoch = price per hour × mean epoch time / 3600 s, from the epochs that were timed and the newest price in force; the bill is at the prices in force at the time."));
    const auto add = [&](Table table, std::string_view caption) {
        if (!table.rows.empty()) {
            section.tables.push_back(readable(std::move(table), source, caption));
        }
    };
    auto versions = versionsTable(source);
    if (!versions) {
        return fail(versions.error());
    }
    add(changedTable(source), "Parameters changed from their defaults");
    add(std::move(*versions), "Versions and hosts, as each worker reported them");
    add(pricesTable(source), "Prices");
    add(ratesTable(source), "Exchange rates that were used");
    return section;
}

} // namespace yardstick::report
