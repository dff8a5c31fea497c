// `yardstick export`: tables of the store as files. Tables, shape and writers are core/export's, as in the window.
#include "app/commands.h"

#include "core/base/platform.h"
#include "core/export/tables.h"

#include <iostream>

namespace yardstick::app {
namespace {

using exports::Format;
using exports::Kind;
using exports::Table;

struct Target
{
    Kind kind = Kind::Experiments;
    Format format = Format::Csv;
    bool toOutput = true;
};

Result<Target> targetOf(const Context& c, const ExportArguments& a)
{
    const auto kind = exports::kindFromString(a.kind);
    if (!kind) {
        return std::unexpected(kind.error());
    }
    std::string ending = a.format;
    if (ending.empty() && a.output.find('.') != std::string::npos) {
        ending = a.output.substr(a.output.rfind('.') + 1);
    }
    const bool toOutput = a.output.empty() || a.output == "-";
    const auto format = exports::formatFromString(!ending.empty() ? ending : c.json && toOutput ? "json" : "csv");
    if (!format) {
        return std::unexpected(format.error());
    }
    if (c.json && toOutput && *format != Format::Json) {
        return fail(ErrorCode::Usage, "--json prints JSON: leave out --format {0}, or name a file with -o.", ending);
    }
    if (a.output.empty() && *format == Format::Xlsx) {
        return fail(ErrorCode::Usage, "An XLSX file needs a name: -o FILE.xlsx.");
    }
    if (a.wideForm && *kind != Kind::Scalars) {
        return fail(ErrorCode::Usage, "--wide is for export scalars: other tables are wide already.");
    }
    return Target{*kind, *format, toOutput};
}

/// Tables that make their columns themselves: there any parameter is one.
bool makesColumns(Kind kind) { return kind == Kind::Experiments || kind == Kind::Machines; }

Result<std::vector<Table>> alone(Result<Table> table)
{
    if (!table) {
        return std::unexpected(table.error());
    }
    std::vector<Table> tables;
    tables.push_back(std::move(*table));
    return tables;
}

Result<std::vector<Table>> tablesOf(Context& c, Kind kind, const ExportArguments& a)
{
    const auto reader = c.reader();
    const auto ids = reader ? chosenExperiments(c, a.experiments, a.project) : std::unexpected(reader.error());
    if (!ids) {
        return std::unexpected(ids.error());
    }
    const StoreReader& store = **reader;
    switch (kind) {
    case Kind::Experiments:
        return alone(exports::experimentsTable(store, *ids, a.columns, a.compare.reach));
    case Kind::Machines: {
        CompareArguments compare = a.compare;
        for (const ExperimentId id : *ids) {
            compare.experiments.push_back("#" + std::to_string(id.value));
        }
        const auto comparison = comparisonFor(c, compare);
        return comparison ? alone(exports::machinesTable(*comparison, a.columns)) : std::unexpected(comparison.error());
    }
    case Kind::Epochs:
        return alone(exports::epochsTable(store, *ids));
    case Kind::Scalars:
        if (ids->size() != 1) {
            return fail(ErrorCode::Usage, "export scalars needs exactly one experiment.");
        }
        return alone(exports::scalarsTable(store, ids->front(), a.names));
    case Kind::Diff:
        return alone(exports::diffTable(store, *ids));
    case Kind::Bill:
        return alone(exports::billTable(store, *ids));
    case Kind::Reference:
        return exports::referenceTables(store);
    }
    return fail(ErrorCode::Internal, "The kind of table is unknown.");
}

Result<> shapeAll(std::vector<Table>& tables, Kind kind, const ExportArguments& a)
{
    exports::Shape shape = a.shape;
    shape.form = a.longForm ? exports::Shape::Form::Long : a.wideForm ? exports::Shape::Form::Wide : exports::Shape::Form::AsIs;
    if (!makesColumns(kind)) {
        shape.columns = a.columns;
    }
    for (Table& table : tables) {
        exports::Shape own = shape;
        if (tables.size() > 1) { // each stays known by its own words, too
            own.caption = shape.caption ? std::optional(*shape.caption + ": " + table.caption) : std::nullopt;
            own.label = shape.label ? std::optional(*shape.label + "-" + table.label) : std::nullopt;
        }
        auto done = exports::shaped(table, own);
        if (!done) {
            return std::unexpected(done.error());
        }
        table = std::move(*done);
    }
    return {};
}

} // namespace

Result<std::vector<ExperimentId>> chosenExperiments(Context& c, const std::vector<std::string>& named, const std::string& project)
{
    if (!named.empty() && !project.empty()) {
        return fail(ErrorCode::Usage, "Name experiments or a --project, not both.");
    }
    std::vector<ExperimentId> ids;
    auto experiments = c.experiments(named);
    if (experiments && !project.empty()) {
        const auto reader = c.reader();
        ExperimentFilter filter;
        filter.project = project;
        experiments = reader ? (*reader)->experiments(filter) : std::unexpected(reader.error());
        if (experiments && experiments->empty()) {
            return fail(ErrorCode::NotFound, "The project \"{0}\" has no experiments.", project);
        }
    }
    if (!experiments) {
        return std::unexpected(experiments.error());
    }
    for (const Experiment& e : *experiments) {
        ids.push_back(e.id);
    }
    return ids;
}

int exportCommand(Context& c, const ExportArguments& a)
{
    const auto target = targetOf(c, a);
    if (!target) {
        return c.fail(target.error());
    }
    auto tables = tablesOf(c, target->kind, a);
    if (!tables) {
        return c.fail(tables.error());
    }
    if (const auto shaped = shapeAll(*tables, target->kind, a); !shaped) {
        return c.fail(shaped.error());
    }
    const auto bytes = exports::writeAll(*tables, target->format, {.bom = a.bom});
    if (!bytes) {
        return c.fail(bytes.error());
    }
    if (target->toOutput) {
        std::cout << *bytes;
        return 0;
    }
    if (auto saved = platform::writeFileAtomic(a.output, *bytes); !saved) {
        return c.fail(saved.error());
    }
    std::size_t rows = 0;
    for (const Table& table : *tables) {
        rows += table.rows.size();
    }
    if (c.json) {
        c.print(nlohmann::json{{"file", a.output}, {"rows", rows}, {"bytes", bytes->size()}});
    }
    c.say(counted(static_cast<std::int64_t>(rows), "row") + " written to " + a.output);
    return 0;
}

} // namespace yardstick::app
