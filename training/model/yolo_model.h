// YoloModel: a YOLOv8 network built from its layer table. Training and evaluation share it; the exponential moving
// average is a second instance. Owner thread: the one that calls forward. Letters as in blocks.h.
#pragma once

#include "training/model/architecture.h"
#include "training/model/detect_head.h"
#include "training/model/head.h"
#include "training/model/state_dict.h"

#include <memory>
#include <vector>

namespace yardstick::training {

class YoloModel : public torch::nn::Module
{
public:
    /// Fresh weights from torch's default generator (seed it first).
    static Result<std::shared_ptr<YoloModel>> create(const Architecture& architecture);

    /// images [B,3,H,W] float 0…1; H and W multiples of 32.
    ModelOutput forward(const at::Tensor& images);

    /// Batch norms folded into convolutions for as long as it lives; eval-mode forwards get faster.
    void fuse();
    void unfuse();
    /// Layers `indices` learn nothing more: no gradients, batch-norm statistics as they are.
    void freezeLayers(const std::vector<int>& indices);
    /// Classify: share of the last layer's inputs that is dropped in training mode. No effect for other tasks.
    void setDropout(double share);
    /// Convolution weights to channels-last memory.
    void useChannelsLast();

    [[nodiscard]] const Architecture& architecture() const { return m_architecture; }
    [[nodiscard]] std::int64_t parameterCount() const;
    /// Parameters of each layer, in table order.
    [[nodiscard]] std::vector<std::int64_t> layerParameterCounts() const;
    /// Parameters once batch norms are folded away.
    [[nodiscard]] std::int64_t fusedParameterCount() const;

private:
    explicit YoloModel(const Architecture& architecture);
    void build();
    template <typename F> void eachConvBlock(F&& visit);

    Architecture m_architecture;
    std::vector<std::shared_ptr<Layer>> m_layers; ///< all but the head
    std::shared_ptr<Head> m_head;
    std::vector<bool> m_keep; ///< outputs that a later layer needs
};

/// 2 × multiply-adds of all convolutions and linear layers for one image of size × size pixels, in units of 10⁹. (The
/// published figures count a transposed convolution four times, and a classifier's linear layer once per pixel of 32.)
double forwardGflops(const Architecture& architecture, int size);

} // namespace yardstick::training
