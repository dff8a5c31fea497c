#include "training/engine/ema.h"

#include <torch/utils.h>

#include <cmath>

namespace yardstick::training {

double Ema::decay(std::int64_t updates)
{
    return 0.9999 * (1 - std::exp(-static_cast<double>(updates) / 2000));
}

Result<Ema> Ema::create(const YoloModel& model)
{
    auto copy = YoloModel::create(model.architecture());
    if (!copy) {
        return fail(copy.error());
    }
    Ema ema;
    ema.m_model = *copy;
    ema.m_model->eval();
    ema.m_model->useChannelsLast();
    for (at::Tensor& parameter : ema.m_model->parameters()) {
        parameter.set_requires_grad(false);
    }
    if (auto loaded = loadStateDict(*ema.m_model, stateDict(model)); !loaded) {
        return fail(loaded.error());
    }
    return ema;
}

void Ema::update(const YoloModel& model)
{
    const torch::NoGradGuard noGrad;
    ++m_updates;
    const double keep = decay(m_updates);
    const NamedTensors source = stateDict(model);
    NamedTensors target = stateDict(*m_model);
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (target[i].second.is_floating_point()) {
            target[i].second.mul_(keep).add_(source[i].second, 1 - keep);
        } else {
            target[i].second.copy_(source[i].second);
        }
    }
}

} // namespace yardstick::training
