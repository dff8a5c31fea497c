// Money: integer micro-units of one ISO 4217 currency. Never a double; adding two currencies is an error.
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick {

/// Three upper-case letters (ISO 4217). Default USD.
class Currency
{
public:
    constexpr Currency() = default;
    static Result<Currency> parse(std::string_view code);
    [[nodiscard]] std::string_view code() const { return {m_code.data(), 3}; }
    constexpr bool operator==(const Currency&) const = default;
    auto operator<=>(const Currency&) const = default;

private:
    std::array<char, 3> m_code{'U', 'S', 'D'};
};

class Money
{
public:
    constexpr Money() = default;
    constexpr Money(std::int64_t micros, Currency currency) : m_micros(micros), m_currency(currency) {}
    /// "1.25", "-0.000001"; at most 6 decimals; InvalidArgument otherwise. No exponent, no thousands mark.
    static Result<Money> parse(std::string_view decimal, Currency currency);

    [[nodiscard]] constexpr std::int64_t micros() const { return m_micros; }
    [[nodiscard]] constexpr Currency currency() const { return m_currency; }
    [[nodiscard]] double toDouble() const { return static_cast<double>(m_micros) / 1e6; } ///< for axes only
    /// Exact decimal with at least `minDecimals` places ("0.36", "0.0096"); no currency.
    [[nodiscard]] std::string toDecimal(int minDecimals = 2) const;
    /// Rounded half-even to exactly `decimals` (0…6) places.
    [[nodiscard]] std::string toRounded(int decimals) const;

    [[nodiscard]] Result<Money> plus(const Money& other) const;  ///< InvalidArgument on two currencies or overflow
    [[nodiscard]] Result<Money> minus(const Money& other) const;
    constexpr bool operator==(const Money&) const = default;

private:
    std::int64_t m_micros = 0;
    Currency m_currency;
};

/// Money per hour. Kept per hour, never per second.
struct PricePerHour
{
    Money perHour;
    constexpr bool operator==(const PricePerHour&) const = default;
};

/// a·b/c rounded half-even, exact in 128 bits; c > 0. Overflow of the result saturates.
std::int64_t mulDivHalfEven(std::int64_t a, std::int64_t b, std::int64_t c);
/// (a·b + c·d)/e, the same way, rounded once.
std::int64_t mulAddDivHalfEven(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, std::int64_t e);

/// price × duration, exactly, rounded half-even once. durationMs ≥ 0.
Money priceTimesMs(PricePerHour price, std::int64_t durationMs);

/// Splits `total` by non-negative weights with the largest remainder, so that the shares sum to `total`.
/// All weights zero: everything goes to the first share. Empty weights: empty result.
std::vector<Money> splitByWeights(Money total, std::span<const std::int64_t> weights);

} // namespace yardstick
