#include "training/engine/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace yardstick::training {
namespace {

double interpolate(double x, double end, double from, double to)
{
    return end <= 0 ? to : from + (to - from) * std::clamp(x / end, 0.0, 1.0);
}

} // namespace

Schedule::Schedule(const ScheduleOptions& options) : m_options(options)
{
    if (options.warmupEpochs > 0) {
        const auto wanted = std::max<std::int64_t>(
            std::llrint(options.warmupEpochs * static_cast<double>(options.batchesPerEpoch)), 100);
        m_warmup = std::min(wanted, options.batchesPerEpoch * options.epochs / 3);
    }
}

double Schedule::factor(int epoch) const
{
    const double part = static_cast<double>(epoch) / m_options.epochs;
    if (m_options.cosine) {
        return std::max((1 - std::cos(std::numbers::pi * part)) / 2, 0.0) * (m_options.finalFactor - 1) + 1;
    }
    return std::max(1 - part, 0.0) * (1 - m_options.finalFactor) + m_options.finalFactor;
}

StepPlan Schedule::at(std::int64_t batch, int epoch, double initialLr) const
{
    const double lr = initialLr * factor(epoch);
    const double full = static_cast<double>(m_options.nominalBatch) / m_options.batch;
    if (m_warmup == 0 || batch > m_warmup) {
        return {accumulation(m_options.batch, m_options.nominalBatch), lr, lr, m_options.momentum};
    }
    const auto x = static_cast<double>(batch);
    const auto end = static_cast<double>(m_warmup);
    return {std::max<std::int64_t>(std::llrint(interpolate(x, end, 1, full)), 1),
            interpolate(x, end, m_options.warmupBiasLr, lr), interpolate(x, end, 0, lr),
            interpolate(x, end, m_options.warmupMomentum, m_options.momentum)};
}

std::int64_t accumulation(int batch, int nominalBatch)
{
    return std::max<std::int64_t>(std::llrint(static_cast<double>(nominalBatch) / batch), 1);
}

double effectiveWeightDecay(double weightDecay, int batch, int nominalBatch)
{
    return weightDecay * batch * static_cast<double>(accumulation(batch, nominalBatch)) / nominalBatch;
}

AutoOptimizer chooseOptimizer(std::int64_t images, int batch, int nominalBatch, int epochs, int classes)
{
    const int perStep = std::max(batch, nominalBatch);
    const std::int64_t iterations = (images + perStep - 1) / perStep * epochs;
    if (iterations > 10000) {
        return {"SGD", 0.01, 0.9, 0, iterations};
    }
    return {"AdamW", std::round(0.002 * 5 / (4 + classes) * 1e6) / 1e6, 0.9, 0, iterations};
}

} // namespace yardstick::training
