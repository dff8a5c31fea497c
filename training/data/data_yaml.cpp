// Reading a data set's YAML (dataset.h). yaml-cpp throws; nothing it throws leaves this file.
#include "core/base/platform.h"
#include "training/data/dataset.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>

namespace yardstick::training {
namespace fs = std::filesystem;
namespace {

bool isYaml(const fs::path& file)
{
    return file.extension() == ".yaml" || file.extension() == ".yml";
}

/// The YAML itself, or the only one of a folder.
Result<fs::path> yamlOf(const fs::path& given)
{
    std::error_code error;
    if (given.empty()) {
        return fail(ErrorCode::BadData, "No data set is given.");
    }
    if (given.extension() == ".zip") {
        return fail(ErrorCode::BadData, "{0} is an archive; unpack it and give its YAML file.", given.string());
    }
    if (!fs::is_directory(given, error)) {
        if (!fs::exists(given, error) && error != std::errc::permission_denied) { // reading says what is forbidden
            return fail(ErrorCode::NotFound, "The data set file {0} does not exist.", given.string());
        }
        return given;
    }
    std::vector<fs::path> found;
    for (fs::directory_iterator it(given, error), end; !error && it != end; it.increment(error)) {
        if (isYaml(it->path())) {
            found.push_back(it->path());
        }
    }
    if (error) {
        return fail(platform::ioError(error.value(), "read", given));
    }
    if (found.size() != 1) {
        return fail(ErrorCode::BadData, "The folder {0} holds {1} YAML files; give the one that describes the data set.",
                    given.string(), found.size());
    }
    return found.front();
}

/// Control characters and a byte order mark make yaml-cpp refuse a file that people can read.
std::string printable(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    std::string kept;
    kept.reserve(text.size());
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        if ((u >= 0x20 && u != 0x7F) || c == '\n' || c == '\r' || c == '\t') {
            kept += c;
        }
    }
    return kept;
}

Result<std::vector<std::string>> readNames(const YAML::Node& root, const fs::path& file)
{
    const YAML::Node names = root["names"];
    if (!names || names.IsNull() || names.size() == 0) {
        return fail(ErrorCode::BadData, "{0} has no class names (key \"names\").", file.string());
    }
    std::vector<std::string> list(names.size());
    if (names.IsSequence()) {
        std::transform(names.begin(), names.end(), list.begin(), [](const YAML::Node& n) { return n.as<std::string>(); });
    } else if (names.IsMap()) {
        std::set<int> seen;
        for (const auto& entry : names) {
            const int index = entry.first.as<int>(-1);
            if (index < 0 || index >= static_cast<int>(list.size()) || !seen.insert(index).second) {
                return fail(ErrorCode::BadData, "The class numbers in {0} must be 0 to {1}, each once; {2} is not.", file.string(),
                            list.size() - 1, entry.first.as<std::string>());
            }
            list[static_cast<std::size_t>(index)] = entry.second.as<std::string>();
        }
    } else {
        return fail(ErrorCode::BadData, "The key \"names\" in {0} must be a list or a map of numbers to names.", file.string());
    }
    if (const YAML::Node nc = root["nc"]; nc && !nc.IsNull() && nc.as<long>(-1) != static_cast<long>(list.size())) {
        return fail(ErrorCode::BadData, "{0} says nc: {1}, but has {2} class names.", file.string(), nc.as<std::string>(),
                    list.size());
    }
    return list;
}

fs::path withSlashes(std::string text)
{
    std::error_code error;
    if (text.find('\\') != std::string::npos && !fs::exists(text, error)) {
        std::replace(text.begin(), text.end(), '\\', '/');
    }
    return text;
}

class SplitResolver
{
public:
    SplitResolver(DataYaml& yaml, const YAML::Node& root) : m_yaml(yaml)
    {
        const fs::path folder = fs::absolute(yaml.file).parent_path();
        const YAML::Node given = root["path"];
        const fs::path path = given && !given.IsNull() ? withSlashes(given.as<std::string>()) : fs::path();
        if (path.is_absolute()) {
            m_roots = {path};
        } else {
            m_roots = {(folder / path).lexically_normal()};
            std::error_code error;
            const fs::path other = (fs::current_path(error) / path).lexically_normal();
            if (!error && other != m_roots.front() && !path.empty()) {
                m_roots.push_back(other);
            }
        }
        std::error_code error;
        const auto existing = std::find_if(m_roots.begin(), m_roots.end(), [&](const fs::path& p) { return fs::exists(p, error); });
        m_yaml.root = existing == m_roots.end() ? m_roots.front() : *existing;
    }

