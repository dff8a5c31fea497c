// bench_export: 10,000 experiments × 40 columns as CSV and XLSX: a table that is there already, and the whole way from a store;
// and a million points decimated. Figures, never a verdict.
#include "core/chart_model.h"
#include "core/export/tables.h"
#include "core/store/store_reader.h"
#include "tests/support/bench_store.h"
#include "tests/support/temp_dir.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>

namespace {

using namespace yardstick;

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
Figures measured(int rounds, const std::function<void()>& work)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        times.push_back(seconds(work));
    }
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times[std::min(times.size() - 1, times.size() * 95 / 100)]};
}

exports::Table wideTable(size_t rows, size_t columns)
{
    std::mt19937_64 rng(1);
    std::uniform_real_distribution<double> uniform(0, 1);
    exports::Table table;
    for (size_t c = 0; c < columns; ++c) {
        table.columns.push_back({.id = c == 4 ? "cost_per_epoch" : "column_" + std::to_string(c), .unit = {}});
    }
    for (size_t r = 0; r < rows; ++r) {
        auto& row = table.rows.emplace_back(columns);
        for (size_t c = 0; c < columns; ++c) {
            if (c == 4) {
                row[c].value = Money(static_cast<std::int64_t>(rng() % 1'000'000), Currency());
            } else if (c % 4 == 0) {
                row[c].value = static_cast<std::int64_t>(rng() % 100'000);
            } else if (c % 4 == 1) {
                row[c].value = "experiment " + std::to_string(rng() % 10'000) + (c == 1 ? ", again" : "");
            } else {
                row[c].value = uniform(rng);
            }
        }
    }
    return table;
}

/// From the store to the bytes of the file; 0 bytes when something failed.
size_t wholeWay(const StoreReader& store, exports::Format format)
{
    std::vector<std::string> columns = exports::experimentColumns();
    columns.resize(40);
    const auto table = exports::experimentsTable(store, {}, columns);
    return table ? exports::write(*table, format).value_or("").size() : 0;
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
        sink = x;
    });
    const exports::Table table = wideTable(10'000, 40);
    size_t bytes = 0;
    const auto format = [&](exports::Format f) {
        return measured(f == exports::Format::Xlsx ? 3 : 7, [&] { bytes = exports::write(table, f).value_or("").size(); });
    };
    const Figures csv = format(exports::Format::Csv);
    const size_t csvBytes = bytes;
    const Figures xlsx = format(exports::Format::Xlsx);
    const size_t xlsxBytes = bytes;
    const test::TempDir folder;
    const auto made = test::makeBenchStore(folder / "store.db", 10'000, 100'000);
    const auto store = made ? StoreReader::open(folder / "store.db") : std::unexpected(made.error());
    if (!store) {
        std::fprintf(stderr, "The store could not be made: %s\n", store.error().message().c_str());
        return 1;
    }
    size_t wholeBytes = 1;
    const auto fromStore = [&](exports::Format f) {
        return measured(f == exports::Format::Xlsx ? 3 : 5, [&] { wholeBytes = std::min(wholeBytes, wholeWay(*store, f)); });
    };
    const Figures storeCsv = fromStore(exports::Format::Csv);
    const Figures storeXlsx = fromStore(exports::Format::Xlsx);
    std::vector<ChartPoint> points(1'000'000);
    for (size_t i = 0; i < points.size(); ++i) {
        points[i] = {static_cast<double>(i), std::sin(static_cast<double>(i) * 0.01)};
    }
    const Figures decimated = measured(15, [&] { sink = decimate(points, 0, 999'999, 1200).size(); });
    if (csvBytes == 0 || xlsxBytes == 0 || wholeBytes == 0) {
        std::fprintf(stderr, "The table could not be written.\n");
        return 1;
    }
    const char* layout = json
        ? "{\"csv_s\": %.4f, \"csv_p95_s\": %.4f, \"csv_bytes\": %zu, \"xlsx_s\": %.4f, \"xlsx_p95_s\": %.4f, \"xlsx_bytes\": %zu, "
          "\"store_csv_s\": %.4f, \"store_csv_p95_s\": %.4f, \"store_xlsx_s\": %.4f, \"store_xlsx_p95_s\": %.4f, "
          "\"decimate_1e6_ms\": %.3f, \"decimate_p95_ms\": %.3f, \"calibration_s\": %.4f}\n"
        : "CSV   10000 x 40: median %.3f s, p95 %.3f s, %zu bytes\nXLSX  10000 x 40: median %.3f s, p95 %.3f s, %zu bytes\n"
          "from the store: CSV median %.3f s, p95 %.3f s; XLSX median %.3f s, p95 %.3f s\n"
          "decimate 1e6 points to 1200 columns: median %.2f ms, p95 %.2f ms\ncalibration loop: %.4f s\n";
    std::printf(layout, csv.median, csv.p95, csvBytes, xlsx.median, xlsx.p95, xlsxBytes, storeCsv.median, storeCsv.p95, storeXlsx.median, storeXlsx.p95, decimated.median * 1e3, decimated.p95 * 1e3,
                calibration.median);
    return 0;
}
