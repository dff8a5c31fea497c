#include "core/records.h"

#include "core/base/json_fields.h"

#include <array>
#include <utility>

namespace yardstick {
namespace {

using nlohmann::json;

constexpr std::array<std::pair<ExperimentStatus, std::string_view>, 8> kStatuses{{
    {ExperimentStatus::Draft, "draft"},
    {ExperimentStatus::Queued, "queued"},
    {ExperimentStatus::Starting, "starting"},
    {ExperimentStatus::Running, "running"},
    {ExperimentStatus::Completed, "completed"},
    {ExperimentStatus::Failed, "failed"},
    {ExperimentStatus::Stopped, "stopped"},
    {ExperimentStatus::Interrupted, "interrupted"},
}};

constexpr std::array<std::pair<AttemptOutcome, std::string_view>, 6> kOutcomes{{
    {AttemptOutcome::None, "none"},
    {AttemptOutcome::Completed, "completed"},
    {AttemptOutcome::Failed, "failed"},
    {AttemptOutcome::Stopped, "stopped"},
    {AttemptOutcome::Interrupted, "interrupted"},
    {AttemptOutcome::Lost, "lost"},
}};

json moneyJson(const std::optional<Money>& money)
{
    if (!money) {
        return nullptr;
    }
    return {{"micros", money->micros()}, {"currency", money->currency().code()}};
}

void readMoney(JsonFields& fields, const json& object, const char* key, std::optional<Money>& out)
{
    const auto it = object.find(key);
    if (it == object.end() || it->is_null()) {
        return;
    }
    JsonFields money(*it, fields.code());
    std::int64_t micros = 0;
    std::string code;
    money.get("micros", micros, Need::Required);
    money.get("currency", code, Need::Required);
    const auto currency = Currency::parse(code);
    if (money.error()) {
        fields.setError(*money.error());
    } else if (!currency) {
        fields.setError(currency.error());
    } else {
        out = Money(micros, *currency);
    }
}

} // namespace

std::string_view toString(ExperimentStatus status)
{
    for (const auto& [value, text] : kStatuses) {
        if (value == status) {
            return text;
        }
    }
    return "draft";
}

Result<ExperimentStatus> experimentStatusFromString(std::string_view text)
{
    for (const auto& [value, name] : kStatuses) {
        if (name == text) {
            return value;
        }
    }
    return fail(ErrorCode::InvalidArgument, "\"{0}\" is no status of an experiment.", text);
}

std::string_view toString(AttemptOutcome outcome)
{
    for (const auto& [value, text] : kOutcomes) {
        if (value == outcome) {
            return text;
        }
    }
    return "none";
}

AttemptOutcome attemptOutcomeFromString(std::string_view text)
{
    for (const auto& [value, name] : kOutcomes) {
        if (name == text) {
            return value;
        }
    }
    return AttemptOutcome::None;
}

json toJson(const ExperimentSpec& spec)
{
    return {{"name", spec.name},
            {"project", spec.project},
            {"task", spec.task},
            {"model_variant", spec.modelVariant},
            {"data", spec.data},
            {"backend", spec.backend},
            {"params", spec.params},
            {"container",
             {{"image", spec.container.image},
              {"arguments", spec.container.arguments},
              {"setup_script", spec.container.setupScript}}},
            {"tags", spec.tags},
            {"notes", spec.notes}};
}

Result<ExperimentSpec> experimentSpecFromJson(const json& object)
{
    ExperimentSpec spec;
    JsonFields f(object, ErrorCode::InvalidArgument);
    f.get("name", spec.name);
    f.get("project", spec.project);
    f.get("task", spec.task);
    f.get("model_variant", spec.modelVariant);
    f.get("data", spec.data);
    f.get("backend", spec.backend);
    f.getObject("params", spec.params);
    json container = json::object();
    f.getObject("container", container);
    JsonFields c(container, ErrorCode::InvalidArgument);
    c.get("image", spec.container.image);
    c.get("arguments", spec.container.arguments);
    c.get("setup_script", spec.container.setupScript);
    f.get("tags", spec.tags);
    f.get("notes", spec.notes);
    if (f.error()) {
        return fail(*f.error());
    }
    if (c.error()) {
        return fail(*c.error());
    }
    return spec;
}

json toJson(const QueueLimits& limits)
{
    return {{"max_jobs", limits.maxJobs},
            {"money_per_day", moneyJson(limits.moneyPerDay)},
            {"money_in_all", moneyJson(limits.moneyInAll)},
            {"money_per_experiment", moneyJson(limits.moneyPerExperiment)},
            {"idle_timeout_minutes", limits.idleTimeoutMinutes},
            {"boot_deadline_minutes", limits.bootDeadlineMinutes},
            {"setup_deadline_minutes", limits.setupDeadlineMinutes},
            {"hold_hours", limits.holdHours}};
}

Result<QueueLimits> queueLimitsFromJson(const json& object)
{
    QueueLimits limits;
    JsonFields f(object, ErrorCode::InvalidArgument);
    if (f.error()) {
        return fail(*f.error());
    }
    f.get("max_jobs", limits.maxJobs);
    readMoney(f, object, "money_per_day", limits.moneyPerDay);
    readMoney(f, object, "money_in_all", limits.moneyInAll);
    readMoney(f, object, "money_per_experiment", limits.moneyPerExperiment);
    f.get("idle_timeout_minutes", limits.idleTimeoutMinutes);
    f.get("boot_deadline_minutes", limits.bootDeadlineMinutes);
    f.get("setup_deadline_minutes", limits.setupDeadlineMinutes);
    f.get("hold_hours", limits.holdHours);
    if (f.error()) {
        return fail(*f.error());
    }
    return limits;
}

std::string ultralyticsOf(const Host& host)
{
    const auto found = host.address.is_object() ? host.address.find("ultralytics") : host.address.end();
    return host.address.is_object() && found != host.address.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void setUltralytics(Host& host, const std::string& environment)
{
    if (!host.address.is_object()) {
        host.address = nlohmann::json::object();
    }
    if (environment.empty()) {
        host.address.erase("ultralytics");
    } else {
        host.address["ultralytics"] = environment;
    }
}

} // namespace yardstick
