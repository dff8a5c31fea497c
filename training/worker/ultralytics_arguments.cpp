#include "training/worker/ultralytics_arguments.h"

#include "core/base/params.h"
#include "core/base/platform.h"
#include "training/data/dataset.h"

#include <algorithm>
#include <array>

namespace yardstick::training {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Parameters that the run itself decides.
constexpr std::array<std::string_view, 8> kOurs{"model", "device", "project", "name", "exist_ok", "resume", "pretrained", "cfg"};

/// Reads a checkpoint, changes where and how far it goes on, and writes it again. Arguments: source, target, changes (JSON).
constexpr const char* kResume = R"(import json, sys, torch
source, target, changes = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
try:
    checkpoint = torch.load(source, map_location='cpu', weights_only=False)
except TypeError:
    checkpoint = torch.load(source, map_location='cpu')
arguments = dict(checkpoint.get('train_args') or {})
epoch = checkpoint.get('epoch', -1)
resumable = epoch >= 0 and checkpoint.get('optimizer') is not None
if resumable and epoch + 1 < changes['epochs']:
    if 'save_dir' not in arguments:
        del changes['save_dir']
    arguments.update(changes)
    checkpoint['train_args'] = arguments
    torch.save(checkpoint, target)
print('\nYARDSTICK ' + json.dumps({'resumable': resumable, 'epochs': epoch + 1}))
)";

/// As Python writes it.
std::string pythonText(const json& value)
{
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? "True" : "False";
    }
    if (value.is_array()) {
        std::string text = "[";
        for (const json& item : value) {
            text += (text.size() > 1 ? "," : "") + pythonText(item);
        }
        return text + "]";
    }
    return value.is_null() ? "None" : value.dump();
}

/// A file that exists as an absolute path; anything else is left to the trainer, which knows data sets and weights by name.
std::string place(const std::string& path)
{
    std::error_code ec;
    return fs::exists(path, ec) ? fs::absolute(path, ec).lexically_normal().string() : path;
}

/// The data set as the trainer shall read it. A relative `path` in a YAML means another folder to each version; so what we
/// read there is written down with whole paths. What we cannot read is left to the trainer as it is.
Result<std::string> dataFor(const JobSpec& job, const fs::path& folder)
{
    std::error_code ec;
    const std::string given = place(job.data);
    if (job.task == "classify" || !fs::is_regular_file(given, ec)) {
        return given;
    }
    const auto yaml = readDataYaml(given);
    const bool whole = yaml && !yaml->train.empty() && !yaml->val.empty()
                       && std::all_of(yaml->missing.begin(), yaml->missing.end(), [](const auto& split) { return split.second.empty(); });
    if (!whole) {
        return given;
    }
    const fs::path root = yaml->root.has_filename() ? yaml->root : yaml->root.parent_path(); // without a slash at its end
    json data = {{"path", root.string()}, {"names", yaml->names}};
    for (const auto& [name, places] : {std::pair{"train", &yaml->train}, std::pair{"val", &yaml->val}, std::pair{"test", &yaml->test}}) {
        for (const fs::path& entry : *places) {
            data[name].push_back(entry.string());
        }
    }
    const fs::path file = folder / "data.yaml"; // JSON is YAML
    if (auto written = platform::writeFileAtomic(file, data.dump(2) + "\n"); !written) {
        return fail(written.error());
    }
    return file.string();
}

Result<std::string> deviceOf(const JobSpec& job, const UltralyticsEnvironment& environment)
{
    std::string text;
    for (const int gpu : job.gpus) {
        if (gpu >= static_cast<int>(environment.gpus.size())) {
            return fail(ErrorCode::Unsupported, "The job asks for GPU {0}, but torch {1} of {2} can use {3} GPUs.", gpu,
                        environment.torch, environment.program.python, environment.gpus.size());
        }
        text += (text.empty() ? "" : ",") + std::to_string(gpu);
    }
    return text.empty() ? "cpu" : text;
}

bool knows(const UltralyticsEnvironment& environment, const std::string& name)
{
    return std::find(environment.parameters.begin(), environment.parameters.end(), name) != environment.parameters.end();
}

/// `model` names a file, or else `pretrained` tells where the first weights come from.
void addModel(const JobSpec& job, UltralyticsArguments& out)
{
    const ParamSchema& schema = ParamSchema::get();
    const json model = schema.value(job.params, "model", job.task);
    const json pretrained = schema.value(job.params, "pretrained", job.task);
    if (model.is_string() && !model.get<std::string>().empty() && model.get<std::string>() != job.modelVariant) {
        out.list.push_back("model=" + place(model.get<std::string>()));
    } else if (pretrained == true) {
        out.list.push_back("model=" + job.modelVariant + ".pt"); // the trainer fetches it where it is not at hand
    } else {
        out.list.push_back("model=" + job.modelVariant + ".yaml");
    }
    out.list.push_back("pretrained=" + (pretrained.is_string() ? place(pretrained.get<std::string>()) : pythonText(pretrained)));
}

