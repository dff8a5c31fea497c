// Files of Ultralytics YOLO as every layer needs them: where the backend keeps them in a run directory, and the lines of
// results.csv in every layout: columns padded to 23 characters without `time` (before 8.3.9) and plain ones with it, nan and
// inf, a header that comes twice; also as a spreadsheet saves it: BOM, CRLF, fields in quotes. Pure, any one thread.
#pragma once

#include "core/base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick {

namespace run_files {

inline constexpr const char* kUltralytics = "ultralytics"; ///< folder: ultralytics/weights/last.pt, results.csv…

} // namespace run_files

struct UltralyticsLine
{
    enum class Kind { Blank, Header, Epoch } kind = Kind::Blank;
    int epoch = 0;                        ///< as the file counts: from 0 before 8.0.162, else from 1
    std::optional<double> time;           ///< seconds since the program began to train; nullopt: the layout has none
    std::map<std::string, double> values; ///< "train/box_loss"…, without epoch and time; NaN and ±Inf as they are
};

class UltralyticsLines
{
public:
    explicit UltralyticsLines(std::string file) : m_file(std::move(file)) {} ///< its name, for errors

    /// The next line, without its newline. BadFile, naming file and line, when it can be no line of results.csv.
    Result<UltralyticsLine> next(std::string_view text);

private:
    Result<UltralyticsLine> epoch(const std::vector<std::string_view>& fields) const;

    std::string m_file;
    int m_number = 0;
    std::vector<std::string> m_names;
};

} // namespace yardstick
