// bench_plan [--json]: plan() over 10,000 waiting experiments in 20 queues on 5 hosts, and what idle() asks.
// Figures, never a verdict.
#include "core/base/time.h"
#include "core/schedule/plan.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

namespace {

using namespace yardstick;
using namespace yardstick::schedule;

struct Figures
{
    double median = 0, p95 = 0;
};
Figures measured(int rounds, const std::function<void()>& work)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        const double begin = monotonicSeconds();
        work();
        times.push_back(monotonicSeconds() - begin);
    }
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times[std::min(times.size() - 1, times.size() * 95 / 100)]};
}

World bigWorld(int waiting, int queues, int hosts)
{
    World w;
    for (int h = 1; h <= hosts; ++h) {
        w.hosts.push_back({HostId(h), 4, 16, 0, true, {}});
    }
    for (int q = 1; q <= queues; ++q) {
        WorldQueue queue;
        queue.id = QueueId(q);
        queue.hostId = HostId(1 + q % hosts);
        queue.launcher = "local";
        queue.threads = q % 4 == 0 ? 0 : 4;
        queue.position = q;
        w.queues.push_back(queue);
    }
    for (int e = 1; e <= waiting; ++e) {
        WaitingExperiment x;
        x.id = ExperimentId(e);
        x.queueId = QueueId(1 + e % queues);
        x.position = (e * 7919LL) % waiting;
        w.waiting.push_back(x);
    }
    return w;
}

} // namespace

int main(int argc, char** argv)
{
    const bool json = argc > 1 && std::strcmp(argv[1], "--json") == 0;
    volatile double sink = 0;
    const Figures calibration = measured(5, [&] {
        double x = 1;
        for (int i = 0; i < 20'000'000; ++i) {
            x = x * 1.0000001 + 1e-9;
        }
        sink = sink + x;
    });
    const World world = bigWorld(10'000, 20, 5);
    size_t actions = 0;
    const Figures decide = measured(100, [&] { actions = plan(world, 1).size(); });
    const Figures ask = measured(100, [&] {
        sink = sink + static_cast<double>(
                          std::count_if(world.waiting.begin(), world.waiting.end(),
                                        [&](const WaitingExperiment& w) { return canStart(world, w); }));
    });
    const char* format =
        json ? "{\"calibration_s\": %.4f, \"plan_10000_ms\": {\"median\": %.3f, \"p95\": %.3f}, "
               "\"can_start_10000_ms\": {\"median\": %.3f, \"p95\": %.3f}, \"actions\": %zu}\n"
             : "calibration loop %.4f s\nplan over 10,000 waiting: median %.3f ms, p95 %.3f ms\n"
               "canStart of all:         median %.3f ms, p95 %.3f ms\nactions decided: %zu\n";
    std::printf(format, calibration.median, decide.median * 1e3, decide.p95 * 1e3, ask.median * 1e3,
                ask.p95 * 1e3, actions);
    return 0;
}
