#include "training/data/classify_transform.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace yardstick::training {
namespace {

constexpr int kCropTries = 10;
constexpr double kLeastAspect = 3.0 / 4, kMostAspect = 4.0 / 3;
constexpr int kRandDraws = 2;
constexpr double kRandStrength = 9.0 / 30;
constexpr double kErasedLeast = 0.02, kErasedMost = 0.33; ///< of the area
constexpr double kErasedLeastAspect = 0.3, kErasedMostAspect = 3.3;

/// What one output pixel takes of a row or column.
struct Footprint
{
    int begin = 0;
    std::vector<float> weights; ///< sum 1
};

std::vector<Footprint> footprints(int in, int out)
{
    const double scale = static_cast<double>(in) / out;
    const double support = std::max(scale, 1.0);
    std::vector<Footprint> all(static_cast<std::size_t>(out));
    for (int i = 0; i < out; ++i) {
        Footprint& one = all[static_cast<std::size_t>(i)];
        const double centre = (i + 0.5) * scale;
        one.begin = std::max(static_cast<int>(centre - support + 0.5), 0);
        const int end = std::min(static_cast<int>(centre + support + 0.5), in);
        double sum = 0;
        for (int k = one.begin; k < end; ++k) {
            const double weight = std::max(1 - std::abs((k - centre + 0.5) / support), 0.0);
            one.weights.push_back(static_cast<float>(weight));
            sum += weight;
        }
        for (float& weight : one.weights) {
            weight = static_cast<float>(weight / sum);
        }
    }
    return all;
}

unsigned char toByte(float value)
{
    return static_cast<unsigned char>(std::clamp(value + 0.5f, 0.0f, 255.0f));
}

/// Columns to `width`; the other direction is done on the transposed picture.
cv::Mat resizedColumns(const cv::Mat& rgb, int width)
{
    if (rgb.cols == width) {
        return rgb;
    }
    const std::vector<Footprint> columns = footprints(rgb.cols, width);
    cv::Mat out(rgb.rows, width, CV_8UC3);
    for (int y = 0; y < rgb.rows; ++y) {
        const auto* row = rgb.ptr<unsigned char>(y);
        auto* target = out.ptr<unsigned char>(y);
        for (const Footprint& column : columns) {
            std::array<float, 3> sum{};
            const unsigned char* pixel = row + 3 * column.begin;
            for (const float weight : column.weights) {
                for (const std::size_t c : {0u, 1u, 2u}) {
                    sum[c] += weight * static_cast<float>(pixel[c]);
                }
                pixel += 3;
            }
            for (const float value : sum) {
                *target++ = toByte(value);
            }
        }
    }
    return out;
}

cv::Mat resizedRows(const cv::Mat& rgb, int height)
{
    if (rgb.rows == height) {
        return rgb;
    }
    const std::vector<Footprint> rows = footprints(rgb.rows, height);
    cv::Mat out(height, rgb.cols, CV_8UC3);
    std::vector<float> sum(static_cast<std::size_t>(rgb.cols) * 3);
    for (int y = 0; y < height; ++y) {
        const Footprint& row = rows[static_cast<std::size_t>(y)];
        std::fill(sum.begin(), sum.end(), 0.0f);
        for (std::size_t k = 0; k < row.weights.size(); ++k) {
            const auto* source = rgb.ptr<unsigned char>(row.begin + static_cast<int>(k));
            for (std::size_t x = 0; x < sum.size(); ++x) {
                sum[x] += row.weights[k] * static_cast<float>(source[x]);
            }
        }
        std::transform(sum.begin(), sum.end(), out.ptr<unsigned char>(y), toByte);
    }
    return out;
}

using Table = std::array<unsigned char, 256>;

template <typename F> Table tableOf(F&& value)
{
    Table table{};
    for (int i = 0; i < 256; ++i) {
        table[static_cast<std::size_t>(i)] = static_cast<unsigned char>(std::clamp(std::floor(value(i)), 0.0, 255.0));
    }
    return table;
}

void lookUp(cv::Mat& rgb, const std::array<Table, 3>& tables)
{
    cv::Mat lookup(1, 256, CV_8UC3);
    for (int i = 0; i < 256; ++i) {
        const auto k = static_cast<std::size_t>(i);
        lookup.at<cv::Vec3b>(0, i) = cv::Vec3b(tables[0][k], tables[1][k], tables[2][k]);
    }
    cv::LUT(rgb, lookup, rgb);
}

void lookUp(cv::Mat& rgb, const Table& table)
{
    lookUp(rgb, {table, table, table});
}

/// Source position of each pixel: x' = m00·x + m01·y + m02 …; outside is black.
void warpFrom(cv::Mat& rgb, double m00, double m01, double m02, double m10, double m11, double m12)
{
    const cv::Matx23d matrix(m00, m01, m02, m10, m11, m12);
    cv::Mat out;
    cv::warpAffine(rgb, out, matrix, rgb.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT, cv::Scalar());
    out.copyTo(rgb);
}

void rotate(cv::Mat& rgb, double degrees)
{
    const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
    const double x = (rgb.cols - 1) / 2.0, y = (rgb.rows - 1) / 2.0;
    warpFrom(rgb, c, -s, x - c * x + s * y, s, c, y - s * x - c * y);
}

cv::Mat greyOf(const cv::Mat& rgb)
{
    cv::Mat grey, three;
    cv::cvtColor(rgb, grey, cv::COLOR_RGB2GRAY);
    cv::cvtColor(grey, three, cv::COLOR_GRAY2RGB);
    return three;
}

/// factor 0: `other`, 1: the picture, above 1: away from `other`.
void blendWith(cv::Mat& rgb, const cv::Mat& other, double factor)
{
    cv::addWeighted(rgb, factor, other, 1 - factor, 0, rgb);
}

void brighten(cv::Mat& rgb, double factor)
{
    lookUp(rgb, tableOf([&](int v) { return v * factor; }));
}

void saturate(cv::Mat& rgb, double factor)
{
    blendWith(rgb, greyOf(rgb), factor);
}

void contrast(cv::Mat& rgb, double factor)
{
    cv::Mat grey;
    cv::cvtColor(rgb, grey, cv::COLOR_RGB2GRAY);
    const double mean = std::floor(cv::mean(grey)[0] + 0.5);
    lookUp(rgb, tableOf([&](int v) { return mean + (v - mean) * factor; }));
}

void sharpen(cv::Mat& rgb, double factor)
{
    const cv::Matx33f kernel = cv::Matx33f(1, 1, 1, 1, 5, 1, 1, 1, 1) * (1.0f / 13);
    cv::Mat smooth;
    cv::filter2D(rgb, smooth, -1, kernel);
    for (const int y : {0, rgb.rows - 1}) { // the border stays as it is
        rgb.row(y).copyTo(smooth.row(y));
    }
    for (const int x : {0, rgb.cols - 1}) {
        rgb.col(x).copyTo(smooth.col(x));
    }
    blendWith(rgb, smooth, factor);
}

std::array<std::array<int, 256>, 3> histogramsOf(const cv::Mat& rgb)
{
    std::array<std::array<int, 256>, 3> counts{};
    for (int y = 0; y < rgb.rows; ++y) {
        const auto* pixel = rgb.ptr<unsigned char>(y);
        for (int x = 0; x < rgb.cols; ++x) {
            for (auto& channel : counts) {
                ++channel[*pixel++];
            }
        }
    }
    return counts;
}

Table stretched(const std::array<int, 256>& counts)
{
    const auto present = [](int n) { return n > 0; };
    const auto low = std::find_if(counts.begin(), counts.end(), present) - counts.begin();
    const auto high = 255 - (std::find_if(counts.rbegin(), counts.rend(), present) - counts.rbegin());
    const auto from = static_cast<double>(low), span = static_cast<double>(high - low);
    return tableOf([&](int v) { return span > 0 ? (v - from) * 255 / span : v; });
}

Table equalized(const std::array<int, 256>& counts)
{
    int total = 0, last = 0;
    for (const int n : counts) {
        total += n;
        last = n > 0 ? n : last;
    }
    const int step = (total - last) / 255;
    if (step == 0) {
        return tableOf([](int v) { return v; });
    }
    int sum = step / 2;
    Table table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        table[i] = static_cast<unsigned char>(std::min(sum / step, 255));
        sum += counts[i];
    }
    return table;
}

