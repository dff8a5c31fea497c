// Exchange rates: entered by the user, dated, never fetched and never edited: a later one supersedes. Pure functions, any
// thread.
//   amount in B = amount in A × rate (A → B)     or     amount in A ÷ rate (B → A), whichever was entered
// Exact in 128 bits and rounded half-even once, to a whole micro-unit. In comparisons the price per hour is converted, and
// every cost is computed from the converted price. No chains: a rate by way of a third currency has to be entered itself.
#pragma once

#include "core/base/ids.h"
#include "core/base/money.h"
#include "core/base/time.h"

#include <optional>
#include <vector>

namespace yardstick {

/// One unit of `from` is worth nanos/10⁹ units of `to`.
struct FxRate
{
    FxRateId id;
    Currency from, to;
    std::int64_t nanos = 0;
    UtcMs validFromMs = 0;
    std::string source;
    UtcMs createdMs = 0;
    [[nodiscard]] std::string decimal() const; ///< exactly, e.g. "1.08"
    bool operator==(const FxRate&) const = default;
};
/// "1.08": above 0, at most 9 decimals and below 10⁹. InvalidArgument otherwise.
Result<std::int64_t> parseFxNanos(std::string_view decimal);

class FxRates
{
public:
    FxRates() = default;
    explicit FxRates(std::vector<FxRate> rates);

    /// The one in force at `t` between the two, entered in either direction: the latest by valid-from, of equal ones the
    /// later entered. nullopt: there is none, or the currencies are the same.
    [[nodiscard]] std::optional<FxRate> between(Currency a, Currency b, UtcMs t) const;
    [[nodiscard]] const std::vector<FxRate>& all() const { return m_rates; } ///< oldest first

private:
    std::vector<FxRate> m_rates;
};

/// NotFound when `rate` does not lead from the currency of `amount` to `to`; InvalidArgument when the result is too large.
Result<Money> converted(const Money& amount, Currency to, const FxRate& rate);

} // namespace yardstick
