#include "core/alerts.h"

#include "core/base/run_checks.h"
#include "core/budget.h"
#include "core/printed.h"
#include "core/work_times.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace yardstick {
namespace {

constexpr std::string_view kDismissedSetting = "alerts.dismissed"; ///< JSON list of keys
constexpr UtcMs kDayMs = 86'400'000;

std::string amountText(const Money& money)
{
    return money.toDecimal(2) + " " + std::string(money.currency().code());
}

/// Epochs of an experiment on one machine; with `numbers`, their epoch numbers too.
Result<std::vector<EpochSample>> samplesOn(const StoreReader& store, ExperimentId id, MachineId machine, AttemptId only, std::vector<int>* numbers)
{
    const auto attempts = store.attempts(id);
    const auto epochs = store.epochs(id);
    if (!attempts || !epochs) {
        return fail(!attempts ? attempts.error() : epochs.error());
    }
    std::vector<EpochSample> out;
    for (const Attempt& attempt : *attempts) {
        if (attempt.machineId != machine || (only.valid() && attempt.id != only)) {
            continue;
        }
        bool first = true;
        for (const EpochRow& row : *epochs) {
            if (row.attemptId != attempt.id) {
                continue;
            }
            out.push_back({row.seconds, first, !row.mosaic, row.shared, attempt.number});
            first = false;
            if (numbers != nullptr) {
                numbers->push_back(row.epoch);
            }
        }
    }
    return out;
}

Result<> addSlowRun(std::vector<Alert>& alerts, const StoreReader& store, const estimates::WorkTimes& times, const Attempt& attempt)
{
    const auto e = store.experiment(attempt.experimentId);
    const Machine* machine = times.catalogue().machine(attempt.machineId);
    if (!e || machine == nullptr) {
        return e ? Result<>{} : fail(e.error());
    }
    std::vector<int> numbers;
    const auto own = samplesOn(store, e->id, attempt.machineId, attempt.id, &numbers);
    bool sameBatch = false;
    const auto runs = times.runs(attempt.machineId, e->spec, sameBatch);
    if (!own || !runs) {
        return fail(!own ? own.error() : runs.error());
    }
    std::vector<EpochSample> earlier;
    for (const Experiment& run : *runs) {
        if (run.id == e->id || !sameBatch) {
            continue;
        }
        const auto more = samplesOn(store, run.id, attempt.machineId, {}, nullptr);
        if (!more) {
            return fail(more.error());
        }
        earlier.insert(earlier.end(), more->begin(), more->end());
    }
    const auto slow = findSlowdown(earlier, *own);
    if (!slow) {
        return {};
    }
    const int since = numbers[slow->first];
    Alert alert;
    alert.kind = AlertKind::SlowRun;
    alert.key = "slow/" + std::to_string(attempt.id.value) + "/" + std::to_string(since);
    alert.sentence = {ErrorCode::NotAllowed, "Experiment #{0} on {1} is {2} % slower than the {3} s that an epoch takes there, since epoch {4}.",
                      {std::to_string(e->id.value), machine->name, std::to_string(std::lround(slow->percent)), printedSeconds(slow->medianSeconds),
                       std::to_string(since)}, {}};
    alert.experimentId = e->id;
    alert.queueId = attempt.queueId;
    alert.machineId = attempt.machineId;
    alerts.push_back(std::move(alert));
    return {};
}

Result<> addBudget(std::vector<Alert>& alerts, const StoreReader& store, const Queue& queue, UtcMs now)
{
    const auto budget = budgetOf(store, queue, now);
    if (!budget) {
        return fail(budget.error());
    }
    Alert alert;
    alert.queueId = queue.id;
    const std::string id = std::to_string(queue.id.value);
    if (budget->passed) {
        const QueueLimits& limits = queue.limits;
        const bool inAll = limits.moneyInAll && budget->spentInAll && budget->spentInAll->micros() >= limits.moneyInAll->micros();
        const Money limit = inAll ? *limits.moneyInAll : *limits.moneyPerDay;
        const Money spent = inAll ? *budget->spentInAll : *budget->spentToday;
        alert.kind = AlertKind::BudgetPassed;
        alert.key = "budget/" + id + "/" + (inAll ? "all/" : formatUtc(now).substr(0, 10) + "/") + std::to_string(limit.micros());
        alert.sentence = {ErrorCode::NotAllowed,
                          inAll ? "Queue {0} has spent {1} of its {2} in all: it starts nothing new until you raise the budget."
                                : "Queue {0} has spent {1} of its {2} of today: it starts nothing new before 00:00 UTC.",
                          {queue.name, amountText(spent), amountText(limit)}, {}};
        alerts.push_back(alert);
    }
    if (budget->uncounted) {
        const auto& limit = queue.limits.moneyInAll ? queue.limits.moneyInAll : queue.limits.moneyPerDay;
        alert.kind = AlertKind::BudgetUncounted;
        alert.key = "uncounted/" + id + "/" + std::string(budget->uncounted->code());
        alert.sentence = {ErrorCode::NotFound, "What queue {0} spends in {1} is not counted against its budget in {2}: enter an exchange rate.",
                          {queue.name, std::string(budget->uncounted->code()), std::string(limit->currency().code())}, {}};
        alerts.push_back(std::move(alert));
    }
    return {};
}

/// Those that were used lately, or whose queue has work now.
Result<std::set<MachineId>> machinesInUse(const StoreReader& store, const std::vector<Queue>& queues, UtcMs now)
{
    const auto used = store.machinesUsedSince(now - kOldPriceDays * kDayMs);
    ExperimentFilter filter;
    filter.statuses = {ExperimentStatus::Queued, ExperimentStatus::Starting, ExperimentStatus::Running, ExperimentStatus::Interrupted};
    const auto jobs = store.experiments(filter);
    if (!used || !jobs) {
        return fail(!used ? used.error() : jobs.error());
    }
    std::set<MachineId> all(used->begin(), used->end());
    for (const Experiment& job : *jobs) {
        for (const Queue& queue : queues) {
            if (queue.id == job.queueId && queue.machineId.valid()) {
                all.insert(queue.machineId);
            }
        }
    }
    return all;
}

void addOldPrice(std::vector<Alert>& alerts, const compare::Catalogue& catalogue, MachineId id, UtcMs now)
{
    const Machine* machine = catalogue.machine(id);
    const Quote* quote = catalogue.quote(id);
    if (machine == nullptr || quote == nullptr) {
        return;
    }
    const UtcMs age = now - std::max(quote->validFromMs, quote->createdMs); // entered late is looked at late
    if (age <= kOldPriceDays * kDayMs) {
        return;
    }
    Alert alert;
    alert.kind = AlertKind::OldPrice;
    alert.key = "price/" + std::to_string(id.value) + "/" + std::to_string(quote->id.value);
    alert.sentence = {ErrorCode::NotAllowed, "The price of {0}, {1} {2} per hour, is {3} days old: confirm it or enter a new one.",
                      {machine->name, printedPrice(quote->price.perHour), std::string(quote->price.perHour.currency().code()), std::to_string(age / kDayMs)},
                      {}};
    alert.machineId = id;
    alerts.push_back(std::move(alert));
}

Result<std::set<std::string>> dismissedKeys(const StoreReader& store)
{
    const auto text = store.setting(kDismissedSetting);
    if (!text) {
        return fail(text.error());
    }
    std::set<std::string> keys;
    const nlohmann::json list = nlohmann::json::parse(text->value_or("[]"), nullptr, false);
    for (const nlohmann::json& key : list.is_array() ? list : nlohmann::json::array()) {
        if (key.is_string()) {
            keys.insert(key.get<std::string>());
        }
    }
    return keys;
}

} // namespace

