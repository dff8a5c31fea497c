// XLSX by libxlsxwriter: typed cells, bold header, frozen first row, filter. Amounts and numbers are numbers (Excel keeps
// 15 digits), NaN and ±Inf are text, integers beyond 2^53 are text, text beyond 32,767 characters (Excel's limit) is cut.
// The library writes files only: a private temporary file is read back.
#include "core/base/platform.h"
#include "core/export/cell_text.h"
#include "core/export/table_writers.h"

#include <xlsxwriter.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

namespace yardstick::exports {
namespace {

constexpr size_t kMaxText = 32767;
constexpr std::int64_t kMaxExactInteger = 1LL << 53;
constexpr size_t kMaxRows = 1048575; // without the header
constexpr size_t kMaxColumns = 16384;

std::string fittingText(std::string text)
{
    if (text.size() <= kMaxText) {
        return text;
    }
    size_t end = kMaxText - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) {
        --end;
    }
    text.resize(end);
    return text + "…";
}

std::string sheetName(const Table& table, size_t index, std::set<std::string>& used)
{
    std::string name;
    for (const char c : table.label) {
        const bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '_' || c == '-';
        name += safe ? c : '_';
    }
    name.resize(std::min<size_t>(name.size(), 26));
    if (name.empty()) {
        name = "table";
    }
    if (!used.insert(name).second) {
        name += " " + std::to_string(index + 1);
        used.insert(name);
    }
    return name;
}

/// One sheet being filled. Formats belong to the workbook.
class Sheet
{
public:
    Sheet(lxw_workbook* book, const std::string& name, bool bold) : m_book(book), m_bold(bold)
    {
        m_sheet = workbook_add_worksheet(book, name.c_str());
    }

    bool fill(const Table& table)
    {
        const std::vector<HumanColumn> humans = humanColumns(table);
        lxw_format* headerFormat = workbook_add_format(m_book);
        format_set_bold(headerFormat);
        format_set_bottom(headerFormat, LXW_BORDER_THIN);
        std::vector<bool> half;
        lxw_col_t out = 0;
        for (size_t c = 0; c < table.columns.size(); ++c) {
            half.push_back(std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) { return hasPlusMinus(row[c]); }));
            const std::string header = fittingText(guardFormula(humans[c].header));
            const double width = std::clamp(static_cast<double>(header.size()) + 3, humans[c].numeric ? 10.0 : 16.0, 40.0);
            worksheet_set_column(m_sheet, out, out, width, nullptr);
            check(worksheet_write_string(m_sheet, 0, out++, header.c_str(), headerFormat));
            if (half[c]) {
                worksheet_set_column(m_sheet, out, out, 10, nullptr);
                check(worksheet_write_string(m_sheet, 0, out++, ("± " + humans[c].header).c_str(), headerFormat));
            }
        }
        for (size_t r = 0; r < table.rows.size(); ++r) {
            out = 0;
            m_row = static_cast<lxw_row_t>(r + 1);
            for (size_t c = 0; c < table.columns.size(); ++c) {
                const Cell& cell = table.rows[r][c];
                writeValue(out++, cell, table.columns[c], humans[c].withCurrency);
                if (half[c]) {
                    if (hasPlusMinus(cell)) {
                        writeNumber(out, cell.plusMinus, format(digitsOf(cell, table.columns[c]), false, false));
                    }
                    ++out;
                }
            }
        }
        worksheet_freeze_panes(m_sheet, 1, 0);
        if (!table.rows.empty() && out > 0) {
            check(worksheet_autofilter(m_sheet, 0, 0, m_row, static_cast<lxw_col_t>(out - 1)));
        }
        return m_good;
    }

