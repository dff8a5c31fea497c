// bench_coverage [--json] [--runs N] [--seed S]: how often the 95 % interval of the epoch time holds the truth, and how
// wide it is, over made series of epochs, and how often the estimate carries a doubt. Figures, never a verdict; the goal is 95 % ± 2 in every cell.
//   independent  normal noise of 2 %
//   AR(1) 0.5    the same spread, each epoch like its neighbour
//   outliers     1 epoch in 50 takes 20…100 % longer; the truth is the level of the ordinary epochs, which stalls are not
//   step         15 % slower from an epoch on that is drawn evenly from 2…n; the truth is the level since then
// The default seed reports; estimates are tuned with other seeds (core/base/epoch_estimate.cpp).
#include "core/base/epoch_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace {

using namespace yardstick;

constexpr double kLevel = 100; ///< seconds
constexpr double kSpread = 2;
constexpr double kSlower = 1.15;
constexpr std::uint64_t kReportingSeed = 20261130;
constexpr std::array kLengths{3, 5, 10, 50, 300};

enum class Noise { Independent, Autoregressive, Outliers, Step };
constexpr std::array kNoises{Noise::Independent, Noise::Autoregressive, Noise::Outliers, Noise::Step};
constexpr std::array kNames{"independent", "ar1_0.5", "outliers_2pct", "throttle_step"};

struct Series
{
    std::vector<EpochSample> samples;
    double truth = kLevel;
};

Series made(Noise noise, int n, std::mt19937_64& rng)
{
    std::normal_distribution<> normal(0, kSpread);
    std::uniform_real_distribution<> uniform(0, 1);
    const int step = noise == Noise::Step ? std::uniform_int_distribution<>(1, n - 1)(rng) : n;
    constexpr double kPhi = 0.5;
    double x = normal(rng);
    Series series;
    for (int i = 0; i < n; ++i) {
        if (i > 0) {
            x = noise == Noise::Autoregressive ? kPhi * x + std::sqrt(1 - kPhi * kPhi) * normal(rng) : normal(rng);
        }
        double seconds = (i >= step ? kSlower : 1) * kLevel + x;
        if (noise == Noise::Outliers && uniform(rng) < 0.02) {
            seconds += kLevel * (0.2 + 0.8 * uniform(rng));
        }
        series.samples.push_back({seconds, false, false, false, 1});
    }
    series.truth = noise == Noise::Step ? kSlower * kLevel : kLevel;
    return series;
}

struct CoverageCell
{
    double coverage = 0;      ///< 0…1
    double relativeWidth = 0; ///< mean of (high − low) / truth
    double medianWidth = 0;
    double doubted = 0; ///< 0…1: the estimate carries a doubt
};

CoverageCell measuredCell(Noise noise, int n, int runs, std::uint64_t seed)
{
    // A generator of its own for each cell, so that one cell can be looked at alone.
    std::seed_seq seeds{seed, static_cast<std::uint64_t>(noise), static_cast<std::uint64_t>(n)};
    std::mt19937_64 rng(seeds);
    CoverageCell cell;
    std::vector<double> widths;
    for (int i = 0; i < runs; ++i) {
        const Series series = made(noise, n, rng);
        const EpochEstimate e = estimateEpochs(series.samples);
        cell.coverage += e.low95 <= series.truth && series.truth <= e.high95 ? 1 : 0;
        cell.doubted += e.doubt != Doubt::None ? 1 : 0;
        widths.push_back((e.high95 - e.low95) / series.truth);
        cell.relativeWidth += widths.back();
    }
    cell.coverage /= runs;
    cell.relativeWidth /= runs;
    cell.doubted /= runs;
    std::sort(widths.begin(), widths.end());
    cell.medianWidth = widths[widths.size() / 2];
    return cell;
}

} // namespace

int main(int argc, char** argv)
{
    bool json = false;
    int runs = 2000;
    std::uint64_t seed = kReportingSeed;
    for (int i = 1; i < argc; ++i) {
        json = json || std::strcmp(argv[i], "--json") == 0;
        if (i + 1 < argc && std::strcmp(argv[i], "--runs") == 0) {
            runs = std::max(1, std::atoi(argv[i + 1]));
        } else if (i + 1 < argc && std::strcmp(argv[i], "--seed") == 0) {
            seed = std::strtoull(argv[i + 1], nullptr, 10);
        }
    }
    std::printf(json ? "{\"runs\": %d, \"seed\": %llu, \"cells\": [" : "%d runs a cell, seed %llu; width: (high - low) / truth, mean and median\n",
                runs, static_cast<unsigned long long>(seed));
    if (!json) {
        std::printf("%-14s %5s %9s %9s %9s %11s  %s\n", "noise", "n", "coverage", "mean", "median", "doubted", "95 % +- 2");
    }
    bool first = true;
    for (size_t noise = 0; noise < kNoises.size(); ++noise) {
        for (const int n : kLengths) {
            const CoverageCell cell = measuredCell(kNoises[noise], n, runs, seed);
            const bool holds = std::abs(cell.coverage - 0.95) <= 0.02;
            if (json) {
                std::printf("%s\n  {\"noise\": \"%s\", \"n\": %d, \"coverage\": %.4f, \"mean_width\": %.6f, "
                            "\"median_width\": %.6f, \"doubted\": %.4f, \"within_goal\": %s}",
                            first ? "" : ",", kNames[noise], n, cell.coverage, cell.relativeWidth, cell.medianWidth, cell.doubted, holds ? "true" : "false");
            } else {
                std::printf("%-14s %5d %8.1f%% %8.2f%% %8.2f%% %10.1f%%  %s\n", kNames[noise], n, cell.coverage * 100, cell.relativeWidth * 100,
                            cell.medianWidth * 100, cell.doubted * 100, holds ? "yes" : "no");
            }
            first = false;
        }
    }
    std::printf(json ? "\n]}\n" : "");
    return 0;
}
