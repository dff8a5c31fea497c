#include "ui/dialogs/queue_estimate.h"

#include "core/base/params.h"

#include <algorithm>
#include <array>
#include <map>

namespace yardstick::ui {
namespace {

/// Parameters that change how long an epoch takes, besides model, task and data. Batch and workers are left out of what
/// must be equal, as in the comparison of machines.
constexpr std::array<std::string_view, 12> kWorkParams{"imgsz", "amp",        "cache", "fraction",   "rect", "multi_scale",
                                                       "mosaic", "mixup",     "copy_paste", "single_cls", "freeze", "val"};
constexpr std::array<std::string_view, 4> kSetupPhases{"setup", "download", "cache", "install"};

bool sameWork(const ExperimentSpec& a, const ExperimentSpec& b)
{
    if (a.task != b.task || a.modelVariant != b.modelVariant || a.data != b.data || a.backend != b.backend) {
        return false;
    }
    const ParamSchema& schema = ParamSchema::get();
    return std::all_of(kWorkParams.begin(), kWorkParams.end(), [&](std::string_view name) {
        return !schema.find(name) || schema.value(a.params, name, a.task) == schema.value(b.params, name, b.task);
    });
}

bool sameBatch(const ExperimentSpec& a, const ExperimentSpec& b)
{
    const ParamSchema& schema = ParamSchema::get();
    return schema.value(a.params, "batch", a.task) == schema.value(b.params, "batch", b.task);
}

struct Measured
{
    EpochEstimate estimate;
    double setupSeconds = 0;
};

Result<Measured> measure(const StoreReader& store, ExperimentId id)
{
    const auto epochs = store.epochs(id);
    const auto phases = store.phases(id);
    if (!epochs || !phases) {
        return fail(epochs ? phases.error() : epochs.error());
    }
    std::vector<EpochSample> samples;
    int attempt = 0;
    for (const EpochRow& row : *epochs) {
        samples.push_back({row.seconds, row.attemptNumber != attempt, !row.mosaic, row.shared, row.attemptNumber});
        attempt = row.attemptNumber;
    }
    Measured measured{estimateEpochs(samples), 0};
    std::map<std::int64_t, double> perAttempt;
    for (const PhaseRow& phase : *phases) {
        const bool setup = std::find(kSetupPhases.begin(), kSetupPhases.end(), phase.name) != kSetupPhases.end();
        if (setup && phase.endMs > phase.beginMs) {
            perAttempt[phase.attemptId.value] += static_cast<double>(phase.endMs - phase.beginMs) / 1000;
        }
    }
    if (!perAttempt.empty()) {
        measured.setupSeconds = perAttempt.rbegin()->second; // the newest attempt's
    }
    return measured;
}

std::optional<Quote> quoteInForce(const std::vector<Quote>& quotes, MachineId machine, UtcMs now)
{
    std::optional<Quote> found;
    for (const Quote& quote : quotes) { // oldest first
        if (quote.machineId == machine && quote.validFromMs <= now) {
            found = quote;
        }
    }
    return found;
}

bool isLive(const Experiment& e)
{
    return e.status == ExperimentStatus::Running || e.status == ExperimentStatus::Starting;
}

/// What runs and waits before a new job of the queue; whether it could start at once.
void countWork(const Queue& queue, const std::vector<Queue>& queues, const std::vector<Experiment>& experiments, QueueEstimate& out)
{
    int onHost = 0;
    for (const Experiment& e : experiments) {
        const auto home = std::find_if(queues.begin(), queues.end(), [&](const Queue& q) { return q.id == e.queueId; });
        if (e.queueId == queue.id) {
            out.running += isLive(e) ? 1 : 0;
            out.waiting += e.status == ExperimentStatus::Queued ? 1 : 0;
        }
        if (home != queues.end() && home->hostId == queue.hostId && isLive(e)) {
            ++onHost;
        }
    }
    const bool wantsAll = queue.threads == 0 && queue.launcher == "local";
    const bool blocked = out.running >= queue.limits.maxJobs || out.waiting > 0 || (wantsAll && onHost > 0);
    if (!blocked && !queue.paused) {
        out.waitSeconds = 0;
    }
}

/// The best experiment to learn from: same work on this machine; the same batch first, then the newest.
const Experiment* teacher(const std::vector<Experiment>& experiments, const ExperimentSpec& spec, MachineId machine)
{
    const Experiment* best = nullptr;
    for (const Experiment& e : experiments) {
        if (e.machineId != machine || e.epochSeconds <= 0 || !sameWork(e.spec, spec)) {
            continue;
        }
        const bool better = !best || (sameBatch(e.spec, spec) && !sameBatch(best->spec, spec)) ||
                            (sameBatch(e.spec, spec) == sameBatch(best->spec, spec) && e.id > best->id);
        best = better ? &e : best;
    }
    return best;
}

} // namespace

Result<std::vector<QueueEstimate>> estimateQueues(const StoreReader& store, const ExperimentSpec& spec, UtcMs now)
{
    const auto queues = store.queues();
    const auto experiments = store.experiments();
    const auto quotes = store.quotes();
    if (!queues || !experiments || !quotes) {
        return fail(!queues ? queues.error() : !experiments ? experiments.error() : quotes.error());
    }
    const nlohmann::json epochs = ParamSchema::get().value(spec.params, "epochs", spec.task);
    std::vector<QueueEstimate> all;
    for (const Queue& queue : *queues) {
        QueueEstimate out;
        out.queue = queue.id;
        countWork(queue, *queues, *experiments, out);
        const auto quote = quoteInForce(*quotes, queue.machineId, now);
        if (quote) {
            out.price = quote->price;
            out.priceExample = quote->example;
        }
        const Experiment* source = queue.machineId.valid() ? teacher(*experiments, spec, queue.machineId) : nullptr;
        if (source && quote) {
            const auto measured = measure(store, source->id);
            if (!measured) {
                return fail(measured.error());
            }
            if (measured->estimate.rankable()) {
                JobPlan plan;
                plan.fixed = Money(0, quote->price.perHour.currency());
                plan.price = quote->price;
                plan.setupSeconds = measured->setupSeconds;
                plan.epochs = epochs.is_number_integer() ? std::max<std::int64_t>(1, epochs.get<std::int64_t>()) : 1;
                if (const auto forecasted = forecast(plan, measured->estimate)) {
                    out.forecast = *forecasted;
                    out.epochsMeasured = measured->estimate.n;
                    out.exact = sameBatch(source->spec, spec);
                }
            }
        }
        all.push_back(std::move(out));
    }
    return all;
}

} // namespace yardstick::ui
