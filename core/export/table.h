// Table: what is exported. Cells are typed; a writer per format turns them into text. Headers are stable English
// identifiers in every language ("cost_per_epoch"); units go into the header of Markdown, LaTeX, HTML and XLSX only.
// Values only; any thread.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace yardstick::exports {

struct Cell
{
    /// monostate: empty. double may be NaN or ±Inf and stays so. Money is exact.
    std::variant<std::monostate, std::string, std::int64_t, double, Money, bool> value;
    double plusMinus = 0; ///< half width of the interval; 0: none
    bool best = false;    ///< bold where the format can
    int digits = -1;      ///< of this cell alone, as Column::digits; -1: the column's
};
inline constexpr int kCostDigits = 4; ///< of amounts: at least so many, more where fewer than two would show (core/printed.h)
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
std::string_view toString(Format format);               ///< the same words: also the ending of the file

/// True for identifiers whose column holds Money only ("price_per_hour", "cost_per_epoch", "all_in"): in CSV, TSV and JSON
/// they hold plain amounts, and the row's `currency` column says of what. Money elsewhere is written as "0.42 USD".
bool isMoneyColumn(std::string_view id);

/// Marks the best finite value of a column (all of them when they tie) by Column::lowerIsBetter. Unknown ids: nothing.
void markBest(Table& table, std::string_view columnId);

struct WriteOptions
{
    bool bom = false;
    bool bestInBold = true;
};
/// The bytes of the file. CSV, TSV and JSON are raw: numbers bit-exact (the fewest of up to 17 digits that read back as the
/// same double), NaN, Infinity and -Infinity as such, a double always with a point or exponent, half widths in a column
/// "<id>_plus_minus", a `currency` column after the last amount. The others are for people: `digits` decimals, "±", bold.
/// Text that a spreadsheet would take for a formula gets a leading apostrophe in CSV, TSV and XLSX.
Result<std::string> write(const Table& table, Format format, const WriteOptions& options = {});
/// Several tables in one file. CSV and TSV: their columns must be the same; a first column `table` holds the label. XLSX: a
/// sheet each. JSON: an array.
Result<std::string> writeAll(std::span<const Table> tables, Format format, const WriteOptions& options = {});

} // namespace yardstick::exports
