// The loss of a segmenter: the detector's, and binary cross-entropy of each positive anchor's mask inside its object's box.
// Source: YOLACT (arXiv 1904.02689), section 3.2: masks are sums of prototypes, cropped with the box, divided by its area.
// Letters: B batch, A anchors, P positive anchors of the batch, N objects of the batch, h, w cells of the prototypes.
#pragma once

#include "training/loss/detection_loss.h"

namespace yardstick::training {

/// Items: box, seg, cls, dfl; total: their sum · B.
class SegmentationLoss : public TaskLoss
{
public:
    SegmentationLoss(int classes, LossGains gains) : m_detection(classes, gains), m_gain(gains.box) {}
    /// batch.masks: [B,h',w'] int32 numbers of objects, or [N,h',w'] uint8; of another size than the prototypes: nearest cell.
    [[nodiscard]] LossResult compute(const ModelOutput& output, const Batch& batch) const override;

    /// Mean over the positives, without gain. coefficients [P,32], protos [B,32,h,w]; per positive: its picture, the row of its
    /// object in `targets` [N,6], where rows of one picture are together and rising.
    static at::Tensor maskTerm(const at::Tensor& coefficients, const at::Tensor& protos, const at::Tensor& masks,
                               const at::Tensor& targets, const std::vector<std::int64_t>& pictures,
                               const std::vector<std::int64_t>& objects);

private:
    DetectionLoss m_detection;
    double m_gain;
};

} // namespace yardstick::training
