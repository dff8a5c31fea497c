#include "core/export/cell_text.h"

#include "core/printed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>

namespace yardstick::exports {
namespace {

/// Bytes of the UTF-8 sequence at the start of `s`; 0 when it is none (RFC 3629: no overlong form, no surrogate).
size_t utf8Length(std::string_view s)
{
    const auto byte = [&](size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
    const auto follows = [&](size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
    const unsigned b = byte(0);
    if (b < 0x80) {
        return 1;
    }
    if (b >= 0xC2 && b <= 0xDF && follows(1)) {
        return 2;
    }
    if (b >= 0xE0 && b <= 0xEF && follows(1) && follows(2)) {
        const bool overlong = b == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = b == 0xED && byte(1) >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (b >= 0xF0 && b <= 0xF4 && follows(1) && follows(2) && follows(3)) {
        const bool outside = (b == 0xF0 && byte(1) < 0x90) || (b == 0xF4 && byte(1) >= 0x90);
        return outside ? 0 : 4;
    }
    return 0;
}

constexpr int kMoneyDigits = 6; // amounts are whole micro-units

/// What a spreadsheet takes for the start of a formula, full-width forms included (OWASP, "CSV Injection").
bool startsFormula(std::string_view s)
{
    constexpr std::array<std::string_view, 10> kStarts{"=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"};
    return std::any_of(kStarts.begin(), kStarts.end(), [&](std::string_view start) { return s.starts_with(start); });
}

std::string fixed(double v, int decimals)
{
    std::array<char, 512> buffer{};
    const auto r = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::fixed, decimals);
    std::string text(buffer.data(), r.ptr);
    const bool zero = text.find_first_not_of("-0.") == std::string::npos;
    return zero && text.starts_with('-') ? text.substr(1) : text;
}

void stripZeros(std::string& text)
{
    if (text.find('.') == std::string::npos) {
        return;
    }
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
}

std::optional<std::string> nonFinite(double v)
{
    if (std::isnan(v)) {
        return "NaN";
    }
    if (std::isinf(v)) {
        return v > 0 ? "Infinity" : "-Infinity";
    }
    return std::nullopt;
}

} // namespace

std::string exactNumber(double v)
{
    if (const auto text = nonFinite(v)) {
        return *text;
    }
    std::array<char, 64> buffer{};
    const auto r = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v);
    std::string text(buffer.data(), r.ptr);
    if (text.find_first_of(".e") == std::string::npos) {
        text += ".0";
    }
    return text;
}

std::optional<double> parseExactNumber(std::string_view text)
{
    if (text == "NaN") {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (text == "Infinity" || text == "-Infinity") {
        return text.front() == '-' ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    }
    // from_chars also takes "nan", "inf" and "infinity" in any case; those are text here.
    if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) {
        return std::nullopt;
    }
    double v = 0;
    const auto r = std::from_chars(text.data(), text.data() + text.size(), v);
    if (r.ec != std::errc() || r.ptr != text.data() + text.size()) {
        return std::nullopt;
    }
    return v;
}

std::optional<std::int64_t> parseInteger(std::string_view text)
{
    std::int64_t v = 0;
    const auto r = std::from_chars(text.data(), text.data() + text.size(), v);
    if (text.empty() || r.ec != std::errc() || r.ptr != text.data() + text.size()) {
        return std::nullopt;
    }
    return v;
}

std::string humanNumber(double v, int digits)
{
    if (const auto text = nonFinite(v)) {
        return *text;
    }
    if (digits >= 0) {
        return fixed(v, std::min(digits, 17));
    }
    if (v == 0) {
        return "0";
    }
    // The exponent after rounding to 4 digits: 9.9996 is 10.00.
    std::array<char, 32> rounded{};
    std::snprintf(rounded.data(), rounded.size(), "%.3e", v);
    const int exponent = std::atoi(std::string_view(rounded.data()).substr(std::string_view(rounded.data()).find('e') + 1).data());
    if (exponent < -4 || exponent >= 15) {
        std::string mantissa(rounded.data());
        const std::string tail = mantissa.substr(mantissa.find('e'));
        mantissa.erase(mantissa.find('e'));
        stripZeros(mantissa);
        return mantissa + tail;
    }
    std::string text = fixed(v, std::max(0, 3 - exponent));
    stripZeros(text);
    return text;
}

int digitsOf(const Cell& cell, const Column& column) { return cell.digits >= 0 ? cell.digits : column.digits; }

bool isEmpty(const Cell& cell) { return std::holds_alternative<std::monostate>(cell.value); }

bool hasPlusMinus(const Cell& cell) { return cell.plusMinus > 0 && !isEmpty(cell); }

std::string humanPlusMinus(const Cell& cell, const Column& column)
{
    if (!hasPlusMinus(cell)) {
        return {};
    }
    const std::string value = humanText(cell, column, false);
    const bool plain = value.find('.') != std::string::npos && value.find_first_of("eN") == std::string::npos;
    return plain ? printedHalfWidth(cell.plusMinus, value) : humanNumber(cell.plusMinus, digitsOf(cell, column));
}

std::string humanText(const Cell& cell, const Column& column, bool withCurrency)
{
    struct Visitor
    {
        int digits;
        bool withCurrency;
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(const std::string& text) const { return validUtf8(text); }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const { return humanNumber(v, digits); }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(const Money& money) const
        {
            std::string text = digits == kCostDigits ? printedCost(money)
                               : digits >= 0         ? money.toRounded(std::min(digits, kMoneyDigits))
                                                     : money.toDecimal(2);
            if (digits > kMoneyDigits) {
                text.append(static_cast<size_t>(digits - kMoneyDigits), '0');
            }
            return withCurrency ? text + " " + std::string(money.currency().code()) : text;
        }
    };
    return std::visit(Visitor{digitsOf(cell, column), withCurrency}, cell.value);
}

std::string guardFormula(std::string_view text)
{
    const size_t apostrophes = std::min(text.find_first_not_of('\''), text.size());
    return startsFormula(text.substr(apostrophes)) ? "'" + std::string(text) : std::string(text);
}

std::string unguardFormula(std::string_view text)
{
    const size_t apostrophes = std::min(text.find_first_not_of('\''), text.size());
    return std::string(apostrophes > 0 && startsFormula(text.substr(apostrophes)) ? text.substr(1) : text);
}

std::string validUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const size_t n = utf8Length(text);
        out += n > 0 ? text.substr(0, n) : std::string_view("\xEF\xBF\xBD");
        text.remove_prefix(std::max<size_t>(n, 1));
    }
    return out;
}

