// What ingest_victim was doing when it was killed; one byte in a shared file.
#pragma once

#include <array>
#include <cstdint>

namespace yardstick::test {

enum class VictimPhase : std::uint8_t {
    Starting, ///< the program itself
    Opening,
    Migrating,
    Reading,              ///< asking for the offset, reading the log
    AfterRead,            ///< parsing and writing rows
    BetweenRowsAndOffset, ///< writing the offset, the summary, the change log
    BeforeCommit,         ///< inside COMMIT
    AfterCommit,
    Closing,
    Over,
};
inline constexpr std::array<const char*, 10> kVictimPhases{
    "starting",        "opening",       "migrating",    "reading", "writing rows",
    "offset, summary", "inside commit", "after commit", "closing", "over"};

} // namespace yardstick::test
