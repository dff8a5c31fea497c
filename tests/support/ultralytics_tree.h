// A tree of run folders as Ultralytics 8.0 … 8.3 leave them, in every layout of results.csv and args.yaml that is known
// (facts of the format only), with what was meant by each, for tests and benchmarks of the import. Deterministic.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace yardstick::test {

struct MeantEpoch
{
    int epoch = 0;                        ///< from 1
    std::optional<double> seconds;        ///< nullopt: the file cannot tell
    double quantum = 0;                   ///< step of the written clock at this row, s: %.6g keeps six digits
    double trueSeconds = 0;               ///< what the trainer took, before the clock was rounded; with `seconds` only
    std::map<std::string, double> values; ///< as the decimal text in the file says
};
struct MeantRun
{
    std::filesystem::path folder;
    std::string name, task, modelVariant, data;
    std::string layout; ///< what is special about it, for messages
    int epochsPlanned = 0;
    std::optional<int> imgsz; ///< nullopt: the default, or no args.yaml
    std::vector<std::vector<MeantEpoch>> segments;
};
struct BrokenPart
{
    std::filesystem::path file;
    int line = 0;        ///< 0: the file as a whole
    bool usable = false; ///< the folder is imported all the same
};
struct UltralyticsTree
{
    std::vector<MeantRun> runs;
    std::vector<BrokenPart> broken;
};

/// Writes `folders` good run folders below `root`, `epochs` rows each, and, when asked, malformed ones beside them. Throws
/// std::runtime_error when the disk refuses.
UltralyticsTree makeUltralyticsTree(const std::filesystem::path& root, int folders, int epochs, bool malformed);

} // namespace yardstick::test
