// The store as its users see it: transactions, answers, changes, several processes, faults of the disk.
#include "core/store/schema.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QEventLoop>
#include <QTest>
#include <QTimer>

#include <atomic>
#include <thread>

namespace yardstick {
namespace {

using test::must;

class StoreTest : public testing::Test
{
protected:
    std::unique_ptr<Store> open() { return must(Store::open(m_file)); }
    static Result<> put(Store& store, const std::string& key, const std::string& value)
    {
        return store.run([&](StoreWriter& w) { return w.setSetting(key, value); });
    }
    static std::string get(Store& store, const std::string& key)
    {
        return must(must(store.reader()).setting(key)).value_or("-");
    }

    test::TempDir m_dir;
    std::filesystem::path m_file = m_dir / "folder/yardstick.db";
};

TEST_F(StoreTest, makesFolderAndFile)
{
    const auto store = open();
    EXPECT_TRUE(std::filesystem::exists(m_file));
    EXPECT_TRUE(store->info().wal);
    EXPECT_EQ(store->info().schemaVersion, schema::steps().back().version);
    EXPECT_FALSE(store->info().migrated);
    EXPECT_FALSE(store->info().uncleanBefore);
    EXPECT_EQ(must(store->check()), std::vector<std::string>{});
}

TEST_F(StoreTest, runCommitsAtOnce)
{
    const auto store = open();
    const double start = monotonicSeconds();
    for (int i = 0; i < 20; ++i) {
        must(put(*store, "key", std::to_string(i)));
        ASSERT_EQ(get(*store, "key"), std::to_string(i));
    }
    EXPECT_LT(monotonicSeconds() - start, 20 * 0.2) << "a commit waited for the batch";
}

TEST_F(StoreTest, failedWorkLeavesNothing)
{
    const auto store = open();
    must(put(*store, "a", "1"));
    const Result<> r = store->run([](StoreWriter& w) -> Result<> {
        must(w.setSetting("a", "2"));
        return fail(ErrorCode::NotAllowed, "No.");
    });
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().code, ErrorCode::NotAllowed);
    EXPECT_EQ(get(*store, "a"), "1");
}

TEST_F(StoreTest, exceptionInWorkIsAnErrorAndLeavesNothing)
{
    const auto store = open();
    const Result<> r = store->run([](StoreWriter& w) -> Result<> {
        must(w.setSetting("a", "2"));
        throw std::runtime_error("out of the blue");
    });
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().code, ErrorCode::Internal);
    EXPECT_EQ(get(*store, "a"), "-");
}

TEST_F(StoreTest, ignoredFaultOfTheDatabaseRollsBack)
{
    const auto store = open();
    // A machine that does not exist is an answer, not a fault; the work may go on.
    must(store->run([](StoreWriter& w) -> Result<> {
        Quote quote;
        quote.machineId = MachineId(77);
        const auto id = w.insertQuote(quote);
        EXPECT_FALSE(id);
        EXPECT_EQ(id.error().code, ErrorCode::NotFound);
        return w.setSetting("went", "on");
    }));
    EXPECT_EQ(get(*store, "went"), "on");
}

TEST_F(StoreTest, oneFailingPostDoesNotTakeTheOthersAlong)
{
    const auto store = open();
    must(put(*store, "first", "x")); // so that what follows waits and shares a commit
    std::vector<std::string> answers;
    const auto note = [&](Result<> r) { answers.push_back(r ? "ok" : r.error().message()); };
    store->post([](StoreWriter& w) { return w.setSetting("a", "1"); }, store.get(), note);
    store->post(
        [](StoreWriter& w) -> Result<> {
            must(w.setSetting("b", "1"));
            return fail(ErrorCode::InvalidArgument, "Not b.");
        },
        store.get(), note);
    store->post([](StoreWriter& w) { return w.setSetting("c", "1"); }, store.get(), note);
    ASSERT_TRUE(QTest::qWaitFor([&] { return answers.size() == 3; }, 10000));
    EXPECT_EQ(answers, (std::vector<std::string>{"ok", "Not b.", "ok"}));
    EXPECT_EQ(get(*store, "a") + get(*store, "b") + get(*store, "c"), "1-1");
}

