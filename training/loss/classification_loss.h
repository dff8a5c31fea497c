// The loss of a classifier: cross-entropy of the softmax, mean over the batch; not multiplied by the batch size.
// Letters: B batch, C classes. Source: Inception's training objective without label smoothing (arXiv 1512.00567, section 7).
#pragma once

#include "training/loss/task_loss.h"

namespace yardstick::training {

class ClassificationLoss : public TaskLoss
{
public:
    /// Takes the classes from column 1 of the targets: one row per picture, in their order.
    [[nodiscard]] LossResult compute(const ModelOutput& output, const Batch& batch) const override;
    /// logits [B,C] float, classes [B] int64 in 0 … C−1.
    static LossResult terms(const at::Tensor& logits, const at::Tensor& classes);
};

} // namespace yardstick::training
