// Event logs as a worker writes them, made by a fixed generator: every kind of event, NaN and infinities,
// lines that are no events. The same options give the same bytes.
#pragma once

#include "core/base/event.h"

#include <cstdint>
#include <string>
#include <vector>

namespace yardstick::test {

struct LogOptions
{
    int epochs = 4;
    int firstEpoch = 1; ///< a resumed attempt starts later
    int stepsPerEpoch = 50;
    double epochSeconds = 2; ///< of every epoch after the first, which takes a second more
    UtcMs startMs = 1'790'000'000'000;
    bool faults = true; ///< malformed lines, unknown types, NaN and infinities
    unsigned seed = 1;
};
/// Events with v, seq and t set.
std::vector<Event> eventsOfRun(const LogOptions& options);
/// The same as lines, malformed ones between them when `faults`.
std::string logOfRun(const LogOptions& options);

} // namespace yardstick::test
