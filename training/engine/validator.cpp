#include "training/engine/validator.h"

#include "core/base/time.h"
#include "training/engine/mask_output.h"
#include "training/model/segment_head.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>
#include <array>
#include <span>

namespace yardstick::training {
namespace {

LoaderOptions loaderOptions(const ValidatorOptions& options, Task task)
{
    LoaderOptions loader;
    loader.imgsz = options.imgsz;
    loader.batch = options.batch;
    loader.train = false;
    loader.threads = options.threads;
    loader.cacheRam = options.cacheRam;
    if (task == Task::Classify) {
        loader.classify.emplace().cropFraction = options.cropFraction;
    }
    if (task == Task::Segment) {
        loader.masks = MaskOptions{kProtoStride, true};
    }
    return loader;
}

} // namespace

at::Tensor toNetworkInput(const at::Tensor& images)
{
    return images.to(at::kFloat, false, false, at::MemoryFormat::ChannelsLast).div_(255);
}

std::vector<Detection> toOriginal(const at::Tensor& rows, const ImageMeta& meta)
{
    const at::Tensor plain = rows.to(at::kCPU, at::kFloat).contiguous();
    const float* data = plain.data_ptr<float>();
    std::vector<Detection> out(static_cast<std::size_t>(plain.size(0)));
    for (Detection& detection : out) {
        detection.xyxy = toOriginal(std::array{data[0], data[1], data[2], data[3]}, meta);
        detection.confidence = data[4];
        detection.cls = static_cast<int>(data[5]);
        data += 6;
    }
    return out;
}

std::vector<Truth> truthsOf(const ImageEntry& entry)
{
    std::vector<Truth> out;
    const auto width = static_cast<float>(entry.width), height = static_cast<float>(entry.height);
    for (const Label& label : entry.labels) {
        out.push_back({{(label.cx - label.w / 2) * width, (label.cy - label.h / 2) * height,
                        (label.cx + label.w / 2) * width, (label.cy + label.h / 2) * height},
                       label.cls});
    }
    return out;
}

Validator::Validator(const Split& split, Task task, ValidatorOptions options)
    : m_split(split), m_options(std::move(options)), m_loader(split, loaderOptions(m_options, task))
{
}

Result<std::optional<ValidationResult>> Validator::run(YoloModel& model, const std::function<bool()>& stopAsked)
{
    const torch::NoGradGuard noGrad;
    const double start = monotonicSeconds();
    model.eval();
    model.fuse();
    struct Unfuse
    {
        YoloModel& model;
        ~Unfuse() { model.unfuse(); }
    } const unfuse{model};
    const bool classify = model.architecture().task == Task::Classify, segment = model.architecture().task == Task::Segment;
    const auto loss = makeLoss(model.architecture(), m_options.gains);
    DetectionMetrics boxes(m_options.names), masks(m_options.names);
    ClassificationMetrics classes(m_options.names);
    ValidationResult result;
    std::array<double, 4> stages{};
    std::int64_t batches = 0;
    std::size_t first = 0;
    m_loader.startEpoch(1, false);
    for (;;) {
        double mark = monotonicSeconds();
        const auto lap = [&](std::size_t stage) {
            const double now = monotonicSeconds();
            stages[stage] += now - mark;
            mark = now;
        };
        auto next = m_loader.next();
        if (!next) {
            return fail(next.error());
        }
        if (!*next) {
            break;
        }
        const Batch& batch = **next;
        const at::Tensor images = toNetworkInput(batch.images);
        lap(0);
        const ModelOutput output = model.forward(images);
        lap(1);
        const LossResult items = loss->compute(output, batch);
        result.losses.resize(items.items.size(), 0.0);
        for (std::size_t i = 0; i < items.items.size(); ++i) {
            result.losses[i] += items.items[i];
        }
        lap(2);
        if (classify) {
            addClasses(output.logits, first, classes, result);
        } else {
            addBoxes(batch, output, first, boxes, segment ? &masks : nullptr, result);
        }
        lap(3);
        first += batch.meta.size();
        ++batches;
        if (stopAsked && stopAsked()) {
            return std::nullopt;
        }
    }
    result.images = static_cast<std::int64_t>(first);
    if (classify) {
        result.classes = classes.compute();
        result.values = {result.classes.top1, result.classes.top5};
        result.fitness = result.classes.fitness;
    } else {
        result.metrics = boxes.compute();
        result.values = {result.metrics.precision, result.metrics.recall, result.metrics.map50, result.metrics.map5095};
        result.fitness = result.metrics.fitness;
    }
    if (segment) {
        result.masks = masks.compute();
        result.values.insert(result.values.end(),
                             {result.masks.precision, result.masks.recall, result.masks.map50, result.masks.map5095});
        result.fitness += result.masks.fitness;
    }
    const double perImage = 1000.0 / static_cast<double>(std::max<std::int64_t>(result.images, 1));
    result.preprocessMs = stages[0] * perImage;
    result.inferenceMs = stages[1] * perImage;
    result.lossMs = stages[2] * perImage;
    result.postprocessMs = stages[3] * perImage;
    for (double& value : result.losses) {
        value /= static_cast<double>(std::max<std::int64_t>(batches, 1));
    }
    result.seconds = monotonicSeconds() - start;
    return result;
}

void Validator::addBoxes(const Batch& batch, const ModelOutput& output, std::size_t first, DetectionMetrics& metrics,
                         DetectionMetrics* masks, ValidationResult& result) const
{
    const std::vector<KeptBoxes> kept = suppressKeepingAnchors(decodePredictions(output.maps), m_options.nms);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        std::vector<Detection> detections = toOriginal(kept[i].rows, batch.meta[i]);
        metrics.addImage(detections, truthsOf(m_split.images[first + i]));
        if (masks != nullptr) {
            addMasks(batch, output, static_cast<std::int64_t>(i), kept[i], detections, *masks);
        }
        keep({first + i, std::move(detections)}, result);
    }
}

