#include "training/model/segment_head.h"

#include <algorithm>

namespace yardstick::training {

int SegmentHead::hiddenChannels(int firstLevelChannels)
{
    return std::max(firstLevelChannels / 4, kMaskCoefficients);
}

SegmentHead::SegmentHead(const std::vector<int>& channels, int classes, int protos) : DetectHead(channels, classes)
{
    auto proto = std::make_shared<torch::nn::Module>("Proto");
    m_proto1 = addConvBlock(*proto, "cv1", channels.front(), protos, 3);
    m_upsample = proto->register_module(
        "upsample", torch::nn::ConvTranspose2d(torch::nn::ConvTranspose2dOptions(protos, protos, 2).stride(2)));
    m_proto2 = addConvBlock(*proto, "cv2", protos, protos, 3);
    m_proto3 = addConvBlock(*proto, "cv3", protos, kMaskCoefficients, 1);
    register_module("proto", proto);
    m_coefficients = addBranches("cv4", channels, hiddenChannels(channels.front()), kMaskCoefficients);
}

ModelOutput SegmentHead::forward(const std::vector<at::Tensor>& levels)
{
    ModelOutput out = DetectHead::forward(levels);
    out.protos = m_proto3->apply(m_proto2->apply(m_upsample->forward(m_proto1->apply(levels.front()))));
    std::vector<at::Tensor> maps;
    maps.reserve(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
        maps.push_back(m_coefficients[i].apply(levels[i]));
    }
    out.coefficients = flattenMaps(maps);
    return out;
}

} // namespace yardstick::training
