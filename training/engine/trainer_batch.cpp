// Trainer: the batches of an epoch.
#include "training/engine/trainer.h"

#include "training/data/random.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace yardstick::training {
namespace {

constexpr double kGradientLimit = 10;
constexpr int kSampleBatches = 3; // train_batch0…2, and the same again once mosaic is off
constexpr double kProgressSeconds = 10;

void apply(const StepPlan& plan, double autoMomentum, Optimizer& optimizer)
{
    const bool hasMomentum = optimizer.kind() == OptimizerKind::Sgd || optimizer.kind() == OptimizerKind::RmsProp;
    for (std::size_t g = 0; g < optimizer.groups().size(); ++g) {
        ParameterGroup& group = optimizer.groups()[g];
        group.lr = g == Optimizer::kBias ? plan.biasLr : plan.lr;
        group.momentum = hasMomentum ? plan.momentum : autoMomentum;
    }
}

} // namespace

Result<Trainer::BatchEnd> Trainer::trainEpoch(int epoch)
{
    m_model->train();
    const std::int64_t count = m_loader->batchesPerEpoch();
    m_loader->startEpoch(epoch, mosaicIn(epoch), m_progress.batch);
    if (m_progress.batch > 0) { // resumed: what the last batch left, in case the epoch has no more
        apply(m_schedule->at(m_progress.step - 1, epoch - 1, m_progress.initialLr), m_momentum, *m_optimizer);
    }
    while (m_progress.batch < count) {
        const double asked = monotonicSeconds();
        auto next = m_loader->next();
        if (!next) {
            return fail(next.error());
        }
        if (!*next) {
            return fail(ErrorCode::Internal, "The data loader ended at batch {0} of {1}.", m_progress.batch, count);
        }
        const double got = monotonicSeconds();
        m_progress.dataWaitSeconds += got - asked;
        auto trained = trainBatch(epoch, **next, count);
        m_progress.computeSeconds += monotonicSeconds() - got;
        if (!trained) {
            return fail(trained.error());
        }
        if (auto status = m_log.status(); !status) {
            return fail(status.error());
        }
        if (m_stop.poll() != StopKind::None) {
            return BatchEnd::StopAsked;
        }
    }
    return BatchEnd::EpochDone;
}

Result<> Trainer::trainBatch(int epoch, const Batch& batch, std::int64_t count)
{
    const bool tail = m_options.closeMosaic > 0 && epoch == m_options.epochs - m_options.closeMosaic + 1 && epoch > 1;
    if (m_options.plots && (epoch == 1 || tail) && m_progress.batch < kSampleBatches) {
        const int number = static_cast<int>(m_progress.batch) + (tail ? kSampleBatches : 0);
        if (auto added = m_samples->addTrainBatch(batch, number, epoch); !added) {
            return added;
        }
    }
    const StepPlan plan = m_schedule->at(m_progress.step, epoch - 1, m_progress.initialLr);
    apply(plan, m_momentum, *m_optimizer);
    const at::Tensor input = resizedInput(toNetworkInput(batch.images), epoch, m_progress.batch);
    const LossResult loss = m_loss->compute(m_model->forward(input), batch);
    if (!loss.finite()) {
        return fail(ErrorCode::Diverged,
                    "The losses became infinite or no number at epoch {0}, batch {1}: a lower lr0 may help; the last checkpoint "
                    "is from before.",
                    epoch, m_progress.batch + 1);
    }
    loss.total.backward();
    stepIfDue(plan);
    m_progress.lossSums.resize(loss.items.size(), 0.0);
    for (std::size_t i = 0; i < loss.items.size(); ++i) {
        m_progress.lossSums[i] += loss.items[i];
    }
    m_lastPositives = loss.positives;
    m_progress.epochImages += batch.images.size(0);
    ++m_progress.step;
    ++m_progress.batch;
    reportBatch(epoch, loss, m_progress.batch == count);
    return {};
}

at::Tensor Trainer::resizedInput(const at::Tensor& images, int epoch, std::int64_t index) const
{
    if (!m_options.multiScale) {
        return images;
    }
    // A size of its own for every batch, half to one and a half times imgsz; the same again after a resume.
    Random random = Random::forImage(m_options.seed ^ 0x5CA1E, static_cast<std::uint64_t>(epoch),
                                     static_cast<std::uint64_t>(index));
    const int size = roundedImageSize(static_cast<int>(random.between(m_options.imgsz / 2, m_options.imgsz * 3 / 2)));
    const double factor = static_cast<double>(size) / static_cast<double>(std::max(images.size(2), images.size(3)));
    const auto side = [&](std::int64_t pixels) {
        return static_cast<std::int64_t>(roundedImageSize(static_cast<int>(std::lround(static_cast<double>(pixels) * factor))));
    };
    return at::upsample_bilinear2d(images, {side(images.size(2)), side(images.size(3))}, false);
}

void Trainer::stepIfDue(const StepPlan& plan)
{
    if (m_progress.step - m_progress.lastStep < plan.accumulate) {
        return;
    }
    m_optimizer->clipGradients(kGradientLimit);
    m_optimizer->step();
    m_optimizer->zeroGradients();
    m_ema->update(*m_model);
    m_progress.lastStep = m_progress.step;
}

void Trainer::reportBatch(int epoch, const LossResult& loss, bool last)
{
    ScalarsEvent scalars;
    scalars.step = m_progress.step;
    scalars.epoch = epoch;
    const auto& names = lossNames(m_options.task);
    for (std::size_t i = 0; i < names.size(); ++i) {
        scalars.values["batch/" + names[i]] = loss.items[i];
    }
    m_log.batchScalars(std::move(scalars), last);
    const double now = monotonicSeconds();
    if (!m_options.verbose || last || now - m_lastProgressLine < kProgressSeconds) {
        return;
    }
    m_lastProgressLine = now;
    const auto batches = static_cast<double>(m_progress.batch);
    char text[160];
    std::snprintf(text, sizeof(text), "epoch %d/%d  batch %lld/%lld", epoch, m_progress.epochs,
                  static_cast<long long>(m_progress.batch), static_cast<long long>(m_loader->batchesPerEpoch()));
    std::string line = text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::snprintf(text, sizeof(text), "  %s %.4f", shortName(names[i]).c_str(), m_progress.lossSums[i] / batches);
        line += text;
    }
    m_log.line(line + "  positives " + std::to_string(m_lastPositives));
}

} // namespace yardstick::training
