#include "training/worker/process_setup.h"

#include "core/base/platform.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdlib>
#include <malloc.h>
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

bool setUnlessSet(const char* name, const char* value)
{
    return std::getenv(name) == nullptr && ::setenv(name, value, 1) == 0;
}

} // namespace

void restartWithTunedEnvironment(char** argv)
{
    if (std::getenv("YARDSTICK_WORKER_TUNED") != nullptr) {
        ::unsetenv("YARDSTICK_WORKER_TUNED");
        return;
    }
    if (!computes(argv)) {
        return;
    }
    bool changed = setUnlessSet("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
    // Short spinning at barriers: beside other work, long spinning costs the step most of its time.
    changed = setUnlessSet("GOMP_SPINCOUNT", "1000") || changed;
    if (const char* capability = atenCapability()) {
        changed = setUnlessSet("ATEN_CPU_CAPABILITY", capability) || changed;
    }
    if (changed) {
        ::setenv("YARDSTICK_WORKER_TUNED", "1", 1);
        ::execv("/proc/self/exe", argv); // returns only where it failed; then the run is slower, no more
        ::unsetenv("YARDSTICK_WORKER_TUNED");
    }
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
