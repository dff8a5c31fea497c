#include "core/base/student_t.h"

#include <algorithm>
#include <cmath>

namespace yardstick {
namespace {

/// Continued fraction of the incomplete beta function, by Lentz's method (Abramowitz and Stegun 26.5.8).
double betaFraction(double a, double b, double x)
{
    constexpr double kTiny = 1e-300;
    const auto away = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
    double c = 1;
    double d = 1 / away(1 - (a + b) * x / (a + 1));
    double h = d;
    for (int m = 1; m <= 500; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / away(1 + even * d);
        c = away(1 + even / c);
        h *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away(1 + odd * d);
        c = away(1 + odd / c);
        const double step = d * c;
        h *= step;
        if (std::abs(step - 1) < 1e-14) {
            break;
        }
    }
    return h;
}

double regularizedBeta(double a, double b, double x)
{
    if (x <= 0 || x >= 1) {
        return x <= 0 ? 0 : 1;
    }
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * betaFraction(a, b, x) / a
                                     : 1 - front * betaFraction(b, a, 1 - x) / b;
}

} // namespace

double studentT975(double degreesOfFreedom)
{
    const double df = std::max(1.0, degreesOfFreedom);
    double low = 1.9;
    double high = 13;
    for (int i = 0; i < 60; ++i) {
        const double t = (low + high) / 2;
        (bothTails(t, df) > 0.05 ? low : high) = t;
    }
    return (low + high) / 2;
}

double bothTails(double t, double degreesOfFreedom)
{
    // I_x(df/2, 1/2) with x = df/(df + t²).
    return regularizedBeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + t * t));
}

} // namespace yardstick
