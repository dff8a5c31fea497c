#include "training/data/augment.h"

#include "training/data/letterbox.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace yardstick::training {
namespace {

constexpr float kMinSide = 2;        ///< pixels, after the warp
constexpr float kMinAreaKept = 0.1f; ///< of the scaled old area
constexpr float kMinAreaKeptPolygon = 0.01f;
constexpr float kMaxAspect = 100;
constexpr float kEps = 1e-16f;

using Matrix = std::array<double, 9>;

Matrix product(const Matrix& a, const Matrix& b)
{
    Matrix c{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 3; ++k) {
                c[i * 3 + j] += a[i * 3 + k] * b[k * 3 + j];
            }
        }
    }
    return c;
}

std::pair<float, float> mapped(const Matrix& m, double x, double y)
{
    const double w = m[6] * x + m[7] * y + m[8];
    return {static_cast<float>((m[0] * x + m[1] * y + m[2]) / w), static_cast<float>((m[3] * x + m[4] * y + m[5]) / w)};
}

void clip(Annotation& a, float width, float height)
{
    a.x1 = std::clamp(a.x1, 0.0f, width);
    a.x2 = std::clamp(a.x2, 0.0f, width);
    a.y1 = std::clamp(a.y1, 0.0f, height);
    a.y2 = std::clamp(a.y2, 0.0f, height);
}

void shift(Annotation& a, float dx, float dy)
{
    a.x1 += dx;
    a.x2 += dx;
    a.y1 += dy;
    a.y2 += dy;
    for (std::size_t i = 0; i + 1 < a.polygon.size(); i += 2) {
        a.polygon[i] += dx;
        a.polygon[i + 1] += dy;
    }
}

/// Points of the closed outline, evenly by index.
std::vector<float> resampled(const std::vector<float>& polygon, float width, float height)
{
    const std::size_t n = polygon.size() / 2;
    std::vector<float> points(static_cast<std::size_t>(kPolygonPoints) * 2);
    for (int i = 0; i < kPolygonPoints; ++i) {
        const double at = static_cast<double>(n) * i / (kPolygonPoints - 1);
        const auto before = std::min(static_cast<std::size_t>(at), n);
        const auto t = static_cast<float>(at - static_cast<double>(before));
        const std::size_t a = before % n;
        const std::size_t b = (before + 1) % n;
        const auto o = static_cast<std::size_t>(i) * 2;
        points[o] = (polygon[a * 2] * (1 - t) + polygon[b * 2] * t) * width;
        points[o + 1] = (polygon[a * 2 + 1] * (1 - t) + polygon[b * 2 + 1] * t) * height;
    }
    return points;
}

/// Warps the outline; the box is that of the points inside the picture. An outline wholly outside becomes an empty box.
void warpPolygon(Annotation& a, const Matrix& m, float width, float height)
{
    float x1 = width, y1 = height, x2 = 0, y2 = 0;
    bool any = false;
    for (std::size_t i = 0; i + 1 < a.polygon.size(); i += 2) {
        const auto [x, y] = mapped(m, a.polygon[i], a.polygon[i + 1]);
        if (x >= 0 && y >= 0 && x <= width && y <= height) {
            x1 = std::min(x1, x);
            x2 = std::max(x2, x);
            y1 = std::min(y1, y);
            y2 = std::max(y2, y);
            any = true;
        }
        a.polygon[i] = std::clamp(x, 0.0f, width);
        a.polygon[i + 1] = std::clamp(y, 0.0f, height);
    }
    a.x1 = any ? x1 : 0;
    a.y1 = any ? y1 : 0;
    a.x2 = any ? x2 : 0;
    a.y2 = any ? y2 : 0;
}

void warpBox(Annotation& a, const Matrix& m)
{
    const std::pair<float, float> corners[] = {mapped(m, a.x1, a.y1), mapped(m, a.x2, a.y2), mapped(m, a.x1, a.y2),
                                               mapped(m, a.x2, a.y1)};
    a.x1 = a.x2 = corners[0].first;
    a.y1 = a.y2 = corners[0].second;
    for (const auto& [x, y] : corners) {
        a.x1 = std::min(a.x1, x);
        a.x2 = std::max(a.x2, x);
        a.y1 = std::min(a.y1, y);
        a.y2 = std::max(a.y2, y);
    }
}

void warpImage(const cv::Mat& in, const Warp& warp, cv::Size size, cv::Mat& out)
{
    out.create(size, CV_8UC3);
    const cv::Mat m(3, 3, CV_64F, const_cast<double*>(warp.m.data()));
    const cv::Scalar grey = cv::Scalar::all(kGrey);
    if (warp.m == Matrix{1, 0, 0, 0, 1, 0, 0, 0, 1} && in.size() == out.size()) {
        in.copyTo(out);
    } else if (warp.m[6] != 0 || warp.m[7] != 0) {
        cv::warpPerspective(in, out, m, out.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT, grey);
    } else {
        cv::warpAffine(in, out, m.rowRange(0, 2), out.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT, grey);
    }
}

