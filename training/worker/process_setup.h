// What the process sets up before anything else of it runs: environment that LibTorch, glibc and OpenMP read at start
// (by starting itself once more), the allocator, and the number of threads.
#pragma once

#include <string>
#include <vector>

namespace yardstick::training {

/// First statement of main. For subcommands that compute: replaces the process by itself with the environment set, unless it
/// is set already; returns where nothing had to change or the system refused.
void restartWithTunedEnvironment(char** argv);
/// Names of the variables that it has set; other programs that we run do not get them.
const std::vector<std::string>& tunedVariables();
/// Second statement of main: big blocks stay in the process instead of going back to the kernel at every batch.
void tuneAllocator();
/// Threads of tensor operations; 0: all that the process may use. Returns what is in force.
int setThreads(int threads);

} // namespace yardstick::training
