// Which anchor learns which object. Source: TOOD, Task-aligned One-stage Object Detection (arXiv 2108.07755).
// One image at a time, memory linear in the number of anchors whatever the number of objects; no gradients.
// Letters: A anchors, C classes, M objects. Any thread; images may be assigned in parallel.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace yardstick::training {

struct AssignerOptions
{
    int topk = 10;
    float alpha = 0.5f;
    float beta = 6.0f;
};

struct TruthBox
{
    std::array<float, 4> xyxy{}; ///< pixels of the network input
    int cls = 0;
};

/// Predictions of one image.
struct AnchorView
{
    std::int64_t count = 0;            ///< A
    const float* logits = nullptr;     ///< class logits; row of anchor i starts at logits + i·logitStride
    std::int64_t logitStride = 0;
    const float* boxes = nullptr;      ///< [A,4] xyxy pixels, contiguous
    const float* points = nullptr;     ///< [A,2] anchor centres in pixels, contiguous
};

/// A positive anchor.
struct Match
{
    std::int64_t anchor = 0;
    int truth = 0;    ///< index into the objects
    float score = 0;  ///< target for the object's class: 0…1
};

/// Matches by rising anchor. Per object the `topk` best aligned anchors whose centre lies inside it; an anchor that
/// several objects want goes to the one it overlaps most (the first on a tie). The best anchor of each object gets the
/// object's best IoU as its target score. An anchor whose alignment is zero is no match.
std::vector<Match> assignImage(const AnchorView& anchors, std::span<const TruthBox> truths,
                               const AssignerOptions& options = {});

} // namespace yardstick::training
