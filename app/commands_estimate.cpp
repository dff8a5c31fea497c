// `yardstick estimate` and `yardstick alerts`: what a run would take before it is queued, and what the user should know now.
#include "app/commands.h"
#include "app/json_views.h"

#include "core/alerts.h"
#include "core/estimate.h"
#include "core/printed.h"

#include <algorithm>
#include <cmath>

namespace yardstick::app {
namespace {

using nlohmann::json;

/// "42 s", "3 min 05 s", "2 h 10 min", "3 d 2 h".
std::string timeText(double seconds)
{
    const auto s = static_cast<std::int64_t>(std::llround(std::max(0.0, seconds)));
    const auto two = [](std::int64_t v) { return (v < 10 ? "0" : "") + std::to_string(v); };
    if (s < 60) {
        return std::to_string(s) + " s";
    }
    if (s < 3600) {
        return std::to_string(s / 60) + " min " + two(s % 60) + " s";
    }
    return s < 86400 ? std::to_string(s / 3600) + " h " + two(s / 60 % 60) + " min" : std::to_string(s / 86400) + " d " + std::to_string(s / 3600 % 24) + " h";
}

std::string rangeText(const SecondsRange& r)
{
    const std::string low = timeText(r.low), high = timeText(r.high);
    return timeText(r.value) + (low == high ? "" : " (" + low + " – " + high + ")");
}

std::string costRange(const QueueEstimate& e)
{
    const std::string code(e.cost->currency().code());
    const std::string low = printedCost(*e.costLow), high = printedCost(*e.costHigh);
    return "≈ " + printedCost(*e.cost) + " " + code + (low == high ? "" : " (" + low + " – " + high + ")");
}

std::string waitText(const QueueEstimate& e)
{
    if (!e.standstill.empty()) {
        return "starts nothing: " + e.standstill;
    }
    const int ahead = e.running + e.waiting;
    if (!e.wait) {
        return ahead > 0 ? "waits for " + counted(ahead, "job") + ", how long is not known" : "how long it waits is not known";
    }
    if (e.wait->high < 0.5) {
        return "starts now";
    }
    return "waits " + rangeText(*e.wait);
}

std::string stampText(UtcMs t)
{
    const std::string utc = formatUtc(t); // 2026-11-30T20:10:00.000Z
    return utc.substr(0, 10) + " " + utc.substr(11, 5) + " UTC";
}

json seconds(const std::optional<SecondsRange>& r)
{
    return r ? json{{"value", r->value}, {"low", r->low}, {"high", r->high}} : json(nullptr);
}

json amount(const std::optional<Money>& m)
{
    return m ? view(*m) : json(nullptr);
}

json view(const QueueEstimate& e, UtcMs now)
{
    const auto finish = e.finish();
    const auto at = [&](double s) { return formatUtc(now + static_cast<UtcMs>(s * 1e3)); };
    return {{"queue_id", e.queue.value},
            {"queue", e.queueName},
            {"machine", e.machine.empty() ? json(nullptr) : json(e.machine)},
            {"basis", toString(e.basis)},
            {"epochs", e.epochs},
            {"timed_epochs", e.timedEpochs},
            {"same_batch", e.sameBatch},
            {"interval_reliable", e.work ? json(e.doubt == Doubt::None) : json(nullptr)},
            {"seconds", seconds(e.work)},
            {"setup_seconds", e.work ? json(e.setupSeconds) : json(nullptr)},
            {"price_per_hour", e.price ? app::view(e.price->perHour) : json(nullptr)},
            {"price_example", e.priceExample},
            {"cost", amount(e.cost)},
            {"cost_low", amount(e.costLow)},
            {"cost_high", amount(e.costHigh)},
            {"running", e.running},
            {"waiting", e.waiting},
            {"wait_seconds", seconds(e.wait)},
            {"standstill", e.standstill},
            {"finish", finish ? json{{"value", at(finish->value)}, {"low", at(finish->low)}, {"high", at(finish->high)}} : json(nullptr)}};
}

json view(const Alert& a)
{
    const auto number = [](auto id) { return id.valid() ? json(id.value) : json(nullptr); };
    return {{"key", a.key},
            {"kind", toString(a.kind)},
            {"text", a.sentence.message()},
            {"experiment_id", number(a.experimentId)},
            {"queue_id", number(a.queueId)},
            {"machine_id", number(a.machineId)},
            {"dismissed", a.dismissed}};
}

} // namespace

std::string estimateLine(const QueueEstimate& e, UtcMs now)
{
    std::string text = "On " + e.queueName + ": ";
    if (e.work) {
        text += "≈ " + rangeText(*e.work) + ", ";
    } else {
        text += "no measurement yet of this work" + (e.machine.empty() ? "" : " on " + e.machine) + ", ";
    }
    text += e.cost    ? costRange(e) + (e.priceExample ? " at an example price" : "")
            : e.price ? "price " + printedPrice(e.price->perHour) + " " + std::string(e.price->perHour.currency().code()) + "/h"
                      : "no price per hour yet";
    text += "; " + waitText(e);
    if (const auto finish = e.finish()) {
        text += "; done ≈ " + stampText(now + static_cast<UtcMs>(finish->value * 1e3));
    }
    if (e.work) {
        text += ". Measured on " + counted(e.timedEpochs, "epoch") + (e.sameBatch ? "" : ", with another batch size") +
                (e.doubt == Doubt::None ? "" : ": interval unreliable");
    }
    return text + (text.ends_with('.') ? "" : "."); // a standstill is a sentence of its own
}

Result<std::string> estimateLineFor(const StoreReader& reader, const ExperimentSpec& spec, QueueId queue, ExperimentId self)
{
    const UtcMs now = nowUtcMs();
    const auto all = estimateQueues(reader, spec, now, self);
    if (!all) {
        return std::unexpected(all.error());
    }
    for (const QueueEstimate& e : *all) {
        if (e.queue == queue) {
            return estimateLine(e, now);
        }
    }
    return std::string();
}

int estimateCommand(Context& c, const std::vector<std::string>& names, const std::string& queueName)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    if (auto ready = c.ensureQueues(); !ready) {
        return c.fail(ready.error());
    }
    const auto experiments = c.experiments(names);
    const auto queue = queueName.empty() ? Result<Queue>(Queue()) : (*reader)->queueByName(queueName);
    if (!experiments || !queue) {
        return c.fail(!experiments ? experiments.error() : queue.error());
    }
    json all = json::array();
    const UtcMs now = nowUtcMs();
    for (const Experiment& experiment : *experiments) {
        const auto estimates = estimateQueues(**reader, experiment.spec, now, experiment.id);
        if (!estimates) {
            return c.fail(estimates.error());
        }
        json one{{"id", experiment.id.value}, {"name", experiment.spec.name}, {"queues", json::array()}};
        c.say("#" + std::to_string(experiment.id.value) + " " + experiment.spec.name);
        for (const QueueEstimate& e : *estimates) {
            if (queueName.empty() || e.queue == queue->id) {
                one["queues"].push_back(view(e, now));
                c.say("  " + estimateLine(e, now));
            }
        }
        all.push_back(std::move(one));
    }
    if (c.json) {
        c.print(all);
    }
    return 0;
}

