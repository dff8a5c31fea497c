// Shape: how a table is written beyond its cells: which columns, digits, bold, ±, caption, long or wide form. `yardstick export`
// and the window's dialog shape through here and write with exports::writeAll. Values only; any thread.
#pragma once

#include "core/export/table.h"

#include <optional>
#include <string>
#include <vector>

namespace yardstick::exports {

struct Shape
{
    enum class Form { AsIs, Long, Wide };

    std::vector<std::string> columns{}; ///< these, in this order; empty: all
    std::optional<int> digits{};        ///< 0…17 decimals of every number and amount; none: each column's own
    std::optional<std::string> caption{}, label{};
    bool bestInBold = true;
    bool plusMinus = true;              ///< false: half widths are left out, in the raw formats too
    Form form = Form::AsIs;
};

/// The table as `shape` says. Columns are chosen before the form changes. InvalidArgument names a column that is not there, or
/// digits out of range.
Result<Table> shaped(const Table& table, const Shape& shape);

/// One line per value that is there: the columns that say what a line is about (id, name, machine, epoch, parameter…), then
/// `column`, `value` and `unit`. Amounts carry their currency. A table of scalars is long already and stays.
Table longForm(const Table& table);
/// A table of scalars with one line per step and one column per scalar; those of the system (steps in ms) follow. Any other
/// table is wide already and stays.
Table wideForm(const Table& table);

} // namespace yardstick::exports
