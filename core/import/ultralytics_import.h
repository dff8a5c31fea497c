// UltralyticsImport: a folder of run folders, imported once or again and again while it grows. Folders are read on the
// caller's thread, a few at a time are written on the store's, so that other work of the store goes on between them. A look
// at folders that have not changed since the last one costs their directory entries. Owner thread: any one, never the GUI's.
#pragma once

#include "core/import/ultralytics.h"
#include "core/store/store.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace yardstick::imports {

struct KnownRuns;

class UltralyticsImport
{
public:
    struct Options
    {
        std::filesystem::path root;
        MachineId machine;                    ///< that the runs are said to have run on; invalid: none is named
        std::string project = "Ultralytics";  ///< of experiments that are new
    };
    UltralyticsImport(Store& store, Options options) : m_store(store), m_options(std::move(options)) {}

    /// `done` of `total` folders have been looked at; false: enough, the rest is left for the next look.
    using Progress = std::function<bool(int done, int total)>;
    /// Imports what is new since the last look. Folders that have not changed count as unchanged; no problem is named again.
    /// NotFound: no such folder. No run folder yet, or none that can be used, is no error here (see problems).
    Result<UltralyticsReport> look(LastLine last, const Progress& progress = {});
    [[nodiscard]] int folders() const { return static_cast<int>(m_seen.size()); } ///< that a look has found

private:
    struct Signature
    {
        std::uintmax_t bytes = 0;
        std::filesystem::file_time_type results, args;
        bool operator==(const Signature&) const = default;
    };
    struct Seen
    {
        Signature signature;
        ExperimentId experiment; ///< invalid: the folder could not be used
        bool taken = false;
        std::set<std::string> told; ///< problems: each is told once, though its file is read again as it grows
    };
    static Signature signatureOf(const std::filesystem::path& folder);
    using FolderRun = std::pair<std::filesystem::path, UltralyticsRun>;
    Result<> writeBatch(const std::vector<FolderRun>& batch, std::optional<KnownRuns>& known, UltralyticsReport& report);
    Result<> write(const std::vector<FolderRun>& runs, KnownRuns& known, UltralyticsReport& report);

    Store& m_store;
    Options m_options;
    std::map<std::filesystem::path, Seen> m_seen;
};

} // namespace yardstick::imports
