// The parts of the backend ultralytics: terminal text, results.csv in every layout, progress lines, arguments, the environment.
#include "tests/training/fake_ultralytics.h"
#include "tests/support/temp_dir.h"
#include "core/base/time.h"
#include "training/worker/child_process.h"
#include "training/worker/terminal_text.h"
#include "training/worker/ultralytics_arguments.h"
#include "training/worker/ultralytics_environment.h"
#include "training/worker/ultralytics_progress.h"
#include "training/worker/ultralytics_results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>

namespace yardstick::training {
namespace {

namespace fs = std::filesystem;

void append(const fs::path& file, const std::string& text)
{
    std::ofstream(file, std::ios::app | std::ios::binary) << text;
}

void writeProgram(const fs::path& file, const std::string& text)
{
    append(file, text);
    fs::permissions(file, fs::perms::owner_all);
}

TEST(TerminalText, keepsTheLastStateOfALine)
{
    TerminalText text;
    std::vector<std::string> lines, states;
    for (const char* bytes : {"one\ntw", "o\r\n\x1b[34m\x1b[1mtrain: \x1b[0m 10%\r", "train:  90%\rtrain: 100%", "\nlast \xff"}) {
        for (const auto& piece : text.add(bytes)) {
            (piece.line ? lines : states).push_back(piece.text);
        }
    }
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two", "train: 100%"}));
    EXPECT_EQ(states, (std::vector<std::string>{"tw", "two", "train:  10%", "train:  90%", "train: 100%", "last \xEF\xBF\xBD"}));
    EXPECT_EQ(text.finish(), "last \xEF\xBF\xBD");
}

TEST(TerminalText, theNewestStateIsToldAtOnce)
{
    TerminalText text;
    const auto first = text.add("\rClass 0%");
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0].text, "Class 0%");
    EXPECT_FALSE(first[0].line);
    EXPECT_TRUE(text.add("\r").empty()); // the same, told once
    EXPECT_EQ(text.add("Class 100%").size(), 1u);
    const auto last = text.add("\n");
    ASSERT_EQ(last.size(), 1u);
    EXPECT_TRUE(last[0].line);
    EXPECT_EQ(last[0].text, "Class 100%");
}

TEST(TerminalText, aLineWithoutEndIsCut)
{
    TerminalText text;
    std::size_t lines = 0;
    for (int i = 0; i < 200; ++i) {
        for (const auto& piece : text.add(std::string(1024, 'x'))) {
            lines += piece.line ? 1 : 0;
        }
    }
    EXPECT_EQ(lines, 3u);
}

TEST(UltralyticsResults, readsRowsAsTheyAreCompleted)
{
    const test::TempDir dir;
    const fs::path file = dir / "results.csv";
    UltralyticsResults results(file, "8.3.9");
    EXPECT_TRUE(results.poll().empty());
    append(file, "epoch,time,train/box_loss,metrics/mAP50(B),metrics/mAP50-95(B),lr/pg0\n1,12.5,1.25,0.5,0.25,0.07\n2,20");
    const auto first = results.poll();
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0].epoch, 1);
    EXPECT_EQ(first[0].time, 12.5);
    EXPECT_EQ(first[0].values, (std::map<std::string, double>{{"train/box_loss", 1.25}, {"metrics/mAP50(B)", 0.5},
                                                              {"metrics/mAP50-95(B)", 0.25}, {"lr/pg0", 0.07}}));
    EXPECT_TRUE(results.poll().empty());
    append(file, ",nan,0.4,inf,0.05");
    EXPECT_TRUE(results.poll().empty());
    const auto last = results.poll(true);
    ASSERT_EQ(last.size(), 1u);
    EXPECT_TRUE(std::isnan(last[0].values.at("train/box_loss")));
    EXPECT_TRUE(std::isinf(last[0].values.at("metrics/mAP50-95(B)")));
    EXPECT_EQ(results.lastEpoch(), 2);
    EXPECT_EQ(results.bestEpoch(), 1);
}

