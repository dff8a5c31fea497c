#include "core/machine_work.h"

#include <algorithm>

namespace yardstick {
namespace {

/// Of one machine, while its runs are read.
struct WorkInProgress
{
    MachineWork work;
    std::vector<EpochSample> samples;
    std::vector<double> validation; ///< seconds, of each sample
};

/// When the attempt ended; while it runs, its newest event.
UtcMs workEnd(const Attempt& attempt)
{
    return std::max(attempt.startedMs, attempt.endedMs > 0 ? attempt.endedMs : attempt.lastEventMs);
}

double secondsBetween(UtcMs from, UtcMs to)
{
    return to > from ? static_cast<double>(to - from) / 1e3 : 0;
}

/// As the money of Attempt::wasted: never more than the attempt took.
double wastedOf(const Attempt& attempt, const std::vector<EpochRow>& epochs)
{
    const double all = attempt.startedMs > 0 ? secondsBetween(attempt.startedMs, workEnd(attempt)) : 0;
    if (attempt.hidden) {
        return all;
    }
    UtcMs last = attempt.startedMs;
    double wasted = 0;
    for (const EpochRow& row : epochs) {
        last = std::max(last, row.endedMs);
        wasted += row.wasted ? row.seconds : 0;
    }
    if (attempt.outcome != AttemptOutcome::None && attempt.outcome != AttemptOutcome::Completed) {
        wasted += secondsBetween(last, workEnd(attempt));
    }
    return std::min(wasted, all);
}

void addEpochs(WorkInProgress& w, const Attempt& attempt, const std::vector<EpochRow>& epochs)
{
    for (size_t i = 0; i < epochs.size(); ++i) {
        const EpochRow& row = epochs[i];
        w.samples.push_back({row.seconds, i == 0, !row.mosaic, row.shared, static_cast<int>(attempt.id.value)});
        w.validation.push_back(row.validationSeconds);
        w.work.epochs.push_back({attempt.experimentId, row.epoch, row.seconds, EpochPart::InMean});
    }
}

Result<> addExperiment(WorkInProgress& w, const StoreReader& store, ExperimentId id)
{
    const auto attempts = store.attempts(id, true);
    const auto epochs = store.epochs(id, true);
    if (!attempts || !epochs) {
        return fail(!attempts ? attempts.error() : epochs.error());
    }
    for (const Attempt& attempt : *attempts) {
        if (attempt.machineId != w.work.machineId || isDerived(attempt)) {
            continue;
        }
        std::vector<EpochRow> own;
        std::copy_if(epochs->begin(), epochs->end(), std::back_inserter(own), [&](const EpochRow& e) { return e.attemptId == attempt.id; });
        std::sort(own.begin(), own.end(), [](const EpochRow& a, const EpochRow& b) { return a.epoch < b.epoch; });
        w.work.wastedSeconds += wastedOf(attempt, own);
        if (!attempt.hidden) {
            w.work.keptEpochs += static_cast<int>(std::count_if(own.begin(), own.end(), [](const EpochRow& e) { return !e.wasted; }));
            addEpochs(w, attempt, own);
        }
    }
    return {};
}

void finishWork(WorkInProgress& w)
{
    const std::vector<EpochPart> parts = epochParts(w.samples);
    double all = 0;
    double validation = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        w.work.epochs[i].part = parts[i];
        if (parts[i] == EpochPart::InMean) {
            all += w.samples[i].seconds;
            validation += std::clamp(w.validation[i], 0.0, w.samples[i].seconds);
        }
    }
    w.work.split = validation > 0;
    w.work.validationShare = all > 0 ? validation / all : 0;
}

} // namespace

Result<std::vector<MachineWork>> machineWork(const StoreReader& store, const Comparison& comparison)
{
    std::vector<MachineWork> out;
    for (const MachineRow& row : comparison.rows) {
        WorkInProgress w;
        w.work.machineId = row.machineId;
        w.work.backend = row.backend;
        for (const ExperimentId id : row.experiments) {
            if (auto added = addExperiment(w, store, id); !added) {
                return fail(added.error());
            }
        }
        finishWork(w);
        out.push_back(std::move(w.work));
    }
    return out;
}

} // namespace yardstick
