// Masks that a segmenter predicts: sums of prototypes, cropped with their box. Stateless; any thread.
// Letters: n detections of one picture, m objects in it, h, w cells of the prototypes (4 pixels of the network input each).
// Source: YOLACT (arXiv 1904.02689), section 3.2.
#pragma once

#include "training/data/batch.h"
#include "training/metrics/nms.h"

#include <opencv2/core/mat.hpp>

#include <vector>

namespace yardstick::training {

/// Logits [n,h,w], 0 outside each box. coefficients [A,32] and protos [32,h,w] of the picture; `kept` of its predictions.
at::Tensor maskLogits(const at::Tensor& coefficients, const at::Tensor& protos, const KeptBoxes& kept);

/// Intersection over union of the objects' masks with the predicted ones (logit > 0): [m × n], row-major.
/// numbers [h,w] int32 as Batch::masks has them.
std::vector<float> maskOverlaps(const at::Tensor& logits, const at::Tensor& numbers, std::int64_t objects);

/// Outline of one mask [h,w], enlarged to the network input, in pixels of the original picture: x y x y …; may be empty.
std::vector<float> maskOutline(const at::Tensor& logits, const ImageMeta& meta);

} // namespace yardstick::training
