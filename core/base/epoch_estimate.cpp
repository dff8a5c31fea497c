#include "core/base/epoch_estimate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

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

double meanOf(const std::vector<double>& values)
{
    return values.empty()
               ? 0
               : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double medianOf(std::vector<double> values)
{
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Lag-1 autocorrelation within attempts, 0…0.99; negative ones count as none, so that they never narrow the
/// interval.
double autocorrelation(const std::vector<double>& values, const std::vector<int>& attempts, double mean)
{
    double products = 0;
    double squares = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        squares += (values[i] - mean) * (values[i] - mean);
        if (i > 0 && attempts[i] == attempts[i - 1]) {
            products += (values[i] - mean) * (values[i - 1] - mean);
        }
    }
    if (squares <= 0) {
        return 0;
    }
    const double r = products / squares;
    return std::clamp(r + (1 + 4 * r) / static_cast<double>(values.size()), 0.0, 0.99);
}

void fillInterval(EpochEstimate& e, const std::vector<double>& values, const std::vector<int>& attempts)
{
    double squares = 0;
    for (const double v : values) {
        squares += (v - e.mean) * (v - e.mean);
    }
    const double n = e.n;
    e.standardDeviation = e.n > 1 ? std::sqrt(squares / (n - 1)) : 0;
    e.low95 = e.high95 = e.mean;
    if (e.n < kLeastEpochs) {
        return;
    }
    e.basis = Basis::Measured;
    const double r = autocorrelation(values, attempts, e.mean);
    e.effectiveN = std::max(2.0, n * (1 - r) / (1 + r));
    e.standardError = e.standardDeviation / std::sqrt(e.effectiveN);
    const double half = studentT975(e.effectiveN - 1) * e.standardError;
    e.low95 = std::max(0.0, e.mean - half);
    e.high95 = e.mean + half;
}

} // namespace

std::string_view toString(Basis basis)
{
    switch (basis) {
    case Basis::Measured:
        return "measured";
    case Basis::Derived:
        return "derived";
    case Basis::Insufficient:
        break;
    }
    return "insufficient";
}

EpochEstimate estimateEpochs(std::span<const EpochSample> samples)
{
    EpochEstimate e;
    std::vector<double> values[2]; // with mosaic, without
    std::vector<int> attempts[2];
    for (const EpochSample& s : samples) {
        if (!std::isfinite(s.seconds) || s.seconds <= 0) {
            ++e.leftOutInvalid;
        } else if (s.firstOfAttempt) {
            ++e.droppedFirst;
        } else if (s.shared) {
            ++e.leftOutShared;
        } else {
            values[s.mosaicOff].push_back(s.seconds);
            attempts[s.mosaicOff].push_back(s.attempt);
        }
    }
    e.tailIsStratum = values[1].size() > values[0].size();
    const std::vector<double>& stratum = values[e.tailIsStratum];
    const std::vector<double>& other = values[!e.tailIsStratum];
    e.n = static_cast<int>(stratum.size());
    e.mean = meanOf(stratum);
    e.median = medianOf(stratum);
    e.leftOutStratum = static_cast<int>(other.size());
    e.otherMean = meanOf(other);
    fillInterval(e, stratum, attempts[e.tailIsStratum]);
    return e;
}

EpochEstimate derivedEstimate(double meanSeconds, int n)
{
    EpochEstimate e;
    if (std::isfinite(meanSeconds) && meanSeconds > 0) {
        e.basis = Basis::Derived;
        e.n = n;
        e.mean = e.median = e.low95 = e.high95 = meanSeconds;
    }
    return e;
}

double studentT975(double degreesOfFreedom)
{
    const double df = std::max(1.0, degreesOfFreedom);
    double low = 1.9;
    double high = 13;
    for (int i = 0; i < 60; ++i) {
        const double t = (low + high) / 2;
        // Both tails beyond t: I_x(df/2, 1/2) with x = df/(df + t²) (Abramowitz and Stegun 26.7.1).
        const double tails = regularizedBeta(df / 2, 0.5, df / (df + t * t));
        (tails > 0.05 ? low : high) = t;
    }
    return (low + high) / 2;
}

} // namespace yardstick
