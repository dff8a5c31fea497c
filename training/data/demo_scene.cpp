#include "training/data/demo_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace yardstick::training {
namespace {

constexpr double kMinVisible = 0.45; ///< an object never hides more of another
constexpr int kMaxObjects = 7;

using Color = std::array<double, 3>; ///< 0…255

Color mixed(const Color& a, const Color& b, double t)
{
    return {a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t};
}

unsigned char toByte(double v)
{
    return static_cast<unsigned char>(v < 0 ? 0 : v > 255 ? 255 : v + 0.5);
}

Color randomColor(Random& random, double low, double high)
{
    return {random.uniform(low, high), random.uniform(low, high), random.uniform(low, high)};
}

/// Smooth noise in 0…1: random values on a lattice, bilinear between them.
class ValueNoise
{
public:
    ValueNoise(int width, int height, double cell, Random& random)
        : m_cell(cell)
        , m_columns(static_cast<int>(width / cell) + 2)
        , m_values(static_cast<std::size_t>(m_columns) * (static_cast<std::size_t>(height / cell) + 2))
    {
        for (float& v : m_values) {
            v = static_cast<float>(random.uniform());
        }
    }
    [[nodiscard]] double at(int x, int y) const
    {
        const double fx = x / m_cell;
        const double fy = y / m_cell;
        const int ix = static_cast<int>(fx);
        const int iy = static_cast<int>(fy);
        const double tx = fx - ix;
        const double ty = fy - iy;
        const float* row = &m_values[static_cast<std::size_t>(iy) * static_cast<std::size_t>(m_columns) + static_cast<std::size_t>(ix)];
        const double top = row[0] + (row[1] - row[0]) * tx;
        const double bottom = row[m_columns] + (row[m_columns + 1] - row[m_columns]) * tx;
        return top + (bottom - top) * ty;
    }

private:
    double m_cell;
    int m_columns;
    std::vector<float> m_values;
};

/// A circle, or a convex polygon with its corners clockwise.
struct DemoShape
{
    int cls = 0;
    double cx = 0, cy = 0, radius = 0;
    std::vector<std::array<double, 2>> corners;
    Color color{};
    Color edge{};
    double shade = 0; ///< brightness change from top to bottom
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;

    [[nodiscard]] bool contains(double x, double y) const
    {
        if (corners.empty()) {
            return (x - cx) * (x - cx) + (y - cy) * (y - cy) <= radius * radius;
        }
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto& a = corners[i];
            const auto& b = corners[(i + 1) % corners.size()];
            if ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) < 0) {
                return false;
            }
        }
        return true;
    }
    /// Share of the pixel's 2×2 sample points inside, in quarters.
    [[nodiscard]] int quarters(int x, int y) const
    {
        return contains(x + 0.25, y + 0.25) + contains(x + 0.75, y + 0.25) + contains(x + 0.25, y + 0.75) + contains(x + 0.75, y + 0.75);
    }
};

DemoShape randomShape(int width, int height, Random& random)
{
    DemoShape shape;
    shape.cls = static_cast<int>(random.below(3));
    const double unit = std::max(width, height) / 320.0;
    const double u = random.uniform();
    shape.radius = (27 + 33 * u * u) * unit; // at 160 px still 27 px across: a short run learns it
    shape.cx = random.uniform(shape.radius * 0.6, width - shape.radius * 0.6);
    shape.cy = random.uniform(shape.radius * 0.6, height - shape.radius * 0.6);
    const int n = shape.cls == 0 ? 0 : shape.cls == 1 ? 4 : 3;
    const double turn = random.uniform(0, 2 * std::numbers::pi);
    shape.x1 = shape.cx - shape.radius;
    shape.x2 = shape.cx + shape.radius;
    shape.y1 = shape.cy - shape.radius;
    shape.y2 = shape.cy + shape.radius;
    for (int i = 0; i < n; ++i) {
        const double a = turn + 2 * std::numbers::pi * i / n;
        const double r = shape.radius * (n == 4 ? 1.2 : 1.25);
        shape.corners.push_back({shape.cx + r * std::cos(a), shape.cy + r * std::sin(a)});
        const auto& corner = shape.corners.back();
        shape.x1 = i == 0 ? corner[0] : std::min(shape.x1, corner[0]);
        shape.x2 = i == 0 ? corner[0] : std::max(shape.x2, corner[0]);
        shape.y1 = i == 0 ? corner[1] : std::min(shape.y1, corner[1]);
        shape.y2 = i == 0 ? corner[1] : std::max(shape.y2, corner[1]);
    }
    return shape;
}

