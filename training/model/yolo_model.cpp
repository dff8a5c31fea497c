#include "training/model/yolo_model.h"

#include "training/model/classify_head.h"
#include "training/model/segment_head.h"

#include <torch/nn/modules/conv.h>

namespace yardstick::training {

std::shared_ptr<Head> makeHead(const LayerSpec& spec, int classes)
{
    if (spec.kind == LayerKind::ClassifyHead) {
        return std::make_shared<ClassifyHead>(spec.headChannels.front(), classes);
    }
    const auto head = spec.kind == LayerKind::SegmentHead ? std::make_shared<SegmentHead>(spec.headChannels, classes, spec.protos)
                                                          : std::make_shared<DetectHead>(spec.headChannels, classes);
    head->initBiases();
    return head;
}

namespace {
constexpr double kClassifyNormEps = 1e-5;
constexpr double kClassifyNormMomentum = 0.1;
} // namespace

Result<std::shared_ptr<YoloModel>> YoloModel::create(const Architecture& architecture)
{
    try {
        std::shared_ptr<YoloModel> model(new YoloModel(architecture));
        model->build();
        return model;
    } catch (const c10::Error& error) {
        return fail({ErrorCode::Internal, "The model {0} could not be built.", {architecture.variant()}, error.what()});
    }
}

YoloModel::YoloModel(const Architecture& architecture) : m_architecture(architecture) {}

void YoloModel::build()
{
    torch::nn::ModuleList list;
    for (const LayerSpec& spec : m_architecture.layers) {
        std::shared_ptr<Layer> layer;
        switch (spec.kind) {
        case LayerKind::Conv:
            layer = std::make_shared<ConvBlock>(spec.inChannels, spec.outChannels, 3, 2);
            break;
        case LayerKind::C2f:
            layer = std::make_shared<C2f>(spec.inChannels, spec.outChannels, spec.repeats, spec.shortcut);
            break;
        case LayerKind::Sppf:
            layer = std::make_shared<Sppf>(spec.inChannels, spec.outChannels);
            break;
        case LayerKind::Upsample:
            layer = std::make_shared<Upsample>();
            break;
        case LayerKind::Concat:
            layer = std::make_shared<Concat>();
            break;
        case LayerKind::DetectHead:
        case LayerKind::SegmentHead:
        case LayerKind::ClassifyHead:
            m_head = makeHead(spec, m_architecture.classes);
            list->push_back(m_head);
            continue;
        }
        list->push_back(layer);
        m_layers.push_back(std::move(layer));
    }
    register_module("model", list);
    if (m_architecture.task == Task::Classify) { // the published classifiers keep PyTorch's own settings
        for (const auto& module : modules(false)) {
            if (auto* norm = dynamic_cast<torch::nn::BatchNorm2dImpl*>(module.get())) {
                norm->options.eps(kClassifyNormEps).momentum(kClassifyNormMomentum);
            }
        }
    }
    m_keep.assign(m_architecture.layers.size(), false);
    for (const LayerSpec& spec : m_architecture.layers) {
        for (const int index : spec.from) {
            if (index >= 0) {
                m_keep[static_cast<std::size_t>(index)] = true;
            }
        }
    }
}

ModelOutput YoloModel::forward(const at::Tensor& images)
{
    std::vector<at::Tensor> kept(m_architecture.layers.size());
    at::Tensor last = images;
    const auto gather = [&](const LayerSpec& spec) {
        std::vector<at::Tensor> inputs;
        inputs.reserve(spec.from.size());
        for (const int index : spec.from) {
            inputs.push_back(index < 0 ? last : kept[static_cast<std::size_t>(index)]);
        }
        return inputs;
    };
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        last = m_layers[i]->forward(gather(m_architecture.layers[i]));
        if (m_keep[i]) {
            kept[i] = last;
        }
    }
    return m_head->forward(gather(m_architecture.layers.back()));
}

template <typename F> void YoloModel::eachConvBlock(F&& visit)
{
    for (const auto& module : modules(false)) {
        if (auto* block = dynamic_cast<ConvBlock*>(module.get())) {
            visit(*block);
        }
    }
}

void YoloModel::fuse()
{
    eachConvBlock([](ConvBlock& block) { block.fuse(); });
}

void YoloModel::unfuse()
{
    eachConvBlock([](ConvBlock& block) { block.unfuse(); });
}

void YoloModel::freezeLayers(const std::vector<int>& indices)
{
    const auto layers = named_children()["model"]->named_children();
    for (const int index : indices) {
        const auto layer = layers[static_cast<std::size_t>(index)].value();
        for (at::Tensor& parameter : layer->parameters()) {
            parameter.set_requires_grad(false);
        }
        for (const auto& module : layer->modules()) {
            if (auto* block = dynamic_cast<ConvBlock*>(module.get())) {
                block->freezeStatistics(true);
            }
        }
    }
}

