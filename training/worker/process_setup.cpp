#include "training/worker/process_setup.h"

#include "core/base/platform.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdlib>
#include <malloc.h>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace yardstick::training {
namespace {

/// Instruction set of ATen's own loops; LibTorch 1.13 does not know newer CPUs and falls back to scalar code.
const char* atenCapability()
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512dq")) {
        return "avx512";
    }
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "avx2" : nullptr;
}

/// Subcommands that compute little do not pay for a second start.
bool computes(char** argv)
{
    const std::string_view command = argv[0] != nullptr && argv[1] != nullptr ? argv[1] : "";
    return command == "train" || command == "val" || command == "predict" || command == "bench";
}

std::vector<std::string> g_tuned;

void setUnlessSet(const char* name, const char* value)
{
    if (std::getenv(name) == nullptr && ::setenv(name, value, 1) == 0) {
        g_tuned.emplace_back(name);
    }
}

} // namespace

void restartWithTunedEnvironment(char** argv)
{
    if (const char* names = std::getenv("YARDSTICK_WORKER_TUNED")) { // set by ourselves, one after the other
        std::istringstream in(names);
        for (std::string name; in >> name;) {
            g_tuned.push_back(name);
        }
        ::unsetenv("YARDSTICK_WORKER_TUNED");
        return;
    }
    if (!computes(argv)) {
        return;
    }
    setUnlessSet("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
    // Short spinning at barriers: beside other work, long spinning costs the step most of its time.
    setUnlessSet("GOMP_SPINCOUNT", "1000");
    if (const char* capability = atenCapability()) {
        setUnlessSet("ATEN_CPU_CAPABILITY", capability);
    }
    if (!g_tuned.empty()) {
        std::string names;
        for (const std::string& name : g_tuned) {
            names += (names.empty() ? "" : " ") + name;
        }
        ::setenv("YARDSTICK_WORKER_TUNED", names.c_str(), 1);
        ::execv("/proc/self/exe", argv); // returns only where it failed; then the run is slower, no more
        ::unsetenv("YARDSTICK_WORKER_TUNED");
    }
}

const std::vector<std::string>& tunedVariables()
{
    return g_tuned;
}

void tuneAllocator()
{
    ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
    ::mallopt(M_TRIM_THRESHOLD, -1);
    ::mallopt(M_TOP_PAD, 64 << 20);
    ::mallopt(M_ARENA_MAX, 1);
}

int setThreads(int threads)
{
    const int available = std::max(platform::hostInfo().logicalCpus, 1);
    const int wanted = threads > 0 ? threads : available;
    at::set_num_threads(wanted);
    return wanted;
}

} // namespace yardstick::training