TEST(UltralyticsResults, paddedColumnsCountFromZeroAndHaveNoTime)
{
    const test::TempDir dir;
    const fs::path file = dir / "results.csv";
    append(file, "                  epoch,         train/box_loss,       metrics/mAP50(B),    metrics/mAP50-95(B)\n"
                 "                      0,                 1.2345,                    0.5,                    0.5\n"
                 "                      1,                    1.1,                    0.5,                    0.5\n"
                 "                      2,                    1.0,                    0.4,                    0.5\n");
    UltralyticsResults results(file, "8.0.100");
    const auto rows = results.poll();
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].epoch, 1);
    EXPECT_TRUE(std::isnan(rows[0].time));
    EXPECT_EQ(rows[2].epoch, 3);
    EXPECT_EQ(rows[0].values.at("train/box_loss"), 1.2345);
    EXPECT_EQ(results.bestEpoch(), 2); // as good as the first one, and later
    EXPECT_NEAR(results.bestMetrics().at("fitness"), 0.5, 1e-12);
}

TEST(UltralyticsResults, goesOnAfterWhatAnEarlierProcessWrote)
{
    const test::TempDir dir;
    const fs::path file = dir / "results.csv";
    const std::string header = "epoch,time,metrics/mAP50(B),metrics/mAP50-95(B)\n";
    append(file, header + "1,10,0.1,0.9\n2,20,0.1,0.2\n3,30,0.1,0.2\n");
    UltralyticsResults results(file, "8.3.200");
    EXPECT_EQ(results.poll().size(), 3u);
    results.continueAfter(2); // the weights of epoch 3 were not saved
    append(file, header + "3,9,0.1,0.3\nx,18,1,1\n4,18,0.9\n4,18,0.9,0.4\n");
    const auto rows = results.poll();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].epoch, 3);
    EXPECT_EQ(rows[1].epoch, 4);
    EXPECT_EQ(results.bestEpoch(), 1); // of the earlier process; fitness is mAP50-95 alone here
    const auto problems = results.takeProblems();
    ASSERT_EQ(problems.size(), 2u);
    EXPECT_EQ(problems[0].message(), file.string() + ", line 7: a value is no number.");
    EXPECT_EQ(problems[1].message(), file.string() + ", line 8: a value is missing.");
    std::ofstream(file) << header << "1,1,0,0\n"; // begun anew: nothing in it is new
    EXPECT_TRUE(results.poll().empty());
    append(file, "5,9,0.1,1\n");
    EXPECT_EQ(results.poll().size(), 1u);
    EXPECT_EQ(results.bestEpoch(), 5);
}

TEST(UltralyticsResults, fitnessOfMasksAndOfClasses)
{
    const test::TempDir dir;
    append(dir / "masks.csv", "epoch,metrics/mAP50(B),metrics/mAP50-95(B),metrics/mAP50(M),metrics/mAP50-95(M)\n1,1,0.5,1,0.25\n");
    UltralyticsResults masks(dir / "masks.csv", "8.2.100");
    masks.poll();
    EXPECT_NEAR(masks.bestMetrics().at("fitness"), 0.1 + 0.45 + 0.1 + 0.225, 1e-12);
    append(dir / "classes.csv", "epoch,train/loss,metrics/accuracy_top1,metrics/accuracy_top5\n1,2,0.5,1\n");
    UltralyticsResults classes(dir / "classes.csv", "8.4.0");
    classes.poll();
    EXPECT_NEAR(classes.bestMetrics().at("fitness"), 0.75, 1e-12);
}

TEST(UltralyticsResults, versionsAreComparedByTheirNumbers)
{
    EXPECT_TRUE(versionAtLeast("8.3.198", "8.3.198"));
    EXPECT_TRUE(versionAtLeast("8.10.0", "8.9.5"));
    EXPECT_FALSE(versionAtLeast("8.2.100", "8.3.9"));
    EXPECT_FALSE(versionAtLeast("8", "8.0.1"));
    EXPECT_FALSE(versionAtLeast("", "8"));
}

