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

    /// Points [from, to) of the view; the column of x is ⌊(x − x0)·scale⌋. The end of a column is found by doubling steps
    /// and halving, so that only extremes cost a look at every point.
    void addRange(size_t from, size_t to, double x0, double scale, int columns)
    {
        while (from < to) {
            const int column = columnOf(m_points[from].x, x0, scale, columns);
            const auto within = [&](size_t i) { return columnOf(m_points[i].x, x0, scale, columns) <= column; };
            size_t low = from; // within the column
            size_t step = 1;
            while (low + step < to && within(low + step)) {
                low += step;
                step *= 2;
            }
            size_t high = std::min(low + step, to); // not within
            while (high - low > 1) {
                const size_t middle = low + (high - low) / 2;
                (within(middle) ? low : high) = middle;
            }
            addColumn(from, high);
            from = high;
        }
    }

    /// All points of one column.
    void addColumn(size_t from, size_t to)
    {
        constexpr size_t kNone = static_cast<size_t>(-1);
        size_t first = kNone;
        Kept minimum, maximum, last;
        std::int64_t gaps = m_gaps;
        std::int64_t firstGaps = 0;
        double low = 0, high = 0;
        for (size_t i = from; i < to; ++i) {
            const ChartPoint p = m_points[i];
            if (!isFinite(p.y) || !isFinite(p.x)) {
                gaps += isFinite(p.x) ? 1 : 0;
                m_lastGapX = isFinite(p.x) ? p.x : m_lastGapX;
                continue;
            }
            if (first == kNone) {
                first = i;
                minimum = maximum = {i, gaps};
                firstGaps = gaps;
                low = high = p.y;
            } else if (p.y < low) {
                low = p.y;
                minimum = {i, gaps};
            } else if (p.y > high) {
                high = p.y;
                maximum = {i, gaps};
            }
            last = {i, gaps};
        }
        m_gaps = gaps;
        if (first != kNone) {
            write({first, firstGaps}, minimum, maximum, last);
        }
    }

    std::vector<ChartPoint> finish()
    {
        if (m_gaps > m_gapsWritten) {
            writeGap(m_lastGapX);
        }
        return std::move(m_out);
    }

private:
    static bool isFinite(double v) { return std::abs(v) <= std::numeric_limits<double>::max(); }
    static int columnOf(double x, double x0, double scale, int columns)
    {
        const double position = (x - x0) * scale; // NaN: column 0
        return position >= columns ? columns - 1 : position > 0 ? static_cast<int>(position) : 0;
    }

    void write(Kept first, Kept minimum, Kept maximum, Kept last)
    {
        if (minimum.index > maximum.index) {
            std::swap(minimum, maximum);
        }
        size_t written = static_cast<size_t>(-1);
        for (const Kept& kept : {first, minimum, maximum, last}) {
            if (kept.index == written) {
                continue;
            }
            written = kept.index;
            if (kept.gapsBefore > m_gapsWritten) {
                writeGap(gapBefore(kept.index));
                m_gapsWritten = kept.gapsBefore;
            }
            m_out.push_back(m_points[kept.index]);
        }
    }

    /// x of the nearest gap point before `index`; there is one. It lies after the point written last, so all walks
    /// together are O(n).
    [[nodiscard]] double gapBefore(size_t index) const
    {
        do {
            --index;
        } while (!isFinite(m_points[index].x) || isFinite(m_points[index].y));
        return m_points[index].x;
    }
    void writeGap(double x) { m_out.push_back({x, std::numeric_limits<double>::quiet_NaN()}); }

    const std::vector<ChartPoint>& m_points;
    std::vector<ChartPoint> m_out;
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
    const auto neighbour = [&](size_t index) {
        if (std::isfinite(points[index].y)) { // a gap there splits nothing inside
            decimator.addColumn(index, index + 1);
        }
    };
    if (first > 0) {
        neighbour(first - 1);
    }
    decimator.addRange(first, last, x0, scale, columns);
    if (last < points.size()) {
        neighbour(last);
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
