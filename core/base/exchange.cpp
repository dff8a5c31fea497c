#include "core/base/exchange.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace yardstick {
namespace {

constexpr std::int64_t kNanos = 1'000'000'000;
constexpr size_t kFxDecimals = 9;

} // namespace

std::string FxRate::decimal() const
{
    std::string fraction = std::to_string(nanos % kNanos);
    fraction.insert(0, kFxDecimals - fraction.size(), '0');
    while (fraction.size() > 1 && fraction.back() == '0') {
        fraction.pop_back();
    }
    return std::to_string(nanos / kNanos) + "." + fraction;
}

Result<std::int64_t> parseFxNanos(std::string_view decimal)
{
    const size_t dot = std::min(decimal.find('.'), decimal.size());
    const std::string_view whole = decimal.substr(0, dot);
    const std::string_view fraction = decimal.substr(std::min(dot + 1, decimal.size()));
    const auto isDigits = [](std::string_view s) { return std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; }); };
    std::int64_t nanos = 0;
    if (!whole.empty() && whole.size() <= kFxDecimals && fraction.size() <= kFxDecimals && isDigits(whole) && isDigits(fraction)) {
        for (const char c : whole) {
            nanos = nanos * 10 + (c - '0');
        }
        for (size_t i = 0; i < kFxDecimals; ++i) {
            nanos = nanos * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
        }
    }
    if (nanos <= 0) {
        return fail(ErrorCode::InvalidArgument, "\"{0}\" is not an exchange rate such as 1.08: above 0, at most 9 decimals.", decimal);
    }
    return nanos;
}

FxRates::FxRates(std::vector<FxRate> rates)
    : m_rates(std::move(rates))
{
    std::stable_sort(m_rates.begin(), m_rates.end(),
                     [](const FxRate& a, const FxRate& b) { return std::tie(a.validFromMs, a.id) < std::tie(b.validFromMs, b.id); });
}

std::optional<FxRate> FxRates::between(Currency a, Currency b, UtcMs t) const
{
    for (auto rate = m_rates.rbegin(); a != b && rate != m_rates.rend(); ++rate) {
        const bool leads = (rate->from == a && rate->to == b) || (rate->from == b && rate->to == a);
        if (leads && rate->validFromMs <= t) {
            return *rate;
        }
    }
    return std::nullopt;
}

Result<Money> converted(const Money& amount, Currency to, const FxRate& rate)
{
    if (amount.currency() == to) {
        return amount;
    }
    std::int64_t micros = 0;
    if (rate.nanos > 0 && rate.from == amount.currency() && rate.to == to) {
        micros = mulDivHalfEven(amount.micros(), rate.nanos, kNanos);
    } else if (rate.nanos > 0 && rate.to == amount.currency() && rate.from == to) {
        micros = mulDivHalfEven(amount.micros(), kNanos, rate.nanos);
    } else {
        return fail(ErrorCode::NotFound, "There is no exchange rate from {0} to {1}: enter one with yardstick fx set.", amount.currency().code(),
                    to.code());
    }
    if (micros == std::numeric_limits<std::int64_t>::max() || micros == std::numeric_limits<std::int64_t>::min()) {
        return fail(ErrorCode::InvalidArgument, "The amount is too large in {0}.", to.code());
    }
    return Money(micros, to);
}

} // namespace yardstick