TEST(UltralyticsProgress, findsTheBeginTheBarAndTheValidation)
{
    UltralyticsProgress progress;
    progress.see("train: Scanning /data/17 images/labels... 123 images, 4 backgrounds, 0 corrupt: 100%|##| 123/123", 1);
    progress.see("      1/3      0G    1.0     3      64:  50%|#| 1/9 [00:00]", 2); // before it says that it begins
    progress.see("Starting training for 1", 3); // the head of a line
    progress.see("Starting training for 17 epochs...", 3.5);
    EXPECT_EQ(progress.trainingBegan(), 3.0);
    EXPECT_EQ(progress.epochs(), 17);
    EXPECT_EQ(progress.images(), 123);
    EXPECT_EQ(progress.batches(), 0);
    progress.see("      1/3      2.1G     1.25   37     640:  50%|#####     | 4/8 [00:01<00:01,  3.9it/s]", 4);
    EXPECT_EQ(progress.batches(), 8);
    EXPECT_FALSE(progress.validationBegan());
    progress.see("   Class     Images  Instances      Box(P          R      mAP50  mAP50-95):   0%|  | 0/1", 5);
    progress.see("   Class     Images  Instances      Box(P          R      mAP50  mAP50-95): 100%|##| 1/1", 6);
    EXPECT_EQ(progress.validationBegan(), 5.0);
    progress.epochWritten(1);
    progress.see("   Class     Images  Instances      Box(P          R      mAP50  mAP50-95): 100%|##| 1/1", 7); // late
    EXPECT_FALSE(progress.validationBegan());
    progress.see("        2/3         0G       0.5   640: 100% ━━━━━━━━━━━━ 8/8 3.2it/s 0.6s", 8);
    progress.see("   classes   top1_acc   top5_acc: 100%", 9);
    EXPECT_EQ(progress.validationBegan(), 9.0);
    EXPECT_FALSE(progress.trainingEnded());
    progress.see("3 epochs completed in 0.003 hours.", 10);
    EXPECT_TRUE(progress.trainingEnded());
    EXPECT_EQ(progress.epochs(), 3);
}

class Arguments : public testing::Test
{
protected:
    Arguments()
    {
        job.backend = "ultralytics";
        job.data = "coco8.yaml"; // no file: a data set that the trainer knows
        environment.version = "8.2.100";
        environment.torch = "2.4.1";
        environment.program.python = "/venv/bin/python";
        environment.parameters = {"epochs", "batch", "freeze", "cos_lr", "optimizer", "cache", "show", "classes"};
    }
    [[nodiscard]] std::vector<std::string> list()
    {
        auto made = ultralyticsArguments(job, environment, "/runs/1/ultralytics");
        EXPECT_TRUE(made) << made.error().message();
        return made ? made->list : std::vector<std::string>{};
    }
    JobSpec job;
    UltralyticsEnvironment environment;
};

TEST_F(Arguments, giveWhatTheVersionKnowsAsPythonWritesIt)
{
    job.params = {{"epochs", 3}, {"freeze", {0, 1}}, {"cos_lr", true}, {"cache", "ram"}, {"pretrained", false}};
    EXPECT_EQ(list(), (std::vector<std::string>{"detect", "train", "data=coco8.yaml", "device=cpu", "model=yolov8n.yaml",
                                                "pretrained=False", "epochs=3", "batch=16", "cache=ram", "optimizer=auto",
                                                "cos_lr=True", "freeze=[0,1]", "project=/runs/1", "name=ultralytics",
                                                "exist_ok=True"}));
}

TEST_F(Arguments, weightsComeFromAFileOrFromTheVariant)
{
    const auto model = [this] { return list().at(4); };
    EXPECT_EQ(model(), "model=yolov8n.pt");
    job.params = {{"pretrained", "/w/mine.pt"}};
    EXPECT_EQ(model(), "model=yolov8n.yaml");
    EXPECT_EQ(list().at(5), "pretrained=/w/mine.pt");
    job.params = {{"model", "/w/other.pt"}};
    EXPECT_EQ(model(), "model=/w/other.pt");
}

