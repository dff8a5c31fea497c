// Exchange rates: which one is in force, and that conversion is exact and rounded once.
#include "core/base/exchange.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace yardstick {
namespace {

Currency code(const char* text)
{
    return *Currency::parse(text);
}

FxRate rate(std::int64_t id, const char* from, const char* to, const char* decimal, UtcMs since)
{
    return {FxRateId(id), code(from), code(to), *parseFxNanos(decimal), since, "test", 1};
}

TEST(Exchange, ratesAreExactDecimals)
{
    EXPECT_EQ(parseFxNanos("1.08"), 1'080'000'000);
    EXPECT_EQ(parseFxNanos("0.000000001"), 1);
    EXPECT_EQ(parseFxNanos("157"), 157'000'000'000);
    EXPECT_EQ(parseFxNanos("999999999.999999999"), 999'999'999'999'999'999);
    for (const char* bad : {"", ".", ".5", "0", "0.0", "-1", "+1", "1e3", "1,08", "1.0000000001", "1000000000", "1.0.8", " 1", "NaN"}) {
        const auto parsed = parseFxNanos(bad);
        ASSERT_FALSE(parsed) << bad;
        EXPECT_EQ(parsed.error().code, ErrorCode::InvalidArgument);
    }
    for (const char* text : {"1.08", "0.000000001", "157.0", "999999999.999999999"}) {
        EXPECT_EQ(rate(1, "EUR", "USD", text, 0).decimal(), text);
    }
}

TEST(Exchange, theNewestInForceWinsInEitherDirection)
{
    const FxRates rates({rate(1, "EUR", "USD", "1.10", 100), rate(2, "USD", "EUR", "0.8", 200), rate(3, "EUR", "USD", "1.20", 300),
                         rate(4, "EUR", "USD", "1.21", 300), rate(5, "USD", "CNY", "7.2", 100)});
    const auto at = [&](UtcMs t) { return rates.between(code("EUR"), code("USD"), t); };
    EXPECT_FALSE(at(99)) << "not in force yet";
    EXPECT_EQ(at(100)->id, FxRateId(1));
    EXPECT_EQ(at(250)->id, FxRateId(2));
    EXPECT_EQ(at(300)->id, FxRateId(4)) << "of two with one date the later entered";
    EXPECT_EQ(rates.between(code("USD"), code("EUR"), 250)->id, FxRateId(2));
    EXPECT_FALSE(rates.between(code("EUR"), code("CNY"), 300)) << "no chains";
    EXPECT_FALSE(rates.between(code("USD"), code("USD"), 300));
}

TEST(Exchange, convertsBothWaysRoundedHalfEvenOnce)
{
    const FxRate euro = rate(1, "EUR", "USD", "1.08", 0);
    EXPECT_EQ(converted(Money(1'000'000, code("EUR")), code("USD"), euro)->toDecimal(), "1.08");
    EXPECT_EQ(converted(Money(1'080'000, code("USD")), code("EUR"), euro)->toDecimal(), "1.00");
    const FxRate half = rate(2, "EUR", "USD", "0.5", 0);
    EXPECT_EQ(converted(Money(1, code("EUR")), code("USD"), half)->micros(), 0) << "0.5 to even";
    EXPECT_EQ(converted(Money(3, code("EUR")), code("USD"), half)->micros(), 2) << "1.5 to even";
    EXPECT_EQ(converted(Money(7, code("USD")), code("USD"), half)->micros(), 7);
    EXPECT_EQ(converted(Money(7, code("CNY")), code("USD"), half).error().code, ErrorCode::NotFound);
    EXPECT_EQ(converted(Money(INT64_MAX, code("EUR")), code("USD"), euro).error().code, ErrorCode::InvalidArgument);
}

TEST(Exchange, agreesWithWideArithmetic)
{
    std::mt19937_64 rng(31);
    for (int i = 0; i < 5000; ++i) {
        const std::int64_t micros = std::uniform_int_distribution<std::int64_t>(-2'000'000'000, 2'000'000'000)(rng);
        FxRate r = rate(1, "EUR", "USD", "1", 0);
        r.nanos = std::uniform_int_distribution<std::int64_t>(100'000'000, 9'000'000'000)(rng);
        const long double exact = static_cast<long double>(micros) * static_cast<long double>(r.nanos) / 1e9L;
        const Money there = *converted(Money(micros, code("EUR")), code("USD"), r);
        ASSERT_LE(std::abs(static_cast<long double>(there.micros()) - exact), 0.5L + 1e-9L);
        // Back again: off by no more than what the one rounding was worth.
        const Money back = *converted(there, code("EUR"), r);
        const long double slack = 0.5L * 1e9L / static_cast<long double>(r.nanos) + 0.5L + 1e-9L;
        ASSERT_LE(std::abs(static_cast<long double>(back.micros() - micros)), slack);
    }
}

} // namespace
} // namespace yardstick
