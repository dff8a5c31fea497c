// What the tests of money share: two currencies, whole numbers by chance.
#pragma once

#include "core/base/money.h"

#include <cstdint>
#include <random>

namespace yardstick {

inline const Currency kUsd;
inline const Currency kEur = Currency::parse("EUR").value();

/// In [low, high].
inline std::int64_t whole(std::mt19937_64& rng, std::int64_t low, std::int64_t high)
{
    return std::uniform_int_distribution<std::int64_t>(low, high)(rng);
}

} // namespace yardstick
