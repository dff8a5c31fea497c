#include "ui/charts/line_data.h"

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr double kCoarse = 64;      ///< points per fine column
constexpr double kFinePerPixel = 4; ///< fine columns per pixel from which they stand in for the points

} // namespace

void Extent::add(double v)
{
    if (!std::isfinite(v)) {
        return;
    }
    low = any ? std::min(low, v) : v;
    high = any ? std::max(high, v) : v;
    any = true;
}

void Extent::add(const Extent& other)
{
    if (other.any) {
        add(other.low);
        add(other.high);
    }
}

LineData::LineData(ChartSeries series)
    : m_series(std::move(series)), m_label(QString::fromStdString(m_series.label))
{
    // Decimation needs points by x and finite x; the store gives both, other sources may not.
    auto& points = m_series.points;
    std::erase_if(points, [](const ChartPoint& p) { return !std::isfinite(p.x); });
    const auto byX = [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; };
    if (!std::is_sorted(points.begin(), points.end(), byX)) {
        std::stable_sort(points.begin(), points.end(), byX);
    }
    if (!points.empty()) {
        m_xExtent.add(points.front().x);
        m_xExtent.add(points.back().x);
    }
    findMarks();
}

void LineData::setSmoothing(double weight)
{
    m_weight = weight;
    m_coarse[0].clear();
    m_smoothed = weight > 0 ? smooth(m_series.points, weight) : std::vector<ChartPoint>{};
}

void LineData::setLog(bool log)
{
    if (log != m_log) {
        m_log = log;
        findMarks();
    }
}

void LineData::findMarks()
{
    m_marks.clear();
    for (const ChartPoint& p : m_series.points) {
        if (std::isnan(p.y)) {
            m_marks.push_back({p.x, OddMark::Kind::NaN});
        } else if (std::isinf(p.y)) {
            m_marks.push_back({p.x, p.y > 0 ? OddMark::Kind::PlusInfinity : OddMark::Kind::MinusInfinity});
        } else if (m_log && p.y <= 0) {
            m_marks.push_back({p.x, OddMark::Kind::NotPositive});
        }
    }
}

std::vector<ChartPoint> LineData::visiblePart(bool rawLine, double x0, double x1, int pixels) const
{
    const std::vector<ChartPoint>& points = rawLine ? raw() : shown();
    const double span = m_xExtent.high - m_xExtent.low;
    const double share = span > 0 ? std::clamp((x1 - x0) / span, 0.0, 1.0) : 0;
    const double fineColumns = static_cast<double>(points.size()) / kCoarse;
    if (fineColumns * share < kFinePerPixel * pixels) {
        return decimate(points, x0, x1, pixels);
    }
    // Minimum and maximum of the fine columns are those of the pixel's: no spike is lost, and a quarter pixel is no place.
    std::vector<ChartPoint>& coarse = m_coarse[rawLine ? 1 : 0];
    if (coarse.empty()) {
        coarse = decimate(points, m_xExtent.low, m_xExtent.high, static_cast<int>(fineColumns));
    }
    return decimate(coarse, x0, x1, pixels);
}

std::optional<size_t> LineData::nearest(double x) const
{
    const auto& points = m_series.points;
    if (points.empty()) {
        return std::nullopt;
    }
    const auto after = std::lower_bound(points.begin(), points.end(), x, [](const ChartPoint& p, double v) { return p.x < v; });
    if (after == points.begin()) {
        return 0;
    }
    const auto index = static_cast<size_t>(after - points.begin());
    if (after == points.end() || x - points[index - 1].x <= points[index].x - x) {
        return index - 1;
    }
    return index;
}

Extent yExtent(const std::vector<ChartPoint>& points, double x0, double x1, bool log)
{
    Extent extent;
    for (const ChartPoint& p : points) {
        if (p.x >= x0 && p.x <= x1 && std::isfinite(p.y) && (!log || p.y > 0)) {
            extent.add(log ? std::log10(p.y) : p.y);
        }
    }
    return extent;
}

} // namespace yardstick::ui
