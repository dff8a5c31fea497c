// Our optimizers against LibTorch's own, step by step; groups; clipping; state that comes back.
#include "training/engine/ema.h"
#include "training/engine/optimizer.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

namespace yardstick::training {
namespace {

/// Two layers with a batch norm between: every group has something in it.
struct Toy : torch::nn::Module
{
    Toy()
    {
        conv = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 4, 3).bias(false)));
        bn = register_module("bn", torch::nn::BatchNorm2d(4));
        last = register_module("last", torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 2, 1)));
    }
    torch::Tensor loss(const torch::Tensor& x) { return last->forward(torch::silu(bn->forward(conv->forward(x)))).square().sum(); }
    torch::nn::Conv2d conv{nullptr};
    torch::nn::BatchNorm2d bn{nullptr};
    torch::nn::Conv2d last{nullptr};
};

std::shared_ptr<Toy> makeToy()
{
    torch::manual_seed(4);
    return std::make_shared<Toy>();
}

/// LibTorch's optimizer over the same three groups.
std::unique_ptr<torch::optim::Optimizer> peer(OptimizerKind kind, Optimizer& ours, double lr, double momentum, double decay)
{
    std::vector<torch::optim::OptimizerParamGroup> groups;
    const auto options = [&](double weightDecay) -> std::unique_ptr<torch::optim::OptimizerOptions> {
        switch (kind) {
        case OptimizerKind::Sgd:
            return std::make_unique<torch::optim::SGDOptions>(
                torch::optim::SGDOptions(lr).momentum(momentum).nesterov(true).weight_decay(weightDecay));
        case OptimizerKind::Adam:
            return std::make_unique<torch::optim::AdamOptions>(
                torch::optim::AdamOptions(lr).betas({momentum, 0.999}).weight_decay(weightDecay));
        case OptimizerKind::AdamW:
            return std::make_unique<torch::optim::AdamWOptions>(
                torch::optim::AdamWOptions(lr).betas({momentum, 0.999}).weight_decay(weightDecay));
        case OptimizerKind::RmsProp:
            return std::make_unique<torch::optim::RMSpropOptions>(
                torch::optim::RMSpropOptions(lr).momentum(momentum).weight_decay(weightDecay));
        }
        return nullptr;
    };
    for (std::size_t g = 0; g < 3; ++g) {
        groups.emplace_back(ours.groups()[g].parameters, options(g == Optimizer::kDecay ? decay : 0));
    }
    switch (kind) {
    case OptimizerKind::Sgd:
        return std::make_unique<torch::optim::SGD>(groups, torch::optim::SGDOptions(lr));
    case OptimizerKind::Adam:
        return std::make_unique<torch::optim::Adam>(groups);
    case OptimizerKind::AdamW:
        return std::make_unique<torch::optim::AdamW>(groups);
    case OptimizerKind::RmsProp:
        return std::make_unique<torch::optim::RMSprop>(groups);
    }
    return nullptr;
}

class OptimizerPeer : public testing::TestWithParam<OptimizerKind>
{
};

TEST_P(OptimizerPeer, agreesWithLibTorch)
{
    const auto mine = makeToy(), theirs = makeToy();
    const double lr = 0.01, momentum = 0.9, decay = 0.05;
    Optimizer ours(GetParam(), *mine, lr, momentum, decay);
    Optimizer groupsOfTheirs(GetParam(), *theirs, lr, momentum, decay);
    const auto reference = peer(GetParam(), groupsOfTheirs, lr, momentum, decay);
    for (int i = 0; i < 8; ++i) {
        torch::manual_seed(i);
        const auto x = torch::rand({2, 3, 6, 6});
        ours.zeroGradients();
        mine->loss(x).backward();
        ours.step();
        reference->zero_grad();
        theirs->loss(x).backward();
        reference->step();
        const auto a = mine->parameters(), b = theirs->parameters();
        for (std::size_t p = 0; p < a.size(); ++p) {
            EXPECT_TRUE(torch::allclose(a[p], b[p], 1e-4, 1e-6)) << i << " " << p;
        }
    }
    EXPECT_EQ(ours.steps(), 8);
}

INSTANTIATE_TEST_SUITE_P(Kinds, OptimizerPeer,
                         testing::Values(OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::AdamW, OptimizerKind::RmsProp),
                         [](const auto& param) { return std::string(toString(param.param)); });

