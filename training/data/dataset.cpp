#include "training/data/dataset.h"

#include "core/base/platform.h"
#include "training/data/image_io.h"
#include "training/data/label_cache.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <set>
#include <cmath>
#include <optional>
#include <sstream>
#include <thread>

#include <unistd.h>

namespace yardstick::training {
namespace fs = std::filesystem;
namespace {

constexpr int kMinImageSide = 10; ///< pixels; smaller pictures are of no use and are dropped

struct Listing
{
    std::vector<fs::path> images; ///< sorted
    std::vector<DataProblem> problems;
};

Result<> listFolder(const fs::path& folder, Listing& out)
{
    if (auto readable = checkFolderReadable(folder); !readable) {
        return readable;
    }
    std::error_code error;
    const auto options = fs::directory_options::follow_directory_symlink | fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator it(folder, options, error), end; !error && it != end; it.increment(error)) {
        const bool hidden = it->path().filename().native().starts_with('.');
        if ((hidden && it->is_directory(error)) || platform::leadsUpwards(*it)) {
            it.disable_recursion_pending();
        } else if (const auto readable = it->is_directory(error) ? checkFolderReadable(it->path()) : Result<>{}; !readable) {
            out.problems.push_back({it->path(), 0, "its images are left out: " + readable.error().message(), false, false, 0});
        } else if (!hidden && hasImageExtension(it->path()) && it->is_regular_file(error)) {
            out.images.push_back(it->path());
        }
    }
    if (error) {
        out.problems.push_back({folder, 0, "the folder cannot be listed to its end: " + error.message(), false, false, 0});
    }
    return {};
}

/// A line of a list: absolute, or relative to the list's folder, the data set's root or the working directory.
std::optional<fs::path> listedImage(std::string line, const fs::path& list, const fs::path& root)
{
    std::error_code error;
    for (int pass = 0; pass < 2; ++pass) {
        for (const fs::path& base : {list.parent_path(), root, fs::current_path(error)}) {
            const fs::path candidate = (base / line).lexically_normal();
            if (fs::is_regular_file(candidate, error)) {
                return candidate;
            }
        }
        std::replace(line.begin(), line.end(), '\\', '/');
    }
    return std::nullopt;
}

Result<> listTextFile(const fs::path& list, const fs::path& root, Listing& out)
{
    const auto text = platform::readFile(list);
    if (!text) {
        return fail(text.error());
    }
    std::istringstream in(*text);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos) {
            continue;
        }
        line = line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
        if (auto image = listedImage(line, list, root)) {
            out.images.push_back(*image);
        } else {
            out.problems.push_back({list, number, "the image " + line + " does not exist", true, false, 0});
        }
    }
    return {};
}

Result<Listing> listSplit(const DataYaml& yaml, const std::vector<fs::path>& sources)
{
    Listing listing;
    std::error_code error;
    for (const fs::path& source : sources) {
        if (fs::is_directory(source, error)) {
            if (auto listed = listFolder(source, listing); !listed) {
                return fail(listed.error());
            }
        } else if (hasImageExtension(source)) {
            listing.images.push_back(source);
        } else if (auto listed = listTextFile(source, yaml.root, listing); !listed) {
            return fail(listed.error());
        }
    }
    std::sort(listing.images.begin(), listing.images.end(),
              [](const fs::path& a, const fs::path& b) { return a.native() < b.native(); });
    listing.images.erase(std::unique(listing.images.begin(), listing.images.end()), listing.images.end());
    return listing;
}

/// "images" spelt otherwise, or a "Labels" beside: the layout that people have when their labels are not found.
std::string layoutHint(const fs::path& image)
{
    const auto lower = [](std::string s) {
        std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return s;
    };
    std::error_code error;
    for (fs::path p = image.parent_path(); p.has_relative_path(); p = p.parent_path()) {
        const std::string name = p.filename().string();
        if (name != "images" && lower(name) == "images") {
            return "the folder " + p.string() + " must be called \"images\", in lower case";
        }
        if (name == "images") {
            for (fs::directory_iterator it(p.parent_path(), error), end; !error && it != end; it.increment(error)) {
                const std::string sibling = it->path().filename().string();
                if (sibling != "labels" && lower(sibling) == "labels") {
                    return "the folder " + it->path().string() + " must be called \"labels\", in lower case";
                }
            }
            return {};
        }
    }
    return {};
}

