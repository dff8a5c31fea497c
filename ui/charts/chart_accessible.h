// What a screen reader learns of a chart: its title as name, and as value what stands at the cursor. Owner thread: GUI.
#pragma once

namespace yardstick::ui {

/// Tells Qt how to describe MetricChart and PlotView; the charts call it, once is enough.
void installChartAccessibility();

} // namespace yardstick::ui
