#include "core/base/time.h"

#include <gtest/gtest.h>

#include <random>

namespace yardstick {
namespace {

TEST(Time, readsBackWhatItWrites)
{
    std::mt19937_64 rng(4);
    for (int i = 0; i < 20000; ++i) {
        // Years 0001 to 9999.
        const UtcMs t = std::uniform_int_distribution<std::int64_t>(-62135596800000, 253402300799999)(rng);
        ASSERT_EQ(parseUtc(formatUtc(t)).value(), t) << formatUtc(t);
    }
}

TEST(Time, knowsFixedPoints)
{
    EXPECT_EQ(formatUtc(0), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(formatUtc(-1), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(formatUtc(951782400000), "2000-02-29T00:00:00.000Z");
    EXPECT_EQ(parseUtc("2023-03-23").value(), 1679529600000);
    EXPECT_EQ(parseUtc("2023-03-23T00:00:01Z").value(), 1679529601000);
    EXPECT_EQ(parseUtc("2023-03-23 00:00:01.5Z").value(), 1679529601500);
    EXPECT_EQ(parseUtc("2023-03-23T00:00:01.123456Z").value(), 1679529601123) << "finer digits are cut";
}

TEST(Time, refusesWhatIsNoTime)
{
    for (const char* text :
         {"", "yesterday", "2023-02-30", "2023-13-01", "2023-03-23T25:00:00Z", "2023-03-23T00:60:00Z",
          "2023-03-23T00:00", "2023-03-23X", "2023-03-23T00:00:00Zjunk", "2023-03-23T-1:00:00Z", "23.3.2023",
          "2023-03-23T00:00:00+02:00"}) {
        const auto t = parseUtc(text);
        EXPECT_FALSE(t) << text;
        EXPECT_EQ(t.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(Time, startsTheDayAtMidnightUtc)
{
    std::mt19937_64 rng(5);
    for (int i = 0; i < 10000; ++i) {
        const UtcMs t =
            std::uniform_int_distribution<std::int64_t>(-10'000'000'000'000, 10'000'000'000'000)(rng);
        const UtcMs day = startOfUtcDay(t);
        ASSERT_LE(day, t);
        ASSERT_GT(day + 86'400'000, t);
        ASSERT_EQ(day % 86'400'000, 0);
    }
    EXPECT_EQ(startOfUtcDay(-1), -86'400'000);
    EXPECT_EQ(startOfUtcDay(-86'400'000), -86'400'000);
}

TEST(Time, monotonicClockNeverGoesBack)
{
    double last = monotonicSeconds();
    for (int i = 0; i < 1000; ++i) {
        const double now = monotonicSeconds();
        ASSERT_GE(now, last);
        last = now;
    }
}

} // namespace
} // namespace yardstick
