// Ticks and view ranges: pure functions behind the axes.
#include "ui/charts/ticks.h"
#include "ui/charts/view_range.h"

#include <gtest/gtest.h>

#include <QDateTime>
#include <QSet>

#include <cmath>
#include <limits>

namespace yardstick::ui {
namespace {

QStringList labels(const std::vector<Tick>& ticks)
{
    QStringList out;
    for (const Tick& tick : ticks) {
        out << tick.label;
    }
    return out;
}

TEST(Ticks, numbersStandAtRoundPlaces)
{
    EXPECT_EQ(labels(makeTicks(0, 1, AxisKind::Number, 5)).join(u' ').toStdString(), "0 0.2 0.4 0.6 0.8 1.0");
    EXPECT_EQ(labels(makeTicks(83.2, 97.9, AxisKind::Number, 4)).join(u' ').toStdString(), "85 90 95");
    EXPECT_EQ(labels(makeTicks(-0.02, 0.031, AxisKind::Number, 4)).join(u' ').toStdString(), "-0.02 0 0.02");
    EXPECT_EQ(labels(makeTicks(0, 4e6, AxisKind::Number, 4)).join(u' ').toStdString(), "0 1e6 2e6 3e6 4e6");
    EXPECT_EQ(labels(makeTicks(0, 0.00009, AxisKind::Number, 4)).join(u' ').toStdString(), "0 5e-5");
}

TEST(Ticks, wholeNumbersNeverGetAFraction)
{
    EXPECT_EQ(labels(makeTicks(1, 3, AxisKind::Integer, 10)).join(u' ').toStdString(), "1 2 3");
    EXPECT_EQ(labels(makeTicks(1, 50, AxisKind::Integer, 5)).join(u' ').toStdString(), "10 20 30 40 50");
    EXPECT_TRUE(makeTicks(1.2, 1.4, AxisKind::Integer, 5).empty());
}

TEST(Ticks, durationsStandAtRoundClockTimes)
{
    EXPECT_EQ(labels(makeTicks(0, 3600, AxisKind::Duration, 5)).join(u' ').toStdString(), "0 0:15 h 0:30 h 0:45 h 1:00 h");
    EXPECT_EQ(labels(makeTicks(0, 60, AxisKind::Duration, 4)).join(u' ').toStdString(), "0 0:15 min 0:30 min 0:45 min 1:00 min");
    const auto days = makeTicks(0, 5 * 86400, AxisKind::Duration, 6);
    EXPECT_EQ(days.back().label.toStdString(), "5 d");
}

TEST(Ticks, datesStandAtRoundLocalTimes)
{
    const double start = static_cast<double>(QDateTime(QDate(2026, 11, 29), QTime(22, 10)).toMSecsSinceEpoch());
    const auto ticks = makeTicks(start, start + 4 * 3600e3, AxisKind::DateTime, 5);
    EXPECT_EQ(labels(ticks).join(u'|').toStdString(), "23:00|11-30 00:00|01:00|02:00");
}

TEST(Ticks, logLabelsShowTheValue)
{
    EXPECT_EQ(labels(makeTicks(-3, 0, AxisKind::Log, 5)).join(u' ').toStdString(), "0.001 0.01 0.1 1");
    EXPECT_EQ(labels(makeTicks(0, 1, AxisKind::Log, 6)).join(u' ').toStdString(), "1 2 5 10");
    // Less than a decade still has more than one label.
    EXPECT_GE(makeTicks(std::log10(0.52), std::log10(0.91), AxisKind::Log, 5).size(), 2U);
}

TEST(Ticks, surviveEveryRange)
{
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const double low : {0.0, -1e300, 1e-300, 5.0, std::nan(""), -inf}) {
        for (const double high : {1e-300, 1.0, 5.0, 5.0 + 1e-15, 1e300, inf, std::nan("")}) {
            for (const AxisKind kind : {AxisKind::Number, AxisKind::Integer, AxisKind::Duration, AxisKind::Log}) {
                const auto ticks = makeTicks(low, high, kind, 6);
                EXPECT_LT(ticks.size(), 200U);
                QSet<QString> seen;
                for (const Tick& tick : ticks) {
                    EXPECT_TRUE(std::isfinite(tick.position));
                    EXPECT_FALSE(seen.contains(tick.label)) << tick.label.toStdString();
                    seen.insert(tick.label);
                }
            }
        }
    }
}

TEST(ViewRange, newDataMovesAnAutomaticRangeOnly)
{
    ViewRange range;
    range.setData(1, 10, false);
    EXPECT_EQ(range.high(), 10);
    range.fix(2, 4);
    range.setData(1, 20, false);
    EXPECT_EQ(range.low(), 2);
    EXPECT_EQ(range.high(), 4);
    range.reset();
    range.setData(1, 20, false);
    EXPECT_EQ(range.high(), 20);
}

TEST(ViewRange, followSlidesAFixedRange)
{
    ViewRange range;
    range.setData(0, 100, true);
    range.fix(80, 100);
    range.setData(0, 110, true);
    EXPECT_EQ(range.low(), 90);
    EXPECT_EQ(range.high(), 110);
}

TEST(ViewRange, followLeavesAViewOfThePastAlone)
{
    ViewRange range;
    range.setData(0, 100, true);
    range.fix(20, 40);
    range.setData(0, 110, true);
    EXPECT_EQ(range.low(), 20);
    EXPECT_EQ(range.high(), 40);
    range.toEnd();
    EXPECT_EQ(range.high(), 110);
    EXPECT_EQ(range.low(), 90);
}

TEST(ViewRange, refusesWhatIsNoRange)
{
    ViewRange range;
    range.setData(0, 1, false);
    range.fix(5, 5);
    EXPECT_FALSE(range.fixed());
    range.fix(std::nan(""), 2);
    EXPECT_FALSE(range.fixed());
    for (int i = 0; i < 200; ++i) {
        range.zoom(0.5, 0.25); // ends where a double cannot follow
    }
    EXPECT_GT(range.high(), range.low());
    range.setData(3, 3, false);
    range.reset();
    range.setData(3, 3, false);
    EXPECT_GT(range.high(), range.low());
}

} // namespace
} // namespace yardstick::ui
