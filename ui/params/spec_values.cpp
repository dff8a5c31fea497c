#include "ui/params/spec_values.h"

namespace yardstick::ui {

nlohmann::json specValue(const ExperimentSpec& spec, std::string_view name)
{
    const auto textOrNone = [](const std::string& text) { return text.empty() ? nlohmann::json() : nlohmann::json(text); };
    if (name == "task") {
        return spec.task;
    }
    if (name == "model_variant") {
        return spec.modelVariant;
    }
    if (name == "backend") {
        return spec.backend;
    }
    if (name == "data") {
        return textOrNone(spec.data);
    }
    if (name == "container_image") {
        return textOrNone(spec.container.image);
    }
    if (name == "container_setup_script") {
        return textOrNone(spec.container.setupScript);
    }
    if (name == "container_arguments") {
        std::string all;
        for (const std::string& argument : spec.container.arguments) {
            all += (all.empty() ? "" : " ") + argument;
        }
        return textOrNone(all);
    }
    return ParamSchema::get().value(spec.params, name, spec.task);
}

nlohmann::json specDefault(const ExperimentSpec& spec, std::string_view name)
{
    return ParamSchema::get().value(nlohmann::json::object(), name, spec.task);
}

std::vector<ParamDifference> specDifference(const ExperimentSpec& a, const ExperimentSpec& b)
{
    std::vector<ParamDifference> all;
    for (const ParamSpec& param : ParamSchema::get().all()) {
        nlohmann::json before = specValue(a, param.name);
        nlohmann::json after = specValue(b, param.name);
        if (before != after) {
            all.push_back({param.name, std::move(before), std::move(after)});
        }
    }
    return all;
}

} // namespace yardstick::ui
