// The YOLOv8 parameter schema: one resource (resources/parameters.json) drives the editor, the command line, the
// worker and the docs. A parameter set is a JSON object that holds only what differs from the defaults.
// Source of names, types, ranges and defaults: facts of Ultralytics 8.2.100 (see docs/training.md).
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick {

enum class ParamType {
    Bool,
    Int,
    Float,
    String,
    Path,
    Choice,
    IntList,
    BoolOrString, ///< cache
    IntOrIntList, ///< freeze
    BoolOrPath,   ///< pretrained
    IntOrFraction ///< batch: a whole number but 0, or a number between 0 and 1
};

std::string_view toString(ParamType type); ///< "bool", "int", "float", "string", "path", "choice", "list of int", …

struct ParamSpec
{
    std::string name;       ///< "imgsz"
    ParamType type = ParamType::String;
    bool nullable = false;  ///< accepts null, shown as "None"
    nlohmann::json defaultValue;
    std::map<std::string, nlohmann::json> defaultByTask; ///< where a task has another default (imgsz)
    std::optional<double> minimum; ///< of a number, and of every number of a list
    std::optional<double> maximum;
    bool minimumExclusive = false;
    std::vector<std::string> choices; ///< Choice, and the strings of BoolOrString
    std::vector<std::string> refusedChoices; ///< of choices: known, but the native backend refuses them
    std::string group;      ///< "Run", "Optimizer", "Loss", "Augmentation", "Validation", "Segment and classify", "Other", "Container"
    std::vector<std::string> tasks; ///< empty: all
    std::string help;       ///< one English sentence; the window translates it (context "Parameter")
    std::string unit;       ///< "px", "h", "°" or empty
    bool advanced = false;  ///< folded away at first
    /// Held by a field of the experiment or job itself (task, model_variant, data, container…), never in a parameter set.
    bool ownField = false;
    /// "honoured", "ignored" (accepted for compatibility, has no effect; says so), "refused" (any value but the default is an error)
    std::string support = "honoured";

    [[nodiscard]] const nlohmann::json& defaultFor(std::string_view task) const;
};

class ParamSchema
{
public:
    static const ParamSchema& get(); ///< parsed once from the resource; a fault in the resource ends the program
    [[nodiscard]] const std::vector<ParamSpec>& all() const { return m_specs; }
    [[nodiscard]] const ParamSpec* find(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> groups() const; ///< in order of first appearance

    /// Parses user text ("None", "true", "0.01", "[0, 1]", "0,1", "ram") into a typed value of this parameter and checks
    /// it. A text in double quotes is taken literally (JSON string). InvalidArgument: one sentence with what is accepted;
    /// for an unknown name the nearest known names.
    Result<nlohmann::json> parse(std::string_view name, std::string_view text) const;
    /// How a value is shown and edited; parse(format(v)) == v. None, true, false, [0, 1]; a string that would be read as
    /// something else is put in double quotes.
    static std::string format(const nlohmann::json& value);
    /// Checks one typed value.
    Result<> check(std::string_view name, const nlohmann::json& value) const;
    /// Checks a whole set; all faults, not only the first. With the native backend also Unsupported: what its trainer
    /// refuses.
    [[nodiscard]] std::vector<Error> validate(const nlohmann::json& params, std::string_view task,
                                              std::string_view backend = "native") const;
    /// One sentence for each parameter that is set but has no effect in the native trainer (support "ignored").
    [[nodiscard]] std::vector<Error> ignored(const nlohmann::json& params, std::string_view task) const;
    /// The value in force: params' own or the default (task-dependent where it is: imgsz of classify is 224).
    [[nodiscard]] nlohmann::json value(const nlohmann::json& params, std::string_view name, std::string_view task = "detect") const;
    /// Every parameter as resolved, in schema order; without those that are fields of the experiment (ownField).
    [[nodiscard]] nlohmann::ordered_json resolved(const nlohmann::json& params, std::string_view task) const;
    /// The same for a job, with task, mode, model_variant and data in their places: the args event and args.yaml.
    [[nodiscard]] nlohmann::ordered_json resolved(const JobSpec& job) const;
    /// Removes entries equal to their default.
    [[nodiscard]] nlohmann::json withoutDefaults(const nlohmann::json& params, std::string_view task) const;
    /// Up to three known names that are nearest to a mistyped one.
    [[nodiscard]] std::vector<std::string> nearest(std::string_view name) const;
    /// Every template that check, parse and validate can return, for the translation check.
    [[nodiscard]] std::vector<std::string> errorTemplates() const;

private:
    std::vector<ParamSpec> m_specs;
};

/// What differs between two parameter sets, as resolved: name, value in a, value in b.
struct ParamDifference
{
    std::string name;
    nlohmann::json a;
    nlohmann::json b;
};
std::vector<ParamDifference> difference(const nlohmann::json& a, const nlohmann::json& b, std::string_view task);

/// Known model variants: "yolov8n" … "yolov8x", "-seg", "-cls". Task of a variant, or nullopt.
std::optional<std::string> taskOfVariant(std::string_view variant);
std::vector<std::string> modelVariants(std::string_view task);

} // namespace yardstick
