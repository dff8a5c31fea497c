// makePages: the pages of the main window in the order of the side bar, and what connects them. Owner thread: GUI.
#pragma once

#include "ui/window/window_context.h"

#include <vector>

namespace yardstick::ui {

class ExperimentsPage;
class MainWindow;
class Page;

struct MadePages
{
    std::vector<Page*> pages;
    ExperimentsPage* experiments = nullptr;
};
MadePages makePages(WindowContext& context, MainWindow& window);

} // namespace yardstick::ui
