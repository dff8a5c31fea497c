// What a comparison says beyond ranks: who is on the Pareto front, who makes a deadline, who is best when waiting costs money,
// what would decide a tie, and which machine is worth timing.
#include "core/compare_rows.h"
#include "core/printed.h"

#include <algorithm>

namespace yardstick::compare {
namespace {

std::string amount(const Money& money)
{
    const bool small = money.micros() < 1'000'000;
    return (small ? printedCost(money) : money.toRounded(2)) + " " + std::string(money.currency().code());
}

FinishPlan finishPlan(const MachineRow& row, const CompareOptions& options)
{
    FinishPlan plan;
    plan.setupSeconds = options.includeSetup ? row.setupSeconds : 0;
    plan.epochs = options.epochs;
    plan.epochSeconds = row.epochSeconds;
    plan.interval = row.basis == Basis::Measured;
    plan.epochHalfWidth = std::max(0.0, (row.epochHigh - row.epochLow) / 2);
    plan.epochDeviation = row.epochDeviation;
    plan.n = row.n;
    plan.effectiveN = row.effectiveN;
    if (row.timeFactor > 1) {
        plan.interruptionsPerHour = row.interruptionsPer100h.value_or(0) / 100;
        plan.checkpointSeconds = row.epochSeconds;
        plan.restartSeconds = row.setupSeconds;
    }
    return plan;
}

/// Extrapolated times are too uncertain to say that they meet a deadline.
void setFinish(MachineRow& row, const CompareOptions& options)
{
    if (row.n == 0 || row.totalSeconds <= 0 || isExtrapolated(row.basis)) {
        return;
    }
    const FinishPlan plan = finishPlan(row, options);
    row.surelySeconds = surelyDoneAfter(plan);
    if (options.deadlineSeconds) {
        row.finishProbability = probabilityToFinish(plan, *options.deadlineSeconds);
        row.meetsDeadline = row.finishProbability ? *row.finishProbability >= kSureEnough : row.totalSeconds <= *options.deadlineSeconds;
    }
}

std::vector<Candidate> candidatesOf(const Comparison& comparison, size_t ranked)
{
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < ranked; ++i) {
        const MachineRow& row = comparison.rows[i];
        candidates.push_back({row.totalSeconds, *row.allIn, row.finishProbability});
    }
    return candidates;
}

Result<> markFront(Comparison& comparison, size_t ranked)
{
    std::vector<TimeAndMoney> points;
    for (size_t i = 0; i < ranked; ++i) {
        points.push_back({comparison.rows[i].totalSeconds, *comparison.rows[i].allIn});
    }
    const auto front = paretoFront(points);
    if (!front) {
        return fail(front.error());
    }
    for (size_t i = 0; i < ranked; ++i) {
        comparison.rows[i].onParetoFront = (*front)[i];
    }
    return {};
}

void setAllInDeltas(Comparison& comparison, size_t ranked)
{
    std::int64_t cheapest = 0;
    for (size_t i = 0; i < ranked; ++i) {
        const std::int64_t own = comparison.rows[i].allIn->micros();
        cheapest = i == 0 ? own : std::min(cheapest, own);
    }
    for (MachineRow& row : comparison.rows) {
        if (cheapest > 0 && row.allIn && (row.rank > 0 || isExtrapolated(row.basis))) {
            row.allInDeltaPercent = (static_cast<double>(row.allIn->micros()) / static_cast<double>(cheapest) - 1) * 100;
        }
    }
}

Result<> sayDeadline(Comparison& comparison, const std::vector<Candidate>& candidates)
{
    const double deadline = *comparison.options.deadlineSeconds;
    const auto chosen = cheapestInTime(candidates, deadline);
    if (!chosen) {
        return fail(chosen.error());
    }
    const std::string epochs = std::to_string(comparison.options.epochs);
    if (*chosen) {
        const MachineRow& row = comparison.rows[**chosen];
        const std::vector<std::string> args{epochs, printedDuration(deadline), row.label, amount(*row.allIn), printedDuration(row.totalSeconds)};
        comparison.deadlineSentence =
            row.finishProbability ? Sentence{"Of those that finish {0} epochs within {1} with 95 % certainty, {2} is cheapest: {3}, in {4}.", args}
                                  : Sentence{"Of those that finish {0} epochs within {1}, {2} is cheapest: {3}, in {4} by its published time.", args};
        return {};
    }
    const auto fastest = std::min_element(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.seconds < b.seconds; });
    const MachineRow& row = comparison.rows[static_cast<size_t>(fastest - candidates.begin())];
    comparison.deadlineSentence = {"None makes it: no machine finishes {0} epochs within {1} with 95 % certainty; the fastest, {2}, takes about {3}.",
                                   {epochs, printedDuration(deadline), row.label, printedDuration(row.totalSeconds)}};
    return {};
}

