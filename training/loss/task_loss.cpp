#include "training/loss/task_loss.h"

#include "training/loss/classification_loss.h"
#include "training/loss/detection_loss.h"
#include "training/loss/segmentation_loss.h"

#include <algorithm>
#include <cmath>

namespace yardstick::training {

bool LossResult::finite() const
{
    return std::all_of(items.begin(), items.end(), [](double v) { return std::isfinite(v); });
}

std::unique_ptr<TaskLoss> makeLoss(const Architecture& architecture, const LossGains& gains)
{
    if (architecture.task == Task::Classify) {
        return std::make_unique<ClassificationLoss>();
    }
    if (architecture.task == Task::Segment) {
        return std::make_unique<SegmentationLoss>(architecture.classes, gains);
    }
    return std::make_unique<DetectionLoss>(architecture.classes, gains);
}

} // namespace yardstick::training
