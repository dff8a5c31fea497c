#include "core/printed.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace yardstick {

std::string printedPrice(const Money& perHour)
{
    constexpr std::int64_t kFourDecimals = 100; // micro-units
    return perHour.micros() % kFourDecimals == 0 ? perHour.toDecimal(2) : printedCost(perHour);
}

std::string printedCost(const Money& cost)
{
    const std::int64_t size = std::abs(cost.micros());
    return cost.toRounded(size == 0 || size >= 1000 ? 4 : size >= 100 ? 5 : 6);
}

std::string printedSeconds(double seconds)
{
    if (std::isnan(seconds)) {
        return "NaN";
    }
    if (std::isinf(seconds)) {
        return seconds > 0 ? "∞" : "−∞";
    }
    const double size = std::abs(seconds);
    char text[64];
    const int length = std::snprintf(text, sizeof text, "%.*f", size == 0 || size >= 10 ? 1 : size >= 1 ? 2 : 3, seconds);
    return length < static_cast<int>(sizeof text) ? text : std::to_string(seconds);
}

std::string printedHalfWidth(double halfWidth, std::string_view value)
{
    constexpr int kMostDecimals = 8;
    const std::size_t dot = value.find('.');
    int decimals = dot == std::string_view::npos ? 0 : std::min(static_cast<int>(value.size() - dot - 1), kMostDecimals);
    while (decimals < kMostDecimals && halfWidth < 0.5 * std::pow(10.0, -decimals)) {
        ++decimals;
    }
    char text[64];
    const int length = std::snprintf(text, sizeof text, "%.*f", decimals, halfWidth);
    return length < static_cast<int>(sizeof text) ? text : std::to_string(halfWidth);
}

} // namespace yardstick
