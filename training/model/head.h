// Head: the last layer of a network, one kind per task. A new task is one more head, one more row in ModelOutput where it
// gives something new, and one more loss. Letters: B batch, C classes, A anchors of all levels, H, W network input.
// Owner thread: the one that runs the model.
#pragma once

#include "training/model/architecture.h"

#include <torch/nn/module.h>

#include <memory>
#include <vector>

namespace yardstick::training {

/// What a network gives; which of these, its task says. Float tensors.
struct ModelOutput
{
    std::vector<at::Tensor> maps; ///< detect, segment: [B, 64+C, H/8|16|32, W/8|16|32]: raw box bins, class logits
    at::Tensor coefficients;      ///< segment: [B,A,32], what each anchor takes of the prototypes
    at::Tensor protos;            ///< segment: [B,32,H/4,W/4]
    at::Tensor logits;            ///< classify: [B,C]
};

class Head : public torch::nn::Module
{
public:
    /// `levels`: outputs of the layers that the table's row names, in its order.
    virtual ModelOutput forward(const std::vector<at::Tensor>& levels) = 0;
};

/// Fresh weights, biases set. `spec` is the last row of a layer table.
std::shared_ptr<Head> makeHead(const LayerSpec& spec, int classes);

} // namespace yardstick::training