TEST_F(StoreTest, postsWithinABatchShareOneCommit)
{
    const auto store = open();
    must(put(*store, "first", "x"));
    const auto reader = must(store->reader());
    const std::int64_t before = must(reader.dataVersion());
    std::int64_t versions = 0;
    std::int64_t last = before;
    std::atomic<int> done = 0;
    for (int i = 0; i < 300; ++i) {
        store->post([i](StoreWriter& w) { return w.setSetting("k" + std::to_string(i), "1"); }, store.get(),
                    [&](Result<> r) {
                        EXPECT_TRUE(r);
                        ++done;
                    });
    }
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            const std::int64_t now = must(reader.dataVersion());
            versions += now != last ? 1 : 0;
            last = now;
            return done == 300;
        },
        10000));
    EXPECT_LE(versions, 4) << "each commit changes the data version";
}

TEST_F(StoreTest, answerNeverReachesADeadContext)
{
    const auto store = open();
    bool called = false;
    auto context = std::make_unique<QObject>();
    store->post([](StoreWriter& w) { return w.setSetting("a", "1"); }, context.get(),
                [&](Result<>) { called = true; });
    context.reset();
    must(put(*store, "b", "2")); // behind it in order: the first has been answered by then
    QCoreApplication::processEvents();
    EXPECT_FALSE(called);
    EXPECT_EQ(get(*store, "a"), "1");
}

TEST_F(StoreTest, answerArrivesOnTheContextsThread)
{
    const auto store = open();
    std::thread other([&] {
        QEventLoop loop;
        QObject context;
        const auto here = std::this_thread::get_id();
        store->postFor<ExperimentId>([](StoreWriter& w) { return w.insertExperiment(Experiment{}); },
                                     &context,
                                     [&](Result<ExperimentId> id) {
                                         EXPECT_EQ(must(id).value, 1);
                                         EXPECT_EQ(std::this_thread::get_id(), here);
                                         loop.quit();
                                     });
        QTimer::singleShot(10000, &loop, &QEventLoop::quit);
        loop.exec();
    });
    other.join();
    EXPECT_EQ(must(must(store->reader()).experiments()).size(), 1U);
}

TEST_F(StoreTest, closingFinishesWhatWasPosted)
{
    {
        const auto store = open();
        for (int i = 0; i < 50; ++i) {
            store->post([i](StoreWriter& w) { return w.setSetting("k" + std::to_string(i), "1"); });
        }
    }
    const auto store = open();
    EXPECT_FALSE(store->info().uncleanBefore);
    EXPECT_EQ(get(*store, "k49"), "1");
}

TEST_F(StoreTest, readersSeeOneStateWhileAWriterWrites)
{
    const auto store = open();
    std::atomic<bool> stop = false;
    std::thread writer([&] {
        for (int i = 0; !stop; ++i) { // both settings always agree
            must(store->run([i](StoreWriter& w) -> Result<> {
                must(w.touch("experiment", i));
                must(w.setSetting("left", std::to_string(i)));
                return w.setSetting("right", std::to_string(i));
            }));
        }
    });
    const auto reader = must(store->reader());
    std::int64_t seq = must(reader.lastChangeSeq());
    int seen = 0;
    while (seen < 2000) {
        // One call reads the change log in one state: no gap, in order.
        for (const Change& change : must(reader.changesSince(seq))) {
            ASSERT_EQ(change.seq, seq + 1);
            seq = change.seq;
            ++seen;
        }
    }
    stop = true;
    writer.join();
    EXPECT_EQ(get(*store, "left"), get(*store, "right"));
}

TEST_F(StoreTest, changesTellWhatWasWritten)
{
    const auto store = open();
    const auto reader = must(store->reader());
    const std::int64_t version = must(reader.dataVersion());
    const std::int64_t seq = must(reader.lastChangeSeq());
    test::seed(*store, m_dir / "runs");
    EXPECT_NE(must(reader.dataVersion()), version);
    std::map<std::string, int> kinds;
    for (const Change& change : must(reader.changesSince(seq))) {
        ++kinds[change.kind];
    }
    EXPECT_EQ(
        kinds,
        (std::map<std::string, int>{
            {"attempt", 1}, {"experiment", 1}, {"host", 1}, {"machine", 1}, {"queue", 1}, {"quote", 1}}));
    EXPECT_TRUE(must(reader.changesSince(must(reader.lastChangeSeq()))).empty());
}

TEST_F(StoreTest, trimmedChangesAreReported)
{
    const auto store = open();
    const auto reader = must(store->reader());
    must(put(*store, "a", "1"));
    const std::int64_t seq = must(reader.lastChangeSeq());
    must(put(*store, "a", "2"));
    EXPECT_EQ(must(reader.changesSince(seq)).size(), 1U);
    must(store->run([](StoreWriter& w) { return w.trimChanges(nowUtcMs() + 1000); }));
    const auto trimmed = reader.changesSince(seq);
    ASSERT_FALSE(trimmed);
    EXPECT_EQ(trimmed.error().code, ErrorCode::NotFound);
    EXPECT_EQ(must(reader.lastChangeSeq()), seq + 1) << "numbers go on after trimming";
    EXPECT_TRUE(must(reader.changesSince(seq + 1)).empty());
    EXPECT_FALSE(reader.changesSince(seq + 9)) << "a number from another store";
}

