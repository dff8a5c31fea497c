// The classification head: 1×1 convolution, mean over the picture, dropout, one linear layer.
// Letters: B batch, C classes. Source: YOLOv8's published model cards (parameter counts).
#pragma once

#include "training/model/blocks.h"
#include "training/model/head.h"

#include <torch/nn/modules/linear.h>

namespace yardstick::training {

inline constexpr int kClassifyFeatures = 1280;

class ClassifyHead : public Head
{
public:
    ClassifyHead(int channels, int classes);
    /// Logits [B,C], in training and in evaluation.
    ModelOutput forward(const std::vector<at::Tensor>& levels) override;
    /// Share of the features that is dropped in training mode, 0…1.
    void setDropout(double share) { m_dropout = share; }

private:
    std::shared_ptr<ConvBlock> m_conv;
    torch::nn::Linear m_linear{nullptr};
    double m_dropout = 0;
};

} // namespace yardstick::training
