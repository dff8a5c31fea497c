// What a user can do, on a real store: checks, names, queues, retry, resume, continue, reset, prices, this
// host.
#include "core/base/cost.h"
#include "core/base/params.h"
#include "core/owned_machine.h"
#include "core/spec_edit.h"
#include "tests/support/schedule_fixture.h"

namespace yardstick::test {
namespace {

using nlohmann::json;
using S = ExperimentStatus;

class Actions : public ScheduleFixture
{
public:
    Result<> run(const Store::Work& work) { return store->run(work); }
    Result<ExperimentId> clone(ExperimentId id, const json& changes, const std::string& name = {})
    {
        return store->runFor<ExperimentId>(
            [&](StoreWriter& w) { return actions::clone(w, id, changes, name); });
    }
    void setStatus(ExperimentId id, S status)
    {
        must(run([&](StoreWriter& w) -> Result<> {
            Experiment e = must(w.read().experiment(id));
            e.status = status;
            e.queueId = all.id;
            return w.updateExperiment(e);
        }));
    }
    /// An attempt that ended, with or without a checkpoint.
    Attempt ended(ExperimentId id, AttemptOutcome outcome, bool checkpoint)
    {
        return must(store->runFor<Attempt>([&](StoreWriter& w) -> Result<Attempt> {
            Attempt a;
            a.experimentId = id;
            a.queueId = all.id;
            a.hostId = all.hostId;
            a.token = platform::randomToken();
            a.runDirectory = (dir / a.token).string();
            a.jobParams = must(w.read().experiment(id)).spec.params;
            a.outcome = outcome;
            a.message = outcome == AttemptOutcome::Failed ? "It fell over." : "";
            a.createdMs = a.startedMs = 1000;
            a.endedMs = 2000;
            if (checkpoint) {
                std::filesystem::create_directories(dir / a.token / "weights");
                must(platform::writeFileAtomic(dir / a.token / "weights" / "last.ckpt", "3"));
            }
            return w.read().attempt(must(w.insertAttempt(a)));
        }));
    }
    std::vector<std::int64_t> order(const Queue& queue)
    {
        ExperimentFilter filter;
        filter.statuses = {S::Queued};
        filter.queue = queue.id;
        auto list = must(reader().experiments(filter));
        std::sort(list.begin(), list.end(),
                  [](const auto& a, const auto& b) { return a.queuePosition < b.queuePosition; });
        std::vector<std::int64_t> ids;
        for (const Experiment& e : list) {
            ids.push_back(e.id.value);
        }
        return ids;
    }
};

TEST_F(Actions, createsADraftNamedAfterItsParameters)
{
    const ExperimentId id = make(3);
    const Experiment e = experiment(id);
    EXPECT_EQ(e.status, S::Draft);
    EXPECT_EQ(e.spec.name, "v8n-640-b16");
    EXPECT_EQ(e.spec.params, (json{{"epochs", 3}}));
    EXPECT_GT(e.createdMs, 0);
}

TEST_F(Actions, explainsEveryFaultAtOnce)
{
    ExperimentSpec spec;
    spec.modelVariant = "yolov9q";
    spec.backend = "abacus";
    spec.params = {{"imgsz", -3}, {"lr0", "fast"}, {"epoch", 3}};
    const auto made = store->runFor<ExperimentId>([&](StoreWriter& w) { return actions::create(w, spec); });
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::InvalidArgument);
    for (const char* part : {"yolov9q", "abacus", "imgsz", "lr0", "epochs"}) {
        EXPECT_NE(made.error().detail.find(part), std::string::npos) << part << " in:\n"
                                                                     << made.error().detail;
    }
    EXPECT_EQ(std::count(made.error().detail.begin(), made.error().detail.end(), '\n'), 4);
    EXPECT_TRUE(must(reader().experiments()).empty());
}

TEST_F(Actions, cloneKeepsTheTypesOfItsParameters)
{
    ExperimentSpec spec;
    spec.task = "classify";
    spec.modelVariant = "yolov8n-cls";
    const ParamSchema& schema = ParamSchema::get();
    for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
             {"freeze", "[0, 1]"}, {"auto_augment", "None"}, {"lr0", "0.02"}, {"cos_lr", "true"}}) {
        spec.params[name] = must(schema.parse(name, text));
    }
    const ExperimentId id =
        must(store->runFor<ExperimentId>([&](StoreWriter& w) { return actions::create(w, spec); }));
    const ExperimentId copy = must(clone(id, {{"batch", 8}}));
    const Experiment e = experiment(copy);
    EXPECT_EQ(e.clonedFrom, id);
    EXPECT_EQ(e.spec.params["freeze"], (json{0, 1}));
    EXPECT_TRUE(e.spec.params["freeze"].is_array());
    EXPECT_TRUE(e.spec.params["auto_augment"].is_null());
    EXPECT_TRUE(e.spec.params["lr0"].is_number_float());
    EXPECT_TRUE(e.spec.params["cos_lr"].is_boolean());
    EXPECT_EQ(e.spec.params["batch"], 8);
    EXPECT_EQ(ParamSchema::format(e.spec.params["freeze"]), "[0, 1]");
    EXPECT_EQ(ParamSchema::format(e.spec.params["auto_augment"]), "None");
    // Edited and cloned again: still the same types.
    must(run([&](StoreWriter& w) { return actions::setParams(w, copy, {{"freeze", 3}}); }));
    EXPECT_TRUE(experiment(copy).spec.params["freeze"].is_number_integer());
    must(run([&](StoreWriter& w) { return actions::setParams(w, copy, {{"freeze", nullptr}}); }));
    const Experiment again = experiment(must(clone(copy, json::object())));
    EXPECT_FALSE(again.spec.params.contains("freeze")) << "None is its default";
    EXPECT_TRUE(again.spec.params["auto_augment"].is_null());
}

