#include "training/engine/validator.h"

#include "core/base/time.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>

namespace yardstick::training {
namespace {

LoaderOptions loaderOptions(const ValidatorOptions& options)
{
    LoaderOptions loader;
    loader.imgsz = options.imgsz;
    loader.batch = options.batch;
    loader.train = false;
    loader.threads = options.threads;
    loader.cacheRam = options.cacheRam;
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

Validator::Validator(const Split& split, ValidatorOptions options)
    : m_split(split), m_options(std::move(options)), m_loader(split, loaderOptions(m_options))
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
    const DetectionLoss loss(model.architecture().classes, m_options.gains);
    DetectionMetrics metrics(m_options.names);
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
        const auto maps = model.forward(images).maps;
        lap(1);
        const LossResult items = loss.compute(maps, batch.targets);
        for (std::size_t i = 0; i < 3; ++i) {
            result.losses[i] += items.items[i];
        }
        lap(2);
        addBatch(batch, nonMaxSuppression(decodePredictions(maps), m_options.nms), first, metrics, result);
        lap(3);
        first += batch.meta.size();
        ++batches;
        if (stopAsked && stopAsked()) {
            return std::nullopt;
        }
    }
    result.images = static_cast<std::int64_t>(first);
    result.metrics = metrics.compute();
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

void Validator::addBatch(const Batch& batch, const std::vector<at::Tensor>& kept, std::size_t first,
                         DetectionMetrics& metrics, ValidationResult& result) const
{
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::size_t image = first + i;
        std::vector<Detection> detections = toOriginal(kept[i], batch.meta[i]);
        metrics.addImage(detections, truthsOf(m_split.images[image]));
        if (image < kSamples) {
            result.samples.push_back({image, detections});
        }
        if (m_options.keepDetections) {
            result.detections.push_back({image, std::move(detections)});
        }
    }
}

} // namespace yardstick::training
