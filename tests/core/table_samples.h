// Tables that the export tests share: every kind of cell, and text that each format must escape.
#pragma once

#include "core/export/table.h"

#include <cmath>
#include <limits>

namespace yardstick::exports {

inline Money usd(const char* amount) { return *Money::parse(amount, *Currency::parse("USD")); }
inline Money eur(const char* amount) { return *Money::parse(amount, *Currency::parse("EUR")); }

inline Cell cell() { return {}; }
template <typename T> Cell cell(T value, double plusMinus = 0, bool best = false)
{
    Cell c;
    if constexpr (std::is_convertible_v<T, std::string>) {
        c.value = std::string(value);
    } else if constexpr (std::is_same_v<T, int>) {
        c.value = static_cast<std::int64_t>(value);
    } else {
        c.value = value;
    }
    c.plusMinus = plusMinus;
    c.best = best;
    return c;
}

inline Table trickyTable()
{
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInf = std::numeric_limits<double>::infinity();
    Table t;
    t.caption = "Runs & their <cost> | 50% of #1_x";
    t.label = "runs";
    t.columns = {{.id = "id", .unit = ""},
                 {.id = "name", .unit = ""},
                 {.id = "map50", .unit = "", .digits = 3, .lowerIsBetter = false},
                 {.id = "epoch_seconds", .unit = "s"},
                 {.id = "price_per_hour", .unit = "USD/h"},
                 {.id = "cost_per_epoch", .unit = "", .digits = 4},
                 {.id = "published", .unit = ""}};
    const auto row = [&](auto... cells) { t.rows.push_back({cells...}); };
    row(cell(1), cell("plain"), cell(0.5, 0.25), cell(183.6, 0.75), cell(usd("0.20")), cell(usd("0.0102")), cell(true));
    row(cell(2), cell("=1+1"), cell(1.0 / 3), cell(96.0), cell(usd("0.504")), cell(usd("0.0098"), 0.0005, true), cell(false));
    row(cell(3), cell("a,b\t\"c\"\nd"), cell(kNaN), cell(kInf), cell(), cell(), cell());
    row(cell(4), cell("50% & <b>|x|_y {z} ~ ^ \\ $ # -- [q] * `k`"), cell(-kInf), cell(1.2345e-7), cell(usd("3.06")), cell(usd("0.0881")), cell());
    row(cell(5), cell("Müller 数据 😀"), cell(-0.0004), cell(12345.678), cell(usd("1.00")), cell(usd("-0.5")), cell());
    row(cell(6), cell(""), cell(0.1 + 0.2), cell(5e-324), cell(usd("0.000001")), cell(usd("0")), cell());
    return t;
}

} // namespace yardstick::exports