TEST_F(Actions, clonesAreNamedByWhatChanged)
{
    const ExperimentId id = make(3);
    EXPECT_EQ(experiment(must(clone(id, {{"imgsz", 320}, {"batch", 8}}))).spec.name, "v8n-320-b8");
    EXPECT_EQ(experiment(must(clone(id, {{"model_variant", "yolov8s"}}))).spec.name, "v8s-640-b16");
    const ExperimentId slow = must(clone(id, {{"lr0", 0.02}}));
    EXPECT_EQ(experiment(slow).spec.name, "v8n-640-b16 lr0=0.02");
    EXPECT_EQ(experiment(must(clone(slow, {{"lr0", 0.03}}))).spec.name, "v8n-640-b16 lr0=0.03");
    EXPECT_EQ(experiment(must(clone(id, json::object(), "  mine  "))).spec.name, "mine");
    EXPECT_FALSE(clone(id, {{"imgsz", "large"}}));
    EXPECT_FALSE(clone(id, json::object(), "two\nlines"));
    EXPECT_EQ(clone(ExperimentId(999), json::object()).error().code, ErrorCode::NotFound);
}

TEST_F(Actions, changingTheVariantTakesTheTaskAlong)
{
    const ExperimentId id = make(3);
    must(run([&](StoreWriter& w) { return actions::setParams(w, id, {{"model_variant", "yolov8m-seg"}}); }));
    EXPECT_EQ(experiment(id).spec.task, "segment");
    EXPECT_EQ(experiment(id).spec.name, "v8m-seg-640-b16");
    const auto refused =
        run([&](StoreWriter& w) { return actions::setParams(w, id, {{"task", "classify"}}); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message(),
              "The model variant yolov8m-seg is for the task segment, not for classify.");
}

TEST_F(Actions, nullResetsAParameterToItsDefault)
{
    const ExperimentId id = make(3);
    must(run(
        [&](StoreWriter& w) { return actions::setParams(w, id, {{"epochs", nullptr}, {"imgsz", 320}}); }));
    EXPECT_EQ(experiment(id).spec.params, (json{{"imgsz", 320}}));
    EXPECT_EQ(experiment(id).spec.name, "v8n-320-b16");
}

TEST_F(Actions, onlyDraftsAreEdited)
{
    const ExperimentId id = make(3);
    for (const S s : {S::Queued, S::Running, S::Completed, S::Failed}) {
        setStatus(id, s);
        const auto refused = run([&](StoreWriter& w) { return actions::setParams(w, id, {{"imgsz", 320}}); });
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::NotAllowed);
        must(run([&](StoreWriter& w) { return actions::rename(w, id, "n"); }));
        must(run([&](StoreWriter& w) { return actions::setTags(w, id, {"best", " best ", ""}); }));
        must(run([&](StoreWriter& w) { return actions::setNotes(w, id, "two\nlines"); }));
        EXPECT_EQ(experiment(id).spec.tags, std::vector<std::string>{"best"});
        EXPECT_EQ(experiment(id).spec.notes, "two\nlines");
    }
}