/// Steps 1 to 3 (mosaic or letterbox, then the warp) into `out`.
Result<std::vector<Annotation>> composed(const SampleSource& source, std::size_t index, std::size_t count, cv::Size size,
                                         const AugmentOptions& options, bool mosaic, Random& random, cv::Mat& out)
{
    auto first = source(index);
    if (!first) {
        return fail(first.error());
    }
    Sample sample;
    if (mosaic && random.chance(options.mosaic)) {
        std::vector<Sample> four = {std::move(*first)};
        for (int i = 0; i < 3; ++i) {
            auto partner = source(static_cast<std::size_t>(random.below(static_cast<std::int64_t>(count))));
            if (!partner) {
                return fail(partner.error());
            }
            four.push_back(std::move(*partner));
        }
        const int cx = static_cast<int>(random.uniform(size.width / 2.0, size.width * 1.5));
        const int cy = static_cast<int>(random.uniform(size.width / 2.0, size.width * 1.5));
        sample = mosaic4(four, size.width, cx, cy);
    } else {
        const LetterboxPlan plan = planLetterbox(first->image.cols, first->image.rows, size.width, size.height);
        sample.objects = std::move(first->objects);
        for (Annotation& a : sample.objects) {
            shift(a, static_cast<float>(plan.left), static_cast<float>(plan.top));
        }
        letterbox(first->image, plan, sample.image);
    }
    const Warp warp = randomWarp(sample.image.size(), size, options, random);
    warpImage(sample.image, warp, size, out);
    return warpObjects(sample.objects, warp, size);
}

void flip(std::vector<Annotation>& objects, cv::Mat& out, bool horizontal)
{
    cv::flip(out, out, horizontal ? 1 : 0);
    const auto s = static_cast<float>(horizontal ? out.cols : out.rows);
    for (Annotation& a : objects) {
        if (horizontal) {
            a.x1 = s - std::exchange(a.x2, s - a.x1);
        } else {
            a.y1 = s - std::exchange(a.y2, s - a.y1);
        }
        for (std::size_t i = horizontal ? 0 : 1; i < a.polygon.size(); i += 2) {
            a.polygon[i] = s - a.polygon[i];
        }
    }
}

} // namespace

std::vector<Annotation> annotationsOf(const ImageEntry& entry, int width, int height)
{
    std::vector<Annotation> objects;
    objects.reserve(entry.labels.size());
    const auto w = static_cast<float>(width);
    const auto h = static_cast<float>(height);
    for (const Label& l : entry.labels) {
        Annotation a{l.cls, (l.cx - l.w / 2) * w, (l.cy - l.h / 2) * h, (l.cx + l.w / 2) * w, (l.cy + l.h / 2) * h, {}};
        if (!l.polygon.empty()) {
            a.polygon = resampled(l.polygon, w, h);
        }
        objects.push_back(std::move(a));
    }
    return objects;
}

Sample mosaic4(const std::vector<Sample>& four, int size, int centreX, int centreY)
{
    const int canvas = 2 * size;
    Sample out;
    out.image.create(canvas, canvas, CV_8UC3);
    out.image.setTo(cv::Scalar::all(kGrey));
    for (std::size_t i = 0; i < 4; ++i) {
        const cv::Mat& tile = four[i].image;
        // Top left, top right, bottom left, bottom right: each touches the centre with its inner corner.
        const int left = i % 2 == 0 ? centreX - tile.cols : centreX;
        const int top = i < 2 ? centreY - tile.rows : centreY;
        const cv::Rect target = cv::Rect(left, top, tile.cols, tile.rows) & cv::Rect(0, 0, canvas, canvas);
        if (!target.empty()) {
            tile(target - cv::Point(left, top)).copyTo(out.image(target));
        }
        for (Annotation a : four[i].objects) {
            shift(a, static_cast<float>(left), static_cast<float>(top));
            clip(a, static_cast<float>(canvas), static_cast<float>(canvas));
            for (float& v : a.polygon) {
                v = std::clamp(v, 0.0f, static_cast<float>(canvas));
            }
            if (a.x2 > a.x1 && a.y2 > a.y1) {
                out.objects.push_back(std::move(a));
            }
        }
    }
    return out;
}

