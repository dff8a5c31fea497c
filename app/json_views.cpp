#include "app/json_views.h"

#include "core/base/event.h"
#include "core/base/params.h"

#include <cmath>

namespace yardstick::app {
namespace {

nlohmann::json time(UtcMs t) { return t > 0 ? nlohmann::json(formatUtc(t)) : nlohmann::json(nullptr); }

nlohmann::json money(const std::optional<Money>& m) { return m ? view(*m) : nlohmann::json(nullptr); }

nlohmann::json price(const std::optional<PricePerHour>& p) { return p ? view(p->perHour) : nlohmann::json(nullptr); }

template <typename Tag> nlohmann::json id(Id<Tag> v) { return v.valid() ? nlohmann::json(v.value) : nlohmann::json(nullptr); }

/// A figure that is not known (NaN) is null.
nlohmann::json figure(double v) { return std::isfinite(v) ? nlohmann::json(v) : nlohmann::json(nullptr); }

nlohmann::json optionalFigure(const std::optional<double>& v) { return v ? figure(*v) : nlohmann::json(nullptr); }
nlohmann::json optionalFlag(const std::optional<bool>& v) { return v ? nlohmann::json(*v) : nlohmann::json(nullptr); }

nlohmann::json numbers(const std::map<std::string, double>& values)
{
    nlohmann::json out = nlohmann::json::object();
    for (const auto& [name, value] : values) {
        out[name] = numberToJson(value);
    }
    return out;
}

} // namespace

nlohmann::json view(const Money& m) { return {{"amount", m.toDecimal(2)}, {"currency", m.currency().code()}}; }

nlohmann::json view(const Experiment& e)
{
    return {{"id", e.id.value},
            {"name", e.spec.name},
            {"project", e.spec.project},
            {"status", toString(e.status)},
            {"reason", e.reason},
            {"task", e.spec.task},
            {"model_variant", e.spec.modelVariant},
            {"data", e.spec.data},
            {"backend", e.spec.backend},
            {"params", e.spec.params},
            {"container", {{"image", e.spec.container.image}, {"arguments", e.spec.container.arguments}, {"setup_script", e.spec.container.setupScript}}},
            {"tags", e.spec.tags},
            {"notes", e.spec.notes},
            {"cloned_from", id(e.clonedFrom)},
            {"queue_id", id(e.queueId)},
            {"machine_id", id(e.machineId)},
            {"published", e.published},
            {"archived", e.archived},
            {"created", time(e.createdMs)},
            {"queued", time(e.queuedMs)},
            {"started", time(e.startedMs)},
            {"ended", time(e.endedMs)},
            {"epochs", e.epochsDone},
            {"epochs_planned", e.epochsPlanned},
            {"attempts", e.attempts},
            {"epoch_seconds", e.epochSeconds > 0 ? figure(e.epochSeconds) : nlohmann::json(nullptr)},
            {"price_per_hour", price(e.price)},
            {"cost_per_epoch", money(e.costPerEpoch)},
            {"cost_total", money(e.costSoFar)},
            {"dataset_hash", e.datasetHash},
            {"last", numbers(e.last)},
            {"best", numbers(e.best)}};
}

nlohmann::json view(const Attempt& a)
{
    return {{"id", a.id.value},
            {"number", a.number},
            {"outcome", toString(a.outcome)},
            {"code", a.code},
            {"message", a.message},
            {"launcher", a.launcher},
            {"run_directory", a.runDirectory},
            {"resumed_from", a.resumeFrom},
            {"queue_id", id(a.queueId)},
            {"machine_id", id(a.machineId)},
            {"threads", a.threads},
            {"gpus", a.gpus},
            {"shared", a.shared},
            {"created", time(a.createdMs)},
            {"started", time(a.startedMs)},
            {"ended", time(a.endedMs)},
            {"bad_lines", a.badLines},
            {"cost", money(a.cost)},
            {"wasted", money(a.wasted)}};
}

nlohmann::json view(const EpochRow& e)
{
    return {{"attempt", e.attemptNumber},
            {"epoch", e.epoch},
            {"step", e.step},
            {"seconds", figure(e.seconds)},
            {"data_wait_seconds", figure(e.dataWaitSeconds)},
            {"compute_seconds", figure(e.computeSeconds)},
            {"validation_seconds", figure(e.validationSeconds)},
            {"other_seconds", figure(e.otherSeconds)},
            {"images", e.images},
            {"images_per_second", figure(e.imagesPerSecond)},
            {"memory_bytes", e.memoryBytes},
            {"mosaic", e.mosaic},
            {"shared", e.shared},
            {"wasted", e.wasted},
            {"ended", time(e.endedMs)},
            {"cost", money(e.cost)}};
}

nlohmann::json view(const Queue& q)
{
    return {{"id", q.id.value},         {"name", q.name},       {"launcher", q.launcher},      {"host_id", id(q.hostId)},
            {"machine_id", id(q.machineId)}, {"threads", q.threads}, {"gpus", q.gpus},             {"position", q.position},
            {"paused", q.paused},       {"example", q.example}, {"limits", toJson(q.limits)}};
}

nlohmann::json view(const Machine& m)
{
    return {{"id", m.id.value}, {"name", m.name},       {"provider", m.provider}, {"region", m.region}, {"market", m.market},
            {"gpu", m.gpu},     {"vram_gb", m.vramGb},  {"vcpu", m.vcpu},         {"ram_gb", m.ramGb},  {"threads", m.threads},
            {"host_id", id(m.hostId)}, {"owned_price", m.ownedPrice}, {"source", m.source}};
}

nlohmann::json view(const Quote& q)
{
    return {{"id", q.id.value},          {"machine_id", q.machineId.value}, {"price_per_hour", view(q.price.perHour)}, {"market", q.market},
            {"valid_from", time(q.validFromMs)}, {"source", q.source},              {"example", q.example}};
}

nlohmann::json view(const FxRate& r)
{
    return {{"id", r.id.value},      {"from", r.from.code()}, {"to", r.to.code()}, {"rate", r.decimal()}, {"valid_from", time(r.validFromMs)},
            {"source", r.source}, {"entered", time(r.createdMs)}};
}

nlohmann::json view(const MachineRow& r)
{
    nlohmann::json experiments = nlohmann::json::array();
    for (const ExperimentId experiment : r.experiments) {
        experiments.push_back(experiment.value);
    }
    return {{"rank", r.rank > 0 ? nlohmann::json(r.rank) : nlohmann::json(nullptr)},
            {"machine_id", r.machineId.value},
            {"machine", r.machine},
            {"backend", r.backend},
            {"provider", r.provider},
            {"market", r.market},
            {"gpu", r.gpu},
            {"label", r.label},
            {"basis", toString(r.basis)},
            {"basis_from", r.basisFrom},
            {"n", r.n},
            {"epoch_seconds", figure(r.epochSeconds)},
            {"epoch_seconds_median", figure(r.epochMedian)},
            {"epoch_seconds_low", figure(r.epochLow)},
            {"epoch_seconds_high", figure(r.epochHigh)},
            {"interval_reliable", r.basis == Basis::Measured ? nlohmann::json(r.doubt == Doubt::None) : nlohmann::json(nullptr)},
            {"interval_doubt", toString(r.doubt)},
            {"images", r.images > 0 ? figure(r.images) : nlohmann::json(nullptr)},
            {"images_timed", r.imagesTimed > 0 ? figure(r.imagesTimed) : nlohmann::json(nullptr)},
            {"seconds_per_image", optionalFigure(r.secondsPerImage)},
            {"cost_per_1000_images", money(r.costPer1000Images)},
            {"stalls", r.stalls},
            {"stall_share", figure(r.stallShare)},
            {"data_wait_share", figure(r.dataWaitShare)},
            {"price_per_hour", price(r.price)},
            {"quoted_price_per_hour", price(r.quotedPrice)},
            {"exchange_rate", r.rate ? view(*r.rate) : nlohmann::json(nullptr)},
            {"price_since", time(r.priceSinceMs)},
            {"price_source", r.priceSource},
            {"price_example", r.priceExample},
            {"cost_per_epoch", money(r.costPerEpoch)},
            {"cost_per_epoch_low", money(r.costPerEpochLow)},
            {"cost_per_epoch_high", money(r.costPerEpochHigh)},
            {"setup_seconds", figure(r.setupSeconds)},
            {"all_in", money(r.allIn)},
            {"all_in_low", money(r.allInLow)},
            {"all_in_high", money(r.allInHigh)},
            {"all_in_per_epoch", money(r.allInPerEpoch)},
            {"total_seconds", figure(r.totalSeconds)},
            {"total_seconds_low", figure(r.totalSecondsLow)},
            {"total_seconds_high", figure(r.totalSecondsHigh)},
            {"total_seconds_sure", optionalFigure(r.surelySeconds)},
            {"finish_at", time(r.finishMs)},
            {"finish_probability", optionalFigure(r.finishProbability)},
            {"meets_deadline", optionalFlag(r.meetsDeadline)},
            {"total_with_time_value", money(r.totalWithTimeValue)},
            {"best_with_time_value", r.bestWithTimeValue},
            {"pareto", r.onParetoFront},
            {"interruptions_per_100h", optionalFigure(r.interruptionsPer100h)},
            {"interruptions_measured", r.interruptionsPer100h ? nlohmann::json(r.interruptionsMeasured) : nlohmann::json(nullptr)},
            {"time_factor", figure(r.timeFactor)},
            {"spot_worth_it", optionalFlag(r.spotWorthIt)},
            {"spot_cost_per_epoch", money(r.spotCostPerEpoch)},
            {"spot_source", r.spotSource},
            {"delta_percent", optionalFigure(r.deltaPercent)},
            {"all_in_delta_percent", optionalFigure(r.allInDeltaPercent)},
            {"reason", r.reason},
            {"experiments", experiments},
            {"last_measured", time(r.lastMeasuredMs)}};
}

nlohmann::json view(const SchedulerHolder& h)
{
    return {{"held", h.held}, {"pid", h.pid}, {"program", h.program}, {"since", time(h.sinceMs)}};
}

} // namespace yardstick::app
