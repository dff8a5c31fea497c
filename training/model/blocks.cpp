#include "training/model/blocks.h"

#include <torch/nn/functional/activation.h>
#include <torch/nn/functional/upsampling.h>

namespace yardstick::training {
namespace {

// Batch norm of YOLOv8's detectors.
constexpr double kBatchNormEps = 1e-3;
constexpr double kBatchNormMomentum = 0.03;

std::shared_ptr<ConvBlock> makeConv(int in, int out, int kernel, int stride = 1)
{
    return std::make_shared<ConvBlock>(in, out, kernel, stride);
}

} // namespace

ConvBlock::ConvBlock(int in, int out, int kernel, int stride)
{
    m_conv = register_module(
        "conv",
        torch::nn::Conv2d(
            torch::nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false)));
    m_bn = register_module(
        "bn",
        torch::nn::BatchNorm2d(
            torch::nn::BatchNorm2dOptions(out).eps(kBatchNormEps).momentum(kBatchNormMomentum)));
}

at::Tensor ConvBlock::apply(const at::Tensor& x)
{
    if (m_fusedWeight.defined()) {
        const std::int64_t padding = m_fusedWeight.size(2) / 2;
        at::Tensor y = at::conv2d(x, m_fusedWeight, m_fusedBias, m_conv->options.stride(), {padding, padding});
        return at::silu_(y);
    }
    return at::silu(m_bn->forward(m_conv->forward(x)));
}

void ConvBlock::fuse()
{
    const torch::NoGradGuard noGrad;
    const at::Tensor scale = m_bn->weight / at::sqrt(m_bn->running_var + m_bn->options.eps());
    m_fusedWeight = (m_conv->weight * scale.view({-1, 1, 1, 1})).contiguous(m_conv->weight.suggest_memory_format());
    m_fusedBias = m_bn->bias - m_bn->running_mean * scale;
}

void ConvBlock::unfuse()
{
    m_fusedWeight = at::Tensor();
    m_fusedBias = at::Tensor();
}

void ConvBlock::freezeStatistics(bool frozen)
{
    m_statisticsFrozen = frozen;
    train(is_training());
}

void ConvBlock::train(bool on)
{
    torch::nn::Module::train(on);
    if (m_bn && m_statisticsFrozen) {
        m_bn->train(false);
    }
}

Bottleneck::Bottleneck(int in, int out, bool shortcut) : m_add(shortcut && in == out)
{
    m_cv1 = register_module("cv1", makeConv(in, out, 3));
    m_cv2 = register_module("cv2", makeConv(out, out, 3));
}

at::Tensor Bottleneck::apply(const at::Tensor& x)
{
    at::Tensor y = m_cv2->apply(m_cv1->apply(x));
    return m_add ? x + y : y;
}

C2f::C2f(int in, int out, int repeats, bool shortcut)
{
    const int half = out / 2;
    m_cv1 = register_module("cv1", makeConv(in, 2 * half, 1));
    m_cv2 = register_module("cv2", makeConv((2 + repeats) * half, out, 1));
    torch::nn::ModuleList chain;
    for (int i = 0; i < repeats; ++i) {
        m_chain.push_back(std::make_shared<Bottleneck>(half, half, shortcut));
        chain->push_back(m_chain.back());
    }
    register_module("m", chain);
}

at::Tensor C2f::forward(const std::vector<at::Tensor>& inputs)
{
    const at::Tensor wide = m_cv1->apply(inputs.front());
    std::vector<at::Tensor> parts = wide.chunk(2, 1);
    parts.reserve(m_chain.size() + 2);
    for (const auto& bottleneck : m_chain) {
        parts.push_back(bottleneck->apply(parts.back()));
    }
    return m_cv2->apply(at::cat(parts, 1));
}

Sppf::Sppf(int in, int out)
{
    const int half = in / 2;
    m_cv1 = register_module("cv1", makeConv(in, half, 1));
    m_cv2 = register_module("cv2", makeConv(4 * half, out, 1));
}

at::Tensor Sppf::forward(const std::vector<at::Tensor>& inputs)
{
    std::vector<at::Tensor> parts{m_cv1->apply(inputs.front())};
    for (int i = 0; i < 3; ++i) {
        parts.push_back(at::max_pool2d(parts.back(), 5, 1, 2));
    }
    return m_cv2->apply(at::cat(parts, 1));
}

at::Tensor Upsample::forward(const std::vector<at::Tensor>& inputs)
{
    const at::Tensor& x = inputs.front();
    return at::upsample_nearest2d(x, {x.size(2) * 2, x.size(3) * 2});
}

at::Tensor Concat::forward(const std::vector<at::Tensor>& inputs)
{
    return at::cat(inputs, 1);
}

torch::nn::Conv2d addPlainConv(torch::nn::Module& parent, const std::string& name, int in, int out)
{
    return parent.register_module(name, torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 1)));
}

std::shared_ptr<ConvBlock> addConvBlock(torch::nn::Module& parent, const std::string& name, int in, int out,
                                        int kernel)
{
    return parent.register_module(name, makeConv(in, out, kernel));
}

} // namespace yardstick::training