TEST_F(StoreTest, trashRestoreAndPurge)
{
    const auto store = open();
    const test::Seeded s = test::seed(*store, m_dir / "runs");
    test::writeLog(m_dir / "runs", 1, test::logOfRun({}));
    test::ingestAll(*store, s.attempt);
    const auto reader = must(store->reader());
    ASSERT_GT(must(reader.counts()).points, 0);

    must(store->run([&](StoreWriter& w) { return w.setExperimentDeleted(s.experiment, 5); }));
    EXPECT_TRUE(must(reader.experiments()).empty());
    ExperimentFilter trash;
    trash.trash = true;
    ASSERT_EQ(must(reader.experiments(trash)).size(), 1U);
    EXPECT_EQ(must(reader.experiments(trash)).front().deletedMs, 5);
    EXPECT_FALSE(reader.experimentByName("first"));
    must(store->run([&](StoreWriter& w) { return w.setExperimentDeleted(s.experiment, 0); }));
    EXPECT_EQ(must(reader.experimentByName("first")).id, s.experiment);

    must(store->run([&](StoreWriter& w) { return w.purgeExperiment(s.experiment); }));
    EXPECT_EQ(reader.experiment(s.experiment).error().code, ErrorCode::NotFound);
    EXPECT_EQ(must(reader.counts()).points, 0);
    EXPECT_EQ(must(reader.counts()).attempts, 0);
    EXPECT_EQ(must(store->check()), std::vector<std::string>{});
    const ExperimentId next =
        must(store->runFor<ExperimentId>([](StoreWriter& w) { return w.insertExperiment(Experiment{}); }));
    EXPECT_GT(next.value, s.experiment.value) << "a number is never given twice";
}

TEST_F(StoreTest, everyFieldOfAnExperimentComesBack)
{
    const auto store = open();
    const test::Seeded s = test::seed(*store, m_dir / "runs");
    Experiment e;
    e.spec = {"a name\n\"quoted\" 你好",
              "Project",
              "segment",
              "yolov8s-seg",
              "/data/x.yaml",
              "ultralytics",
              {{"freeze", {0, 1}}, {"device", nullptr}, {"lr0", 0.1}},
              {"img:1", {"--ipc=host"}, "set -e\n"},
              {"best", "b"},
              "notes"};
    e.status = ExperimentStatus::Interrupted;
    e.clonedFrom = s.experiment;
    e.published = e.archived = e.resume = true;
    e.createdMs = 11;
    e.queueId = s.queue;
    e.queuePosition = 13;
    e.queuedMs = 14;
    e.requeues = 3;
    e.reason = "why";
    const ExperimentId id =
        must(store->runFor<ExperimentId>([&](StoreWriter& w) { return w.insertExperiment(e); }));
    const auto reader = must(store->reader());
    Experiment back = must(reader.experiment(id));
    EXPECT_EQ(toJson(back.spec), toJson(e.spec));
    EXPECT_EQ(back.status, e.status);
    EXPECT_EQ(back.clonedFrom, s.experiment);
    EXPECT_TRUE(back.published && back.archived && back.resume);
    EXPECT_EQ(back.createdMs, 11);
    EXPECT_EQ(back.queueId, s.queue);
    EXPECT_EQ(back.queuePosition, 13);
    EXPECT_EQ(back.queuedMs, 14);
    EXPECT_EQ(back.requeues, 3);
    EXPECT_EQ(back.reason, "why");
    EXPECT_EQ(back.colour, 1);
    EXPECT_EQ(back.epochsPlanned, 100) << "the schema's default";

    back.spec.params["epochs"] = 7;
    back.spec.project = "Other";
    back.status = ExperimentStatus::Draft;
    must(store->run([&](StoreWriter& w) { return w.updateExperiment(back); }));
    const Experiment again = must(reader.experiment(id));
    EXPECT_EQ(again.spec.project, "Other");
    EXPECT_NE(again.projectId, back.projectId);
    EXPECT_EQ(again.epochsPlanned, 7);
    ExperimentFilter other;
    other.project = "Other";
    EXPECT_EQ(must(reader.experiments(other)).size(), 1U);
    other.statuses = {ExperimentStatus::Running};
    EXPECT_TRUE(must(reader.experiments(other)).empty());
}

