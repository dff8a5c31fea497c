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

std::string printedDuration(double seconds)
{
    if (!std::isfinite(seconds) || seconds > 1e15) {
        return printedSeconds(seconds) + " s";
    }
    const auto s = static_cast<std::int64_t>(std::llround(std::max(0.0, seconds)));
    const auto two = [](std::int64_t v) { return (v < 10 ? "0" : "") + std::to_string(v); };
    if (s < 60) {
        return std::to_string(s) + " s";
    }
    if (s < 3600) {
        return std::to_string(s / 60) + " min " + two(s % 60) + " s";
    }
    if (s < 86400) {
        return std::to_string(s / 3600) + " h " + two(s / 60 % 60) + " min";
    }
    return std::to_string(s / 86400) + " d " + std::to_string(s / 3600 % 24) + " h";
}

} // namespace yardstick
