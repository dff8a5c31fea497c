// bench_window: the experiments table with 100,000 rows (load, sort, filter), and the window from construction to a painted
// table on a store of 10,000 experiments and 3 million points. Figures, never a verdict.
#include "core/store/store.h"
#include "tests/support/bench_store.h"
#include "tests/support/temp_dir.h"
#include "ui/app_services.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"
#include "ui/settings/settings.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QEventLoop>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>

namespace {

using namespace yardstick;
using namespace yardstick::ui;

double milliseconds(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

nlohmann::json measured(int rounds, const std::function<void()>& work)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        times.push_back(milliseconds(work));
    }
    std::sort(times.begin(), times.end());
    return {{"median_ms", times[times.size() / 2]}, {"p95_ms", times[std::min(times.size() - 1, times.size() * 95 / 100)]}};
}

std::vector<Experiment> experiments(int count)
{
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(0, 1);
    std::vector<Experiment> all(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
        Experiment& e = all[static_cast<size_t>(i)];
        e.id = ExperimentId(i + 1);
        e.spec.name = "v8n-640-b" + std::to_string(random() % 1000);
        e.spec.modelVariant = i % 3 ? "yolov8n" : "yolov8s";
        e.spec.params = {{"imgsz", 320 + 32 * (i % 10)}, {"batch", 8 << (i % 4)}};
        e.spec.tags = {i % 5 ? "sweep" : "best"};
        e.best["map50"] = uniform(random);
        e.epochSeconds = 10 + 100 * uniform(random);
        e.costSoFar = Money(static_cast<std::int64_t>(random() % 10'000'000), Currency());
    }
    return all;
}

nlohmann::json benchTable(int rows)
{
    const std::vector<Experiment> all = experiments(rows);
    ExperimentTableModel model;
    ExperimentView view;
    view.setTable(&model);
    view.resize(1280, 500);
    nlohmann::json figures;
    figures["load"] = measured(3, [&] { model.setExperiments(all, {}); });
    view.show();
    QApplication::processEvents();
    int turn = 0;
    const auto sort = [&](const char* column) {
        return measured(9, [&] { model.sort(model.columnOf(column), ++turn % 2 ? Qt::AscendingOrder : Qt::DescendingOrder); });
    };
    figures["sort_number"] = sort("epoch_seconds");
    figures["sort_text"] = sort("name");
    figures["sort_money"] = sort("cost");
    const auto filter = [&](const char* text) {
        const auto parsed = Filter::parse(QString::fromUtf8(text));
        return measured(9, [&] { model.setFilter(++turn % 2 ? *parsed : Filter()); });
    };
    figures["filter_number"] = filter("map50>0.6");
    figures["filter_expression"] = filter("map50>0.6 and (model~\"v8s\" or tag:best) and cost<2");
    figures["filter_parameter"] = filter("imgsz>=512");
    figures["filter_word"] = filter("b64");
    figures["repaint"] = measured(9, [&] { view.viewport()->repaint(); });
    return figures;
}

/// A window that schedules nothing.
class ClientServices final : public AppServices
{
public:
    QString version() const override { return QStringLiteral("bench"); }
    SchedulerHolder schedulerHolder() const override { return {true, 1, "serve", 0, false}; }
    Result<> takeScheduler() override { return {}; }
    Result<> handOverToServe() override { return {}; }
    Result<std::filesystem::path> findWorker() const override { return fail(ErrorCode::WorkerMissing, "There is none."); }
    void startDemo(QObject*, Progress, std::function<void(Result<std::vector<ExperimentId>>)>) override {}
    void cancelDemo() override {}
    Result<> openUrl(const QUrl&) override { return {}; }
    QString commandLine(const QString& subcommand) const override { return subcommand; }
};

nlohmann::json benchWindow(int rows, std::int64_t points)
{
    const test::TempDir folder;
    if (const auto made = test::makeBenchStore(folder / "bench.db", rows, points); !made) {
        return {{"error", made.error().message()}};
    }
    return measured(5, [&] {
        auto store = Store::open(folder / "bench.db");
        ClientServices services;
        Settings settings(QString::fromStdString((folder / "settings.ini").string()));
        auto window = MainWindow::make(**store, services, settings);
        (*window)->show();
        while ((*window)->experiments().model().rowCount() < rows) {
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        (*window)->repaint();
    });
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const bool json = argc > 1 && std::strcmp(argv[1], "--json") == 0;
    volatile double sink = 0;
    nlohmann::json all;
    all["calibration"] = measured(5, [&] {
        double x = 1;
        for (int i = 0; i < 20'000'000; ++i) {
            x = x * 1.0000001 + 1e-9;
        }
        sink = x;
    });
    all["table_100000"] = benchTable(100'000);
    all["window_10000_3M"] = benchWindow(10'000, 3'000'000);
    if (json) {
        std::puts(all.dump(2).c_str());
        return 0;
    }
    const nlohmann::json flat = all.flatten();
    for (const auto& [name, value] : flat.items()) {
        std::printf("%-48s %10.2f\n", name.c_str(), value.is_number() ? value.get<double>() : 0.0);
    }
    return 0;
}
