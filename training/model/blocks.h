// The building blocks of YOLOv8's networks. Child names make the keys of the state dictionary, so they are fixed.
// Letters: B batch, C channels, H, W pixels. Every tensor is [B,C,H,W] float32, preferably in channels-last memory.
// Owner thread: the one that runs the model. Sources: CSPNet (arXiv 1911.11929), Generalized Focal Loss (2006.04388).
#pragma once

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/conv.h>

#include <string>
#include <vector>

namespace yardstick::training {

/// Any row of the layer table: takes the tensors named by `from`, gives one.
class Layer : public torch::nn::Module
{
public:
    virtual at::Tensor forward(const std::vector<at::Tensor>& inputs) = 0;
};

/// Convolution without bias, batch norm, SiLU. Padding k/2.
class ConvBlock : public Layer
{
public:
    ConvBlock(int in, int out, int kernel, int stride);
    at::Tensor forward(const std::vector<at::Tensor>& inputs) override { return apply(inputs.front()); }
    at::Tensor apply(const at::Tensor& x);

    /// Folds the batch norm of now into a convolution of its own that eval-mode forward uses until unfuse().
    void fuse();
    void unfuse();
    /// Batch norm keeps its running statistics and uses them, even in training mode (frozen layers).
    void freezeStatistics(bool frozen);
    void train(bool on = true) override;

private:
    torch::nn::Conv2d m_conv{nullptr};
    torch::nn::BatchNorm2d m_bn{nullptr};
    at::Tensor m_fusedWeight, m_fusedBias;
    bool m_statisticsFrozen = false;
};

/// Two 3×3 blocks, plus the input where `shortcut` is set and the widths agree.
class Bottleneck : public torch::nn::Module
{
public:
    Bottleneck(int in, int out, bool shortcut);
    at::Tensor apply(const at::Tensor& x);

private:
    std::shared_ptr<ConvBlock> m_cv1, m_cv2;
    bool m_add = false;
};

/// Cross-stage block: 1×1 to 2c, halves a and b, a chain of bottlenecks from b, all of them concatenated, 1×1.
class C2f : public Layer
{
public:
    C2f(int in, int out, int repeats, bool shortcut);
    at::Tensor forward(const std::vector<at::Tensor>& inputs) override;

private:
    std::shared_ptr<ConvBlock> m_cv1, m_cv2;
    std::vector<std::shared_ptr<Bottleneck>> m_chain;
};

/// Spatial pyramid: three successive 5×5 maxima of a halved input, concatenated with it.
class Sppf : public Layer
{
public:
    Sppf(int in, int out);
    at::Tensor forward(const std::vector<at::Tensor>& inputs) override;

private:
    std::shared_ptr<ConvBlock> m_cv1, m_cv2;
};

/// Twice the size, nearest neighbour.
class Upsample : public Layer
{
public:
    at::Tensor forward(const std::vector<at::Tensor>& inputs) override;
};

class Concat : public Layer
{
public:
    at::Tensor forward(const std::vector<at::Tensor>& inputs) override;
};

/// Plain convolution with bias at the end of a head branch, registered under `name` in `parent`.
torch::nn::Conv2d addPlainConv(torch::nn::Module& parent, const std::string& name, int in, int out);
/// ConvBlock registered under `name` in `parent`.
std::shared_ptr<ConvBlock> addConvBlock(torch::nn::Module& parent, const std::string& name, int in, int out,
                                        int kernel);

} // namespace yardstick::training
