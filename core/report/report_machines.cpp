// The sections of a report about machines: the comparison with its charts, and the curves of the runs.
#include "core/export/tables.h"
#include "core/report/report_parts.h"
#include "core/scalar_chart.h"

#include <cmath>
#include <cstdio>
#include <utility>

namespace yardstick::report {
namespace {

std::string number(double v)
{
    if (std::isnan(v)) {
        return "NaN";
    }
    if (std::isinf(v)) {
        return v > 0 ? "∞" : "−∞";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", v);
    return text;
}

/// "g5.xlarge: 84.1 s; …", all sets of a group with their units.
std::string altOf(const BarChart& chart)
{
    std::string alt = chart.title + ". ";
    for (const BarGroup& group : chart.groups) {
        std::string values;
        for (size_t s = 0; s < group.values.size(); ++s) {
            if (!std::isfinite(group.values[s])) {
                continue;
            }
            const std::string text = s < group.texts.size() && !group.texts[s].empty() ? group.texts[s] : number(group.values[s]);
            values += (values.empty() ? "" : ", ") + (chart.sets.size() > 1 ? chart.sets[s] + " " : std::string()) + text + " " + chart.units[s];
        }
        alt += group.label + ": " + values + "; ";
    }
    alt.resize(alt.size() - 2);
    return alt + ".";
}

std::string altOf(const LineChart& chart, const Source& source)
{
    std::string lines;
    for (const ChartSeries& s : chart.series) {
        lines += (lines.empty() ? "" : "; ") + s.label + ": " + number(s.points.back().y);
    }
    return source.say("{0} over the epochs, the last values: {1}.", {chart.yLabel, lines});
}

void addBars(ReportSection& section, BarChart chart, bool wanted)
{
    if (wanted && !chart.groups.empty()) {
        std::string alt = altOf(chart);
        const std::string caption = std::exchange(chart.title, {}); // said beside the picture, and once
        const std::string note = std::exchange(chart.footnote, {});
        section.charts.push_back({std::move(chart), caption, note, std::move(alt)});
    }
}

bool hasSpot(const Comparison& comparison)
{
    return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                       [](const MachineRow& r) { return r.spotCostPerEpoch.has_value() || (r.market == "spot" && r.costPerEpoch); });
}

Result<> addMachineTables(ReportSection& section, const Source& source)
{
    auto table = exports::machinesTable(source.comparison, {"rank", "machine", "gpu", "n", "epoch_seconds", "price_per_hour", "cost_per_epoch",
                                                            "all_in_per_epoch", "delta_percent"});
    if (!table) {
        return fail(table.error());
    }
    section.tables.push_back(readable(std::move(*table), source, "Machines, the cheapest per epoch first"));
    Comparison greyed = source.comparison;
    std::erase_if(greyed.rows, [](const MachineRow& r) { return r.reason.empty(); });
    for (MachineRow& row : greyed.rows) {
        row.reason = row.why ? source.say(row.why->text, row.why->args) : row.reason;
    }
    if (!greyed.rows.empty()) {
        auto reasons = exports::machinesTable(greyed, {"machine", "provider", "reason"});
        if (!reasons) {
            return fail(reasons.error());
        }
        section.tables.push_back(readable(std::move(*reasons), source, "Machines that are not ranked"));
    }
    return {};
}

} // namespace

Result<ReportSection> machinesSection(const Source& source)
{
    const Comparison& comparison = source.comparison;
    ReportSection section{.id = "machines", .heading = source.say("Machines"), .paragraphs = {}, .charts = {}, .tables = {}};
    if (comparison.rows.empty()) {
        return section;
    }
    section.paragraphs.push_back(source.say(comparison.options.includeSetup
                                                ? "All-in figures are for {0} epochs with set-up. What follows ± is half of the 95 % interval of the mean."
                                                : "All-in figures are for {0} epochs without set-up. What follows ± is half of the 95 % interval of the mean.",
                                            {std::to_string(comparison.options.epochs)}));
    if (comparison.workload && comparison.workloads.size() > 1) {
        const Workload& work = comparison.workloads[*comparison.workload];
        section.paragraphs.push_back(source.say("Compared is {0} on {1} at {2} px; other work in this report is not compared with it.",
                                                {work.model, work.data, std::to_string(work.imgsz)}));
    }
    if (auto added = addMachineTables(section, source); !added) {
        return fail(added.error());
    }
    const ChartWords& words = source.options.chartWords;
    addBars(section, epochTimeChart(comparison, words), true);
    addBars(section, priceAndCostChart(comparison, words), true);
    addBars(section, onDemandVsSpotChart(comparison, words), hasSpot(comparison));
    return section;
}

Result<ReportSection> curvesSection(const Source& source)
{
    ReportSection section{.id = "curves", .heading = source.say("Curves"), .paragraphs = {}, .charts = {}, .tables = {}};
    std::vector<Experiment> trained;
    for (const Experiment& e : source.shown) {
        if (e.epochsDone > 0 && !e.last.empty()) {
            trained.push_back(e);
        }
    }
    if (trained.size() > kMostCurves) {
        section.paragraphs.push_back(source.say("Drawn are the newest {0} of {1} experiments with curves.", {std::to_string(kMostCurves), std::to_string(trained.size())}));
        trained.erase(trained.begin(), trained.end() - static_cast<std::ptrdiff_t>(kMostCurves));
    }
    for (const char* name : {"metrics/mAP50-95(B)", "metrics/mAP50(B)", "metrics/mAP50-95(M)", "metrics/accuracy_top1", "train/box_loss", "val/box_loss", "train/loss", "val/loss"}) {
        auto chart = scalarChart(source.store, trained, {name});
        if (!chart) {
            return fail(chart.error());
        }
        if (chart->series.empty()) {
            continue;
        }
        if (trained.size() == 1) { // else the one line has the name of the scalar, as the axis does
            chart->series.front().label = nameOf(trained.front());
        }
        std::string alt = altOf(*chart, source);
        chart->yLabel.clear(); // the caption says it
        section.charts.push_back({std::move(*chart), name, {}, std::move(alt)});
    }
    if (section.charts.empty()) {
        section.paragraphs.clear();
    }
    return section;
}

} // namespace yardstick::report
