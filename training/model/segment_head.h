// The segmentation head: the detector's, prototypes of masks, and per anchor the coefficients of their sum.
// Letters: B batch, C classes, A anchors, H, W network input. Source: YOLACT (arXiv 1904.02689), sections 3.1 and 3.2.
#pragma once

#include "training/model/detect_head.h"

namespace yardstick::training {

inline constexpr int kMaskCoefficients = 32;
inline constexpr int kProtoStride = 4; ///< pixels of the network input per cell of a prototype

class SegmentHead : public DetectHead
{
public:
    /// `protos`: channels inside the prototype branch.
    SegmentHead(const std::vector<int>& channels, int classes, int protos);
    ModelOutput forward(const std::vector<at::Tensor>& levels) override;

    /// Channels inside the coefficient branch.
    static int hiddenChannels(int firstLevelChannels);

private:
    std::shared_ptr<ConvBlock> m_proto1, m_proto2, m_proto3;
    torch::nn::ConvTranspose2d m_upsample{nullptr};
    std::vector<Branch> m_coefficients;
};

} // namespace yardstick::training
