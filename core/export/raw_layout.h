// RawLayout: the columns of a raw format (CSV, TSV, JSON): each column of the table, after it "<id>_plus_minus" where any
// cell has a half width, and `currency` after the last column that holds amounts. Not for other layers; pure values.
#pragma once

#include "core/export/table.h"

#include <optional>
#include <string>
#include <vector>

namespace yardstick::exports {

struct RawColumn
{
    static constexpr size_t kNone = static_cast<size_t>(-1);
    enum class Kind { Value, PlusMinus, Currency };
    Kind kind = Kind::Value;
    size_t index = kNone; ///< into Table::columns
    std::string id;
};

struct RawLayout
{
    explicit RawLayout(const Table& table);
    /// What the row's `currency` column says: the currency of its first amount in a column of money.
    [[nodiscard]] std::optional<Currency> currencyOf(const std::vector<Cell>& row) const;
    /// Whether the amount is written without its currency, because the row's `currency` column tells it.
    [[nodiscard]] bool isPlainMoney(const Cell& cell, const RawColumn& column, std::optional<Currency> rowCurrency) const;

    std::vector<RawColumn> columns;

private:
    std::vector<size_t> m_money; ///< indices of the columns of money
};

/// "0.42 USD" → the amount; nullopt: something else.
std::optional<Money> parseAmountWithCurrency(std::string_view text);

} // namespace yardstick::exports
