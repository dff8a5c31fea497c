// A demo picture: circles, squares and triangles on textured ground, with occlusion, size changes, lines and noise.
// All drawing is our own arithmetic on our own generator, so that the bytes do not depend on a graphics library's version.
// Private to demo.cpp and its tests.
#pragma once

#include "training/data/dataset.h"
#include "training/data/random.h"

#include <opencv2/core/mat.hpp>

namespace yardstick::training {

inline constexpr const char* kDemoClasses[] = {"circle", "square", "triangle"};

struct DemoScene
{
    cv::Mat image; ///< CV_8UC3 RGB
    std::vector<Label> labels;
    std::vector<double> visible; ///< per label: share of its pixels inside the picture that nothing covers
};
DemoScene drawDemoScene(int width, int height, Random& random);

} // namespace yardstick::training
