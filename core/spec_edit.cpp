#include "core/spec_edit.h"

#include "core/base/params.h"
#include "core/base/platform.h"

#include <yaml-cpp/yaml.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace yardstick {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr size_t kMaxNameBytes = 200;
constexpr size_t kMaxNamedChanges = 3;

/// One error of many: the first sentence as it is, or a count with the first; every sentence in the detail.
Error joined(const std::vector<Error>& faults)
{
    if (faults.size() == 1) {
        return faults.front();
    }
    Error error{faults.front().code,
                "{0} values cannot be used; the first: {1}",
                {std::to_string(faults.size()), faults.front().message()},
                {}};
    for (const Error& f : faults) {
        error.detail += (error.detail.empty() ? "" : "\n") + f.message();
    }
    return error;
}

Result<> checkVariant(const ExperimentSpec& spec)
{
    const auto task = taskOfVariant(spec.modelVariant);
    if (!task) {
        return fail(ErrorCode::InvalidArgument, "{0} is no YOLOv8 model variant; for {1} there are {2}.",
                    spec.modelVariant, spec.task, [&] {
                        std::string list;
                        for (const std::string& v : modelVariants(spec.task)) {
                            list += (list.empty() ? "" : ", ") + v;
                        }
                        return list;
                    }());
    }
    if (*task != spec.task) {
        return fail(ErrorCode::InvalidArgument, "The model variant {0} is for the task {1}, not for {2}.",
                    spec.modelVariant, *task, spec.task);
    }
    return {};
}

std::vector<std::string> words(std::string_view text)
{
    std::vector<std::string> out;
    for (size_t at = 0; at < text.size();) {
        const size_t begin = text.find_first_not_of(" \t\n", at);
        if (begin == std::string_view::npos) {
            break;
        }
        const size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
        out.emplace_back(text.substr(begin, end - begin));
        at = end;
    }
    return out;
}

std::string textOf(const json& value)
{
    return value.is_string() ? value.get<std::string>() : std::string();
}

/// Sets a field that is no parameter; false when `name` is none. `value` has been checked against the schema.
bool setField(ExperimentSpec& spec, const std::string& name, const json& value)
{
    if (name == "task") {
        spec.task = textOf(value);
    } else if (name == "model_variant") {
        spec.modelVariant = textOf(value);
    } else if (name == "data") {
        spec.data = textOf(value);
    } else if (name == "backend") {
        spec.backend = textOf(value);
    } else if (name == "container_image") {
        spec.container.image = textOf(value);
    } else if (name == "container_arguments") {
        spec.container.arguments = words(textOf(value));
    } else if (name == "container_setup_script") {
        spec.container.setupScript = textOf(value);
    } else {
        return false;
    }
    return true;
}

/// One change, checked; null of a parameter that is not nullable stands for its default.
Result<> applyOne(ExperimentSpec& spec, const std::string& name, const json& given)
{
    const ParamSchema& schema = ParamSchema::get();
    const ParamSpec* known = schema.find(name);
    const bool toDefault = known != nullptr && given.is_null() && !known->nullable;
    const json value = toDefault ? known->defaultValue : given;
    if (auto good = schema.check(name, value); !good) {
        return good;
    }
    if (name == "mode") {
        return value == "train" ? Result<>{}
                                : fail(ErrorCode::InvalidArgument,
                                       "An experiment trains: its mode cannot be {0}.", textOf(value));
    }
    if (setField(spec, name, value)) {
        return {};
    }
    if (toDefault) {
        spec.params.erase(name);
    } else {
        spec.params[name] = value;
    }
    return {};
}

/// A look that tells a YAML file of a data set from any other file; what is in it is judged by the worker.
Result<> checkDataYaml(const fs::path& path, const fs::file_status& status)
{
    constexpr std::uint64_t kMostBytes = 4u << 20; ///< class names by the thousand fit
    const auto refused = [&] {
        return fail(ErrorCode::BadData, "The data set {0} is no YAML file; it needs lines such as \"train: images/train\".",
                    path.string());
    };
    if (!fs::is_regular_file(status)) {
        return refused();
    }
    auto text = platform::readFile(path, kMostBytes);
    if (!text) {
        return fail(text.error());
    }
    if (text->find('\0') != std::string::npos) {
        return refused();
    }
    std::erase_if(*text, [](char c) { // as the worker reads it: control characters do not count
        const auto u = static_cast<unsigned char>(c);
        return u == 0x7F || (u < 0x20 && c != '\n' && c != '\r' && c != '\t');
    });
    try {
        return YAML::Load(*text).IsMap() ? Result<>{} : Result<>(refused());
    } catch (const YAML::Exception& e) {
        Error error = refused().error();
        error.detail = e.what();
        return fail(std::move(error));
    }
}

} // namespace

