#include "core/scalar_chart.h"

namespace yardstick {
namespace {

std::string labelOf(const Experiment& e, const std::string& name, bool oneExperiment, bool oneName)
{
    if (oneExperiment) {
        return name;
    }
    return "#" + std::to_string(e.id.value) + " " + e.spec.name + (oneName ? "" : " " + name);
}

std::vector<ChartPoint> lastOfEachEpoch(const std::vector<SeriesPoint>& points)
{
    std::vector<ChartPoint> out;
    for (const SeriesPoint& point : points) {
        if (!out.empty() && out.back().x >= point.epoch) {
            out.back().y = point.value;
        } else {
            out.push_back({static_cast<double>(point.epoch), point.value});
        }
    }
    return out;
}

} // namespace

Result<LineChart> scalarChart(const StoreReader& store, const std::vector<Experiment>& experiments, const std::vector<std::string>& names)
{
    LineChart chart{.id = "scalars", .title = {}, .xLabel = "epoch", .yLabel = names.size() == 1 ? names.front() : "", .series = {}};
    int colour = 0;
    for (const Experiment& e : experiments) {
        for (const std::string& name : names) {
            const auto points = store.joinedPoints(e.id, name);
            if (!points) {
                return fail(points.error());
            }
            ChartSeries series{.id = std::to_string(e.id.value) + " " + name, .label = labelOf(e, name, experiments.size() == 1, names.size() == 1),
                               .colour = colour, .dashed = name.starts_with("val/"), .points = lastOfEachEpoch(*points)};
            if (!series.points.empty()) {
                ++colour;
                chart.series.push_back(std::move(series));
            }
        }
    }
    return chart;
}

} // namespace yardstick
