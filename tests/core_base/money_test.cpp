// Money: exact text, exact products, currencies kept apart. Random cases are checked against decimal
// arithmetic on strings or 128-bit integers written differently.
#include "core/base/money.h"
#include "tests/core_base/money_cases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace yardstick {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

__extension__ typedef __int128 Wide;

TEST(Money, readsDecimals)
{
    const std::vector<std::pair<const char*, std::int64_t>> table{
        {"1.25", 1250000},
        {"-0.000001", -1},
        {"0", 0},
        {"+3", 3000000},
        {"0.504", 504000},
        {".5", 500000},
        {"007", 7000000},
        {"1000000", 1000000000000},
        {"9223372036854.775807", kMost},
        {"-9223372036854.775808", kLeast},
    };
    for (const auto& [text, micros] : table) {
        const auto money = Money::parse(text, kUsd);
        ASSERT_TRUE(money) << text;
        EXPECT_EQ(money->micros(), micros) << text;
    }
}

TEST(Money, refusesWhatIsNoExactAmount)
{
    for (const char* text :
         {"", "-", ".", "1.2345678", "1,25", "1e3", "abc", "1.2.3", " 1", "1 ", "NaN", "inf", "--1", "0x10",
          "9223372036854.775808", "-9223372036854.775809", "99999999999999999999"}) {
        const auto money = Money::parse(text, kUsd);
        EXPECT_FALSE(money) << text;
        EXPECT_EQ(money.error().code, ErrorCode::InvalidArgument) << text;
    }
}

TEST(Money, writesWhatItReads)
{
    std::mt19937_64 rng(1);
    for (int i = 0; i < 20000; ++i) {
        const auto micros = static_cast<std::int64_t>(rng()) >> (rng() % 63);
        const Money money(micros, kEur);
        ASSERT_EQ(Money::parse(money.toDecimal(), kEur).value(), money) << micros;
        ASSERT_EQ(Money::parse(money.toRounded(6), kEur).value(), money) << micros;
    }
    for (const std::int64_t micros : {kMost, kLeast, std::int64_t{0}}) {
        EXPECT_EQ(Money::parse(Money(micros, kUsd).toDecimal(), kUsd)->micros(), micros);
    }
    EXPECT_EQ(Money(360000, kUsd).toDecimal(), "0.36");
    EXPECT_EQ(Money(9600, kUsd).toDecimal(), "0.0096");
    EXPECT_EQ(Money(2000000, kUsd).toDecimal(), "2.00");
    EXPECT_EQ(Money(2000000, kUsd).toDecimal(0), "2");
    EXPECT_EQ(Money(-1, kUsd).toDecimal(), "-0.000001");
}

TEST(Money, roundsHalfToEven)
{
    const std::vector<std::tuple<std::int64_t, int, const char*>> table{
        {10150, 4, "0.0102"},
        {10250, 4, "0.0102"},
        {10350, 4, "0.0104"},
        {10251, 4, "0.0103"},
        {-10250, 4, "-0.0102"},
        {-10350, 4, "-0.0104"},
        {500000, 0, "0"},
        {1500000, 0, "2"},
        {2500000, 0, "2"},
        {-400000, 0, "0"},
        {999999, 2, "1.00"},
        {kMost, 6, "9223372036854.775807"},
        {kLeast, 2, "-9223372036854.78"},
    };
    for (const auto& [micros, decimals, text] : table) {
        EXPECT_EQ(Money(micros, kUsd).toRounded(decimals), text) << micros;
    }
}

