#include "core/base/json_fields.h"
#include "core/export/cell_text.h"
#include "core/import/table_import.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace yardstick::imports {
namespace {

using exports::Cell;
using exports::Column;
using exports::Table;
using Json = nlohmann::json;

/// Thrown within this file only; becomes an Error at its edge.
struct BadTable
{
    Error error;
};

[[noreturn]] void bad(std::string_view text, auto... args)
{
    throw BadTable{Error{ErrorCode::BadFile, std::string(text), {detail::toText(args)...}, {}}};
}

template <typename T> T fieldOf(const Json& object, const char* key, std::string_view where)
{
    const auto found = object.find(key);
    if (found == object.end()) {
        bad("{0}: the field \"{1}\" is missing.", where, key);
    }
    try {
        return found->get<T>();
    } catch (const Json::exception&) {
        bad("{0}: the field \"{1}\" has the wrong type.", where, key);
    }
}

Money amountFrom(const std::string& text, const std::string& code, std::string_view where)
{
    const auto currency = Currency::parse(code);
    if (!currency) {
        bad("{0}: {1}", where, currency.error().message());
    }
    const auto money = Money::parse(text, *currency);
    if (!money) {
        bad("{0}: {1}", where, money.error().message());
    }
    return *money;
}

Cell cellFrom(const Json& value, bool money, bool textColumn, const std::optional<Currency>& currency, std::string_view where)
{
    if (value.is_null()) {
        return {};
    }
    if (value.is_boolean()) {
        return {.value = value.get<bool>()};
    }
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        const auto number = exports::parseExactNumber(text);
        if (!textColumn && number && !std::isfinite(*number)) {
            return {.value = *number};
        }
        return {.value = text};
    }
    if (value.is_object()) {
        if (value.contains("text")) {
            return {.value = fieldOf<std::string>(value, "text", where)};
        }
        return {.value = amountFrom(fieldOf<std::string>(value, "amount", where), fieldOf<std::string>(value, "currency", where), where)};
    }
    if (value.is_number() && money && currency) {
        const double micros = value.get<double>() * 1e6;
        if (std::abs(micros) < 0x1p53) {
            return {.value = Money(std::llround(micros), *currency)};
        }
    }
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
        return {.value = value.get<double>()};
    }
    if (value.is_number_integer()) {
        return {.value = value.get<std::int64_t>()};
    }
    if (value.is_number_float()) {
        return {.value = value.get<double>()};
    }
    bad("{0}: a cell is a list.", where);
}

std::vector<Cell> rowFrom(const Json& object, const Table& table, const std::vector<std::string>& types, const std::string& where)
{
    std::optional<Currency> currency;
    if (const auto found = object.find(exports::kCurrencyColumn); found != object.end() && found->is_string()) {
        if (const auto parsed = Currency::parse(found->get_ref<const std::string&>())) {
            currency = *parsed;
        }
    }
    std::vector<Cell> row(table.columns.size());
    for (size_t c = 0; c < table.columns.size(); ++c) {
        const std::string& id = table.columns[c].id;
        if (const auto found = object.find(id); found != object.end()) {
            row[c] = cellFrom(*found, exports::isMoneyColumn(id), types[c] == "text", currency, where);
        }
        if (const auto half = object.find(id + std::string(exports::kPlusMinusSuffix)); half != object.end()) {
            const Cell cell = cellFrom(*half, false, false, {}, where);
            const auto* number = std::get_if<double>(&cell.value);
            const auto* integer = std::get_if<std::int64_t>(&cell.value);
            row[c].plusMinus = number != nullptr ? *number : integer != nullptr ? static_cast<double>(*integer) : 0;
        }
    }
    return row;
}

Table tableFrom(const Json& json)
{
    if (!json.is_object() || json.value("format", Json()) != "yardstick-table") {
        bad("The JSON file holds no table of Yardstick.");
    }
    if (fieldOf<int>(json, "version", "The table") > 1) {
        throw BadTable{Error{ErrorCode::NewerVersion, "The table was written by a newer Yardstick.", {}, {}}};
    }
    Table table;
    table.caption = json.value("caption", std::string());
    table.label = json.value("label", std::string());
    std::vector<std::string> types;
    for (const Json& column : fieldOf<std::vector<Json>>(json, "columns", "The table")) {
        if (!column.is_object()) {
            bad("A column is no object.");
        }
        table.columns.push_back({.id = fieldOf<std::string>(column, "id", "A column"),
                                 .unit = column.value("unit", std::string()), .digits = column.value("digits", -1)});
        types.push_back(column.value("type", std::string("text")));
    }
    for (const Json& row : fieldOf<std::vector<Json>>(json, "rows", "The table")) {
        const std::string where = "Row " + std::to_string(table.rows.size() + 1);
        if (!row.is_object()) {
            bad("{0} is no object.", where);
        }
        table.rows.push_back(rowFrom(row, table, types, where));
    }
    if (auto r = exports::checkTable(table); !r) {
        bad("{0}", r.error().message());
    }
    return table;
}

} // namespace

Result<std::vector<Table>> tablesFromJson(std::string_view bytes)
{
    if (bytes.starts_with("\xEF\xBB\xBF")) {
        bytes.remove_prefix(3);
    }
    if (nestsTooDeep(bytes)) {
        return fail(ErrorCode::BadFile, "The JSON file is nested too deeply.");
    }
    try {
        const Json json = Json::parse(bytes);
        std::vector<Table> tables;
        if (json.is_array()) {
            for (const Json& table : json) {
                tables.push_back(tableFrom(table));
            }
        } else {
            tables.push_back(tableFrom(json));
        }
        return tables;
    } catch (const BadTable& e) {
        return fail(e.error);
    } catch (const Json::exception& e) {
        return fail(ErrorCode::BadFile, "The JSON file cannot be read: {0}", e.what());
    }
}

} // namespace yardstick::imports
