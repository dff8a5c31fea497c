// Letterbox: how a picture is put into the network's input, and back. Grey 114, bilinear, centred.
// The sizes and roundings are those of the YOLOv8 reference, so that weights see what they were trained on.
// Letters: H, W pixels. Stateless.
#pragma once

#include <opencv2/core/mat.hpp>

#include <array>
#include <utility>
#include <vector>

namespace yardstick::training {

inline constexpr int kGrey = 114; ///< fill of everything outside the picture, all three channels

/// x_net = x_orig · gainX + left; the gains differ by the rounding of the size only.
struct LetterboxPlan
{
    int width = 0, height = 0; ///< of the picture inside
    int left = 0, top = 0, right = 0, bottom = 0; ///< grey margins
    double gainX = 1, gainY = 1;
};
/// r = min(netH/h, netW/w), at most 1 unless `scaleUp`; size round(w·r) × round(h·r); margins halved with round(d ∓ 0.1).
LetterboxPlan planLetterbox(int width, int height, int netWidth, int netHeight, bool scaleUp = true);
/// Margins only up to the next multiple of `stride`: the smallest rectangle (prediction of pictures of one size).
LetterboxPlan planMinimalLetterbox(int width, int height, int net, int stride = 32);
/// `out`: H×W as planned (created when empty), CV_8UC3.
void letterbox(const cv::Mat& picture, const LetterboxPlan& plan, cv::Mat& out);

/// Size with the long side equal to `size`: min(ceil(side · r), size). What a data set's picture is loaded as.
std::pair<int, int> longSideSize(int width, int height, int size);
cv::Mat resizeLongSide(const cv::Mat& picture, int size);

/// Height and width of a batch of pictures in rectangular mode: the smallest multiple of `stride` that holds them all,
/// ceil(side/stride + pad)·stride; pad is 0 for training and 0.5 for validation. `aspects`: height/width of each.
std::pair<int, int> rectShape(const std::vector<double>& aspects, int size, int stride, double pad);

} // namespace yardstick::training
