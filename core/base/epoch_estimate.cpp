#include "core/base/epoch_estimate.h"

#include "core/base/epoch_interval.h"
#include "core/base/epoch_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace yardstick {
namespace {

/// The epochs of one stratum, in order.
struct Stratum
{
    std::vector<double> seconds;
    std::vector<int> attempts;
};

double meanOf(const std::vector<double>& values)
{
    return values.empty()
               ? 0
               : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double medianOf(std::vector<double> values)
{
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Epochs [begin, end) that stand out of nothing, as runs of one attempt each.
LevelRuns runsOf(const Stratum& stratum, const EpochLevels& levels, size_t begin, size_t end)
{
    LevelRuns runs;
    int attempt = 0;
    for (size_t i = begin; i < end; ++i) {
        if (levels.isOut[i]) {
            continue;
        }
        if (runs.empty() || stratum.attempts[i] != attempt) {
            runs.emplace_back();
            attempt = stratum.attempts[i];
        }
        runs.back().push_back(stratum.seconds[i]);
    }
    return runs;
}

std::vector<double> joined(const LevelRuns& runs)
{
    std::vector<double> values;
    for (const auto& run : runs) {
        values.insert(values.end(), run.begin(), run.end());
    }
    return values;
}

void fillSpread(EpochEstimate& e, const std::vector<double>& values)
{
    double squares = 0;
    for (const double v : values) {
        squares += (v - e.mean) * (v - e.mean);
    }
    e.standardDeviation = e.n > 1 ? std::sqrt(squares / (e.n - 1)) : 0;
}

Doubt doubtOf(const EpochEstimate& e, const EpochLevels& levels)
{
    if (levels.pending) {
        return Doubt::LastEpoch;
    }
    if (e.n < kReliableEpochs) {
        return levels.begins.size() > 1 ? Doubt::RecentChange : Doubt::FewEpochs;
    }
    return e.effectiveN < kLeastIndependent ? Doubt::LikeNeighbours : Doubt::None;
}

void fillInterval(EpochEstimate& e, const Stratum& stratum, const EpochLevels& levels)
{
    const size_t current = levels.begins.back();
    const LevelRuns now = runsOf(stratum, levels, current, stratum.seconds.size());
    const LevelRuns before =
        levels.begins.size() > 1 ? runsOf(stratum, levels, levels.begins[levels.begins.size() - 2], current) : LevelRuns{};
    const MeanInterval interval = intervalOfMean(now, before);
    e.basis = Basis::Measured;
    e.effectiveN = interval.effectiveN;
    e.standardError = e.standardDeviation / std::sqrt(e.effectiveN);
    double low = e.mean - interval.halfWidth;
    double high = e.mean + interval.halfWidth;
    if (levels.pending) { // both readings: a stall at the old level, or one epoch of a new level
        const double reach = studentT975(e.n - 1) * e.standardDeviation;
        low = std::min(low, stratum.seconds.back() - reach);
        high = std::max(high, stratum.seconds.back() + reach);
    }
    e.low95 = std::max(0.0, low);
    e.high95 = high;
    e.doubt = doubtOf(e, levels);
}

void fillLevel(EpochEstimate& e, const Stratum& stratum)
{
    const EpochLevels levels = levelsOf(stratum.seconds);
    const size_t current = levels.begins.back();
    const std::vector<double> values = joined(runsOf(stratum, levels, current, stratum.seconds.size()));
    e.n = static_cast<int>(values.size());
    e.mean = meanOf(values);
    e.median = medianOf(values);
    e.low95 = e.high95 = e.mean;
    fillSpread(e, values);
    e.leftOutStalls = levels.stalls + (levels.pending ? 1 : 0);
    e.leftOutBefore = static_cast<int>(stratum.seconds.size()) - e.n - e.leftOutStalls;
    const double all = std::accumulate(stratum.seconds.begin(), stratum.seconds.end(), 0.0);
    e.stallShare = all > 0 ? std::max(0.0, levels.extraSeconds) / all : 0;
    if (levels.begins.size() > 1) {
        e.levelChange = e.mean - meanOf(joined(runsOf(stratum, levels, levels.begins[levels.begins.size() - 2], current)));
    }
    if (static_cast<int>(stratum.seconds.size()) >= kLeastEpochs) {
        fillInterval(e, stratum, levels);
    }
}

} // namespace

std::string_view toString(Basis basis)
{
    switch (basis) {
    case Basis::Measured:
        return "measured";
    case Basis::Derived:
        return "derived";
    case Basis::Similar:
        return "similar";
    case Basis::Guess:
        return "guess";
    case Basis::Insufficient:
        break;
    }
    return "insufficient";
}

std::string_view toString(Doubt doubt)
{
    switch (doubt) {
    case Doubt::LastEpoch:
        return "last epoch";
    case Doubt::RecentChange:
        return "recent change";
    case Doubt::FewEpochs:
        return "few epochs";
    case Doubt::LikeNeighbours:
        return "like neighbours";
    case Doubt::None:
        break;
    }
    return "";
}

EpochEstimate estimateEpochs(std::span<const EpochSample> samples)
{
    EpochEstimate e;
    Stratum strata[2]; // with mosaic, without
    for (const EpochSample& s : samples) {
        if (!std::isfinite(s.seconds) || s.seconds <= 0) {
            ++e.leftOutInvalid;
        } else if (s.firstOfAttempt) {
            ++e.droppedFirst;
        } else if (s.shared) {
            ++e.leftOutShared;
        } else {
            strata[s.mosaicOff].seconds.push_back(s.seconds);
            strata[s.mosaicOff].attempts.push_back(s.attempt);
        }
    }
    e.tailIsStratum = strata[1].seconds.size() > strata[0].seconds.size();
    const std::vector<double>& other = strata[!e.tailIsStratum].seconds;
    e.leftOutStratum = static_cast<int>(other.size());
    e.otherMean = meanOf(other);
    fillLevel(e, strata[e.tailIsStratum]);
    return e;
}

EpochEstimate derivedEstimate(double meanSeconds, int n)
{
    EpochEstimate e;
    if (std::isfinite(meanSeconds) && meanSeconds > 0) {
        e.basis = Basis::Derived;
        e.n = n;
        e.mean = e.median = e.low95 = e.high95 = meanSeconds;
    }
    return e;
}

} // namespace yardstick
