// Non-maximum suppression over decoded predictions: greedy by confidence, within classes, exact and without a time limit
// (a limit would make results depend on the machine). On the CPU; stateless, any thread.
#pragma once

#include "training/data/batch.h"

#include <ATen/core/Tensor.h>

#include <array>
#include <vector>

namespace yardstick::training {

struct NmsOptions
{
    double confidence = 0.25; ///< 0.001 in validation
    double iou = 0.7;
    int maxDetections = 300;
    int maxCandidates = 30000; ///< best by score
    bool agnostic = false;
    bool multiLabel = false;  ///< validation with nc > 1: one row per (box, class)
    std::vector<int> classes; ///< keep only these; empty: all
};

/// predictions [B, 4+C, A] float: cx cy w h in pixels, then class scores (sigmoid done).
/// Returns B tensors [n, 6] float: x1 y1 x2 y2 (pixels of the network input), confidence, class; by falling confidence.
std::vector<at::Tensor> nonMaxSuppression(const at::Tensor& predictions, const NmsOptions& options);

/// The same, with the anchor of every row: what else the network says of it is found there.
struct KeptBoxes
{
    at::Tensor rows;                   ///< [n,6] as above
    std::vector<std::int64_t> anchors; ///< n
};
std::vector<KeptBoxes> suppressKeepingAnchors(const at::Tensor& predictions, const NmsOptions& options);

/// A box in pixels of the network input as pixels of the original image, clipped to it.
std::array<float, 4> toOriginal(const std::array<float, 4>& xyxy, const ImageMeta& meta);

} // namespace yardstick::training
