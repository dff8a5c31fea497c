#include "core/printed.h"

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

} // namespace yardstick
