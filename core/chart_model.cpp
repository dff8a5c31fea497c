// Decimation after M4 (Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014): first,
// minimum, maximum and last point of each pixel column draw the same line as all points do. Gaps are kept besides.
// Pure functions; any thread.
#include "core/chart_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace yardstick {
namespace {

/// A chosen point, with the number of gap points that came before it: two neighbours with different counts are split.
struct Kept
{
    size_t index = 0;
    std::int64_t gapsBefore = 0;
};

class Decimator
{
public:
    Decimator(const std::vector<ChartPoint>& points, size_t capacity) : m_points(points) { m_out.reserve(capacity); }

    void add(size_t index, int column)
    {
        const ChartPoint& p = m_points[index];
        if (!std::isfinite(p.x)) {
            return; // it has no place on the axis
        }
        if (!std::isfinite(p.y)) {
            ++m_gaps;
            m_lastGapX = p.x;
            return;
        }
        const Kept kept{index, m_gaps};
        if (column != m_column) {
            flush();
            m_column = column;
            m_first = m_minimum = m_maximum = m_last = kept;
            return;
        }
        if (p.y < m_points[m_minimum.index].y) {
            m_minimum = kept;
        }
        if (p.y > m_points[m_maximum.index].y) {
            m_maximum = kept;
        }
        m_last = kept;
    }

    std::vector<ChartPoint> finish()
    {
        flush();
        if (m_gaps > m_gapsWritten) {
            writeGap(m_lastGapX);
        }
        return std::move(m_out);
    }

private:
    static constexpr int kNoColumn = -2;

    void flush()
    {
        if (m_column == kNoColumn) {
            return;
        }
        m_column = kNoColumn;
        Kept kept[4] = {m_first, m_minimum, m_maximum, m_last};
        if (kept[1].index > kept[2].index) {
            std::swap(kept[1], kept[2]);
        }
        for (int i = 0; i < 4; ++i) {
            if (i > 0 && kept[i].index == kept[i - 1].index) {
                continue;
            }
            if (kept[i].gapsBefore > m_gapsWritten) {
                writeGap(gapBefore(kept[i].index));
                m_gapsWritten = kept[i].gapsBefore;
            }
            m_out.push_back(m_points[kept[i].index]);
        }
    }

    /// x of the nearest gap point before `index`; there is one. It lies after the point written last, so all walks
    /// together are O(n).
    [[nodiscard]] double gapBefore(size_t index) const
    {
        do {
            --index;
        } while (!std::isfinite(m_points[index].x) || std::isfinite(m_points[index].y));
        return m_points[index].x;
    }
    void writeGap(double x) { m_out.push_back({x, std::numeric_limits<double>::quiet_NaN()}); }

    const std::vector<ChartPoint>& m_points;
    std::vector<ChartPoint> m_out;
    int m_column = kNoColumn;
    Kept m_first, m_minimum, m_maximum, m_last; ///< of the current column
    std::int64_t m_gaps = 0;
    std::int64_t m_gapsWritten = 0;
    double m_lastGapX = 0;
};

} // namespace

std::vector<ChartPoint> decimate(const std::vector<ChartPoint>& points, double x0, double x1, int pixelColumns)
{
    if (!std::isfinite(x0) || !std::isfinite(x1) || points.empty()) {
        return {};
    }
    if (x1 < x0) {
        std::swap(x0, x1);
    }
    const int columns = std::max(pixelColumns, 1);
    double scale = x1 > x0 ? columns / (x1 - x0) : 0;
    if (!std::isfinite(scale)) {
        scale = 0; // a range too narrow for a double: one column
    }
    const auto begin = std::partition_point(points.begin(), points.end(), [&](const ChartPoint& p) { return p.x < x0; });
    const auto end = std::partition_point(begin, points.end(), [&](const ChartPoint& p) { return p.x <= x1; });
    const auto first = static_cast<size_t>(begin - points.begin());
    const auto last = static_cast<size_t>(end - points.begin());

    Decimator decimator(points, std::min(last - first, static_cast<size_t>(columns) * 4) + 2);
    const auto neighbour = [&](size_t index, int column) {
        if (std::isfinite(points[index].y)) { // a gap there splits nothing inside
            decimator.add(index, column);
        }
    };
    if (first > 0) {
        neighbour(first - 1, -1);
    }
    for (size_t i = first; i < last; ++i) {
        const int column = static_cast<int>((points[i].x - x0) * scale);
        decimator.add(i, std::clamp(column, 0, columns - 1));
    }
    if (last < points.size()) {
        neighbour(last, columns);
    }
    return decimator.finish();
}

std::vector<ChartPoint> smooth(const std::vector<ChartPoint>& points, double weight)
{
    const double w = std::isfinite(weight) ? std::clamp(weight, 0.0, 0.9999) : 0.0;
    std::vector<ChartPoint> out = points;
    double y = 0;
    double power = 1; // w^n
    for (ChartPoint& p : out) {
        if (!std::isfinite(p.y)) {
            continue;
        }
        // S(n) = w·S(n-1) + (1-w)·v, Y(n) = S(n)/(1-w^n)  ⇔  Y(n) = Y(n-1) + a·(v - Y(n-1)), a = (1-w)/(1-w^n).
        // The second form returns a constant series bit for bit.
        const bool firstPoint = power == 1;
        power *= w;
        const double a = (1 - w) / (1 - power);
        if (firstPoint) {
            y = p.y;
        } else if (const double step = p.y - y; std::isfinite(step)) {
            y += a * step;
        } else {
            y = (1 - a) * y + a * p.y; // the difference alone overflows
        }
        p.y = y;
    }
    return out;
}

} // namespace yardstick
