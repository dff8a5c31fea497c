// Reads back the tables that core/export wrote as CSV, TSV and JSON: the same columns and cells (values and half widths;
// which cells were bold is not kept). Tolerates what spreadsheets make of such files: a BOM, LF or CRLF, a missing last line
// end. The formula guard is undone. Values only; any thread.
#pragma once

#include "core/export/table.h"

#include <string_view>
#include <vector>

namespace yardstick::imports {

/// A table with where each row stood in its file.
struct ReadTable
{
    exports::Table table;
    std::vector<size_t> lines; ///< per row: line of the file (CSV, TSV) or number of the row (JSON), from 1
    bool inJson = false;
};
/// As tableFromSeparated.
Result<ReadTable> readSeparated(std::string_view bytes, char separator = ',');
/// BadFile with the line when a row has another number of fields than the header, or a quote is left open.
Result<exports::Table> tableFromSeparated(std::string_view bytes, char separator = ',');
/// BadFile when the JSON is broken or no table of ours, NewerVersion. One table, or an array of them.
Result<std::vector<exports::Table>> tablesFromJson(std::string_view bytes);

} // namespace yardstick::imports
