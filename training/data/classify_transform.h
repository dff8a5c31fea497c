// What a classifier sees of a picture. Training: random crop to a square (Inception's: arXiv 1409.4842), flips, RandAugment
// (1909.13719) or colour jitter, random erasing (1708.04896). Evaluation: short side to the size, square from the middle (the
// ends of wide pictures are lost). All resizing is bilinear over the whole footprint of a pixel, as Pillow does, so that
// weights see what they were trained on. Every draw comes from the Random that is passed in. Stateless; any thread.
#pragma once

#include "training/data/random.h"

#include <opencv2/core/mat.hpp>

namespace yardstick::training {

struct ClassifyOptions
{
    double scale = 0.5;                           ///< the crop has 1 − scale … 1 of the picture's area
    double flipUd = 0, flipLr = 0.5;              ///< probabilities
    double hsvH = 0.015, hsvS = 0.7, hsvV = 0.4;  ///< colour jitter, only without RandAugment
    bool randAugment = true;                      ///< two operations of magnitude 9 of 30
    double erasing = 0.4;                         ///< probability that a rectangle is blackened
    double cropFraction = 1;                      ///< evaluation: side of the square / short side of the resized picture
};

/// `rgb`: CV_8UC3 of any size; `out`: size × size, CV_8UC3, written in place (may wrap a tensor's memory).
void classifyTrainInput(const cv::Mat& rgb, int size, const ClassifyOptions& options, Random& random, cv::Mat& out);
void classifyInput(const cv::Mat& rgb, int size, double cropFraction, cv::Mat& out);

// ---- The steps, for tests. ----

/// Separable triangle filter whose support grows with the reduction; each pass rounds to 8 bits.
cv::Mat resizeSmooth(const cv::Mat& rgb, cv::Size size);
/// Where the random crop lies: 10 tries at an area and an aspect of 3/4 … 4/3, else the largest fitting one in the middle.
cv::Rect randomCrop(cv::Size picture, double leastArea, Random& random);

enum class RandOperation {
    Identity, ShearX, ShearY, TranslateX, TranslateY, Rotate, Brightness, Color, Contrast, Sharpness, Posterize, Solarize,
    AutoContrast, Equalize
};
inline constexpr int kRandOperations = 14;
/// One operation in place. `strength` 0…1 of its range, `negative` turns it where it has two directions.
void applyRandOperation(cv::Mat& rgb, RandOperation operation, double strength, bool negative);

} // namespace yardstick::training
