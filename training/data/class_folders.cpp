// Data sets of classification (dataset.h): a folder per split with a folder per class. Nothing is ever written there.
#include "training/data/dataset.h"

#include <algorithm>

namespace yardstick::training {
namespace fs = std::filesystem;
namespace {

/// Names of the visible folders in `folder`, sorted by their bytes.
std::vector<std::string> foldersIn(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!name.starts_with('.') && it->is_directory(error)) {
            names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The first of the folders that exists; else what was tried, for messages.
void findClassSplit(DataYaml& data, const std::string& split, std::initializer_list<const char*> folders, std::vector<fs::path>& out)
{
    std::error_code error;
    std::string tried;
    for (const char* name : folders) {
        const fs::path folder = data.root / name;
        if (fs::is_directory(folder, error)) {
            out = {folder};
            return;
        }
        data.triedPaths.push_back(folder.string());
        tried += (tried.empty() ? "" : ", ") + folder.string();
    }
    if (split != "test") {
        data.missing[split] = tried;
    }
}

} // namespace

bool isClassFolders(const fs::path& folder)
{
    std::error_code error;
    if (!fs::is_directory(folder / "train", error)) {
        return false;
    }
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".yaml" || it->path().extension() == ".yml") {
            return false;
        }
    }
    return true;
}

Result<DataYaml> readClassFolders(const fs::path& folder)
{
    std::error_code error;
    if (folder.empty()) {
        return fail(ErrorCode::BadData, "No data set is given.");
    }
    if (!fs::is_directory(folder, error)) {
        return fail(fs::exists(folder, error) ? ErrorCode::BadData : ErrorCode::NotFound,
                    "{0} is no folder; classify needs one with train/ and val/, each with a folder per class.", folder.string());
    }
    DataYaml data;
    data.file = data.root = fs::absolute(folder).lexically_normal();
    data.classFolders = true;
    findClassSplit(data, "train", {"train"}, data.train);
    if (data.train.empty()) {
        return fail(ErrorCode::BadData, "{0} has no folder train/; classify needs train/ and val/, each with a folder per class.",
                    folder.string());
    }
    if (auto readable = checkFolderReadable(data.train.front()); !readable) {
        return fail(readable.error());
    }
    data.names = foldersIn(data.train.front());
    if (data.names.empty()) {
        return fail(ErrorCode::BadData, "{0} holds no folder; each class needs one with its images.", data.train.front().string());
    }
    findClassSplit(data, "val", {"val", "validation", "test"}, data.val);
    findClassSplit(data, "test", {"test"}, data.test);
    return data;
}

std::optional<std::string> classFolderOf(const fs::path& image, const std::vector<fs::path>& sources)
{
    for (const fs::path& source : sources) {
        const fs::path inside = image.lexically_relative(source);
        if (!inside.empty() && *inside.begin() != "..") {
            return std::distance(inside.begin(), inside.end()) > 1 ? inside.begin()->string() : std::string();
        }
    }
    return std::nullopt;
}

} // namespace yardstick::training
