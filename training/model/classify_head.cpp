#include "training/model/classify_head.h"

namespace yardstick::training {

ClassifyHead::ClassifyHead(int channels, int classes)
{
    m_conv = addConvBlock(*this, "conv", channels, kClassifyFeatures, 1);
    m_linear = register_module("linear", torch::nn::Linear(kClassifyFeatures, classes));
}

ModelOutput ClassifyHead::forward(const std::vector<at::Tensor>& levels)
{
    at::Tensor features = m_conv->apply(levels.front()).mean(at::IntArrayRef{2, 3});
    if (m_dropout > 0) {
        features = at::dropout(features, m_dropout, is_training());
    }
    ModelOutput out;
    out.logits = m_linear->forward(features);
    return out;
}

} // namespace yardstick::training
