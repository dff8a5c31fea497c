// bench_charts: one pan step of a chart, from the key to the painted frame: one series of a million points, and one
// hundred runs of a thousand epochs; and a live update.
// Figures, never a verdict. Chart 1200 × 600, offscreen raster, no GPU.
#include "ui/charts/metric_chart.h"
#include "ui/theme/theme.h"

#include <nlohmann/json.hpp>

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>

namespace {

using namespace yardstick;
using namespace yardstick::ui;
using nlohmann::json;

double milliseconds(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

json measured(int rounds, const std::function<void(int)>& work)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        times.push_back(milliseconds([&] { work(i); }));
    }
    std::sort(times.begin(), times.end());
    return {{"median_ms", times[times.size() / 2]}, {"p95_ms", times[times.size() * 95 / 100]}};
}

/// The same work on every machine, to compare figures by.
double calibrationSeconds()
{
    volatile double sum = 0;
    return milliseconds([&] {
               double s = 0;
               for (int i = 1; i < 20'000'000; ++i) {
                   s += 1.0 / i;
               }
               sum = s;
           })
           / 1000;
}

std::vector<ChartSeries> runs(int count, int points, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.05);
    std::vector<ChartSeries> out;
    for (int s = 0; s < count; ++s) {
        ChartSeries series;
        series.id = series.label = "run " + std::to_string(s);
        series.colour = s;
        for (int i = 0; i < points; ++i) {
            const double share = static_cast<double>(i) / points;
            series.points.push_back({static_cast<double>(i + 1), (1 + 0.02 * s) * std::exp(-3 * share) + noise(random)});
        }
        out.push_back(std::move(series));
    }
    return out;
}

/// A frame: decimation, layout and painting of the whole chart into an image.
json panFrames(std::vector<ChartSeries> data, double visible)
{
    MetricChart chart;
    chart.setPalette(paletteFor(false));
    chart.resize(1200, 600);
    chart.setXAxis(AxisKind::Integer, QStringLiteral("epoch"));
    const double last = data.front().points.back().x;
    chart.setSeries(std::move(data));
    chart.show();
    chart.flush();
    chart.setXView(1, 1 + (last - 1) * visible);
    chart.flush();
    QImage frame(1200, 600, QImage::Format_RGB32);
    chart.setFocus();
    return measured(100, [&](int i) {
        // A drag moves a few pixels between two frames, there and back.
        chart.panBy(i % 20 < 10 ? -8 : 8);
        chart.flush();
        QPainter painter(&frame);
        chart.render(&painter);
    });
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const bool asJson = argc > 1 && std::strcmp(argv[1], "--json") == 0;
    json out;
    out["calibration_s"] = calibrationSeconds();
    out["pan_1_series_1e6_points"] = panFrames(runs(1, 1'000'000, 1), 0.8);
    out["pan_100_runs_1000_epochs"] = panFrames(runs(100, 1000, 2), 0.8);
    MetricChart live;
    live.resize(400, 240);
    live.show();
    std::vector<ChartSeries> grown = runs(6, 1000, 3);
    out["live_update_6_series_1000_points"] = measured(50, [&](int) {
        live.setSeries(grown);
        live.flush();
        QImage frame(400, 240, QImage::Format_RGB32);
        QPainter painter(&frame);
        live.render(&painter);
    });
    if (asJson) {
        std::printf("%s\n", out.dump(2).c_str());
    } else {
        for (const auto& [name, value] : out.items()) {
            std::printf("%-36s %s\n", name.c_str(), value.dump().c_str());
        }
    }
    return 0;
}
