#include "core/base/event.h"

#include "core/base/json_fields.h"

#include <cmath>

namespace yardstick {
namespace {

using nlohmann::json;

json numbers(const std::map<std::string, double>& values)
{
    json out = json::object();
    for (const auto& [name, value] : values) {
        out[name] = numberToJson(value);
    }
    return out;
}

json numbers(const std::vector<double>& values)
{
    json out = json::array();
    for (const double v : values) {
        out.push_back(numberToJson(v));
    }
    return out;
}

/// Free-form data as JSON can carry it: non-finite numbers become their strings.
json finite(const json& value)
{
    if (value.is_number_float()) {
        return numberToJson(value.get<double>());
    }
    if (value.is_structured()) {
        json out = value;
        for (json& child : out) {
            child = finite(child);
        }
        return out;
    }
    return value;
}

// --- writing: one overload per body; each returns the event's own fields and its type name ---

const char* write(const HelloEvent& e, json& j)
{
    j["versions"] = e.versions;
    j["host"] = e.host;
    j["cpu"] = e.cpu;
    j["gpus"] = e.gpus;
    j["threads"] = e.threads;
    j["bundle"] = e.bundle;
    j["pid"] = e.pid;
    j["boot_id"] = e.bootId;
    return "hello";
}

const char* write(const PhaseEvent& e, json& j)
{
    j["name"] = e.name;
    j["begin"] = e.begin;
    return "phase";
}

const char* write(const ArgsEvent& e, json& j)
{
    j["values"] = finite(e.values);
    return "args";
}

const char* write(const ScalarsEvent& e, json& j)
{
    j["step"] = e.step;
    j["epoch"] = e.epoch;
    j["values"] = numbers(e.values);
    return "scalars";
}

const char* write(const EpochEvent& e, json& j)
{
    j["epoch"] = e.epoch;
    j["epochs"] = e.epochs;
    j["step"] = e.step;
    j["seconds"] = numberToJson(e.seconds);
    j["data_wait_seconds"] = numberToJson(e.dataWaitSeconds);
    j["compute_seconds"] = numberToJson(e.computeSeconds);
    j["validation_seconds"] = numberToJson(e.validationSeconds);
    j["other_seconds"] = numberToJson(e.otherSeconds);
    j["images"] = e.images;
    j["images_per_second"] = numberToJson(e.imagesPerSecond);
    j["learning_rates"] = numbers(e.learningRates);
    j["memory_bytes"] = e.memoryBytes;
    j["gpu_memory_bytes"] = e.gpuMemoryBytes;
    j["mosaic"] = e.mosaic;
    return "epoch";
}

const char* write(const SystemEvent& e, json& j)
{
    j["cpu_percent"] = numberToJson(e.cpuPercent);
    j["process_cpu_percent"] = numberToJson(e.processCpuPercent);
    j["ram_bytes"] = e.ramBytes;
    j["ram_total_bytes"] = e.ramTotalBytes;
    j["gpus"] = json::array();
    for (const SystemEvent::Gpu& g : e.gpus) {
        j["gpus"].push_back({{"index", g.index},
                             {"util_percent", numberToJson(g.utilPercent)},
                             {"memory_bytes", g.memoryBytes},
                             {"power_watts", numberToJson(g.powerWatts)},
                             {"celsius", numberToJson(g.celsius)}});
    }
    return "system";
}

const char* write(const ImageEvent& e, json& j)
{
    j["path"] = e.path;
    j["bytes"] = e.bytes;
    j["sha256"] = e.sha256;
    j["kind"] = e.kind;
    j["epoch"] = e.epoch;
    j["width"] = e.width;
    j["height"] = e.height;
    j["boxes"] = json::array();
    for (const ImageBox& box : e.boxes) {
        json b{{"class", box.cls}, {"xyxy", numbers(box.xyxy)}};
        if (box.confidence >= 0) {
            b["confidence"] = box.confidence;
        }
        if (!box.polygon.empty()) {
            b["polygon"] = numbers(box.polygon);
        }
        j["boxes"].push_back(std::move(b));
    }
    j["names"] = e.names;
    return "image";
}

const char* write(const PlotEvent& e, json& j)
{
    j["kind"] = e.kind;
    j["epoch"] = e.epoch;
    j["data"] = finite(e.data);
    return "plot";
}

const char* write(const ArtifactEvent& e, json& j)
{
    j["path"] = e.path;
    j["bytes"] = e.bytes;
    j["sha256"] = e.sha256;
    j["kind"] = e.kind;
    return "artifact";
}

const char* write(const CheckpointEvent& e, json& j)
{
    j["path"] = e.path;
    j["epoch"] = e.epoch;
    j["step"] = e.step;
    j["bytes"] = e.bytes;
    j["sha256"] = e.sha256;
    j["best"] = e.best;
    return "checkpoint";
}

const char* write(const MessageEvent& e, json& j)
{
    j["code"] = e.code;
    j["text"] = e.text;
    j["args"] = e.args;
    if (!e.detail.empty()) {
        j["detail"] = e.detail;
    }
    return e.error ? "error" : "warning";
}

const char* write(const HeartbeatEvent&, json&) { return "heartbeat"; }

const char* write(const DoneEvent& e, json& j)
{
    j["outcome"] = e.outcome;
    j["epochs"] = e.epochs;
    j["seconds"] = numberToJson(e.seconds);
    j["metrics"] = numbers(e.metrics);
    return "done";
}

const char* write(const UnknownEvent& e, json&) { return e.type.c_str(); }

// --- reading ---

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

void read(JsonFields& f, ArgsEvent& e) { f.getObject("values", e.values, Need::Required); }

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
        f.setError({f.code(), "The field \"{0}\" is not {1}.", {"seconds", "a finite number of at least 0"}, {}});
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

template <typename T> bool readAs(std::string_view name, const std::string& type, JsonFields& fields, EventBody& body)
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
    const bool known = readAs<ScalarsEvent>("scalars", type, f, body) || readAs<EpochEvent>("epoch", type, f, body) ||
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
        return fail(ErrorCode::NewerVersion, "The event has version {0}; this Yardstick reads up to {1}.", event.version,
                    kEventVersion);
    }
    readBody(type, f, event.body);
    if (f.error()) {
        return fail(*f.error());
    }
    return event;
}

} // namespace

