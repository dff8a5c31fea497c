// Foreign data sets into YOLO layout: COCO (instances_*.json), Pascal VOC (XML) and VisDrone2019-DET (text rows). Boxes only.
// The source is read, never written; the result goes into a new folder (images/SPLIT, labels/SPLIT, data.yaml), made
// beside it and renamed when whole. Pictures are hard-linked where the file system allows it, else copied. Any thread.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace yardstick::training {

struct ConvertReport
{
    struct Counts
    {
        std::int64_t images = 0;
        std::int64_t instances = 0;
    };
    std::filesystem::path yaml;
    std::map<std::string, Counts> splits;
    std::map<std::string, std::int64_t> skipped; ///< reason → rows or pictures left out
    std::vector<std::string> names;
};

/// `source`: annotations/instances_NAME.json with the pictures in NAME/, images/NAME/ or images/. NAME begins with train,
/// val or test. Classes: categories by rising id. Crowd regions are left out.
Result<ConvertReport> convertCoco(const std::filesystem::path& source, const std::filesystem::path& target);

/// `source`: Annotations/*.xml, JPEGImages/, ImageSets/Main/{train,val,test}.txt. Classes by name. Objects marked difficult
/// are left out. VOC pixels count from 1 and both ends are inside: the box is xmin − 1 … xmax.
Result<ConvertReport> convertVoc(const std::filesystem::path& source, const std::filesystem::path& target);

/// `source`: VisDrone2019-DET-{train,val,test-dev}/{images,annotations}. Rows: left, top, width, height, score, category,
/// truncation, occlusion. Left out: score 0, categories 0 (ignored regions) and 11 (others), empty boxes. Class = category − 1.
Result<ConvertReport> convertVisdrone(const std::filesystem::path& source, const std::filesystem::path& target);

} // namespace yardstick::training
