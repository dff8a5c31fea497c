// bench_store: how fast a log is ingested, what a point costs on disk, how long the experiments table takes
// to load. Prints figures as JSON, never a verdict.   bench_store [--points N] [--experiments N] [--rounds N]
#include "core/ingest.h"
#include "core/store/store.h"
#include "tests/support/bench_store.h"
#include "tests/support/event_log.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
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

/// CPU time of the whole process: what a busy machine does not change.
double cpuSeconds()
{
    timespec t{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

json timesOf(int rounds, const std::function<void()>& work)
{
    std::vector<double> times;
    const double cpu = cpuSeconds();
    for (int i = 0; i < rounds; ++i) {
        times.push_back(seconds(work));
    }
    const double cpuEach = (cpuSeconds() - cpu) / rounds;
    std::ranges::sort(times);
    return {{"median_s", times[times.size() / 2]},
            {"p95_s", times[times.size() * 95 / 100]},
            {"mean_cpu_s", cpuEach},
            {"rounds", rounds}};
}

/// Bytes of a table's pages, slack included.
double tableBytes(const std::filesystem::path& file, const std::string& table)
{
    SQLite::Database db(file.string(), SQLite::OPEN_READONLY);
    SQLite::Statement q(db, "SELECT sum(pgsize) FROM dbstat WHERE name = ?");
    q.bind(1, table);
    return q.executeStep() ? q.getColumn(0).getDouble() : 0;
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
        const double cpu = cpuSeconds();
        const double time = seconds([&] { test::ingestAll(*store, s.attempt, bytes, true); });
        const double cpuTime = cpuSeconds() - cpu;
        const auto counts = test::must(reader.counts());
        out = {{"points", counts.points},
               {"log_bytes", log.size()},
               {"bytes_at_once", bytes},
               {"seconds", time},
               {"points_per_second", static_cast<double>(counts.points) / time},
               {"points_per_cpu_second", static_cast<double>(counts.points) / cpuTime}};
    }
    // The store is closed: what was in the journal is in the file.
    const auto points = out["points"].get<double>();
    out["bytes_per_point"] = tableBytes(file, "points") / points;
    out["bytes_per_point_of_ticks"] =
        tableBytes(file, "ticks") / points; // once per step, shared by its series
    out["file_bytes_per_point"] =
        static_cast<double>(std::filesystem::file_size(file)) / points; // epochs, images, plots and all
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
        out["ingest_live"] = ingestion(dir, log.substr(0, log.size() / 4), "live",
                                       4096); // as a run that is watched: small pieces

        const auto file = dir / "many.db";
        out["make_s"] = seconds([&] { test::must(test::makeBenchStore(file, experiments, points)); });
        const auto store = test::must(Store::open(file));
        const auto counts = test::must(test::must(store->reader()).counts());
        out["store"] = {{"experiments", counts.experiments},
                        {"points", counts.points},
                        {"bytes", counts.bytes},
                        {"bytes_per_point", tableBytes(file, "points") / static_cast<double>(counts.points)}};
        out["experiments_list"] =
            timesOf(rounds, [&] { (void)test::must(test::must(store->reader()).experiments()); });
        const auto reader = test::must(store->reader());
        out["experiment_joined_points"] = timesOf(
            rounds, [&] { (void)test::must(reader.joinedPoints(ExperimentId(5), "train/box_loss")); });
        std::cout << out.dump(1) << "\n";
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}