ColumnCurrency currencyOf(const Table& table, size_t column)
{
    ColumnCurrency result;
    bool numbers = false; // figures that are no amounts: the header cannot say the currency
    for (const auto& row : table.rows) {
        const auto* money = std::get_if<Money>(&row[column].value);
        if (money == nullptr) {
            numbers = numbers || !isEmpty(row[column]);
            continue;
        }
        result.mixed = result.mixed || (result.only && *result.only != money->currency());
        result.money = true;
        result.only = money->currency();
    }
    result.mixed = result.mixed || (result.money && numbers);
    if (result.mixed) {
        result.only.reset();
    }
    return result;
}

std::vector<HumanColumn> humanColumns(const Table& table)
{
    std::vector<HumanColumn> columns;
    for (size_t c = 0; c < table.columns.size(); ++c) {
        const Column& column = table.columns[c];
        const ColumnCurrency currency = currencyOf(table, c);
        std::string unit = column.unit;
        if (currency.money && unit.empty() && currency.only) {
            unit = std::string(currency.only->code()) + (column.id.ends_with("_per_hour") ? "/h" : "");
        }
        const bool numeric = std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
            const auto& v = row[c].value;
            return std::holds_alternative<double>(v) || std::holds_alternative<std::int64_t>(v)
                || std::holds_alternative<Money>(v);
        });
        const std::string header = unit.empty() || currency.mixed ? column.id : column.id + " (" + unit + ")";
        columns.push_back({validUtf8(header), currency.mixed, numeric});
    }
    return columns;
}

Result<> checkTable(const Table& table)
{
    std::set<std::string_view> ids;
    for (const Column& column : table.columns) {
        if (column.id.empty() || !ids.insert(column.id).second) {
            return fail(ErrorCode::InvalidArgument, "The column \"{0}\" is nameless or there twice.", column.id);
        }
        if (column.id == kCurrencyColumn || column.id.ends_with(kPlusMinusSuffix)) {
            return fail(ErrorCode::InvalidArgument, "The column name \"{0}\" is reserved.", column.id);
        }
    }
    for (size_t r = 0; r < table.rows.size(); ++r) {
        if (table.rows[r].size() != table.columns.size()) {
            return fail(ErrorCode::InvalidArgument, "Row {0} has {1} cells for {2} columns.", r + 1, table.rows[r].size(), table.columns.size());
        }
    }
    return {};
}

} // namespace yardstick::exports
