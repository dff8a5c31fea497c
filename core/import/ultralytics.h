// Imports run folders of Ultralytics YOLO (results.csv in every layout from 8.0 to 8.3, args.yaml) as ordinary experiments,
// so that an existing history appears with curves and epoch times and, once a machine is named, with costs. Reading touches
// no store; any thread. Epoch times are differences of the cumulative `time` column (8.3.9 and later), seconds.
#pragma once

#include "core/base/result.h"
#include "core/records.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace yardstick {
class StoreWriter;
}

namespace yardstick::imports {

struct UltralyticsEpoch
{
    int epoch = 0;                 ///< from 1, whatever the file counted from
    std::optional<double> seconds; ///< nullopt: the layout has no time
    double sinceStart = 0;         ///< cumulative, as in the file
    std::map<std::string, double> values; ///< "train/box_loss"…; NaN and ±Inf as they are
};
/// A segment is what one process wrote: a resumed run and a second run into the same folder begin a new one.
struct UltralyticsRun
{
    std::filesystem::path folder;
    std::string name, task = "detect", modelVariant, data;
    nlohmann::json params = nlohmann::json::object(); ///< known arguments that differ from the defaults
    int epochsPlanned = 0;
    std::vector<std::vector<UltralyticsEpoch>> segments;
    std::vector<Error> problems; ///< lines and arguments that were skipped, by file and line
    UtcMs writtenMs = 0;         ///< when results.csv was changed last
};

/// What to do with a last line that has no end: it may still be being written.
enum class LastLine { Take, LeaveIfOpen };

/// NotFound without results.csv; BadFile when not one line of it can be used. Without args.yaml, or when it names none, the
/// task is what the columns tell. Of a file at most kMostProblems lines are named, then how many more there are.
Result<UltralyticsRun> readUltralyticsRun(const std::filesystem::path& folder, LastLine last = LastLine::Take);
inline constexpr int kMostProblems = 10;
/// Folders with a results.csv at or below `root`, by name.
Result<std::vector<std::filesystem::path>> findUltralyticsRuns(const std::filesystem::path& root);

struct UltralyticsReport
{
    int added = 0, grown = 0, unchanged = 0; ///< run folders: new; with new epochs; neither
    int inTrash = 0;                         ///< run folders whose experiment lies in the trash: nothing is added there
    int replaced = 0;                        ///< of those added: folders that held another run before
    int assigned = 0;                        ///< runs, of those known before, that another machine was named for
    std::vector<ExperimentId> experiments;
    std::vector<Error> problems;
};
/// One experiment per folder, one attempt per segment. Safe to repeat: what is there stays, new lines are added. A machine
/// that is named replaces the one that was named before; none leaves it as it is. A folder that was trained again in place
/// (other figures, or fewer) becomes another experiment beside the earlier one. BadFile when no folder could be used.
Result<UltralyticsReport> importUltralytics(StoreWriter& store, const std::filesystem::path& root, MachineId machine = {},
                                            const std::string& project = "Ultralytics");

/// BadFile with every problem of the report in its detail.
Error noneUsable(const std::filesystem::path& root, const UltralyticsReport& report);

} // namespace yardstick::imports