template <typename F> void applyPerChannel(cv::Mat& rgb, F&& table)
{
    const auto counts = histogramsOf(rgb);
    lookUp(rgb, {table(counts[0]), table(counts[1]), table(counts[2])});
}

void shiftHue(cv::Mat& rgb, double share)
{
    const int steps = static_cast<int>(std::lround(share * 180)), shift = steps + 180;
    if (steps == 0) { // the way there and back would round
        return;
    }
    cv::Mat hsv;
    cv::cvtColor(rgb, hsv, cv::COLOR_RGB2HSV);
    Table same = tableOf([](int v) { return v; }), hue = tableOf([&](int v) { return (v + shift) % 180; });
    lookUp(hsv, {hue, same, same});
    cv::cvtColor(hsv, rgb, cv::COLOR_HSV2RGB);
}

void jitterColours(cv::Mat& rgb, const ClassifyOptions& options, Random& random)
{
    const auto factor = [&](double gain) { return random.uniform(std::max(0.0, 1 - gain), 1 + gain); };
    const double bright = factor(options.hsvV), strong = factor(options.hsvV), vivid = factor(options.hsvS);
    const double hue = random.uniform(-options.hsvH, options.hsvH);
    std::array<int, 4> order{0, 1, 2, 3};
    for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
    }
    for (const int step : order) {
        if (step == 0) {
            brighten(rgb, bright);
        } else if (step == 1) {
            contrast(rgb, strong);
        } else if (step == 2) {
            saturate(rgb, vivid);
        } else {
            shiftHue(rgb, hue);
        }
    }
}

