// LineData: one curve of a chart: raw points, the smoothed ones, its marks for values that cannot be drawn, and what of it
// falls into a view, decimated to the pixels. Values, no drawing. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"

#include <QString>

#include <optional>
#include <vector>

namespace yardstick::ui {

/// A value without a place on the y axis.
struct OddMark
{
    double x = 0;
    enum class Kind { NaN, PlusInfinity, MinusInfinity, NotPositive } kind = Kind::NaN; ///< NotPositive: on a log axis
};

struct Extent
{
    double low = 0, high = 0;
    bool any = false;
    void add(double v);
    void add(const Extent& other);
};

class LineData
{
public:
    explicit LineData(ChartSeries series);

    [[nodiscard]] const ChartSeries& series() const { return m_series; }
    [[nodiscard]] const std::string& id() const { return m_series.id; }
    [[nodiscard]] QString label() const { return m_label; }
    bool visible = true;

    void setSmoothing(double weight); ///< 0: none
    void setLog(bool log);            ///< values ≤ 0 become marks
    [[nodiscard]] const std::vector<ChartPoint>& raw() const { return m_series.points; }
    /// What the main line shows: smoothed when asked for.
    [[nodiscard]] const std::vector<ChartPoint>& shown() const { return m_weight > 0 ? m_smoothed : m_series.points; }
    /// What to draw of the raw or the shown line between x0 and x1 on so many pixel columns (decimate()).
    [[nodiscard]] std::vector<ChartPoint> visiblePart(bool rawLine, double x0, double x1, int pixels) const;
    [[nodiscard]] bool smoothed() const { return m_weight > 0; }
    [[nodiscard]] const std::vector<OddMark>& marks() const { return m_marks; }
    [[nodiscard]] const Extent& xExtent() const { return m_xExtent; }

    /// Index of the raw point nearest to x; nullopt without points.
    [[nodiscard]] std::optional<size_t> nearest(double x) const;

private:
    void findMarks();

    ChartSeries m_series;
    QString m_label;
    std::vector<ChartPoint> m_smoothed;
    mutable std::vector<ChartPoint> m_coarse[2]; ///< shown, raw: decimated once to fine columns, for long lines seen as a whole
    std::vector<OddMark> m_marks;
    Extent m_xExtent;
    double m_weight = 0;
    bool m_log = false;
};

/// y range (log10 of it when `log`) of the finite points inside [x0, x1].
Extent yExtent(const std::vector<ChartPoint>& points, double x0, double x1, bool log);

} // namespace yardstick::ui
