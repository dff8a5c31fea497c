#include "training/model/detect_head.h"

#include <algorithm>
#include <cmath>

namespace yardstick::training {
namespace {

/// Holds the fixed 0…15 of the expectation as a weight, as published checkpoints do.
class BinExpectation : public torch::nn::Module
{
public:
    BinExpectation()
    {
        auto conv = std::make_shared<torch::nn::Module>("Conv2d");
        conv->register_parameter("weight", at::arange(kBins, at::kFloat).view({1, kBins, 1, 1}), false);
        register_module("conv", conv);
    }
};

} // namespace

Anchors makeAnchors(const std::vector<std::array<std::int64_t, 2>>& sizes)
{
    std::vector<at::Tensor> points;
    std::vector<at::Tensor> strides;
    for (std::size_t level = 0; level < sizes.size(); ++level) {
        const auto [height, width] = sizes[level];
        const at::Tensor x = at::arange(width, at::kFloat) + 0.5;
        const at::Tensor y = at::arange(height, at::kFloat) + 0.5;
        const auto grid = at::meshgrid({y, x}, "ij");
        points.push_back(at::stack({grid[1], grid[0]}, -1).view({-1, 2}));
        strides.push_back(at::full({height * width, 1}, static_cast<float>(kStrides.at(level)), at::kFloat));
    }
    return {at::cat(points), at::cat(strides)};
}

DetectHead::DetectHead(const std::vector<int>& channels, int classes) : m_classes(classes)
{
    const int first = channels.front();
    const int boxHidden = std::max({16, first / 4, kBoxChannels});
    const int classHidden = std::max(first, std::min(classes, 100));
    m_box = addBranches("cv2", channels, boxHidden, kBoxChannels);
    m_class = addBranches("cv3", channels, classHidden, classes);
    register_module("dfl", std::make_shared<BinExpectation>());
}

std::vector<DetectHead::Branch> DetectHead::addBranches(const std::string& name, const std::vector<int>& channels,
                                                        int hidden, int out)
{
    torch::nn::ModuleList list;
    std::vector<Branch> branches;
    for (const int width : channels) {
        auto holder = std::make_shared<torch::nn::Module>("Sequential");
        Branch branch;
        branch.first = addConvBlock(*holder, "0", width, hidden, 3);
        branch.second = addConvBlock(*holder, "1", hidden, hidden, 3);
        branch.last = addPlainConv(*holder, "2", hidden, out);
        list->push_back(holder);
        branches.push_back(std::move(branch));
    }
    register_module(name, list);
    return branches;
}

ModelOutput DetectHead::forward(const std::vector<at::Tensor>& levels)
{
    ModelOutput out;
    out.maps.reserve(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
        out.maps.push_back(at::cat({m_box[i].apply(levels[i]), m_class[i].apply(levels[i])}, 1));
    }
    return out;
}

void DetectHead::initBiases()
{
    const torch::NoGradGuard noGrad;
    for (std::size_t i = 0; i < m_box.size(); ++i) {
        m_box[i].last->bias.fill_(1.0);
        const double cells = 640.0 / kStrides.at(i);
        m_class[i].last->bias.fill_(std::log(5.0 / m_classes / (cells * cells)));
    }
}

at::Tensor flattenMaps(const std::vector<at::Tensor>& maps)
{
    std::vector<at::Tensor> flat;
    flat.reserve(maps.size());
    for (const at::Tensor& map : maps) {
        flat.push_back(map.permute({0, 2, 3, 1}).reshape({map.size(0), -1, map.size(1)}));
    }
    return at::cat(flat, 1);
}

at::Tensor expectedDistances(const at::Tensor& bins)
{
    std::vector<std::int64_t> shape = bins.sizes().slice(0, static_cast<std::size_t>(bins.dim()) - 1).vec();
    shape.insert(shape.end(), {4, kBins});
    const at::Tensor weights = at::arange(kBins, bins.options());
    return at::matmul(at::softmax(bins.reshape(shape), -1), weights);
}

at::Tensor distancesToBoxes(const at::Tensor& distances, const at::Tensor& points)
{
    return at::cat({points - distances.slice(-1, 0, 2), points + distances.slice(-1, 2, 4)}, -1);
}

at::Tensor decodePredictions(const std::vector<at::Tensor>& maps)
{
    std::vector<std::array<std::int64_t, 2>> sizes;
    for (const at::Tensor& map : maps) {
        sizes.push_back({map.size(2), map.size(3)});
    }
    const Anchors anchors = makeAnchors(sizes);
    const at::Tensor flat = flattenMaps(maps);
    const at::Tensor points = anchors.points.to(flat.device());
    const at::Tensor strides = anchors.strides.to(flat.device());
    const at::Tensor distances = expectedDistances(flat.slice(-1, 0, kBoxChannels));
    const at::Tensor leftTop = distances.slice(-1, 0, 2);
    const at::Tensor rightBottom = distances.slice(-1, 2, 4);
    const at::Tensor centre = (points + (rightBottom - leftTop) * 0.5) * strides;
    const at::Tensor size = (leftTop + rightBottom) * strides;
    const at::Tensor scores = at::sigmoid(flat.slice(-1, kBoxChannels));
    return at::cat({centre, size, scores}, -1).transpose(1, 2);
}

} // namespace yardstick::training
