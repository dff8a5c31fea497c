// Ticks: round positions and labels for an axis: numbers, whole numbers, powers of ten, durations and dates. Pure; the
// axis itself is drawn by Qt Charts. Labels are for display (dot decimals, "NaN" never occurs).
#pragma once

#include <QString>

#include <vector>

namespace yardstick::ui {

enum class AxisKind {
    Number,
    Integer,  ///< epochs, steps: never a fraction
    Duration, ///< seconds; ticks at round minutes, hours, days
    DateTime, ///< UTC ms; ticks at round local times
    Log,      ///< the axis holds log10(value); labels show the value
};

struct Tick
{
    double position = 0; ///< in axis units
    QString label;
};

/// Ticks inside [low, high] (a little tolerance), ascending, labels all different, at most `maxCount` of them and two or
/// more where the range allows. Empty when the range is empty or not finite.
std::vector<Tick> makeTicks(double low, double high, AxisKind kind, int maxCount);

/// 1, 2, 5 × 10^k, the smallest that is ≥ `rough`.
double niceStep(double rough);
/// Value with as many decimals as `step` needs; large and tiny values in exponent form.
QString tickLabel(double value, double step);

} // namespace yardstick::ui
