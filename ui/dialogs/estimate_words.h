// The words of an estimate (core/estimate.h) in the window's language: time, cost, start and finish with their intervals, and
// what is missing said as such. Display only; any thread.
#pragma once

#include "core/estimate.h"

#include <QString>

namespace yardstick::ui {

QString estimateWork(const QueueEstimate& e);   ///< "2 h 10 min (1 h 55 min – 2 h 30 min)", "no measurement yet"
QString estimateCost(const QueueEstimate& e);   ///< "0.92 USD (0.85 – 1.02)", "0.20 USD/h", "no price"
QString estimateStart(const QueueEstimate& e, bool interval); ///< "now", "in 40 min (35 min – 50 min)", "after 3 jobs"
QString estimateFinish(const QueueEstimate& e, UtcMs now, bool interval); ///< "16:30 (16:10 – 16:55)"; empty: not known
/// "On rtx4090-2: ≈ 2 h 10 min (1 h 55 min – 2 h 30 min), ≈ 0.92 USD (0.85 – 1.02); starts in 40 min; done ≈ 16:30. Measured on 57 epochs."
QString estimateSentence(const QueueEstimate& e, UtcMs now);
/// "≈ 1 h 10 min", "1 h 10 min (1 h – 1 h 30 min)"
QString rangeText(const SecondsRange& range);

} // namespace yardstick::ui