TEST(Optimizer, groupsHaveThePublishedSizes)
{
    const std::pair<const char*, std::array<std::size_t, 3>> table[]{
        {"yolov8n", {63, 64, 57}}, {"yolov8s", {63, 64, 57}}, {"yolov8m", {83, 84, 77}}, {"yolov8l", {103, 104, 97}}};
    for (const auto& [variant, sizes] : table) {
        const auto model = YoloModel::create(*makeArchitecture(variant, 80));
        Optimizer optimizer(OptimizerKind::Sgd, **model, 0.01, 0.9, 5e-4);
        for (std::size_t g = 0; g < 3; ++g) {
            EXPECT_EQ(optimizer.groups()[g].parameters.size(), sizes[g]) << variant << " " << g;
        }
        EXPECT_EQ(optimizer.groups()[Optimizer::kBias].weightDecay, 0);
        EXPECT_EQ(optimizer.groups()[Optimizer::kDecay].weightDecay, 5e-4);
        EXPECT_EQ(optimizer.groups()[Optimizer::kNorm].weightDecay, 0);
    }
}

TEST(Optimizer, namesAreKnownInAnyCase)
{
    EXPECT_EQ(*optimizerFromName("sgd"), OptimizerKind::Sgd);
    EXPECT_EQ(*optimizerFromName("ADAMW"), OptimizerKind::AdamW);
    EXPECT_EQ(*optimizerFromName("RMSprop"), OptimizerKind::RmsProp);
    for (const char* name : {"Adamax", "NAdam", "RAdam"}) {
        const auto refused = optimizerFromName(name);
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
        EXPECT_NE(refused.error().message().find(name), std::string::npos);
    }
    EXPECT_EQ(optimizerFromName("lion").error().code, ErrorCode::InvalidArgument);
}

TEST(Optimizer, clipsTheJointNorm)
{
    const auto toy = makeToy();
    Optimizer optimizer(OptimizerKind::Sgd, *toy, 0.01, 0.9, 0);
    (toy->loss(torch::rand({2, 3, 6, 6})) * 1000).backward();
    const double before = optimizer.clipGradients(10);
    EXPECT_GT(before, 10);
    EXPECT_NEAR(optimizer.clipGradients(10), 10, 1e-3);
    EXPECT_NEAR(optimizer.clipGradients(100), 10, 1e-3); // small enough already: untouched
}

TEST(Optimizer, stateComesBackAndContinuesBitForBit)
{
    const auto a = makeToy(), b = makeToy();
    Optimizer first(OptimizerKind::AdamW, *a, 0.01, 0.9, 0.05), second(OptimizerKind::AdamW, *b, 0.01, 0.9, 0.05);
    const auto x = torch::rand({2, 3, 6, 6});
    for (int i = 0; i < 3; ++i) {
        first.zeroGradients();
        a->loss(x).backward();
        first.step();
    }
    a->loss(x).backward(); // gradients that wait for a step
    ASSERT_TRUE(loadStateDict(*b, stateDict(*a)).has_value());
    ASSERT_TRUE(second.load(first.state(), first.steps()).has_value());
    first.step();
    second.step();
    for (std::size_t p = 0; p < a->parameters().size(); ++p) {
        EXPECT_TRUE(torch::equal(a->parameters()[p], b->parameters()[p]));
    }
}

TEST(Ema, averagesStatisticsAndCopiesCounters)
{
    torch::manual_seed(1);
    const auto model = *YoloModel::create(*makeArchitecture("yolov8n", 1));
    auto ema = *Ema::create(*model);
    model->train();
    {
        const torch::NoGradGuard noGrad;
        model->forward(torch::rand({2, 3, 64, 64}));
    }
    const auto before = ema.model().named_buffers()["model.0.bn.running_var"].clone();
    ema.setUpdates(4999);
    ema.update(*model);
    const double keep = Ema::decay(5000);
    const auto expected = before * keep + model->named_buffers()["model.0.bn.running_var"] * (1 - keep);
    EXPECT_TRUE(torch::allclose(ema.model().named_buffers()["model.0.bn.running_var"], expected));
    EXPECT_EQ(ema.model().named_buffers()["model.0.bn.num_batches_tracked"].item<int>(), 1);
    EXPECT_EQ(ema.updates(), 5000);
}

} // namespace
} // namespace yardstick::training
