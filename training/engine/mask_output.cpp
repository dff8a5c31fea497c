#include "training/engine/mask_output.h"

#include "training/data/masks.h"
#include "training/model/segment_head.h"

#include <torch/types.h>

#include <algorithm>

namespace yardstick::training {

at::Tensor maskLogits(const at::Tensor& coefficients, const at::Tensor& protos, const KeptBoxes& kept)
{
    const std::int64_t height = protos.size(1), width = protos.size(2);
    const auto count = static_cast<std::int64_t>(kept.anchors.size());
    const at::Tensor chosen = coefficients.index_select(0, at::tensor(kept.anchors, at::kLong));
    const at::Tensor logits = at::matmul(chosen, protos.reshape({protos.size(0), -1})).view({count, height, width});
    const at::Tensor boxes = kept.rows.slice(1, 0, 4) / kProtoStride;
    const auto edge = [&](int i) { return boxes.select(1, i).view({-1, 1, 1}); };
    const at::Tensor x = at::arange(width, boxes.options()).view({1, 1, -1}), y = at::arange(height, boxes.options()).view({1, -1, 1});
    return logits * (x >= edge(0)).logical_and(x < edge(2)).logical_and(y >= edge(1)).logical_and(y < edge(3));
}

std::vector<float> maskOverlaps(const at::Tensor& logits, const at::Tensor& numbers, std::int64_t objects)
{
    if (logits.size(0) == 0 || objects == 0) {
        return {};
    }
    const at::Tensor predicted = (logits > 0).to(at::kFloat).view({logits.size(0), -1});
    const at::Tensor wanted =
        numbers.view({1, -1}).eq(at::arange(1, objects + 1, numbers.options()).view({-1, 1})).to(at::kFloat);
    const at::Tensor common = at::matmul(wanted, predicted.t());
    const at::Tensor all = wanted.sum(1).view({-1, 1}) + predicted.sum(1).view({1, -1}) - common;
    const at::Tensor overlap = (common / (all + 1e-7)).contiguous();
    return {overlap.data_ptr<float>(), overlap.data_ptr<float>() + overlap.numel()};
}

std::vector<float> maskOutline(const at::Tensor& logits, const ImageMeta& meta)
{
    const std::int64_t height = logits.size(0) * kProtoStride, width = logits.size(1) * kProtoStride;
    const at::Tensor full = at::upsample_bilinear2d(logits.view({1, 1, logits.size(0), logits.size(1)}), {height, width}, false);
    at::Tensor inside = (full[0][0] > 0).to(at::kByte).contiguous();
    std::vector<float> outline = outlineOf(cv::Mat(static_cast<int>(height), static_cast<int>(width), CV_8U, inside.data_ptr()));
    for (std::size_t i = 0; i + 1 < outline.size(); i += 2) {
        const auto point = toOriginal({outline[i], outline[i + 1], outline[i], outline[i + 1]}, meta);
        outline[i] = point[0];
        outline[i + 1] = point[1];
    }
    return outline;
}

} // namespace yardstick::training
