#include "core/reach.h"

#include <algorithm>

namespace yardstick {
namespace {

constexpr const char* kMap5095 = "metrics/mAP50-95(B)";

/// Time and money of the attempts before `last`, and of `last` until `end`.
Result<> addAttempts(Reach& reach, const StoreReader& store, ExperimentId id, const EpochRow& last)
{
    const auto attempts = store.attempts(id, true);
    if (!attempts) {
        return fail(attempts.error());
    }
    bool priced = true;
    for (const Attempt& attempt : *attempts) {
        if (attempt.startedMs <= 0 || attempt.number > last.attemptNumber) {
            continue;
        }
        const UtcMs own = attempt.endedMs > 0 ? attempt.endedMs : attempt.lastEventMs;
        const UtcMs end = attempt.id == last.attemptId ? last.endedMs : own;
        const auto cost = store.costUntil(attempt, end);
        if (!cost) {
            return fail(cost.error());
        }
        reach.seconds += static_cast<double>(std::max<UtcMs>(0, end - attempt.startedMs)) / 1e3;
        const auto sum = *cost ? reach.cost.value_or(Money(0, (*cost)->currency())).plus(**cost) : Result<Money>(Money());
        priced = priced && *cost && sum; // two currencies do not add up either
        if (priced) {
            reach.cost = *sum;
        }
    }
    if (!priced) {
        reach.cost.reset();
    }
    return {};
}

} // namespace

Result<Reach> reachOf(const StoreReader& store, ExperimentId id, double map5095)
{
    if (!(map5095 > 0 && map5095 <= 1)) {
        return fail(ErrorCode::InvalidArgument, "A mAP50-95 to reach is above 0 and at most 1, such as 0.5; it is {0}.", map5095);
    }
    const auto points = store.joinedPoints(id, kMap5095);
    const auto epochs = store.joinedEpochs(id);
    if (!points || !epochs) {
        return fail(!points ? points.error() : epochs.error());
    }
    Reach reach;
    reach.measured = !points->empty();
    const auto point = std::find_if(points->begin(), points->end(), [&](const SeriesPoint& p) { return p.value >= map5095; });
    if (point == points->end()) {
        return reach;
    }
    const auto row = std::find_if(epochs->begin(), epochs->end(), [&](const EpochRow& e) { return e.step >= point->step; });
    if (row == epochs->end()) {
        return reach; // its epoch is not over yet
    }
    reach.epoch = row->epoch;
    if (auto added = addAttempts(reach, store, id, *row); !added) {
        return fail(added.error());
    }
    return reach;
}

} // namespace yardstick