Result<> sayTimeValue(Comparison& comparison, const std::vector<Candidate>& candidates)
{
    const PricePerHour value = *comparison.options.valueOfTime;
    for (MachineRow& row : comparison.rows) {
        if (row.allIn && (row.rank > 0 || isExtrapolated(row.basis))) {
            if (const auto all = costWithTime(*row.allIn, row.totalSeconds, value)) {
                row.totalWithTimeValue = *all;
            }
        }
    }
    const auto best = bestWithTime(candidates, value);
    if (!best) {
        return fail(best.error());
    }
    if (*best) {
        MachineRow& row = comparison.rows[**best];
        row.bestWithTimeValue = true;
        comparison.timeValueSentence = {"At {0} per hour of waiting, {1} is best for {2} epochs: {3} in {4}, {5} with the wait.",
                                        {amount(value.perHour), row.label, std::to_string(comparison.options.epochs), amount(*row.allIn),
                                         printedDuration(row.totalSeconds), amount(*row.totalWithTimeValue)}};
    }
    return {};
}

TiedCost tiedCost(const MachineRow& row) { return {*row.costPerEpoch, *row.costPerEpochLow, *row.costPerEpochHigh, row.n}; }

/// Between the cheapest and the one of those that share its rank that takes longest to tell from it.
void sayTie(Comparison& comparison, size_t ranked)
{
    const MachineRow* hardest = nullptr;
    std::optional<TieBreak> most;
    for (size_t i = 1; i < ranked && comparison.rows[i].rank == 1; ++i) {
        const auto needed = epochsToDecide(tiedCost(comparison.rows[0]), tiedCost(comparison.rows[i]));
        if (hardest == nullptr || (most && (!needed || needed->epochs > most->epochs))) {
            hardest = &comparison.rows[i];
            most = needed;
        }
    }
    if (hardest == nullptr) {
        return;
    }
    std::vector<std::string> args{comparison.rows[0].label, hardest->label};
    if (!most) {
        comparison.tieSentence = {"No clear winner between {0} and {1}: their costs are so close that more epochs would hardly decide.", args};
        return;
    }
    args.push_back(std::to_string(most->epochs));
    if (most->where == TieBreak::Where::Both) {
        comparison.tieSentence = {"No clear winner between {0} and {1}: about {2} more epochs on each would decide.", args};
        return;
    }
    args.push_back(most->where == TieBreak::Where::First ? args[0] : args[1]);
    comparison.tieSentence = {most->epochs == 1 ? "No clear winner between {0} and {1}: about {2} more epoch on {3} would decide."
                                                : "No clear winner between {0} and {1}: about {2} more epochs on {3} would decide.",
                              args};
}

/// The extrapolated machine that is expected to be cheapest, where that is below every ranked one.
void sayExtrapolated(Comparison& comparison)
{
    const MachineRow* best = nullptr;
    for (const MachineRow& row : comparison.rows) {
        const bool cheaper = isExtrapolated(row.basis) && row.deltaPercent && *row.deltaPercent < 0;
        if (cheaper && (best == nullptr || row.costPerEpoch->micros() < best->costPerEpoch->micros())) {
            best = &row;
        }
    }
    if (best != nullptr) {
        comparison.extrapolatedSentence = {"{0} may be cheaper still, about {1} per epoch, but was not timed: {2} epochs there would tell.",
                                           {best->label, amount(*best->costPerEpoch), std::to_string(kLeastEpochs + 1)}};
    }
}

} // namespace

Result<> chooseRows(Comparison& comparison, size_t ranked)
{
    for (MachineRow& row : comparison.rows) {
        setFinish(row, comparison.options);
    }
    const bool priced = std::all_of(comparison.rows.begin(), comparison.rows.begin() + static_cast<std::ptrdiff_t>(ranked),
                                    [](const MachineRow& r) { return r.allIn.has_value(); });
    if (ranked == 0 || !priced) { // a job beyond all times and sums
        return {};
    }
    const std::vector<Candidate> candidates = candidatesOf(comparison, ranked);
    auto done = markFront(comparison, ranked);
    if (done && comparison.options.deadlineSeconds) {
        done = sayDeadline(comparison, candidates);
    }
    if (done && comparison.options.valueOfTime) {
        done = sayTimeValue(comparison, candidates);
    }
    setAllInDeltas(comparison, ranked);
    sayTie(comparison, ranked);
    sayExtrapolated(comparison);
    return done;
}

} // namespace yardstick::compare
