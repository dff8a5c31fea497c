#include "core/base/money.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace yardstick {
namespace {

__extension__ typedef __int128 Int128; // GCC and Clang; -Wpedantic needs the marker

constexpr std::int64_t kMicros = 1'000'000;

std::int64_t saturate(Int128 v)
{
    constexpr auto lo = std::numeric_limits<std::int64_t>::min();
    constexpr auto hi = std::numeric_limits<std::int64_t>::max();
    return v < lo ? lo : v > hi ? hi : static_cast<std::int64_t>(v);
}

Int128 divHalfEven(Int128 n, Int128 d)
{
    Int128 q = n / d;
    Int128 r = n % d;
    if (r < 0) {
        r += d;
        q -= 1;
    }
    if (2 * r > d || (2 * r == d && (q & 1))) {
        q += 1;
    }
    return q;
}

} // namespace

Result<Currency> Currency::parse(std::string_view code)
{
    Currency currency;
    if (code.size() != 3 ||
        !std::all_of(code.begin(), code.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) {
        return fail(ErrorCode::InvalidArgument,
                    "\"{0}\" is not a currency code of three capital letters such as USD.", code);
    }
    std::copy(code.begin(), code.end(), currency.m_code.begin());
    return currency;
}

Result<Money> Money::parse(std::string_view decimal, Currency currency)
{
    const auto bad = [&] {
        return fail(ErrorCode::InvalidArgument,
                    "\"{0}\" is not an amount of money such as 1.25 (at most 6 decimals).", decimal);
    };
    size_t i = 0;
    bool negative = false;
    if (i < decimal.size() && (decimal[i] == '-' || decimal[i] == '+')) {
        negative = decimal[i] == '-';
        ++i;
    }
    Int128 value = 0;
    int digits = 0;
    int decimals = -1;
    for (; i < decimal.size(); ++i) {
        const char c = decimal[i];
        if (c == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (c < '0' || c > '9' || decimals == 6 || digits > 18) {
            return bad();
        }
        value = value * 10 + (c - '0');
        ++digits;
        if (decimals >= 0) {
            ++decimals;
        }
    }
    if (digits == 0) {
        return bad();
    }
    for (int d = std::max(decimals, 0); d < 6; ++d) {
        value *= 10;
    }
    const Int128 micros = negative ? -value : value;
    if (micros != saturate(micros)) {
        return bad();
    }
    return Money(static_cast<std::int64_t>(micros), currency);
}

std::string Money::toDecimal(int minDecimals) const
{
    std::string text = toRounded(6);
    const size_t dot = text.find('.');
    while (text.size() - dot - 1 > static_cast<size_t>(std::max(minDecimals, 0)) && text.back() == '0') {
        text.pop_back();
    }
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

std::string Money::toRounded(int decimals) const
{
    decimals = std::clamp(decimals, 0, 6);
    std::int64_t scale = 1;
    for (int i = decimals; i < 6; ++i) {
        scale *= 10;
    }
    const Int128 rounded = divHalfEven(m_micros, scale); // in units of 10^-decimals
    const bool negative = rounded < 0;
    auto magnitude = static_cast<std::uint64_t>(negative ? -rounded : rounded);
    std::string digits = std::to_string(magnitude);
    if (decimals > 0) {
        if (digits.size() <= static_cast<size_t>(decimals)) {
            digits.insert(0, static_cast<size_t>(decimals) + 1 - digits.size(), '0');
        }
        digits.insert(digits.size() - static_cast<size_t>(decimals), ".");
    }
    return negative ? "-" + digits : digits;
}

Result<Money> Money::plus(const Money& other) const
{
    if (m_currency != other.m_currency) {
        return fail(ErrorCode::InvalidArgument, "{0} and {1} cannot be added without an exchange rate.",
                    m_currency.code(), other.m_currency.code());
    }
    const Int128 sum = static_cast<Int128>(m_micros) + other.m_micros;
    if (sum != saturate(sum)) {
        return fail(ErrorCode::InvalidArgument, "The sum of money is too large.");
    }
    return Money(static_cast<std::int64_t>(sum), m_currency);
}

Result<Money> Money::minus(const Money& other) const
{
    if (other.m_micros == std::numeric_limits<std::int64_t>::min()) {
        return fail(ErrorCode::InvalidArgument, "The sum of money is too large.");
    }
    return plus(Money(-other.m_micros, other.m_currency));
}

std::int64_t mulDivHalfEven(std::int64_t a, std::int64_t b, std::int64_t c)
{
    return saturate(divHalfEven(static_cast<Int128>(a) * b, c));
}

std::int64_t mulAddDivHalfEven(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, std::int64_t e)
{
    return saturate(divHalfEven(static_cast<Int128>(a) * b + static_cast<Int128>(c) * d, e));
}

Money priceTimesMs(PricePerHour price, std::int64_t durationMs)
{
    return Money(mulDivHalfEven(price.perHour.micros(), durationMs, 3'600'000), price.perHour.currency());
}

std::vector<Money> splitByWeights(Money total, std::span<const std::int64_t> weights)
{
    std::vector<Money> shares;
    if (weights.empty()) {
        return shares;
    }
    Int128 sum = 0;
    for (const std::int64_t w : weights) {
        sum += std::max<std::int64_t>(w, 0);
    }
    std::vector<std::int64_t> parts(weights.size(), 0);
    if (sum == 0) {
        parts[0] = total.micros();
    } else {
        std::vector<Int128> remainders(weights.size());
        std::int64_t given = 0;
        const std::int64_t sign = total.micros() < 0 ? -1 : 1;
        const Int128 magnitude = static_cast<Int128>(total.micros()) * sign;
        for (size_t i = 0; i < weights.size(); ++i) {
            const Int128 product = magnitude * std::max<std::int64_t>(weights[i], 0);
            parts[i] = static_cast<std::int64_t>(product / sum);
            remainders[i] = product % sum;
            given += parts[i];
        }
        std::vector<size_t> order(weights.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t x, size_t y) { return remainders[x] > remainders[y]; });
        auto left = static_cast<std::int64_t>(magnitude - given);
        for (size_t i = 0; left > 0; ++i, --left) {
            ++parts[order[i]];
        }
        for (std::int64_t& part : parts) {
            part *= sign;
        }
    }
    shares.reserve(parts.size());
    for (const std::int64_t part : parts) {
        shares.emplace_back(part, total.currency());
    }
    return shares;
}

} // namespace yardstick
