// Table: what is exported. Cells are typed; a writer per format turns them into text. Headers are stable English
// identifiers in every language ("cost_per_epoch"); units go into the header of Markdown, LaTeX, HTML and XLSX only.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"

#include <string>
#include <variant>
#include <vector>

namespace yardstick::exports {

struct Cell
{
    /// monostate: empty. double may be NaN or ±Inf and stays so. Money is exact.
    std::variant<std::monostate, std::string, std::int64_t, double, Money, bool> value;
    double plusMinus = 0; ///< half width of the interval; 0: none
    bool best = false;    ///< bold where the format can
};
struct Column
{
    std::string id;     ///< "cost_per_epoch"
    std::string unit;   ///< "USD", "s"; empty: none
    int digits = -1;    ///< decimals in Markdown…; -1: 4 significant digits
    bool lowerIsBetter = true;
};
struct Table
{
    std::string caption, label;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
};

enum class Format { Csv, Tsv, Markdown, Latex, Html, Json, Xlsx };
Result<Format> formatFromString(std::string_view text); ///< csv tsv md tex html json xlsx
struct WriteOptions
{
    bool bom = false;
    bool bestInBold = true;
};
/// The bytes of the file. Raw values are bit-exact in CSV, TSV and JSON (17 digits, NaN and Inf kept).
Result<std::string> write(const Table& table, Format format, const WriteOptions& options = {});

} // namespace yardstick::exports
