// Augmentation of one training sample, in the order of the YOLOv8 reference: mosaic of four (YOLOv4, arXiv 2004.10934),
// random affine or perspective warp with the candidate filter, mixup (arXiv 1710.09412), HSV, flips, channel order.
// Every draw comes from the Random that is passed in, so a sample depends on (seed, epoch, index) alone. Mosaic and mixup
// partners are drawn from the whole data set (the reference draws from a buffer of recently loaded images): so a resumed
// epoch sees exactly what an uninterrupted one would. Copy-paste belongs to segmentation and is not done here.
// Boxes are xyxy in pixels of the picture they belong to. Stateless; any thread.
#pragma once

#include "training/data/augment_options.h"
#include "training/data/dataset.h"
#include "training/data/random.h"

#include <opencv2/core/mat.hpp>

#include <functional>

namespace yardstick::training {

struct Annotation
{
    int cls = 0;
    float x1 = 0, y1 = 0, x2 = 0, y2 = 0; ///< pixels
    std::vector<float> polygon;           ///< x y x y …, pixels; empty for boxes
};
struct Sample
{
    cv::Mat image; ///< [h,w] CV_8UC3 RGB, long side = imgsz; shared, never written to
    std::vector<Annotation> objects;
};
/// Loads image `index` with its objects; called from the thread that augments.
using SampleSource = std::function<Result<Sample>(std::size_t index)>;

/// Objects of `entry` in pixels of a picture of width × height. Polygons are resampled to kPolygonPoints points.
std::vector<Annotation> annotationsOf(const ImageEntry& entry, int width, int height);
inline constexpr int kPolygonPoints = 1000;

/// One training sample of `size` (square where mosaic may be drawn). `out`: CV_8UC3 of that size, written in place (may wrap
/// a tensor's memory).
/// Returns the objects in pixels of `out`.
Result<std::vector<Annotation>> augmentSample(const SampleSource& source, std::size_t index, std::size_t count, cv::Size size,
                                              const AugmentOptions& options, bool mosaic, Random& random, cv::Mat& out);

// ---- The steps, for tests and for other tasks. ----

/// Canvas 2s × 2s, grey, four pictures around the centre (cx, cy), clipped; boxes shifted, clipped, empty ones dropped.
Sample mosaic4(const std::vector<Sample>& four, int size, int centreX, int centreY);
/// Row-major 3×3 matrix of the random warp from a picture of size `in` to one of size `out`, and its scale.
struct Warp
{
    std::array<double, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};
    double scale = 1;
};
Warp randomWarp(cv::Size in, cv::Size out, const AugmentOptions& options, Random& random);
/// Objects through the warp, clipped to `size`, filtered: side > 2 px, area kept > 10 % (1 % for polygons), aspect < 100.
std::vector<Annotation> warpObjects(const std::vector<Annotation>& objects, const Warp& warp, cv::Size size);
void adjustHsv(cv::Mat& rgb, double hueGain, double saturationGain, double valueGain); ///< factors, 1 = unchanged

} // namespace yardstick::training
