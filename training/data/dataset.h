// Dataset: a YOLO-layout data set on disk, read and checked. No LibTorch here. Never writes into the user's folders.
// Letters: H, W pixels of an image. Boxes are normalised centre form (cx, cy, w, h in 0…1 of the image as rotated by EXIF).
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick::training {

struct DataYaml
{
    std::filesystem::path file;
    std::filesystem::path root;
    std::vector<std::filesystem::path> train, val, test; ///< as resolved; folders, lists or images
    std::vector<std::string> names;                      ///< nc = names.size()
    std::vector<std::string> triedPaths;                 ///< every path tried while resolving, for messages
    std::map<std::string, std::string> missing; ///< split → the entries that were not found and where, for messages
    bool classFolders = false; ///< classification: no YAML, no labels; a picture's class is the folder of its split it lies in
};
/// Also accepts a folder that holds exactly one YAML file. A relative `path` is looked for beside the YAML first, then in
/// the working directory. A split whose folder does not exist is no error here but in readSplit (`val` alone may be enough).
/// Nothing in the file is ever executed or downloaded.
/// BadData with one sentence: missing file, no names, no train/val, names that are not 0…n−1 …
Result<DataYaml> readDataYaml(const std::filesystem::path& file);

/// A data set of classification: `folder` with train/, and val/ or validation/ or test/, each with a folder per class. The
/// names are those of train/'s folders, sorted by their bytes; `file` and `root` are the folder. BadData, NotFound.
Result<DataYaml> readClassFolders(const std::filesystem::path& folder);
/// Whether a folder looks like one: it has train/ and no YAML.
bool isClassFolders(const std::filesystem::path& folder);
/// The folder below one of `sources` in which an image lies; empty: right in the source; absent: in none of them.
std::optional<std::string> classFolderOf(const std::filesystem::path& image, const std::vector<std::filesystem::path>& sources);

struct Label
{
    int cls = 0;
    float cx = 0, cy = 0, w = 0, h = 0; ///< normalised
    std::vector<float> polygon;          ///< x y x y … normalised; empty for boxes
};
/// Classification: one label per image, a box around all of it.
struct ImageEntry
{
    std::filesystem::path path;
    int width = 0;  ///< after EXIF rotation
    int height = 0;
    std::vector<Label> labels;
};
/// One thing found wrong: file, line (0: the file itself) and a sentence.
struct DataProblem
{
    std::filesystem::path file;
    int line = 0;
    std::string text;
    bool imageDropped = false;
    bool classOutOfRange = false; ///< training must not start with this
    int cls = 0;                  ///< the class that is out of range
};
struct Split
{
    std::vector<ImageEntry> images; ///< sorted by path
    std::vector<DataProblem> problems;
    std::int64_t instances = 0;
    std::int64_t backgrounds = 0; ///< images without labels
    std::int64_t found = 0;       ///< image files found, the dropped ones included
    std::int64_t labelFiles = 0;  ///< label files found
    std::filesystem::path exampleImage; ///< the first image, and where its labels are looked for
    std::filesystem::path exampleLabel;
    std::string hint; ///< why no label file was found, when the folder names tell; else empty
};
struct SplitOptions
{
    bool singleCls = false;
    double fraction = 1.0;           ///< the first part of the sorted list
    std::vector<int> classes;        ///< keep only these; empty: all
    std::filesystem::path cacheDirectory; ///< own label cache; empty: none
    int threads = 0;                 ///< 0: all that the process may use, at most 8
};
/// What is on disk, with every problem listed and nothing refused but a split that cannot be listed at all. An image with
/// a class out of range keeps its other rows.
Result<Split> scanSplit(const DataYaml& yaml, std::string_view split /* train|val|test */, const SplitOptions& options);

/// What a run needs of a scanned split: BadData when no image is usable ("0 valid images of 12 in …: reason"), when a class
/// is out of range (one sentence naming the first file and line), and when the train split has no label at all.
Result<> checkSplit(const DataYaml& yaml, std::string_view split, const Split& scanned);
/// scanSplit, then checkSplit.
Result<Split> readSplit(const DataYaml& yaml, std::string_view split /* train|val|test */, const SplitOptions& options);

/// Io with the system's reason when the folder may not be listed and entered.
Result<> checkFolderReadable(const std::filesystem::path& folder);

/// Where the labels of an image are looked for: the last "/images/" of its path becomes "/labels/", the extension ".txt";
/// beside the image when its path has no such folder.
std::filesystem::path labelPathOf(const std::filesystem::path& image);

/// sha256 over names, image relative paths, sizes and label bytes: equal data sets have equal hashes on every machine.
std::string contentHash(const DataYaml& yaml, const Split& train, const Split& val);

} // namespace yardstick::training
