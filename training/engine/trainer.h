// Trainer: one training run, from the checked options to the last event. Owns the model, its average, the optimizer and
// the loaders. Everything runs on the thread that calls run(); loaders have threads of their own. It never throws.
#pragma once

#include "training/engine/early_stop.h"
#include "training/engine/result_fields.h"
#include "training/engine/sample_images.h"
#include "training/engine/schedule.h"
#include "training/engine/stop_request.h"
#include "training/engine/train_options.h"
#include "training/engine/train_state.h"
#include "training/engine/validator.h"

#include <map>
#include <memory>
#include <optional>

namespace yardstick::training {

struct TrainOutcome
{
    std::string outcome; ///< completed | stopped | interrupted
    int epochs = 0;      ///< last complete epoch
    double seconds = 0;
    std::map<std::string, double> metrics; ///< of the best weights
};

class Trainer
{
public:
    Trainer(TrainOptions options, RunLog& log, const StopRequest& stop);
    Result<TrainOutcome> run();

private:
    /// What an epoch came to.
    struct EpochReport
    {
        int epoch = 0;
        std::vector<double> losses; ///< means over the batches
        EpochEvent event;
        std::optional<ValidationResult> validation;
    };
    /// What ends the batch loop early.
    enum class BatchEnd { EpochDone, StopAsked };

    // trainer_setup.cpp
    Result<> setUp();
    Result<> readData();
    Result<> makeModel();
    void makeOptimizer();
    Result<> resume();
    Result<> makeLoaders();
    void announce();

    // trainer.cpp
    Result<std::string> epochLoop();
    Result<std::string> endEarly(StopKind kind);
    Result<> finishEpoch(int epoch);
    [[nodiscard]] ResultRow resultRow(const EpochReport& report) const;
    void beginNextEpoch(EpochReport& report);
    Result<std::optional<ValidationResult>> validate(int epoch);
    Result<> save(bool best);
    Result<> saveFile(const std::string& name, const Checkpoint& checkpoint, bool best);
    void replanForTime();
    Result<TrainOutcome> conclude(const std::string& outcome);

    // trainer_batch.cpp
    Result<BatchEnd> trainEpoch(int epoch);
    Result<> trainBatch(int epoch, const Batch& batch, std::int64_t count);
    at::Tensor resizedInput(const at::Tensor& images, int epoch, std::int64_t index) const;
    void stepIfDue(const StepPlan& plan);
    void reportBatch(int epoch, const LossResult& loss, bool last);

    // trainer_report.cpp
    void reportEpoch(EpochReport& report);
    void printEpoch(const EpochReport& report);
    Result<> reportFinal(TrainOutcome& outcome);
    void reportPlots(const ValidationResult& result, int epoch);
    void printTable(const ValidationResult& result);
    void printClassTable(const ValidationResult& result);
    Result<> writeDetections(const ValidationResult& result);
    [[nodiscard]] bool mosaicIn(int epoch) const;
    [[nodiscard]] double secondsSoFar() const;

    TrainOptions m_options;
    RunLog& m_log;
    const StopRequest& m_stop;
    double m_start = 0; ///< monotonic; of this attempt

    std::vector<std::string> m_names;
    Split m_train, m_val;
    std::shared_ptr<YoloModel> m_model;
    std::unique_ptr<Ema> m_ema;
    std::unique_ptr<Optimizer> m_optimizer;
    std::unique_ptr<Schedule> m_schedule;
    std::unique_ptr<TaskLoss> m_loss;
    std::unique_ptr<Loader> m_loader;
    std::unique_ptr<Validator> m_validator;
    std::unique_ptr<SampleImages> m_samples;
    std::unique_ptr<EarlyStop> m_earlyStop;
    ModelCard m_card;
    Progress m_progress;
    double m_warmupBiasLr = 0;
    double m_momentum = 0;
    double m_epochMark = 0;          ///< monotonic; the epoch under way began here (in this attempt)
    double m_epochSecondsBefore = 0; ///< of it in an earlier attempt
    std::int64_t m_lastPositives = 0;
    double m_lastProgressLine = 0;
};

} // namespace yardstick::training
