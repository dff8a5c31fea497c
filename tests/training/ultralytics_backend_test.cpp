// The backend ultralytics as a whole: the real worker, and a package that prints and writes as the real one does. What a run
// leaves behind when it ends well, is stopped, interrupted, crashes, is killed, or goes on with an earlier one.
#include "tests/training/fake_ultralytics.h"
#include "tests/training/run_fixture.h"
#include "training/data/data_identity.h"
#include "training/worker/ultralytics_backend.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace yardstick::training {
namespace {

using nlohmann::json;

class Ultralytics : public RunFixture
{
protected:
    Ultralytics()
    {
        edit = [this](JobSpec& job) {
            job.backend = "ultralytics";
            job.data = (dir / "data.yaml").string();
        };
        (void)platform::writeFileAtomic(dir / "data.yaml", "names: [thing]\n");
    }

    [[nodiscard]] WorkerProcess::Options optionsFor(const fs::path& run) const
    {
        WorkerProcess::Options options = trainOptionsFor(run);
        options.environment = {{"YARDSTICK_ULTRALYTICS", YARDSTICK_PYTHON}, {"PYTHONPATH", m_site.string()}, {"FAKE_ULTRALYTICS", how.dump()}};
        return options;
    }
    [[nodiscard]] int work(const fs::path& run) const { return WorkerProcess(optionsFor(run)).wait(); }
    static json seen(const fs::path& run)
    {
        return json::parse(platform::readFile(run / "ultralytics/seen.json").value_or("{}"), nullptr, false);
    }
    static bool gone(std::int64_t pid) { return !platform::processId(pid); }
    /// Until `epochs` rows have become events.
    static bool waitForEpochs(const fs::path& run, std::size_t epochs)
    {
        return waitFor([&] { return eventsOf<EpochEvent>(run).size() >= epochs; });
    }

