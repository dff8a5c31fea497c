// Wall time: integer milliseconds since 1970, UTC. Durations that are billed or compared come from monotonic clocks.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace yardstick {

using UtcMs = std::int64_t;

UtcMs nowUtcMs();
double monotonicSeconds(); ///< steady clock, seconds since an arbitrary start

std::string formatUtc(UtcMs t);            ///< "2026-11-30T02:47:41.123Z"
Result<UtcMs> parseUtc(std::string_view s); ///< the same, milliseconds optional; also "2026-11-30"
/// Milliseconds since 1970 of 00:00 UTC of the day that holds t (budgets are per UTC day).
UtcMs startOfUtcDay(UtcMs t);

} // namespace yardstick
