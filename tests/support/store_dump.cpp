#include "tests/support/store_dump.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <set>

namespace yardstick::test {

std::map<std::string, std::vector<std::string>> dumpStore(const std::filesystem::path& file)
{
    SQLite::Database db(file.string(), SQLite::OPEN_READONLY, 5000);
    const std::set<std::string> leftOut{"writers", "changes", "sqlite_sequence", "sqlite_stat1"};
    std::map<std::string, std::vector<std::string>> out;
    SQLite::Statement tables(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    while (tables.executeStep()) {
        const std::string table = tables.getColumn(0).getString();
        if (leftOut.contains(table)) {
            continue;
        }
        // The id of a line kept aside tells only in which order a batch was written.
        const std::string columns = table == "bad_lines" ? "attempt_id, log_offset, text, why" : "*";
        SQLite::Statement rows(db, "SELECT " + columns + " FROM " + table);
        std::vector<std::string>& lines = out[table];
        while (rows.executeStep()) {
            std::string line;
            for (int c = 0; c < rows.getColumnCount(); ++c) {
                const SQLite::Column value = rows.getColumn(c);
                char real[40];
                if (value.isNull()) {
                    line += "NULL|";
                } else if (value.isFloat()) {
                    std::snprintf(real, sizeof real, "%.15g|", value.getDouble());
                    line += real;
                } else {
                    line += value.getString() + "|";
                }
            }
            lines.push_back(std::move(line));
        }
        std::ranges::sort(lines);
    }
    return out;
}

std::string differenceOf(const std::map<std::string, std::vector<std::string>>& a,
                         const std::map<std::string, std::vector<std::string>>& b)
{
    for (const auto& [table, rows] : a) {
        const auto other = b.find(table);
        if (other == b.end()) {
            return table + " is missing";
        }
        if (rows == other->second) {
            continue;
        }
        std::string text = table + ": " + std::to_string(rows.size()) + " rows against " +
                           std::to_string(other->second.size());
        for (size_t i = 0; i < std::min(rows.size(), other->second.size()); ++i) {
            if (rows[i] != other->second[i]) {
                return text + "\n  " + rows[i] + "\n  " + other->second[i];
            }
        }
        return text;
    }
    return a.size() == b.size() ? "" : "more tables";
}

} // namespace yardstick::test
