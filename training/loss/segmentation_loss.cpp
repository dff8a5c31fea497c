#include "training/loss/segmentation_loss.h"

#include "training/model/detect_head.h"

#include <torch/types.h>

#include <algorithm>

namespace yardstick::training {
namespace {

/// 1 inside the boxes, [P,h,w]: column ≥ x1 and < x2, row ≥ y1 and < y2. boxes [P,4] xyxy in cells.
at::Tensor insideBoxes(const at::Tensor& boxes, std::int64_t height, std::int64_t width)
{
    const at::Tensor columns = at::arange(width, boxes.options()).view({1, 1, width});
    const at::Tensor rows = at::arange(height, boxes.options()).view({1, height, 1});
    const auto edge = [&](int i) { return boxes.select(1, i).view({-1, 1, 1}); };
    return (columns >= edge(0)).logical_and(columns < edge(2)).logical_and(rows >= edge(1)).logical_and(rows < edge(3));
}

/// The objects' masks [P,h,w] in the type of `like`, from maps of any size.
at::Tensor wantedMasks(const at::Tensor& maps, const at::Tensor& numbers, std::int64_t height, std::int64_t width, const at::Tensor& like)
{
    at::Tensor sized = maps;
    if (maps.size(-2) != height || maps.size(-1) != width) {
        sized = at::upsample_nearest2d(maps.to(at::kFloat).unsqueeze(0), {height, width}).squeeze(0);
    }
    return sized.eq(numbers.to(sized.scalar_type()).view({-1, 1, 1})).to(like.scalar_type());
}

} // namespace

at::Tensor SegmentationLoss::maskTerm(const at::Tensor& coefficients, const at::Tensor& protos, const at::Tensor& masks,
                                      const at::Tensor& targets, const std::vector<std::int64_t>& pictures,
                                      const std::vector<std::int64_t>& objects)
{
    const std::int64_t height = protos.size(2), width = protos.size(3);
    const bool overlap = masks.scalar_type() == at::kInt;
    const at::Tensor firstRows = at::searchsorted(targets.select(1, 0).contiguous(), at::arange(protos.size(0), targets.options()));
    const auto* first = firstRows.data_ptr<std::int64_t>();
    at::Tensor sum;
    for (std::size_t begin = 0; begin < pictures.size();) {
        std::size_t end = begin;
        while (end < pictures.size() && pictures[end] == pictures[begin]) {
            ++end;
        }
        const std::int64_t picture = pictures[begin];
        const auto count = static_cast<std::int64_t>(end - begin);
        const at::Tensor rows =
            at::tensor(std::vector<std::int64_t>(objects.begin() + static_cast<std::ptrdiff_t>(begin), objects.begin() + static_cast<std::ptrdiff_t>(end)), at::kLong);
        const at::Tensor logits = at::matmul(coefficients.slice(0, static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)),
                                             protos[picture].reshape({protos.size(1), -1}))
                                      .view({count, height, width});
        const at::Tensor sides = targets.index_select(0, rows).slice(1, 2, 6).to(logits.scalar_type()); // cx cy w h
        const at::Tensor half = sides.slice(1, 2, 4) / 2, centre = sides.slice(1, 0, 2);
        const at::Tensor scale = at::tensor({static_cast<double>(width), static_cast<double>(height)}, sides.options());
        const at::Tensor boxes = at::cat({(centre - half) * scale, (centre + half) * scale}, 1);
        const at::Tensor maps = overlap ? masks[picture].unsqueeze(0) : masks.index_select(0, rows);
        const at::Tensor numbers = overlap ? rows - first[picture] + 1 : at::ones_like(rows);
        const at::Tensor wanted = wantedMasks(maps, numbers, height, width, logits);
        const at::Tensor entropy = at::softplus(logits) - logits * wanted; // binary cross-entropy of logits
        const at::Tensor each = (entropy * insideBoxes(boxes, height, width)).mean(at::IntArrayRef{1, 2});
        const at::Tensor term = (each / sides.slice(1, 2, 4).prod(1)).sum();
        sum = sum.defined() ? sum + term : term;
        begin = end;
    }
    return sum / static_cast<double>(pictures.size());
}

LossResult SegmentationLoss::compute(const ModelOutput& output, const Batch& batch) const
{
    std::vector<std::array<std::int64_t, 2>> sizes;
    for (const at::Tensor& map : output.maps) {
        sizes.push_back({map.size(2), map.size(3)});
    }
    const at::Tensor flat = flattenMaps(output.maps);
    const BatchAssignment assignment = m_detection.assign(flat, sizes, batch.targets);
    const LossResult detection = m_detection.terms(flat, assignment);
    LossResult result;
    result.positives = detection.positives;
    result.total = detection.total;
    double seg = 0;
    if (result.positives > 0) {
        const at::Tensor coefficients = output.coefficients.reshape({-1, output.coefficients.size(2)}).index_select(0, assignment.rows);
        std::vector<std::int64_t> pictures;
        const auto* rows = assignment.rows.data_ptr<std::int64_t>();
        for (std::int64_t i = 0; i < result.positives; ++i) {
            pictures.push_back(rows[i] / flat.size(1));
        }
        const at::Tensor term =
            maskTerm(coefficients, output.protos, batch.masks, batch.targets, pictures, assignment.objects) * m_gain;
        result.total = result.total + term * static_cast<double>(flat.size(0));
        seg = term.item<double>();
    }
    result.items = {detection.items[0], seg, detection.items[1], detection.items[2]};
    return result;
}

} // namespace yardstick::training
