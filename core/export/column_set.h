// ColumnSet: named columns that know how to read their cell from a row of some kind. Not for other layers; pure values.
#pragma once

#include "core/base/time.h"
#include "core/export/table.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace yardstick::exports {

template <typename Row> struct ColumnMaker
{
    Column column;
    std::function<Cell(const Row&)> cell;
};

template <typename Row> const ColumnMaker<Row>* findColumn(const std::vector<ColumnMaker<Row>>& all, std::string_view id)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const ColumnMaker<Row>& m) { return m.column.id == id; });
    return found == all.end() ? nullptr : &*found;
}

template <typename Row> void addRow(Table& table, const std::vector<ColumnMaker<Row>>& makers, const Row& row)
{
    std::vector<Cell>& cells = table.rows.emplace_back();
    cells.reserve(makers.size());
    for (const ColumnMaker<Row>& maker : makers) {
        cells.push_back(maker.cell(row));
    }
}

inline Cell textCell(std::string text) { return text.empty() ? Cell{} : Cell{.value = std::move(text)}; }
inline Cell integerCell(std::int64_t v) { return {.value = v}; }
inline Cell numberCell(double v, double plusMinus = 0) { return {.value = v, .plusMinus = plusMinus}; }
inline Cell moneyCell(const std::optional<Money>& money, double plusMinus = 0)
{
    return money ? Cell{.value = *money, .plusMinus = plusMinus} : Cell{};
}
inline Cell timeCell(UtcMs t) { return t > 0 ? Cell{.value = formatUtc(t)} : Cell{}; }

} // namespace yardstick::exports
