#include "app/gui.h"

#include <iostream>

namespace yardstick::app {

int runWindow(int&, char**, const std::filesystem::path&, bool)
{
    std::cerr << "yardstick: This build has no window; see yardstick --help for what it can do.\n";
    return 1;
}

Result<int> withRenderers(int&, char**, const std::function<int(const Renderers&)>&)
{
    return fail(ErrorCode::Unsupported, "This build of yardstick has no window and cannot draw; use a build with the window.");
}

} // namespace yardstick::app
