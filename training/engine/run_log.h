// RunLog: what a run says: events (events.jsonl), readable lines (standard output, which is log.txt), results.csv and
// args.yaml. Thread-safe for events. The first write that fails is remembered: the trainer asks `status` after each batch.
#pragma once

#include "core/base/event_writer.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace yardstick::training {

/// One row of results.csv, in the order of resultColumns(task).
using ResultRow = std::vector<double>;

class RunLog
{
public:
    static Result<std::unique_ptr<RunLog>> open(const std::filesystem::path& runDirectory);

    void event(EventBody body);
    /// Event and line.
    void warning(const Error& error);
    void error(const Error& error);
    void phase(const std::string& name, bool begin);
    /// Per-batch values, at most ten events a second; `last` of an epoch is never left out.
    void batchScalars(ScalarsEvent scalars, bool last);
    void line(const std::string& text);

    Result<> writeArgs(const nlohmann::ordered_json& resolved);
    /// results.csv as a whole: header and all rows. Numbers as %.6g, no padding.
    Result<> writeResults(const std::vector<std::string>& columns, const std::vector<ResultRow>& rows);
    /// An event with size and digest of a file of the run directory.
    void artifact(const std::string& relativePath, const std::string& kind);

    [[nodiscard]] Result<> status() const;
    [[nodiscard]] const std::filesystem::path& directory() const { return m_directory; }

private:
    RunLog(std::filesystem::path directory, std::unique_ptr<EventWriter> writer);

    std::filesystem::path m_directory;
    std::unique_ptr<EventWriter> m_writer;
    mutable std::mutex m_mutex; ///< guards m_status
    Result<> m_status;
    double m_lastBatchEvent = -1;
};

} // namespace yardstick::training
