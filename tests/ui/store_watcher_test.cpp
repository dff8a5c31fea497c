// StoreWatcher and StoreQuery on a real store: what another connection wrote arrives once, by kind.
#include "core/store/store.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace yardstick::ui {
namespace {

struct WatchedStore
{
    QTemporaryDir folder;
    std::unique_ptr<Store> store;

    WatchedStore()
    {
        auto opened = Store::open(folder.filePath(QStringLiteral("s.db")).toStdString());
        if (opened) {
            store = std::move(*opened);
        }
    }
    ExperimentId add(const std::string& name) const
    {
        const auto id = store->runFor<ExperimentId>([&](StoreWriter& w) {
            Experiment e;
            e.spec.name = name;
            return w.insertExperiment(e);
        });
        return id ? *id : ExperimentId{};
    }
};

TEST(StoreWatcher, reportsWhatAnotherConnectionWroteOnceAndByKind)
{
    WatchedStore s;
    ASSERT_TRUE(s.store);
    s.add("before");
    StoreWatcher watcher(std::move(*s.store->reader()));
    QSignalSpy all(&watcher, &StoreWatcher::changed);
    QSignalSpy experiments(&watcher, &StoreWatcher::experimentsChanged);
    QSignalSpy queues(&watcher, &StoreWatcher::queuesChanged);
    watcher.poll();
    EXPECT_EQ(all.count(), 0) << "what was there before is no change";

    const ExperimentId a = s.add("a");
    const ExperimentId b = s.add("b");
    watcher.poll();
    ASSERT_EQ(experiments.count(), 1) << "two writes between polls are one signal";
    const auto ids = experiments.at(0).at(0).value<QSet<qint64>>();
    EXPECT_TRUE(ids.contains(a.value));
    EXPECT_TRUE(ids.contains(b.value));
    EXPECT_EQ(queues.count(), 0);
    watcher.poll();
    EXPECT_EQ(experiments.count(), 1);
}

TEST(StoreWatcher, asksForAReloadWhenChangesWereTrimmed)
{
    WatchedStore s;
    ASSERT_TRUE(s.store);
    StoreWatcher watcher(std::move(*s.store->reader()));
    QSignalSpy reload(&watcher, &StoreWatcher::reloadNeeded);
    s.add("a");
    s.add("b");
    ASSERT_TRUE(s.store->run([](StoreWriter& w) { return w.trimChanges(nowUtcMs() + 3'600'000); }));
    s.add("c");
    watcher.poll();
    EXPECT_EQ(reload.count(), 1);
}

TEST(StoreQuery, answersOnTheCallersThreadAndNotADeadContext)
{
    WatchedStore s;
    ASSERT_TRUE(s.store);
    s.add("a");
    StoreQuery query(s.store->info().file);
    QThread* worker = nullptr;
    QThread* answer = nullptr;
    std::size_t count = 0;
    auto* doomed = new QObject;
    bool deadAnswered = false;
    query.run<int>([](const StoreReader&) -> Result<int> { return 1; }, doomed, [&](Result<int>) { deadAnswered = true; });
    delete doomed;
    QObject context;
    query.run<std::vector<Experiment>>(
        [&](const StoreReader& r) {
            worker = QThread::currentThread();
            return r.experiments();
        },
        &context,
        [&](Result<std::vector<Experiment>> r) {
            answer = QThread::currentThread();
            count = r ? r->size() : 0;
        });
    ASSERT_TRUE(QTest::qWaitFor([&] { return answer != nullptr; }));
    EXPECT_NE(worker, QThread::currentThread());
    EXPECT_EQ(answer, QThread::currentThread());
    EXPECT_EQ(count, 1U);
    EXPECT_FALSE(deadAnswered);
}

} // namespace
} // namespace yardstick::ui
