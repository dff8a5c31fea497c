// What the processes of a group use together, from /proc. Linux.
#pragma once

#include <cstdint>

namespace yardstick::training {

struct GroupUsage
{
    double ticks = 0;               ///< clock ticks of CPU time, user and system, of the processes that live now
    std::int64_t residentBytes = 0; ///< sum of their resident sets; pages that they share count for each
    int processes = 0;
};

GroupUsage processGroupUsage(std::int64_t group);

} // namespace yardstick::training
