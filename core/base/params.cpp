#include "core/base/params.h"

#include "core/base/params_text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace yardstick {
namespace {

using nlohmann::json;

/// Edit distance with swaps of neighbours (optimal string alignment).
size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<size_t> before(b.size() + 1);
    std::vector<size_t> last(b.size() + 1);
    std::vector<size_t> now(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) {
        last[j] = j;
    }
    for (size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = std::min(now[j], before[j - 2] + 1);
            }
        }
        std::swap(before, last);
        std::swap(last, now);
    }
    return last[b.size()];
}

constexpr const char* kOwnField = "{0} is set on the experiment itself, not among its parameters.";
constexpr const char* kRefusedValue = "{0}={1} is not supported by the native backend.";
constexpr const char* kRefused = "{0}={1} is not supported by the native backend; only {2} is.";
constexpr const char* kIgnored = "{0} has no effect in the native backend.";
constexpr const char* kUnknown = "There is no parameter {0}.";
constexpr const char* kUnknownNear = "There is no parameter {0}; did you mean {1}?";
constexpr const char* kNoObject = "The parameters are no JSON object.";

Error unknownParam(const ParamSchema& schema, std::string_view name)
{
    std::string list;
    for (const std::string& near : schema.nearest(name)) {
        list += (list.empty() ? "" : ", ") + near;
    }
    if (list.empty()) {
        return {ErrorCode::InvalidArgument, kUnknown, {std::string(name)}, {}};
    }
    return {ErrorCode::InvalidArgument, kUnknownNear, {std::string(name), list}, {}};
}

std::optional<Error> refusal(const ParamSpec& spec, const json& value, std::string_view task)
{
    const std::string shown = ParamSchema::format(value);
    if (spec.support == "refused" && value != spec.defaultFor(task)) {
        return Error{ErrorCode::InvalidArgument,
                     kRefused,
                     {spec.name, shown, ParamSchema::format(spec.defaultFor(task))},
                     {}};
    }
    if (value.is_string() && std::find(spec.refusedChoices.begin(), spec.refusedChoices.end(),
                                       value.get<std::string>()) != spec.refusedChoices.end()) {
        return Error{ErrorCode::InvalidArgument, kRefusedValue, {spec.name, shown}, {}};
    }
    return std::nullopt;
}

} // namespace

const json& ParamSpec::defaultFor(std::string_view task) const
{
    const auto it = defaultByTask.find(std::string(task));
    return it == defaultByTask.end() ? defaultValue : it->second;
}

const ParamSchema& ParamSchema::get()
{
    static const ParamSchema schema = [] {
        ParamSchema s;
        try {
            s.m_specs = loadParamSpecs();
        } catch (const std::exception& e) {
            std::fprintf(stderr, "resources/parameters.json: %s\n", e.what());
            std::abort();
        }
        return s;
    }();
    return schema;
}

const ParamSpec* ParamSchema::find(std::string_view name) const
{
    const auto it =
        std::find_if(m_specs.begin(), m_specs.end(), [&](const ParamSpec& s) { return s.name == name; });
    return it == m_specs.end() ? nullptr : &*it;
}

std::vector<std::string> ParamSchema::groups() const
{
    std::vector<std::string> groups;
    for (const ParamSpec& spec : m_specs) {
        if (std::find(groups.begin(), groups.end(), spec.group) == groups.end()) {
            groups.push_back(spec.group);
        }
    }
    return groups;
}

Result<json> ParamSchema::parse(std::string_view name, std::string_view text) const
{
    const ParamSpec* spec = find(name);
    return spec != nullptr ? parseParam(*spec, text) : fail(unknownParam(*this, name));
}

std::string ParamSchema::format(const json& value)
{
    return formatParam(value);
}

Result<> ParamSchema::check(std::string_view name, const json& value) const
{
    const ParamSpec* spec = find(name);
    return spec != nullptr ? checkParam(*spec, value) : Result<>(fail(unknownParam(*this, name)));
}

std::vector<Error> ParamSchema::validate(const json& params, std::string_view task,
                                         std::string_view backend) const
{
    std::vector<Error> errors;
    if (!params.is_object()) {
        errors.push_back({ErrorCode::InvalidArgument, kNoObject, {}, {}});
        return errors;
    }
    for (const auto& [name, value] : params.items()) {
        const ParamSpec* spec = find(name);
        if (spec != nullptr && spec->ownField) {
            errors.push_back({ErrorCode::InvalidArgument, kOwnField, {name}, {}});
        } else if (const auto good = check(name, value); !good) {
            errors.push_back(good.error());
        } else if (backend == "native") {
            if (auto error = refusal(*spec, value, task)) {
                errors.push_back(std::move(*error));
            }
        }
    }
    return errors;
}

std::vector<Error> ParamSchema::ignored(const json& params, std::string_view task) const
{
    std::vector<Error> notes;
    for (const ParamSpec& spec : m_specs) {
        if (spec.support == "ignored" && params.is_object() && params.contains(spec.name) &&
            params[spec.name] != spec.defaultFor(task)) {
            notes.push_back({ErrorCode::Unsupported, kIgnored, {spec.name}, {}});
        }
    }
    return notes;
}