ScannedImage scanImage(const fs::path& path, const FileStamp& imageStamp, const FileStamp& labelStamp)
{
    ScannedImage scanned;
    scanned.image = imageStamp;
    scanned.label = labelStamp;
    const auto bytes = platform::readFile(path);
    const auto info = bytes ? inspectImage(*bytes, path.string()) : Result<ImageInfo>(fail(bytes.error()));
    if (!info) {
        scanned.imageProblem = info.error().message();
    } else if (std::min(info->width, info->height) < kMinImageSide) {
        scanned.imageProblem = "the image has only " + std::to_string(info->width) + "×" + std::to_string(info->height) +
                               " pixels; at least 10×10 are needed";
    } else {
        scanned.width = info->width;
        scanned.height = info->height;
        if (!info->warning.empty()) {
            scanned.imageProblem = "the image is damaged or cut off and is used as far as it goes: " + info->warning;
        }
    }
    if (labelStamp.bytes < 0) {
        return scanned;
    }
    const auto text = platform::readFile(labelPathOf(path), 256u << 20);
    if (text) {
        scanned.labels = parseLabels(*text);
    } else {
        scanned.labels.problems.push_back({0, text.error().message()});
    }
    return scanned;
}

/// Labels that may not be read are no missing labels: the images would train as background without a word.
Result<> checkLabelFolders(const std::vector<fs::path>& images)
{
    std::set<fs::path> folders;
    for (const fs::path& image : images) {
        folders.insert(labelPathOf(image).parent_path());
    }
    for (const fs::path& folder : folders) {
        if (::access(folder.c_str(), X_OK) != 0 && errno == EACCES) {
            return fail(platform::ioError(EACCES, "read", folder));
        }
    }
    return {};
}

std::vector<ScannedImage> scanImages(const std::vector<fs::path>& images, const SplitOptions& options,
                                     const std::vector<fs::path>& sources, bool labelled)
{
    LabelCache cache(options.cacheDirectory, sources);
    std::vector<ScannedImage> scanned(images.size());
    std::atomic<std::size_t> nextImage = 0;
    std::atomic<bool> changed = cache.size() != images.size();
    const auto work = [&] {
        for (std::size_t i = nextImage++; i < images.size(); i = nextImage++) {
            const FileStamp image = FileStamp::of(images[i]);
            const FileStamp label = labelled ? FileStamp::of(labelPathOf(images[i])) : FileStamp();
            if (const ScannedImage* known = cache.find(images[i].string(), image, label)) {
                scanned[i] = *known;
            } else {
                scanned[i] = scanImage(images[i], image, label);
                changed = true;
            }
        }
    };
    const int wanted = options.threads > 0 ? options.threads : std::min(8, platform::hostInfo().logicalCpus);
    std::vector<std::jthread> threads;
    for (int i = 1; i < std::min(wanted, static_cast<int>(images.size())); ++i) {
        threads.emplace_back(work);
    }
    work();
    threads.clear();
    if (changed) {
        std::vector<std::pair<std::string, const ScannedImage*>> entries;
        for (std::size_t i = 0; i < images.size(); ++i) {
            entries.emplace_back(images[i].string(), &scanned[i]);
        }
        cache.save(entries);
    }
    return scanned;
}

/// Applies what depends on the YAML and the options to one scanned image.
void addImage(const fs::path& path, ScannedImage& scanned, const DataYaml& yaml, const SplitOptions& options, Split& split)
{
    if (!scanned.imageProblem.empty()) {
        split.problems.push_back({path, 0, scanned.imageProblem, scanned.width == 0, false, 0});
    }
    const fs::path labelFile = labelPathOf(path);
    for (const RowProblem& problem : scanned.labels.problems) {
        split.problems.push_back({labelFile, problem.line, problem.text, false, false, 0});
    }
    split.labelFiles += scanned.label.bytes >= 0 ? 1 : 0;
    ImageEntry entry{path, scanned.width, scanned.height, {}};
    for (ParsedLabel& parsed : scanned.labels.labels) {
        const int cls = parsed.label.cls;
        if (cls < 0 || (!options.singleCls && cls >= static_cast<int>(yaml.names.size()))) {
            split.problems.push_back({labelFile, parsed.line,
                                      "class " + std::to_string(cls) + " is outside 0…" + std::to_string(yaml.names.size() - 1), false,
                                      true, cls});
            continue;
        }
        if (!options.classes.empty() && std::find(options.classes.begin(), options.classes.end(), cls) == options.classes.end()) {
            continue;
        }
        parsed.label.cls = options.singleCls ? 0 : cls;
        entry.labels.push_back(std::move(parsed.label));
    }
    if (scanned.width == 0) {
        return;
    }
    split.instances += static_cast<std::int64_t>(entry.labels.size());
    split.backgrounds += entry.labels.empty() ? 1 : 0;
    split.images.push_back(std::move(entry));
}

