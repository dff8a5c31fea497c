#include "training/data/letterbox.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace yardstick::training {
namespace {

int roundHalfEven(double value)
{
    return static_cast<int>(std::nearbyint(value));
}

/// Splits the spare pixels d in two: round(d/2 − 0.1) and round(d/2 + 0.1).
void splitMargin(double spare, int& first, int& second)
{
    first = roundHalfEven(spare / 2 - 0.1);
    second = roundHalfEven(spare / 2 + 0.1);
}

LetterboxPlan scaledPlan(int width, int height, double r)
{
    LetterboxPlan plan;
    plan.width = std::max(1, roundHalfEven(width * r));
    plan.height = std::max(1, roundHalfEven(height * r));
    plan.gainX = static_cast<double>(plan.width) / width;
    plan.gainY = static_cast<double>(plan.height) / height;
    return plan;
}

} // namespace

LetterboxPlan planLetterbox(int width, int height, int netWidth, int netHeight, bool scaleUp)
{
    double r = std::min(static_cast<double>(netHeight) / height, static_cast<double>(netWidth) / width);
    r = scaleUp ? r : std::min(r, 1.0);
    LetterboxPlan plan = scaledPlan(width, height, r);
    splitMargin(netWidth - plan.width, plan.left, plan.right);
    splitMargin(netHeight - plan.height, plan.top, plan.bottom);
    return plan;
}

LetterboxPlan planMinimalLetterbox(int width, int height, int net, int stride)
{
    const double r = std::min(static_cast<double>(net) / height, static_cast<double>(net) / width);
    LetterboxPlan plan = scaledPlan(width, height, r);
    splitMargin((net - plan.width) % stride, plan.left, plan.right);
    splitMargin((net - plan.height) % stride, plan.top, plan.bottom);
    return plan;
}

void letterbox(const cv::Mat& picture, const LetterboxPlan& plan, cv::Mat& out)
{
    const cv::Size size(plan.left + plan.width + plan.right, plan.top + plan.height + plan.bottom);
    out.create(size, CV_8UC3);
    if (plan.left + plan.right + plan.top + plan.bottom > 0) {
        out.setTo(cv::Scalar::all(kGrey));
    }
    cv::Mat inside = out(cv::Rect(plan.left, plan.top, plan.width, plan.height));
    if (picture.size() == inside.size()) {
        picture.copyTo(inside);
    } else {
        cv::resize(picture, inside, inside.size(), 0, 0, cv::INTER_LINEAR);
    }
}

std::pair<int, int> longSideSize(int width, int height, int size)
{
    const double r = static_cast<double>(size) / std::max(width, height);
    if (r == 1) {
        return {width, height};
    }
    const auto side = [&](int s) { return std::clamp(static_cast<int>(std::ceil(s * r)), 1, size); };
    return {side(width), side(height)};
}

cv::Mat resizeLongSide(const cv::Mat& picture, int size)
{
    const auto [width, height] = longSideSize(picture.cols, picture.rows, size);
    if (width == picture.cols && height == picture.rows) {
        return picture;
    }
    cv::Mat resized;
    cv::resize(picture, resized, cv::Size(width, height), 0, 0, cv::INTER_LINEAR);
    return resized;
}

std::pair<int, int> rectShape(const std::vector<double>& aspects, int size, int stride, double pad)
{
    const auto [least, most] = std::minmax_element(aspects.begin(), aspects.end());
    double height = 1;
    double width = 1;
    if (*most < 1) {
        height = *most;
    } else if (*least > 1) {
        width = 1 / *least;
    }
    const auto side = [&](double part) { return static_cast<int>(std::ceil(part * size / stride + pad)) * stride; };
    return {side(height), side(width)};
}

} // namespace yardstick::training
