// The resource to ParamSpecs. A fault in it is a fault of ours and throws; ParamSchema::get() ends the
// program then.
#include "core/base/json_fields.h"
#include "core/base/params_text.h"
#include "core/base/resources.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

namespace yardstick {
namespace {

using nlohmann::json;

constexpr std::array<std::pair<std::string_view, ParamType>, 11> kTypes{{
    {"bool", ParamType::Bool},
    {"int", ParamType::Int},
    {"float", ParamType::Float},
    {"string", ParamType::String},
    {"path", ParamType::Path},
    {"choice", ParamType::Choice},
    {"int_list", ParamType::IntList},
    {"bool_or_string", ParamType::BoolOrString},
    {"int_or_int_list", ParamType::IntOrIntList},
    {"bool_or_path", ParamType::BoolOrPath},
    {"int_or_fraction", ParamType::IntOrFraction},
}};

ParamSpec specFromJson(const json& j)
{
    ParamSpec spec;
    JsonFields f(j, ErrorCode::Internal);
    std::string type;
    f.get("name", spec.name, Need::Required);
    f.get("type", type, Need::Required);
    f.get("nullable", spec.nullable);
    f.get("min_exclusive", spec.minimumExclusive);
    f.get("choices", spec.choices);
    f.get("refused_choices", spec.refusedChoices);
    f.get("group", spec.group, Need::Required);
    f.get("tasks", spec.tasks);
    f.get("help", spec.help, Need::Required);
    f.get("unit", spec.unit);
    f.get("advanced", spec.advanced);
    f.get("own_field", spec.ownField);
    f.get("support", spec.support);
    f.oneOf("support", spec.support, {"honoured", "ignored", "refused"});
    for (const auto& [key, bound] : {std::pair{"min", &spec.minimum}, std::pair{"max", &spec.maximum}}) {
        if (j.contains(key)) {
            f.get(key, bound->emplace());
        }
    }
    if (f.error()) {
        throw std::runtime_error(spec.name + ": " + f.error()->message());
    }
    const auto known =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& t) { return t.first == type; });
    if (known == kTypes.end()) {
        throw std::runtime_error(spec.name + ": unknown type " + type);
    }
    spec.type = known->second;
    spec.defaultValue = j.at("default");
    if (j.contains("default_by_task")) {
        spec.defaultByTask = j.at("default_by_task").get<std::map<std::string, json>>();
    }
    return spec;
}

} // namespace

std::vector<ParamSpec> loadParamSpecs()
{
    std::vector<ParamSpec> specs;
    std::set<std::string> names;
    const json document = json::parse(resource("parameters.json"));
    for (const json& j : document.at("parameters")) {
        specs.push_back(specFromJson(j));
        const ParamSpec& spec = specs.back();
        if (!names.insert(spec.name).second) {
            throw std::runtime_error(spec.name + " is there twice");
        }
        std::vector<json> defaults{spec.defaultValue};
        for (const auto& [task, value] : spec.defaultByTask) {
            defaults.push_back(value);
        }
        for (const json& value : defaults) {
            if (const auto good = checkParam(spec, value); !good) {
                throw std::runtime_error(good.error().message());
            }
        }
    }
    return specs;
}

} // namespace yardstick
