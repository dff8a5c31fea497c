// `yardstick chart`: the pictures of a comparison, and scalars over epochs, to a file.
#include "app/commands.h"

#include "core/chart_model.h"
#include "core/charts.h"
#include "core/scalar_chart.h"

#include <algorithm>
#include <filesystem>

namespace yardstick::app {
namespace {

const std::vector<std::string> kDefaultNames{"metrics/mAP50(B)", "metrics/mAP50-95(B)"};

/// The last value of each epoch, one line for each experiment (none named: all) and scalar.
Result<LineChart> linesOf(Context& c, const ChartArguments& a)
{
    auto reader = c.reader();
    if (!reader) {
        return std::unexpected(reader.error());
    }
    auto experiments = a.compare.experiments.empty() ? (*reader)->experiments() : c.experiments(a.compare.experiments);
    if (!experiments) {
        return std::unexpected(experiments.error());
    }
    const std::vector<std::string>& names = a.names.empty() ? kDefaultNames : a.names;
    auto chart = scalarChart(**reader, *experiments, names);
    if (chart && chart->series.empty()) {
        return fail(ErrorCode::NotFound, "None of the experiments has such a scalar; yardstick export scalars lists what was recorded.");
    }
    return chart;
}

/// A comparison and what its machines did in it.
struct ComparedWork
{
    Comparison comparison;
    std::vector<MachineWork> work;
};

Result<ComparedWork> comparedWork(Context& c, const ChartArguments& a)
{
    auto comparison = comparisonFor(c, a.compare);
    auto reader = c.reader();
    if (!comparison || !reader) {
        return std::unexpected(!comparison ? comparison.error() : reader.error());
    }
    auto work = machineWork(**reader, *comparison);
    if (!work) {
        return std::unexpected(work.error());
    }
    return ComparedWork{std::move(*comparison), std::move(*work)};
}

std::unexpected<Error> nothingMeasured()
{
    return fail(ErrorCode::NotFound, "Nothing to draw yet: no machine of the comparison has timed an epoch of its own; published figures have none.");
}

std::unexpected<Error> nothingRanked()
{
    return fail(ErrorCode::NotFound, "Nothing to draw yet: no machine is ranked; a rank needs a price and 3 steady epochs.");
}

Result<ScatterChart> paretoOf(Context& c, const ChartArguments& a)
{
    auto comparison = comparisonFor(c, a.compare);
    if (!comparison) {
        return std::unexpected(comparison.error());
    }
    ScatterChart chart = paretoChart(*comparison);
    return chart.points.empty() ? Result<ScatterChart>(nothingRanked()) : chart;
}

Result<LineChart> breakEvenOf(Context& c, const ChartArguments& a)
{
    auto comparison = comparisonFor(c, a.compare);
    if (!comparison) {
        return std::unexpected(comparison.error());
    }
    LineChart chart = breakEvenChart(*comparison);
    return chart.series.empty() ? Result<LineChart>(nothingRanked()) : chart;
}

Result<StripChart> stripsOf(Context& c, const ChartArguments& a)
{
    const auto compared = comparedWork(c, a);
    if (!compared) {
        return std::unexpected(compared.error());
    }
    StripChart chart = epochStrips(compared->comparison, compared->work);
    return chart.rows.empty() ? Result<StripChart>(nothingMeasured()) : chart;
}

Result<BarChart> breakdownOf(Context& c, const ChartArguments& a)
{
    const auto compared = comparedWork(c, a);
    if (!compared) {
        return std::unexpected(compared.error());
    }
    BarChart chart = breakdownChart(compared->comparison, compared->work, a.time ? BreakdownUnit::Time : BreakdownUnit::Money);
    return chart.groups.empty() ? Result<BarChart>(nothingMeasured()) : chart;
}

Result<BarChart> barsOf(Context& c, const ChartArguments& a)
{
    auto comparison = comparisonFor(c, a.compare);
    if (!comparison) {
        return std::unexpected(comparison.error());
    }
    Result<BarChart> chart = fail(ErrorCode::Usage, "There is no chart \"{0}\"; there are epoch-time, cost, spot, pareto, break-even, epoch-times, breakdown and lines.", a.kind);
    if (a.kind == "epoch-time") {
        chart = epochTimeChart(*comparison);
    } else if (a.kind == "cost" || a.kind == "machines") {
        chart = priceAndCostChart(*comparison);
    } else if (a.kind == "spot") {
        chart = onDemandVsSpotChart(*comparison);
    }
    if (chart && chart->groups.empty()) {
        return fail(ErrorCode::NotFound, "Nothing to draw yet: run an experiment, or  yardstick import reference");
    }
    return chart;
}

/// The renderer draws a PNG with two pixels per unit of its width and height, so that text is sharp; SVG and PDF with one.
int pixelsPerUnit(const ChartArguments& a)
{
    const auto ending = std::filesystem::path(a.output).extension();
    return ending == ".png" || ending == ".PNG" ? 2 : 1;
}

struct Picture
{
    int width = 1200;
    int height = 700;
    explicit Picture(const ChartArguments& a)
    {
        const int pixels = pixelsPerUnit(a);
        width = a.width ? *a.width / pixels + *a.width % pixels : width;
        height = a.height ? *a.height / pixels + *a.height % pixels : height;
    }
};

/// Said of what was asked for, not of the units that a PNG is drawn in.
Result<> checkSize(const ChartArguments& a)
{
    const int fewest = 160 * pixelsPerUnit(a); // as ChartRenderer takes them
    const int most = 10'000 * pixelsPerUnit(a);
    for (const auto& [name, value] : {std::pair("--width", a.width), std::pair("--height", a.height)}) {
        if (value && (*value < fewest || *value > most)) {
            return fail(ErrorCode::Usage, "{0} must be {1} to {2} pixels, not {3}.", name, fewest, most, *value);
        }
    }
    return {};
}

template <typename Chart, typename Draw> int drawn(Context& c, const ChartArguments& a, const Result<Chart>& chart, const Draw& draw)
{
    if (!chart) {
        return c.fail(chart.error());
    }
    if (const auto done = draw(*chart); !done) {
        return c.fail(done.error());
    }
    if (c.json) {
        c.print(nlohmann::json{{"file", a.output}});
    }
    c.say("Drawn to " + a.output);
    return 0;
}

} // namespace

int chartCommand(Context& c, const ChartArguments& a, ChartRenderer& renderer)
{
    if (const auto good = checkSize(a); !good) {
        return c.fail(good.error());
    }
    const Picture size(a);
    if (a.kind == "lines") {
        return drawn(c, a, linesOf(c, a), [&](const LineChart& l) { return renderer.renderLines(l, a.output, size.width, size.height, a.dark); });
    }
    if (a.kind == "pareto") {
        return drawn(c, a, paretoOf(c, a), [&](const ScatterChart& s) { return renderer.renderScatter(s, a.output, size.width, size.height, a.dark); });
    }
    if (a.kind == "break-even") {
        return drawn(c, a, breakEvenOf(c, a), [&](const LineChart& l) { return renderer.renderLines(l, a.output, size.width, size.height, a.dark); });
    }
    if (a.kind == "epoch-times") {
        return drawn(c, a, stripsOf(c, a), [&](const StripChart& s) { return renderer.renderStrips(s, a.output, size.width, size.height, a.dark); });
    }
    return drawn(c, a, a.kind == "breakdown" ? breakdownOf(c, a) : barsOf(c, a), [&](const BarChart& b) { return renderer.renderBars(b, a.output, size.width, size.height, a.dark); });
}

} // namespace yardstick::app
