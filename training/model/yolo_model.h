// YoloModel: a YOLOv8 network built from its layer table. Training and evaluation share it; the exponential moving
// average is a second instance. Owner thread: the one that calls forward. Letters as in blocks.h.
#pragma once

#include "training/model/architecture.h"
#include "training/model/detect_head.h"
#include "training/model/state_dict.h"

#include <memory>
#include <vector>

namespace yardstick::training {

class YoloModel : public torch::nn::Module
{
public:
    /// Fresh weights from torch's default generator (seed it first). Unsupported for tasks that have no head here.
    static Result<std::shared_ptr<YoloModel>> create(const Architecture& architecture);

    /// images [B,3,H,W] float 0…1 → three raw maps [B, 64+C, H/8|16|32, W/8|16|32].
    std::vector<at::Tensor> forward(const at::Tensor& images);

    /// Batch norms folded into convolutions for as long as it lives; eval-mode forwards get faster.
    void fuse();
    void unfuse();
    /// Layers `indices` learn nothing more: no gradients, batch-norm statistics as they are.
    void freezeLayers(const std::vector<int>& indices);
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
    std::shared_ptr<DetectHead> m_head;
    std::vector<bool> m_keep; ///< outputs that a later layer needs
};

/// 2 × multiply-adds of all convolutions for one image of size × size pixels, in units of 10⁹.
double forwardGflops(const Architecture& architecture, int size);

} // namespace yardstick::training