private:
    void check(lxw_error error) { m_good = m_good && error == LXW_NO_ERROR; }

    void writeNumber(lxw_col_t column, double v, lxw_format* form)
    {
        check(std::isfinite(v) ? worksheet_write_number(m_sheet, m_row, column, v, form)
                               : worksheet_write_string(m_sheet, m_row, column, exactNumber(v).c_str(), form));
    }

    void writeValue(lxw_col_t column, const Cell& cell, const Column& spec, bool withCurrency)
    {
        const bool bold = m_bold && cell.best;
        if (const auto* text = std::get_if<std::string>(&cell.value)) {
            const std::string safe = fittingText(guardFormula(validUtf8(*text)));
            check(worksheet_write_string(m_sheet, m_row, column, safe.c_str(), format(-1, false, bold)));
        } else if (const auto* number = std::get_if<double>(&cell.value)) {
            writeNumber(column, *number, format(digitsOf(cell, spec), false, bold));
        } else if (const auto* integer = std::get_if<std::int64_t>(&cell.value)) {
            if (*integer > kMaxExactInteger || *integer < -kMaxExactInteger) {
                check(worksheet_write_string(m_sheet, m_row, column, std::to_string(*integer).c_str(), format(-1, false, bold)));
            } else {
                check(worksheet_write_number(m_sheet, m_row, column, static_cast<double>(*integer), format(-1, false, bold)));
            }
        } else if (const auto* money = std::get_if<Money>(&cell.value)) {
            if (withCurrency) {
                check(worksheet_write_string(m_sheet, m_row, column, humanText(cell, spec, true).c_str(), format(-1, false, bold)));
            } else {
                writeNumber(column, money->toDouble(), format(digitsOf(cell, spec), true, bold));
            }
        } else if (const auto* flag = std::get_if<bool>(&cell.value)) {
            check(worksheet_write_boolean(m_sheet, m_row, column, *flag ? 1 : 0, format(-1, false, bold)));
        }
    }

    /// nullptr: the default format.
    lxw_format* format(int digits, bool money, bool bold)
    {
        if (digits < 0 && !money && !bold) {
            return nullptr;
        }
        lxw_format*& found = m_formats[{digits, money, bold}];
        if (found == nullptr) {
            found = workbook_add_format(m_book);
            if (digits >= 0) {
                format_set_num_format(found, digits == 0 ? "0" : ("0." + std::string(static_cast<size_t>(std::min(digits, 17)), '0')).c_str());
            } else if (money) {
                format_set_num_format(found, "0.00####");
            }
            if (bold) {
                format_set_bold(found);
            }
        }
        return found;
    }

    struct Key
    {
        int digits;
        bool money;
        bool bold;
        auto operator<=>(const Key&) const = default;
    };

    lxw_workbook* m_book;
    lxw_worksheet* m_sheet = nullptr;
    bool m_bold;
    bool m_good = true;
    lxw_row_t m_row = 0;
    std::map<Key, lxw_format*> m_formats;
};

/// Removes the file when it goes.
struct TemporaryFile
{
    std::filesystem::path path;
    ~TemporaryFile()
    {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
};

} // namespace

Result<std::string> writeXlsx(std::span<const Table> tables, bool bold)
{
    for (const Table& table : tables) {
        if (table.rows.size() > kMaxRows || table.columns.size() * 2 > kMaxColumns) {
            return fail(ErrorCode::Unsupported, "An XLSX sheet holds at most {0} rows and {1} columns.", kMaxRows, kMaxColumns / 2);
        }
    }
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) {
        return fail(ErrorCode::Io, "There is no folder for temporary files: {0}.", error.message());
    }
    const TemporaryFile file{folder / ("yardstick-" + platform::randomToken() + ".xlsx")};
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE; // rows are written in order and once
    lxw_workbook* book = workbook_new_opt(file.path.c_str(), &options);
    if (book == nullptr) {
        return fail(ErrorCode::OutOfMemory, "The XLSX file cannot be made: memory is short.");
    }
    bool good = true;
    std::set<std::string> names;
    for (size_t i = 0; i < tables.size(); ++i) {
        Sheet sheet(book, sheetName(tables[i], i, names), bold);
        good = sheet.fill(tables[i]) && good;
    }
    if (const lxw_error closed = workbook_close(book); closed != LXW_NO_ERROR) {
        return fail(ErrorCode::Io, "The XLSX file cannot be written: {0}", lxw_strerror(closed));
    }
    if (!good) {
        return fail(ErrorCode::Internal, "A cell does not fit into the XLSX file.");
    }
    return platform::readFile(file.path);
}

} // namespace yardstick::exports