std::string toLine(const Event& event)
{
    json body = json::object();
    const std::string type = std::visit([&](const auto& e) { return std::string(write(e, body)); }, event.body);
    nlohmann::ordered_json line;
    line["v"] = event.version;
    line["seq"] = event.seq;
    line["t"] = event.t;
    line["type"] = type;
    std::string head = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (!body.empty()) {
        head.back() = ',';
        head += dumpJson(body).substr(1);
    }
    return head;
}

Result<Event> eventFromLine(std::string_view line)
{
    try {
        return eventFromText(line);
    } catch (const std::exception& e) {
        Error error{ErrorCode::BadData, "The line is no event.", {}, e.what()};
        return fail(std::move(error));
    }
}

nlohmann::json numberToJson(double v)
{
    if (std::isnan(v)) {
        return "NaN";
    }
    if (std::isinf(v)) {
        return v > 0 ? "Infinity" : "-Infinity";
    }
    return v;
}

Result<double> numberFromJson(const nlohmann::json& j)
{
    if (j.is_number()) {
        return j.get<double>();
    }
    if (j.is_string()) {
        const auto& text = j.get_ref<const std::string&>();
        if (text == "NaN") {
            return std::numeric_limits<double>::quiet_NaN();
        }
        if (text == "Infinity") {
            return std::numeric_limits<double>::infinity();
        }
        if (text == "-Infinity") {
            return -std::numeric_limits<double>::infinity();
        }
    }
    return fail(ErrorCode::BadData, "A number is expected, or \"NaN\", \"Infinity\", \"-Infinity\".");
}

} // namespace yardstick
