// The networks against published figures: parameters, state keys, strides, biases, operations.
#include "training/engine/optimizer.h"
#include "training/model/yolo_model.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace yardstick::training {
namespace {

std::shared_ptr<YoloModel> make(const std::string& variant, int classes)
{
    const auto architecture = makeArchitecture(variant, classes);
    EXPECT_TRUE(architecture.has_value());
    const auto model = YoloModel::create(*architecture);
    EXPECT_TRUE(model.has_value());
    return *model;
}

struct Published
{
    const char* variant;
    std::int64_t parameters, fused;
    std::size_t entries;
    double gflops;
    std::int64_t parametersOneClass, parametersTenClasses;
};

class PublishedModel : public testing::TestWithParam<Published>
{
};

TEST_P(PublishedModel, hasThePublishedCounts)
{
    const Published& want = GetParam();
    const auto model = make(want.variant, 80);
    EXPECT_EQ(model->parameterCount(), want.parameters);
    EXPECT_EQ(model->fusedParameterCount(), want.fused);
    EXPECT_EQ(stateDict(*model).size(), want.entries);
    EXPECT_NEAR(forwardGflops(model->architecture(), 640), want.gflops, 0.006);
    EXPECT_EQ(make(want.variant, 1)->parameterCount(), want.parametersOneClass);
    EXPECT_EQ(make(want.variant, 10)->parameterCount(), want.parametersTenClasses);
    EXPECT_EQ(model->architecture().variant(), want.variant);
}

INSTANTIATE_TEST_SUITE_P(
    Scales, PublishedModel,
    testing::Values(Published{"yolov8n", 3157200, 3151904, 355, 8.74, 3011043, 3012798},
                    Published{"yolov8s", 11166560, 11156544, 355, 28.60, 11135987, 11139470},
                    Published{"yolov8m", 25902640, 25886080, 475, 78.94, 25856899, 25862110},
                    Published{"yolov8l", 43691520, 43668288, 595, 165.15, 43630611, 43637550},
                    Published{"yolov8x", 68229648, 68200608, 595, 257.80, 68153571, 68162238}),
    [](const auto& param) { return std::string(param.param.variant); });

struct PublishedOther
{
    const char* variant;
    int classes;
    std::int64_t parameters;
    std::size_t entries;
    double gflops640, gflops224, tolerance640;
    std::array<std::size_t, 3> groups; ///< norm weights, weights with decay, biases
};

class PublishedOtherModel : public testing::TestWithParam<PublishedOther>
{
};

TEST_P(PublishedOtherModel, hasThePublishedCounts)
{
    const PublishedOther& want = GetParam();
    const auto model = make(want.variant, want.classes);
    const Architecture& architecture = model->architecture();
    EXPECT_EQ(defaultClasses(architecture.task), want.classes);
    EXPECT_EQ(architecture.variant(), want.variant);
    EXPECT_EQ(model->parameterCount(), want.parameters);
    EXPECT_EQ(stateDict(*model).size(), want.entries);
    EXPECT_NEAR(forwardGflops(architecture, 640), want.gflops640, want.tolerance640);
    if (want.gflops224 > 0) {
        EXPECT_NEAR(forwardGflops(architecture, defaultImageSize(architecture.task)), want.gflops224, 0.006);
    }
    Optimizer optimizer(OptimizerKind::Sgd, *model, 0.1, 0.9, 0);
    EXPECT_EQ(optimizer.groups()[Optimizer::kNorm].parameters.size(), want.groups[0]);
    EXPECT_EQ(optimizer.groups()[Optimizer::kDecay].parameters.size(), want.groups[1]);
    EXPECT_EQ(optimizer.groups()[Optimizer::kBias].parameters.size(), want.groups[2]);
}

INSTANTIATE_TEST_SUITE_P(
    Scales, PublishedOtherModel,
    testing::Values(PublishedOther{"yolov8n-seg", 80, 3409968, 417, 12.00, 0, 0.006, {66, 77, 76}},
                    PublishedOther{"yolov8s-seg", 80, 11821056, 417, 40.09, 0, 0.006, {66, 77, 76}},
                    PublishedOther{"yolov8m-seg", 80, 27285968, 537, 104.54, 0, 0.006, {86, 97, 96}},
                    PublishedOther{"yolov8l-seg", 80, 45997728, 657, 210.39, 0, 0.006, {106, 117, 116}},
                    PublishedOther{"yolov8x-seg", 80, 71827888, 657, 328.36, 0, 0.006, {106, 117, 116}},
                    PublishedOther{"yolov8n-cls", 1000, 2719288, 158, 3.29, 0.41, 0.006, {26, 27, 27}},
                    PublishedOther{"yolov8s-cls", 1000, 6361736, 158, 12.45, 1.53, 0.006, {26, 27, 27}},
                    PublishedOther{"yolov8m-cls", 1000, 17053336, 230, 41.63, 5.10, 0.006, {38, 39, 39}},
                    PublishedOther{"yolov8l-cls", 1000, 37480744, 302, 98.71, 12.09, 0.006, {50, 51, 51}},
                    PublishedOther{"yolov8x-cls", 1000, 57422840, 302, 153.8, 18.84, 0.06, {50, 51, 51}}),
    [](const auto& param) {
        std::string name = param.param.variant;
        name[name.find('-')] = '_';
        return name;
    });

TEST(YoloModel, classifiersOfTenClassesHaveThePublishedCounts)
{
    const std::map<std::string, std::int64_t> table{
        {"n", 1451098}, {"s", 5093546}, {"m", 15785146}, {"l", 36212554}, {"x", 56154650}};
    for (const auto& [scale, parameters] : table) {
        EXPECT_EQ(make("yolov8" + scale + "-cls", 10)->parameterCount(), parameters) << scale;
    }
}

TEST(YoloModel, headsHaveTheirParameters)
{
    EXPECT_EQ(make("yolov8n-seg", 80)->layerParameterCounts().back(), 1150432);
    EXPECT_EQ(make("yolov8n-cls", 1000)->layerParameterCounts().back(), 1611240);
    const auto detect = make("yolov8n", 80)->layerParameterCounts();
    const auto segment = make("yolov8n-seg", 80)->layerParameterCounts();
    const auto classify = make("yolov8n-cls", 80)->layerParameterCounts();
    EXPECT_EQ(std::vector(segment.begin(), segment.end() - 1), std::vector(detect.begin(), detect.end() - 1));
    EXPECT_EQ(std::vector(classify.begin(), classify.end() - 1), std::vector(detect.begin(), detect.begin() + 9));
}

TEST(YoloModel, everyLayerHasItsParameters)
{
    const std::vector<std::int64_t> n{464,    4672,   7360, 18560, 49664, 73984,  197632, 295424,
                                      460288, 164608, 0,    0,     148224, 0,     0,      37248,
                                      36992,  0,      123648, 147712, 0,   493056, 897664};
    const std::vector<std::int64_t> s{928,     18560,  29056,  73984,  197632, 295424,  788480, 1180672,
                                      1838080, 656896, 0,      0,      591360, 0,       0,      148224,
                                      147712,  0,      493056, 590336, 0,      1969152, 2147008};
    EXPECT_EQ(make("yolov8n", 80)->layerParameterCounts(), n);
    EXPECT_EQ(make("yolov8s", 80)->layerParameterCounts(), s);
}

TEST(YoloModel, stateKeysAreThePublishedOnes)
{
    std::vector<std::string> keys;
    for (const auto& [name, tensor] : stateDict(*make("yolov8n", 80))) {
        keys.push_back(name);
    }
    EXPECT_EQ(keys.front(), "model.0.conv.weight");
    EXPECT_EQ(keys[1], "model.0.bn.weight");
    EXPECT_EQ(keys[5], "model.0.bn.num_batches_tracked");
    EXPECT_EQ(keys.back(), "model.22.dfl.conv.weight");
    const std::set<std::string> all(keys.begin(), keys.end());
    for (const char* key : {"model.2.cv1.conv.weight", "model.2.m.0.cv2.bn.running_var", "model.9.cv2.conv.weight",
                            "model.22.cv2.0.0.conv.weight", "model.22.cv2.2.2.bias", "model.22.cv3.1.1.bn.bias",
                            "model.22.cv3.0.2.weight", "model.4.m.1.cv1.conv.weight"}) {
        EXPECT_TRUE(all.contains(key)) << key;
    }
}

TEST(YoloModel, stateKeysOfTheOtherHeads)
{
    const auto keysOf = [](const char* variant, std::string_view prefix) {
        std::vector<std::string> keys;
        for (const auto& [name, tensor] : stateDict(*make(variant, 4))) {
            if (name.starts_with(prefix) && name.find(".bn.") == std::string::npos) {
                keys.push_back(name.substr(prefix.size()));
            }
        }
        return keys;
    };
    const auto segment = keysOf("yolov8n-seg", "model.22.");
    const auto from = std::find(segment.begin(), segment.end(), "dfl.conv.weight");
    std::vector<std::string> want{"dfl.conv.weight", "proto.cv1.conv.weight", "proto.upsample.weight", "proto.upsample.bias",
                                  "proto.cv2.conv.weight", "proto.cv3.conv.weight"};
    for (const char* level : {"0", "1", "2"}) {
        for (const char* rest : {".0.conv.weight", ".1.conv.weight", ".2.weight", ".2.bias"}) {
            want.push_back(std::string("cv4.") + level + rest);
        }
    }
    EXPECT_EQ(std::vector(from, segment.end()), want);
    EXPECT_EQ(keysOf("yolov8n-cls", "model.9."), (std::vector<std::string>{"conv.conv.weight", "linear.weight", "linear.bias"}));
    // The widths of the prototypes are scaled, those of the coefficients are not.
    for (const auto& [variant, protos, hidden] :
         {std::tuple{"yolov8n-seg", 64, 32}, {"yolov8s-seg", 128, 32}, {"yolov8m-seg", 192, 48}, {"yolov8l-seg", 256, 64},
          {"yolov8x-seg", 320, 80}}) {
        const auto parameters = make(variant, 1)->named_parameters();
        EXPECT_EQ(parameters["model.22.proto.upsample.weight"].sizes(), (std::vector<std::int64_t>{protos, protos, 2, 2})) << variant;
        EXPECT_EQ(parameters["model.22.cv4.0.2.weight"].sizes(), (std::vector<std::int64_t>{32, hidden, 1, 1})) << variant;
    }
}

TEST(YoloModel, normsHaveTheSettingsOfTheirTask)
{
    for (const auto& [variant, eps, momentum] :
         {std::tuple{"yolov8n", 1e-3, 0.03}, {"yolov8n-seg", 1e-3, 0.03}, {"yolov8n-cls", 1e-5, 0.1}}) {
        int norms = 0;
        for (const auto& module : make(variant, 2)->modules(false)) {
            if (const auto* norm = dynamic_cast<const torch::nn::BatchNorm2dImpl*>(module.get())) {
                EXPECT_EQ(norm->options.eps(), eps) << variant;
                EXPECT_EQ(norm->options.momentum().value(), momentum) << variant;
                ++norms;
            }
        }
        EXPECT_GT(norms, 20);
    }
}

TEST(YoloModel, segmentGivesProtosAtStrideFourAndCoefficientsPerAnchor)
{
    const torch::NoGradGuard noGrad;
    const auto model = make("yolov8n-seg", 3);
    for (const bool training : {true, false}) {
        model->train(training);
        const ModelOutput out = model->forward(torch::rand({2, 3, 64, 96}));
        ASSERT_EQ(out.maps.size(), 3u);
        EXPECT_EQ(out.maps[0].sizes(), (std::vector<std::int64_t>{2, 67, 8, 12}));
        EXPECT_EQ(out.coefficients.sizes(), (std::vector<std::int64_t>{2, 8 * 12 + 4 * 6 + 2 * 3, 32}));
        EXPECT_EQ(out.protos.sizes(), (std::vector<std::int64_t>{2, 32, 16, 24}));
        EXPECT_FALSE(out.logits.defined());
    }
    const auto bias = model->named_parameters()["model.22.cv3.1.2.bias"][0].item<double>();
    EXPECT_NEAR(bias, std::log(5.0 / 3 / (40.0 * 40.0)), 1e-4);
}

TEST(YoloModel, classifyGivesLogitsAndDropsOnlyInTraining)
{
    const torch::NoGradGuard noGrad;
    torch::manual_seed(3);
    const auto model = make("yolov8n-cls", 7);
    const auto images = torch::rand({3, 3, 64, 64});
    model->eval();
    const auto plain = model->forward(images);
    EXPECT_EQ(plain.logits.sizes(), (std::vector<std::int64_t>{3, 7}));
    EXPECT_TRUE(plain.maps.empty());
    model->setDropout(0.5);
    EXPECT_TRUE(torch::equal(model->forward(images).logits, plain.logits));
    model->train();
    EXPECT_FALSE(torch::equal(model->forward(images).logits, model->forward(images).logits));
}

TEST(YoloModel, strideIsEightSixteenThirtyTwo)
{
    const torch::NoGradGuard noGrad;
    const auto model = make("yolov8n", 3);
    model->eval();
    const auto maps = model->forward(torch::zeros({2, 3, 64, 96})).maps;
    ASSERT_EQ(maps.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(maps[i].sizes(), (std::vector<std::int64_t>{2, 67, 64 / kStrides[i], 96 / kStrides[i]}));
    }
    const auto decoded = decodePredictions(maps);
    EXPECT_EQ(decoded.sizes(), (std::vector<std::int64_t>{2, 7, 8 * 12 + 4 * 6 + 2 * 3}));
}

TEST(YoloModel, biasesExpectFiveObjectsInAnImage)
{
    const std::map<int, std::array<double, 3>> table{{80, {-11.5366, -10.1503, -8.7641}},
                                                     {10, {-9.4572, -8.0709, -6.6846}},
                                                     {1, {-7.1546, -5.7683, -4.3820}}};
    for (const auto& [classes, want] : table) {
        const auto parameters = make("yolov8n", classes)->named_parameters();
        for (std::size_t level = 0; level < 3; ++level) {
            const auto prefix = "model.22.cv3." + std::to_string(level) + ".2.bias";
            EXPECT_NEAR(parameters[prefix][0].item<double>(), want[level], 1e-4);
            const auto box = "model.22.cv2." + std::to_string(level) + ".2.bias";
            EXPECT_EQ(parameters[box].min().item<double>(), 1.0);
        }
    }
}

TEST(YoloModel, classCountEqualToAChannelCountChangesNothingElse)
{
    const auto with64 = make("yolov8n", 64)->layerParameterCounts();
    const auto with63 = make("yolov8n", 63)->layerParameterCounts();
    EXPECT_EQ(std::vector(with64.begin(), with64.end() - 1), std::vector(with63.begin(), with63.end() - 1));
}

TEST(YoloModel, fusedForwardEqualsUnfused)
{
    const torch::NoGradGuard noGrad;
    torch::manual_seed(3);
    const auto model = make("yolov8n", 3);
    model->train();
    for (int i = 0; i < 3; ++i) { // running statistics away from 0 and 1
        model->forward(torch::rand({2, 3, 64, 64}));
    }
    model->eval();
    const auto images = torch::rand({1, 3, 64, 64});
    const auto plain = model->forward(images).maps;
    model->fuse();
    const auto fused = model->forward(images).maps;
    model->unfuse();
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(torch::allclose(plain[i], fused[i], 1e-3, 1e-3)) << (plain[i] - fused[i]).abs().max();
    }
}