/// Classification: the class is the folder's place among the names, whatever folders the other splits have.
void addClassImage(const fs::path& path, const ScannedImage& scanned, const DataYaml& yaml, const std::vector<fs::path>& sources,
                   const SplitOptions& options, Split& split)
{
    if (!scanned.imageProblem.empty()) {
        split.problems.push_back({path, 0, scanned.imageProblem, scanned.width == 0, false, 0});
    }
    if (scanned.width == 0) {
        return;
    }
    const std::string folder = classFolderOf(path, sources).value_or("");
    const auto name = std::lower_bound(yaml.names.begin(), yaml.names.end(), folder);
    if (name == yaml.names.end() || *name != folder) {
        split.problems.push_back({path, 0,
                                  folder.empty() ? "the image lies in no folder of a class"
                                                 : "the folder " + folder + " is no class: train/ has none of this name",
                                  true, !folder.empty(), -1});
        return;
    }
    const int cls = static_cast<int>(name - yaml.names.begin());
    if (!options.classes.empty() && std::find(options.classes.begin(), options.classes.end(), cls) == options.classes.end()) {
        return;
    }
    ++split.instances;
    split.images.push_back({path, scanned.width, scanned.height, {{cls, 0.5f, 0.5f, 1, 1, {}}}});
}

const std::vector<fs::path>* sourcesOf(const DataYaml& yaml, std::string_view split)
{
    return split == "train" ? &yaml.train : split == "val" ? &yaml.val : split == "test" ? &yaml.test : nullptr;
}

std::string join(const std::vector<fs::path>& paths)
{
    std::string text;
    for (const fs::path& path : paths) {
        text += (text.empty() ? "" : ", ") + path.string();
    }
    return text;
}

/// Path as the user knows it: relative to the data set's root where it is inside.
std::string shown(const fs::path& file, const fs::path& root)
{
    const fs::path relative = file.lexically_relative(root);
    return relative.empty() || relative.native().starts_with("..") ? file.string() : relative.generic_string();
}

Error classError(const DataProblem& problem, const DataYaml& yaml)
{
    const std::string file = shown(problem.file, yaml.root);
    const auto line = std::to_string(problem.line);
    const auto count = yaml.names.size();
    Error error{ErrorCode::BadData, "Class {0} in {1} line {2}, but the data set has {3} classes (0–{4}).", {}, problem.file.string()};
    error.args = {std::to_string(problem.cls), file, line, std::to_string(count), std::to_string(count - 1)};
    if (count == 1) {
        error.text = "Class {0} in {1} line {2}, but the data set has one class (0).";
        error.args.resize(3);
    }
    return error;
}

} // namespace

Result<> checkFolderReadable(const fs::path& folder)
{
    return ::access(folder.c_str(), R_OK | X_OK) == 0 ? Result<>{} : Result<>(fail(platform::ioError(errno, "read", folder)));
}

fs::path labelPathOf(const fs::path& image)
{
    std::string text = image.string();
    const std::size_t at = text.rfind("/images/");
    if (at != std::string::npos) {
        text.replace(at, 8, "/labels/");
    }
    return fs::path(text).replace_extension(".txt");
}

