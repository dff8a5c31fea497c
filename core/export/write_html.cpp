// HTML: one self-contained document; nothing is fetched, no script.
#include "core/export/cell_text.h"
#include "core/export/table_writers.h"

namespace yardstick::exports {
namespace {

constexpr std::string_view kStyle = R"(body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; }
table { border-collapse: collapse; margin-bottom: 2em; }
caption { text-align: left; padding: 0 0 .5em; font-weight: 600; }
th, td { padding: .25em .75em; border-bottom: 1px solid #ccc; text-align: left; white-space: pre-line; }
thead th { border-top: 2px solid #333; border-bottom: 1px solid #333; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
)";

} // namespace

std::string escapeHtml(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        case '\n': case '\t': case '\r': out += c; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) { // other controls are not allowed in HTML
                out += c;
            } else {
                out += "\xEF\xBF\xBD";
            }
        }
    }
    return out;
}

std::string htmlTable(const Table& table, bool bold)
{
    const std::vector<HumanColumn> columns = humanColumns(table);
    std::string out = "<table>\n";
    if (!table.caption.empty()) {
        out += "<caption>" + escapeHtml(validUtf8(table.caption)) + "</caption>\n";
    }
    out += "<thead>\n<tr>";
    for (const HumanColumn& column : columns) {
        out += column.numeric ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">";
        out += escapeHtml(column.header) + "</th>";
    }
    out += "</tr>\n</thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (size_t c = 0; c < columns.size(); ++c) {
            const Cell& cell = row[c];
            std::string text = escapeHtml(humanText(cell, table.columns[c], columns[c].withCurrency));
            if (bold && cell.best && !text.empty()) {
                text = "<strong>" + text + "</strong>";
            }
            if (hasPlusMinus(cell)) {
                text += " ± " + humanPlusMinus(cell, table.columns[c]);
            }
            out += (columns[c].numeric ? "<td class=\"n\">" : "<td>") + text + "</td>";
        }
        out += "</tr>\n";
    }
    return out + "</tbody>\n</table>\n";
}

std::string writeHtml(std::span<const Table> tables, bool bold)
{
    const std::string title = tables.front().caption.empty() ? "Yardstick" : escapeHtml(validUtf8(tables.front().caption));
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title
        + "</title>\n<style>\n" + std::string(kStyle) + "</style>\n</head>\n<body>\n";
    for (const Table& table : tables) {
        out += htmlTable(table, bold);
    }
    return out + "</body>\n</html>\n";
}

} // namespace yardstick::exports
