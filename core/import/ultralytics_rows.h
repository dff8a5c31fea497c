// What importing run folders of Ultralytics shares between its parts: which runs a store has already, and one run as rows.
// Private to core/import. Any thread that may use the reader or the writer it is given.
#pragma once

#include "core/import/ultralytics.h"
#include "core/store/store_writer.h"

#include <map>
#include <set>
#include <string>

namespace yardstick::imports {

/// The imported runs of a store; in its trash, too.
struct KnownRuns
{
    std::map<std::string, Attempt, std::less<>> byToken;
    std::set<ExperimentId> inTrash;
};
Result<KnownRuns> knownRuns(const StoreReader& store);

/// Adds the run, or what is new of it, and counts it in the report. Tokens of a run that it replaces leave `known`.
Result<ExperimentId> writeRun(StoreWriter& store, const UltralyticsRun& run, KnownRuns& known, MachineId machine, const std::string& project,
                              UltralyticsReport& report);

} // namespace yardstick::imports