std::string_view toString(AlertKind kind)
{
    switch (kind) {
    case AlertKind::SlowRun:
        return "slow_run";
    case AlertKind::BudgetPassed:
        return "budget_passed";
    case AlertKind::BudgetUncounted:
        return "budget_uncounted";
    case AlertKind::OldPrice:
        break;
    }
    return "old_price";
}

Result<std::vector<Alert>> currentAlerts(const StoreReader& store, UtcMs now)
{
    const auto times = estimates::WorkTimes::load(store, now);
    const auto open = store.openAttempts();
    const auto queues = store.queues();
    const auto dismissed = dismissedKeys(store);
    if (!times || !open || !queues || !dismissed) {
        return fail(!times ? times.error() : !open ? open.error() : !queues ? queues.error() : dismissed.error());
    }
    std::vector<Alert> alerts;
    for (const Attempt& attempt : *open) {
        if (auto added = addSlowRun(alerts, store, *times, attempt); !added) {
            return fail(added.error());
        }
    }
    for (const Queue& queue : *queues) {
        if (auto added = addBudget(alerts, store, queue, now); !added) {
            return fail(added.error());
        }
    }
    const auto used = machinesInUse(store, *queues, now);
    if (!used) {
        return fail(used.error());
    }
    for (const MachineId id : *used) {
        addOldPrice(alerts, times->catalogue(), id, now);
    }
    for (Alert& alert : alerts) {
        alert.dismissed = dismissed->contains(alert.key);
    }
    return alerts;
}

Result<> dismissAlerts(StoreWriter& store, std::span<const std::string> keys, UtcMs now)
{
    const auto alerts = currentAlerts(store.read(), now);
    if (!alerts) {
        return fail(alerts.error());
    }
    std::set<std::string> current, kept;
    for (const Alert& alert : *alerts) {
        current.insert(alert.key);
        if (alert.dismissed) {
            kept.insert(alert.key);
        }
    }
    for (const std::string& key : keys) {
        if (!current.contains(key)) {
            return fail(ErrorCode::NotFound, "There is no alert \"{0}\"; see yardstick alerts.", key);
        }
        kept.insert(key);
    }
    return store.setSetting(kDismissedSetting, nlohmann::json(kept).dump());
}

} // namespace yardstick