Result<> validateSpec(const ExperimentSpec& spec)
{
    std::vector<Error> faults;
    constexpr std::array<std::string_view, 3> kTasks{"detect", "segment", "classify"};
    constexpr std::array<std::string_view, 2> kBackends{"native", "ultralytics"};
    const auto add = [&](const Result<>& r) {
        if (!r) {
            faults.push_back(r.error());
        }
    };
    if (std::find(kTasks.begin(), kTasks.end(), spec.task) == kTasks.end()) {
        add(fail(ErrorCode::InvalidArgument, "{0} is no task; there are detect, segment and classify.",
                 spec.task));
    } else {
        add(checkVariant(spec));
    }
    if (std::find(kBackends.begin(), kBackends.end(), spec.backend) == kBackends.end()) {
        add(fail(ErrorCode::InvalidArgument, "{0} is no backend; there are native and ultralytics.",
                 spec.backend));
    }
    if (!spec.params.is_object()) {
        add(fail(ErrorCode::InvalidArgument, "The parameters must be a JSON object."));
    } else {
        for (Error& e : ParamSchema::get().validate(spec.params, spec.task, spec.backend)) {
            faults.push_back(std::move(e));
        }
    }
    if (!faults.empty()) {
        return fail(joined(faults));
    }
    return {};
}

Result<> applyChanges(ExperimentSpec& spec, const json& changes)
{
    if (!changes.is_object()) {
        return fail(ErrorCode::InvalidArgument, "The changed parameters must be a JSON object.");
    }
    ExperimentSpec next = spec;
    std::vector<Error> faults;
    // A change of the model variant alone takes its task along; the reverse is ambiguous and stays an error.
    if (changes.contains("model_variant") && !changes.contains("task")) {
        if (const auto task = taskOfVariant(textOf(changes["model_variant"]))) {
            next.task = *task;
        }
    }
    for (const auto& [name, value] : changes.items()) {
        if (const auto applied = applyOne(next, name, value); !applied) {
            faults.push_back(applied.error());
        }
    }
    if (!faults.empty()) {
        return fail(joined(faults));
    }
    next.params = ParamSchema::get().withoutDefaults(next.params, next.task);
    if (auto good = validateSpec(next); !good) {
        return good;
    }
    spec = std::move(next);
    return {};
}

std::string dataName(const std::string& data)
{
    const fs::path path(data);
    const std::string stem = (path.has_filename() ? path : path.parent_path()).stem().string();
    const std::string folder = path.parent_path().filename().string();
    return (stem == "data" || stem == "dataset") && !folder.empty() ? folder : stem;
}

std::string autoName(const ExperimentSpec& spec)
{
    const ParamSchema& schema = ParamSchema::get();
    std::string variant = spec.modelVariant;
    if (variant.starts_with("yolo")) {
        variant.erase(0, 4);
    }
    return variant + "-" + ParamSchema::format(schema.value(spec.params, "imgsz", spec.task)) + "-b" +
           ParamSchema::format(schema.value(spec.params, "batch", spec.task));
}

std::string cloneName(const ExperimentSpec& source, const ExperimentSpec& clone, const json& changes)
{
    const std::string before = autoName(source);
    const bool automatic = source.name == before || source.name.starts_with(before + " ");
    std::string name = automatic ? autoName(clone) + source.name.substr(before.size()) : source.name;
    size_t named = 0;
    for (const auto& [key, value] : changes.items()) {
        if (automatic && (key == "imgsz" || key == "batch" || key == "model_variant")) {
            continue;
        }
        // A value of the same parameter in the source's name gives way.
        if (const size_t at = name.find(" " + key + "="); at != std::string::npos) {
            const size_t end = name.find(' ', at + 1);
            name.erase(at, end == std::string::npos ? std::string::npos : end - at);
        }
        if (named++ < kMaxNamedChanges) {
            const std::string text =
                key == "data" ? dataName(textOf(value)) : ParamSchema::format(value);
            name += " " + key + "=" + text;
        }
    }
    return cleanName(name).value_or(autoName(clone));
}

Result<std::string> cleanName(std::string_view name)
{
    const size_t begin = name.find_first_not_of(" \t");
    if (begin == std::string_view::npos) {
        return std::string();
    }
    name = name.substr(begin, name.find_last_not_of(" \t") - begin + 1);
    for (const char c : name) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            return fail(ErrorCode::InvalidArgument, "A name is one line of text without control characters.");
        }
    }
    if (name.size() > kMaxNameBytes) {
        size_t cut = kMaxNameBytes;
        while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80) {
            --cut; // not inside a UTF-8 character
        }
        name = name.substr(0, cut);
    }
    return std::string(name);
}

Result<> checkDataPresent(const ExperimentSpec& spec)
{
    if (spec.data.empty()) {
        return fail(ErrorCode::BadData, "No data set is chosen.");
    }
    std::error_code ec;
    const fs::path path(spec.data);
    const fs::file_status status = fs::status(path, ec);
    if (!fs::exists(status)) {
        return fail(ErrorCode::NotFound, "The data set {0} does not exist.", spec.data);
    }
    if (spec.task == "classify" && !fs::is_directory(status)) {
        return fail(ErrorCode::BadData,
                    "The data set {0} is no folder; classify needs one with train/ and val/.", spec.data);
    }
    if (spec.task != "classify" && fs::is_directory(status)) {
        return fail(ErrorCode::BadData, "The data set {0} is a folder; {1} needs a YAML file.", spec.data,
                    spec.task);
    }
    if (::access(path.c_str(), fs::is_directory(status) ? R_OK | X_OK : R_OK) != 0) {
        return fail(ErrorCode::BadData, "The data set {0} cannot be read: permission is missing.", spec.data);
    }
    return spec.task == "classify" ? Result<>{} : checkDataYaml(path, status);
}

} // namespace yardstick
