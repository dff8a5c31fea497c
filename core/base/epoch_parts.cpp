#include "core/base/epoch_parts.h"

#include "core/base/epoch_levels.h"

#include <algorithm>
#include <cmath>

namespace yardstick {

std::vector<EpochPart> epochParts(std::span<const EpochSample> samples)
{
    std::vector<EpochPart> parts(samples.size(), EpochPart::InMean);
    std::vector<size_t> strata[2]; // with mosaic, without
    for (size_t i = 0; i < samples.size(); ++i) {
        const EpochSample& s = samples[i];
        if (!std::isfinite(s.seconds) || s.seconds <= 0) {
            parts[i] = EpochPart::Invalid;
        } else if (s.firstOfAttempt) {
            parts[i] = EpochPart::FirstOfAttempt;
        } else if (s.shared) {
            parts[i] = EpochPart::Shared;
        } else {
            strata[s.mosaicOff].push_back(i);
        }
    }
    const bool tail = strata[1].size() > strata[0].size();
    for (const size_t i : strata[!tail]) {
        parts[i] = EpochPart::OtherStratum;
    }
    const std::vector<size_t>& kept = strata[tail];
    std::vector<double> seconds;
    for (const size_t i : kept) {
        seconds.push_back(samples[i].seconds);
    }
    const EpochLevels levels = levelsOf(seconds);
    for (size_t k = 0; k < kept.size(); ++k) {
        if (levels.isOut[k]) {
            parts[kept[k]] = EpochPart::Stall;
        } else if (k < levels.begins.back()) {
            parts[kept[k]] = EpochPart::BeforeLevel;
        }
    }
    return parts;
}

} // namespace yardstick
