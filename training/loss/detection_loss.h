// The loss of a detector: binary cross-entropy on class scores, complete IoU on boxes, distribution focal loss on bins.
// Sources: Generalized Focal Loss (arXiv 2006.04388), Distance-IoU (1911.08287), TOOD (2108.07755).
// Letters: B batch, A anchors, C classes, P positive anchors of the batch, N objects of the batch.
#pragma once

#include "training/loss/task_aligned_assigner.h"
#include "training/loss/task_loss.h"

#include <ATen/core/Tensor.h>

#include <array>
#include <vector>

namespace yardstick::training {

/// The positives of a batch, ready for the loss terms.
struct BatchAssignment
{
    at::Tensor rows;    ///< [P] int64: image·A + anchor
    at::Tensor classes; ///< [P] int64
    at::Tensor scores;  ///< [P] float: target score, also the weight of the box terms
    at::Tensor boxes;   ///< [P,4] float xyxy in grid units of the anchor's level
    at::Tensor points;  ///< [P,2] float, grid units
    double scoreSum = 0; ///< of all target scores, not yet limited from below
    std::vector<std::int64_t> objects{}; ///< P: row of `targets` that the anchor learns
};

/// Items: box, cls, dfl; total: their sum · B.
class DetectionLoss : public TaskLoss
{
public:
    DetectionLoss(int classes, LossGains gains) : m_classes(classes), m_gains(gains) {}

    [[nodiscard]] LossResult compute(const ModelOutput& output, const Batch& batch) const override;
    /// maps: three of [B, 64+C, H, W]. targets [N,6]: image index, class, cx, cy, w, h normalised to the network input.
    LossResult compute(const std::vector<at::Tensor>& maps, const at::Tensor& targets) const;

    /// flat [B, A, 64+C] as of flattenMaps; sizes {H, W} of each level.
    BatchAssignment assign(const at::Tensor& flat, const std::vector<std::array<std::int64_t, 2>>& sizes,
                           const at::Tensor& targets) const;
    LossResult terms(const at::Tensor& flat, const BatchAssignment& assignment) const;

private:
    int m_classes = 0;
    LossGains m_gains;
};

} // namespace yardstick::training
