#include "core/export/raw_layout.h"

#include "core/export/cell_text.h"

#include <algorithm>

namespace yardstick::exports {

RawLayout::RawLayout(const Table& table)
{
    size_t currencyAfter = RawColumn::kNone; // position in `columns`
    for (size_t c = 0; c < table.columns.size(); ++c) {
        const std::string& id = table.columns[c].id;
        columns.push_back({RawColumn::Kind::Value, c, id});
        const bool half = std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) { return hasPlusMinus(row[c]); });
        if (half) {
            columns.push_back({RawColumn::Kind::PlusMinus, c, id + std::string(kPlusMinusSuffix)});
        }
        if (isMoneyColumn(id)) {
            m_money.push_back(c);
            currencyAfter = columns.size();
        }
    }
    if (currencyAfter != RawColumn::kNone) {
        columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(currencyAfter),
                       {RawColumn::Kind::Currency, RawColumn::kNone, std::string(kCurrencyColumn)});
    }
}

std::optional<Currency> RawLayout::currencyOf(const std::vector<Cell>& row) const
{
    for (const size_t c : m_money) {
        if (const auto* money = std::get_if<Money>(&row[c].value)) {
            return money->currency();
        }
    }
    return std::nullopt;
}

bool RawLayout::isPlainMoney(const Cell& cell, const RawColumn& column, std::optional<Currency> rowCurrency) const
{
    const auto* money = std::get_if<Money>(&cell.value);
    return money != nullptr && isMoneyColumn(column.id) && rowCurrency == money->currency();
}

std::optional<Money> parseAmountWithCurrency(std::string_view text)
{
    if (text.size() < 5 || text[text.size() - 4] != ' ') {
        return std::nullopt;
    }
    const auto currency = Currency::parse(text.substr(text.size() - 3));
    if (!currency) {
        return std::nullopt;
    }
    const auto money = Money::parse(text.substr(0, text.size() - 4), *currency);
    return money ? std::optional(*money) : std::nullopt;
}

} // namespace yardstick::exports
