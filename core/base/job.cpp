#include "core/base/job.h"

#include "core/base/json_fields.h"
#include "core/base/platform.h"

namespace yardstick {
namespace {

using nlohmann::json;
constexpr std::uint64_t kMaxJobBytes = 16u << 20;

void readContainer(JsonFields& parent, const json& object, ContainerSpec& out)
{
    JsonFields f(object, parent.code());
    f.get("image", out.image);
    f.get("arguments", out.arguments);
    f.get("setup_script", out.setupScript);
    if (f.error()) {
        parent.setError(*f.error());
    }
}

Result<JobSpec> readSpec(const json& j)
{
    JobSpec job;
    JsonFields f(j, ErrorCode::InvalidArgument);
    f.get("version", job.version, Need::Required);
    f.atLeast("version", job.version, 1);
    if (!f.error() && job.version > kJobVersion) {
        return fail(ErrorCode::NewerVersion,
                    "The job has version {0}; this worker reads up to {1}: update the worker.", job.version,
                    kJobVersion);
    }
    f.get("token", job.token);
    f.get("mode", job.mode, Need::Required);
    f.oneOf("mode", job.mode, {"train", "val", "predict", "export"});
    f.get("backend", job.backend);
    f.oneOf("backend", job.backend, {"native", "ultralytics"});
    f.get("task", job.task, Need::Required);
    f.oneOf("task", job.task, {"detect", "segment", "classify"});
    f.get("model_variant", job.modelVariant);
    f.get("data", job.data);
    f.getObject("params", job.params);
    f.get("resume_from", job.resumeFrom);
    f.get("threads", job.threads);
    f.atLeast("threads", job.threads, 0);
    f.get("gpus", job.gpus);
    for (const int gpu : job.gpus) {
        f.atLeast("gpus", gpu, 0);
    }
    json container = json::object();
    f.getObject("container", container);
    readContainer(f, container, job.container);
    f.get("ultralytics", job.ultralytics);
    f.get("experiment_id", job.experimentId);
    f.get("experiment_name", job.experimentName);
    f.get("attempt", job.attemptNumber);
    f.atLeast("attempt", job.attemptNumber, 1);
    if (f.error()) {
        return fail(*f.error());
    }
    return job;
}

} // namespace

nlohmann::json toJson(const JobSpec& job)
{
    json out = {{"version", job.version},
            {"token", job.token},
            {"mode", job.mode},
            {"backend", job.backend},
            {"task", job.task},
            {"model_variant", job.modelVariant},
            {"data", job.data},
            {"params", job.params},
            {"resume_from", job.resumeFrom},
            {"threads", job.threads},
            {"gpus", job.gpus},
            {"container",
             {{"image", job.container.image},
              {"arguments", job.container.arguments},
              {"setup_script", job.container.setupScript}}},
            {"experiment_id", job.experimentId},
            {"experiment_name", job.experimentName},
            {"attempt", job.attemptNumber}};
    if (!job.ultralytics.empty()) {
        out["ultralytics"] = job.ultralytics;
    }
    return out;
}

Result<JobSpec> jobFromJson(const nlohmann::json& j)
{
    try {
        return readSpec(j);
    } catch (const std::exception& e) {
        return fail(Error{ErrorCode::InvalidArgument, "The job cannot be read.", {}, e.what()});
    }
}

Result<JobSpec> readJob(const std::filesystem::path& runDirectory)
{
    const auto file = runDirectory / run_files::kJob;
    const Result<std::string> text = platform::readFile(file, kMaxJobBytes);
    if (!text) {
        return fail(text.error());
    }
    const json j = nestsTooDeep(*text) ? json(json::value_t::discarded) : json::parse(*text, nullptr, false);
    if (j.is_discarded()) {
        return fail(ErrorCode::InvalidArgument, "{0} is no JSON.", file.string());
    }
    return jobFromJson(j);
}

Result<> writeJob(const std::filesystem::path& runDirectory, const JobSpec& job)
{
    try {
        return platform::writeFileAtomic(runDirectory / run_files::kJob, dumpJson(toJson(job), 2) + "\n");
    } catch (const std::exception& e) {
        return fail(Error{ErrorCode::Internal, "The job cannot be written.", {}, e.what()});
    }
}

nlohmann::json toJson(const ExitRecord& record)
{
    return {{"outcome", record.outcome},
            {"code", record.code},
            {"message", record.message},
            {"epochs", record.epochs},
            {"time_ms", record.timeMs}};
}

Result<ExitRecord> exitFromJson(const nlohmann::json& j)
{
    try {
        ExitRecord record;
        JsonFields f(j, ErrorCode::BadFile);
        f.get("outcome", record.outcome, Need::Required);
        f.oneOf("outcome", record.outcome, {"completed", "failed", "stopped", "interrupted"});
        f.get("code", record.code);
        f.get("message", record.message);
        f.get("epochs", record.epochs);
        f.get("time_ms", record.timeMs);
        if (f.error()) {
            return fail(*f.error());
        }
        return record;
    } catch (const std::exception& e) {
        return fail(Error{ErrorCode::BadFile, "The exit record cannot be read.", {}, e.what()});
    }
}

} // namespace yardstick
