// `yardstick import csv` and `import json`: tables that Yardstick exported.
#include "app/commands.h"

#include "core/base/platform.h"
#include "core/import/rows_import.h"

#include <algorithm>

namespace yardstick::app {
namespace {

using imports::ReadTable;

/// A CSV that a spreadsheet saved as TSV is known by its ending.
Result<std::vector<ReadTable>> readTables(const std::string& file, bool isJson)
{
    const auto bytes = platform::readFile(file);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    const auto named = [&](const Error& error) { return fail(ErrorCode::BadFile, "{0}: {1} Nothing was imported.", file, error.message()); };
    std::vector<ReadTable> tables;
    if (!isJson) {
        auto read = imports::readSeparated(*bytes, file.ends_with(".tsv") ? '\t' : ',');
        if (!read) {
            return named(read.error());
        }
        tables.push_back(std::move(*read));
        return tables;
    }
    auto all = imports::tablesFromJson(*bytes);
    if (!all) {
        return named(all.error());
    }
    for (exports::Table& table : *all) {
        ReadTable& read = tables.emplace_back(ReadTable{.table = std::move(table), .lines = {}, .inJson = true});
        for (size_t r = 0; r < read.table.rows.size(); ++r) {
            read.lines.push_back(r + 1);
        }
    }
    return tables;
}

} // namespace

int importTableCommand(Context& c, const std::string& file, bool isJson)
{
    const auto tables = readTables(file, isJson);
    auto store = tables ? c.store() : std::unexpected(tables.error());
    if (!store) {
        return c.fail(store.error());
    }
    const auto report = (*store)->runFor<imports::RowsReport>([&](StoreWriter& w) { return imports::importRows(w, *tables, file); });
    if (!report) {
        for (std::string_view rest = report.error().detail; !rest.empty();) { // each fault by file and line
            const size_t end = std::min(rest.find('\n'), rest.size());
            c.say(std::string(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return c.fail(report.error());
    }
    if (c.json) {
        nlohmann::json ids = nlohmann::json::array();
        for (const ExperimentId id : report->ids) {
            ids.push_back(id.value);
        }
        c.print(nlohmann::json{{"added", report->experiments}, {"epochs", report->epochs}, {"unchanged", report->unchanged},
                               {"experiments", ids}, {"left_out", report->leftOut}});
    }
    c.say(counted(report->experiments, "experiment") + " and " + counted(report->epochs, "epoch") + " added, " + counted(report->unchanged, "row") +
          " here already; see them with  yardstick exp list");
    for (const std::string& column : report->leftOut) {
        c.say("The column \"" + column + "\" has no place here and was left out.");
    }
    return 0;
}

} // namespace yardstick::app
