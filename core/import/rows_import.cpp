#include "core/import/rows_import.h"

#include "core/export/cell_text.h"
#include "core/import/row_reader.h"

#include <algorithm>

namespace yardstick::imports {

using exports::Cell;

void Faults::add(size_t row, const Error& error)
{
    constexpr size_t kMostListed = 100;
    const std::string line = std::to_string(row < m_read->lines.size() ? m_read->lines[row] : row + 1);
    const std::string text = (m_read->inJson ? m_file + ", row " + line : m_file + ":" + line) + ": " + error.message();
    m_first = m_count == 0 ? text : m_first;
    if (m_count < kMostListed) {
        m_all += (m_all.empty() ? "" : "\n") + text;
    }
    ++m_count;
}

Error Faults::error() const
{
    if (m_count == 1) {
        return {ErrorCode::BadFile, "{0} Nothing was imported.", {m_first}, {}};
    }
    return {ErrorCode::BadFile, "{0} Nothing was imported; there are {1} faults in all.", {m_first, std::to_string(m_count)}, m_all};
}

const Cell* Row::cell(std::string_view column) const
{
    for (size_t c = 0; c < m_table.columns.size(); ++c) {
        if (m_table.columns[c].id == column) {
            const Cell& found = m_table.rows[m_index][c];
            return exports::isEmpty(found) ? nullptr : &found;
        }
    }
    return nullptr;
}

void Row::wrong(std::string_view column, const char* wanted)
{
    fault({ErrorCode::BadFile, "\"{0}\" in the column {1} is {2}.", {plainText(*cell(column)), std::string(column), wanted}, {}});
}

std::optional<std::string> Row::text(std::string_view column)
{
    const Cell* found = cell(column);
    return found == nullptr ? std::nullopt : std::optional(plainText(*found));
}

std::optional<std::int64_t> Row::integer(std::string_view column, std::int64_t low)
{
    const Cell* found = cell(column);
    if (found == nullptr) {
        return std::nullopt;
    }
    const auto* value = std::get_if<std::int64_t>(&found->value);
    if (value == nullptr || *value < low) {
        wrong(column, "no whole number of the right size");
        return std::nullopt;
    }
    return *value;
}

std::optional<double> Row::number(std::string_view column)
{
    const Cell* found = cell(column);
    if (found == nullptr) {
        return std::nullopt;
    }
    if (const auto* value = std::get_if<double>(&found->value)) {
        return *value;
    }
    if (const auto* value = std::get_if<std::int64_t>(&found->value)) {
        return static_cast<double>(*value);
    }
    wrong(column, "no number");
    return std::nullopt;
}

std::optional<Money> Row::money(std::string_view column)
{
    const Cell* found = cell(column);
    if (found == nullptr) {
        return std::nullopt;
    }
    if (const auto* value = std::get_if<Money>(&found->value)) {
        return *value;
    }
    wrong(column, "no amount with a currency");
    return std::nullopt;
}

std::optional<bool> Row::flag(std::string_view column)
{
    const Cell* found = cell(column);
    if (found == nullptr) {
        return std::nullopt;
    }
    if (const auto* value = std::get_if<bool>(&found->value)) {
        return *value;
    }
    wrong(column, "neither true nor false");
    return std::nullopt;
}

std::optional<UtcMs> Row::time(std::string_view column)
{
    const auto found = text(column);
    if (!found) {
        return std::nullopt;
    }
    const auto parsed = parseUtc(*found);
    if (!parsed) {
        wrong(column, "no time such as 2026-11-30T12:00:00.000Z");
        return std::nullopt;
    }
    return *parsed;
}

std::string plainText(const Cell& cell)
{
    struct Visitor
    {
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const { return exports::exactNumber(v); }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(const Money& m) const { return m.toDecimal(2) + " " + std::string(m.currency().code()); }
    };
    return std::visit(Visitor{}, cell.value);
}

bool hasColumn(const exports::Table& table, std::string_view id)
{
    return std::any_of(table.columns.begin(), table.columns.end(), [&](const exports::Column& c) { return c.id == id; });
}

Result<RowsReport> importRows(StoreWriter& store, const std::vector<ReadTable>& tables, const std::string& file)
{
    RowsReport report;
    for (const ReadTable& read : tables) {
        const auto has = [&](std::string_view id) { return hasColumn(read.table, id); };
        Result<> done = fail(ErrorCode::Unsupported, "{0} is no table of experiments (with a column name) or of epochs (with experiment, attempt, epoch and seconds); only these can be imported.", file);
        if (has("experiment") && has("attempt") && has("epoch") && has("seconds")) {
            done = importEpochs(store, read, file, report);
        } else if (has("name") && !has("step") && !has("rank")) {
            done = importExperiments(store, read, file, report);
        }
        if (!done) {
            return fail(done.error());
        }
    }
    return report;
}

} // namespace yardstick::imports
