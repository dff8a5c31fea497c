// Masks of objects from their outlines: what a segmenter learns. One map per picture in which a pixel holds the number of the
// object on top (the smaller one), from 1, and 0 outside all; or one map of 0 and 1 per object.
// Letters: N objects. Stateless; any thread.
#pragma once

#include <opencv2/core/mat.hpp>

#include <vector>

namespace yardstick::training {

struct MaskOptions
{
    int ratio = 4;       ///< pixels of the network input per cell
    bool overlap = true; ///< one map per picture
};

struct PaintedMasks
{
    std::vector<int> order;    ///< of the outlines, by falling area of their masks: objects are renumbered so
    std::vector<cv::Mat> maps; ///< overlap: one CV_32S; else one CV_8U per object in that order
};

/// `outlines`: x y x y … in 0…1 of a network input of `input` pixels. Filled at that size, then reduced bilinearly and rounded.
PaintedMasks paintMasks(const std::vector<std::vector<float>>& outlines, cv::Size input, const MaskOptions& options);

/// The longest outer contour of the nonzero pixels of a CV_8U map, x y x y … in pixels; empty when there is none.
std::vector<float> outlineOf(const cv::Mat& map);

} // namespace yardstick::training