TEST_F(Arguments, ofTheRunItselfAndUnknownOnesAreNotPassedOn)
{
    job.params = {{"device", "7"}, {"project", "mine"}, {"name", "x"}, {"exist_ok", false}, {"resume", true}, {"label_smoothing", 0.1},
                  {"show", true}};
    auto made = ultralyticsArguments(job, environment, "/runs/1/ultralytics");
    ASSERT_TRUE(made);
    const auto count = [&](const std::string& head) {
        return std::count_if(made->list.begin(), made->list.end(), [&](const std::string& a) { return a.starts_with(head); });
    };
    EXPECT_EQ(count("device="), 1);
    EXPECT_EQ(count("device=cpu"), 1);
    EXPECT_EQ(count("project="), 1);
    EXPECT_EQ(count("resume="), 0);
    EXPECT_EQ(count("show=True"), 1); // the user's own wish
    ASSERT_EQ(made->warnings.size(), 1u);
    EXPECT_EQ(made->warnings[0].message(), "ultralytics 8.2.100 does not know the parameter label_smoothing: it is left out.");
}

TEST_F(Arguments, gpusThatTorchDoesNotSeeAreRefused)
{
    job.gpus = {0, 1};
    environment.gpus = {"A", "B"};
    EXPECT_EQ(list().at(3), "device=0,1");
    environment.gpus = {"A"};
    const auto refused = ultralyticsArguments(job, environment, "/runs/1/ultralytics");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(refused.error().message(), "The job asks for GPU 1, but torch 2.4.1 of /venv/bin/python can use 1 GPUs.");
}

TEST_F(Arguments, faultsOfTheParametersAreToldFirst)
{
    job.params = {{"epochs", 0}};
    EXPECT_FALSE(ultralyticsArguments(job, environment, "/runs/1/ultralytics"));
    job.params = {};
    job.params = nlohmann::json::object();
    job.data.clear();
    EXPECT_EQ(ultralyticsArguments(job, environment, "/runs/1/ultralytics").error().message(), "No data set is chosen.");
}

TEST(UltralyticsEnvironment, sentencesSayWhatIsMissing)
{
    const test::TempDir dir;
    const auto sentence = [](const std::string& setting) {
        const auto found = ultralyticsPreflight(setting);
        return found ? std::string("found") : found.error().message();
    };
    EXPECT_EQ(sentence(""), "The backend ultralytics needs a Python environment of yours: name it in Settings, with  yardstick machine set NAME --ultralytics PATH  or in YARDSTICK_ULTRALYTICS.");
    EXPECT_EQ(sentence((dir / "no/python").string()), (dir / "no/python").string() + ", the Python environment that is named for ultralytics, has no program that can be run.");
    writeProgram(dir / "yolo", "#!/bin/sh\necho\n");
    EXPECT_EQ(sentence((dir / "yolo").string()), "The Python of " + (dir / "yolo").string() + " cannot be told: name the Python program of the environment for ultralytics.");
    writeProgram(dir / "python-bad", "#!/bin/sh\necho 'Traceback'\necho 'ImportError: no luck'\nexit 1\n");
    EXPECT_EQ(sentence((dir / "python-bad").string()), (dir / "python-bad").string() + " has failed: ImportError: no luck");
    ::setenv("PYTHONPATH", dir.path().c_str(), 1);
    const std::string missing = sentence(YARDSTICK_PYTHON);
    EXPECT_TRUE(missing.starts_with("The package ultralytics is not installed for ") || missing == "found") << missing;
    const fs::path site = writeFakeUltralytics(dir.path());
    append(site / "torch.py", "raise OSError('libfoo.so is missing')\n");
    ::setenv("PYTHONPATH", site.c_str(), 1);
    EXPECT_EQ(sentence(YARDSTICK_PYTHON), std::string("The package torch cannot be used with ") + YARDSTICK_PYTHON + ": OSError: libfoo.so is missing.");
    ::unsetenv("PYTHONPATH");
}

