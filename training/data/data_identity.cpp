#include "training/data/data_identity.h"

#include "training/data/dataset.h"

#include <cstdlib>

namespace yardstick::training {

std::filesystem::path labelCacheDirectory()
{
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
        return std::filesystem::path(cache) / "yardstick" / "labels";
    }
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::filesystem::path(home) / ".cache" / "yardstick" / "labels" : std::filesystem::path();
}

std::string datasetHash(const std::filesystem::path& data, std::string_view task, std::string_view split)
{
    const auto yaml = task == "classify" ? readClassFolders(data) : readDataYaml(data);
    if (!yaml) {
        return {};
    }
    SplitOptions options;
    options.cacheDirectory = labelCacheDirectory();
    const auto train = readSplit(*yaml, "train", options);
    const auto val = readSplit(*yaml, split, options);
    return train && val ? contentHash(*yaml, *train, *val) : std::string();
}

} // namespace yardstick::training