class Painter
{
public:
    Painter(int width, int height, Random& random)
        : m_width(width)
        , m_height(height)
        , m_random(random)
        , m_owner(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), -1)
    {
        m_scene.image.create(height, width, CV_8UC3);
    }

    DemoScene paint()
    {
        ground();
        for (auto n = m_random.between(2, 6); n > 0; --n) {
            line();
        }
        const auto wanted = m_random.between(2, kMaxObjects);
        for (int tries = 0; tries < 60 && static_cast<std::int64_t>(m_shapes.size()) < wanted; ++tries) {
            tryShape();
        }
        if (m_random.chance(0.5)) {
            line();
        }
        if (m_random.chance(0.3)) {
            blur();
        }
        noise();
        label();
        return std::move(m_scene);
    }

private:
    cv::Vec3b& pixel(int x, int y) { return m_scene.image.at<cv::Vec3b>(y, x); }
    int& owner(int x, int y) { return m_owner[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x)]; }

    void blend(int x, int y, const Color& color, double alpha)
    {
        cv::Vec3b& p = pixel(x, y);
        for (int c = 0; c < 3; ++c) {
            p[c] = toByte(p[c] + (color[static_cast<std::size_t>(c)] - p[c]) * alpha);
        }
    }

    void ground()
    {
        const Color base = randomColor(m_random, 50, 205);
        const Color other = mixed(base, randomColor(m_random, 30, 225), m_random.uniform(0.25, 0.6));
        const ValueNoise coarse(m_width, m_height, m_random.uniform(28, 70), m_random);
        const ValueNoise fine(m_width, m_height, m_random.uniform(4, 10), m_random);
        const auto pattern = m_random.below(3); // 0: clouds, 1: stripes, 2: checks
        const int period = static_cast<int>(m_random.between(14, 34));
        const int slope = static_cast<int>(m_random.between(-2, 2));
        const double lightX = m_random.uniform(-0.15, 0.15);
        const double lightY = m_random.uniform(-0.15, 0.15);
        for (int y = 0; y < m_height; ++y) {
            for (int x = 0; x < m_width; ++x) {
                double t = 0.65 * coarse.at(x, y) + 0.35 * fine.at(x, y);
                if (pattern == 1) {
                    t = 0.6 * t + 0.4 * ((x + (slope * y) / 2 + 4 * m_height) / period % 2);
                } else if (pattern == 2) {
                    t = 0.7 * t + 0.3 * ((x / period + y / period) % 2);
                }
                const double light = 1 + lightX * (2.0 * x / m_width - 1) + lightY * (2.0 * y / m_height - 1);
                const Color color = mixed(base, other, t);
                pixel(x, y) = {toByte(color[0] * light), toByte(color[1] * light), toByte(color[2] * light)};
            }
        }
    }

    /// A thin bar from edge to edge, unlabelled.
    void line()
    {
        const double x0 = m_random.uniform(0, m_width);
        const double y0 = m_random.uniform(0, m_height);
        const double angle = m_random.uniform(0, std::numbers::pi);
        const double half = m_random.uniform(0.6, 2.2);
        const double dx = std::cos(angle);
        const double dy = std::sin(angle);
        const Color color = randomColor(m_random, 0, 255);
        const double reach = (half + 1) / std::max(dy, 1e-3); // horizontal extent of the bar around its middle
        for (int y = 0; y < m_height; ++y) {
            const double middle = x0 + (y - y0) * dx / std::max(dy, 1e-3);
            const int from = static_cast<int>(std::clamp(middle - reach, 0.0, static_cast<double>(m_width)));
            const int to = static_cast<int>(std::clamp(middle + reach + 1, 0.0, static_cast<double>(m_width)));
            for (int x = from; x < to; ++x) {
                const double distance = std::abs((x - x0) * dy - (y - y0) * dx);
                if (distance < half + 1) {
                    blend(x, y, color, distance < half ? 0.85 : 0.85 * (half + 1 - distance));
                }
            }
        }
    }

    template <typename Visit> void eachPixel(const DemoShape& shape, Visit visit)
    {
        for (int y = std::max(0, static_cast<int>(shape.y1)); y < std::min<double>(m_height, shape.y2 + 1); ++y) {
            for (int x = std::max(0, static_cast<int>(shape.x1)); x < std::min<double>(m_width, shape.x2 + 1); ++x) {
                if (const int quarters = shape.quarters(x, y); quarters > 0) {
                    visit(x, y, quarters / 4.0);
                }
            }
        }
    }

    void tryShape()
    {
        DemoShape shape = randomShape(m_width, m_height, m_random);
        std::vector<int> taken(m_shapes.size(), 0);
        int total = 0;
        Color under{};
        eachPixel(shape, [&](int x, int y, double) {
            ++total;
            for (int c = 0; c < 3; ++c) {
                under[static_cast<std::size_t>(c)] += pixel(x, y)[c];
            }
            if (const int who = owner(x, y); who >= 0) {
                ++taken[static_cast<std::size_t>(who)];
            }
        });
        bool fits = total > 0;
        for (std::size_t i = 0; i < m_shapes.size() && fits; ++i) {
            fits = m_visible[i] - taken[i] >= kMinVisible * m_total[i];
        }
        if (!fits) {
            return;
        }
        chooseColors(shape, mixed({0, 0, 0}, under, 1.0 / total));
        for (std::size_t i = 0; i < m_shapes.size(); ++i) {
            m_visible[i] -= taken[i];
        }
        m_shapes.push_back(shape);
        m_total.push_back(total);
        m_visible.push_back(total);
        fill(shape);
    }

    /// Far enough from what is under it to be seen, near enough to be no gift.
    void chooseColors(DemoShape& shape, const Color& under)
    {
        for (int i = 0; i < 30; ++i) {
            shape.color = randomColor(m_random, 10, 245);
            double distance = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                distance += std::abs(shape.color[c] - under[c]);
            }
            if (distance > 110) {
                break;
            }
        }
        shape.edge = mixed(shape.color, m_random.chance(0.5) ? Color{0, 0, 0} : Color{255, 255, 255}, m_random.uniform(0, 0.6));
        shape.shade = m_random.uniform(-0.3, 0.3);
    }

    void fill(const DemoShape& shape)
    {
        const int id = static_cast<int>(m_shapes.size()) - 1;
        const ValueNoise grain(m_width, m_height, m_random.uniform(5, 14), m_random);
        const double roughness = m_random.uniform(0.05, 0.3);
        DemoShape inner = shape;
        const double shrink = 1 - 2.5 / shape.radius;
        inner.radius *= shrink;
        for (auto& corner : inner.corners) {
            corner = {shape.cx + (corner[0] - shape.cx) * shrink, shape.cy + (corner[1] - shape.cy) * shrink};
        }
        eachPixel(shape, [&](int x, int y, double alpha) {
            const double t = (y - shape.y1) / (shape.y2 - shape.y1) - 0.5;
            const double light = 1 + shape.shade * t + roughness * (grain.at(x, y) - 0.5);
            const Color flat = mixed(shape.edge, shape.color, inner.quarters(x, y) / 4.0);
            blend(x, y, {flat[0] * light, flat[1] * light, flat[2] * light}, alpha);
            owner(x, y) = id;
        });
    }

    /// 3×3 mean.
    void blur()
    {
        const cv::Mat before = m_scene.image.clone();
        for (int y = 1; y + 1 < m_height; ++y) {
            for (int x = 1; x + 1 < m_width; ++x) {
                for (int c = 0; c < 3; ++c) {
                    int sum = 0;
                    for (int k = 0; k < 9; ++k) {
                        sum += before.at<cv::Vec3b>(y + k / 3 - 1, x + k % 3 - 1)[c];
                    }
                    pixel(x, y)[c] = static_cast<unsigned char>((sum + 4) / 9);
                }
            }
        }
    }

    /// Sum of three uniform draws per channel, taken from one 64-bit draw per pixel.
    void noise()
    {
        const double amplitude = m_random.uniform(2, 16);
        for (int y = 0; y < m_height; ++y) {
            for (int x = 0; x < m_width; ++x) {
                std::uint64_t bits = m_random.next();
                for (int c = 0; c < 3; ++c, bits >>= 21) {
                    const auto sum = (bits & 127) + ((bits >> 7) & 127) + ((bits >> 14) & 127);
                    pixel(x, y)[c] = toByte(pixel(x, y)[c] + (static_cast<double>(sum) / 190.5 - 1) * amplitude);
                }
            }
        }
    }

    void label()
    {
        for (std::size_t i = 0; i < m_shapes.size(); ++i) {
            const DemoShape& s = m_shapes[i];
            const double x1 = std::max(s.x1, 0.0) / m_width;
            const double x2 = std::min<double>(s.x2, m_width) / m_width;
            const double y1 = std::max(s.y1, 0.0) / m_height;
            const double y2 = std::min<double>(s.y2, m_height) / m_height;
            m_scene.labels.push_back({s.cls, static_cast<float>((x1 + x2) / 2), static_cast<float>((y1 + y2) / 2),
                                      static_cast<float>(x2 - x1), static_cast<float>(y2 - y1), {}});
            m_scene.visible.push_back(static_cast<double>(m_visible[i]) / m_total[i]);
        }
    }

    int m_width;
    int m_height;
    Random& m_random;
    DemoScene m_scene;
    std::vector<DemoShape> m_shapes;
    std::vector<int> m_total;   ///< pixels of each shape inside the picture
    std::vector<int> m_visible; ///< of them not covered by a later shape
    std::vector<int> m_owner;   ///< per pixel: the topmost shape, -1 for the ground
};

} // namespace

DemoScene drawDemoScene(int width, int height, Random& random)
{
    return Painter(width, height, random).paint();
}

} // namespace yardstick::training