Result<Split> scanSplit(const DataYaml& yaml, std::string_view name, const SplitOptions& options)
{
    const auto* sources = sourcesOf(yaml, name);
    if (!sources) {
        return fail(ErrorCode::InvalidArgument, "There is no split called {0}; train, val and test are known.", name);
    }
    if (const auto missing = yaml.missing.find(std::string(name)); missing != yaml.missing.end()) {
        return fail(ErrorCode::BadData, "The {0} images of {1} were not found; tried {2}.", name, yaml.file.string(), missing->second);
    }
    if (sources->empty()) {
        return fail(ErrorCode::BadData, "The data set {0} has no {1} split.", yaml.file.string(), name);
    }
    auto listing = listSplit(yaml, *sources);
    if (!listing) {
        return fail(listing.error());
    }
    Split split;
    split.problems = std::move(listing->problems);
    std::vector<fs::path>& images = listing->images;
    if (options.fraction < 1 && !images.empty()) {
        const auto kept = static_cast<std::size_t>(std::llround(static_cast<double>(images.size()) * options.fraction));
        images.resize(std::max<std::size_t>(kept, 1));
    }
    split.found = static_cast<std::int64_t>(images.size());
    if (images.empty()) {
        return split;
    }
    if (const auto readable = yaml.classFolders ? Result<>{} : checkLabelFolders(images); !readable) {
        return fail(readable.error());
    }
    split.exampleImage = images.front();
    split.exampleLabel = labelPathOf(images.front());
    std::vector<ScannedImage> scanned = scanImages(images, options, *sources, !yaml.classFolders);
    for (std::size_t i = 0; i < images.size(); ++i) {
        if (yaml.classFolders) {
            addClassImage(images[i], scanned[i], yaml, *sources, options, split);
            continue;
        }
        addImage(images[i], scanned[i], yaml, options, split);
    }
    if (split.labelFiles == 0 && !yaml.classFolders) {
        split.hint = layoutHint(images.front());
    }
    return split;
}

Result<> checkSplit(const DataYaml& yaml, std::string_view name, const Split& split)
{
    const std::string where = join(*sourcesOf(yaml, name));
    if (split.found == 0 && split.problems.empty()) {
        return fail(ErrorCode::BadData, "The {0} split is empty: there is no image in {1}.", name, where);
    }
    if (split.images.empty()) {
        const DataProblem& first = split.problems.front();
        return fail(ErrorCode::BadData, "0 valid images of {0} in {1}: {2}.",
                    std::max<std::int64_t>(split.found, static_cast<std::int64_t>(split.problems.size())), where,
                    first.text.ends_with('.') ? first.text.substr(0, first.text.size() - 1) : first.text);
    }
    const auto outside = std::find_if(split.problems.begin(), split.problems.end(),
                                      [](const DataProblem& p) { return p.classOutOfRange; });
    if (outside != split.problems.end() && yaml.classFolders) {
        return fail(ErrorCode::BadData, "{0} lies in a folder of the {1} split that is no class: train/ has none of this name.",
                    shown(outside->file, yaml.root), name);
    }
    if (outside != split.problems.end()) {
        return fail(classError(*outside, yaml));
    }
    if (name == "train" && split.instances == 0) {
        const std::string because = split.hint.empty() ? std::string() : " (" + split.hint + ")";
        return fail(ErrorCode::BadData, "None of the {0} train images has a label; that of the first was expected in {1}{2}.",
                    split.images.size(), split.exampleLabel.string(), because);
    }
    return {};
}

Result<Split> readSplit(const DataYaml& yaml, std::string_view name, const SplitOptions& options)
{
    const auto count = static_cast<int>(yaml.names.size());
    const auto missing = std::find_if(options.classes.begin(), options.classes.end(), [&](int cls) { return cls < 0 || cls >= count; });
    if (missing != options.classes.end() && !options.singleCls) {
        return fail(ErrorCode::InvalidArgument, "The parameter classes names class {0}, but the data set has the classes 0 to {1}.", *missing,
                    count - 1);
    }
    auto split = scanSplit(yaml, name, options);
    if (!split) {
        return split;
    }
    if (name == "train" && split->instances == 0 && split->labelFiles > 0 && !options.classes.empty()) {
        return fail(ErrorCode::BadData, "None of the {0} train images has a label of the classes that the parameter classes names.",
                    split->images.size());
    }
    if (auto checked = checkSplit(yaml, name, *split); !checked) {
        return fail(checked.error());
    }
    return split;
}

std::string contentHash(const DataYaml& yaml, const Split& train, const Split& val)
{
    nlohmann::json names = yaml.names;
    std::string text = "yardstick data set 1\n" + names.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    for (const auto& [name, split] : {std::pair<const char*, const Split*>{"train", &train}, {"val", &val}}) {
        for (const ImageEntry& image : split->images) {
            std::error_code error;
            const auto bytes = fs::file_size(image.path, error);
            const fs::path labelFile = labelPathOf(image.path);
            const auto labels = !yaml.classFolders && fs::exists(labelFile, error) ? platform::readFile(labelFile) : Result<std::string>(std::string());
            text += std::string(name) + '\t' + shown(image.path, yaml.root) + '\t' + std::to_string(bytes) + '\t' +
                    platform::sha256(labels ? *labels : std::string()) + '\n';
        }
    }
    return platform::sha256(text);
}

} // namespace yardstick::training
