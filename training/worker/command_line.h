// The worker's command line: which subcommands there are and what they take. Exit codes: 0 done, 1 failed, 2 usage,
// 3 not found.
#pragma once

namespace yardstick::training {

int runCommandLine(int argc, char** argv);

} // namespace yardstick::training
