#include "cloud/shipment.h"

#include "core/base/platform.h"

#include <yaml-cpp/yaml.h>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <set>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
constexpr size_t kKeyDigits = 32; ///< of the sha256 in names on the host

/// Where the images of a data set lie, as its YAML says, and the YAML as it will be on the host.
struct DataLayout
{
    fs::path root;
    std::set<std::string> items; ///< first path components below the root; "." : everything
    std::string yaml;
};

bool isInside(const fs::path& relative)
{
    return !relative.empty() && relative.is_relative() && *relative.begin() != "..";
}

/// What of the root a split needs: its first folder, and labels/ beside images/. A list of images may name any.
void need(DataLayout& layout, const fs::path& relative)
{
    std::error_code ec;
    const std::string first = relative.begin()->string();
    if (first == "." || first.empty() || !fs::is_directory(layout.root / relative, ec)) {
        layout.items = {"."};
    } else if (!layout.items.contains(".")) {
        layout.items.insert(first);
        if (first == "images") {
            layout.items.insert("labels");
        }
    }
}

/// One entry of a split, as a path below the root.
Result<std::string> relocated(DataLayout& layout, const std::string& entry, const fs::path& file)
{
    std::error_code ec;
    const fs::path given(entry);
    std::vector<fs::path> candidates{given.is_absolute() ? given : layout.root / given};
    if (entry.starts_with("../")) { // exports that put the YAML one folder too high
        candidates.push_back(layout.root / entry.substr(3));
    }
    for (const fs::path& candidate : candidates) {
        const fs::path relative = candidate.lexically_normal().lexically_relative(layout.root);
        if (isInside(relative) && fs::exists(candidate, ec)) {
            need(layout, relative);
            return relative.generic_string();
        }
    }
    if (fs::exists(candidates.front(), ec)) {
        return fail(ErrorCode::BadData,
                    "The data set {0} refers to {1}, which lies outside of {2}: put it into one folder, so that it can be "
                    "copied to another machine.",
                    file.string(), entry, layout.root.string());
    }
    return entry; // the worker says what is missing
}

Result<> relocateSplit(DataLayout& layout, YAML::Node split, const fs::path& file)
{
    const auto one = [&](YAML::Node node) -> Result<> {
        const auto moved = relocated(layout, node.as<std::string>(), file);
        if (!moved) {
            return fail(moved.error());
        }
        node = *moved;
        return {};
    };
    if (!split.IsSequence()) {
        return one(split);
    }
    for (YAML::Node entry : split) {
        if (auto done = one(entry); !done) {
            return done;
        }
    }
    return {};
}

Result<DataLayout> layoutOf(YAML::Node yaml, const fs::path& file, const std::string& text)
{
    DataLayout layout;
    layout.root = fs::absolute(file).parent_path().lexically_normal();
    layout.yaml = text;
    constexpr std::array kSplits{"train", "val", "validation", "test"};
    const bool some = yaml.IsMap() && std::any_of(kSplits.begin(), kSplits.end(), [&](const char* split) {
                          return yaml[split].IsDefined() && !yaml[split].IsNull();
                      });
    if (!some) {
        return layout; // the worker says what is wrong with it
    }
    if (const YAML::Node path = yaml["path"]; path && path.IsScalar()) {
        layout.root = (layout.root / path.as<std::string>()).lexically_normal();
    }
    if (!layout.root.has_filename() && layout.root.has_parent_path()) {
        layout.root = layout.root.parent_path(); // no slash at the end
    }
    for (const char* split : kSplits) {
        if (yaml[split].IsDefined() && !yaml[split].IsNull()) {
            if (auto moved = relocateSplit(layout, yaml[split], file); !moved) {
                return fail(moved.error());
            }
        }
    }
    yaml["path"] = "files";
    YAML::Emitter out;
    out << yaml;
    layout.yaml = std::string(out.c_str()) + "\n";
    return layout;
}

Result<DataLayout> layoutOf(const fs::path& data)
{
    std::error_code ec;
    if (fs::is_directory(data, ec)) {
        return DataLayout{fs::absolute(data).lexically_normal(), {"."}, {}};
    }
    auto text = platform::readFile(data, 64u << 20);
    if (!text) {
        return fail(text.error());
    }
    if (text->starts_with("\xEF\xBB\xBF")) {
        text->erase(0, 3);
    }
    try {
        return layoutOf(YAML::Load(*text), data, *text);
    } catch (const std::exception&) {
        return DataLayout{fs::absolute(data).parent_path(), {}, *text}; // the worker says what is wrong with it
    }
}