void Validator::addMasks(const Batch& batch, const ModelOutput& output, std::int64_t i, const KeptBoxes& kept,
                         const std::vector<Detection>& detections, DetectionMetrics& masks)
{
    std::vector<Truth> truths; // in the order of the numbers in the map
    const auto rows = batch.targets.accessor<float, 2>();
    for (std::int64_t row = 0; row < rows.size(0); ++row) {
        if (static_cast<std::int64_t>(rows[row][0]) == i) {
            truths.push_back({{}, static_cast<int>(rows[row][1])});
        }
    }
    const at::Tensor logits = maskLogits(output.coefficients[i], output.protos[i], kept);
    masks.addImage(detections, truths, maskOverlaps(logits, batch.masks[i], static_cast<std::int64_t>(truths.size())));
}

void Validator::addClasses(const at::Tensor& logits, std::size_t first, ClassificationMetrics& metrics,
                           ValidationResult& result) const
{
    const at::Tensor table = at::softmax(logits, 1).to(at::kCPU, at::kFloat).contiguous();
    const auto width = static_cast<std::size_t>(table.size(1));
    for (std::size_t i = 0; i < static_cast<std::size_t>(table.size(0)); ++i) {
        const std::span<const float> scores(table.data_ptr<float>() + i * width, width);
        const ImageEntry& entry = m_split.images[first + i];
        metrics.addImage(scores, entry.labels.at(0).cls);
        const int cls = highest(scores, 1).front();
        const Detection whole{{0, 0, static_cast<float>(entry.width), static_cast<float>(entry.height)},
                              scores[static_cast<std::size_t>(cls)], cls};
        keep({first + i, {whole}}, result);
    }
}

void Validator::keep(ImageDetections detections, ValidationResult& result) const
{
    if (detections.image < kSamples) {
        result.samples.push_back(detections);
    }
    if (m_options.keepDetections) {
        result.detections.push_back(std::move(detections));
    }
}

} // namespace yardstick::training
