// TrainOptions: a job's parameters as typed values, checked, with what is refused or has no effect here said in words.
// Pure; any thread.
#pragma once

#include "core/base/job.h"
#include "training/data/augment_options.h"
#include "training/data/classify_transform.h"
#include "training/data/masks.h"
#include "training/loss/task_loss.h"
#include "training/model/architecture.h"

#include <optional>
#include <string>
#include <vector>

namespace yardstick::training {

struct TrainOptions
{
    JobSpec job;
    nlohmann::ordered_json resolved; ///< every parameter, for the args event and args.yaml
    std::vector<Error> warnings;     ///< accepted, but worth a sentence
    std::string weights;             ///< checkpoint file to take weights from; empty: none
    Task task = Task::Detect;        ///< of the model variant

    int epochs = 100;
    std::optional<double> hours; ///< `time`: overrides epochs
    int patience = 100;          ///< 0: off
    int batch = 16;
    int imgsz = 640;
    bool save = true;
    int savePeriod = -1;
    bool cacheRam = false;
    int workers = 8;
    std::uint64_t seed = 0;
    bool deterministic = true;
    bool singleCls = false, rect = false, cosLr = false, multiScale = false;
    int closeMosaic = 10;
    double fraction = 1;
    std::vector<int> freeze; ///< layer indices
    std::vector<int> classes;
    bool validate = true, plots = true, saveJson = false, agnosticNms = false, verbose = true;
    std::string split = "val";
    double conf = 0.001, iou = 0.7;
    int maxDetections = 300;

    std::string optimizer = "auto";
    double lr0 = 0.01, lrf = 0.01, momentum = 0.937, weightDecay = 0.0005;
    double warmupEpochs = 3, warmupMomentum = 0.8, warmupBiasLr = 0.1;
    int nominalBatch = 64;
    LossGains gains;
    AugmentOptions augment;
    MaskOptions masks;        ///< segment only
    ClassifyOptions classify; ///< classify only
    double dropout = 0;       ///< classify only
};

/// The first fault of the parameters, or Unsupported for what this worker cannot do.
Result<TrainOptions> trainOptions(const JobSpec& job);

/// The next multiple of 32 from below.
int roundedImageSize(int imgsz);

} // namespace yardstick::training