json outcomeView(const EstimateOutcome& o)
{
    return {{"basis", o.estimate.basis},
            {"queued", formatUtc(o.estimate.createdMs)},
            {"epochs", o.epochs},
            {"timed_epochs", o.estimate.timedEpochs},
            {"completed", o.completed},
            {"seconds", seconds(o.estimated)},
            {"cost", amount(o.estimatedCost)},
            {"actual_seconds", o.started ? json(o.actualSeconds) : json(nullptr)},
            {"actual_cost", amount(o.actualCost)},
            {"error_percent", o.errorPercent ? json(*o.errorPercent) : json(nullptr)},
            {"cost_error_percent", o.costErrorPercent ? json(*o.costErrorPercent) : json(nullptr)}};
}

Result<json> alertsView(const StoreReader& reader)
{
    const auto alerts = currentAlerts(reader, nowUtcMs());
    if (!alerts) {
        return std::unexpected(alerts.error());
    }
    json all = json::array();
    for (const Alert& alert : *alerts) {
        all.push_back(view(alert));
    }
    return all;
}

int alertsCommand(Context& c, const std::vector<std::string>& dismissed, bool dismissAll, bool showAll)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    if (dismissAll || !dismissed.empty()) {
        auto store = c.store();
        const auto before = currentAlerts(**reader, nowUtcMs());
        if (!store || !before) {
            return c.fail(!store ? store.error() : before.error());
        }
        std::vector<std::string> keys = dismissed;
        for (const Alert& alert : *before) {
            if (dismissAll) {
                keys.push_back(alert.key);
            }
        }
        if (auto done = (*store)->run([&](StoreWriter& w) { return dismissAlerts(w, keys, nowUtcMs()); }); !done) {
            return c.fail(done.error());
        }
    }
    const auto alerts = currentAlerts(**reader, nowUtcMs());
    if (!alerts) {
        return c.fail(alerts.error());
    }
    if (c.json) {
        json all = json::array();
        for (const Alert& alert : *alerts) {
            all.push_back(view(alert));
        }
        c.print(all);
        return 0;
    }
    int shown = 0, hidden = 0;
    for (const Alert& alert : *alerts) {
        if (alert.dismissed && !showAll) {
            ++hidden;
            continue;
        }
        ++shown;
        c.say(alert.sentence.message() + "  [" + alert.key + "]" + (alert.dismissed ? " dismissed" : ""));
    }
    if (shown == 0) {
        c.say(hidden == 0 ? "No alerts." : "No alerts but " + counted(hidden, "dismissed one") + "; see them with --all.");
    }
    return 0;
}

} // namespace yardstick::app
