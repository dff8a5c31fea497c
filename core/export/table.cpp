#include "core/export/table.h"

#include "core/export/cell_text.h"
#include "core/export/table_writers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace yardstick::exports {
namespace {

constexpr std::array<std::pair<Format, std::string_view>, 7> kFormats{{{Format::Csv, "csv"},
                                                                       {Format::Tsv, "tsv"},
                                                                       {Format::Markdown, "md"},
                                                                       {Format::Latex, "tex"},
                                                                       {Format::Html, "html"},
                                                                       {Format::Json, "json"},
                                                                       {Format::Xlsx, "xlsx"}}};

/// A number to rank by; NaN: cannot be the best.
double rankValue(const Cell& cell)
{
    if (const auto* number = std::get_if<double>(&cell.value)) {
        return *number;
    }
    if (const auto* integer = std::get_if<std::int64_t>(&cell.value)) {
        return static_cast<double>(*integer);
    }
    if (const auto* money = std::get_if<Money>(&cell.value)) {
        return static_cast<double>(money->micros());
    }
    return std::nan("");
}

Result<Table> joined(std::span<const Table> tables)
{
    Table all;
    all.columns.push_back({.id = "table", .unit = {}});
    all.columns.insert(all.columns.end(), tables.front().columns.begin(), tables.front().columns.end());
    for (const Table& table : tables) {
        const bool same = std::equal(table.columns.begin(), table.columns.end(), tables.front().columns.begin(),
                                     tables.front().columns.end(), [](const Column& a, const Column& b) { return a.id == b.id; });
        if (!same) {
            return fail(ErrorCode::InvalidArgument, "Tables with different columns do not fit into one CSV or TSV file.");
        }
        for (const auto& row : table.rows) {
            std::vector<Cell>& out = all.rows.emplace_back();
            out.push_back({.value = table.label});
            out.insert(out.end(), row.begin(), row.end());
        }
    }
    return all;
}

Result<std::string> writeChecked(std::span<const Table> tables, Format format, const WriteOptions& options)
{
    switch (format) {
    case Format::Csv:
    case Format::Tsv: {
        const char separator = format == Format::Csv ? ',' : '\t';
        if (tables.size() == 1) {
            return writeSeparated(tables.front(), separator);
        }
        const Result<Table> all = joined(tables);
        if (!all) {
            return fail(all.error());
        }
        if (auto r = checkTable(*all); !r) {
            return fail(r.error());
        }
        return writeSeparated(*all, separator);
    }
    case Format::Markdown: return writeMarkdown(tables, options.bestInBold);
    case Format::Latex: return writeLatex(tables, options.bestInBold);
    case Format::Html: return writeHtml(tables, options.bestInBold);
    case Format::Json: return writeJson(tables);
    case Format::Xlsx: return writeXlsx(tables, options.bestInBold);
    }
    return fail(ErrorCode::Internal, "The format is unknown.");
}

} // namespace

Result<Format> formatFromString(std::string_view text)
{
    for (const auto& [format, name] : kFormats) {
        if (text == name) {
            return format;
        }
    }
    return fail(ErrorCode::InvalidArgument, "\"{0}\" is no export format; there are csv, tsv, md, tex, html, json and xlsx.", text);
}

std::string_view toString(Format format)
{
    const auto* found = std::find_if(kFormats.begin(), kFormats.end(), [&](const auto& f) { return f.first == format; });
    return found->second;
}

bool isMoneyColumn(std::string_view id)
{
    return id.starts_with("price_per_") || id.starts_with("cost") || id.starts_with("all_in") || id.ends_with("_cost")
        || id.find("_cost_") != std::string_view::npos;
}

void markBest(Table& table, std::string_view columnId)
{
    for (size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].id != columnId || currencyOf(table, c).mixed) {
            continue;
        }
        double best = std::nan("");
        for (const auto& row : table.rows) {
            const double v = rankValue(row[c]);
            const bool better = std::isnan(best) || (table.columns[c].lowerIsBetter ? v < best : v > best);
            if (std::isfinite(v) && better) {
                best = v;
            }
        }
        for (auto& row : table.rows) {
            row[c].best = rankValue(row[c]) == best;
        }
    }
}

Result<std::string> write(const Table& table, Format format, const WriteOptions& options)
{
    return writeAll(std::span(&table, 1), format, options);
}

Result<std::string> writeAll(std::span<const Table> tables, Format format, const WriteOptions& options)
{
    if (tables.empty()) {
        return fail(ErrorCode::InvalidArgument, "There is no table to write.");
    }
    for (const Table& table : tables) {
        if (auto r = checkTable(table); !r) {
            return fail(r.error());
        }
    }
    Result<std::string> bytes = writeChecked(tables, format, options);
    if (bytes && options.bom && format != Format::Xlsx && format != Format::Json) { // RFC 8259 §8.1: JSON has no BOM
        bytes->insert(0, "\xEF\xBB\xBF");
    }
    return bytes;
}

} // namespace yardstick::exports
