#include "core/outcomes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace yardstick {
namespace {

/// Of an experiment, read once for all of its estimates.
struct RunRecord
{
    std::vector<Attempt> attempts; ///< hidden ones too
    std::vector<EpochRow> epochs;
    std::vector<PhaseRow> phases;
};

Result<RunRecord> recordOf(const StoreReader& store, ExperimentId id)
{
    auto attempts = store.attempts(id, true);
    auto epochs = store.epochs(id, true);
    auto phases = store.phases(id);
    if (!attempts || !epochs || !phases) {
        return fail(!attempts ? attempts.error() : !epochs ? epochs.error() : phases.error());
    }
    return RunRecord{std::move(*attempts), std::move(*epochs), std::move(*phases)};
}

/// From the first step towards it (boot, install, transfer) to its end, or to its newest event.
double secondsTaken(const Attempt& attempt, const std::vector<PhaseRow>& phases)
{
    UtcMs begin = attempt.startedMs > 0 ? attempt.startedMs : std::numeric_limits<UtcMs>::max();
    for (const PhaseRow& phase : phases) {
        if (phase.attemptId == attempt.id && phase.beginMs > 0) {
            begin = std::min(begin, phase.beginMs);
        }
    }
    const UtcMs end = attempt.endedMs > 0 ? attempt.endedMs : attempt.lastEventMs;
    return end > begin ? static_cast<double>(end - begin) / 1e3 : 0;
}

void addActual(EstimateOutcome& out, const RunRecord& record, UtcMs until)
{
    std::set<int> epochs;
    bool priced = true;
    for (const Attempt& attempt : record.attempts) {
        if (attempt.createdMs < out.estimate.createdMs || attempt.createdMs >= until) {
            continue;
        }
        out.started = out.started || attempt.startedMs > 0;
        out.completed = attempt.outcome == AttemptOutcome::Completed;
        out.actualSeconds += secondsTaken(attempt, record.phases);
        const auto sum = !attempt.cost ? Result<Money>(Money()) : out.actualCost ? out.actualCost->plus(*attempt.cost) : Result<Money>(*attempt.cost);
        priced = priced && attempt.cost && sum;
        if (priced) {
            out.actualCost = *sum;
        }
        for (const EpochRow& row : record.epochs) {
            if (row.attemptId == attempt.id) {
                epochs.insert(row.epoch);
            }
        }
    }
    if (!priced) {
        out.actualCost.reset();
    }
    out.epochs = out.completed ? static_cast<int>(epochs.size()) : out.estimate.epochs;
}

void addEstimated(EstimateOutcome& out)
{
    const StoredEstimate& e = out.estimate;
    if (e.basis == toString(EstimateBasis::None)) {
        return;
    }
    const auto all = [&](double epoch) { return e.setupSeconds + out.epochs * epoch; };
    out.estimated = SecondsRange{all(e.epochSeconds), all(e.epochSecondsLow), all(e.epochSecondsHigh)};
    if (e.price) {
        if (const auto cost = costOf(*e.price, out.estimated->value)) {
            out.estimatedCost = *cost;
        }
    }
    if (!out.completed || out.epochs == 0) {
        return;
    }
    out.errorPercent = errorPercent(out.estimated->value, out.actualSeconds);
    if (out.estimatedCost && out.actualCost && out.estimatedCost->currency() == out.actualCost->currency()) {
        out.costErrorPercent = errorPercent(out.estimatedCost->toDouble(), out.actualCost->toDouble());
    }
}

/// `estimates` of one experiment, oldest first.
Result<std::vector<EstimateOutcome>> outcomesFrom(const StoreReader& store, const std::vector<StoredEstimate>& estimates)
{
    std::vector<EstimateOutcome> all;
    if (estimates.empty()) {
        return all;
    }
    const auto record = recordOf(store, estimates.front().experimentId);
    if (!record) {
        return fail(record.error());
    }
    for (size_t i = 0; i < estimates.size(); ++i) {
        EstimateOutcome out;
        out.estimate = estimates[i];
        addActual(out, *record, i + 1 < estimates.size() ? estimates[i + 1].createdMs : std::numeric_limits<UtcMs>::max());
        addEstimated(out);
        all.push_back(std::move(out));
    }
    return all;
}

} // namespace

Result<std::vector<EstimateOutcome>> outcomesOf(const StoreReader& store, ExperimentId id)
{
    const auto estimates = store.estimates(id);
    return estimates ? outcomesFrom(store, *estimates) : fail(estimates.error());
}

Result<std::vector<MachineCalibration>> calibrations(const StoreReader& store)
{
    const auto estimates = store.estimates();
    if (!estimates) {
        return fail(estimates.error());
    }
    std::map<ExperimentId, std::vector<StoredEstimate>> byExperiment;
    for (const StoredEstimate& e : *estimates) {
        byExperiment[e.experimentId].push_back(e);
    }
    std::map<MachineId, std::vector<double>> errors;
    std::map<MachineId, int> inside;
    for (auto one = byExperiment.rbegin(); one != byExperiment.rend(); ++one) { // newer experiments first
        const bool wanted = std::any_of(one->second.begin(), one->second.end(), [&](const StoredEstimate& e) {
            return e.basis != toString(EstimateBasis::None) && errors[e.machineId].size() < static_cast<size_t>(kCalibratedRuns);
        });
        const auto outcomes = wanted ? outcomesFrom(store, one->second) : Result<std::vector<EstimateOutcome>>(std::vector<EstimateOutcome>());
        if (!outcomes) {
            return fail(outcomes.error());
        }
        for (const EstimateOutcome& out : *outcomes) {
            if (!out.errorPercent || errors[out.estimate.machineId].size() >= static_cast<size_t>(kCalibratedRuns)) {
                continue;
            }
            errors[out.estimate.machineId].push_back(*out.errorPercent);
            inside[out.estimate.machineId] += out.actualSeconds >= out.estimated->low && out.actualSeconds <= out.estimated->high ? 1 : 0;
        }
    }
    std::vector<MachineCalibration> all;
    for (const auto& [machine, percents] : errors) {
        if (machine.valid() && !percents.empty()) {
            all.push_back({machine, summariseErrors(percents), inside[machine]});
        }
    }
    return all;
}

} // namespace yardstick
