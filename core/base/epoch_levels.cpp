#include "core/base/epoch_levels.h"

#include "core/base/student_t.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace yardstick {
namespace {

// Tuned with seeds 1 to 3 of scripts/bench coverage; it reports with another one.
constexpr size_t kLeastForStalls = 8;
constexpr double kStallSpreads = 6;       ///< and 30/n more, for the spread itself is unsure
constexpr double kLeastStall = 0.03;      ///< of the level: less is no stall, however steady the others are
constexpr double kMostStalls = 0.06;      ///< of the epochs: what happens more often is the machine's way, and costs money
constexpr size_t kLeastForStep = 6;
constexpr double kStepChance = 1e-5;      ///< that a series without a step is cut
constexpr double kLargeStepChance = 1e-3; ///< the same, for steps above kLargeStep spreads
constexpr double kLargeStep = 4;
constexpr double kLeastStep = 0.002;      ///< of the level
constexpr double kPendingChance = 0.05;   ///< divided by n

double medianInPlace(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Median of the five around epoch i; of the first or last five near an end. At least five values.
double runningMedian(std::span<const double> x, size_t i)
{
    const size_t from = std::min(i < 2 ? 0 : i - 2, x.size() - 5);
    std::vector<double> window(x.begin() + static_cast<std::ptrdiff_t>(from), x.begin() + static_cast<std::ptrdiff_t>(from) + 5);
    return medianInPlace(window);
}

/// Standard deviation of normal noise, from the median difference of neighbours.
double neighbourSpread(std::span<const double> x)
{
    std::vector<double> steps;
    for (size_t i = 1; i < x.size(); ++i) {
        steps.push_back(std::abs(x[i] - x[i - 1]));
    }
    return 1.4826 * medianInPlace(steps) / std::sqrt(2.0);
}

/// One or two epochs far off between others that are not; one at the end may be either thing.
void markStalls(std::span<const double> x, EpochLevels& levels)
{
    const size_t n = x.size();
    if (n < kLeastForStalls) {
        return;
    }
    std::vector<double> medians(n);
    for (size_t i = 0; i < n; ++i) {
        medians[i] = runningMedian(x, i);
    }
    const double spreads = kStallSpreads + 30.0 / static_cast<double>(n);
    const double spread = neighbourSpread(x);
    const auto isFar = [&](size_t i) { return std::abs(x[i] - medians[i]) > std::max(spreads * spread, kLeastStall * medians[i]); };
    std::vector<size_t> stalls;
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && isFar(end)) {
            ++end;
        }
        levels.pending = levels.pending || (end == n && end - i == 1);
        if (end > i && end - i <= 2 && end < n) { // two at the end are a new level
            for (size_t k = i; k < end; ++k) {
                stalls.push_back(k);
            }
        }
        i = end > i ? end : i + 1;
    }
    const auto most = std::max<size_t>(1, static_cast<size_t>(kMostStalls * static_cast<double>(n)));
    if (levels.pending) {
        levels.isOut[n - 1] = true;
    }
    if (stalls.size() > most) {
        return;
    }
    for (const size_t i : stalls) {
        levels.isOut[i] = true;
        levels.extraSeconds += x[i] - medians[i];
        ++levels.stalls;
    }
}

/// Values without those that stand out, and where they were.
struct KeptEpochs
{
    std::vector<double> values;
    std::vector<size_t> places;
};

double squaresAbout(std::span<const double> x, double mean)
{
    return std::accumulate(x.begin(), x.end(), 0.0, [&](double sum, double v) { return sum + (v - mean) * (v - mean); });
}

