// Trainer: what happens before the first batch.
#include "core/base/platform.h"
#include "training/data/data_identity.h"
#include "training/engine/trainer.h"

#include <ATen/Context.h>
#include <torch/utils.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace yardstick::training {
namespace {

constexpr std::size_t kListedProblems = 20;
constexpr int kSmallestImgsz = 32; ///< px: the largest stride

void listProblems(RunLog& log, const std::string& split, const Split& data)
{
    std::size_t listed = 0;
    for (const DataProblem& problem : data.problems) {
        if (++listed > kListedProblems) {
            break;
        }
        const std::string where = problem.file.string() + (problem.line > 0 ? ":" + std::to_string(problem.line) : "");
        log.warning({ErrorCode::BadData, "{0}: {1}", {where, problem.text}, {}});
    }
    if (data.problems.size() > kListedProblems) {
        log.warning({ErrorCode::BadData, "{0} more problems were found in the {1} split; `data check` lists them all.",
                     {std::to_string(data.problems.size() - kListedProblems), split}, {}});
    }
    log.line(formatTemplate("{0}: {1} images, {2} objects, {3} images without objects",
                            {split, std::to_string(data.images.size()), std::to_string(data.instances),
                             std::to_string(data.backgrounds)}));
}

std::string number(double value)
{
    std::ostringstream out;
    out << value;
    return out.str();
}

} // namespace

Trainer::Trainer(TrainOptions options, RunLog& log, const StopRequest& stop)
    : m_options(std::move(options)), m_log(log), m_stop(stop)
{
}

Result<> Trainer::setUp()
{
    m_start = monotonicSeconds();
    m_log.phase("setup", true);
    for (const Error& warning : m_options.warnings) {
        m_log.warning(warning);
    }
    for (const auto step : {&Trainer::readData, &Trainer::makeModel, &Trainer::resume, &Trainer::makeLoaders}) {
        if (auto done = (this->*step)(); !done) {
            return done;
        }
    }
    announce();
    if (auto written = m_log.writeArgs(m_options.resolved); !written) {
        return written;
    }
    m_log.artifact("args.yaml", "args_yaml");
    m_log.phase("setup", false);
    return m_log.status();
}

Result<> Trainer::readData()
{
    const bool folders = m_options.task == Task::Classify;
    auto yaml = folders ? readClassFolders(m_options.job.data) : readDataYaml(m_options.job.data);
    if (!yaml) {
        return fail(yaml.error());
    }
    SplitOptions split;
    split.singleCls = m_options.singleCls;
    split.classes = m_options.classes;
    split.cacheDirectory = labelCacheDirectory();
    SplitOptions trainSplit = split;
    trainSplit.fraction = m_options.fraction;
    auto train = readSplit(*yaml, "train", trainSplit);
    if (!train) {
        return fail(train.error());
    }
    auto val = readSplit(*yaml, m_options.split, split);
    if (!val) {
        return fail(val.error());
    }
    const auto outlined = [](const ImageEntry& image) {
        return std::ranges::any_of(image.labels, [](const Label& label) { return !label.polygon.empty(); });
    };
    if (m_options.task == Task::Segment && std::ranges::none_of(train->images, outlined)) {
        return fail(ErrorCode::BadData, "No label of {0} is a polygon: segment learns masks from outlines, detect learns boxes.",
                    yaml->file.string());
    }
    m_train = std::move(*train);
    m_val = std::move(*val);
    m_names = m_options.singleCls ? std::vector<std::string>{"item"} : yaml->names;
    listProblems(m_log, "train", m_train);
    listProblems(m_log, m_options.split, m_val);
    m_card.dataHash = contentHash(*yaml, m_train, m_val);
    // A batch larger than the split would only be a partial one.
    if (m_options.batch > static_cast<int>(m_train.images.size())) {
        m_options.batch = static_cast<int>(m_train.images.size());
        m_options.resolved["batch"] = m_options.batch;
        m_log.line("batch: " + std::to_string(m_options.batch) + ", as there are no more images");
    }
    // Batch normalisation needs two values of a channel; at 32 px the deepest map has one for each image.
    const std::size_t batch = static_cast<std::size_t>(m_options.batch);
    if (m_options.imgsz <= kSmallestImgsz && (batch == 1 || m_train.images.size() % batch == 1)) {
        return fail(ErrorCode::InvalidArgument,
                    "At imgsz {0} no batch may hold one image alone ({1} images in batches of {2}): choose another batch, or imgsz 64 or more.",
                    m_options.imgsz, m_train.images.size(), batch);
    }
    return {};
}

