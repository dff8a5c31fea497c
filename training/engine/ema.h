// Ema: exponential moving average of every floating entry of a model's state, batch-norm statistics included. Its model
// is what gets validated and saved as best. Decay 0.9999·(1 − e^(−updates/2000)). Owner thread: the trainer's.
#pragma once

#include "training/model/yolo_model.h"

namespace yardstick::training {

class Ema
{
public:
    /// A second model with the same values.
    static Result<Ema> create(const YoloModel& model);
    void update(const YoloModel& model);
    [[nodiscard]] YoloModel& model() { return *m_model; }
    [[nodiscard]] std::int64_t updates() const { return m_updates; }
    void setUpdates(std::int64_t updates) { m_updates = updates; }
    static double decay(std::int64_t updates);

private:
    std::shared_ptr<YoloModel> m_model;
    std::int64_t m_updates = 0;
};

} // namespace yardstick::training
