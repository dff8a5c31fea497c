// Lines to events: core/base/event.h.
#include "core/base/event.h"
#include "core/base/json_fields.h"

#include <cmath>

namespace yardstick {
namespace {

using nlohmann::json;

void read(JsonFields& f, HelloEvent& e)
{
    f.get("versions", e.versions);
    f.get("host", e.host);
    f.get("cpu", e.cpu);
    f.get("gpus", e.gpus);
    f.get("threads", e.threads);
    f.get("bundle", e.bundle);
    f.get("pid", e.pid);
    f.get("boot_id", e.bootId);
}

void read(JsonFields& f, PhaseEvent& e)
{
    f.get("name", e.name, Need::Required);
    f.get("begin", e.begin, Need::Required);
}

void read(JsonFields& f, ArgsEvent& e)
{
    f.getObject("values", e.values, Need::Required);
}

void read(JsonFields& f, ScalarsEvent& e)
{
    f.get("step", e.step, Need::Required);
    f.get("epoch", e.epoch, Need::Required);
    f.get("values", e.values, Need::Required);
    f.atLeast("step", e.step, 0);
    f.atLeast("epoch", e.epoch, 1);
}

void read(JsonFields& f, EpochEvent& e)
{
    f.get("epoch", e.epoch, Need::Required);
    f.get("epochs", e.epochs);
    f.get("step", e.step);
    f.get("seconds", e.seconds, Need::Required);
    f.get("data_wait_seconds", e.dataWaitSeconds);
    f.get("compute_seconds", e.computeSeconds);
    f.get("validation_seconds", e.validationSeconds);
    f.get("other_seconds", e.otherSeconds);
    f.get("images", e.images);
    f.get("images_per_second", e.imagesPerSecond);
    f.get("learning_rates", e.learningRates);
    f.get("memory_bytes", e.memoryBytes);
    f.get("gpu_memory_bytes", e.gpuMemoryBytes);
    f.get("mosaic", e.mosaic);
    f.atLeast("epoch", e.epoch, 1);
    if (!f.error() && !(e.seconds >= 0 && std::isfinite(e.seconds))) {
        f.setError(
            {f.code(), "The field \"{0}\" is not {1}.", {"seconds", "a finite number of at least 0"}, {}});
    }
}

void read(JsonFields& f, SystemEvent& e)
{
    f.get("cpu_percent", e.cpuPercent);
    f.get("process_cpu_percent", e.processCpuPercent);
    f.get("ram_bytes", e.ramBytes);
    f.get("ram_total_bytes", e.ramTotalBytes);
    const json* gpus = f.objects("gpus");
    for (size_t i = 0; gpus != nullptr && i < gpus->size() && !f.error(); ++i) {
        JsonFields g((*gpus)[i], f.code());
        SystemEvent::Gpu& gpu = e.gpus.emplace_back();
        g.get("index", gpu.index, Need::Required);
        g.get("util_percent", gpu.utilPercent);
        g.get("memory_bytes", gpu.memoryBytes);
        g.get("power_watts", gpu.powerWatts);
        g.get("celsius", gpu.celsius);
        if (g.error()) {
            f.setError(*g.error());
        }
    }
}

void readBox(JsonFields& parent, const json& object, ImageBox& box)
{
    JsonFields f(object, parent.code());
    f.get("class", box.cls, Need::Required);
    f.get("confidence", box.confidence);
    f.get("xyxy", box.xyxy);
    f.get("polygon", box.polygon);
    if (!f.error() && !box.xyxy.empty() && box.xyxy.size() != 4) {
        f.setError({f.code(), "The field \"{0}\" is not {1}.", {"xyxy", "a list of four numbers"}, {}});
    }
    if (!f.error() && box.polygon.size() % 2 != 0) {
        f.setError({f.code(), "The field \"{0}\" is not {1}.", {"polygon", "a list of pairs"}, {}});
    }
    if (f.error()) {
        parent.setError(*f.error());
    }
}

void read(JsonFields& f, ImageEvent& e)
{
    f.getRelativePath("path", e.path, Need::Required);
    f.get("bytes", e.bytes);
    f.get("sha256", e.sha256);
    f.get("kind", e.kind);
    f.get("epoch", e.epoch);
    f.get("width", e.width);
    f.get("height", e.height);
    const json* boxes = f.objects("boxes");
    for (size_t i = 0; boxes != nullptr && i < boxes->size() && !f.error(); ++i) {
        readBox(f, (*boxes)[i], e.boxes.emplace_back());
    }
    f.get("names", e.names);
}

void read(JsonFields& f, PlotEvent& e)
{
    f.get("kind", e.kind, Need::Required);
    f.get("epoch", e.epoch);
    f.getObject("data", e.data, Need::Required);
}

void read(JsonFields& f, ArtifactEvent& e)
{
    f.getRelativePath("path", e.path, Need::Required);
    f.get("bytes", e.bytes);
    f.get("sha256", e.sha256);
    f.get("kind", e.kind);
}

void read(JsonFields& f, CheckpointEvent& e)
{
    f.getRelativePath("path", e.path, Need::Required);
    f.get("epoch", e.epoch, Need::Required);
    f.get("step", e.step);
    f.get("bytes", e.bytes);
    f.get("sha256", e.sha256);
    f.get("best", e.best);
}

void read(JsonFields& f, MessageEvent& e)
{
    f.get("code", e.code);
    f.get("text", e.text, Need::Required);
    f.get("args", e.args);
    f.get("detail", e.detail);
}

void read(JsonFields&, HeartbeatEvent&) {}

void read(JsonFields& f, DoneEvent& e)
{
    f.get("outcome", e.outcome, Need::Required);
    f.oneOf("outcome", e.outcome, {"completed", "failed", "stopped", "interrupted"});
    f.get("epochs", e.epochs);
    f.get("seconds", e.seconds);
    f.get("metrics", e.metrics);
}

template <typename T>
bool readAs(std::string_view name, const std::string& type, JsonFields& fields, EventBody& body)
{
    if (name != type) {
        return false;
    }
    T event;
    read(fields, event);
    body = std::move(event);
    return true;
}

bool readMessage(const std::string& type, JsonFields& fields, EventBody& body)
{
    if (type != "error" && type != "warning") {
        return false;
    }
    MessageEvent event;
    event.error = type == "error";
    read(fields, event);
    body = std::move(event);
    return true;
}

void readBody(const std::string& type, JsonFields& f, EventBody& body)
{
    const bool known =
        readAs<ScalarsEvent>("scalars", type, f, body) || readAs<EpochEvent>("epoch", type, f, body) ||
        readAs<SystemEvent>("system", type, f, body) || readAs<HeartbeatEvent>("heartbeat", type, f, body) ||
        readAs<HelloEvent>("hello", type, f, body) || readAs<PhaseEvent>("phase", type, f, body) ||
        readAs<ArgsEvent>("args", type, f, body) || readAs<ImageEvent>("image", type, f, body) ||
        readAs<PlotEvent>("plot", type, f, body) || readAs<ArtifactEvent>("artifact", type, f, body) ||
        readAs<CheckpointEvent>("checkpoint", type, f, body) || readAs<DoneEvent>("done", type, f, body) ||
        readMessage(type, f, body);
    if (!known) {
        body = UnknownEvent{type};
    }
}

Result<Event> eventFromText(std::string_view line)
{
    if (nestsTooDeep(line)) {
        return fail(ErrorCode::BadData, "The line nests deeper than {0} levels.", kMaxJsonDepth);
    }
    const json j = json::parse(line, nullptr, false);
    if (j.is_discarded()) {
        return fail(ErrorCode::BadData, "The line is no JSON.");
    }
    Event event;
    JsonFields f(j, ErrorCode::BadData);
    std::string type;
    f.get("v", event.version, Need::Required);
    f.get("seq", event.seq, Need::Required);
    f.get("t", event.t, Need::Required);
    f.get("type", type, Need::Required);
    f.atLeast("v", event.version, 1);
    f.atLeast("seq", event.seq, 1);
    if (f.error()) {
        return fail(*f.error());
    }
    if (event.version > kEventVersion) {
        return fail(ErrorCode::NewerVersion, "The event has version {0}; this Yardstick reads up to {1}.",
                    event.version, kEventVersion);
    }
    readBody(type, f, event.body);
    if (f.error()) {
        return fail(*f.error());
    }
    return event;
}

} // namespace

Result<Event> eventFromLine(std::string_view line)
{
    try {
        return eventFromText(line);
    } catch (const std::exception& e) {
        Error error{ErrorCode::BadData, "The line is no event.", {}, e.what()};
        return fail(std::move(error));
    }
}

} // namespace yardstick