void eraseRectangle(cv::Mat& rgb, Random& random)
{
    for (int i = 0; i < kCropTries; ++i) {
        const double area = rgb.rows * rgb.cols * random.uniform(kErasedLeast, kErasedMost);
        const double aspect = std::exp(random.uniform(std::log(kErasedLeastAspect), std::log(kErasedMostAspect)));
        const int height = static_cast<int>(std::lround(std::sqrt(area * aspect)));
        const int width = static_cast<int>(std::lround(std::sqrt(area / aspect)));
        if (height < rgb.rows && width < rgb.cols && height > 0 && width > 0) {
            const auto y = static_cast<int>(random.between(0, rgb.rows - height));
            const auto x = static_cast<int>(random.between(0, rgb.cols - width));
            rgb(cv::Rect(x, y, width, height)).setTo(cv::Scalar());
            return;
        }
    }
}

} // namespace

cv::Mat resizeSmooth(const cv::Mat& rgb, cv::Size size)
{
    return resizedRows(resizedColumns(rgb, size.width), size.height);
}

cv::Rect randomCrop(cv::Size picture, double leastArea, Random& random)
{
    for (int i = 0; i < kCropTries; ++i) {
        const double area = picture.area() * random.uniform(leastArea, 1);
        const double aspect = std::exp(random.uniform(std::log(kLeastAspect), std::log(kMostAspect)));
        const int width = static_cast<int>(std::lround(std::sqrt(area * aspect)));
        const int height = static_cast<int>(std::lround(std::sqrt(area / aspect)));
        if (width > 0 && height > 0 && width <= picture.width && height <= picture.height) {
            const auto y = static_cast<int>(random.between(0, picture.height - height));
            const auto x = static_cast<int>(random.between(0, picture.width - width));
            return {x, y, width, height};
        }
    }
    const double aspect = static_cast<double>(picture.width) / picture.height;
    int width = picture.width, height = picture.height;
    if (aspect < kLeastAspect) {
        height = std::max(static_cast<int>(std::lround(width / kLeastAspect)), 1);
    } else if (aspect > kMostAspect) {
        width = std::max(static_cast<int>(std::lround(height * kMostAspect)), 1);
    }
    return {(picture.width - width) / 2, (picture.height - height) / 2, width, height};
}

