// bench_store: how fast a log is ingested, what a point costs on disk, how long the experiments table takes to load.
// Prints figures as JSON, never a verdict.   bench_store [--points N] [--experiments N] [--rounds N]
#include "core/ingest.h"
#include "core/store/store.h"
#include "tests/support/bench_store.h"
#include "tests/support/event_log.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>

namespace {

using namespace yardstick;
using nlohmann::json;

double seconds(const std::function<void()>& work)
{
    const double start = monotonicSeconds();
    work();
    return monotonicSeconds() - start;
}

json timesOf(int rounds, const std::function<void()>& work)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        times.push_back(seconds(work));
    }
    std::ranges::sort(times);
    return {{"median_s", times[times.size() / 2]}, {"p95_s", times[times.size() * 95 / 100]}, {"rounds", rounds}};
}

/// A fixed piece of work, to compare machines and their load.
double calibration()
{
    return seconds([] {
        std::uint64_t x = 1;
        for (int i = 0; i < 200'000'000; ++i) {
            x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        }
        volatile std::uint64_t keep = x;
        (void)keep;
    });
}

/// A real log of a long run, ingested `bytes` at a time.
json ingestion(const test::TempDir& dir, const std::string& log, const char* name, std::int64_t bytes)
{
    const auto file = dir / (std::string(name) + ".db");
    const auto runs = dir / (std::string(name) + "-runs");
    json out;
    {
        const auto store = test::must(Store::open(file));
        const test::Seeded s = test::seed(*store, runs);
        test::writeLog(runs, 1, log);
        const auto reader = test::must(store->reader());
        const double time = seconds([&] { test::ingestAll(*store, s.attempt, bytes, true); });
        const auto counts = test::must(reader.counts());
        out = {{"points", counts.points}, {"log_bytes", log.size()}, {"bytes_at_once", bytes}, {"seconds", time},
               {"points_per_second", static_cast<double>(counts.points) / time}};
    }
    // Closed: the journal is in the file. Its size before the points, a store with one attempt, is taken off.
    const auto size = static_cast<double>(std::filesystem::file_size(file));
    const auto empty = dir / (std::string(name) + "-empty.db");
    {
        const auto store = test::must(Store::open(empty));
        test::seed(*store, runs);
    }
    const double grown = size - static_cast<double>(std::filesystem::file_size(empty));
    out["file_bytes"] = size;
    out["bytes_per_point"] = grown / out["points"].get<double>(); // ticks, epochs and all
    return out;
}

} // namespace

int main(int argc, char** argv)
{
    std::int64_t points = 3'000'000;
    int experiments = 10'000;
    int rounds = 9;
    for (int i = 1; i + 1 < argc; i += 2) {
        const long long value = std::atoll(argv[i + 1]);
        if (std::strcmp(argv[i], "--points") == 0) {
            points = value;
        } else if (std::strcmp(argv[i], "--experiments") == 0) {
            experiments = static_cast<int>(value);
        } else if (std::strcmp(argv[i], "--rounds") == 0) {
            rounds = static_cast<int>(value);
        }
    }
    try {
        const test::TempDir dir;
        json out;
        out["calibration_s"] = calibration();
        test::LogOptions options;
        options.epochs = 300;
        options.stepsPerEpoch = 400;
        options.faults = false;
        const std::string log = test::logOfRun(options);
        out["ingest"] = ingestion(dir, log, "whole", 1 << 20);
        out["ingest_live"] = ingestion(dir, log.substr(0, log.size() / 4), "live", 4096); // as a run that is watched: small pieces

        const auto file = dir / "many.db";
        out["make_s"] = seconds([&] { test::must(test::makeBenchStore(file, experiments, points)); });
        const auto store = test::must(Store::open(file));
        const auto counts = test::must(test::must(store->reader()).counts());
        out["store"] = {{"experiments", counts.experiments}, {"points", counts.points}, {"bytes", counts.bytes},
                        {"bytes_per_point", static_cast<double>(counts.bytes) / static_cast<double>(counts.points)}};
        out["experiments_list"] = timesOf(rounds, [&] { (void)test::must(test::must(store->reader()).experiments()); });
        const auto reader = test::must(store->reader());
        out["experiment_joined_points"] = timesOf(rounds, [&] { (void)test::must(reader.joinedPoints(ExperimentId(5), "train/box_loss")); });
        std::cout << out.dump(1) << "\n";
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}
