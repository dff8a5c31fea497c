#include "training/loss/box_iou.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace yardstick::training {
namespace {
constexpr double kIouEps = 1e-7;
constexpr double kAspectScale = 4.0 / (std::numbers::pi * std::numbers::pi);
} // namespace

at::Tensor completeIou(const at::Tensor& a, const at::Tensor& b)
{
    const auto ax1 = a.select(-1, 0), ay1 = a.select(-1, 1), ax2 = a.select(-1, 2), ay2 = a.select(-1, 3);
    const auto bx1 = b.select(-1, 0), by1 = b.select(-1, 1), bx2 = b.select(-1, 2), by2 = b.select(-1, 3);
    const at::Tensor aw = ax2 - ax1 + kIouEps, ah = ay2 - ay1 + kIouEps;
    const at::Tensor bw = bx2 - bx1 + kIouEps, bh = by2 - by1 + kIouEps;
    const at::Tensor overlap = (at::minimum(ax2, bx2) - at::maximum(ax1, bx1)).clamp_min(0)
                               * (at::minimum(ay2, by2) - at::maximum(ay1, by1)).clamp_min(0);
    const at::Tensor iou = overlap / (aw * ah + bw * bh - overlap + kIouEps);
    const at::Tensor enclosingWidth = at::maximum(ax2, bx2) - at::minimum(ax1, bx1);
    const at::Tensor enclosingHeight = at::maximum(ay2, by2) - at::minimum(ay1, by1);
    const at::Tensor diagonal = enclosingWidth.square() + enclosingHeight.square() + kIouEps;
    const at::Tensor distance = ((bx1 + bx2 - ax1 - ax2).square() + (by1 + by2 - ay1 - ay2).square()) / 4;
    const at::Tensor aspect = kAspectScale * (at::atan(bw / bh) - at::atan(aw / ah)).square();
    at::Tensor weight;
    {
        const torch::NoGradGuard noGrad;
        weight = aspect / (aspect - iou + (1 + kIouEps));
    }
    return iou - (distance / diagonal + aspect * weight);
}

float completeIou(const float* a, const float* b)
{
    constexpr float eps = static_cast<float>(kIouEps);
    const float aw = a[2] - a[0] + eps, ah = a[3] - a[1] + eps;
    const float bw = b[2] - b[0] + eps, bh = b[3] - b[1] + eps;
    const float overlap = std::max(std::min(a[2], b[2]) - std::max(a[0], b[0]), 0.0f)
                          * std::max(std::min(a[3], b[3]) - std::max(a[1], b[1]), 0.0f);
    const float iou = overlap / (aw * ah + bw * bh - overlap + eps);
    const float enclosingWidth = std::max(a[2], b[2]) - std::min(a[0], b[0]);
    const float enclosingHeight = std::max(a[3], b[3]) - std::min(a[1], b[1]);
    const float diagonal = enclosingWidth * enclosingWidth + enclosingHeight * enclosingHeight + eps;
    const float dx = b[0] + b[2] - a[0] - a[2], dy = b[1] + b[3] - a[1] - a[3];
    const float angle = std::atan(bw / bh) - std::atan(aw / ah);
    const float aspect = static_cast<float>(kAspectScale) * angle * angle;
    const float weight = aspect / (aspect - iou + (1 + eps));
    return iou - ((dx * dx + dy * dy) / 4 / diagonal + aspect * weight);
}

} // namespace yardstick::training
