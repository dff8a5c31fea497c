#include "training/engine/train_options.h"

#include "core/base/params.h"
#include "training/engine/weights_file.h"

#include <algorithm>

namespace yardstick::training {
namespace {

constexpr int kLargestStride = 32;
constexpr int kCpuBatch = 16; // batch −1 asks for a size that fits a GPU's memory; there is none here

class OptionReader
{
public:
    explicit OptionReader(const JobSpec& job) : m_job(job) {}
    [[nodiscard]] nlohmann::json raw(std::string_view name) const
    {
        return ParamSchema::get().value(m_job.params, name, m_job.task);
    }
    [[nodiscard]] bool given(std::string_view name) const { return m_job.params.contains(name); }
    template <typename T> void get(const char* name, T& out) const
    {
        const auto value = raw(name);
        if (!value.is_null()) {
            out = value.get<T>();
        }
    }

private:
    const JobSpec& m_job;
};

void readRun(const OptionReader& read, TrainOptions& out)
{
    read.get("epochs", out.epochs);
    if (const auto hours = read.raw("time"); !hours.is_null()) {
        out.hours = hours.get<double>();
    }
    read.get("patience", out.patience);
    read.get("imgsz", out.imgsz);
    read.get("save", out.save);
    read.get("save_period", out.savePeriod);
    read.get("workers", out.workers);
    read.get("seed", out.seed);
    read.get("deterministic", out.deterministic);
    read.get("single_cls", out.singleCls);
    read.get("rect", out.rect);
    read.get("cos_lr", out.cosLr);
    read.get("multi_scale", out.multiScale);
    read.get("close_mosaic", out.closeMosaic);
    read.get("fraction", out.fraction);
    read.get("classes", out.classes);
    read.get("val", out.validate);
    read.get("plots", out.plots);
    read.get("save_json", out.saveJson);
    read.get("agnostic_nms", out.agnosticNms);
    read.get("verbose", out.verbose);
    read.get("split", out.split);
    read.get("conf", out.conf);
    read.get("iou", out.iou);
    read.get("max_det", out.maxDetections);
}

void readLearning(const OptionReader& read, TrainOptions& out)
{
    read.get("optimizer", out.optimizer);
    read.get("lr0", out.lr0);
    read.get("lrf", out.lrf);
    read.get("momentum", out.momentum);
    read.get("weight_decay", out.weightDecay);
    read.get("warmup_epochs", out.warmupEpochs);
    read.get("warmup_momentum", out.warmupMomentum);
    read.get("warmup_bias_lr", out.warmupBiasLr);
    read.get("nbs", out.nominalBatch);
    read.get("box", out.gains.box);
    read.get("cls", out.gains.cls);
    read.get("dfl", out.gains.dfl);
}

void readAugment(const OptionReader& read, AugmentOptions& out)
{
    read.get("hsv_h", out.hsvH);
    read.get("hsv_s", out.hsvS);
    read.get("hsv_v", out.hsvV);
    read.get("degrees", out.degrees);
    read.get("translate", out.translate);
    read.get("scale", out.scale);
    read.get("shear", out.shear);
    read.get("perspective", out.perspective);
    read.get("flipud", out.flipUd);
    read.get("fliplr", out.flipLr);
    read.get("bgr", out.bgr);
    read.get("mosaic", out.mosaic);
    read.get("mixup", out.mixup);
}

void readOtherTasks(const OptionReader& read, TrainOptions& out)
{
    ClassifyOptions& classify = out.classify;
    const AugmentOptions& shared = out.augment;
    classify.scale = shared.scale;
    classify.flipUd = shared.flipUd;
    classify.flipLr = shared.flipLr;
    classify.hsvH = shared.hsvH;
    classify.hsvS = shared.hsvS;
    classify.hsvV = shared.hsvV;
    classify.randAugment = !read.raw("auto_augment").is_null();
    read.get("overlap_mask", out.masks.overlap);
    read.get("mask_ratio", out.masks.ratio);
    read.get("erasing", classify.erasing);
    read.get("crop_fraction", classify.cropFraction);
    read.get("dropout", out.dropout);
    if (out.task == Task::Classify) { // of detection; they would only confuse the epochs' records
        out.augment.mosaic = out.augment.mixup = 0;
        out.closeMosaic = 0;
    }
}

void warn(TrainOptions& out, ErrorCode code, std::string text, std::vector<std::string> args = {})
{
    out.warnings.push_back({code, std::move(text), std::move(args), {}});
}

Result<> readBatch(const OptionReader& read, TrainOptions& out)
{
    const auto batch = read.raw("batch");
    if (batch.is_number_integer() && batch.get<std::int64_t>() > 0) {
        out.batch = batch.get<int>();
        return {};
    }
    out.batch = kCpuBatch;
    warn(out, ErrorCode::Unsupported, "batch {0} asks for a share of GPU memory; without a GPU the batch is {1}.",
         {ParamSchema::format(batch), std::to_string(kCpuBatch)});
    return {};
}

Result<> readFreeze(const OptionReader& read, TrainOptions& out)
{
    const auto freeze = read.raw("freeze");
    if (freeze.is_number_integer()) {
        for (int i = 0; i < freeze.get<int>(); ++i) {
            out.freeze.push_back(i);
        }
    } else if (freeze.is_array()) {
        out.freeze = freeze.get<std::vector<int>>();
    }
    const auto architecture = makeArchitecture(out.job.modelVariant, 1);
    if (!architecture) {
        return fail(architecture.error());
    }
    const int layers = static_cast<int>(architecture->layers.size());
    for (const int index : out.freeze) {
        if (index < 0 || index >= layers) {
            return fail(ErrorCode::InvalidArgument, "freeze names layer {0}, but {1} has the layers 0 to {2}.", index,
                        out.job.modelVariant, layers - 1);
        }
    }
    if (static_cast<int>(out.freeze.size()) >= layers) {
        return fail(ErrorCode::InvalidArgument, "freeze leaves no layer of {0} to train.", out.job.modelVariant);
    }
    return {};
}

/// Where weights come from: `model` (a file), else `pretrained` (a file); else none, which is said.
Result<> readWeights(const OptionReader& read, TrainOptions& out)
{
    const auto model = read.raw("model");
    const auto pretrained = read.raw("pretrained");
    if (model.is_string() && !model.get<std::string>().empty() && model.get<std::string>() != out.job.modelVariant) {
        out.weights = model.get<std::string>();
    } else if (pretrained.is_string()) {
        out.weights = pretrained.get<std::string>();
    }
    if (!out.weights.empty() && !hasWeightsExtension(out.weights)) {
        return fail(ErrorCode::Unsupported,
                    "The weights {0} cannot be read: this worker takes its own .ckpt files and .pt files of YOLOv8.", out.weights);
    }
    if (out.weights.empty() && pretrained.is_boolean() && pretrained.get<bool>()) {
        warn(out, ErrorCode::NotFound, "No weights file was given for {0}: training starts from scratch.",
             {out.job.modelVariant});
        out.resolved["pretrained"] = false;
    }
    return {};
}

Result<> checkSupport(const OptionReader& read, TrainOptions& out)
{
    if (out.job.task != toString(out.task)) {
        return fail(ErrorCode::InvalidArgument, "The model {0} is one to {1}, but the task is {2}: choose a model of the task.",
                    out.job.modelVariant, toString(out.task), out.job.task);
    }
    if (out.job.backend != "native") {
        return fail(ErrorCode::Unsupported, "The backend {0} is not this worker's.", out.job.backend);
    }
    if (!out.job.gpus.empty()) {
        return fail(ErrorCode::Unsupported, "This worker was built without CUDA and cannot use a GPU.");
    }
    if (const auto cache = read.raw("cache"); cache.is_string() && cache.get<std::string>() == "disk") {
        warn(out, ErrorCode::Unsupported, "cache disk is not offered: pictures are decoded anew each epoch; cache ram keeps them.");
    } else {
        out.cacheRam = cache == true || cache == "ram" || cache == "True";
    }
    if (read.raw("half") == true) {
        warn(out, ErrorCode::Unsupported, "half has no effect on a CPU: everything is computed in 32 bits.");
    }
    const int rounded = roundedImageSize(out.imgsz);
    if (rounded != out.imgsz) {
        warn(out, ErrorCode::InvalidArgument, "imgsz {0} is no multiple of {1}: {2} is used.",
             {std::to_string(out.imgsz), std::to_string(kLargestStride), std::to_string(rounded)});
        out.imgsz = rounded;
        out.resolved["imgsz"] = rounded;
    }
    return {};
}

void adviseOnLearningRate(const OptionReader& read, TrainOptions& out)
{
    if (out.optimizer == "auto") {
        for (const char* name : {"lr0", "momentum"}) {
            if (read.given(name)) {
                warn(out, ErrorCode::InvalidArgument,
                     "{0} is ignored while optimizer is auto; choose an optimizer to set it yourself.", {name});
            }
        }
    } else if (out.optimizer.starts_with("Adam") && out.lr0 >= 0.01) {
        warn(out, ErrorCode::InvalidArgument, "lr0 {0} is high for {1}, which usually diverges from 0.01 upwards.",
             {ParamSchema::format(out.lr0), out.optimizer});
    }
}

} // namespace

int roundedImageSize(int imgsz)
{
    return (imgsz + kLargestStride - 1) / kLargestStride * kLargestStride;
}

Result<TrainOptions> trainOptions(const JobSpec& job)
{
    if (const auto faults = ParamSchema::get().validate(job.params, job.task); !faults.empty()) {
        return fail(faults.front());
    }
    try {
        TrainOptions out;
        out.job = job;
        out.resolved = ParamSchema::get().resolved(job);
        out.warnings = ParamSchema::get().ignored(job.params, job.task);
        const OptionReader read(job);
        readRun(read, out);
        readLearning(read, out);
        readAugment(read, out.augment);
        const auto architecture = makeArchitecture(job.modelVariant, 1);
        if (!architecture) {
            return fail(architecture.error());
        }
        out.task = architecture->task;
        readOtherTasks(read, out);
        for (const auto step : {readBatch, readFreeze, readWeights, checkSupport}) {
            if (auto done = step(read, out); !done) {
                return fail(done.error());
            }
        }
        adviseOnLearningRate(read, out);
        out.resolved["batch"] = out.batch;
        return out;
    } catch (const nlohmann::json::exception& error) {
        return fail({ErrorCode::InvalidArgument, "The parameters of the job cannot be read.", {}, error.what()});
    }
}

} // namespace yardstick::training