json ParamSchema::value(const json& params, std::string_view name, std::string_view task) const
{
    if (params.is_object()) {
        if (const auto it = params.find(std::string(name)); it != params.end()) {
            return *it;
        }
    }
    const ParamSpec* spec = find(name);
    return spec != nullptr ? spec->defaultFor(task) : json();
}

nlohmann::ordered_json ParamSchema::resolved(const json& params, std::string_view task) const
{
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    for (const ParamSpec& spec : m_specs) {
        if (!spec.ownField) {
            out[spec.name] = value(params, spec.name, task);
        }
    }
    return out;
}

nlohmann::ordered_json ParamSchema::resolved(const JobSpec& job) const
{
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    for (const ParamSpec& spec : m_specs) {
        if (spec.name == "task") {
            out["task"] = job.task;
        } else if (spec.name == "mode") {
            out["mode"] = job.mode;
        } else if (spec.name == "model_variant") {
            out["model_variant"] = job.modelVariant;
        } else if (spec.name == "data") {
            out["data"] = job.data.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(job.data);
        } else if (!spec.ownField) {
            out[spec.name] = value(job.params, spec.name, job.task);
        }
    }
    return out;
}

json ParamSchema::withoutDefaults(const json& params, std::string_view task) const
{
    json out = json::object();
    if (!params.is_object()) {
        return out;
    }
    for (const auto& [name, v] : params.items()) {
        const ParamSpec* spec = find(name);
        if (spec == nullptr || v != spec->defaultFor(task)) {
            out[name] = v;
        }
    }
    return out;
}

std::vector<std::string> ParamSchema::nearest(std::string_view name) const
{
    constexpr size_t kMost = 3;
    std::vector<std::pair<size_t, std::string>> scored;
    const std::string lower = toLowerAscii(name.substr(0, 64));
    for (const ParamSpec& spec : m_specs) {
        size_t distance = editDistance(lower, spec.name);
        const bool part = lower.size() >= 2 && (spec.name.starts_with(lower) ||
                                                (spec.name.size() >= 3 && lower.starts_with(spec.name)));
        if (part) {
            distance = std::min<size_t>(distance, 1);
        }
        if (distance <= std::max<size_t>(1, lower.size() / 3)) {
            scored.emplace_back(distance, spec.name);
        }
    }
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (const auto& [distance, known] : scored) {
        if (names.size() < kMost && distance <= scored.front().first + 1) {
            names.push_back(known);
        }
    }
    return names;
}

std::vector<std::string> ParamSchema::errorTemplates() const
{
    std::set<std::string> all{kOwnField, kRefusedValue, kRefused, kIgnored,
                              kUnknown,  kUnknownNear,  kNoObject};
    for (const ParamSpec& spec : m_specs) {
        for (const std::string& text : paramTemplates(spec)) {
            all.insert(text);
        }
    }
    return {all.begin(), all.end()};
}

std::vector<ParamDifference> difference(const json& a, const json& b, std::string_view task)
{
    std::vector<ParamDifference> out;
    const ParamSchema& schema = ParamSchema::get();
    std::vector<std::string> names;
    for (const ParamSpec& spec : schema.all()) {
        names.push_back(spec.name);
    }
    for (const json* params : {&a, &b}) { // names that the schema does not know are compared too
        for (const auto& [name, v] : params->items()) {
            if (std::find(names.begin(), names.end(), name) == names.end()) {
                names.push_back(name);
            }
        }
    }
    for (const std::string& name : names) {
        json va = schema.value(a, name, task);
        json vb = schema.value(b, name, task);
        if (va != vb) {
            out.push_back({name, std::move(va), std::move(vb)});
        }
    }
    return out;
}

std::optional<std::string> taskOfVariant(std::string_view variant)
{
    for (const std::string_view task : {"detect", "segment", "classify"}) {
        const auto names = modelVariants(task);
        if (std::find(names.begin(), names.end(), variant) != names.end()) {
            return std::string(task);
        }
    }
    return std::nullopt;
}

std::vector<std::string> modelVariants(std::string_view task)
{
    std::string suffix;
    if (task == "segment") {
        suffix = "-seg";
    } else if (task == "classify") {
        suffix = "-cls";
    } else if (task != "detect") {
        return {};
    }
    std::vector<std::string> names;
    for (const char* size : {"n", "s", "m", "l", "x"}) {
        names.push_back("yolov8" + std::string(size) + suffix);
    }
    return names;
}

std::string_view toString(ParamType type)
{
    switch (type) {
    case ParamType::Bool:
        return "bool";
    case ParamType::Int:
        return "int";
    case ParamType::Float:
        return "float";
    case ParamType::String:
        return "string";
    case ParamType::Path:
        return "path";
    case ParamType::Choice:
        return "choice";
    case ParamType::IntList:
        return "list of int";
    case ParamType::BoolOrString:
        return "bool or choice";
    case ParamType::IntOrIntList:
        return "int or list of int";
    case ParamType::BoolOrPath:
        return "bool or path";
    case ParamType::IntOrFraction:
        return "int or fraction";
    }
    return "string";
}

} // namespace yardstick
