// The all-in cost of a job as an exact line over its number of epochs. Part of core/base; not for other layers. Pure functions,
// any thread.
#pragma once

#include "core/base/cost.h"

namespace yardstick {

__extension__ typedef __int128 WideInt; // GCC and Clang; -Wpedantic needs the marker

/// fixed + perEpoch·N, in micro-units × microseconds per hour: exact.
struct CostLine
{
    WideInt fixed = 0;
    WideInt perEpoch = 0;
};

/// `epochs` of the plan is not used, idle time counts as set-up. InvalidArgument as allInCost().
Result<CostLine> costLine(const JobPlan& plan);

/// Error of two currencies in one comparison.
Error twoCurrencies(const Money& a, const Money& b);

} // namespace yardstick