    void resolve(const std::string& split, const YAML::Node& node, std::vector<fs::path>& out)
    {
        std::vector<std::string> entries;
        if (node.IsSequence()) {
            std::transform(node.begin(), node.end(), std::back_inserter(entries),
                           [](const YAML::Node& n) { return n.as<std::string>(); });
        } else {
            entries.push_back(node.as<std::string>());
        }
        std::string& missing = m_yaml.missing[split];
        for (const std::string& entry : entries) {
            const std::size_t before = m_yaml.triedPaths.size();
            if (auto found = find(entry)) {
                out.push_back(*found);
                continue;
            }
            for (std::size_t i = before; i < m_yaml.triedPaths.size(); ++i) {
                missing += (missing.empty() ? "" : ", ") + m_yaml.triedPaths[i];
            }
        }
        if (missing.empty()) {
            m_yaml.missing.erase(split);
        }
    }

private:
    std::optional<fs::path> find(const std::string& entry)
    {
        std::error_code error;
        for (const fs::path& root : m_roots) {
            std::vector<fs::path> candidates = {root / withSlashes(entry)};
            if (entry.starts_with("../")) { // exports that put the YAML one folder too high
                candidates.push_back(root / entry.substr(3));
            }
            for (const fs::path& candidate : candidates) {
                const fs::path normal = candidate.lexically_normal();
                m_yaml.triedPaths.push_back(normal.string());
                if (fs::exists(normal, error) || error == std::errc::permission_denied) { // listing says what is forbidden
                    return normal;
                }
            }
        }
        return std::nullopt;
    }

    DataYaml& m_yaml;
    std::vector<fs::path> m_roots;
};

Result<DataYaml> interpret(const YAML::Node& root, const fs::path& file)
{
    if (!root.IsMap()) {
        return fail(ErrorCode::BadData, "{0} is no data set description: it has no keys.", file.string());
    }
    DataYaml yaml;
    yaml.file = file;
    auto names = readNames(root, file);
    if (!names) {
        return fail(names.error());
    }
    yaml.names = std::move(*names);
    SplitResolver resolver(yaml, root);
    const YAML::Node val = root["val"] ? root["val"] : root["validation"];
    const std::pair<const char*, YAML::Node> splits[] = {{"train", root["train"]}, {"val", val}, {"test", root["test"]}};
    std::vector<fs::path>* targets[] = {&yaml.train, &yaml.val, &yaml.test};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& [split, node] = splits[i];
        const bool given = node.IsDefined() && !node.IsNull();
        if (!given && i < 2) {
            return fail(ErrorCode::BadData, "{0} has no key \"{1}\" that says where the {1} images are.", file.string(), split);
        }
        if (given) {
            resolver.resolve(split, node, *targets[i]);
        }
    }
    return yaml;
}

} // namespace

Result<DataYaml> readDataYaml(const fs::path& given)
{
    const auto file = yamlOf(given);
    if (!file) {
        return fail(file.error());
    }
    const auto text = platform::readFile(*file, 64u << 20);
    if (!text) {
        return fail(text.error());
    }
    try {
        return interpret(YAML::Load(printable(*text)), *file);
    } catch (const YAML::Exception& e) {
        Error error{ErrorCode::BadData, "The data set file {0} is no valid YAML (line {1}).",
                    {file->string(), std::to_string(e.mark.line + 1)}, e.what()};
        return fail(std::move(error));
    } catch (const std::exception& e) {
        return fail(ErrorCode::BadData, "The data set file {0} cannot be read: {1}.", file->string(), e.what());
    }
}

} // namespace yardstick::training
