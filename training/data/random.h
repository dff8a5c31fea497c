// Random: a small generator whose draws depend on its seed alone, never on threads, libraries or platforms.
// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). Not for secrets.
// Each image of each epoch has one of its own, so that a resumed epoch draws what an uninterrupted one would have.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace yardstick::training {

class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    /// Generator of one image: independent streams for every (seed, epoch, index).
    static Random forImage(std::uint64_t seed, std::uint64_t epoch, std::uint64_t index)
    {
        return Random(mix(mix(mix(seed) + epoch) + index));
    }

    std::uint64_t next() { return mix(m_state += kGamma); }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; } ///< in [0, 1)
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// In [0, n); 0 < n < 2^32. The bias of the multiply-shift is below n/2^32.
    std::int64_t below(std::int64_t n)
    {
        return static_cast<std::int64_t>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
    }
    std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
    bool chance(double probability) { return probability > 0 && uniform() < probability; }
    /// Beta(32, 32): the 32nd smallest of 63 uniform draws has exactly this distribution.
    double beta32()
    {
        std::array<double, 63> draws{};
        for (double& d : draws) {
            d = uniform();
        }
        std::nth_element(draws.begin(), draws.begin() + 31, draws.end());
        return draws[31];
    }

private:
    static constexpr std::uint64_t kGamma = 0x9E3779B97F4A7C15ull;
    static constexpr std::uint64_t mix(std::uint64_t z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    std::uint64_t m_state;
};

} // namespace yardstick::training
