// bench and selftest of the worker.
#include "core/base/platform.h"
#include "core/base/time.h"
#include "training/engine/checkpoint_file.h"
#include "training/engine/ema.h"
#include "training/engine/optimizer.h"
#include "training/engine/validator.h"
#include "training/loss/detection_loss.h"
#include "training/worker/commands.h"
#include "training/worker/process_setup.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace yardstick::training {
namespace {

/// Largest rate of a plain matrix product: what 100 % is.
double matrixPeakGflops()
{
    constexpr int n = 1536;
    const at::Tensor a = at::rand({n, n}), b = at::rand({n, n});
    at::Tensor c = at::mm(a, b);
    double best = 1e9;
    for (int i = 0; i < 6; ++i) {
        const double start = monotonicSeconds();
        at::mm_out(c, a, b);
        best = std::min(best, monotonicSeconds() - start);
    }
    return 2.0 * n * n * n / best / 1e9;
}

at::Tensor randomTargets(int batch, int classes)
{
    const int rows = batch * 8;
    at::Tensor targets = at::rand({rows, 6});
    targets.select(1, 0).copy_(at::arange(rows).remainder(batch));
    targets.select(1, 1).mul_(classes).floor_();
    targets.slice(1, 2, 4).mul_(0.6).add_(0.2);
    targets.slice(1, 4, 6).mul_(0.3).add_(0.1);
    return targets;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/// Seconds of each part of a training step, medians.
struct StepTimes
{
    std::vector<double> forward, loss, backward, update, all;
};

/// A model with what a training step needs.
struct Rig
{
    std::shared_ptr<YoloModel> model;
    Ema ema;
    Optimizer optimizer;
    DetectionLoss loss;
};

Result<Rig> makeRig(const std::string& variant, int classes)
{
    auto architecture = makeArchitecture(variant, classes);
    if (!architecture) {
        return fail(architecture.error());
    }
    if (architecture->task != Task::Detect) {
        return fail(ErrorCode::Unsupported, "The speed is measured with detection models; {0} is none.", variant);
    }
    auto model = YoloModel::create(*architecture);
    if (!model) {
        return fail(model.error());
    }
    (*model)->useChannelsLast();
    auto ema = Ema::create(**model);
    if (!ema) {
        return fail(ema.error());
    }
    return Rig{*model, std::move(*ema), Optimizer(OptimizerKind::Sgd, **model, 0.01, 0.9, 5e-4), DetectionLoss(classes, {})};
}

double trainStep(Rig& rig, const at::Tensor& bytes, const at::Tensor& targets, StepTimes* times)
{
    double mark = monotonicSeconds();
    const double start = mark;
    const auto lap = [&](std::vector<double> StepTimes::* part) {
        const double now = monotonicSeconds();
        if (times != nullptr) {
            (times->*part).push_back(now - mark);
        }
        mark = now;
    };
    const auto maps = rig.model->forward(toNetworkInput(bytes)).maps;
    lap(&StepTimes::forward);
    const LossResult loss = rig.loss.compute(maps, targets);
    lap(&StepTimes::loss);
    loss.total.backward();
    lap(&StepTimes::backward);
    rig.optimizer.clipGradients(10);
    rig.optimizer.step();
    rig.optimizer.zeroGradients();
    rig.ema.update(*rig.model);
    lap(&StepTimes::update);
    if (times != nullptr) {
        times->all.push_back(mark - start);
    }
    return loss.items[0] + loss.items[1] + loss.items[2];
}

} // namespace

Result<> runBench(const BenchArguments& arguments)
{
    const int threads = setThreads(arguments.threads);
    torch::manual_seed(0);
    constexpr int kClasses = 80;
    auto rig = makeRig(arguments.model, kClasses);
    if (!rig) {
        return fail(rig.error());
    }
    const double peak = matrixPeakGflops();
    const at::Tensor bytes = at::randint(0, 256, {arguments.batch, 3, arguments.imgsz, arguments.imgsz}, at::kByte)
                                 .contiguous(at::MemoryFormat::ChannelsLast);
    const at::Tensor targets = randomTargets(arguments.batch, kClasses);
    rig->model->train();
    StepTimes times;
    for (int i = 0; i < arguments.steps + 2; ++i) {
        trainStep(*rig, bytes, targets, i < 2 ? nullptr : &times);
    }
    std::vector<double> inference;
    {
        const torch::NoGradGuard noGrad;
        rig->model->eval();
        rig->model->fuse();
        for (int i = 0; i < arguments.steps + 2; ++i) {
            const double start = monotonicSeconds();
            rig->model->forward(toNetworkInput(bytes));
            if (i >= 2) {
                inference.push_back(monotonicSeconds() - start);
            }
        }
    }
    const double gflops = forwardGflops(rig->model->architecture(), arguments.imgsz) * arguments.batch;
    const double step = median(times.all);
    const nlohmann::json out{{"model", arguments.model}, {"imgsz", arguments.imgsz}, {"batch", arguments.batch},
                             {"threads", threads}, {"steps", arguments.steps}, {"matrix_peak_gflops", peak},
                             {"train_step_seconds", step}, {"train_images_per_second", arguments.batch / step},
                             {"train_gflops", 3 * gflops / step}, {"train_share_of_peak", 3 * gflops / step / peak},
                             {"forward_seconds", median(times.forward)}, {"loss_seconds", median(times.loss)},
                             {"backward_seconds", median(times.backward)}, {"update_seconds", median(times.update)},
                             {"inference_images_per_second", arguments.batch / median(inference)},
                             {"peak_resident_bytes", platform::peakResidentBytes()}};
    if (arguments.json) {
        std::cout << out.dump(2) << std::endl;
    } else {
        for (const auto& [name, value] : out.items()) {
            std::cout << name << ": " << value.dump() << std::endl;
        }
    }
    return {};
}

Result<> runSelfTest(bool json)
{
    setThreads(0);
    torch::manual_seed(0);
    auto rig = makeRig("yolov8n", 2);
    if (!rig) {
        return fail(rig.error());
    }
    const at::Tensor bytes = at::randint(0, 256, {2, 3, 64, 64}, at::kByte);
    const at::Tensor targets = randomTargets(2, 2);
    rig->model->train();
    // The first boxes overlap nothing; once some do, the loss is at its highest and must fall again.
    double highest = 0, last = 0;
    for (int i = 0; i < 40; ++i) {
        last = trainStep(*rig, bytes, targets, nullptr);
        highest = std::max(highest, last);
    }
    if (!std::isfinite(last) || last >= 0.9 * highest) {
        return fail(ErrorCode::Internal, "Training does not work on this machine: the loss went from {0} to {1}.", highest, last);
    }
    const auto file = std::filesystem::temp_directory_path() / ("yardstick-selftest-" + platform::randomToken(6) + ".ckpt");
    Checkpoint checkpoint;
    checkpoint.addSection("model.", stateDict(*rig->model));
    const auto written = writeCheckpoint(file, checkpoint);
    auto read = readCheckpoint(file);
    std::error_code ec;
    std::filesystem::remove(file, ec);
    if (!written || !read) {
        return fail(written ? read.error() : written.error());
    }
    for (std::size_t i = 0; i < read->tensors.size(); ++i) {
        if (!at::equal(read->tensors[i].second, checkpoint.tensors[i].second)) {
            return fail(ErrorCode::Internal, "A checkpoint did not come back as it was written.");
        }
    }
    if (json) {
        std::cout << nlohmann::json{{"ok", true}, {"highest_loss", highest}, {"last_loss", last}}.dump(2) << std::endl;
    } else {
        std::cout << "Training works: the loss of one batch went from " << highest << " to " << last << "." << std::endl;
    }
    return {};
}

} // namespace yardstick::training