    json how = {{"epoch", 0.2}};

private:
    fs::path m_site = writeFakeUltralytics(dir.path());
};

TEST_F(Ultralytics, writesTheEventsOfARun)
{
    how = {{"epoch", 0.8}, {"setup", 3}};
    const auto run = newRun({{"epochs", 3}, {"close_mosaic", 1}, {"pretrained", true}});
    ASSERT_EQ(work(run), 0) << logOf(run);
    EXPECT_EQ(exitOf(run).outcome, "completed");
    EXPECT_EQ(exitOf(run).epochs, 3);

    const auto events = eventsOf(run);
    ASSERT_FALSE(events.empty());
    for (std::size_t i = 0; i < events.size(); ++i) {
        EXPECT_EQ(events[i].seq, static_cast<std::int64_t>(i) + 1);
    }
    const auto* hello = std::get_if<HelloEvent>(&events.front().body);
    ASSERT_NE(hello, nullptr);
    EXPECT_EQ(hello->versions.at("ultralytics"), "8.2.100");
    EXPECT_EQ(hello->versions.at("torch"), "2.9.0+cpu");
    EXPECT_EQ(hello->threads, 1);
    const auto* done = std::get_if<DoneEvent>(&events.back().body);
    ASSERT_NE(done, nullptr);
    EXPECT_EQ(done->outcome, "completed");
    EXPECT_EQ(done->metrics.at("best_epoch"), 2);
    EXPECT_EQ(done->metrics.at("metrics/mAP50(B)"), 0.5);

    const auto epochs = eventsOf<EpochEvent>(run);
    ASSERT_EQ(epochs.size(), 3u);
    for (const EpochEvent& epoch : epochs) {
        EXPECT_GT(epoch.seconds, 0.7) << epoch.epoch; // four quarters of 0.8 s; the set-up of 3 s is in none
        EXPECT_LT(epoch.seconds, 2.5) << epoch.epoch;
        EXPECT_NEAR(epoch.seconds, epoch.dataWaitSeconds + epoch.computeSeconds + epoch.validationSeconds + epoch.otherSeconds, 1e-9);
        EXPECT_GT(epoch.validationSeconds, 0.1) << epoch.epoch; // one quarter
        EXPECT_GT(epoch.computeSeconds, epoch.validationSeconds) << epoch.epoch;
        EXPECT_EQ(epoch.epochs, 3);
        EXPECT_EQ(epoch.step, 2 * epoch.epoch);
        EXPECT_EQ(epoch.images, 8);
        EXPECT_EQ(epoch.mosaic, epoch.epoch < 3);
        EXPECT_EQ(epoch.learningRates, (std::map<std::string, double>{{"pg0", 0.01}}));
        EXPECT_GT(epoch.memoryBytes, 1'000'000); // of the program, not of us
    }
    const auto scalars = eventsOf<ScalarsEvent>(run);
    ASSERT_EQ(scalars.size(), 3u);
    EXPECT_EQ(scalars[1].step, 4);
    EXPECT_EQ(scalars[1].values.at("metrics/mAP50(B)"), 0.5);
    EXPECT_TRUE(std::isnan(scalars[1].values.at("val/box_loss")));
    EXPECT_FALSE(scalars[1].values.contains("epoch"));
}

TEST_F(Ultralytics, namesWeightsFilesPhasesAndWarnings)
{
    const auto run = newRun({{"epochs", 3}});
    ASSERT_EQ(work(run), 0) << logOf(run);
    std::map<bool, CheckpointEvent> newest;
    for (const auto& checkpoint : eventsOf<CheckpointEvent>(run)) {
        newest[checkpoint.best] = checkpoint;
    }
    ASSERT_EQ(newest.size(), 2u);
    EXPECT_EQ(newest[false].path, "ultralytics/weights/last.pt");
    EXPECT_EQ(newest[false].epoch, 3);
    EXPECT_EQ(newest[false].step, 6);
    EXPECT_EQ(newest[true].path, "ultralytics/weights/best.pt");
    EXPECT_EQ(newest[true].epoch, 2);
    for (const auto& [best, checkpoint] : newest) {
        EXPECT_EQ(*platform::sha256File(run / checkpoint.path), checkpoint.sha256);
    }
    std::map<std::string, std::string> artifacts;
    for (const auto& artifact : eventsOf<ArtifactEvent>(run)) {
        artifacts[artifact.kind] = artifact.path;
    }
    EXPECT_EQ(artifacts, (std::map<std::string, std::string>{{"args_yaml", "ultralytics/args.yaml"}, {"results_csv", "ultralytics/results.csv"}}));
    std::string phases;
    for (const auto& phase : eventsOf<PhaseEvent>(run)) {
        phases += (phase.begin ? "+" : "-") + phase.name + " ";
    }
    EXPECT_EQ(phases, "+setup -setup +train -train +val -val ");
    const auto messages = eventsOf<MessageEvent>(run);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_EQ(messages[0].message(), "Ultralytics says: WARNING ⚠️ a word of warning");
    const std::string log = logOf(run);
    EXPECT_NE(log.find("100%|##| 2/2 [00:00]\n"), std::string::npos) << log; // the bar's last state, as a line
    EXPECT_EQ(log.find("|#| 1/2"), std::string::npos) << "a state of the bar is in the log";
    EXPECT_EQ(log.find('\x1b'), std::string::npos);
}

TEST_F(Ultralytics, parametersReachTheProgramAsArguments)
{
    const auto run = newRun({{"freeze", {0, 1}}, {"cache", "ram"}, {"label_smoothing", 0.1}});
    ASSERT_EQ(work(run), 0) << logOf(run);
    const auto argv = seen(run)["argv"].get<std::vector<std::string>>();
    for (const std::string& expected :
         {std::string("epochs=2"), std::string("imgsz=64"), std::string("batch=4"), std::string("freeze=[0,1]"), std::string("cache=ram"),
          std::string("model=yolov8n.yaml"), std::string("pretrained=False"), "data=" + (dir / "data.yaml").string(),
          "project=" + run.string(), std::string("name=ultralytics"), std::string("exist_ok=True"), std::string("device=cpu")}) {
        EXPECT_EQ(std::count(argv.begin(), argv.end(), expected), 1) << expected;
    }
    const json environment = seen(run)["environment"];
    EXPECT_EQ(environment["OMP_NUM_THREADS"], "1");
    for (const char* ours : {"YARDSTICK_WORKER_TUNED", "GOMP_SPINCOUNT", "ATEN_CPU_CAPABILITY", "GLIBC_TUNABLES"}) {
        EXPECT_EQ(environment.contains(ours), std::getenv(ours) != nullptr) << ours;
    }
    const auto args = eventsOf<ArgsEvent>(run);
    ASSERT_EQ(args.size(), 1u);
    EXPECT_EQ(args[0].values["imgsz"], 64);
    EXPECT_EQ(args[0].values["ultralytics_arguments"], argv);
    EXPECT_EQ(args[0].values["dataset_hash"], "") << "no splits here: only the package may know them";
}

TEST_F(Ultralytics, theDataSetIsNamedWithWholePaths)
{
    edit = [](JobSpec& job) { job.backend = "ultralytics"; };
    const auto run = newRun();
    ASSERT_EQ(work(run), 0) << logOf(run);
    const auto argv = seen(run)["argv"].get<std::vector<std::string>>();
    const fs::path file = run / "ultralytics/data.yaml";
    EXPECT_EQ(std::count(argv.begin(), argv.end(), "data=" + file.string()), 1);
    const json data = json::parse(platform::readFile(file).value_or(""), nullptr, false);
    EXPECT_EQ(data["path"], tinyDataset().parent_path().string());
    const std::string hash = eventsOf<ArgsEvent>(run).at(0).values["dataset_hash"];
    EXPECT_EQ(hash, datasetHash(tinyDataset(), "detect", "val")) << "comparable with runs of our own";
    EXPECT_EQ(hash.size(), 64u);
    EXPECT_FALSE(data["names"].empty());
    for (const char* split : {"train", "val"}) {
        ASSERT_TRUE(data[split].is_array());
        EXPECT_TRUE(fs::path(data[split][0].get<std::string>()).is_absolute());
        EXPECT_TRUE(fs::exists(data[split][0].get<std::string>()));
    }
}

TEST_F(Ultralytics, readsTheOldLayoutAndASilentStart)
{
    how = {{"epoch", 0.2}, {"old", true}, {"silent", true}};
    const auto run = newRun();
    ASSERT_EQ(work(run), 0) << logOf(run);
    const auto epochs = eventsOf<EpochEvent>(run);
    ASSERT_EQ(epochs.size(), 2u);
    EXPECT_EQ(epochs[0].epoch, 1); // the file counts from 0
    EXPECT_EQ(epochs[0].seconds, 0); // nothing says when it began
    EXPECT_GT(epochs[1].seconds, 0.1);
    EXPECT_EQ(eventsOf<ScalarsEvent>(run)[0].values.count("train/box_loss"), 1u);
    const auto messages = eventsOf<MessageEvent>(run);
    EXPECT_TRUE(std::any_of(messages.begin(), messages.end(), [](const MessageEvent& m) {
        return m.message() == "How long epoch 1 took is not known: ultralytics did not say when it began.";
    }));
}

TEST_F(Ultralytics, theTimeColumnStandsInForASilentStart)
{
    how = {{"epoch", 0.4}, {"setup", 3}, {"silent", true}};
    const auto run = newRun();
    ASSERT_EQ(work(run), 0) << logOf(run);
    const auto epochs = eventsOf<EpochEvent>(run);
    ASSERT_EQ(epochs.size(), 2u);
    EXPECT_GT(epochs[0].seconds, 0.3);
    EXPECT_LT(epochs[0].seconds, 2.5);
}

TEST_F(Ultralytics, aStopFileEndsItAsStopped)
{
    how = {{"epoch", 0.3}, {"helper", true}};
    const auto run = newRun({{"epochs", 1000}});
    WorkerProcess worker(optionsFor(run));
    ASSERT_TRUE(waitForEpochs(run, 2)) << logOf(run);
    (void)platform::writeFileAtomic(run / run_files::kStop, "");
    EXPECT_EQ(worker.wait(), 0);
    const ExitRecord record = exitOf(run);
    EXPECT_EQ(record.outcome, "stopped");
    EXPECT_GE(record.epochs, 2);
    EXPECT_TRUE(gone(seen(run)["pid"].get<std::int64_t>()));
    EXPECT_TRUE(waitFor([&] { return gone(seen(run)["helper"].get<std::int64_t>()); }, 10));
    EXPECT_NE(logOf(run).find("KeyboardInterrupt"), std::string::npos); // SIGINT was enough
    bool last = false;
    for (const auto& checkpoint : eventsOf<CheckpointEvent>(run)) {
        last = last || (!checkpoint.best && *platform::sha256File(run / checkpoint.path) == checkpoint.sha256);
    }
    EXPECT_TRUE(last);
}

TEST_F(Ultralytics, aStopDuringSetUpIsAStop)
{
    how = {{"setup", 600}};
    const auto run = newRun();
    WorkerProcess worker(optionsFor(run));
    ASSERT_TRUE(waitFor([&] { return logOf(run).find("8/8") != std::string::npos; })) << logOf(run);
    (void)platform::writeFileAtomic(run / run_files::kStop, "");
    EXPECT_EQ(worker.wait(), 0);
    EXPECT_EQ(exitOf(run).outcome, "stopped");
    EXPECT_EQ(exitOf(run).epochs, 0);
}

TEST_F(Ultralytics, sigtermEndsItAsInterrupted)
{
    const auto run = newRun({{"epochs", 1000}});
    WorkerProcess worker(optionsFor(run));
    ASSERT_TRUE(waitForEpochs(run, 1)) << logOf(run);
    worker.signal(SIGTERM);
    EXPECT_EQ(worker.wait(), 1);
    EXPECT_EQ(exitOf(run).outcome, "interrupted");
    EXPECT_TRUE(gone(seen(run)["pid"].get<std::int64_t>()));
}

TEST_F(Ultralytics, aProgramThatIgnoresSignalsIsKilled)
{
    how = {{"epoch", 0.2}, {"deaf", true}};
    const auto run = newRun({{"epochs", 1000}});
    for (const auto& [name, value] : optionsFor(run).environment) {
        ::setenv(name.c_str(), value.c_str(), 1);
    }
    class AfterTheFirstEpoch : public StopRequest
    {
    public:
        explicit AfterTheFirstEpoch(fs::path run) : StopRequest(run), m_run(std::move(run)) {}
        [[nodiscard]] StopKind poll() const override
        {
            return eventsOf<EpochEvent>(m_run).empty() ? StopKind::None : StopKind::Stopped;
        }

    private:
        fs::path m_run;
    };
    auto log = RunLog::open(run);
    ASSERT_TRUE(log);
    const auto outcome = trainWithUltralytics(*readJob(run), **log, AfterTheFirstEpoch(run), {YARDSTICK_PYTHON, {}, 0.3, 0.3});
    ::unsetenv("PYTHONPATH");
    ASSERT_TRUE(outcome) << outcome.error().message();
    EXPECT_EQ(outcome->outcome, "stopped");
    EXPECT_GE(outcome->epochs, 1);
    EXPECT_LT(outcome->epochs, 20);
    EXPECT_TRUE(gone(seen(run)["pid"].get<std::int64_t>()));
}

TEST_F(Ultralytics, aCrashIsToldInItsOwnWords)
{
    how = {{"epoch", 0.1}, {"crash", {{"epoch", 2}, {"error", "the dog ate label 7"}}}};
    const auto run = newRun({{"epochs", 5}});
    EXPECT_EQ(work(run), 1);
    const ExitRecord record = exitOf(run);
    EXPECT_EQ(record.outcome, "failed");
    EXPECT_EQ(record.code, "worker_failed");
    EXPECT_EQ(record.message, "Ultralytics has failed: RuntimeError: the dog ate label 7");
    EXPECT_EQ(eventsOf<EpochEvent>(run).size(), 1u);
    EXPECT_FALSE(eventsOf<CheckpointEvent>(run).empty());
}

TEST_F(Ultralytics, wantOfMemoryIsNamed)
{
    how = {{"epoch", 0.1}, {"crash", {{"epoch", 1}, {"error", "CUDA out of memory. Tried to allocate 2.00 GiB"}}}};
    const auto run = newRun();
    EXPECT_EQ(work(run), 1);
    EXPECT_EQ(exitOf(run).code, "out_of_memory");
    EXPECT_EQ(exitOf(run).message, "The memory of this machine is not enough for batch 4 at 64 px: use a smaller batch or imgsz.");
}

TEST_F(Ultralytics, aMissingEnvironmentFailsInOneSentence)
{
    const auto run = newRun();
    WorkerProcess::Options options = optionsFor(run);
    options.environment["YARDSTICK_ULTRALYTICS"] = "";
    EXPECT_EQ(WorkerProcess(options).wait(), 1);
    EXPECT_EQ(exitOf(run).message,
              "The backend ultralytics needs a Python environment of yours: name it in Settings, with  yardstick machine set NAME --ultralytics PATH  or in YARDSTICK_ULTRALYTICS.");
    EXPECT_EQ(eventsOf<HelloEvent>(run).size(), 1u);
}

TEST_F(Ultralytics, aKilledWorkerTakesItsProgramAlong)
{
    how = {{"epoch", 0.2}, {"deaf", true}, {"helper", true}};
    const auto run = newRun({{"epochs", 1000}});
    WorkerProcess worker(optionsFor(run));
    ASSERT_TRUE(waitForEpochs(run, 1)) << logOf(run);
    const auto pid = seen(run)["pid"].get<std::int64_t>();
    const auto helper = seen(run)["helper"].get<std::int64_t>(); // prints nothing, so no broken pipe ends it
    ASSERT_FALSE(gone(pid));
    ASSERT_FALSE(gone(helper));
    worker.signal(SIGKILL);
    EXPECT_EQ(worker.wait(), -SIGKILL);
    EXPECT_TRUE(waitFor([&] { return gone(pid) && gone(helper); }, 10));
    EXPECT_FALSE(fs::exists(run / run_files::kExit));
}

TEST_F(Ultralytics, goesOnWithAnEarlierRunInAFolderOfItsOwn)
{
    how = {{"epoch", 0.3}};
    const auto first = newRun({{"epochs", 1000}});
    {
        WorkerProcess worker(optionsFor(first));
        ASSERT_TRUE(waitForEpochs(first, 2)) << logOf(first);
        (void)platform::writeFileAtomic(first / run_files::kStop, "");
        ASSERT_EQ(worker.wait(), 0);
    }
    const int done = exitOf(first).epochs;
    const std::string before = platform::sha256File(first / "ultralytics/results.csv").value_or("none");
    const auto second = newRun({{"epochs", done + 2}}, (first / "ultralytics/weights/last.pt").string());
    ASSERT_EQ(work(second), 0) << logOf(second);
    const auto epochs = eventsOf<EpochEvent>(second);
    ASSERT_FALSE(epochs.empty());
    EXPECT_GE(epochs.front().epoch, done); // the last epoch's weights may not have been saved
    EXPECT_LE(epochs.front().epoch, done + 1);
    EXPECT_EQ(epochs.back().epoch, done + 2);
    EXPECT_EQ(exitOf(second).epochs, done + 2);
    EXPECT_EQ(platform::sha256File(first / "ultralytics/results.csv").value_or("gone"), before);
    EXPECT_TRUE(fs::exists(second / "ultralytics/weights/best.pt"));

    // What has finished cannot be resumed by the trainer.
    const auto third = newRun({{"epochs", 99}}, (second / "ultralytics/weights/last.pt").string());
    EXPECT_EQ(work(third), 1);
    EXPECT_EQ(exitOf(third).message, (second / "ultralytics/weights/last.pt").string()
                  + " is of a finished run, which ultralytics cannot go on with: start a new experiment with it as model.");
    const auto fourth = newRun({{"epochs", done > 1 ? done - 1 : 1}}, (first / "ultralytics/weights/last.pt").string());
    EXPECT_EQ(work(fourth), 1);
    EXPECT_TRUE(exitOf(fourth).message.starts_with("The run has finished at epoch ")) << exitOf(fourth).message;
}

TEST_F(Ultralytics, theCheckCommandTellsVersions)
{
    WorkerProcess::Options options = optionsFor(dir.path());
    options.arguments = {"backend", "check", "--json"};
    options.output = dir / "out.json";
    EXPECT_EQ(WorkerProcess(options).wait(), 0);
    const json told = json::parse(platform::readFile(dir / "out.json").value_or(""), nullptr, false);
    ASSERT_TRUE(told.is_object());
    EXPECT_EQ(told["version"], "8.2.100");
    EXPECT_EQ(told["torch"], "2.9.0+cpu");
    EXPECT_EQ(told["gpus"], json::array());
    EXPECT_EQ(told["program"], YARDSTICK_PYTHON);
    options.environment["YARDSTICK_ULTRALYTICS"] = (dir / "nothing").string();
    EXPECT_EQ(WorkerProcess(options).wait(), 1);
}

} // namespace
} // namespace yardstick::training