TEST(UltralyticsEnvironment, tellsVersionsAndParameters)
{
    const test::TempDir dir;
    ::setenv("PYTHONPATH", writeFakeUltralytics(dir.path(), "8.0.7").c_str(), 1);
    const auto found = ultralyticsPreflight(YARDSTICK_PYTHON);
    ::unsetenv("PYTHONPATH");
    ASSERT_TRUE(found) << found.error().message();
    EXPECT_EQ(found->version, "8.0.7");
    EXPECT_EQ(found->torch, "2.9.0+cpu");
    EXPECT_TRUE(found->gpus.empty());
    EXPECT_EQ(std::count(found->parameters.begin(), found->parameters.end(), "imgsz"), 1);
    EXPECT_EQ(found->program.command.front(), YARDSTICK_PYTHON);
}

TEST(UltralyticsEnvironment, findsTheInterpreterOfAYoloProgram)
{
    const test::TempDir dir;
    fs::create_directories(dir / "bin");
    writeProgram(dir / "bin/python", "#!/bin/sh\n");
    const std::string python = (dir / "bin/python").string();
    writeProgram(dir / "yolo1", "#!" + python + "\n# -*- coding: utf-8 -*-\n");
    writeProgram(dir / "yolo2", "#!/bin/sh\n'''exec' \"" + python + "\" \"$0\" \"$@\"\n' '''\n");
    for (const char* name : {"yolo1", "yolo2"}) {
        const auto found = findUltralytics((dir / name).string());
        ASSERT_TRUE(found) << found.error().message();
        EXPECT_EQ(found->python, python);
        EXPECT_EQ(found->command, std::vector<std::string>{(dir / name).string()});
    }
    EXPECT_EQ(findUltralytics(dir.path().string())->python, python); // a virtual environment's folder
}

TEST(FailureLine, isTheLastErrorOrTheLastLine)
{
    EXPECT_EQ(failureLine({"Traceback (most recent call last):", "SyntaxError: 'foo' is no argument", "    Arguments received:", "  https://host/help", ""}),
              "SyntaxError: 'foo' is no argument");
    EXPECT_EQ(failureLine({"torch.cuda.OutOfMemoryError: CUDA out of memory.", "x"}), "torch.cuda.OutOfMemoryError: CUDA out of memory.");
    EXPECT_EQ(failureLine({"one", "  Segmentation fault", ""}), "Segmentation fault");
    EXPECT_EQ(failureLine({}), "");
}

TEST(ChildProcess, endsAsItsProgramDid)
{
    const auto endOf = [](const std::string& script) {
        auto child = ChildProcess::start({.argv = {"sh", "-c", script}, .environment = {{"WORD", "here"}}, .without = {"HOME"},
                                          .workingDirectory = "/"});
        std::string text;
        while (!(*child)->end()) {
            text += (*child)->read(0.01);
        }
        for (std::string more = (*child)->read(0); !more.empty(); more = (*child)->read(0)) {
            text += more;
        }
        return std::tuple((*child)->end()->code, (*child)->end()->signal, text);
    };
    EXPECT_EQ(endOf("echo $WORD-$HOME-$PWD; echo err >&2; exit 3"), (std::tuple{3, 0, std::string("here--/\nerr\n")}));
    EXPECT_EQ(endOf("kill -TERM $$"), (std::tuple{0, SIGTERM, std::string()}));
    EXPECT_EQ(endOf("kill -KILL 0"), (std::tuple{0, SIGKILL, std::string()}));
    // What it leaves behind does not keep its group alive.
    const auto left = endOf("sleep 600 & echo $!");
    const auto pid = std::stoll(std::get<2>(left));
    const double deadline = monotonicSeconds() + 10;
    while (platform::processId(pid) && monotonicSeconds() < deadline) {
    }
    EXPECT_FALSE(platform::processId(pid));
    EXPECT_EQ(ChildProcess::start({.argv = {"/no/such/program"}, .environment = {}, .without = {}, .workingDirectory = {}}).error().code,
              ErrorCode::WorkerMissing);
}

} // namespace
} // namespace yardstick::training
