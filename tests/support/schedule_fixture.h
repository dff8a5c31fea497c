// A store with "this host" and its two queues, experiments whose data file gives orders to tiny_worker, and a
// scheduler that runs in the test's own event loop.
#pragma once

#include "core/actions.h"
#include "core/local_launcher.h"
#include "core/schedule/scheduler.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <QTest>

#include <fstream>

namespace yardstick::test {

class HandClock final : public Clock
{
public:
    [[nodiscard]] UtcMs now() const override { return m_now; }
    void advance(UtcMs ms) { m_now += ms; }

private:
    UtcMs m_now = nowUtcMs();
};

inline bool waitFor(const std::function<bool()>& condition, int seconds = 60)
{
    return QTest::qWaitFor(condition, seconds * 1000);
}

inline std::string slurp(const std::filesystem::path& file)
{
    return platform::readFile(file).value_or("");
}

class ScheduleFixture : public testing::Test
{
public:
    ScheduleFixture()
    {
        open();
        must(store->run([](StoreWriter& w) { return actions::ensureLocalHost(w); }));
        all = must(reader().queueByName("all cores"));
        one = must(reader().queueByName("1 core"));
    }

    void open()
    {
        store.reset();
        store = must(Store::open(file()));
    }
    [[nodiscard]] std::filesystem::path file() const { return dir / "store.db"; }
    [[nodiscard]] StoreReader reader() const { return must(store->reader()); }
    [[nodiscard]] Experiment experiment(ExperimentId id) const { return must(reader().experiment(id)); }
    [[nodiscard]] std::vector<Attempt> attempts(ExperimentId id) const
    {
        return must(reader().attempts(id, true));
    }
    [[nodiscard]] ExperimentStatus status(ExperimentId id) const { return experiment(id).status; }

    /// A data file with orders for tiny_worker.
    std::string data(const nlohmann::json& orders)
    {
        const auto path = dir / ("data-" + std::to_string(++m_files) + ".yaml");
        must(platform::writeFileAtomic(path, orders.dump()));
        return path.string();
    }
    ExperimentId make(int epochs, const nlohmann::json& orders = nlohmann::json::object())
    {
        ExperimentSpec spec;
        spec.data = data(orders);
        spec.params = {{"epochs", epochs}};
        return must(store->runFor<ExperimentId>([&](StoreWriter& w) { return actions::create(w, spec); }));
    }
    void enqueue(ExperimentId id, const Queue& queue)
    {
        must(store->run([&](StoreWriter& w) { return actions::enqueue(w, id, queue.id); }));
    }
    ExperimentId enqueued(int epochs, const nlohmann::json& orders = nlohmann::json::object())
    {
        const ExperimentId id = make(epochs, orders);
        enqueue(id, all);
        return id;
    }
    void touch(const std::filesystem::path& path) { std::ofstream(path) << "go\n"; }

    Result<std::unique_ptr<Scheduler>> take(const std::string& worker, const Clock& by)
    {
        std::map<std::string, std::unique_ptr<Launcher>> launchers;
        launchers.emplace("local", std::make_unique<LocalLauncher>(worker));
        Scheduler::Options options;
        options.tickMs = 20;
        options.program = "test";
        return Scheduler::take(*store, std::move(launchers), by, options);
    }
    void startScheduler(const std::string& worker = YARDSTICK_TINY_WORKER)
    {
        scheduler = must(take(worker, clock));
        QObject::connect(scheduler.get(), &Scheduler::failed, scheduler.get(),
                         [this](const QString& message) { told.push_back(message.toStdString()); });
        scheduler->start();
    }
    [[nodiscard]] bool untilIdle()
    {
        return waitFor([&] { return scheduler->idle(); });
    }

    /// How often a worker was started in the run directories of an experiment.
    [[nodiscard]] int starts(ExperimentId id) const
    {
        int count = 0;
        for (const Attempt& a : attempts(id)) {
            const std::string text = slurp(std::filesystem::path(a.runDirectory) / "starts.txt");
            count += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
        }
        return count;
    }
    /// Epoch numbers in the order of the store, over all attempts.
    [[nodiscard]] std::vector<int> epochs(ExperimentId id) const
    {
        std::vector<int> out;
        for (const EpochRow& e : must(reader().epochs(id))) {
            out.push_back(e.epoch);
        }
        return out;
    }

    TempDir dir;
    std::unique_ptr<Store> store;
    HandClock clock;
    std::unique_ptr<Scheduler> scheduler; ///< goes before the store
    Queue all, one;
    std::vector<std::string> told;

private:
    int m_files = 0;
};

/// 1, 2 … n.
inline std::vector<int> upTo(int n)
{
    std::vector<int> out;
    for (int i = 1; i <= n; ++i) {
        out.push_back(i);
    }
    return out;
}

} // namespace yardstick::test
