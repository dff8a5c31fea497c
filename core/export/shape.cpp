#include "core/export/shape.h"

#include "core/export/cell_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace yardstick::exports {
namespace {

constexpr int kMostDigits = 17;
constexpr size_t kScalarKeys = 4; // name, step, epoch, time

/// Columns that say what a line is about rather than a figure of it.
bool isKey(std::string_view id)
{
    constexpr std::array<std::string_view, 12> kKeys{"table", "id", "name", "experiment_id", "experiment", "attempt", "epoch", "step",
                                                     "machine", "provider", "market", "parameter"};
    return std::find(kKeys.begin(), kKeys.end(), id) != kKeys.end();
}

/// name, step, epoch, time, value: as scalarsTable makes it.
bool isScalars(const Table& table)
{
    constexpr std::array<std::string_view, kScalarKeys + 1> kIds{"name", "step", "epoch", "time", "value"};
    return std::equal(table.columns.begin(), table.columns.end(), kIds.begin(), kIds.end(),
                      [](const Column& column, std::string_view id) { return column.id == id; });
}

Table withoutRows(const Table& table)
{
    Table out;
    out.caption = table.caption;
    out.label = table.label;
    return out;
}

Result<Table> picked(const Table& table, const std::vector<std::string>& columns)
{
    if (columns.empty()) {
        return table;
    }
    std::vector<size_t> kept;
    Table out = withoutRows(table);
    for (const std::string& id : columns) {
        const auto found = std::find_if(table.columns.begin(), table.columns.end(), [&](const Column& c) { return c.id == id; });
        if (found != table.columns.end()) {
            kept.push_back(static_cast<size_t>(found - table.columns.begin()));
            out.columns.push_back(*found);
        } else if (id != kCurrencyColumn) { // the raw formats add it by themselves
            std::string all;
            for (const Column& column : table.columns) {
                all += (all.empty() ? "" : ", ") + column.id;
            }
            return fail(ErrorCode::InvalidArgument, "The table has no column \"{0}\"; it has {1}.", id, all);
        }
    }
    out.rows.reserve(table.rows.size());
    for (const auto& row : table.rows) {
        std::vector<Cell>& cells = out.rows.emplace_back();
        cells.reserve(kept.size());
        for (const size_t c : kept) {
            cells.push_back(row[c]);
        }
    }
    return out;
}

std::string unitOf(const Cell& cell, const Column& column)
{
    const auto* money = std::get_if<Money>(&cell.value);
    if (money != nullptr) {
        return std::string(money->currency().code()) + (column.id.ends_with("_per_hour") ? "/h" : "");
    }
    return column.unit;
}

} // namespace

Table longForm(const Table& table)
{
    if (isScalars(table)) {
        return table;
    }
    std::vector<size_t> keys;
    for (size_t c = 0; c < table.columns.size(); ++c) {
        if (isKey(table.columns[c].id)) {
            keys.push_back(c);
        }
    }
    Table out = withoutRows(table);
    for (const size_t c : keys) {
        out.columns.push_back(table.columns[c]);
    }
    for (const char* id : {"column", "value", "unit"}) {
        out.columns.push_back({.id = id, .unit = {}});
    }
    for (const auto& row : table.rows) {
        for (size_t c = 0; c < table.columns.size(); ++c) {
            if (isEmpty(row[c]) || std::find(keys.begin(), keys.end(), c) != keys.end()) {
                continue;
            }
            std::vector<Cell>& cells = out.rows.emplace_back();
            for (const size_t key : keys) {
                cells.push_back(row[key]);
            }
            cells.push_back({.value = table.columns[c].id});
            Cell value = row[c];
            value.digits = value.digits >= 0 ? value.digits : table.columns[c].digits;
            cells.push_back(std::move(value));
            const std::string unit = unitOf(row[c], table.columns[c]);
            cells.push_back(unit.empty() ? Cell{} : Cell{.value = unit});
        }
    }
    return out;
}

Table wideForm(const Table& table)
{
    if (!isScalars(table)) {
        return table;
    }
    Table out = withoutRows(table);
    out.columns.assign(table.columns.begin() + 1, table.columns.begin() + kScalarKeys);
    std::map<std::string, size_t> columnOf;
    std::map<std::pair<bool, std::int64_t>, std::vector<const std::vector<Cell>*>> lines; // (of the system, step)
    for (const auto& row : table.rows) {
        const auto& name = std::get<std::string>(row[0].value);
        if (columnOf.try_emplace(name, out.columns.size()).second) {
            out.columns.push_back({.id = name, .unit = {}, .digits = table.columns.back().digits});
        }
        lines[{name.starts_with("system/"), std::get<std::int64_t>(row[1].value)}].push_back(&row);
    }
    for (const auto& [key, points] : lines) {
        std::vector<Cell>& cells = out.rows.emplace_back(out.columns.size());
        for (const std::vector<Cell>* point : points) {
            for (size_t k = 1; k < kScalarKeys; ++k) {
                cells[k - 1] = isEmpty(cells[k - 1]) ? (*point)[k] : cells[k - 1];
            }
            cells[columnOf.at(std::get<std::string>((*point)[0].value))] = point->back();
        }
    }
    return out;
}

Result<Table> shaped(const Table& table, const Shape& shape)
{
    if (shape.digits && (*shape.digits < 0 || *shape.digits > kMostDigits)) {
        return fail(ErrorCode::InvalidArgument, "Digits are 0 to {0}, not {1}.", kMostDigits, *shape.digits);
    }
    Result<Table> out = picked(table, shape.columns);
    if (!out) {
        return out;
    }
    if (shape.form != Shape::Form::AsIs) {
        *out = shape.form == Shape::Form::Long ? longForm(*out) : wideForm(*out);
    }
    out->caption = shape.caption.value_or(out->caption);
    out->label = shape.label.value_or(out->label);
    for (Column& column : out->columns) {
        column.digits = shape.digits.value_or(column.digits);
    }
    for (auto& row : out->rows) {
        for (Cell& cell : row) {
            cell.digits = shape.digits ? -1 : cell.digits;
            cell.plusMinus = shape.plusMinus ? cell.plusMinus : 0;
            cell.best = cell.best && shape.bestInBold;
        }
    }
    return out;
}

} // namespace yardstick::exports