TEST(Money, keepsCurrenciesApart)
{
    const Money usd(1, kUsd);
    const Money eur(1, kEur);
    EXPECT_NE(usd, eur);
    for (const auto& sum : {usd.plus(eur), usd.minus(eur)}) {
        ASSERT_FALSE(sum);
        EXPECT_EQ(sum.error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(sum.error().message(), "USD and EUR cannot be added without an exchange rate.");
    }
    EXPECT_EQ(usd.plus(Money(2, kUsd))->micros(), 3);
    EXPECT_FALSE(Money(kMost, kUsd).plus(usd));
    EXPECT_FALSE(Money(kLeast, kUsd).minus(usd));
    for (const char* code : {"usd", "US", "USDT", "", "U D"}) {
        EXPECT_FALSE(Currency::parse(code)) << code;
    }
}

TEST(Money, multipliesAndDividesExactlyWithOneRounding)
{
    std::mt19937_64 rng(2);
    for (int i = 0; i < 50000; ++i) {
        const auto a = static_cast<std::int64_t>(rng()) >> (rng() % 50);
        const auto b = static_cast<std::int64_t>(rng() >> (1 + rng() % 50));
        const auto c = std::max<std::int64_t>(1, static_cast<std::int64_t>(rng() >> (1 + rng() % 50)));
        const std::int64_t q = mulDivHalfEven(a, b, c);
        if (q == kMost || q == kLeast) {
            continue;
        }
        // |a·b − q·c| ≤ c/2, and on a tie q is even.
        const Wide left = static_cast<Wide>(a) * b - static_cast<Wide>(q) * c;
        const Wide twice = (left < 0 ? -left : left) * 2;
        ASSERT_LE(twice, c) << a << " " << b << " " << c;
        ASSERT_TRUE(twice != c || q % 2 == 0) << a << " " << b << " " << c;
        ASSERT_EQ(mulAddDivHalfEven(a, b, 0, 0, c), q);
        ASSERT_EQ(mulAddDivHalfEven(0, 1, a, b, c), q);
    }
    EXPECT_EQ(mulDivHalfEven(1, 1, 2), 0);
    EXPECT_EQ(mulDivHalfEven(3, 1, 2), 2);
    EXPECT_EQ(mulDivHalfEven(-1, 1, 2), 0);
    EXPECT_EQ(mulDivHalfEven(-3, 1, 2), -2);
    EXPECT_EQ(mulDivHalfEven(kMost, kMost, 1), kMost) << "saturates";
    EXPECT_EQ(mulDivHalfEven(kLeast, kMost, 1), kLeast) << "saturates";
    EXPECT_EQ(mulAddDivHalfEven(1, 1, 1, 2, 2), 2) << "1.5 rounded once, not 0 + 1";
}

TEST(Money, pricesTimeExactly)
{
    const PricePerHour price{Money::parse("3.06", kUsd).value()};
    EXPECT_EQ(priceTimesMs(price, 3'600'000).toDecimal(), "3.06");
    EXPECT_EQ(priceTimesMs(price, 1).micros(), 1) << "0.85 micro-units";
    EXPECT_EQ(priceTimesMs(price, 0).micros(), 0);
    // A second of 0.36/h is 0.0001 exactly; price per second would have lost digits of other prices.
    EXPECT_EQ(priceTimesMs({Money(360000, kUsd)}, 1000).micros(), 100);
}

TEST(Money, splitsIntoSharesThatSumToTheTotal)
{
    std::mt19937_64 rng(3);
    for (int i = 0; i < 5000; ++i) {
        const auto total = static_cast<std::int64_t>(rng()) >> (rng() % 63);
        std::vector<std::int64_t> weights(1 + rng() % 8);
        for (std::int64_t& w : weights) {
            w = rng() % 4 == 0 ? 0 : static_cast<std::int64_t>(rng() >> (1 + rng() % 62));
        }
        const auto shares = splitByWeights(Money(total, kEur), weights);
        ASSERT_EQ(shares.size(), weights.size());
        Wide sum = 0;
        Wide weightSum = 0;
        for (size_t k = 0; k < shares.size(); ++k) {
            sum += shares[k].micros();
            weightSum += weights[k];
            EXPECT_EQ(shares[k].currency(), kEur);
        }
        ASSERT_EQ(sum, static_cast<Wide>(total));
        for (size_t k = 0; weightSum > 0 && k < shares.size(); ++k) {
            const long double exact = static_cast<long double>(total) * static_cast<long double>(weights[k]) /
                                      static_cast<long double>(weightSum);
            ASSERT_LE(std::abs(static_cast<long double>(shares[k].micros()) - exact),
                      1 + std::abs(exact) * 1e-15L)
                << "share off by more than one unit";
        }
    }
    const std::vector<std::int64_t> thirds{1, 1, 1};
    const auto shares = splitByWeights(Money(100, kUsd), thirds);
    EXPECT_EQ(shares[0].micros() + shares[1].micros() + shares[2].micros(), 100);
    EXPECT_EQ(shares[0].micros(), 34);
    const std::vector<std::int64_t> none{0, 0};
    EXPECT_EQ(splitByWeights(Money(7, kUsd), none)[0].micros(), 7);
    EXPECT_TRUE(splitByWeights(Money(7, kUsd), {}).empty());
}

} // namespace
} // namespace yardstick
