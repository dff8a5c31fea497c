// bench_schedule [--json]: what the scheduler costs its thread with 10,000 experiments that wait: the first tick, a tick after
// a change, and the CPU share while nothing happens. Figures, never a verdict.
#include "core/actions.h"
#include "core/local_launcher.h"
#include "core/schedule/scheduler.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <QCoreApplication>
#include <QTest>

#include <cstdio>
#include <cstring>
#include <ctime>

namespace {

using namespace yardstick;
using test::must;

constexpr int kWaiting = 10'000;

double threadSeconds()
{
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

QueueId fill(Store& store, const std::string& data)
{
    return must(store.runFor<QueueId>([&](StoreWriter& w) -> Result<QueueId> {
        must(actions::ensureLocalHost(w));
        Queue queue = must(w.read().queueByName("all cores"));
        queue.paused = true;
        must(actions::setQueue(w, queue));
        for (int i = 0; i < kWaiting; ++i) {
            ExperimentSpec spec;
            spec.data = data;
            must(actions::enqueue(w, must(actions::create(w, spec)), queue.id));
        }
        return queue.id;
    }));
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    const bool json = argc > 1 && std::strcmp(argv[1], "--json") == 0;
    const test::TempDir dir;
    auto store = must(Store::open(dir / "store.db"));
    must(platform::writeFileAtomic(dir / "data.yaml", "names: [a]\n"));
    const double before = monotonicSeconds();
    fill(*store, (dir / "data.yaml").string());
    const double filled = monotonicSeconds() - before;

    const SystemClock clock;
    std::map<std::string, std::unique_ptr<Launcher>> launchers;
    launchers.emplace("local", std::make_unique<LocalLauncher>("/bin/false"));
    auto scheduler = must(Scheduler::take(*store, std::move(launchers), clock, {}));
    int ticks = 0;
    QObject::connect(scheduler.get(), &Scheduler::ticked, scheduler.get(), [&] { ++ticks; });
    const double start = threadSeconds();
    scheduler->start();
    (void)QTest::qWaitFor([&] { return ticks >= 1; }, 60'000);
    const double first = threadSeconds() - start;
    // 20 ticks store 500 reasons each; then it is quiet.
    (void)QTest::qWaitFor([&] { return ticks >= 30; }, 60'000);
    const int from = ticks;
    const double cpu = threadSeconds();
    const double wall = monotonicSeconds();
    (void)QTest::qWaitFor([&] { return ticks >= from + 40; }, 60'000);
    const double share = (threadSeconds() - cpu) / (monotonicSeconds() - wall);
    const char* format = json ? "{\"enqueue_10000_s\": %.3f, \"first_tick_cpu_ms\": %.2f, \"quiet_cpu_share\": %.5f}\n"
                              : "create and enqueue 10,000: %.3f s\nfirst tick: %.2f ms of CPU\nquiet: %.5f of one CPU\n";
    std::printf(format, filled, first * 1e3, share);
    return 0;
}
