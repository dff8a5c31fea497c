// JSON: {"format", "version", "caption", "label", "columns": [{"id", "unit", "digits", "type"}], "rows": [{id: value}]}.
// Amounts are numbers with exactly their decimals, or {"amount": "0.42", "currency": "USD"} where `currency` of the row does
// not say it; non-finite numbers are the strings "NaN", "Infinity", "-Infinity", and
// a text of that spelling in a column that also holds numbers is {"text": "NaN"}. Written by hand so that it is exact.
#include "core/export/cell_text.h"
#include "core/export/raw_layout.h"
#include "core/export/table_writers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace yardstick::exports {
namespace {

constexpr std::int64_t kMaxExactMicros = 1LL << 52; // beyond it a reader's double is no longer exact to the micro-unit

std::string jsonString(std::string_view text)
{
    return nlohmann::json(validUtf8(text)).dump();
}

std::string jsonNumber(double v)
{
    const std::string text = exactNumber(v);
    return std::isfinite(v) ? text : "\"" + text + "\"";
}

bool isNonFiniteText(std::string_view text)
{
    return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

std::string_view typeOf(const Table& table, size_t column)
{
    const auto any = [&](auto tag) {
        return std::any_of(table.rows.begin(), table.rows.end(),
                           [&](const auto& row) { return std::holds_alternative<decltype(tag)>(row[column].value); });
    };
    if (any(Money())) {
        return "money";
    }
    if (any(double())) {
        return "number";
    }
    if (any(std::int64_t())) {
        return "integer";
    }
    if (any(bool())) {
        return "boolean";
    }
    return isMoneyColumn(table.columns[column].id) ? "money" : "text";
}

std::string value(const Cell& cell, bool plainMoney, std::string_view columnType)
{
    struct Visitor
    {
        bool plainMoney;
        std::string_view type;
        std::string operator()(std::monostate) const { return "null"; }
        std::string operator()(const std::string& text) const
        {
            const std::string quoted = jsonString(text);
            return type != "text" && isNonFiniteText(text) ? "{\"text\": " + quoted + "}" : quoted;
        }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const { return jsonNumber(v); }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(const Money& m) const
        {
            if (plainMoney && std::abs(m.micros()) < kMaxExactMicros) {
                return m.toDecimal(2);
            }
            return "{\"amount\": \"" + m.toDecimal(2) + "\", \"currency\": " + jsonString(m.currency().code()) + "}";
        }
    };
    return std::visit(Visitor{plainMoney, columnType}, cell.value);
}

void appendRow(std::string& out, const std::vector<Cell>& row, const RawLayout& layout, const std::vector<std::string_view>& types)
{
    const std::optional<Currency> currency = layout.currencyOf(row);
    bool first = true;
    out += '{';
    for (const RawColumn& column : layout.columns) {
        out += first ? "" : ", ";
        first = false;
        out += jsonString(column.id) + ": ";
        const Cell* cell = column.index == RawColumn::kNone ? nullptr : &row[column.index];
        switch (column.kind) {
        case RawColumn::Kind::Value: out += value(*cell, layout.isPlainMoney(*cell, column, currency), types[column.index]); break;
        case RawColumn::Kind::PlusMinus: out += hasPlusMinus(*cell) ? jsonNumber(cell->plusMinus) : "null"; break;
        case RawColumn::Kind::Currency: out += currency ? jsonString(currency->code()) : "null"; break;
        }
    }
    out += '}';
}

void appendTable(std::string& out, const Table& table)
{
    const RawLayout layout(table);
    std::vector<std::string_view> types;
    out += "{\n \"format\": \"yardstick-table\",\n \"version\": 1,\n \"caption\": " + jsonString(table.caption)
        + ",\n \"label\": " + jsonString(table.label) + ",\n \"columns\": [";
    for (size_t c = 0; c < table.columns.size(); ++c) {
        const Column& column = table.columns[c];
        types.push_back(typeOf(table, c));
        out += c > 0 ? ",\n  " : "\n  ";
        out += "{\"id\": " + jsonString(column.id) + ", \"unit\": " + jsonString(column.unit)
            + ", \"digits\": " + std::to_string(column.digits) + ", \"type\": " + jsonString(types.back()) + "}";
    }
    out += "\n ],\n \"rows\": [";
    for (size_t r = 0; r < table.rows.size(); ++r) {
        out += r > 0 ? ",\n  " : "\n  ";
        appendRow(out, table.rows[r], layout, types);
    }
    out += "\n ]\n}";
}

} // namespace

std::string writeJson(std::span<const Table> tables)
{
    std::string out = tables.size() > 1 ? "[\n" : "";
    for (size_t i = 0; i < tables.size(); ++i) {
        out += i > 0 ? ",\n" : "";
        appendTable(out, tables[i]);
    }
    return out + (tables.size() > 1 ? "\n]\n" : "\n");
}

} // namespace yardstick::exports
