// Ingest: reads what is new of a run directory's events.jsonl from the stored offset and writes rows and
// offset in one transaction: every event lands exactly once, whatever dies when. One code path for every
// launcher.
#pragma once

#include "core/store/store.h"

#include <filesystem>

namespace yardstick {

struct IngestResult
{
    std::int64_t events = 0;
    std::int64_t badLines = 0;
    std::int64_t newOffset = 0;
    bool more = false;     ///< stopped at the batch limit; call again
    bool tornTail = false; ///< a last line without newline waits for its rest
};
/// At most `maxBytes` a call. A torn last line waits unless `final`; then it is kept aside as a bad line.
/// NotFound: no log yet is an empty result, not an error. A log shorter than the offset (replaced) is
/// BadFile.
Result<IngestResult> ingestOnce(Store& store, AttemptId attempt, bool final = false,
                                std::int64_t maxBytes = 1 << 20);

} // namespace yardstick
