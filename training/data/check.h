// data check: everything that is wrong with a data set, as JSON for people and for the window; trains nothing, writes
// nothing beside the data. Stateless; any thread.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace yardstick::training {

/// `path`: the YAML, or a folder with exactly one, or a folder of classes (train/, val/). An error only when there is no YAML to speak of; else:
/// {"file","root","names":[…],"ok":bool,"error":sentence of what would stop a run, or null,"hash":content hash when ok,
///  "splits":{"train":{"found","images","instances","backgrounds","label_files","dropped","example_image","example_label",
///    "hint","classes":[{"id","name","images","instances"}],"problems":[{"file","line","text","image_dropped",
///    "class_out_of_range"}] (first kMaxListedProblems),"problem_count","error":sentence or null}, "val":…, "test":… if given}}
Result<nlohmann::json> checkDataset(const std::filesystem::path& path, const std::filesystem::path& cacheDirectory = {});

inline constexpr std::size_t kMaxListedProblems = 1000; ///< per split

} // namespace yardstick::training
