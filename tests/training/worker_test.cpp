// The real worker as a process: what it leaves in a run directory when it ends well, is stopped, killed, or runs out of disk.
#include "tests/training/run_fixture.h"
#include "training/engine/checkpoint_file.h"

#include <sys/mount.h>

namespace yardstick::training {
namespace {

using Worker = RunFixture;

TEST_F(Worker, trainsEndToEnd)
{
    const auto run = newRun();
    ASSERT_EQ(train(run), 0) << logOf(run);
    const ExitRecord record = exitOf(run);
    EXPECT_EQ(record.outcome, "completed");
    EXPECT_EQ(record.epochs, 2);

    const auto events = eventsOf(run);
    ASSERT_FALSE(events.empty());
    for (std::size_t i = 0; i < events.size(); ++i) {
        EXPECT_EQ(events[i].seq, static_cast<std::int64_t>(i) + 1);
    }
    EXPECT_TRUE(std::holds_alternative<HelloEvent>(events.front().body));
    EXPECT_TRUE(std::holds_alternative<DoneEvent>(events.back().body));
    const auto epochs = eventsOf<EpochEvent>(run);
    ASSERT_EQ(epochs.size(), 2u);
    EXPECT_EQ(epochs[1].epoch, 2);
    EXPECT_EQ(epochs[1].step, 4);
    EXPECT_EQ(epochs[0].images, 8);
    EXPECT_NEAR(epochs[0].seconds,
                epochs[0].dataWaitSeconds + epochs[0].computeSeconds + epochs[0].validationSeconds + epochs[0].otherSeconds, 1e-9);
    EXPECT_GT(epochs[0].computeSeconds, 0);
    EXPECT_GT(epochs[0].validationSeconds, 0);

    std::map<std::string, int> kinds;
    for (const auto& plot : eventsOf<PlotEvent>(run)) {
        ++kinds[plot.kind];
    }
    EXPECT_EQ(kinds["per_class"], 1);
    EXPECT_EQ(kinds["confusion_matrix"], 1);
    for (const auto& image : eventsOf<ImageEvent>(run)) {
        ++kinds[image.kind];
        EXPECT_EQ(*platform::sha256File(run / image.path), image.sha256);
        EXPECT_GT(image.width, 0);
    }
    EXPECT_EQ(kinds["train_batch"], 2);
    EXPECT_EQ(kinds["val_labels"], 1);
    EXPECT_GE(kinds["val_pred"], 1);
    for (const auto& checkpoint : eventsOf<CheckpointEvent>(run)) {
        EXPECT_GT(checkpoint.bytes, 1000000);
    }
    EXPECT_TRUE(readCheckpoint(run / "weights/last.ckpt").has_value());
    EXPECT_TRUE(readCheckpoint(run / "weights/best.ckpt").has_value());
}

TEST_F(Worker, lastBatchOfEveryEpochIsReported)
{
    const auto run = newRun({{"batch", 1}, {"plots", false}, {"val", false}});
    ASSERT_EQ(train(run), 0) << logOf(run);
    std::map<std::int64_t, ScalarsEvent> batches, epochs;
    for (const auto& scalars : eventsOf<ScalarsEvent>(run)) {
        (scalars.values.contains("batch/box_loss") ? batches : epochs)[scalars.step] = scalars;
    }
    EXPECT_TRUE(batches.contains(8) && batches.contains(16));
    ASSERT_TRUE(epochs.contains(8));
    EXPECT_TRUE(epochs[8].values.contains("train/box_loss"));
    EXPECT_TRUE(epochs[8].values.contains("lr/pg0"));
    EXPECT_FALSE(epochs[8].values.contains("metrics/mAP50(B)")); // val is off
    EXPECT_TRUE(epochs[16].values.contains("metrics/mAP50(B)")); // but for the last epoch
}

TEST_F(Worker, resultsAndArgumentsAreReadableByOtherTools)
{
    const auto run = newRun({{"freeze", {0, 1}}, {"classes", nullptr}});
    ASSERT_EQ(train(run), 0) << logOf(run);
    const std::string csv = *platform::readFile(run / "results.csv");
    EXPECT_TRUE(csv.starts_with("epoch,time,train/box_loss,train/cls_loss,train/dfl_loss,metrics/precision(B),metrics/recall(B),"
                                "metrics/mAP50(B),metrics/mAP50-95(B),val/box_loss,val/cls_loss,val/dfl_loss,lr/pg0,lr/pg1,lr/pg2\n1,"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
    EXPECT_EQ(csv.find(' '), std::string::npos);
    const std::string args = *platform::readFile(run / "args.yaml");
    EXPECT_NE(args.find("\nfreeze: [0,1]\n"), std::string::npos) << args;
    EXPECT_NE(args.find("\nimgsz: 64\n"), std::string::npos);
    EXPECT_NE(args.find("\nclasses: null\n"), std::string::npos);
    const auto values = eventsOf<ArgsEvent>(run).at(0).values;
    EXPECT_EQ(values.at("optimizer_in_force"), "AdamW");
    EXPECT_EQ(values.at("dataset_hash").get<std::string>().size(), 64u);
    EXPECT_NE(logOf(run).find("optimizer auto: AdamW"), std::string::npos);
    EXPECT_NE(logOf(run).find("Warm-up: "), std::string::npos);
}

TEST_F(Worker, refusesADirectoryThatHasEnded)
{
    const auto run = newRun();
    ASSERT_TRUE(platform::writeFileAtomic(run / run_files::kExit, "{}").has_value());
    EXPECT_EQ(train(run), 1);
    EXPECT_FALSE(fs::exists(run / run_files::kEvents));
    EXPECT_EQ(*platform::readFile(run / run_files::kExit), "{}");
}

TEST_F(Worker, refusesADirectoryWithALiveOwner)
{
    const auto run = newRun();
    const auto lock = platform::FileLock::tryLock(run / run_files::kLock);
    ASSERT_TRUE(lock.has_value());
    EXPECT_EQ(train(run), 1);
    EXPECT_FALSE(fs::exists(run / run_files::kEvents));
    EXPECT_FALSE(fs::exists(run / run_files::kExit));
}

TEST_F(Worker, refusesANewerJobInOneSentence)
{
    const auto run = newRun();
    auto job = nlohmann::json::parse(*platform::readFile(run / run_files::kJob));
    job["version"] = 99;
    job["v"] = 99;
    ASSERT_TRUE(platform::writeFileAtomic(run / run_files::kJob, job.dump()).has_value());
    EXPECT_EQ(train(run), 1);
    EXPECT_NE(logOf(run).find("error: "), std::string::npos);
}

TEST_F(Worker, stopFileEndsAsStoppedWithACheckpoint)
{
    const auto run = newRun({{"epochs", 1000}});
    WorkerProcess worker(trainOptionsFor(run));
    ASSERT_TRUE(waitFor([&] { return !eventsOf<ScalarsEvent>(run).empty(); })) << logOf(run);
    ASSERT_TRUE(platform::writeFileAtomic(run / run_files::kStop, "").has_value());
    EXPECT_EQ(worker.wait(), 0);
    EXPECT_EQ(exitOf(run).outcome, "stopped");
    EXPECT_TRUE(readCheckpoint(run / "weights/last.ckpt").has_value());
    EXPECT_EQ(eventsOf<DoneEvent>(run).at(0).outcome, "stopped");
}

TEST_F(Worker, terminationEndsAsInterruptedAndResumes)
{
    const auto run = newRun({{"epochs", 1000}});
    WorkerProcess worker(trainOptionsFor(run));
    ASSERT_TRUE(waitFor([&] { return eventsOf<EpochEvent>(run).size() >= 2; })) << logOf(run);
    worker.signal(SIGTERM);
    EXPECT_EQ(worker.wait(), 1);
    const ExitRecord first = exitOf(run);
    EXPECT_EQ(first.outcome, "interrupted");
    ASSERT_GE(first.epochs, 2);

    const auto next = newRun({{"epochs", first.epochs + 2}}, (run / "weights/last.ckpt").string());
    ASSERT_EQ(train(next), 0) << logOf(next);
    EXPECT_EQ(exitOf(next).outcome, "completed");
    EXPECT_EQ(eventsOf<EpochEvent>(next).front().epoch, first.epochs + 1);
    // results.csv of the resumed attempt holds the whole run.
    const std::string csv = *platform::readFile(next / "results.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), first.epochs + 3);
}

TEST_F(Worker, killedInMidEpochResumesFromTheLastEpoch)
{
    const auto run = newRun({{"epochs", 1000}, {"batch", 1}});
    WorkerProcess worker(trainOptionsFor(run));
    ASSERT_TRUE(waitFor([&] {
        const auto scalars = eventsOf<ScalarsEvent>(run);
        return !eventsOf<CheckpointEvent>(run).empty() && scalars.back().step % 8 != 0;
    })) << logOf(run);
    worker.signal(SIGKILL);
    EXPECT_EQ(worker.wait(), -SIGKILL);
    EXPECT_FALSE(fs::exists(run / run_files::kExit));
    const auto state = readCheckpoint(run / "weights/last.ckpt");
    ASSERT_TRUE(state.has_value());
    const int done = state->meta.at("epoch").get<int>();
    ASSERT_GE(done, 1);
    const auto next = newRun({{"epochs", done + 1}, {"batch", 1}}, (run / "weights/last.ckpt").string());
    ASSERT_EQ(train(next), 0) << logOf(next);
    EXPECT_EQ(exitOf(next).epochs, done + 1);
    EXPECT_TRUE(fs::exists(next / "weights/best.ckpt"));
}

class WorkerKill : public Worker, public testing::WithParamInterface<const char*>
{
};

TEST_P(WorkerKill, atACheckpointLeavesNothingHalf)
{
    const auto run = newRun();
    auto options = trainOptionsFor(run);
    options.environment = {{"YARDSTICK_TEST_KILL_AT", GetParam()}};
    EXPECT_EQ(WorkerProcess(options).wait(), -SIGKILL);
    for (const auto& entry : fs::directory_iterator(run / "weights")) {
        if (entry.path().extension() == ".ckpt") {
            EXPECT_TRUE(readCheckpoint(entry.path()).has_value()) << entry.path();
        }
    }
    EXPECT_FALSE(fs::exists(run / run_files::kExit));
    EXPECT_FALSE(platform::FileLock::isLocked(run / run_files::kLock));
}

INSTANTIATE_TEST_SUITE_P(Points, WorkerKill, testing::Values("checkpoint_written", "checkpoint_rename", "checkpoint_renamed"),
                         [](const auto& param) { return std::string(param.param); });

TEST_F(Worker, fileSizeLimitFailsInOneSentence)
{
    const auto run = newRun();
    auto options = trainOptionsFor(run);
    options.fileSizeLimit = 4 << 20; // the event log fits, a checkpoint does not
    EXPECT_EQ(WorkerProcess(options).wait(), 1);
    const ExitRecord record = exitOf(run);
    EXPECT_EQ(record.outcome, "failed");
    EXPECT_EQ(record.code, "io");
    EXPECT_NE(record.message.find(".ckpt"), std::string::npos) << record.message;
    EXPECT_TRUE(fs::is_empty(run / "weights"));
}

TEST_F(Worker, fullDiskFailsInOneSentenceAndKeepsWhatWasWritten)
{
    const fs::path disk = dir.path() / "disk";
    fs::create_directories(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=60m") != 0) {
        GTEST_SKIP() << "this user may not mount a small file system";
    }
    const auto unmount = std::shared_ptr<void>(nullptr, [&](void*) { ::umount2(disk.c_str(), MNT_DETACH); });
    const auto prepared = newRun({{"epochs", 1000}, {"plots", false}});
    const fs::path run = disk / "run";
    fs::copy(prepared, run, fs::copy_options::recursive);
    EXPECT_EQ(train(run), 1);
    const std::string log = logOf(run);
    EXPECT_NE(log.find("The disk is full"), std::string::npos) << log;
    for (const auto& entry : fs::directory_iterator(run / "weights")) {
        EXPECT_EQ(entry.path().extension(), ".ckpt");
        EXPECT_TRUE(readCheckpoint(entry.path()).has_value()) << entry.path();
    }
}

struct Refusal
{
    const char* name;
    nlohmann::json params;
    const char* sentence;
    const char* code;
    int exitCode;
};

class WorkerRefusal : public Worker, public testing::WithParamInterface<Refusal>
{
};

TEST_P(WorkerRefusal, saysWhyInOneSentence)
{
    const auto run = newRun(GetParam().params);
    EXPECT_EQ(train(run), GetParam().exitCode);
    const ExitRecord record = exitOf(run);
    EXPECT_EQ(record.outcome, "failed");
    EXPECT_EQ(record.code, GetParam().code);
    EXPECT_NE(record.message.find(GetParam().sentence), std::string::npos) << record.message;
    const auto messages = eventsOf<MessageEvent>(run);
    ASSERT_FALSE(messages.empty());
    EXPECT_TRUE(messages.back().error);
    EXPECT_EQ(messages.back().message(), record.message);
}

INSTANTIATE_TEST_SUITE_P(
    Parameters, WorkerRefusal,
    testing::Values(Refusal{"unknown", {{"imgszz", 64}}, "imgszz", "invalid_argument", 2},
                    Refusal{"outOfRange", {{"lr0", 2}}, "lr0", "invalid_argument", 2},
                    Refusal{"oneImageAlone", {{"imgsz", 32}, {"batch", 7}}, "8 images in batches of 7", "invalid_argument", 2},
                    Refusal{"optimizer", {{"optimizer", "Adamax"}}, "Adamax", "invalid_argument", 2},
                    Refusal{"freezeTooFar", {{"freeze", {0, 40}}}, "40", "invalid_argument", 2},
                    Refusal{"freezeAll", {{"freeze", 23}}, "no layer", "invalid_argument", 2},
                    Refusal{"foreignWeights", {{"pretrained", "yolov8n.onnx"}}, ".ckpt", "unsupported", 1},
                    Refusal{"missingWeights", {{"model", "none.ckpt"}}, "does not exist", "not_found", 3}),
    [](const auto& param) { return std::string(param.param.name); });

TEST_F(Worker, missingDataSetIsNamed)
{
    edit = [](JobSpec& job) { job.data = "/nowhere/data.yaml"; };
    const auto run = newRun();
    EXPECT_NE(train(run), 0);
    EXPECT_NE(exitOf(run).message.find("/nowhere/data.yaml"), std::string::npos);
}

TEST_F(Worker, finishedRunIsNotResumedButContinued)
{
    const auto run = newRun();
    ASSERT_EQ(train(run), 0) << logOf(run);
    const auto again = newRun({}, (run / "weights/last.ckpt").string());
    EXPECT_EQ(train(again), 1);
    EXPECT_NE(exitOf(again).message.find("finished at epoch 2"), std::string::npos) << exitOf(again).message;
    const auto more = newRun({{"epochs", 3}}, (run / "weights/last.ckpt").string());
    EXPECT_EQ(train(more), 0) << logOf(more);
    EXPECT_EQ(exitOf(more).epochs, 3);
}

TEST_F(Worker, divergingLossesEndTheRunAtOnce)
{
    const auto run = newRun({{"optimizer", "SGD"}, {"lr0", 1.0}, {"warmup_epochs", 0.0}, {"cls", 1e38}, {"plots", false},
                             {"val", false}});
    EXPECT_EQ(train(run), 1);
    EXPECT_EQ(exitOf(run).code, "diverged");
}

TEST_F(Worker, everyOtherSettingIsHonoured)
{
    const auto run = newRun({{"epochs", 3}, {"optimizer", "SGD"}, {"cos_lr", true}, {"multi_scale", true}, {"rect", true},
                             {"single_cls", true}, {"cache", "ram"}, {"save_period", 2}, {"save_json", true},
                             {"close_mosaic", 1}, {"freeze", 3}, {"nbs", 4}, {"split", "train"}});
    ASSERT_EQ(train(run), 0) << logOf(run);
    EXPECT_TRUE(fs::exists(run / "weights/epoch2.ckpt"));
    EXPECT_FALSE(fs::exists(run / "weights/epoch1.ckpt"));
    EXPECT_TRUE(fs::exists(run / "predictions.json"));
    const auto epochs = eventsOf<EpochEvent>(run);
    EXPECT_TRUE(epochs[1].mosaic);
    EXPECT_FALSE(epochs[2].mosaic);
    EXPECT_EQ(eventsOf<ArgsEvent>(run).at(0).values.at("val_images"), 8);
}

TEST_F(Worker, timeBudgetReplansTheEpochs)
{
    const auto run = newRun({{"epochs", 100000}, {"time", 2.0 / 3600}, {"plots", false}});
    ASSERT_EQ(train(run), 0) << logOf(run);
    EXPECT_LT(exitOf(run).epochs, 1000);
    EXPECT_EQ(eventsOf<EpochEvent>(run).back().epochs, exitOf(run).epochs);
}

TEST_F(Worker, valOfTheBestWeightsAgreesWithTheRun)
{
    const auto run = newRun();
    ASSERT_EQ(train(run), 0) << logOf(run);
    for (const char* batch : {"1", "3", "16"}) {
        const auto out = dir / (std::string("val") + batch);
        ASSERT_EQ(WorkerProcess({{"val", "--weights", (run / "weights/best.ckpt").string(), "--data", tinyDataset().string(),
                                  "--batch", batch, "--threads", "1", "--json"}, {}, out, 0})
                      .wait(),
                  0);
        const auto report = nlohmann::json::parse(*platform::readFile(out));
        const auto metrics = eventsOf<DoneEvent>(run).at(0).metrics;
        EXPECT_NEAR(report.at("map50").get<double>(), metrics.at("metrics/mAP50(B)"), 1e-6) << batch;
        EXPECT_NEAR(report.at("map50_95").get<double>(), metrics.at("metrics/mAP50-95(B)"), 1e-6) << batch;
    }
}

struct Command
{
    std::vector<std::string> arguments;
    int code;
};

TEST_F(Worker, exitCodesAreDoneFailedUsageNotFound)
{
    const Command table[]{{{"--version"}, 0},
                          {{"--help"}, 0},
                          {{"info", "yolov8n", "--nc", "3", "--json"}, 0},
                          {{"selftest"}, 0},
                          {{}, 2},
                          {{"fly"}, 2},
                          {{"train"}, 2},
                          {{"val", "--data", "x.yaml"}, 2},
                          {{"train", (dir / "none").string()}, 3},
                          {{"val", "--weights", (dir / "none.ckpt").string(), "--data", tinyDataset().string()}, 3},
                          {{"info", "yolov9"}, 2},
                          {{"data", "check", tinyDataset().string(), "--json"}, 0}};
    for (const Command& command : table) {
        const auto out = dir / "out";
        EXPECT_EQ(WorkerProcess({command.arguments, {}, out, 0}).wait(), command.code)
            << (command.arguments.empty() ? "" : command.arguments.front()) << platform::readFile(out).value_or("");
        fs::remove(out);
    }
}

TEST_F(Worker, predictsAPicture)
{
    const auto run = newRun();
    ASSERT_EQ(train(run), 0) << logOf(run);
    const auto source = tinyDataset().parent_path() / "images" / "val";
    const auto out = dir / "predicted.json";
    ASSERT_EQ(WorkerProcess({{"predict", "--weights", (run / "weights/best.ckpt").string(), "--source", source.string(), "--out",
                              (dir / "labels").string(), "--conf", "0.001", "--json"}, {}, out, 0})
                  .wait(),
              0);
    const auto report = nlohmann::json::parse(*platform::readFile(out));
    EXPECT_EQ(report.size(), 4u);
    EXPECT_FALSE(report[0].at("boxes").empty());
    EXPECT_TRUE(fs::exists(dir.path() / "labels"));
}

} // namespace
} // namespace yardstick::training
