// Shipment: what of this computer a job needs on its host, found by reading folders here (run it in the background):
// the data set, by content manifest, and single files (weights to start from, a checkpoint to resume from), by digest.
// Their names on the host are their digests, so that each travels once.
#pragma once

#include "core/base/job.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace yardstick {

struct DataShipment
{
    std::string key;                ///< "data/DIGEST" below the host's root: files/ and data.yaml
    std::filesystem::path folder;   ///< copied from here
    std::vector<std::string> items; ///< folders and files below it that are copied; empty: only the YAML
    std::string yaml;               ///< data.yaml there: `path` is files, splits relative to it
    bool classify = false;          ///< the job is given files/ instead of a YAML
    std::int64_t files = 0;
    std::int64_t bytes = 0;
};
struct FileShipment
{
    std::string key; ///< "files/SHA256-NAME"
    std::filesystem::path file;
};
struct Shipment
{
    DataShipment data;
    std::vector<FileShipment> files;
    JobSpec job; ///< paths that begin with kRootMark are below the host's root
    [[nodiscard]] std::vector<std::string> keys() const;
};

/// Stands for the host's root folder in paths of the job until that is known.
inline constexpr std::string_view kRootMark = "\x01root/";
/// The job with kRootMark replaced.
JobSpec withRoot(const JobSpec& job, const std::string& root);

/// BadData with one sentence: the data set lies in pieces, or is not there.
Result<Shipment> planShipment(const JobSpec& job);

} // namespace yardstick
