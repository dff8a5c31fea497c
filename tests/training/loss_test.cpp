// Assigner, IoU and loss terms: small cases worked out by hand, and gradients against finite differences.
#include "training/loss/box_iou.h"
#include "training/loss/detection_loss.h"
#include "training/model/detect_head.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cmath>

namespace yardstick::training {
namespace {

/// A grid of 8-pixel cells whose predictions the test sets one by one.
struct Scene
{
    Scene(int width, int height, int classes) : columns(width), C(classes)
    {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                points.insert(points.end(), {8.0f * x + 4, 8.0f * y + 4});
            }
        }
        boxes.assign(points.size() * 2, 0.0f);
        logits.assign(points.size() / 2 * static_cast<std::size_t>(classes), 0.0f);
    }
    void predict(int anchor, std::array<float, 4> box, std::vector<float> scores)
    {
        std::copy(box.begin(), box.end(), boxes.begin() + 4 * anchor);
        std::copy(scores.begin(), scores.end(), logits.begin() + static_cast<long>(C) * anchor);
    }
    [[nodiscard]] AnchorView view() const
    {
        return {static_cast<std::int64_t>(points.size() / 2), logits.data(), C, boxes.data(), points.data()};
    }
    int columns;
    int C;
    std::vector<float> points, boxes, logits;
};

TEST(TaskAlignedAssigner, bestAnchorGetsTheBestIou)
{
    Scene scene(8, 8, 2);
    const TruthBox truth{{8, 8, 40, 40}, 1};
    for (int a = 0; a < 64; ++a) {
        const float shift = static_cast<float>(a % 5);
        scene.predict(a, {8 + shift, 8, 40 + shift, 40}, {-5.0f, 0.1f * static_cast<float>(a)});
    }
    const auto matches = assignImage(scene.view(), std::array{truth});
    ASSERT_EQ(matches.size(), 10u); // 16 centres lie inside, ten are taken
    float best = 0, bestIou = 0;
    for (const Match& match : matches) {
        best = std::max(best, match.score);
        bestIou = std::max(bestIou, completeIou(truth.xyxy.data(), scene.boxes.data() + 4 * match.anchor));
        EXPECT_GT(scene.points[static_cast<std::size_t>(2 * match.anchor)], 8);
        EXPECT_LT(scene.points[static_cast<std::size_t>(2 * match.anchor)], 40);
    }
    EXPECT_NEAR(best, bestIou, 1e-5);
}

TEST(TaskAlignedAssigner, fewerCentresInsideGiveFewerMatches)
{
    Scene scene(8, 8, 1);
    for (int a = 0; a < 64; ++a) {
        scene.predict(a, {8, 8, 24, 24}, {0.0f});
    }
    EXPECT_EQ(assignImage(scene.view(), std::array{TruthBox{{8, 8, 24, 24}, 0}}).size(), 4u);
    EXPECT_TRUE(assignImage(scene.view(), std::array{TruthBox{{9, 9, 11, 11}, 0}}).empty());
    EXPECT_TRUE(assignImage(scene.view(), std::span<const TruthBox>{}).empty());
}

TEST(TaskAlignedAssigner, contestedAnchorGoesToTheLargerOverlap)
{
    Scene scene(8, 8, 2);
    // Both objects contain anchor 9 (centre 12,12); its box fits the second one better, its score the first.
    scene.predict(9, {0, 0, 30, 30}, {6.0f, -3.0f});
    const TruthBox first{{0, 0, 24, 24}, 0};
    const TruthBox second{{0, 0, 32, 32}, 1};
    const auto matches = assignImage(scene.view(), std::array{first, second});
    ASSERT_EQ(matches.size(), 1u);
    EXPECT_EQ(matches[0].anchor, 9);
    EXPECT_EQ(matches[0].truth, 1);
    EXPECT_NEAR(matches[0].score, completeIou(second.xyxy.data(), scene.boxes.data() + 36), 1e-4);
}

TEST(TaskAlignedAssigner, tieGoesToTheFirst)
{
    Scene scene(4, 4, 1);
    scene.predict(5, {4, 4, 20, 20}, {0.0f});
    const TruthBox same{{4, 4, 20, 20}, 0};
    const auto matches = assignImage(scene.view(), std::array{same, same});
    ASSERT_EQ(matches.size(), 1u);
    EXPECT_EQ(matches[0].truth, 0);
}

TEST(CompleteIou, tensorAndPlainAgree)
{
    torch::manual_seed(1);
    auto a = torch::rand({50, 4}) * 50, b = torch::rand({50, 4}) * 50;
    a.slice(1, 2, 4) += a.slice(1, 0, 2);
    b.slice(1, 2, 4) += b.slice(1, 0, 2);
    const auto values = completeIou(a, b);
    for (int i = 0; i < 50; ++i) {
        EXPECT_NEAR(values[i].item<float>(),
                    completeIou(a.data_ptr<float>() + 4 * i, b.data_ptr<float>() + 4 * i), 1e-5);
    }
    EXPECT_NEAR(completeIou(a, a).min().item<float>(), 1.0, 1e-4);
    // Apart: 10×10 boxes 30 apart: IoU 0, ρ² = 900, c² = 40²+10².
    const auto left = torch::tensor({{0.f, 0.f, 10.f, 10.f}}), right = torch::tensor({{30.f, 0.f, 40.f, 10.f}});
    EXPECT_NEAR(completeIou(left, right).item<float>(), -900.0 / 1700.0, 1e-5);
}