Warp randomWarp(cv::Size in, cv::Size out, const AugmentOptions& options, Random& random)
{
    const Matrix centre{1, 0, -in.width / 2.0, 0, 1, -in.height / 2.0, 0, 0, 1};
    const double px = random.uniform(-options.perspective, options.perspective);
    const double py = random.uniform(-options.perspective, options.perspective);
    const Matrix perspective{1, 0, 0, 0, 1, 0, px, py, 1};
    constexpr double kRadians = std::numbers::pi / 180;
    const double angle = random.uniform(-options.degrees, options.degrees) * kRadians;
    Warp warp;
    warp.scale = random.uniform(1 - options.scale, 1 + options.scale);
    const double c = warp.scale * std::cos(angle);
    const double s = warp.scale * std::sin(angle);
    const Matrix rotation{c, s, 0, -s, c, 0, 0, 0, 1};
    const double sx = std::tan(random.uniform(-options.shear, options.shear) * kRadians);
    const double sy = std::tan(random.uniform(-options.shear, options.shear) * kRadians);
    const Matrix shear{1, sx, 0, sy, 1, 0, 0, 0, 1};
    const double tx = random.uniform(0.5 - options.translate, 0.5 + options.translate) * out.width;
    const double ty = random.uniform(0.5 - options.translate, 0.5 + options.translate) * out.height;
    const Matrix translation{1, 0, tx, 0, 1, ty, 0, 0, 1};
    warp.m = product(translation, product(shear, product(rotation, product(perspective, centre))));
    return warp;
}

std::vector<Annotation> warpObjects(const std::vector<Annotation>& objects, const Warp& warp, cv::Size size)
{
    std::vector<Annotation> kept;
    const auto width = static_cast<float>(size.width);
    const auto height = static_cast<float>(size.height);
    const auto scale = static_cast<float>(warp.scale);
    for (const Annotation& before : objects) {
        Annotation after = before;
        if (before.polygon.empty()) {
            warpBox(after, warp.m);
        } else {
            warpPolygon(after, warp.m, width, height);
        }
        clip(after, width, height);
        const float w1 = (before.x2 - before.x1) * scale;
        const float h1 = (before.y2 - before.y1) * scale;
        const float w2 = after.x2 - after.x1;
        const float h2 = after.y2 - after.y1;
        const float aspect = std::max(w2 / (h2 + kEps), h2 / (w2 + kEps));
        const float least = before.polygon.empty() ? kMinAreaKept : kMinAreaKeptPolygon;
        if (w2 > kMinSide && h2 > kMinSide && w2 * h2 / (w1 * h1 + kEps) > least && aspect < kMaxAspect) {
            kept.push_back(std::move(after));
        }
    }
    return kept;
}

void adjustHsv(cv::Mat& rgb, double hueGain, double saturationGain, double valueGain)
{
    cv::Mat table(1, 256, CV_8UC3);
    for (int i = 0; i < 256; ++i) {
        cv::Vec3b& entry = table.at<cv::Vec3b>(0, i);
        entry[0] = static_cast<unsigned char>(std::fmod(i * hueGain, 180.0));
        entry[1] = static_cast<unsigned char>(std::clamp(i * saturationGain, 0.0, 255.0));
        entry[2] = static_cast<unsigned char>(std::clamp(i * valueGain, 0.0, 255.0));
    }
    cv::Mat hsv;
    cv::cvtColor(rgb, hsv, cv::COLOR_RGB2HSV);
    cv::LUT(hsv, table, hsv);
    cv::cvtColor(hsv, rgb, cv::COLOR_HSV2RGB);
}

Result<std::vector<Annotation>> augmentSample(const SampleSource& source, std::size_t index, std::size_t count, cv::Size size,
                                              const AugmentOptions& options, bool mosaic, Random& random, cv::Mat& out)
{
    auto objects = composed(source, index, count, size, options, mosaic, random, out);
    if (!objects) {
        return objects;
    }
    if (mosaic && random.chance(options.mixup)) { // closed together with mosaic
        cv::Mat second;
        const auto partner = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(count)));
        auto more = composed(source, partner, count, size, options, mosaic, random, second);
        if (!more) {
            return more;
        }
        const double ratio = random.beta32();
        cv::addWeighted(out, ratio, second, 1 - ratio, 0, out);
        std::move(more->begin(), more->end(), std::back_inserter(*objects));
    }
    if (options.hsvH > 0 || options.hsvS > 0 || options.hsvV > 0) {
        const double h = 1 + random.uniform(-1, 1) * options.hsvH;
        const double s = 1 + random.uniform(-1, 1) * options.hsvS;
        const double v = 1 + random.uniform(-1, 1) * options.hsvV;
        adjustHsv(out, h, s, v);
    }
    if (random.chance(options.flipUd)) {
        flip(*objects, out, false);
    }
    if (random.chance(options.flipLr)) {
        flip(*objects, out, true);
    }
    if (random.chance(options.bgr)) {
        cv::cvtColor(out, out, cv::COLOR_RGB2BGR);
    }
    return objects;
}

} // namespace yardstick::training
