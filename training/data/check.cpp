#include "training/data/check.h"

#include "training/data/dataset.h"

#include <algorithm>
#include <optional>
#include <set>

namespace yardstick::training {
namespace {

nlohmann::json classCounts(const DataYaml& yaml, const Split& split)
{
    std::vector<std::int64_t> instances(yaml.names.size(), 0);
    std::vector<std::int64_t> images(yaml.names.size(), 0);
    for (const ImageEntry& image : split.images) {
        std::set<int> seen;
        for (const Label& label : image.labels) {
            ++instances[static_cast<std::size_t>(label.cls)];
            seen.insert(label.cls);
        }
        for (const int cls : seen) {
            ++images[static_cast<std::size_t>(cls)];
        }
    }
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t c = 0; c < instances.size(); ++c) {
        list.push_back({{"id", c}, {"name", yaml.names[c]}, {"images", images[c]}, {"instances", instances[c]}});
    }
    return list;
}

nlohmann::json describe(const DataYaml& yaml, const Split& split)
{
    nlohmann::json problems = nlohmann::json::array();
    for (std::size_t i = 0; i < std::min(split.problems.size(), kMaxListedProblems); ++i) {
        const DataProblem& p = split.problems[i];
        problems.push_back({{"file", p.file.string()},
                            {"line", p.line},
                            {"text", p.text},
                            {"image_dropped", p.imageDropped},
                            {"class_out_of_range", p.classOutOfRange}});
    }
    const auto dropped = std::count_if(split.problems.begin(), split.problems.end(), [](const DataProblem& p) { return p.imageDropped; });
    return {{"found", split.found},
            {"images", split.images.size()},
            {"instances", split.instances},
            {"backgrounds", split.backgrounds},
            {"label_files", split.labelFiles},
            {"dropped", dropped},
            {"example_image", split.exampleImage.string()},
            {"example_label", split.exampleLabel.string()},
            {"hint", split.hint},
            {"classes", classCounts(yaml, split)},
            {"problems", problems},
            {"problem_count", split.problems.size()},
            {"error", nullptr}};
}

} // namespace

Result<nlohmann::json> checkDataset(const std::filesystem::path& path, const std::filesystem::path& cacheDirectory)
{
    const auto yaml = isClassFolders(path) ? readClassFolders(path) : readDataYaml(path);
    if (!yaml) {
        return fail(yaml.error());
    }
    nlohmann::json report = {{"file", yaml->file.string()}, {"root", yaml->root.string()}, {"names", yaml->names},
                             {"splits", nlohmann::json::object()}, {"error", nullptr}};
    SplitOptions options;
    options.cacheDirectory = cacheDirectory;
    std::map<std::string, Split> good;
    for (const char* name : {"train", "val", "test"}) {
        if (name == std::string_view("test") && yaml->test.empty() && !yaml->missing.contains(name)) {
            continue;
        }
        auto split = scanSplit(*yaml, name, options);
        nlohmann::json description = describe(*yaml, split ? *split : Split());
        const auto checked = split ? checkSplit(*yaml, name, *split) : Result<>(fail(split.error()));
        if (checked) {
            good.emplace(name, std::move(*split));
        } else {
            description["error"] = checked.error().message();
            if (report["error"].is_null()) {
                report["error"] = checked.error().message();
            }
        }
        report["splits"][name] = std::move(description);
    }
    report["ok"] = report["error"].is_null();
    if (report["ok"]) {
        report["hash"] = contentHash(*yaml, good["train"], good["val"]);
    }
    return report;
}

} // namespace yardstick::training
