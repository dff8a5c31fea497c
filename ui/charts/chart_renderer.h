// WidgetChartRenderer: draws the window's charts to files (.png .svg .pdf) without a window; works on the offscreen
// platform, so `yardstick chart` needs no display. Needs a QApplication. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"

namespace yardstick::ui {

class WidgetChartRenderer final : public ChartRenderer
{
public:
    Result<> renderBars(const BarChart& chart, const std::filesystem::path& file, int width, int height, bool dark) override;
    Result<> renderLines(const LineChart& chart, const std::filesystem::path& file, int width, int height, bool dark) override;
    Result<> renderScatter(const ScatterChart& chart, const std::filesystem::path& file, int width, int height, bool dark) override;
    Result<> renderStrips(const StripChart& chart, const std::filesystem::path& file, int width, int height, bool dark) override;
};

} // namespace yardstick::ui
