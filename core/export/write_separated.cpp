// CSV and TSV after RFC 4180. Quoted fields are text, always; what is not quoted is read back by its form: nothing, a
// number, true or false, "0.42 USD", else text. So every cell comes back as it was (core/import/table_import.h).
#include "core/export/cell_text.h"
#include "core/export/raw_layout.h"
#include "core/export/table_writers.h"

#include <algorithm>

namespace yardstick::exports {
namespace {

std::string inQuotes(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') {
            out += '"';
        }
        out += c;
    }
    return out + '"';
}

std::string textField(std::string_view raw, char separator)
{
    const std::string text = guardFormula(validUtf8(raw));
    const bool special = text.find_first_of("\"\r\n") != std::string::npos || text.find(separator) != std::string::npos;
    const bool spaced = text.empty() || text.front() == ' ' || text.back() == ' ';
    const bool readsAsOther = text == "true" || text == "false" || parseExactNumber(text) || parseAmountWithCurrency(text);
    return special || spaced || readsAsOther ? inQuotes(text) : text;
}

std::string field(const Cell& cell, bool plainMoney, char separator)
{
    struct Visitor
    {
        bool plainMoney;
        char separator;
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(const std::string& text) const { return textField(text, separator); }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const { return exactNumber(v); }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(const Money& m) const
        {
            return plainMoney ? m.toDecimal(2) : m.toDecimal(2) + " " + std::string(m.currency().code());
        }
    };
    return std::visit(Visitor{plainMoney, separator}, cell.value);
}

} // namespace

std::string writeSeparated(const Table& table, char separator)
{
    const std::string lineEnd = separator == ',' ? "\r\n" : "\n";
    const RawLayout layout(table);
    std::string out;
    bool first = true;
    const auto put = [&](const std::string& text) {
        if (!first) {
            out += separator;
        }
        first = false;
        out += text;
    };
    for (const RawColumn& column : layout.columns) {
        put(textField(column.id, separator));
    }
    out += lineEnd;
    for (const auto& row : table.rows) {
        first = true;
        const std::optional<Currency> currency = layout.currencyOf(row);
        for (const RawColumn& column : layout.columns) {
            const Cell* cell = column.index == RawColumn::kNone ? nullptr : &row[column.index];
            switch (column.kind) {
            case RawColumn::Kind::Value: put(field(*cell, layout.isPlainMoney(*cell, column, currency), separator)); break;
            case RawColumn::Kind::PlusMinus: put(hasPlusMinus(*cell) ? exactNumber(cell->plusMinus) : std::string()); break;
            case RawColumn::Kind::Currency: put(currency ? std::string(currency->code()) : std::string()); break;
            }
        }
        out += lineEnd;
    }
    return out;
}

} // namespace yardstick::exports