Result<> Trainer::makeModel()
{
    torch::manual_seed(m_options.seed);
    // Where no such algorithm exists the other one is taken, with a warning of LibTorch's.
    at::globalContext().setDeterministicAlgorithms(m_options.deterministic, /*warn_only=*/true);
    at::globalContext().setDeterministicCuDNN(m_options.deterministic);
    auto architecture = makeArchitecture(m_options.job.modelVariant, static_cast<int>(m_names.size()));
    if (!architecture) {
        return fail(architecture.error());
    }
    auto model = YoloModel::create(*architecture);
    if (!model) {
        return fail(model.error());
    }
    m_model = *model;
    m_model->useChannelsLast();
    if (!m_options.weights.empty()) {
        auto transfer = transferWeights(m_options.weights, *m_model);
        if (!transfer) {
            return fail(transfer.error());
        }
        for (const std::string& line : transfer->report(m_options.weights, *architecture)) {
            m_log.line(line);
        }
    }
    m_model->setDropout(m_options.dropout);
    m_model->freezeLayers(m_options.freeze);
    auto ema = Ema::create(*m_model);
    if (!ema) {
        return fail(ema.error());
    }
    m_ema = std::make_unique<Ema>(std::move(*ema));
    m_loss = makeLoss(*architecture, m_options.gains);
    m_card.variant = architecture->variant();
    m_card.names = m_names;
    m_card.imgsz = m_options.imgsz;
    m_card.args = m_options.resolved;
    m_progress.epochs = m_options.epochs;
    return {};
}

void Trainer::makeOptimizer()
{
    m_momentum = m_options.momentum;
    m_warmupBiasLr = m_options.warmupBiasLr;
    double lr = m_options.lr0;
    std::string name = m_options.optimizer;
    if (name == "auto") {
        // The reference takes a classifier for one of ten classes here, however many it has.
        const int classes = m_options.task == Task::Classify ? 10 : static_cast<int>(m_names.size());
        const AutoOptimizer chosen = chooseOptimizer(static_cast<std::int64_t>(m_train.images.size()), m_options.batch,
                                                     m_options.nominalBatch, m_options.epochs, classes);
        name = chosen.name;
        lr = chosen.lr;
        m_momentum = chosen.momentum;
        m_warmupBiasLr = chosen.warmupBiasLr;
        // A resumed run keeps what was chosen at its start, even when it is now longer.
        if (!m_progress.optimizer.empty() && m_progress.optimizer != name) {
            name = m_progress.optimizer;
            lr = m_progress.initialLr;
        }
        m_log.line(formatTemplate("optimizer auto: {0}, lr0 {1}, momentum {2}, warmup_bias_lr {3} ({4} iterations planned)",
                                  {name, number(lr), number(m_momentum), number(m_warmupBiasLr),
                                   std::to_string(chosen.iterations)}));
    }
    m_progress.optimizer = name;
    m_progress.initialLr = lr;
    const auto kind = optimizerFromName(name).value_or(OptimizerKind::Sgd);
    const double decay = effectiveWeightDecay(m_options.weightDecay, m_options.batch, m_options.nominalBatch);
    m_optimizer = std::make_unique<Optimizer>(kind, *m_model, lr, m_momentum, decay);
    const auto& groups = m_optimizer->groups();
    m_log.line(formatTemplate("{0}: {1} biases, {2} weights with decay {3}, {4} norm weights",
                              {name, std::to_string(groups[0].parameters.size()),
                               std::to_string(groups[1].parameters.size()), number(decay),
                               std::to_string(groups[2].parameters.size())}));
}

Result<> Trainer::resume()
{
    if (auto kind = optimizerFromName(m_options.optimizer); !kind && m_options.optimizer != "auto") {
        return fail(kind.error());
    }
    if (m_options.job.resumeFrom.empty()) {
        makeOptimizer();
        return {};
    }
    const std::filesystem::path file = m_options.job.resumeFrom;
    auto checkpoint = readCheckpoint(file);
    if (!checkpoint) {
        return fail(checkpoint.error());
    }
    auto card = cardOf(*checkpoint);
    auto progress = progressOf(*checkpoint);
    if (!card || !progress) {
        return fail(card ? progress.error() : card.error());
    }
    if (card->variant != m_card.variant || card->names.size() != m_names.size()) {
        return fail(ErrorCode::InvalidArgument, "{0} is a {1} with {2} classes; this run is a {3} with {4}.",
                    file.string(), card->variant, card->names.size(), m_card.variant, m_names.size());
    }
    if (progress->epoch >= m_options.epochs && !m_options.hours) {
        return fail(ErrorCode::NotAllowed,
                    "The run has finished at epoch {0}; give more epochs than that to continue it.", progress->epoch);
    }
    m_progress = *progress;
    makeOptimizer();
    auto restored = restoreTraining(*checkpoint, *m_model, *m_ema, *m_optimizer);
    if (!restored) {
        return fail(restored.error());
    }
    restored->optimizer = m_progress.optimizer;
    restored->initialLr = m_progress.initialLr;
    restored->epochs = m_options.epochs;
    m_progress = std::move(*restored);
    if (card->dataHash != m_card.dataHash) {
        m_log.warning({ErrorCode::BadData, "The data set differs from the one the checkpoint was trained on.", {}, {}});
    }
    m_log.line(formatTemplate("Resumes {0} at epoch {1}, batch {2}",
                              {file.string(), std::to_string(m_progress.epoch + 1), std::to_string(m_progress.batch + 1)}));
    // The best weights so far belong to the run, not to the attempt.
    const auto best = file.parent_path() / "best.ckpt";
    const auto target = m_log.directory() / run_files::kWeights / "best.ckpt";
    std::error_code ec;
    if (std::filesystem::exists(best, ec) && !std::filesystem::exists(target, ec)) {
        std::filesystem::copy_file(best, target, ec);
        if (ec) {
            return fail(platform::ioError(ec.value(), "write", target));
        }
    }
    return {};
}