TEST_F(StoreTest, findsExperimentsByNumberAndUniqueName)
{
    const auto store = open();
    const auto insert = [&](const char* name) {
        return must(store->runFor<ExperimentId>([&](StoreWriter& w) {
            Experiment e;
            e.spec.name = name;
            return w.insertExperiment(e);
        }));
    };
    const ExperimentId a = insert("twin");
    insert("twin");
    const ExperimentId c = insert("77");
    const auto reader = must(store->reader());
    EXPECT_EQ(must(reader.experimentByName("#1")).id, a);
    EXPECT_EQ(must(reader.experimentByName("1")).id, a);
    EXPECT_EQ(must(reader.experimentByName("77")).id, c) << "a name that looks like a number";
    const auto twin = reader.experimentByName("twin");
    EXPECT_EQ(twin.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(twin.error().message().find("#1, #2"), std::string::npos);
    EXPECT_EQ(reader.experimentByName("#9").error().message(), "There is no experiment #9.");
    EXPECT_EQ(reader.experimentByName("nobody").error().code, ErrorCode::NotFound);
}

TEST_F(StoreTest, busyQueueCannotBeRemoved)
{
    const auto store = open();
    const test::Seeded s = test::seed(*store, m_dir / "runs");
    const auto removed = store->run([&](StoreWriter& w) { return w.deleteQueue(s.queue); });
    EXPECT_EQ(removed.error().code, ErrorCode::NotAllowed);
    must(store->run([&](StoreWriter& w) -> Result<> {
        Attempt a = must(w.read().attempt(s.attempt));
        a.outcome = AttemptOutcome::Lost;
        must(w.updateAttempt(a));
        return w.deleteQueue(s.queue);
    }));
    const auto reader = must(store->reader());
    EXPECT_TRUE(must(reader.queues()).empty());
    EXPECT_FALSE(must(reader.experiment(s.experiment)).queueId.valid());
}

TEST_F(StoreTest, upsertsFindTheRowByName)
{
    const auto store = open();
    const test::Seeded a = test::seed(*store, m_dir / "runs");
    must(store->run([&](StoreWriter& w) -> Result<> {
        Machine machine;
        machine.name = "this host, all cores";
        machine.provider = "owned";
        machine.market = "owned";
        machine.ownedPrice = {{"purchase", 1}};
        EXPECT_EQ(must(w.upsertMachine(machine)), a.machine);
        machine.market = "spot";
        EXPECT_NE(must(w.upsertMachine(machine)), a.machine);
        Queue queue;
        queue.name = "all cores";
        queue.limits.moneyPerDay = Money(5, {});
        EXPECT_EQ(must(w.upsertQueue(queue)), a.queue);
        return {};
    }));
    const auto reader = must(store->reader());
    EXPECT_EQ(must(reader.machines()).front().ownedPrice, (nlohmann::json{{"purchase", 1}}));
    EXPECT_EQ(must(reader.queueByName("all cores")).limits.moneyPerDay, Money(5, {}));
    EXPECT_EQ(must(reader.queueByName("#1")).id, a.queue);
    EXPECT_FALSE(reader.queueByName("none"));
}

TEST_F(StoreTest, backupIsAWholeStoreOfItsOwn)
{
    const auto store = open();
    must(put(*store, "a", "1"));
    const auto target = m_dir / "copy.db";
    EXPECT_EQ(must(store->backup(target)), target);
    EXPECT_EQ(store->backup(target).error().code, ErrorCode::AlreadyExists);
    const auto copy = must(Store::open(target));
    EXPECT_EQ(get(*copy, "a"), "1");
    EXPECT_FALSE(copy->info().uncleanBefore);
    must(store->compact());
    EXPECT_EQ(must(store->check()), std::vector<std::string>{});
}

TEST_F(StoreTest, requestsAreOpenUntilFinished)
{
    const auto store = open();
    const RequestId id = must(store->runFor<RequestId>([](StoreWriter& w) {
        Request r;
        r.kind = "stop";
        r.target = 3;
        r.payload = {{"hard", true}};
        return w.insertRequest(r);
    }));
    const auto reader = must(store->reader());
    ASSERT_EQ(must(reader.openRequests()).size(), 1U);
    EXPECT_EQ(must(reader.openRequests()).front().payload, (nlohmann::json{{"hard", true}}));
    must(store->run([&](StoreWriter& w) { return w.finishRequest(id, ""); }));
    EXPECT_TRUE(must(reader.openRequests()).empty());
}

} // namespace
} // namespace yardstick
