// Events: events.jsonl of a run directory, one JSON object per line, appended by the worker.
// Every event carries v (version), seq (from 1, no gaps), t (UTC ms), type. JSON has no NaN: non-finite
// numbers are the strings "NaN", "Infinity", "-Infinity". Reading is tolerant of unknown fields and unknown
// types (UnknownEvent) and strict on the types of known fields.
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace yardstick {

inline constexpr int kEventVersion = 1;

struct HelloEvent
{
    std::map<std::string, std::string> versions; ///< worker, libtorch, …
    std::string host;
    std::string cpu;               ///< model name
    std::vector<std::string> gpus; ///< names; empty on CPU
    int threads = 0;
    std::string bundle;            ///< bundle version or "local"
    std::int64_t pid = 0;
    std::string bootId;
};
struct PhaseEvent
{
    std::string name;  ///< setup | download | cache | train | val | export
    bool begin = true;
};
struct ArgsEvent
{
    nlohmann::json values = nlohmann::json::object(); ///< every argument as resolved
};
struct ScalarsEvent
{
    std::int64_t step = 0; ///< optimizer-loop batches since epoch 1
    int epoch = 0;         ///< from 1
    /// Names: per batch "batch/box_loss"…; per epoch "train/box_loss", "val/box_loss", "metrics/precision(B)",
    /// "metrics/recall(B)", "metrics/mAP50(B)", "metrics/mAP50-95(B)", "metrics/accuracy_top1", "lr/pg0", "speed/inference_ms"…
    std::map<std::string, double> values;
};
struct EpochEvent
{
    int epoch = 0;  ///< from 1
    int epochs = 0; ///< planned in all
    std::int64_t step = 0;      ///< steps done at the end of this epoch
    double seconds = 0;         ///< wall time of the whole epoch, monotonic: = dataWait + compute + validation + other
    double dataWaitSeconds = 0;
    double computeSeconds = 0;
    double validationSeconds = 0;
    double otherSeconds = 0;    ///< checkpoint saving and the rest
    std::int64_t images = 0;
    double imagesPerSecond = 0; ///< images / (dataWait + compute)
    std::map<std::string, double> learningRates; ///< pg0, pg1, pg2 at the end of the epoch
    std::int64_t memoryBytes = 0;                ///< peak resident set
    std::int64_t gpuMemoryBytes = 0;
    bool mosaic = true; ///< false in the close_mosaic tail: its own stratum
};
struct SystemEvent
{
    double cpuPercent = 0; ///< of the whole host, 0…100
    double processCpuPercent = 0; ///< of the worker, 100 per core
    std::int64_t ramBytes = 0;    ///< resident set of the worker
    std::int64_t ramTotalBytes = 0;
    struct Gpu
    {
        int index = 0;
        double utilPercent = 0;
        std::int64_t memoryBytes = 0;
        double powerWatts = 0;
        double celsius = 0;
    };
    std::vector<Gpu> gpus;
};
struct ImageBox
{
    int cls = 0;
    double confidence = -1; ///< -1: ground truth
    std::vector<double> xyxy; ///< 4 numbers, pixels of the stored image
    std::vector<double> polygon; ///< x y x y …, pixels; may be empty
};
struct ImageEvent
{
    std::string path;   ///< relative to the run directory
    std::int64_t bytes = 0;
    std::string sha256;
    std::string kind;   ///< train_batch | val_labels | val_pred
    int epoch = 0;
    int width = 0;
    int height = 0;
    std::vector<ImageBox> boxes;
    std::vector<std::string> names; ///< class names
};
struct PlotEvent
{
    std::string kind;  ///< confusion_matrix | pr_curve | f1_curve | p_curve | r_curve | per_class
    int epoch = 0;
    nlohmann::json data = nlohmann::json::object();
};
struct ArtifactEvent
{
    std::string path; ///< relative to the run directory
    std::int64_t bytes = 0;
    std::string sha256;
    std::string kind; ///< results_csv | args_yaml | onnx | …
};
struct CheckpointEvent
{
    std::string path; ///< relative to the run directory
    int epoch = 0;    ///< last completed epoch in it
    std::int64_t step = 0;
    std::int64_t bytes = 0;
    std::string sha256;
    bool best = false;
};
struct MessageEvent ///< warning or error
{
    bool error = false;
    std::string code;              ///< toString(ErrorCode) or a finer word
    std::string text;              ///< template, English (see result.h)
    std::vector<std::string> args;
    std::string detail;
    [[nodiscard]] std::string message() const { return formatTemplate(text, args); }
};
struct HeartbeatEvent
{
};
struct DoneEvent
{
    std::string outcome; ///< completed | failed | stopped | interrupted
    int epochs = 0;      ///< last completed epoch
    double seconds = 0;
    std::map<std::string, double> metrics; ///< final values, best weights
};
struct UnknownEvent
{
    std::string type;
};

using EventBody = std::variant<HelloEvent, PhaseEvent, ArgsEvent, ScalarsEvent, EpochEvent, SystemEvent, ImageEvent, PlotEvent,
                               ArtifactEvent, CheckpointEvent, MessageEvent, HeartbeatEvent, DoneEvent, UnknownEvent>;

struct Event
{
    int version = kEventVersion;
    std::int64_t seq = 0; ///< from 1
    UtcMs t = 0;
    EventBody body;
};

/// One line without the newline.
std::string toLine(const Event& event);
/// BadData with what is wrong when the line is no event. Never throws.
Result<Event> eventFromLine(std::string_view line);

/// A number, or the string for a non-finite one; and back (accepts both).
nlohmann::json numberToJson(double v);
Result<double> numberFromJson(const nlohmann::json& json);

} // namespace yardstick
