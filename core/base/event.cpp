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

// One overload per body: writes its fields and returns its type.

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

const char* write(const HeartbeatEvent&, json&)
{
    return "heartbeat";
}

const char* write(const DoneEvent& e, json& j)
{
    j["outcome"] = e.outcome;
    j["epochs"] = e.epochs;
    j["seconds"] = numberToJson(e.seconds);
    j["metrics"] = numbers(e.metrics);
    return "done";
}

const char* write(const UnknownEvent& e, json&)
{
    return e.type.c_str();
}

} // namespace

std::string toLine(const Event& event)
{
    json body = json::object();
    const std::string type =
        std::visit([&](const auto& e) { return std::string(write(e, body)); }, event.body);
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
