// What charts draw, as plain values, and the decimation that keeps every spike. No drawing here; ui/charts draws the same
// values in the window, in `yardstick chart` and in reports.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace yardstick {

struct ChartPoint
{
    double x = 0;
    double y = 0; ///< may be NaN or ±Inf
};
struct ChartSeries
{
    std::string id;      ///< stable key, for hide and colour
    std::string label;
    int colour = 0;      ///< palette index
    bool dashed = false; ///< validation
    bool faint = false;  ///< raw under smoothed
    std::vector<ChartPoint> points; ///< by x
};
struct BarGroup
{
    std::string label;   ///< a machine
    std::vector<double> values; ///< one per bar set; NaN: no bar
    std::vector<double> errors; ///< half widths; 0: none
    std::vector<std::string> texts{}; ///< values as printed; where there is none: 4 significant digits of the value
    bool greyed = false;  ///< not ranked: paler, and the legend says so
};
struct BarChart
{
    std::string id;      ///< "epoch_time", "price_and_cost", "on_demand_vs_spot"
    std::string title;
    std::vector<std::string> sets; ///< names of the bar sets
    std::vector<std::string> units; ///< per set: "s", "USD/h", "USD" (two units: second axis)
    std::string axis{}; ///< what is measured, where all sets have one unit; empty: the axis has the sets' names
    std::vector<BarGroup> groups;
    std::string footnote; ///< e.g. where spot prices come from
    bool stacked = false; ///< the sets of a group are parts of one bar; all have one unit and are ≥ 0
};
/// A place of a line chart that has a name, e.g. where two lines cross.
struct ChartMark
{
    double x = 0, y = 0;
    std::string label; ///< beside it; empty: a small ring alone
    std::string text;  ///< in words
};
struct LineChart
{
    std::string id, title, xLabel, yLabel;
    std::vector<ChartSeries> series;
    std::vector<ChartMark> marks{};
};
/// Something in the plane, with intervals both ways (low = high = value: none).
struct ScatterPoint
{
    std::string label; ///< a machine
    double x = 0, xLow = 0, xHigh = 0;
    double y = 0, yLow = 0, yHigh = 0;
    int colour = 0;     ///< palette index
    bool front = false; ///< no other is at least as good in both and better in one; the others are paler
    std::string yText{}; ///< y as it is printed
};
struct ScatterChart
{
    std::string id, title, xLabel, yLabel, yUnit;
    bool logX = false, logY = false;
    std::vector<ScatterPoint> points; ///< x in seconds
    std::string footnote;
};
/// Values in the order in which they came, each with what became of it.
enum class StripKind {
    InMean,    ///< entered the mean
    Stall,     ///< stands out: counted apart
    Before,    ///< of an earlier level
    LeftOut    ///< first of an attempt, beside other work, or of the other stratum
};
struct StripDot
{
    double value = 0;
    StripKind kind = StripKind::InMean;
    std::string text; ///< which one it is, e.g. "#14, epoch 3"
};
struct StripRow
{
    std::string label; ///< a machine
    int colour = 0;    ///< palette index
    std::vector<StripDot> dots;
    double mean = 0, low = 0, high = 0; ///< of the dots InMean; 0: none
};
struct StripChart
{
    std::string id, title, unit;
    std::vector<StripRow> rows;
    std::string footnote;
};

/// First, min, max and last finite point per pixel column (at most 4, in order of x); gaps (NaN, ±Inf) are returned as a
/// single NaN point so that the line is split there. Points outside [x0, x1] are dropped but for the nearest neighbours.
/// O(n); `points` by x.
std::vector<ChartPoint> decimate(const std::vector<ChartPoint>& points, double x0, double x1, int pixelColumns);

/// Exponential moving average, debiased; skips non-finite values; a constant series comes back as it is. weight 0…<1.
std::vector<ChartPoint> smooth(const std::vector<ChartPoint>& points, double weight);

/// Renders to a file by its ending (.png .svg .pdf). Implemented in ui; a headless build has none and says so.
class ChartRenderer
{
public:
    virtual ~ChartRenderer() = default;
    virtual Result<> renderBars(const BarChart& chart, const std::filesystem::path& file, int width, int height, bool dark) = 0;
    virtual Result<> renderLines(const LineChart& chart, const std::filesystem::path& file, int width, int height, bool dark) = 0;
    virtual Result<> renderScatter(const ScatterChart& chart, const std::filesystem::path& file, int width, int height, bool dark) = 0;
    virtual Result<> renderStrips(const StripChart& chart, const std::filesystem::path& file, int width, int height, bool dark) = 0;
};
class ReportRenderer
{
public:
    virtual ~ReportRenderer() = default;
    virtual Result<> renderHtmlAsPdf(const std::string& html, const std::filesystem::path& file) = 0;
};

} // namespace yardstick