void applyRandOperation(cv::Mat& rgb, RandOperation operation, double strength, bool negative)
{
    const double sign = negative ? -1 : 1;
    const double factor = 1 + sign * 0.9 * strength;
    const double shear = sign * 0.3 * strength, shift = sign * std::floor(150.0 / 331 * strength * rgb.cols);
    switch (operation) {
    case RandOperation::Identity:
        break;
    case RandOperation::ShearX:
        warpFrom(rgb, 1, shear, 0, 0, 1, 0);
        break;
    case RandOperation::ShearY:
        warpFrom(rgb, 1, 0, 0, shear, 1, 0);
        break;
    case RandOperation::TranslateX:
        warpFrom(rgb, 1, 0, shift, 0, 1, 0);
        break;
    case RandOperation::TranslateY:
        warpFrom(rgb, 1, 0, 0, 0, 1, sign * std::floor(150.0 / 331 * strength * rgb.rows));
        break;
    case RandOperation::Rotate:
        rotate(rgb, sign * 30 * strength);
        break;
    case RandOperation::Brightness:
        brighten(rgb, factor);
        break;
    case RandOperation::Color:
        saturate(rgb, factor);
        break;
    case RandOperation::Contrast:
        contrast(rgb, factor);
        break;
    case RandOperation::Sharpness:
        sharpen(rgb, factor);
        break;
    case RandOperation::Posterize: {
        const int dropped = static_cast<int>(std::nearbyint(4 * strength));
        lookUp(rgb, tableOf([&](int v) { return (v >> dropped) << dropped; }));
        break;
    }
    case RandOperation::Solarize:
        lookUp(rgb, tableOf([&](int v) { return v >= 255 * (1 - strength) ? 255 - v : v; }));
        break;
    case RandOperation::AutoContrast:
        applyPerChannel(rgb, stretched);
        break;
    case RandOperation::Equalize:
        applyPerChannel(rgb, equalized);
        break;
    }
}

void classifyTrainInput(const cv::Mat& rgb, int size, const ClassifyOptions& options, Random& random, cv::Mat& out)
{
    const cv::Rect crop = randomCrop(rgb.size(), 1 - options.scale, random);
    out.create(size, size, CV_8UC3);
    resizeSmooth(rgb(crop), {size, size}).copyTo(out);
    if (random.chance(options.flipLr)) {
        cv::flip(out, out, 1);
    }
    if (random.chance(options.flipUd)) {
        cv::flip(out, out, 0);
    }
    if (options.randAugment) {
        for (int i = 0; i < kRandDraws; ++i) {
            const auto operation = static_cast<RandOperation>(random.below(kRandOperations));
            applyRandOperation(out, operation, kRandStrength, random.chance(0.5));
        }
    } else {
        jitterColours(out, options, random);
    }
    if (random.chance(options.erasing)) {
        eraseRectangle(out, random);
    }
}

void classifyInput(const cv::Mat& rgb, int size, double cropFraction, cv::Mat& out)
{
    const int side = std::max(static_cast<int>(std::floor(size / cropFraction)), size);
    const int narrow = std::min(rgb.cols, rgb.rows);
    const auto scaled = [&](int length) {
        return length == narrow ? side : static_cast<int>(static_cast<std::int64_t>(side) * length / narrow);
    };
    const cv::Mat resized = resizeSmooth(rgb, {scaled(rgb.cols), scaled(rgb.rows)});
    const int left = static_cast<int>(std::nearbyint((resized.cols - size) / 2.0));
    const int top = static_cast<int>(std::nearbyint((resized.rows - size) / 2.0));
    out.create(size, size, CV_8UC3);
    resized(cv::Rect(left, top, size, size)).copyTo(out);
}

} // namespace yardstick::training