void YoloModel::setDropout(double share)
{
    if (auto* head = dynamic_cast<ClassifyHead*>(m_head.get())) {
        head->setDropout(share);
    }
}

void YoloModel::useChannelsLast()
{
    const torch::NoGradGuard noGrad;
    for (at::Tensor& parameter : parameters()) {
        if (parameter.dim() == 4) {
            parameter.set_data(parameter.contiguous(at::MemoryFormat::ChannelsLast));
        }
    }
}

std::int64_t YoloModel::parameterCount() const
{
    std::int64_t count = 0;
    for (const at::Tensor& parameter : parameters()) {
        count += parameter.numel();
    }
    return count;
}

std::vector<std::int64_t> YoloModel::layerParameterCounts() const
{
    std::vector<std::int64_t> counts;
    for (const auto& child : named_children()["model"]->named_children()) {
        std::int64_t count = 0;
        for (const at::Tensor& parameter : child.value()->parameters()) {
            count += parameter.numel();
        }
        counts.push_back(count);
    }
    return counts;
}

std::int64_t YoloModel::fusedParameterCount() const
{
    // A folded batch norm leaves one bias per channel where it had a weight and a bias.
    std::int64_t count = parameterCount();
    for (const auto& module : modules(false)) {
        if (const auto* norm = dynamic_cast<const torch::nn::BatchNorm2dImpl*>(module.get())) {
            count -= norm->weight.numel();
        }
    }
    return count;
}

namespace {

struct FlopCounter
{
    std::int64_t multiplyAdds = 0;
    void conv(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t pixels)
    {
        multiplyAdds += in * out * kernel * kernel * pixels;
    }
};

/// Per level two 3×3 convolutions and a 1×1 one.
void countBranches(FlopCounter& counter, const LayerSpec& spec, int hidden, int out, int size)
{
    for (std::size_t i = 0; i < spec.headChannels.size(); ++i) {
        const std::int64_t side = size / kStrides.at(i);
        counter.conv(spec.headChannels[i], hidden, 3, side * side);
        counter.conv(hidden, hidden, 3, side * side);
        counter.conv(hidden, out, 1, side * side);
    }
}

void countDetectHead(FlopCounter& counter, const LayerSpec& spec, int classes, int size)
{
    const int first = spec.headChannels.front();
    countBranches(counter, spec, std::max({16, first / 4, kBoxChannels}), kBoxChannels, size);
    countBranches(counter, spec, std::max(first, std::min(classes, 100)), classes, size);
    for (const int stride : kStrides) { // the expectation over bins, four sides
        const std::int64_t side = size / stride;
        counter.conv(kBins, 1, 1, 4 * side * side);
    }
}

void countSegmentHead(FlopCounter& counter, const LayerSpec& spec, int classes, int size)
{
    countDetectHead(counter, spec, classes, size);
    const int first = spec.headChannels.front();
    countBranches(counter, spec, SegmentHead::hiddenChannels(first), kMaskCoefficients, size);
    const std::int64_t coarse = size / kStrides.front(), fine = size / kProtoStride;
    counter.conv(first, spec.protos, 3, coarse * coarse);
    counter.conv(spec.protos, spec.protos, 2, coarse * coarse); // transposed: each input cell gives four
    counter.conv(spec.protos, spec.protos, 3, fine * fine);
    counter.conv(spec.protos, kMaskCoefficients, 1, fine * fine);
}

} // namespace

double forwardGflops(const Architecture& architecture, int size)
{
    FlopCounter counter;
    std::vector<std::int64_t> sides;
    std::int64_t side = size;
    for (const LayerSpec& spec : architecture.layers) {
        switch (spec.kind) {
        case LayerKind::Conv:
            side /= 2;
            counter.conv(spec.inChannels, spec.outChannels, 3, side * side);
            break;
        case LayerKind::C2f: {
            const int half = spec.outChannels / 2;
            counter.conv(spec.inChannels, 2 * half, 1, side * side);
            counter.conv(half, half, 3, 2 * spec.repeats * side * side);
            counter.conv((2 + spec.repeats) * half, spec.outChannels, 1, side * side);
            break;
        }
        case LayerKind::Sppf:
            counter.conv(spec.inChannels, spec.inChannels / 2, 1, side * side);
            counter.conv(2 * spec.inChannels, spec.outChannels, 1, side * side);
            break;
        case LayerKind::Upsample:
            side *= 2;
            break;
        case LayerKind::Concat:
            break;
        case LayerKind::DetectHead:
            countDetectHead(counter, spec, architecture.classes, size);
            break;
        case LayerKind::SegmentHead:
            countSegmentHead(counter, spec, architecture.classes, size);
            break;
        case LayerKind::ClassifyHead:
            counter.conv(spec.headChannels.front(), kClassifyFeatures, 1, side * side);
            counter.conv(kClassifyFeatures, architecture.classes, 1, 1);
            break;
        }
    }
    return 2.0 * static_cast<double>(counter.multiplyAdds) / 1e9;
}

} // namespace yardstick::training
