// LaTeX tables with the rules of the booktabs package (CTAN: booktabs). UTF-8, as LaTeX reads it since 2018.
#include "core/export/cell_text.h"
#include "core/export/table_writers.h"

namespace yardstick::exports {
namespace {

std::string escapedLatex(std::string_view text)
{
    std::string out;
    char previous = 0;
    for (const char c : text) {
        switch (c) {
        case '\\': out += "\\textbackslash{}"; break;
        case '~': out += "\\textasciitilde{}"; break;
        case '^': out += "\\textasciicircum{}"; break;
        case '<': out += "\\textless{}"; break;
        case '>': out += "\\textgreater{}"; break;
        case '|': out += "\\textbar{}"; break;
        case '"': out += "''"; break;
        case '{': case '}': case '$': case '&': case '#': case '_': case '%':
            out += '\\';
            out += c;
            break;
        case '[': case ']': case '*': // after a line's \\ they would be its argument
            out += '{';
            out += c;
            out += '}';
            break;
        case '-': // no ligature
            out += previous == '-' ? "{}-" : "-";
            break;
        case '\n': case '\t': out += ' '; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) {
                out += c;
            }
        }
        previous = c;
    }
    return out;
}

/// A number that starts with a minus gets a real minus sign.
std::string number(const std::string& text)
{
    return text.starts_with('-') ? "$-$" + text.substr(1) : text;
}

std::string latexCell(const Cell& cell, const Column& column, const HumanColumn& human, bool bold)
{
    const std::string plain = humanText(cell, column, human.withCurrency);
    const bool text = std::holds_alternative<std::string>(cell.value);
    std::string out = text ? escapedLatex(plain) : number(plain);
    if (bold && cell.best && !out.empty()) {
        out = "\\textbf{" + out + "}";
    }
    if (hasPlusMinus(cell)) {
        out += " $\\pm$ " + humanPlusMinus(cell, column);
    }
    return out;
}

void appendRow(std::string& out, const std::vector<std::string>& cells)
{
    for (size_t c = 0; c < cells.size(); ++c) {
        out += c > 0 ? " & " : "    ";
        out += cells[c];
    }
    out += " \\\\\n";
}

void appendLatexTable(std::string& out, const Table& table, bool bold)
{
    const std::vector<HumanColumn> columns = humanColumns(table);
    out += "\\begin{table}[htbp]\n  \\centering\n";
    if (!table.caption.empty()) {
        out += "  \\caption{" + escapedLatex(validUtf8(table.caption)) + "}\n";
    }
    if (!table.label.empty()) {
        out += "  \\label{tab:";
        for (const char c : table.label) { // a label is a control word's argument: letters, digits and hyphens
            const bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            out += safe ? c : '-';
        }
        out += "}\n";
    }
    out += "  \\begin{tabular}{";
    std::vector<std::string> cells;
    for (const HumanColumn& column : columns) {
        out += column.numeric ? 'r' : 'l';
        cells.push_back(escapedLatex(column.header));
    }
    out += "}\n    \\toprule\n";
    appendRow(out, cells);
    out += "    \\midrule\n";
    for (const auto& row : table.rows) {
        cells.clear();
        for (size_t c = 0; c < columns.size(); ++c) {
            cells.push_back(latexCell(row[c], table.columns[c], columns[c], bold));
        }
        appendRow(out, cells);
    }
    out += "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
}

} // namespace

std::string writeLatex(std::span<const Table> tables, bool bold)
{
    std::string out = "% Needs \\usepackage{booktabs} in the preamble.\n";
    for (size_t i = 0; i < tables.size(); ++i) {
        out += i > 0 ? "\n" : "";
        appendLatexTable(out, tables[i], bold);
    }
    return out;
}

} // namespace yardstick::exports
