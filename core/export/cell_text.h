// How cells become text: shared by the writers of core/export and by the import, which undoes it. Not for other layers.
// Pure functions; any thread.
#pragma once

#include "core/export/table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick::exports {

inline constexpr std::string_view kCurrencyColumn = "currency";
inline constexpr std::string_view kPlusMinusSuffix = "_plus_minus";

/// Shortest text that reads back as the same double; always with '.', 'e' or as NaN, Infinity, -Infinity.
std::string exactNumber(double v);
/// What exactNumber wrote, or a plain integer or decimal number. nullopt: something else.
std::optional<double> parseExactNumber(std::string_view text);
std::optional<std::int64_t> parseInteger(std::string_view text);

/// For people: `digits` decimals, or 4 significant digits when negative (never an exponent from 0.0001 to 1e15).
std::string humanNumber(double v, int digits);
/// The half width of `cell` in the same decimals as the value; empty when there is none.
std::string humanPlusMinus(const Cell& cell, const Column& column);
/// Value of a cell for people, without ± and without escapes. `withCurrency`: amounts carry their currency.
std::string humanText(const Cell& cell, const Column& column, bool withCurrency);

/// Leading apostrophe for text that a spreadsheet would run; a text that looks guarded already gets one more, so that
/// unguardFormula(guardFormula(s)) == s for every s.
std::string guardFormula(std::string_view text);
std::string unguardFormula(std::string_view text);

/// Bytes that are no UTF-8 become U+FFFD.
std::string validUtf8(std::string_view text);

/// The currency of a column's amounts.
struct ColumnCurrency
{
    bool money = false;                ///< at least one amount
    bool mixed = false;                ///< of several currencies, or other figures besides: every amount says its own
    std::optional<Currency> only;
};
ColumnCurrency currencyOf(const Table& table, size_t column);
/// A column as people see it: with the unit in the header.
struct HumanColumn
{
    std::string header; ///< "cost_per_epoch (USD)"
    bool withCurrency = false;
    bool numeric = false; ///< right-aligned
};
std::vector<HumanColumn> humanColumns(const Table& table);

/// Decimals of a cell: its own, else the column's.
int digitsOf(const Cell& cell, const Column& column);
bool isEmpty(const Cell& cell);
bool hasPlusMinus(const Cell& cell);
/// InvalidArgument when a row has not as many cells as there are columns, or an id is empty, there twice, or one that the
/// raw formats make themselves (`currency`, "…_plus_minus").
Result<> checkTable(const Table& table);

} // namespace yardstick::exports
