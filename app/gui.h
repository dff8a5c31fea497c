// The part of the program that needs Qt Widgets: the window, and drawing charts to files. Implemented in app/gui_widgets.cpp
// (with ui) and in app/gui_headless.cpp (without: it says in one sentence that this build cannot draw).
#pragma once

#include "core/base/result.h"
#include "core/chart_model.h"

#include <filesystem>
#include <functional>

namespace yardstick::app {

/// Opens the window on `storeFile` (empty: the default) and returns the exit code when it is closed.
int runWindow(int& argc, char** argv, const std::filesystem::path& storeFile, bool resetUi);

struct Renderers
{
    ChartRenderer& charts;
    ReportRenderer& reports;
};
/// Runs `draw` with renderers on the offscreen platform; its value is the exit code. Unsupported in a headless build.
Result<int> withRenderers(int& argc, char** argv, const std::function<int(const Renderers&)>& draw);

} // namespace yardstick::app
