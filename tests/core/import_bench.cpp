// bench_import: a tree of 200 Ultralytics run folders in every layout (100 epochs each) into a new store, then looked at again.
// Figures, never a verdict. Goal: 200 folders in at most 5 s.
#include "tests/support/temp_dir.h"
#include "tests/support/ultralytics_tree.h"

#include "core/import/ultralytics_import.h"
#include "core/store/store.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>

namespace {

using namespace yardstick;

constexpr int kFolders = 200, kEpochs = 100, kRounds = 5;

double seconds(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

struct Figures
{
    double median = 0, p95 = 0;
};
Figures figuresOf(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times[std::min(times.size() - 1, times.size() * 95 / 100)]};
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    const bool json = argc > 1 && std::strcmp(argv[1], "--json") == 0;
    volatile double sink = 0;
    std::vector<double> loops, imports, again;
    for (int i = 0; i < kRounds; ++i) {
        loops.push_back(seconds([&] {
            double x = 1;
            for (int k = 0; k < 20'000'000; ++k) {
                x = x * 1.0000001 + 1e-9;
            }
            sink = x;
        }));
    }
    test::TempDir folder;
    test::makeUltralyticsTree(folder / "runs", kFolders, kEpochs, true);
    int added = 0;
    std::int64_t points = 0;
    for (int i = 0; i < kRounds; ++i) {
        auto store = Store::open(folder / ("store" + std::to_string(i) + ".db"));
        if (!store) {
            std::fprintf(stderr, "%s\n", store.error().message().c_str());
            return 1;
        }
        imports::UltralyticsImport import(**store, {folder / "runs", {}, "history"});
        Result<imports::UltralyticsReport> report;
        imports.push_back(seconds([&] { report = import.look(imports::LastLine::Take); }));
        again.push_back(seconds([&] { (void)import.look(imports::LastLine::LeaveIfOpen); }));
        if (!report || report->added < kFolders) {
            std::fprintf(stderr, "The tree could not be imported.\n");
            return 1;
        }
        added = report->added;
        const auto reader = (*store)->reader();
        points = reader ? reader->counts().value_or(StoreReader::Counts{}).points : 0;
    }
    const Figures first = figuresOf(imports), second = figuresOf(again), loop = figuresOf(loops);
    const char* layout = json ? "{\"folders\": %d, \"points\": %lld, \"import_s\": %.4f, \"import_p95_s\": %.4f, \"look_again_ms\": %.3f, "
                                "\"look_again_p95_ms\": %.3f, \"calibration_s\": %.4f}\n"
                              : "import of %d run folders, %lld points: median %.3f s, p95 %.3f s\nlook again, nothing new: median %.2f ms, p95 "
                                "%.2f ms\ncalibration loop: %.4f s\n";
    std::printf(layout, added, static_cast<long long>(points), first.median, first.p95, second.median * 1e3, second.p95 * 1e3, loop.median);
    return 0;
}
