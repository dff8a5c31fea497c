#include "core/schedule/world.h"

#include "core/base/json_fields.h"

#include <array>

namespace yardstick::schedule {
namespace {

using nlohmann::json;
constexpr std::array<std::string_view, 5> kLives{"waiting", "alive", "ended", "vanished", "unknown"};

template <typename Tag> void getId(JsonFields& f, const char* key, Id<Tag>& out)
{
    f.get(key, out.value, Need::Required);
}

json write(const WorldQueue& q)
{
    return {{"id", q.id.value},
            {"host", q.hostId.value},
            {"launcher", q.launcher},
            {"threads", q.threads},
            {"gpus", q.gpus},
            {"paused", q.paused},
            {"max_jobs", q.maxJobs},
            {"position", q.position},
            {"over_budget", q.overBudget},
            {"budget_reason", q.budgetReason},
            {"problem", q.problem},
            {"last_start_ms", q.lastStartMs}};
}
void read(JsonFields& f, WorldQueue& q)
{
    getId(f, "id", q.id);
    getId(f, "host", q.hostId);
    f.get("launcher", q.launcher);
    f.get("threads", q.threads);
    f.get("gpus", q.gpus);
    f.get("paused", q.paused);
    f.get("max_jobs", q.maxJobs);
    f.get("position", q.position);
    f.get("over_budget", q.overBudget);
    f.get("budget_reason", q.budgetReason);
    f.get("problem", q.problem);
    f.get("last_start_ms", q.lastStartMs);
}

json write(const WorldHost& h)
{
    return {{"id", h.id.value}, {"slots", h.slots},         {"cpu_threads", h.cpuThreads},
            {"gpus", h.gpus},   {"reachable", h.reachable}, {"problem", h.problem}};
}
void read(JsonFields& f, WorldHost& h)
{
    getId(f, "id", h.id);
    f.get("slots", h.slots);
    f.get("cpu_threads", h.cpuThreads);
    f.get("gpus", h.gpus);
    f.get("reachable", h.reachable);
    f.get("problem", h.problem);
}

json write(const WaitingExperiment& w)
{
    return {{"id", w.id.value},        {"queue", w.queueId.value},       {"position", w.position},
            {"queued_ms", w.queuedMs}, {"not_before_ms", w.notBeforeMs}, {"requeues", w.requeues},
            {"resumable", w.resumable}};
}
void read(JsonFields& f, WaitingExperiment& w)
{
    getId(f, "id", w.id);
    getId(f, "queue", w.queueId);
    f.get("position", w.position);
    f.get("queued_ms", w.queuedMs);
    f.get("not_before_ms", w.notBeforeMs);
    f.get("requeues", w.requeues);
    f.get("resumable", w.resumable);
}

json write(const LiveAttempt& a)
{
    return {{"id", a.id.value},
            {"experiment", a.experimentId.value},
            {"queue", a.queueId.value},
            {"host", a.hostId.value},
            {"threads", a.threads},
            {"gpus", a.gpus},
            {"placed", a.placed},
            {"life", kLives.at(static_cast<size_t>(a.life))},
            {"created_ms", a.createdMs},
            {"last_event_ms", a.lastEventMs},
            {"stop_asked", a.stopAsked},
            {"kill_asked", a.killAsked},
            {"stop_sent_ms", a.stopSentMs},
            {"exit_ingested", a.exitIngested}};
}
void read(JsonFields& f, LiveAttempt& a)
{
    std::string life = "unknown";
    getId(f, "id", a.id);
    getId(f, "experiment", a.experimentId);
    getId(f, "queue", a.queueId);
    getId(f, "host", a.hostId);
    f.get("threads", a.threads);
    f.get("gpus", a.gpus);
    f.get("placed", a.placed);
    f.get("life", life);
    f.oneOf("life", life, {"waiting", "alive", "ended", "vanished", "unknown"});
    f.get("created_ms", a.createdMs);
    f.get("last_event_ms", a.lastEventMs);
    f.get("stop_asked", a.stopAsked);
    f.get("kill_asked", a.killAsked);
    f.get("stop_sent_ms", a.stopSentMs);
    f.get("exit_ingested", a.exitIngested);
    for (size_t i = 0; i < kLives.size(); ++i) {
        if (kLives[i] == life) {
            a.life = static_cast<JobLife>(i);
        }
    }
}

json write(const InterruptedExperiment& e)
{
    return {{"id", e.id.value}, {"requeues", e.requeues}, {"since_ms", e.sinceMs}};
}
void read(JsonFields& f, InterruptedExperiment& e)
{
    getId(f, "id", e.id);
    f.get("requeues", e.requeues);
    f.get("since_ms", e.sinceMs);
}

template <typename T> json writeAll(const std::vector<T>& items)
{
    json out = json::array();
    for (const T& item : items) {
        out.push_back(write(item));
    }
    return out;
}

template <typename T> void readAll(JsonFields& parent, const char* key, std::vector<T>& out)
{
    const json* items = parent.objects(key);
    if (items == nullptr) {
        return;
    }
    for (const json& item : *items) {
        JsonFields f(item, parent.code());
        T value;
        read(f, value);
        if (f.error()) {
            parent.setError(*f.error());
            return;
        }
        out.push_back(std::move(value));
    }
}

} // namespace

nlohmann::json toJson(const World& world)
{
    return {{"version", 1},
            {"queues", writeAll(world.queues)},
            {"hosts", writeAll(world.hosts)},
            {"waiting", writeAll(world.waiting)},
            {"live", writeAll(world.live)},
            {"interrupted", writeAll(world.interrupted)}};
}

Result<World> worldFromJson(const nlohmann::json& j)
{
    try {
        World world;
        JsonFields f(j, ErrorCode::BadFile);
        int version = 0;
        f.get("version", version, Need::Required);
        if (!f.error() && version > 1) {
            return fail(ErrorCode::NewerVersion,
                        "The scheduler's world has version {0}; this program reads up to {1}.", version, 1);
        }
        readAll(f, "queues", world.queues);
        readAll(f, "hosts", world.hosts);
        readAll(f, "waiting", world.waiting);
        readAll(f, "live", world.live);
        readAll(f, "interrupted", world.interrupted);
        if (f.error()) {
            return fail(*f.error());
        }
        return world;
    } catch (const std::exception& e) {
        return fail(Error{ErrorCode::BadFile, "The scheduler's world cannot be read.", {}, e.what()});
    }
}

} // namespace yardstick::schedule
