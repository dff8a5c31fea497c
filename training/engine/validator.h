// Validator: a model over a split: losses, detections, metrics. Fixed settings whatever the training batch was: square
// letterbox of imgsz, confidence 0.001, no time limit. Boxes are compared in pixels of the original pictures. Classifiers see
// the square in the middle (data/classify_transform.h).
// Owner thread: the trainer's; the loader has threads of its own.
#pragma once

#include "training/data/loader.h"
#include "training/loss/task_loss.h"
#include "training/metrics/classification_metrics.h"
#include "training/metrics/detection_metrics.h"
#include "training/metrics/nms.h"
#include "training/model/yolo_model.h"

#include <functional>
#include <memory>
#include <optional>

namespace yardstick::training {

struct ValidatorOptions
{
    int imgsz = 640;
    int batch = 32;
    NmsOptions nms{.confidence = 0.001, .iou = 0.7, .multiLabel = true, .classes = {}};
    LossGains gains;
    std::vector<std::string> names;
    double cropFraction = 1; ///< classify
    int threads = 1;
    bool cacheRam = false;
    bool keepDetections = false; ///< fill ValidationResult::detections
};

/// Detections of one picture, in pixels of the original; of a classifier its likeliest class, around all of it.
struct ImageDetections
{
    std::size_t image = 0; ///< index into the split
    std::vector<Detection> detections;
};

struct ValidationResult
{
    DetectionResult metrics;      ///< of boxes; empty for a classifier
    DetectionResult masks;        ///< of a segmenter's masks, at a quarter of the input's size; else empty
    ClassificationResult classes; ///< of a classifier; else empty
    std::vector<double> values;   ///< in the order of metricNames(task)
    std::vector<double> losses;   ///< in the order of lossNames(task): means over batches
    double fitness = 0;
    std::vector<ImageDetections> samples;    ///< of the first pictures
    std::vector<ImageDetections> detections; ///< of all, when asked for
    double preprocessMs = 0, inferenceMs = 0, lossMs = 0, postprocessMs = 0; ///< per image
    double seconds = 0;
    std::int64_t images = 0;
};

class Validator
{
public:
    static constexpr std::size_t kSamples = 16;

    /// Keeps a reference to `split`; `task` is that of the models to come.
    Validator(const Split& split, Task task, ValidatorOptions options);
    /// nullopt when `stopAsked` (polled once per batch) said so. The model is left in evaluation mode, unfused.
    Result<std::optional<ValidationResult>> run(YoloModel& model, const std::function<bool()>& stopAsked = {});

private:
    void addBoxes(const Batch& batch, const ModelOutput& output, std::size_t first, DetectionMetrics& metrics,
                  DetectionMetrics* masks, ValidationResult& result) const;
    /// Of picture `i` of the batch.
    static void addMasks(const Batch& batch, const ModelOutput& output, std::int64_t i, const KeptBoxes& kept,
                         const std::vector<Detection>& detections, DetectionMetrics& masks);
    void addClasses(const at::Tensor& logits, std::size_t first, ClassificationMetrics& metrics, ValidationResult& result) const;
    void keep(ImageDetections detections, ValidationResult& result) const;

    const Split& m_split;
    ValidatorOptions m_options;
    Loader m_loader;
};

/// [B,3,H,W] uint8 → float 0…1, channels-last.
at::Tensor toNetworkInput(const at::Tensor& images);
/// NMS rows [n,6] of a network input → boxes clipped to the original picture.
std::vector<Detection> toOriginal(const at::Tensor& rows, const ImageMeta& meta);
/// Labels of a picture as boxes in its pixels.
std::vector<Truth> truthsOf(const ImageEntry& entry);

} // namespace yardstick::training