TEST(YoloModel, channelsLastChangesNothing)
{
    const torch::NoGradGuard noGrad;
    torch::manual_seed(3);
    const auto model = make("yolov8n", 3);
    model->eval();
    const auto images = torch::rand({1, 3, 64, 64});
    const auto plain = model->forward(images).maps;
    model->useChannelsLast();
    const auto last = model->forward(images.contiguous(at::MemoryFormat::ChannelsLast)).maps;
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(torch::allclose(plain[i], last[i], 1e-4, 1e-4));
    }
}

TEST(YoloModel, frozenLayersKeepWeightsAndStatistics)
{
    torch::manual_seed(3);
    const auto model = make("yolov8n", 3);
    model->freezeLayers({0, 2});
    model->train();
    const auto before = model->named_buffers()["model.0.bn.running_mean"].clone();
    const auto thawed = model->named_buffers()["model.1.bn.running_mean"].clone();
    auto maps = model->forward(torch::rand({2, 3, 64, 64})).maps;
    (maps[0].sum() + maps[1].sum() + maps[2].sum()).backward();
    EXPECT_TRUE(torch::equal(before, model->named_buffers()["model.0.bn.running_mean"]));
    EXPECT_FALSE(torch::equal(thawed, model->named_buffers()["model.1.bn.running_mean"]));
    EXPECT_FALSE(model->named_parameters()["model.2.m.0.cv1.conv.weight"].grad().defined());
    EXPECT_TRUE(model->named_parameters()["model.1.conv.weight"].grad().defined());
}

TEST(YoloModel, refusesUnknownVariants)
{
    for (const char* name : {"yolov8", "yolov8q", "yolov5n", "yolov8n-pose", "yolov8nn", ""}) {
        const auto result = makeArchitecture(name, 80);
        EXPECT_FALSE(result.has_value()) << name;
    }
    EXPECT_FALSE(makeArchitecture("yolov8n", 0).has_value());
}

TEST(StateDict, refusesForeignWeightsAndChangesNothing)
{
    const auto three = make("yolov8n", 3);
    const auto four = make("yolov8n", 4);
    const auto before = three->parameters().front().clone();
    const auto loaded = loadStateDict(*three, stateDict(*four));
    ASSERT_FALSE(loaded.has_value());
    EXPECT_EQ(loaded.error().code, ErrorCode::BadFile);
    EXPECT_NE(loaded.error().message().find("model.22.cv3.0.2.weight"), std::string::npos);
    EXPECT_TRUE(torch::equal(before, three->parameters().front()));
}

} // namespace
} // namespace yardstick::training
