// LabelCache: what scanning found per image, kept between runs in the user's cache directory, never beside the data.
// An entry is used only while path, size and modification time of image and label file are the same; nothing in it depends
// on the YAML, so editing names or nc needs no rescan. A damaged or older file is ignored. Owner: the thread that scans.
#pragma once

#include "training/data/labels.h"

#include <unordered_map>

namespace yardstick::training {

/// Size and modification time; size -1: the file does not exist.
struct FileStamp
{
    std::int64_t bytes = -1;
    std::int64_t mtimeNs = 0;
    bool operator==(const FileStamp&) const = default;
    static FileStamp of(const std::filesystem::path& file);
};

struct ScannedImage
{
    FileStamp image;
    FileStamp label;
    int width = 0;         ///< 0: unusable, `imageProblem` says why
    int height = 0;
    std::string imageProblem; ///< unusable, or only partly readable
    ParsedLabels labels;
};

class LabelCache
{
public:
    /// One file per list of sources (the split's folders or lists). Empty directory: nothing is read or kept.
    LabelCache(const std::filesystem::path& directory, const std::vector<std::filesystem::path>& sources);
    /// The entry of `image` if both stamps still hold; nullptr otherwise.
    [[nodiscard]] const ScannedImage* find(const std::string& image, const FileStamp& imageStamp, const FileStamp& labelStamp) const;
    /// Replaces the file, if anything changed. A failure is not an error: the next run scans again.
    void save(const std::vector<std::pair<std::string, const ScannedImage*>>& entries);
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }

private:
    std::filesystem::path m_file;
    std::unordered_map<std::string, ScannedImage> m_entries;
};

} // namespace yardstick::training
