// Markdown tables (GitHub Flavored Markdown §4.10), captions in pandoc's "Table:" form.
#include "core/export/cell_text.h"
#include "core/export/table_writers.h"

#include <cctype>

namespace yardstick::exports {
namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80u) != 0;
}

std::string escaped(std::string_view text)
{
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool inWord = i > 0 && i + 1 < text.size() && isWord(text[i - 1]) && isWord(text[i + 1]);
        switch (c) {
        case '|': case '\\': case '`': case '*': case '[': case ']': case '~': case '$':
            out += '\\';
            out += c;
            break;
        case '_': // cost_per_epoch needs no escape: underscores within words do not start emphasis
            out += inWord ? "_" : "\\_";
            break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '\r': break;
        case '\n': out += "<br>"; break;
        case '\t': out += ' '; break;
        default: out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return out;
}

std::string cellText(const Cell& cell, const Column& column, const HumanColumn& human, bool bold)
{
    std::string text = escaped(humanText(cell, column, human.withCurrency));
    if (bold && cell.best && !text.empty()) {
        text = "**" + text + "**";
    }
    if (hasPlusMinus(cell)) {
        text += " ± " + humanPlusMinus(cell, column);
    }
    return text;
}

void appendTable(std::string& out, const Table& table, bool bold)
{
    const std::vector<HumanColumn> columns = humanColumns(table);
    if (!table.caption.empty()) {
        out += "Table: " + escaped(validUtf8(table.caption)) + "\n\n";
    }
    out += '|';
    for (const HumanColumn& column : columns) {
        out += " " + escaped(column.header) + " |";
    }
    out += "\n|";
    for (const HumanColumn& column : columns) {
        out += column.numeric ? " ---: |" : " :--- |";
    }
    out += '\n';
    for (const auto& row : table.rows) {
        out += '|';
        for (size_t c = 0; c < columns.size(); ++c) {
            out += " " + cellText(row[c], table.columns[c], columns[c], bold) + " |";
        }
        out += '\n';
    }
}

} // namespace

std::string writeMarkdown(std::span<const Table> tables, bool bold)
{
    std::string out;
    for (const Table& table : tables) {
        out += out.empty() ? "" : "\n";
        appendTable(out, table, bold);
    }
    return out;
}

} // namespace yardstick::exports