TEST_F(Actions, enqueueRefusesWhatCannotBeRead)
{
    struct Row
    {
        std::string data;
        std::string sentence;
        std::string task = "detect";
    };
    const std::string folder = dir.path().string();
    const std::string missing = (dir / "missing.yaml").string();
    const std::string yaml = data(json::object());
    const std::string words = (dir / "words.yaml").string(), picture = (dir / "picture.yaml").string();
    must(platform::writeFileAtomic(words, "just words\n"));
    must(platform::writeFileAtomic(picture, std::string("\xFF\xD8\xFF\xE0\0\x10JFIF", 10)));
    const std::string noYaml = " is no YAML file; it needs lines such as \"train: images/train\".";
    for (const Row& row :
         {Row{"", "No data set is chosen."}, Row{missing, "The data set " + missing + " does not exist."},
          Row{folder, "The data set " + folder + " is a folder; detect needs a YAML file."},
          Row{words, "The data set " + words + noYaml}, Row{picture, "The data set " + picture + noYaml},
          Row{"/dev/null", "The data set /dev/null" + noYaml},
          Row{yaml, "The data set " + yaml + " is no folder; classify needs one with train/ and val/.",
              "classify"}}) {
        ExperimentSpec spec;
        spec.data = row.data;
        spec.task = row.task;
        spec.modelVariant = row.task == "detect" ? "yolov8n" : "yolov8n-cls";
        const ExperimentId id =
            must(store->runFor<ExperimentId>([&](StoreWriter& w) { return actions::create(w, spec); }));
        const auto refused = run([&](StoreWriter& w) { return actions::enqueue(w, id, all.id); });
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, row.data == missing ? ErrorCode::NotFound : ErrorCode::BadData);
        EXPECT_EQ(refused.error().message(), row.sentence);
        EXPECT_EQ(status(id), S::Draft);
    }
    const ExperimentId fine = make(1);
    const auto refused = run([&](StoreWriter& w) { return actions::enqueue(w, fine, QueueId(99)); });
    EXPECT_EQ(refused.error().code, ErrorCode::NotFound);
}

