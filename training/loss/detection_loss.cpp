#include "training/loss/detection_loss.h"

#include "training/loss/box_iou.h"
#include "training/model/detect_head.h"

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace yardstick::training {
namespace {

/// Objects of one image in pixels, and their rows of the targets.
struct ImageTruths
{
    std::vector<TruthBox> boxes;
    std::vector<std::int64_t> rows;
};

/// Of each image; rows without a positive extent are no objects.
std::vector<ImageTruths> truthsOf(const at::Tensor& targets, std::int64_t batch, float width, float height)
{
    std::vector<ImageTruths> truths(static_cast<std::size_t>(batch));
    const at::Tensor rows = targets.to(at::kCPU, at::kFloat).contiguous();
    const float* data = rows.data_ptr<float>();
    for (std::int64_t i = 0; i < rows.size(0); ++i, data += 6) {
        const float cx = data[2] * width, cy = data[3] * height;
        const float halfWidth = data[4] * width / 2, halfHeight = data[5] * height / 2;
        if (halfWidth <= 0 || halfHeight <= 0) {
            continue;
        }
        ImageTruths& image = truths[static_cast<std::size_t>(data[0])];
        image.boxes.push_back({{cx - halfWidth, cy - halfHeight, cx + halfWidth, cy + halfHeight}, static_cast<int>(data[1])});
        image.rows.push_back(i);
    }
    return truths;
}

/// Σ over the four sides of −log p at the two bins beside the target, weighted by nearness; mean over sides: [P].
at::Tensor binLoss(const at::Tensor& bins, const at::Tensor& distances)
{
    const at::Tensor logProbability = at::log_softmax(bins.view({-1, 4, kBins}), -1);
    const at::Tensor clamped = distances.clamp(0, kBins - 1 - 0.01);
    const at::Tensor lower = clamped.floor().to(at::kLong);
    const at::Tensor upperWeight = clamped - lower;
    const at::Tensor atLower = logProbability.gather(-1, lower.unsqueeze(-1)).squeeze(-1);
    const at::Tensor atUpper = logProbability.gather(-1, (lower + 1).unsqueeze(-1)).squeeze(-1);
    return -(atLower * (1 - upperWeight) + atUpper * upperWeight).mean(-1);
}

} // namespace

LossResult DetectionLoss::compute(const ModelOutput& output, const Batch& batch) const
{
    return compute(output.maps, batch.targets);
}

LossResult DetectionLoss::compute(const std::vector<at::Tensor>& maps, const at::Tensor& targets) const
{
    std::vector<std::array<std::int64_t, 2>> sizes;
    for (const at::Tensor& map : maps) {
        sizes.push_back({map.size(2), map.size(3)});
    }
    const at::Tensor flat = flattenMaps(maps);
    return terms(flat, assign(flat, sizes, targets));
}

BatchAssignment DetectionLoss::assign(const at::Tensor& flat, const std::vector<std::array<std::int64_t, 2>>& sizes,
                                      const at::Tensor& targets) const
{
    const torch::NoGradGuard noGrad;
    const Anchors anchors = makeAnchors(sizes);
    const std::int64_t batch = flat.size(0), count = flat.size(1);
    const at::Tensor onHost = flat.detach().to(at::kCPU, at::kFloat).contiguous();
    const at::Tensor distances = expectedDistances(onHost.slice(-1, 0, kBoxChannels));
    const at::Tensor boxes = (distancesToBoxes(distances, anchors.points) * anchors.strides).contiguous();
    const at::Tensor points = (anchors.points * anchors.strides).contiguous();
    const auto truths = truthsOf(targets, batch, static_cast<float>(sizes[0][1] * kStrides[0]),
                                 static_cast<float>(sizes[0][0] * kStrides[0]));

    std::vector<std::vector<Match>> matches(static_cast<std::size_t>(batch));
    const float* logits = onHost.data_ptr<float>() + kBoxChannels;
    at::parallel_for(0, batch, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t image = begin; image < end; ++image) {
            const AnchorView view{count, logits + image * count * flat.size(2), flat.size(2),
                                  boxes.data_ptr<float>() + image * count * 4, points.data_ptr<float>()};
            matches[static_cast<std::size_t>(image)] = assignImage(view, truths[static_cast<std::size_t>(image)].boxes);
        }
    });

    std::vector<std::int64_t> rows, classes, objects;
    std::vector<float> scores, targetBoxes, targetPoints;
    double scoreSum = 0;
    const float* strides = anchors.strides.data_ptr<float>();
    const float* grid = anchors.points.data_ptr<float>();
    for (std::size_t image = 0; image < matches.size(); ++image) {
        for (const Match& match : matches[image]) {
            const TruthBox& truth = truths[image].boxes[static_cast<std::size_t>(match.truth)];
            objects.push_back(truths[image].rows[static_cast<std::size_t>(match.truth)]);
            rows.push_back(static_cast<std::int64_t>(image) * count + match.anchor);
            classes.push_back(truth.cls);
            scores.push_back(match.score);
            scoreSum += match.score;
            for (const float edge : truth.xyxy) {
                targetBoxes.push_back(edge / strides[match.anchor]);
            }
            targetPoints.insert(targetPoints.end(), {grid[2 * match.anchor], grid[2 * match.anchor + 1]});
        }
    }
    const auto positives = static_cast<std::int64_t>(rows.size());
    const auto options = flat.options();
    return {at::tensor(rows, at::kLong).to(flat.device()), at::tensor(classes, at::kLong).to(flat.device()),
            at::tensor(scores, at::kFloat).to(options), at::tensor(targetBoxes, at::kFloat).view({positives, 4}).to(options),
            at::tensor(targetPoints, at::kFloat).view({positives, 2}).to(options), scoreSum, std::move(objects)};
}

LossResult DetectionLoss::terms(const at::Tensor& flat, const BatchAssignment& assignment) const
{
    const double norm = std::max(assignment.scoreSum, 1.0);
    const at::Tensor table = flat.view({-1, flat.size(-1)});
    const at::Tensor positives = table.index_select(0, assignment.rows);
    const at::Tensor logits = table.slice(1, kBoxChannels);

    // Binary cross-entropy is softplus(x) − x·target, and the target is zero nearly everywhere.
    const at::Tensor chosen =
        positives.slice(1, kBoxChannels).gather(1, assignment.classes.unsqueeze(1)).squeeze(1);
    const at::Tensor cls = (at::softplus(logits).sum() - (chosen * assignment.scores).sum()) * (m_gains.cls / norm);

    LossResult result;
    result.items.assign(3, 0.0);
    result.positives = assignment.rows.size(0);
    at::Tensor sum = cls;
    if (result.positives > 0) {
        const at::Tensor bins = positives.slice(1, 0, kBoxChannels);
        const at::Tensor predicted = distancesToBoxes(expectedDistances(bins), assignment.points);
        const at::Tensor box = ((1 - completeIou(predicted, assignment.boxes)) * assignment.scores).sum()
                               * (m_gains.box / norm);
        const at::Tensor distances = at::cat({assignment.points - assignment.boxes.slice(1, 0, 2),
                                              assignment.boxes.slice(1, 2, 4) - assignment.points}, 1);
        const at::Tensor dfl =
            (binLoss(bins.contiguous(), distances) * assignment.scores).sum() * (m_gains.dfl / norm);
        sum = cls + box + dfl;
        result.items[0] = box.item<double>();
        result.items[2] = dfl.item<double>();
    }
    result.items[1] = cls.item<double>();
    result.total = sum * static_cast<double>(flat.size(0));
    return result;
}

} // namespace yardstick::training
