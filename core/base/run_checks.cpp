#include "core/base/run_checks.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace yardstick {
namespace {

double middleOf(const std::vector<double>& sorted)
{
    const size_t n = sorted.size();
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

bool isSteady(const EpochSample& e, bool mosaicOff)
{
    return !e.firstOfAttempt && !e.shared && e.mosaicOff == mosaicOff && std::isfinite(e.seconds) && e.seconds > 0;
}

} // namespace

std::optional<double> errorPercent(double estimated, double actual)
{
    if (!std::isfinite(estimated) || !std::isfinite(actual) || estimated <= 0) {
        return std::nullopt;
    }
    return 100 * (actual - estimated) / estimated;
}

ErrorSummary summariseErrors(std::span<const double> percents)
{
    std::vector<double> with, without;
    for (const double p : percents) {
        if (std::isfinite(p)) {
            with.push_back(p);
            without.push_back(std::abs(p));
        }
    }
    if (with.empty()) {
        return {};
    }
    std::sort(with.begin(), with.end());
    std::sort(without.begin(), without.end());
    return {static_cast<int>(with.size()), middleOf(with), middleOf(without)};
}

std::optional<Slowdown> findSlowdown(std::span<const EpochSample> earlier, std::span<const EpochSample> epochs)
{
    if (epochs.empty()) {
        return std::nullopt;
    }
    const bool mosaicOff = epochs.back().mosaicOff;
    std::vector<double> before; // sorted: everything timed before the candidate
    for (const EpochSample& e : earlier) {
        if (isSteady(e, mosaicOff)) {
            before.push_back(e.seconds);
        }
    }
    std::sort(before.begin(), before.end());
    std::vector<size_t> own;
    for (size_t i = 0; i < epochs.size(); ++i) {
        if (isSteady(epochs[i], mosaicOff)) {
            own.push_back(i);
        }
    }
    std::vector<double> fastestFrom(own.size()); // of this epoch and those after it
    for (size_t i = own.size(); i-- > 0;) {
        const double s = epochs[own[i]].seconds;
        fastestFrom[i] = i + 1 < own.size() ? std::min(s, fastestFrom[i + 1]) : s;
    }
    for (size_t i = 0; i + kSlowStreak <= own.size(); ++i) {
        if (before.size() >= static_cast<size_t>(kLeastEpochs) && fastestFrom[i] > kSlowFactor * middleOf(before)) {
            Slowdown slow{own[i], static_cast<int>(own.size() - i), 0, middleOf(before)};
            double sum = 0;
            for (size_t j = i; j < own.size(); ++j) {
                sum += epochs[own[j]].seconds;
            }
            slow.percent = 100 * (sum / slow.count / slow.medianSeconds - 1);
            return slow;
        }
        const double s = epochs[own[i]].seconds;
        before.insert(std::upper_bound(before.begin(), before.end(), s), s);
    }
    return std::nullopt;
}

} // namespace yardstick
