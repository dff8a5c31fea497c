#include "training/worker/command_line.h"

#include "training/worker/backend_command.h"
#include "training/worker/commands.h"
#include "training/worker/convert_command.h"
#include "training/worker/train_command.h"
#include "training/worker/ultralytics_environment.h"
#include "training/worker/weights_command.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <iostream>

namespace yardstick::training {
namespace {

constexpr int kUsage = 2;

class CommandLine
{
public:
    CommandLine() : m_app("Trains, validates and predicts with YOLOv8 models.", "yardstick-worker")
    {
        m_app.require_subcommand(1);
        m_app.set_version_flag("--version", std::string("yardstick-worker ") + YARDSTICK_VERSION);
        addTrain();
        addVal();
        addPredict();
        addInfo();
        addWeights();
        addData();
        addBench();
        addBackend();
    }

    int run(int argc, char** argv)
    {
        try {
            m_app.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            return m_app.exit(error) == 0 ? 0 : kUsage;
        }
        if (m_train) {
            return m_train();
        }
        const Result<> done = m_command();
        if (!done) {
            std::cerr << "error: " << done.error().message() << std::endl;
            return exitCode(done.error().code);
        }
        return 0;
    }

private:
    void addTrain()
    {
        CLI::App* sub = m_app.add_subcommand("train", "Works the job of a run directory");
        sub->add_option("run_dir", m_path, "Directory with job.json")->required();
        sub->callback([this] { m_train = [this] { return runTrain(m_path); }; });
    }

    void addVal()
    {
        CLI::App* sub = m_app.add_subcommand("val", "Measures weights on a data set");
        sub->add_option("--weights", m_val.weights, "Checkpoint (.ckpt or .pt)")->required();
        sub->add_option("--data", m_val.data, "Data set: a YAML, or the folder of a classifier's")->required();
        sub->add_option("--split", m_val.split, "train, val or test")->check(CLI::IsMember({"train", "val", "test"}));
        sub->add_option("--imgsz", m_val.imgsz, "Pixels; as trained when left out")->check(CLI::Range(32, 8192));
        sub->add_option("--batch", m_val.batch, "Images at a time")->check(CLI::Range(1, 1024));
        sub->add_option("--conf", m_val.conf, "Least confidence")->check(CLI::Range(0.0, 1.0));
        sub->add_option("--iou", m_val.iou, "Overlap at which a box is suppressed")->check(CLI::Range(0.0, 1.0));
        sub->add_option("--threads", m_val.threads, "CPU threads; 0 is all")->check(CLI::Range(0, 4096));
        sub->add_flag("--json", m_val.json, "One JSON document");
        sub->callback([this] { m_command = [this] { return runVal(m_val); }; });
    }

    void addPredict()
    {
        CLI::App* sub = m_app.add_subcommand("predict", "Finds objects in pictures, or their classes");
        sub->add_option("--weights", m_predict.weights, "Checkpoint (.ckpt or .pt)")->required();
        sub->add_option("--source", m_predict.source, "Picture or folder")->required();
        sub->add_option("--out", m_predict.out, "Folder for a label file per picture");
        sub->add_option("--imgsz", m_predict.imgsz, "Pixels; as trained when left out")->check(CLI::Range(32, 8192));
        sub->add_option("--conf", m_predict.conf, "Least confidence")->check(CLI::Range(0.0, 1.0));
        sub->add_option("--iou", m_predict.iou, "Overlap at which a box is suppressed")->check(CLI::Range(0.0, 1.0));
        sub->add_option("--max-det", m_predict.maxDetections, "Most boxes per picture")->check(CLI::Range(1, 30000));
        sub->add_option("--threads", m_predict.threads, "CPU threads; 0 is all")->check(CLI::Range(0, 4096));
        sub->add_flag("--json", m_predict.json, "One JSON document");
        sub->callback([this] { m_command = [this] { return runPredict(m_predict); }; });
    }

    void addInfo()
    {
        CLI::App* sub = m_app.add_subcommand("info", "Layers, parameters and operations of a model");
        sub->add_option("model", m_model, "Variant (yolov8n …) or checkpoint")->required();
        sub->add_option("--nc", m_classes, "Classes, with a variant; of the published weights when left out")->check(CLI::Range(1, 100000));
        sub->add_option("--imgsz", m_imgsz, "Pixels for the operations; the task's own when left out")->check(CLI::Range(32, 8192));
        sub->add_flag("--json", m_json, "One JSON document");
        sub->callback([this] { m_command = [this] { return runInfo(m_model, m_classes, m_imgsz, m_json); }; });
    }

