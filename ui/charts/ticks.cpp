#include "ui/charts/ticks.h"

#include "ui/format.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
constexpr std::array kDurationSteps{1.0,      2.0,       5.0,       10.0,      15.0,      30.0,     kMinute,
                                    120.0,    300.0,     600.0,     900.0,     1800.0,    kHour,    2 * kHour,
                                    3 * kHour, 6 * kHour, 12 * kHour, kDay,     2 * kDay,  7 * kDay, 14 * kDay,
                                    28 * kDay};

std::vector<Tick> regular(double low, double high, double step)
{
    std::vector<Tick> ticks;
    const double tolerance = (high - low) * 1e-9;
    const double first = std::ceil((low - tolerance) / step);
    const double last = std::floor((high + tolerance) / step);
    if (!(last - first <= 1000) || std::abs(first) > 1e15) {
        return ticks; // steps that a double cannot tell apart
    }
    for (int i = 0; i <= static_cast<int>(last - first); ++i) {
        const double value = (first + i) * step;
        ticks.push_back({value, tickLabel(value, step)});
    }
    return ticks;
}

double timeStep(double rough)
{
    for (const double step : kDurationSteps) {
        if (step >= rough) {
            return step;
        }
    }
    return niceStep(rough / kDay) * kDay;
}

QString durationLabel(double seconds, double step)
{
    const QString sign = seconds < 0 ? QStringLiteral("−") : QString();
    const auto s = static_cast<qint64>(std::llround(std::abs(seconds)));
    const auto two = [](qint64 v) { return QStringLiteral("%1").arg(v, 2, 10, QLatin1Char('0')); };
    if (s == 0) {
        return QStringLiteral("0");
    }
    if (step >= kDay) {
        return sign + QStringLiteral("%1 d").arg(s / 86400);
    }
    if (s >= 86400) {
        return sign + QStringLiteral("%1 d %2:%3").arg(s / 86400).arg(two(s / 3600 % 24), two(s / 60 % 60));
    }
    if (step >= kMinute || s >= 3600) {
        const QString hm = QStringLiteral("%1:%2").arg(s / 3600).arg(two(s / 60 % 60));
        return sign + (step >= kMinute ? hm + QStringLiteral(" h") : hm + QLatin1Char(':') + two(s % 60));
    }
    return sign + QStringLiteral("%1:%2 min").arg(s / 60).arg(two(s % 60));
}

std::vector<Tick> durations(double low, double high, int maxCount)
{
    const double rough = (high - low) / maxCount;
    if (rough < 1) {
        return regular(low, high, niceStep(rough));
    }
    const double step = timeStep(rough);
    std::vector<Tick> ticks = regular(low, high, step);
    for (Tick& tick : ticks) {
        tick.label = durationLabel(tick.position, step);
    }
    return ticks;
}

std::vector<Tick> dates(double low, double high, int maxCount)
{
    const double rough = (high - low) / 1000 / maxCount;
    const double step = timeStep(std::max(rough, 1.0)); // seconds
    // Round in local time: ticks at 14:00, not at 13:00 UTC + 30 min.
    const QDateTime start = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(low));
    const double offset = start.offsetFromUtc() * 1000.0;
    std::vector<Tick> ticks;
    const double stepMs = step * 1000;
    if (std::abs(low) > 1e15 || std::abs(high) > 1e15) {
        return ticks; // 30,000 years
    }
    QDate previous;
    for (double i = std::ceil((low + offset) / stepMs); i * stepMs <= high + offset; ++i) {
        const double position = i * stepMs - offset;
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(position));
        const QString clock = time.toString(step < kMinute ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
        const QString day = time.toString(QStringLiteral("MM-dd"));
        // The date stands at the first tick of each day only, or alone where ticks are days.
        const bool newDay = previous != time.date() && (previous.isValid() || time.time() == QTime(0, 0));
        ticks.push_back({position, step >= kDay ? day : newDay ? day + QLatin1Char(' ') + clock : clock});
        previous = time.date();
        if (ticks.size() > 100) {
            return {};
        }
    }
    return ticks;
}

std::vector<Tick> powers(double low, double high, int maxCount)
{
    const double span = high - low;
    if (std::abs(low) > 330 || std::abs(high) > 330) {
        return {}; // no double has such a logarithm
    }
    if (span < 0.7) {
        // Less than most of a decade: round values, placed at their logarithm.
        std::vector<Tick> ticks;
        for (Tick& tick : makeTicks(std::pow(10.0, low), std::pow(10.0, high), AxisKind::Number, maxCount)) {
            if (tick.position > 0) {
                ticks.push_back({std::log10(tick.position), tick.label});
            }
        }
        return ticks;
    }
    const std::array<double, 3> oneTwoFive{1, 2, 5};
    const bool between = span * 3 <= maxCount;
    const double stride = std::max(1.0, std::ceil(span / maxCount));
    std::vector<Tick> ticks;
    for (double decade = std::floor(low / stride) * stride; decade <= high; decade += stride) {
        for (const double factor : oneTwoFive) {
            if (factor > 1 && !between) {
                break;
            }
            const double position = decade + std::log10(factor);
            if (position >= low - 1e-9 && position <= high + 1e-9) {
                ticks.push_back({position, tickLabel(std::pow(10.0, decade) * factor, std::pow(10.0, decade))});
            }
        }
    }
    return ticks;
}

} // namespace

double niceStep(double rough)
{
    if (!(rough > 0) || !std::isfinite(rough)) {
        return 1;
    }
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough * (1 - 1e-12)) {
            return factor * power;
        }
    }
    return 10 * power;
}

QString tickLabel(double value, double step)
{
    if (std::abs(value) < step * 1e-6) {
        return QStringLiteral("0");
    }
    const double magnitude = std::abs(value);
    if (magnitude >= 1e6 || magnitude < 1e-4) {
        const int digits = std::clamp(static_cast<int>(std::floor(std::log10(magnitude) - std::log10(step) + 1e-9)), 0, 12);
        const double power = std::floor(std::log10(magnitude) + 1e-12);
        return QStringLiteral("%1e%2").arg(QString::number(value / std::pow(10.0, power), 'f', digits)).arg(power);
    }
    const int decimals = std::clamp(-static_cast<int>(std::floor(std::log10(step) + 1e-9)), 0, 12);
    return QString::number(value, 'f', decimals);
}

std::vector<Tick> makeTicks(double low, double high, AxisKind kind, int maxCount)
{
    if (!std::isfinite(low) || !std::isfinite(high) || !(high > low)) {
        return {};
    }
    maxCount = std::max(2, maxCount);
    std::vector<Tick> ticks;
    switch (kind) {
    case AxisKind::Number:
        ticks = regular(low, high, niceStep((high - low) / maxCount));
        break;
    case AxisKind::Integer:
        ticks = regular(low, high, std::max(1.0, niceStep((high - low) / maxCount)));
        break;
    case AxisKind::Duration:
        ticks = durations(low, high, maxCount);
        break;
    case AxisKind::DateTime:
        ticks = dates(low, high, maxCount);
        break;
    case AxisKind::Log:
        ticks = powers(low, high, maxCount);
        break;
    }
    // Two positions may round to one label in a range narrower than a double can tell apart.
    ticks.erase(std::unique(ticks.begin(), ticks.end(), [](const Tick& a, const Tick& b) { return a.label == b.label; }),
                ticks.end());
    return ticks;
}

} // namespace yardstick::ui
