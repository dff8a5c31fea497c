#include "training/data/masks.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <numeric>

namespace yardstick::training {
namespace {

cv::Mat filled(const std::vector<float>& outline, cv::Size input, cv::Size size)
{
    std::vector<cv::Point> points;
    points.reserve(outline.size() / 2);
    for (std::size_t i = 0; i + 1 < outline.size(); i += 2) {
        points.emplace_back(static_cast<int>(outline[i] * static_cast<float>(input.width)),
                            static_cast<int>(outline[i + 1] * static_cast<float>(input.height)));
    }
    cv::Mat full(input, CV_8U, cv::Scalar(0));
    if (!points.empty()) {
        cv::fillPoly(full, std::vector<std::vector<cv::Point>>{points}, cv::Scalar(1));
    }
    cv::Mat map;
    cv::resize(full, map, size, 0, 0, cv::INTER_LINEAR);
    return map;
}

} // namespace

PaintedMasks paintMasks(const std::vector<std::vector<float>>& outlines, cv::Size input, const MaskOptions& options)
{
    const cv::Size size(input.width / options.ratio, input.height / options.ratio);
    std::vector<cv::Mat> maps;
    std::vector<int> areas;
    for (const std::vector<float>& outline : outlines) {
        maps.push_back(filled(outline, input, size));
        areas.push_back(cv::countNonZero(maps.back()));
    }
    PaintedMasks painted;
    painted.order.resize(outlines.size());
    std::iota(painted.order.begin(), painted.order.end(), 0);
    std::stable_sort(painted.order.begin(), painted.order.end(),
                     [&](int a, int b) { return areas[static_cast<std::size_t>(a)] > areas[static_cast<std::size_t>(b)]; });
    if (options.overlap) {
        painted.maps.emplace_back(size, CV_32S, cv::Scalar(0));
    }
    int number = 0;
    for (const int index : painted.order) {
        const cv::Mat& map = maps[static_cast<std::size_t>(index)];
        if (options.overlap) {
            painted.maps.front().setTo(cv::Scalar(++number), map);
        } else {
            painted.maps.push_back(map);
        }
    }
    return painted;
}

std::vector<float> outlineOf(const cv::Mat& map)
{
    std::vector<std::vector<cv::Point>> contours;
    cv::findContours(map, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
    const auto longest = std::max_element(contours.begin(), contours.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    std::vector<float> outline;
    if (longest != contours.end()) {
        for (const cv::Point& point : *longest) {
            outline.push_back(static_cast<float>(point.x));
            outline.push_back(static_cast<float>(point.y));
        }
    }
    return outline;
}

} // namespace yardstick::training
