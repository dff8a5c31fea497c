// Joining attempts: which epochs and points of earlier attempts a later one replaces. An attempt's first
// epoch (step) is where it took over: everything from there on in earlier attempts belongs to weights that no
// longer exist.
#pragma once

#include "core/records.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace yardstick {

/// Sets `wasted` of rows sorted by attempt number and epoch. `hidden(row)`: rows that reset has put aside:
/// always wasted.
template <typename Hidden> void markWasted(std::vector<EpochRow>& rows, Hidden hidden)
{
    int cut = std::numeric_limits<int>::max(); // first epoch of the later attempts
    size_t end = rows.size();
    while (end > 0) {
        size_t begin = end;
        while (begin > 0 && rows[begin - 1].attemptId == rows[end - 1].attemptId) {
            --begin;
        }
        const bool aside = hidden(rows[begin]);
        for (size_t i = begin; i < end; ++i) {
            rows[i].wasted = aside || rows[i].epoch >= cut;
        }
        if (!aside) {
            cut = std::min(cut, rows[begin].epoch);
        }
        end = begin;
    }
}

/// First steps of one series in successive attempts → for each, the step from which on a later attempt has
/// replaced it.
inline std::vector<std::int64_t> cutSteps(const std::vector<std::int64_t>& firstSteps)
{
    std::vector<std::int64_t> cuts(firstSteps.size());
    std::int64_t cut = std::numeric_limits<std::int64_t>::max();
    for (size_t i = firstSteps.size(); i-- > 0;) {
        cuts[i] = cut;
        cut = std::min(cut, firstSteps[i]);
    }
    return cuts;
}

} // namespace yardstick
