// Schedule: learning rates, momentum and accumulation of every batch. Pure arithmetic; any thread.
// Letters: E epochs, e epoch from 0, i batch from 0 over the whole run. Sources: "bag of tricks" (arXiv 1812.01187) for
// the cosine; the shapes and constants are those of the YOLOv8 reference, except that warm-up is limited (see below).
#pragma once

#include <cstdint>
#include <string>

namespace yardstick::training {

struct ScheduleOptions
{
    int epochs = 100;
    bool cosine = false;
    double finalFactor = 0.01; ///< lrf: last learning rate / first
    std::int64_t batchesPerEpoch = 1;
    double warmupEpochs = 3;
    double warmupMomentum = 0.8;
    double warmupBiasLr = 0.1;
    double momentum = 0.937;
    int batch = 16;
    int nominalBatch = 64; ///< nbs
};

/// What holds while batch i is worked on.
struct StepPlan
{
    std::int64_t accumulate = 1; ///< batches between optimizer steps
    double biasLr = 0;           ///< of the bias group
    double lr = 0;               ///< of the others
    double momentum = 0;         ///< of optimizers that have one besides Adam's
};

class Schedule
{
public:
    explicit Schedule(const ScheduleOptions& options);
    /// Factor on the initial learning rate in epoch e: linear or cosine from 1 to finalFactor.
    [[nodiscard]] double factor(int epoch) const;
    /// max(round(warmupEpochs·batchesPerEpoch), 100) batches, but never more than a third of the run.
    [[nodiscard]] std::int64_t warmupBatches() const { return m_warmup; }
    [[nodiscard]] StepPlan at(std::int64_t batch, int epoch, double initialLr) const;
    /// The length of a run that is limited by time; the warm-up stays as it was.
    void setEpochs(int epochs) { m_options.epochs = epochs; }
    [[nodiscard]] int epochs() const { return m_options.epochs; }

private:
    ScheduleOptions m_options;
    std::int64_t m_warmup = 0;
};

/// Batches between optimizer steps: max(round(nominal/batch), 1), rounded half to even.
std::int64_t accumulation(int batch, int nominalBatch);
/// Weight decay scaled to the real batch: wd·batch·accumulate/nominal.
double effectiveWeightDecay(double weightDecay, int batch, int nominalBatch);

/// What `optimizer: auto` stands for.
struct AutoOptimizer
{
    std::string name; ///< SGD | AdamW
    double lr = 0;
    double momentum = 0.9;
    double warmupBiasLr = 0;
    std::int64_t iterations = 0; ///< what decided it
};
AutoOptimizer chooseOptimizer(std::int64_t images, int batch, int nominalBatch, int epochs, int classes);

} // namespace yardstick::training