    void addWeights()
    {
        CLI::App* weights = m_app.add_subcommand("weights", "Looks into weights files");
        weights->require_subcommand(1);
        CLI::App* info = weights->add_subcommand("info", "What a .ckpt or .pt says about itself");
        info->add_option("file", m_path, "Weights file")->required();
        info->add_flag("--json", m_json, "One JSON document");
        info->callback([this] { m_command = [this] { return runWeightsInfo(m_path, m_json); }; });
    }

    void addData()
    {
        CLI::App* data = m_app.add_subcommand("data", "Checks a data set, or draws the demo's");
        data->require_subcommand(1);
        CLI::App* check = data->add_subcommand("check", "Lists what is wrong with a data set");
        check->add_option("path", m_path, "Data set YAML or its folder")->required();
        check->add_flag("--json", m_json, "One JSON document");
        check->callback([this] { m_command = [this] { return runDataCheck(m_path, m_json); }; });
        CLI::App* demo = data->add_subcommand("demo", "Draws a small detection data set");
        demo->add_option("directory", m_path, "Where to")->required();
        demo->add_option("--train", m_trainImages, "Training images")->check(CLI::Range(1, 100000));
        demo->add_option("--val", m_valImages, "Validation images")->check(CLI::Range(1, 100000));
        demo->add_option("--size", m_size, "Pixels")->check(CLI::Range(64, 4096));
        demo->add_flag("--json", m_json, "One JSON document");
        demo->callback(
            [this] { m_command = [this] { return runDataDemo(m_path, m_trainImages, m_valImages, m_size, m_json); }; });
        CLI::App* convert = data->add_subcommand("convert", "Brings a foreign data set into YOLO layout");
        convert->add_option("layout", m_kind, "coco, voc or visdrone")->required()->check(CLI::IsMember({"coco", "voc", "visdrone"}));
        convert->add_option("source", m_path, "Its folder")->required();
        convert->add_option("target", m_target, "New folder")->required();
        convert->add_flag("--json", m_json, "One JSON document");
        convert->callback([this] { m_command = [this] { return runDataConvert(m_kind, m_path, m_target, m_json); }; });
    }

    void addBench()
    {
        CLI::App* bench = m_app.add_subcommand("bench", "Training and prediction speed of this machine");
        bench->add_option("--model", m_bench.model, "Variant");
        bench->add_option("--imgsz", m_bench.imgsz, "Pixels")->check(CLI::Range(32, 8192));
        bench->add_option("--batch", m_bench.batch, "Images at a time")->check(CLI::Range(1, 1024));
        bench->add_option("--steps", m_bench.steps, "Timed steps")->check(CLI::Range(1, 100000));
        bench->add_option("--threads", m_bench.threads, "CPU threads; 0 is all")->check(CLI::Range(0, 4096));
        bench->add_flag("--json", m_bench.json, "One JSON document");
        bench->callback([this] { m_command = [this] { return runBench(m_bench); }; });
        CLI::App* test = m_app.add_subcommand("selftest", "Whether training works on this machine");
        test->add_flag("--json", m_json, "One JSON document");
        test->callback([this] { m_command = [this] { return runSelfTest(m_json); }; });
    }

    void addBackend()
    {
        CLI::App* backend = m_app.add_subcommand("backend", "Other trainers that jobs can run on");
        backend->require_subcommand(1);
        CLI::App* check = backend->add_subcommand("check", "Whether the backend ultralytics can train here");
        check->add_option("--python", m_path, std::string("Its python or yolo program; as in ") + kUltralyticsVariable + " when left out");
        check->add_flag("--json", m_json, "One JSON document");
        check->callback([this] { m_command = [this] { return runBackendCheck(m_path, m_json); }; });
    }

    CLI::App m_app;
    std::function<int()> m_train;
    std::function<Result<>()> m_command;
    std::string m_path, m_model, m_kind, m_target;
    ValArguments m_val;
    PredictArguments m_predict;
    BenchArguments m_bench;
    int m_classes = 0, m_imgsz = 0, m_trainImages = 300, m_valImages = 80, m_size = 320;
    bool m_json = false;
};

} // namespace

int runCommandLine(int argc, char** argv)
{
    CommandLine commandLine;
    return commandLine.run(argc, argv);
}

} // namespace yardstick::training
