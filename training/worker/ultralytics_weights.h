// UltralyticsWeights: tells of weights/last.pt and weights/best.pt while another program writes them: a file is hashed once
// it has been quiet for a moment, and is told of once. Its thread ("weights") keeps the watching loop free of the hashing.
// Also tells of the other files of the run when it is over.
#pragma once

#include "training/engine/run_log.h"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace yardstick::training {

class UltralyticsWeights
{
public:
    /// `folder`: where the program writes, relative to the run directory of `log`.
    UltralyticsWeights(RunLog& log, std::string folder);
    ~UltralyticsWeights();
    UltralyticsWeights(const UltralyticsWeights&) = delete;
    UltralyticsWeights& operator=(const UltralyticsWeights&) = delete;

    struct Epoch
    {
        int epoch = 0;
        std::int64_t step = 0;
    };
    /// A row was written: files that are newer than results.csv are of this epoch, older ones of the one before.
    void epochWritten(Epoch last, Epoch best);
    /// The program has ended: ends the thread, then tells of what is new, quiet or not.
    void finish();

private:
    struct Stamp
    {
        std::filesystem::file_time_type time;
        std::uintmax_t bytes = 0;
        bool operator==(const Stamp&) const = default;
    };
    void run();
    void look(const char* name, bool best, bool over);
    static std::optional<Stamp> stampOf(const std::filesystem::path& file);

    RunLog& m_log;
    std::string m_folder;
    std::mutex m_mutex; ///< guards what follows
    std::condition_variable m_wake;
    bool m_stop = false;
    Epoch m_last, m_best;             ///< as of the newest row
    Epoch m_lastBefore, m_bestBefore; ///< as of the row before
    std::filesystem::file_time_type m_rowTime;
    std::map<std::string, Stamp> m_told; ///< only of the thread, then of the caller of finish
    std::thread m_thread;
};

/// Events of results.csv, args.yaml and pictures below `folder` (relative to the run directory), in order of their names.
void tellUltralyticsFiles(RunLog& log, const std::string& folder, int epoch);

} // namespace yardstick::training
