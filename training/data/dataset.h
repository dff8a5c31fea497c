// Dataset: a YOLO-layout data set on disk, read and checked. No LibTorch here. Never writes into the user's folders.
// Letters: H, W pixels of an image. Boxes are normalised centre form (cx, cy, w, h in 0…1 of the image as rotated by EXIF).
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace yardstick::training {

struct DataYaml
{
    std::filesystem::path file;
    std::filesystem::path root;
    std::vector<std::filesystem::path> train, val, test; ///< as resolved; folders, lists or images
    std::vector<std::string> names;                      ///< nc = names.size()
    std::vector<std::string> triedPaths;                 ///< every path tried while resolving, for messages
};
/// BadData with one sentence: missing file, no names, no train/val, names that are not 0…n−1 …
Result<DataYaml> readDataYaml(const std::filesystem::path& file);

struct Label
{
    int cls = 0;
    float cx = 0, cy = 0, w = 0, h = 0; ///< normalised
    std::vector<float> polygon;          ///< x y x y … normalised; empty for boxes
};
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
};
struct Split
{
    std::vector<ImageEntry> images; ///< sorted by path
    std::vector<DataProblem> problems;
    std::int64_t instances = 0;
    std::int64_t backgrounds = 0; ///< images without labels
};
struct SplitOptions
{
    bool singleCls = false;
    double fraction = 1.0;           ///< the first part of the sorted list
    std::vector<int> classes;        ///< keep only these; empty: all
    bool verifyImages = true;        ///< decode headers; corrupt images are dropped and listed
    std::filesystem::path cacheDirectory; ///< own label cache; empty: none
};
/// BadData when no image is usable ("0 valid images of 12 in …: reasons"), or when a class is out of range in every row.
Result<Split> readSplit(const DataYaml& yaml, std::string_view split /* train|val|test */, const SplitOptions& options);

/// sha256 over names, image relative paths, sizes and label bytes: equal data sets have equal hashes on every machine.
std::string contentHash(const DataYaml& yaml, const Split& train, const Split& val);

} // namespace yardstick::training