TEST_F(Actions, dataThatTravelsToAMachineOverSshMustBeHere)
{
    const QueueId far = must(store->runFor<QueueId>([](StoreWriter& w) -> Result<QueueId> {
        Host host;
        host.name = "far";
        host.kind = "ssh";
        host.cpuThreads = 4;
        Queue queue;
        queue.name = "far";
        queue.launcher = "ssh";
        queue.hostId = must(w.upsertHost(host));
        return actions::addQueue(w, queue);
    }));
    ExperimentSpec spec;
    spec.data = "/nowhere.yaml";
    const ExperimentId id =
        must(store->runFor<ExperimentId>([&](StoreWriter& w) { return actions::create(w, spec); }));
    const auto refused = run([&](StoreWriter& w) { return actions::enqueue(w, id, far); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message(), "The data set /nowhere.yaml does not exist.");
    const ExperimentId fine = make(1);
    must(run([&](StoreWriter& w) { return actions::enqueue(w, fine, far); }));
    EXPECT_EQ(status(fine), S::Queued);
}

TEST_F(Actions, relativeDataPathsAreMadeAbsolute)
{
    ExperimentSpec spec;
    spec.data = "some/data.yaml";
    const ExperimentId id =
        must(store->runFor<ExperimentId>([&](StoreWriter& w) { return actions::create(w, spec); }));
    EXPECT_EQ(experiment(id).spec.data, (std::filesystem::current_path() / "some/data.yaml").string());
}

TEST_F(Actions, enqueuePutsLastAndMoveOrders)
{
    const ExperimentId a = enqueued(1), b = enqueued(1), c = enqueued(1), d = enqueued(1);
    EXPECT_EQ(order(all), (std::vector<std::int64_t>{a.value, b.value, c.value, d.value}));
    must(
        run([&](StoreWriter& w) { return actions::moveInQueue(w, d, all.id, experiment(a).queuePosition); }));
    EXPECT_EQ(order(all), (std::vector<std::int64_t>{d.value, a.value, b.value, c.value}));
    must(
        run([&](StoreWriter& w) { return actions::moveInQueue(w, a, all.id, experiment(c).queuePosition); }));
    EXPECT_EQ(order(all), (std::vector<std::int64_t>{d.value, b.value, a.value, c.value}));
    must(run([&](StoreWriter& w) { return actions::moveInQueue(w, d, all.id, 0); }));
    EXPECT_EQ(order(all), (std::vector<std::int64_t>{b.value, a.value, c.value, d.value}));
    must(run([&](StoreWriter& w) { return actions::moveInQueue(w, a, one.id, 0); }));
    EXPECT_EQ(order(one), std::vector<std::int64_t>{a.value});
    EXPECT_EQ(order(all), (std::vector<std::int64_t>{b.value, c.value, d.value}));
    const ExperimentId draft = make(1);
    EXPECT_FALSE(run([&](StoreWriter& w) { return actions::moveInQueue(w, draft, all.id, 0); }));
}

TEST_F(Actions, stopOfAWaitingOneTakesItOffTheQueue)
{
    const ExperimentId id = enqueued(1);
    must(run([&](StoreWriter& w) { return actions::stop(w, id); }));
    EXPECT_EQ(status(id), S::Draft);
    EXPECT_TRUE(must(reader().openRequests()).empty());
}

TEST_F(Actions, stopOfARunningOneAsksTheSchedulerOnce)
{
    const ExperimentId id = make(1);
    setStatus(id, S::Running);
    must(run([&](StoreWriter& w) { return actions::stop(w, id); }));
    must(run([&](StoreWriter& w) { return actions::stop(w, id); }));
    ASSERT_EQ(must(reader().openRequests()).size(), 1u);
    must(run([&](StoreWriter& w) { return actions::stop(w, id, true); }));
    must(run([&](StoreWriter& w) { return actions::stop(w, id); }));
    const auto requests = must(reader().openRequests());
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_EQ(requests[1].kind, "kill");
    EXPECT_EQ(requests[1].target, id.value);
}

TEST_F(Actions, retryStartsFreshAndResumeNeedsACheckpoint)
{
    const ExperimentId id = make(5);
    ended(id, AttemptOutcome::Failed, false);
    setStatus(id, S::Failed);
    const auto refused = run([&](StoreWriter& w) { return actions::resume(w, id); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message(), "Experiment #" + std::to_string(id.value) +
                                             " left no checkpoint to resume from: retry starts it afresh.");
    must(run([&](StoreWriter& w) { return actions::retry(w, id); }));
    EXPECT_EQ(status(id), S::Queued);
    EXPECT_FALSE(experiment(id).resume);
    // Taken off again it is what its last attempt left it as.
    must(run([&](StoreWriter& w) { return actions::dequeue(w, id); }));
    EXPECT_EQ(status(id), S::Failed);
    EXPECT_EQ(experiment(id).reason, "It fell over.");
    ended(id, AttemptOutcome::Stopped, true);
    setStatus(id, S::Stopped);
    must(run([&](StoreWriter& w) { return actions::resume(w, id); }));
    EXPECT_EQ(status(id), S::Queued);
    EXPECT_TRUE(experiment(id).resume);
}

TEST_F(Actions, continueRaisesTheEpochsAndDequeueTakesItBack)
{
    const ExperimentId id = make(5);
    ended(id, AttemptOutcome::Completed, true);
    setStatus(id, S::Completed);
    must(run([&](StoreWriter& w) -> Result<> {
        Experiment e = must(w.read().experiment(id));
        e.epochsDone = 5;
        return w.updateSummary(e);
    }));
    const auto refused = run([&](StoreWriter& w) { return actions::continueWith(w, id, 5); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message(), "Experiment #" + std::to_string(id.value) +
                                             " has done 5 epochs: continue needs more than that, not 5.");
    EXPECT_FALSE(run([&](StoreWriter& w) { return actions::retry(w, id); }))
        << "a completed run is cloned, not retried";
    must(run([&](StoreWriter& w) { return actions::continueWith(w, id, 9); }));
    EXPECT_EQ(status(id), S::Queued);
    EXPECT_TRUE(experiment(id).resume);
    EXPECT_EQ(experiment(id).spec.params["epochs"], 9);
    must(run([&](StoreWriter& w) { return actions::dequeue(w, id); }));
    EXPECT_EQ(status(id), S::Completed);
    EXPECT_EQ(experiment(id).spec.params["epochs"], 5);
}

TEST_F(Actions, resetHidesTheAttemptsAndMakesADraft)
{
    const ExperimentId id = make(5);
    ended(id, AttemptOutcome::Completed, true);
    setStatus(id, S::Completed);
    must(run([&](StoreWriter& w) { return actions::publish(w, id, true); }));
    must(run([&](StoreWriter& w) { return actions::reset(w, id); }));
    EXPECT_EQ(status(id), S::Draft);
    EXPECT_FALSE(experiment(id).published);
    EXPECT_TRUE(must(reader().attempts(id)).empty());
    EXPECT_EQ(must(reader().attempts(id, true)).size(), 1u);
    // Nothing of the hidden attempts is resumed.
    enqueue(id, all);
    must(run([&](StoreWriter& w) { return actions::dequeue(w, id); }));
    EXPECT_EQ(status(id), S::Draft);
}

TEST_F(Actions, trashAndBack)
{
    const ExperimentId id = make(5);
    must(run([&](StoreWriter& w) { return actions::moveToTrash(w, id); }));
    EXPECT_FALSE(run([&](StoreWriter& w) { return actions::enqueue(w, id, all.id); }));
    EXPECT_FALSE(run([&](StoreWriter& w) { return actions::rename(w, id, "x"); }));
    must(run([&](StoreWriter& w) { return actions::restore(w, id); }));
    enqueue(id, all);
    EXPECT_FALSE(run([&](StoreWriter& w) { return actions::moveToTrash(w, id); })) << "it waits";
}

TEST_F(Actions, queuesAreChecked)
{
    const auto add = [&](const std::function<void(Queue&)>& change) {
        Queue q = all;
        q.name = "third";
        change(q);
        return store->runFor<QueueId>([&](StoreWriter& w) { return actions::addQueue(w, q); });
    };
    EXPECT_EQ(add([](Queue& q) { q.name = "all cores"; }).error().code, ErrorCode::AlreadyExists);
    EXPECT_EQ(add([](Queue& q) { q.name = "  "; }).error().message(), "A queue needs a name.");
    EXPECT_EQ(add([](Queue& q) { q.threads = 4096; }).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(add([](Queue& q) { q.gpus = {64}; }).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(add([](Queue& q) { q.limits.maxJobs = 0; }).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(add([](Queue& q) { q.launcher = "pigeon"; }).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(add([](Queue& q) { q.hostId = HostId(99); }).error().code, ErrorCode::NotFound);
    EXPECT_EQ(add([](Queue& q) { q.machineId = MachineId(99); }).error().code, ErrorCode::NotFound);
    const QueueId id = must(add([](Queue&) {}));
    EXPECT_GT(must(reader().queueByName("third")).position, one.position) << "a new one comes last";
    Queue q = must(reader().queueByName("third"));
    q.paused = true;
    must(run([&](StoreWriter& w) { return actions::setQueue(w, q); }));
    EXPECT_TRUE(must(reader().queueByName("third")).paused);
    q.name = "1 core";
    EXPECT_FALSE(run([&](StoreWriter& w) { return actions::setQueue(w, q); }));
    const ExperimentId waits = make(1);
    must(run([&](StoreWriter& w) { return actions::enqueue(w, waits, id); }));
    EXPECT_EQ(run([&](StoreWriter& w) { return actions::removeQueue(w, id); }).error().code,
              ErrorCode::NotAllowed);
    must(run([&](StoreWriter& w) { return actions::dequeue(w, waits); }));
    must(run([&](StoreWriter& w) { return actions::removeQueue(w, id); }));
    EXPECT_EQ(run([&](StoreWriter& w) { return actions::removeQueue(w, id); }).error().code,
              ErrorCode::NotFound);
}

TEST_F(Actions, aPriceSupersedesTheNewestAndIsNeverNegative)
{
    const auto set = [&](std::int64_t micros, UtcMs from) {
        return store->runFor<QuoteId>([&](StoreWriter& w) {
            return actions::setPrice(w, all.machineId, {Money(micros, {})}, "me", from);
        });
    };
    const UtcMs first = must(reader().quotes(all.machineId)).at(0).validFromMs;
    EXPECT_EQ(set(-1, first + 1).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(set(1, first - 1).error().code, ErrorCode::InvalidArgument);
    must(set(2'012'000, first)); // the same instant: the newer one wins
    must(set(3'000'000, first + 60'000));
    const auto quotes = must(reader().quotes(all.machineId));
    ASSERT_EQ(quotes.size(), 3u);
    EXPECT_LT(quotes[0].validFromMs, quotes[1].validFromMs);
    EXPECT_EQ(quotes[2].price.perHour.micros(), 3'000'000);
    EXPECT_EQ(quotes[2].market, "owned");
    EXPECT_FALSE(quotes[2].example);
}

TEST_F(Actions, aPriceAnnouncedForLaterDoesNotLockTheMachine)
{
    const auto set = [&](std::int64_t micros, UtcMs from) {
        return store->runFor<QuoteId>([&](StoreWriter& w) {
            return actions::setPrice(w, all.machineId, {Money(micros, {})}, "me", from);
        });
    };
    const UtcMs now = nowUtcMs();
    const UtcMs later = now + 86'400'000;
    must(set(5'000'000, later));
    must(set(2'000'000, now)); // what holds until then
    must(set(6'000'000, later)); // and another word about later
    EXPECT_EQ(set(1, now - 1000).error().code, ErrorCode::InvalidArgument);
    std::vector<PriceSegment> segments;
    for (const Quote& q : must(reader().quotes(all.machineId))) {
        segments.push_back({q.validFromMs, q.price});
    }
    const auto prices = must(PriceTimeline::make(segments));
    EXPECT_EQ(prices.at(now + 1000)->perHour.micros(), 2'000'000);
    EXPECT_EQ(prices.at(later + 1000)->perHour.micros(), 6'000'000);
}

TEST_F(Actions, thisHostIsMadeOnceWithExamplePrices)
{
    must(run([](StoreWriter& w) { return actions::ensureLocalHost(w); }));
    const auto hosts = must(reader().hosts());
    const auto machines = must(reader().machines());
    const platform::HostInfo info = platform::hostInfo();
    ASSERT_EQ(hosts.size(), 1u);
    EXPECT_EQ(hosts[0].name, "this host");
    EXPECT_EQ(hosts[0].slots, 1);
    EXPECT_EQ(hosts[0].cpuThreads, info.logicalCpus);
    EXPECT_EQ(hosts[0].cpu, info.cpuModel);
    EXPECT_EQ(hosts[0].ramBytes, static_cast<std::int64_t>(info.ramBytes));
    ASSERT_EQ(machines.size(), 2u);
    EXPECT_EQ(machines[0].name, "this host, all cores");
    EXPECT_EQ(machines[1].name, "this host, 1 core");
    ASSERT_EQ(must(reader().queues()).size(), 2u);
    EXPECT_EQ(all.threads, 0);
    EXPECT_EQ(one.threads, 1);
    EXPECT_TRUE(all.example);
    for (const Machine& m : machines) {
        const auto quotes = must(reader().quotes(m.id));
        ASSERT_EQ(quotes.size(), 1u);
        EXPECT_TRUE(quotes[0].example);
        const OwnedForm form = must(ownedFormFromJson(m.ownedPrice));
        EXPECT_EQ(must(priceOf(form)), quotes[0].price);
    }
    // 1500/(26280·0.5) + 0.25·0.30 = 0.189155… USD per hour of use.
    EXPECT_EQ(must(reader().quotes(machines[0].id))[0].price.perHour.micros(), 189'155);
    EXPECT_NEAR(static_cast<double>(must(reader().quotes(machines[1].id))[0].price.perHour.micros()),
                189'155.0 / info.logicalCpus, 1.0);
}

TEST_F(Actions, aRemovedQueueOfThisHostDoesNotComeBack)
{
    must(run([&](StoreWriter& w) { return actions::removeQueue(w, one.id); }));
    must(run([](StoreWriter& w) -> Result<> {
        Host host = must(w.read().hosts()).at(0);
        host.slots = 3;
        host.cpu = "another one";
        return must(w.upsertHost(host)).valid() ? Result<>{} : fail(ErrorCode::Internal, "no host");
    }));
    must(run([](StoreWriter& w) { return actions::ensureLocalHost(w); }));
    EXPECT_EQ(must(reader().queues()).size(), 1u);
    EXPECT_EQ(must(reader().hosts())[0].slots, 3) << "the user's choice stays";
    EXPECT_EQ(must(reader().hosts())[0].cpu, platform::hostInfo().cpuModel)
        << "the hardware is brought up to date";
}

TEST(SpecEdit, namesAreCutAtACharacterAndOneLine)
{
    std::string longName;
    for (int i = 0; i < 120; ++i) {
        longName += "é";
    }
    const std::string cut = must(cleanName(longName));
    EXPECT_LE(cut.size(), 200u);
    EXPECT_EQ(cut.size() % 2, 0u);
    EXPECT_FALSE(cleanName("a\tb"));
    EXPECT_EQ(must(cleanName("   ")), "");
}

} // namespace
} // namespace yardstick::test