Result<> copyIfThere(const fs::path& from, const fs::path& to)
{
    std::error_code ec;
    if (!fs::exists(from, ec)) {
        return {};
    }
    fs::copy_file(from, to, fs::copy_options::overwrite_existing, ec);
    return ec ? Result<>(fail(platform::ioError(ec.value(), "write", to))) : Result<>{};
}

} // namespace

Result<UltralyticsArguments> ultralyticsArguments(const JobSpec& job, const UltralyticsEnvironment& environment, const fs::path& folder)
{
    const ParamSchema& schema = ParamSchema::get();
    if (const auto faults = schema.validate(job.params, job.task, job.backend); !faults.empty()) {
        return fail(faults.front());
    }
    if (job.data.empty()) {
        return fail(ErrorCode::BadData, "No data set is chosen.");
    }
    auto device = deviceOf(job, environment);
    if (!device) {
        return fail(device.error());
    }
    auto data = dataFor(job, folder);
    if (!data) {
        return fail(data.error());
    }
    UltralyticsArguments out;
    out.list = {job.task, "train", "data=" + *data, "device=" + *device};
    addModel(job, out);
    for (const ParamSpec& spec : schema.all()) {
        const bool given = job.params.contains(spec.name);
        if (spec.ownField || std::find(kOurs.begin(), kOurs.end(), spec.name) != kOurs.end()
            || (!given && spec.support == "ignored")) {
            continue;
        }
        const json value = schema.value(job.params, spec.name, job.task);
        if (!knows(environment, spec.name)) {
            if (given && value != spec.defaultFor(job.task)) {
                out.warnings.push_back({ErrorCode::Unsupported, "ultralytics {0} does not know the parameter {1}: it is left out.",
                                        {environment.version, spec.name}, {}});
            }
        } else if (!value.is_null()) {
            out.list.push_back(spec.name + "=" + pythonText(value));
        }
    }
    out.list.push_back("project=" + folder.parent_path().string());
    out.list.push_back("name=" + folder.filename().string());
    out.list.push_back("exist_ok=True");
    return out;
}

Result<UltralyticsArguments> prepareResume(const JobSpec& job, const UltralyticsEnvironment& environment, const fs::path& folder,
                                           const StopRequest* stop, const std::vector<std::string>& withoutVariables)
{
    std::error_code ec;
    const fs::path source = fs::absolute(job.resumeFrom, ec);
    if (!fs::is_regular_file(source, ec)) {
        return fail(ErrorCode::NotFound, "{0} does not exist.", source.string());
    }
    if (source.extension() != ".pt") {
        return fail(ErrorCode::Unsupported, "{0} is no checkpoint of ultralytics, which resumes its own last.pt.", source.string());
    }
    if (const auto faults = ParamSchema::get().validate(job.params, job.task, job.backend); !faults.empty()) {
        return fail(faults.front());
    }
    auto device = deviceOf(job, environment);
    if (!device) {
        return fail(device.error());
    }
    const fs::path weights = folder / run_files::kWeights;
    fs::create_directories(weights, ec);
    if (ec) {
        return fail(platform::ioError(ec.value(), "create", weights));
    }
    const fs::path target = weights / "last.pt";
    const int epochs = ParamSchema::get().value(job.params, "epochs", job.task).get<int>();
    json changes = {{"project", folder.parent_path().string()}, {"name", folder.filename().string()}, {"save_dir", folder.string()},
                    {"exist_ok", true}, {"epochs", epochs}};
    if (!job.data.empty()) {
        auto data = dataFor(job, folder);
        if (!data) {
            return fail(data.error());
        }
        changes["data"] = *data;
    }
    const auto answer = askPython(environment.program.python, kResume, {source.string(), target.string(), changes.dump()}, stop, withoutVariables);
    if (!answer) {
        return fail(answer.error());
    }
    const int done = answer->value("epochs", 0);
    if (!answer->value("resumable", false)) {
        return fail(ErrorCode::NotAllowed,
                    "{0} is of a finished run, which ultralytics cannot go on with: start a new experiment with it as model.",
                    source.string());
    }
    if (done >= epochs) {
        return fail(ErrorCode::NotAllowed, "The run has finished at epoch {0}; give more epochs than that to continue it.", done);
    }
    for (const auto& [from, to] : {std::pair{source.parent_path() / "best.pt", weights / "best.pt"},
                                   std::pair{source.parent_path().parent_path() / "results.csv", folder / "results.csv"}}) {
        if (auto copied = copyIfThere(from, to); !copied) {
            return fail(copied.error());
        }
    }
    return UltralyticsArguments{{job.task, "train", "resume=True", "model=" + target.string(), "device=" + *device}, {}, done};
}

} // namespace yardstick::training
