// The command line: `yardstick SUBCOMMAND …` (CLI11). Parsing only; the work is in app/commands_*.cpp.
#pragma once

namespace yardstick::app {

/// Parses and runs. Without a subcommand it opens the window. Returns the exit code.
int runProgram(int argc, char** argv);

} // namespace yardstick::app
