// The detection head: per level one branch for box distances (16 bins a side) and one for class scores.
// Letters: B batch, C classes, H, W pixels of a level, A anchors of all levels.
// Source: Generalized Focal Loss (arXiv 2006.04388) for the distribution over bins.
#pragma once

#include "training/model/blocks.h"
#include "training/model/head.h"

#include <array>
#include <vector>

namespace yardstick::training {

inline constexpr int kBins = 16;               ///< distances 0…15 in grid units
inline constexpr int kBoxChannels = 4 * kBins; ///< side-major: channel = side·16 + bin; left, top, right, bottom
inline constexpr std::array<int, 3> kStrides{8, 16, 32};

/// Anchor points of the levels in order: (x+0.5, y+0.5) in grid units, row by row.
struct Anchors
{
    at::Tensor points;  ///< [A,2] float, grid units
    at::Tensor strides; ///< [A,1] float, pixels per grid unit
};
/// sizes: {H, W} of each level.
Anchors makeAnchors(const std::vector<std::array<std::int64_t, 2>>& sizes);

class DetectHead : public Head
{
public:
    DetectHead(const std::vector<int>& channels, int classes);

    /// Three maps [B, 64+C, H, W]: raw box bins first, then class logits.
    ModelOutput forward(const std::vector<at::Tensor>& levels) override;
    /// Biases before any training: boxes 1, classes ln(5 / C / (640/stride)²): about five objects in an image.
    void initBiases();

protected:
    /// Two 3×3 blocks and a plain 1×1 convolution.
    struct Branch
    {
        std::shared_ptr<ConvBlock> first, second;
        torch::nn::Conv2d last{nullptr};
        at::Tensor apply(const at::Tensor& x) { return last->forward(second->apply(first->apply(x))); }
    };
    /// One branch per level, registered as `name`.0, `name`.1 …
    std::vector<Branch> addBranches(const std::string& name, const std::vector<int>& channels, int hidden, int out);

private:
    int m_classes = 0;
    std::vector<Branch> m_box, m_class;
};

/// maps as given by forward → [B, A, 64+C], levels in order; a view where memory is channels-last, then one copy.
at::Tensor flattenMaps(const std::vector<at::Tensor>& maps);
/// Expected distances of bins [..., 64] → [..., 4], grid units, by softmax over the 16 bins of each side.
at::Tensor expectedDistances(const at::Tensor& bins);
/// Boxes xyxy in grid units from distances [..., A, 4] and points [A,2].
at::Tensor distancesToBoxes(const at::Tensor& distances, const at::Tensor& points);
/// Raw maps → predictions [B, 4+C, A]: cx cy w h in pixels of the network input, then sigmoid scores.
at::Tensor decodePredictions(const std::vector<at::Tensor>& maps);

} // namespace yardstick::training