/// Adds "path, bytes, mtime" of a file, or of all below a folder, to the manifest.
Result<> addToManifest(const fs::path& root, const std::string& item, std::vector<std::string>& lines, DataShipment& out)
{
    std::error_code ec;
    const fs::path start = root / item;
    const auto add = [&](const fs::path& file) {
        struct stat st{};
        if (::stat(file.c_str(), &st) != 0 || !S_ISREG(st.st_mode) || file.extension() == ".cache") {
            return;
        }
        lines.push_back(file.lexically_relative(root).generic_string() + '\0' + std::to_string(st.st_size) + '\0' +
                        std::to_string(st.st_mtim.tv_sec) + "." + std::to_string(st.st_mtim.tv_nsec));
        ++out.files;
        out.bytes += st.st_size;
    };
    if (!fs::is_directory(start, ec)) {
        add(start);
        return {};
    }
    constexpr auto kFollow = fs::directory_options::follow_directory_symlink;
    fs::recursive_directory_iterator it(start, kFollow, ec);
    for (const fs::recursive_directory_iterator end; !ec && it != end; it.increment(ec)) {
        if (platform::leadsUpwards(*it)) {
            it.disable_recursion_pending();
        } else {
            add(it->path());
        }
    }
    return ec ? fail(platform::ioError(ec.value(), "read", start)) : Result<>{};
}

Result<DataShipment> planData(const JobSpec& job)
{
    DataShipment out;
    std::error_code ec;
    const fs::path data(job.data);
    if (job.data.empty() || !fs::exists(data, ec)) {
        return fail(ErrorCode::NotFound, "The data set {0} does not exist.", job.data);
    }
    auto layout = layoutOf(data);
    if (!layout) {
        return fail(layout.error());
    }
    if (layout->root == layout->root.root_path() || layout->root == fs::path(std::getenv("HOME") ? std::getenv("HOME") : "")) {
        if (layout->items.contains(".")) {
            return fail(ErrorCode::BadData,
                        "The data set {0} covers the whole of {1}: put it into a folder of its own, so that it can be "
                        "copied to another machine.",
                        job.data, layout->root.string());
        }
    }
    out.folder = layout->root;
    out.yaml = layout->yaml;
    out.classify = layout->yaml.empty() && fs::is_directory(data, ec);
    std::vector<std::string> lines;
    for (const std::string& item : layout->items) {
        if (!fs::exists(layout->root / item, ec)) {
            continue; // no labels/ beside images/
        }
        out.items.push_back(item);
        if (auto added = addToManifest(layout->root, item, lines, out); !added) {
            return fail(added.error());
        }
    }
    std::sort(lines.begin(), lines.end());
    std::string manifest = out.yaml;
    for (const std::string& line : lines) {
        manifest += '\n' + line;
    }
    out.key = "data/" + platform::sha256(manifest).substr(0, kKeyDigits);
    return out;
}

/// A name that any file system takes and no program mistakes.
std::string plainName(const fs::path& file)
{
    std::string name = file.filename().string();
    std::replace_if(
        name.begin(), name.end(),
        [](char c) { return !(std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-'); }, '_');
    return name;
}

/// A path of the job that names a file here becomes one on the host.
Result<> addFile(std::string& path, Shipment& out)
{
    std::error_code ec;
    if (path.empty() || !fs::is_regular_file(path, ec)) {
        return {};
    }
    const auto digest = platform::sha256File(path);
    if (!digest) {
        return fail(digest.error());
    }
    FileShipment file{"files/" + digest->substr(0, kKeyDigits) + "-" + plainName(path), path};
    path = std::string(kRootMark) + file.key;
    out.files.push_back(std::move(file));
    return {};
}

} // namespace

std::vector<std::string> Shipment::keys() const
{
    std::vector<std::string> out{data.key};
    for (const FileShipment& file : files) {
        out.push_back(file.key);
    }
    return out;
}

JobSpec withRoot(const JobSpec& job, const std::string& root)
{
    JobSpec out = job;
    const auto replace = [&](std::string& path) {
        if (path.starts_with(kRootMark)) {
            path = root + "/" + path.substr(kRootMark.size());
        }
    };
    replace(out.data);
    replace(out.resumeFrom);
    for (auto& [name, value] : out.params.items()) {
        if (value.is_string()) {
            auto text = value.get<std::string>();
            replace(text);
            value = text;
        }
    }
    return out;
}

Result<Shipment> planShipment(const JobSpec& job)
{
    Shipment out;
    out.job = job;
    auto data = planData(job);
    if (!data) {
        return fail(data.error());
    }
    out.data = std::move(*data);
    out.job.data = std::string(kRootMark) + out.data.key + (out.data.classify ? "/files" : "/data.yaml");
    if (auto added = addFile(out.job.resumeFrom, out); !added) {
        return fail(added.error());
    }
    for (const char* name : {"model", "pretrained"}) {
        const auto it = out.job.params.find(name);
        if (it == out.job.params.end() || !it->is_string()) {
            continue;
        }
        auto path = it->get<std::string>();
        if (auto added = addFile(path, out); !added) {
            return fail(added.error());
        }
        *it = path;
    }
    return out;
}

} // namespace yardstick
