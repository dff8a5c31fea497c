#include "core/export/cell_text.h"
#include "core/export/raw_layout.h"
#include "core/import/table_import.h"

#include <algorithm>

namespace yardstick::imports {
namespace {

using exports::Cell;
using exports::Column;
using exports::Table;

struct Field
{
    std::string text;
    bool quoted = false;
};
struct Record
{
    size_t line = 1; ///< where it begins
    std::vector<Field> fields;
};

/// RFC 4180, with LF or CRLF.
class Scanner
{
public:
    Scanner(std::string_view bytes, char separator) : m_rest(bytes), m_separator(separator) {}

    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }

    Result<Record> next()
    {
        Record record{.line = m_line, .fields = {}};
        while (true) {
            if (auto field = readField(); field) {
                record.fields.push_back(std::move(*field));
            } else {
                return fail(field.error());
            }
            if (m_rest.empty()) {
                return record;
            }
            const char c = m_rest.front();
            if (c == m_separator) {
                m_rest.remove_prefix(1);
                continue;
            }
            m_rest.remove_prefix(m_rest.starts_with("\r\n") ? 2 : 1);
            ++m_line;
            return record;
        }
    }

private:
    Result<Field> readField()
    {
        Field field;
        if (!m_rest.starts_with('"')) {
            const char stops[] = {m_separator, '\n', '\r'};
            const size_t end = std::min(m_rest.find_first_of(std::string_view(stops, 3)), m_rest.size());
            field.text = m_rest.substr(0, end);
            m_rest.remove_prefix(end);
            return field;
        }
        field.quoted = true;
        const size_t begunOn = m_line;
        m_rest.remove_prefix(1);
        while (true) {
            const size_t quote = m_rest.find('"');
            if (quote == std::string_view::npos) {
                return fail(ErrorCode::BadFile, "Line {0}: a quoted field does not end.", begunOn);
            }
            field.text += m_rest.substr(0, quote);
            m_line += static_cast<size_t>(std::count(m_rest.begin(), m_rest.begin() + static_cast<std::ptrdiff_t>(quote), '\n'));
            m_rest.remove_prefix(quote + 1);
            if (!m_rest.starts_with('"')) {
                break;
            }
            field.text += '"';
            m_rest.remove_prefix(1);
        }
        if (!m_rest.empty() && m_rest.front() != m_separator && m_rest.front() != '\n' && m_rest.front() != '\r') {
            return fail(ErrorCode::BadFile, "Line {0}: text follows a quoted field.", m_line);
        }
        return field;
    }

    std::string_view m_rest;
    char m_separator;
    size_t m_line = 1;
};

Cell cellFrom(const Field& field, bool moneyColumn, const std::optional<Currency>& currency)
{
    if (field.quoted) {
        return {.value = exports::unguardFormula(field.text)};
    }
    if (field.text.empty()) {
        return {};
    }
    if (moneyColumn && currency) {
        if (const auto money = Money::parse(field.text, *currency)) {
            return {.value = *money};
        }
    }
    if (const auto integer = exports::parseInteger(field.text)) {
        return {.value = *integer};
    }
    if (const auto number = exports::parseExactNumber(field.text)) {
        return {.value = *number};
    }
    if (field.text == "true" || field.text == "false") {
        return {.value = field.text == "true"};
    }
    if (const auto money = exports::parseAmountWithCurrency(field.text)) {
        return {.value = *money};
    }
    return {.value = exports::unguardFormula(field.text)};
}

/// Where the fields of a record go.
struct Layout
{
    std::vector<Column> columns;
    std::vector<size_t> target;      ///< per field: index of the column
    std::vector<bool> plusMinus;     ///< per field: half width of that column
    std::optional<size_t> currency;  ///< the field that names the currency
};

Layout layoutOf(const Record& header)
{
    Layout layout;
    for (size_t f = 0; f < header.fields.size(); ++f) {
        const std::string id = exports::unguardFormula(header.fields[f].text);
        const bool half = !layout.columns.empty() && id == layout.columns.back().id + std::string(exports::kPlusMinusSuffix);
        const bool currency = id == exports::kCurrencyColumn;
        if (currency) {
            layout.currency = f;
        } else if (!half) {
            layout.columns.push_back({.id = id, .unit = {}});
        }
        layout.plusMinus.push_back(half);
        layout.target.push_back(currency || layout.columns.empty() ? 0 : layout.columns.size() - 1);
    }
    return layout;
}

} // namespace

Result<Table> tableFromSeparated(std::string_view bytes, char separator)
{
    auto read = readSeparated(bytes, separator);
    return read ? Result<Table>(std::move(read->table)) : fail(read.error());
}

Result<ReadTable> readSeparated(std::string_view bytes, char separator)
{
    if (bytes.starts_with("\xEF\xBB\xBF")) {
        bytes.remove_prefix(3);
    }
    Scanner scanner(bytes, separator);
    if (scanner.atEnd()) {
        return fail(ErrorCode::BadFile, "The file is empty.");
    }
    const Result<Record> header = scanner.next();
    if (!header) {
        return fail(header.error());
    }
    Layout layout = layoutOf(*header);
    ReadTable read;
    Table& table = read.table;
    table.columns = layout.columns;
    while (!scanner.atEnd()) {
        const Result<Record> record = scanner.next();
        if (!record) {
            return fail(record.error());
        }
        const auto& fields = record->fields;
        if (fields.size() != layout.target.size()) {
            return fail(ErrorCode::BadFile, "Line {0} has {1} fields; the header has {2}.", record->line, fields.size(), layout.target.size());
        }
        std::optional<Currency> currency;
        if (layout.currency) {
            if (const auto parsed = Currency::parse(fields[*layout.currency].text)) {
                currency = *parsed;
            }
        }
        read.lines.push_back(record->line);
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        for (size_t f = 0; f < fields.size(); ++f) {
            if (layout.currency == f) {
                continue;
            }
            Cell& cell = row[layout.target[f]];
            if (layout.plusMinus[f]) {
                cell.plusMinus = exports::parseExactNumber(fields[f].text).value_or(0);
            } else {
                cell = cellFrom(fields[f], exports::isMoneyColumn(table.columns[layout.target[f]].id), currency);
            }
        }
    }
    if (auto r = exports::checkTable(table); !r) {
        return fail(ErrorCode::BadFile, "{0}", r.error().message());
    }
    return read;
}

} // namespace yardstick::imports
