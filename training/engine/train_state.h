// TrainState: all that a run is between two batches, as a checkpoint and back. A run that resumes from it computes the
// next batch bit for bit as the uninterrupted one would have (same threads, same machine). Owner thread: the trainer's.
#pragma once

#include "training/engine/checkpoint_file.h"
#include "training/engine/ema.h"
#include "training/engine/optimizer.h"
#include "training/engine/run_log.h"

#include <array>
#include <string>
#include <vector>

namespace yardstick::training {

/// Where a run stands. Epochs count from 1; `epoch` is the last one that is complete.
struct Progress
{
    int epoch = 0;
    int epochs = 0;               ///< planned
    std::int64_t batch = 0;       ///< batches done of the epoch after `epoch`
    std::int64_t step = 0;        ///< batches done since the start of epoch 1
    std::int64_t lastStep = -1;   ///< batch index of the last optimizer step
    std::vector<double> lossSums; ///< of the epoch under way, by loss; empty before its first batch
    double secondsBefore = 0;     ///< spent by earlier attempts and up to the last save
    double epochSeconds = 0, dataWaitSeconds = 0, computeSeconds = 0; ///< of the epoch under way
    std::int64_t epochImages = 0;
    double bestFitness = 0;
    int bestEpoch = 0; ///< 0: none yet
    std::vector<ResultRow> rows; ///< results.csv so far
    double initialLr = 0;
    std::string optimizer; ///< in force: SGD…
};

/// What a weights file says about its model.
struct ModelCard
{
    std::string variant;
    std::vector<std::string> names;
    int imgsz = 640;
    std::string dataHash;
    nlohmann::json args = nlohmann::json::object();
    nlohmann::json metrics = nlohmann::json::object();
};

/// EMA weights alone, for validation and prediction.
Checkpoint weightsCheckpoint(const ModelCard& card, YoloModel& ema, int epoch);
/// Everything.
Checkpoint trainingCheckpoint(const ModelCard& card, const YoloModel& model, Ema& ema, const Optimizer& optimizer,
                              const Progress& progress);

/// BadFile when the checkpoint is one of weights only or fits another model.
Result<Progress> restoreTraining(const Checkpoint& checkpoint, YoloModel& model, Ema& ema, Optimizer& optimizer);
/// The progress alone (to know the optimizer before it is made).
Result<Progress> progressOf(const Checkpoint& checkpoint);
Result<ModelCard> cardOf(const Checkpoint& checkpoint);

/// A model ready for evaluation, with the weights that a checkpoint of either kind, or a .pt of Ultralytics YOLOv8, holds (the
/// average where there is one).
struct LoadedModel
{
    std::shared_ptr<YoloModel> model;
    ModelCard card;
    int epoch = 0;
};
Result<LoadedModel> loadModel(const std::filesystem::path& checkpoint);

/// Copies every entry of a checkpoint or .pt that has the name and shape of one of the model's.
struct Transfer
{
    std::size_t copied = 0, total = 0;
    std::vector<std::string> fresh; ///< entries that keep their initial values
    std::size_t otherShape = 0;     ///< of these: in the file, but shaped otherwise
    std::string variant;            ///< of the file's model; empty: unknown
    std::size_t classes = 0;        ///< of the file's model

    /// For the log: what was taken, and why the rest is new.
    [[nodiscard]] std::vector<std::string> report(const std::filesystem::path& file, const Architecture& target) const;
};
Result<Transfer> transferWeights(const std::filesystem::path& file, YoloModel& model);

} // namespace yardstick::training
