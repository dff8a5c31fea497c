// UltralyticsResults: follows the results.csv of Ultralytics YOLO while it grows, in every layout (core/base/ultralytics_files.h),
// also one without newline at the end. Any one thread; nothing is kept open.
#pragma once

#include "core/base/ultralytics_files.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace yardstick::training {

struct UltralyticsRow
{
    int epoch = 0;                        ///< from 1, whatever the file counts from
    double time = 0;                      ///< seconds since the program began to train; NaN: the layout has no time
    std::map<std::string, double> values; ///< "train/box_loss"…, without epoch and time; NaN and ±Inf as they are
};

class UltralyticsResults
{
public:
    /// `version` of the package ("8.2.100") decides what fitness is.
    UltralyticsResults(std::filesystem::path file, std::string_view version);

    /// Rows that were completed since the last call and come after every epoch seen before. `last`: nothing will be added any
    /// more, so a line without newline counts.
    std::vector<UltralyticsRow> poll(bool last = false);

    /// What comes next is epoch `done` + 1, although the file may know later ones: their weights were not saved.
    void continueAfter(int done) { m_lastEpoch = done; }

    [[nodiscard]] int lastEpoch() const { return m_lastEpoch; }
    /// The epoch whose weights the trainer keeps as best.pt, and its metrics; 0: none yet.
    [[nodiscard]] int bestEpoch() const { return m_bestEpoch; }
    [[nodiscard]] const std::map<std::string, double>& bestMetrics() const { return m_bestMetrics; }
    /// Lines that could not be read, each once.
    std::vector<Error> takeProblems() { return std::exchange(m_problems, {}); }

private:
    void line(std::string_view text, std::vector<UltralyticsRow>& out);
    void judge(const UltralyticsRow& row);

    std::filesystem::path m_file;
    UltralyticsLines m_lines;
    bool m_strictOnly;          ///< fitness is mAP50-95 alone
    std::uintmax_t m_read = 0;  ///< bytes taken so far
    std::string m_rest;         ///< of them, the line that is not complete
    int m_lastEpoch = 0, m_firstNumber = -1, m_bestEpoch = 0;
    double m_bestFitness = -1;
    std::map<std::string, double> m_bestMetrics;
    std::vector<Error> m_problems;
};

/// Whether version `a` ("8.3.9", "8.2.100") is `b` or later; parts that are no number count as 0.
bool versionAtLeast(std::string_view a, std::string_view b);

} // namespace yardstick::training