double levelMean(std::span<const double> x)
{
    return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

/// By how much like neighbours widen the variance of a mean: (1 + r)/(1 − r) of the residuals, r without its small-sample
/// bias (Marriott and Pope 1954), never below 1.
double inflation(std::span<const double> x, size_t cut, double before, double after, double squares)
{
    double products = 0;
    for (size_t i = 1; i < x.size(); ++i) {
        if (i != cut) {
            products += (x[i] - (i < cut ? before : after)) * (x[i - 1] - (i <= cut ? before : after));
        }
    }
    const double r = squares > 0 ? products / squares : 0;
    const double unbiased = std::clamp(r + (1 + 4 * r) / static_cast<double>(x.size()), 0.0, 0.95);
    return (1 + unbiased) / (1 - unbiased);
}

/// Where two means fit best; 0 when one will do.
size_t bestCut(std::span<const double> x)
{
    const size_t n = x.size();
    if (n < kLeastForStep) {
        return 0;
    }
    const double all = std::accumulate(x.begin(), x.end(), 0.0);
    size_t cut = 0;
    double most = 0;
    double left = x[0];
    for (size_t k = 2; k + 2 <= n; ++k) {
        left += x[k - 1];
        const auto a = static_cast<double>(k);
        const auto b = static_cast<double>(n - k);
        const double gap = left / a - (all - left) / b;
        if (const double gain = gap * gap * a * b; gain > most) {
            most = gain;
            cut = k;
        }
    }
    if (cut == 0) {
        return 0;
    }
    const double before = levelMean(x.first(cut));
    const double after = levelMean(x.subspan(cut));
    const double gap = std::abs(after - before);
    const double squares = squaresAbout(x.first(cut), before) + squaresAbout(x.subspan(cut), after);
    const double freedom = static_cast<double>(n) - 2;
    if (gap < kLeastStep * before) {
        return 0;
    }
    const double spread = std::sqrt(squares / freedom);
    if (spread <= 1e-9 * gap) {
        return cut;
    }
    const double scale = inflation(x, cut, before, after, squares) * (1 / static_cast<double>(cut) + 1 / static_cast<double>(n - cut));
    const double chance = bothTails(gap / (spread * std::sqrt(scale)), freedom) * static_cast<double>(n - 3);
    return chance < (gap > kLargeStep * spread ? kLargeStepChance : kStepChance) ? cut : 0;
}

void addCuts(std::span<const double> x, size_t offset, std::vector<size_t>& cuts)
{
    if (const size_t cut = bestCut(x); cut > 0) {
        addCuts(x.first(cut), offset, cuts);
        cuts.push_back(offset + cut);
        addCuts(x.subspan(cut), offset + cut, cuts);
    }
}

/// Whether the last one is out of line with the others of its level: Student's prediction interval.
bool isLastOut(std::span<const double> level)
{
    if (level.size() < 4) {
        return false;
    }
    const auto others = level.first(level.size() - 1);
    const auto m = static_cast<double>(others.size());
    const double mean = levelMean(others);
    const double spread = std::sqrt(squaresAbout(others, mean) / (m - 1));
    const double gap = std::abs(level.back() - mean);
    if (gap <= kLeastStall * mean) {
        return false;
    }
    return spread <= 1e-9 * gap || bothTails(gap / (spread * std::sqrt(1 + 1 / m)), m - 1) < kPendingChance / (m + 1);
}

} // namespace

EpochLevels levelsOf(std::span<const double> seconds)
{
    EpochLevels levels;
    levels.isOut.assign(seconds.size(), false);
    markStalls(seconds, levels);
    if (seconds.size() < kLeastForStalls && isLastOut(seconds)) {
        levels.pending = true;
        levels.isOut.back() = true;
    }
    KeptEpochs kept;
    for (size_t i = 0; i < seconds.size(); ++i) {
        if (!levels.isOut[i]) {
            kept.values.push_back(seconds[i]);
            kept.places.push_back(i);
        }
    }
    std::vector<size_t> cuts;
    addCuts(kept.values, 0, cuts);
    for (const size_t cut : cuts) {
        levels.begins.push_back(kept.places[cut]);
    }
    const size_t begin = cuts.empty() ? 0 : cuts.back();
    if (!levels.pending && isLastOut(std::span(kept.values).subspan(begin))) {
        levels.pending = true;
        levels.isOut[kept.places.back()] = true;
    }
    return levels;
}

} // namespace yardstick
