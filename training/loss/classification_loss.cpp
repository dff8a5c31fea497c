#include "training/loss/classification_loss.h"

#include <torch/types.h>

namespace yardstick::training {

LossResult ClassificationLoss::compute(const ModelOutput& output, const Batch& batch) const
{
    return terms(output.logits, batch.targets.select(1, 1).to(output.logits.device(), at::kLong));
}

LossResult ClassificationLoss::terms(const at::Tensor& logits, const at::Tensor& classes)
{
    LossResult result;
    result.total = -at::log_softmax(logits, 1).gather(1, classes.unsqueeze(1)).mean();
    result.items = {result.total.item<double>()};
    result.positives = logits.size(0);
    return result;
}

} // namespace yardstick::training