class LossGradient : public testing::Test
{
protected:
    // Three levels of a 32×32 input: 16 + 4 + 1 anchors, two classes.
    std::vector<std::array<std::int64_t, 2>> sizes{{4, 4}, {2, 2}, {1, 1}};
    torch::Tensor targets = torch::tensor({{0.f, 1.f, 0.45f, 0.5f, 0.6f, 0.7f}, {1.f, 0.f, 0.3f, 0.4f, 0.5f, 0.5f},
                                           {1.f, 1.f, 0.7f, 0.6f, 0.4f, 0.6f}});
};

TEST_F(LossGradient, agreesWithFiniteDifferences)
{
    torch::manual_seed(5);
    auto flat = torch::randn({2, 21, 64 + 2}, torch::kDouble);
    const DetectionLoss loss(2, {});
    const auto assignment = loss.assign(flat, sizes, targets);
    ASSERT_GT(assignment.rows.size(0), 5);
    flat.set_requires_grad(true);
    loss.terms(flat, assignment).total.backward();
    const auto gradient = flat.grad().clone();
    const torch::NoGradGuard noGrad;
    const auto data = flat.detach().clone();
    // The aspect term's weight is a constant for gradients; it is frozen by a tiny step and a loose tolerance.
    int checked = 0;
    for (std::int64_t i = 0; i < data.numel(); i += 7) {
        const auto probe = [&](double step) {
            auto moved = data.clone();
            moved.view(-1)[i] += step;
            return loss.terms(moved, assignment).total.item<double>();
        };
        const double numeric = (probe(1e-5) - probe(-1e-5)) / 2e-5;
        const double analytic = gradient.view(-1)[i].item<double>();
        EXPECT_NEAR(numeric, analytic, 2e-2 * std::max(1.0, std::abs(analytic))) << i;
        ++checked;
    }
    EXPECT_GT(checked, 300);
}

TEST_F(LossGradient, batchMultipliesTheTotalOnly)
{
    torch::manual_seed(5);
    const auto flat = torch::randn({2, 21, 66});
    const DetectionLoss loss(2, {});
    const auto result = loss.terms(flat, loss.assign(flat, sizes, targets));
    EXPECT_NEAR(result.total.item<double>(), 2 * (result.items[0] + result.items[1] + result.items[2]), 1e-3);
    EXPECT_TRUE(result.finite());
}

TEST_F(LossGradient, noObjectsLeaveOnlyTheClassTerm)
{
    const auto flat = torch::zeros({2, 21, 66});
    const DetectionLoss loss(2, {});
    const auto result = loss.terms(flat, loss.assign(flat, sizes, torch::zeros({0, 6})));
    EXPECT_EQ(result.positives, 0);
    EXPECT_EQ(result.items[0], 0);
    EXPECT_EQ(result.items[2], 0);
    EXPECT_NEAR(result.items[1], 0.5 * 2 * 21 * 2 * std::log(2.0), 1e-3); // 84 logits at 0, divided by max(0, 1)
}

TEST_F(LossGradient, classTermIsBinaryCrossEntropy)
{
    torch::manual_seed(8);
    const auto flat = torch::randn({2, 21, 66});
    const DetectionLoss loss(2, {});
    const auto assignment = loss.assign(flat, sizes, targets);
    auto wanted = torch::zeros({42, 2});
    for (std::int64_t i = 0; i < assignment.rows.size(0); ++i) {
        wanted[assignment.rows[i].item<std::int64_t>()][assignment.classes[i].item<std::int64_t>()] =
            assignment.scores[i];
    }
    const auto reference = torch::binary_cross_entropy_with_logits(flat.view({42, 66}).slice(1, 64), wanted, {}, {},
                                                                   at::Reduction::Sum);
    EXPECT_NEAR(loss.terms(flat, assignment).items[1],
                0.5 * reference.item<double>() / std::max(assignment.scoreSum, 1.0), 1e-4);
}

TEST(DetectionLoss, learnsOneImageByHeart)
{
    torch::manual_seed(2);
    auto flat = torch::randn({1, 21, 66}) * 0.1;
    for (int side = 0; side < 4; ++side) {
        flat.slice(2, side * 16 + 1, side * 16 + 2) += 3; // boxes of about two cells: something overlaps from the start
    }
    flat.set_requires_grad(true);
    const DetectionLoss loss(2, {});
    const std::vector<std::array<std::int64_t, 2>> sizes{{4, 4}, {2, 2}, {1, 1}};
    const auto targets = torch::tensor({{0.f, 1.f, 0.5f, 0.5f, 0.5f, 0.5f}});
    torch::optim::Adam optimizer({flat}, torch::optim::AdamOptions(0.1));
    double first = 0, last = 0;
    for (int i = 0; i < 300; ++i) {
        optimizer.zero_grad();
        const auto result = loss.terms(flat, loss.assign(flat.detach(), sizes, targets));
        result.total.backward();
        optimizer.step();
        last = result.items[0];
        first = i == 0 ? last : first;
    }
    EXPECT_GT(first, 0.5);
    EXPECT_LT(last, 0.1 * first);
}

TEST(DistancesToBoxes, centreOfMassOfTheBins)
{
    auto bins = torch::full({1, 64}, -50.0f);
    for (int side = 0; side < 4; ++side) {
        bins[0][side * 16 + side + 1] = 50.0f; // distances 1, 2, 3, 4
    }
    const auto distances = expectedDistances(bins);
    EXPECT_TRUE(torch::allclose(distances, torch::tensor({{1.f, 2.f, 3.f, 4.f}})));
    const auto box = distancesToBoxes(distances, torch::tensor({{5.5f, 6.5f}}));
    EXPECT_TRUE(torch::allclose(box, torch::tensor({{4.5f, 4.5f, 8.5f, 10.5f}})));
}

} // namespace
} // namespace yardstick::training
