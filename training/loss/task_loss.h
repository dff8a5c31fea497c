// TaskLoss: what a network's output is worth against a batch's targets; one kind per task. Owner thread: the one that trains.
#pragma once

#include "training/data/batch.h"
#include "training/model/head.h"

#include <memory>
#include <vector>

namespace yardstick::training {

struct LossGains
{
    double box = 7.5, cls = 0.5, dfl = 1.5;
};

struct LossResult
{
    at::Tensor total;              ///< scalar to run backward on
    std::vector<double> items;     ///< the terms with their gains, in the order of lossNames(task) (engine/result_fields.h)
    std::int64_t positives = 0;    ///< anchors, or pictures, that learned an object
    [[nodiscard]] bool finite() const;
};

class TaskLoss
{
public:
    virtual ~TaskLoss() = default;
    [[nodiscard]] virtual LossResult compute(const ModelOutput& output, const Batch& batch) const = 0;
};

std::unique_ptr<TaskLoss> makeLoss(const Architecture& architecture, const LossGains& gains);

} // namespace yardstick::training