Result<> Trainer::makeLoaders()
{
    const int cores = m_options.job.threads > 0 ? m_options.job.threads : platform::hostInfo().logicalCpus;
    const int threads = std::clamp(m_options.workers, 1, std::max(cores, 1));
    LoaderOptions loader;
    loader.imgsz = m_options.imgsz;
    loader.batch = m_options.batch;
    loader.rect = m_options.rect;
    loader.augment = m_options.augment;
    loader.seed = m_options.seed;
    loader.threads = threads;
    loader.cacheRam = m_options.cacheRam;
    if (m_options.task == Task::Classify) {
        loader.classify = m_options.classify;
    } else if (m_options.task == Task::Segment) {
        loader.masks = m_options.masks;
    }
    m_loader = std::make_unique<Loader>(m_train, loader);

    ValidatorOptions validator;
    validator.imgsz = m_options.imgsz;
    validator.batch = std::clamp(2 * m_options.batch, 1, 32);
    validator.nms = {.confidence = m_options.conf, .iou = m_options.iou, .maxDetections = m_options.maxDetections,
                     .agnostic = m_options.agnosticNms || m_options.singleCls, .multiLabel = m_names.size() > 1,
                     .classes = {}};
    validator.gains = m_options.gains;
    validator.names = m_names;
    validator.cropFraction = m_options.classify.cropFraction;
    validator.threads = threads;
    validator.cacheRam = m_options.cacheRam;
    validator.keepDetections = m_options.saveJson;
    m_validator = std::make_unique<Validator>(m_val, m_options.task, validator);
    constexpr double kShownConfidence = 0.25; // of a box; a picture's class is always shown
    m_samples = std::make_unique<SampleImages>(m_log, m_names, m_options.task == Task::Classify ? 0 : kShownConfidence);

    ScheduleOptions schedule;
    schedule.epochs = m_options.epochs;
    schedule.cosine = m_options.cosLr;
    schedule.finalFactor = m_options.lrf;
    schedule.batchesPerEpoch = m_loader->batchesPerEpoch();
    schedule.warmupEpochs = m_options.warmupEpochs;
    schedule.warmupMomentum = m_options.warmupMomentum;
    schedule.warmupBiasLr = m_warmupBiasLr;
    schedule.momentum = m_momentum;
    schedule.batch = m_options.batch;
    schedule.nominalBatch = m_options.nominalBatch;
    m_schedule = std::make_unique<Schedule>(schedule);
    m_earlyStop = std::make_unique<EarlyStop>(m_options.patience, m_progress.bestFitness, m_progress.bestEpoch);
    return {};
}

void Trainer::announce()
{
    nlohmann::json values = m_options.resolved;
    values["optimizer_in_force"] = m_progress.optimizer;
    values["lr0_in_force"] = m_progress.initialLr;
    values["momentum_in_force"] = m_momentum;
    values["warmup_batches"] = m_schedule->warmupBatches();
    values["batches_per_epoch"] = m_loader->batchesPerEpoch();
    values["dataset_hash"] = m_card.dataHash;
    values["train_images"] = m_train.images.size();
    values["val_images"] = m_val.images.size();
    values["parameters"] = m_model->parameterCount();
    m_log.event(ArgsEvent{std::move(values)});
    m_log.line(formatTemplate("{0}: {1} parameters, {2} GFLOPs at {3} px, {4} classes",
                              {m_card.variant, std::to_string(m_model->parameterCount()),
                               number(forwardGflops(m_model->architecture(), m_options.imgsz)),
                               std::to_string(m_options.imgsz), std::to_string(m_names.size())}));
    m_log.line(formatTemplate("Warm-up: {0} batches of {1} in all; accumulation up to {2} batches",
                              {std::to_string(m_schedule->warmupBatches()),
                               std::to_string(m_loader->batchesPerEpoch() * m_options.epochs),
                               std::to_string(accumulation(m_options.batch, m_options.nominalBatch))}));
}

} // namespace yardstick::training
