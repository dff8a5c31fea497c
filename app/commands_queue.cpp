// `yardstick queue …` and `yardstick machine …`
#include "app/commands.h"
#include "app/json_views.h"

#include "core/actions.h"
#include "core/budget.h"
#include "core/outcomes.h"

#include <algorithm>
#include <map>

namespace yardstick::app {
namespace {

using nlohmann::json;

/// The newest quote in force for each machine at `now`.
std::map<std::int64_t, Quote> newestQuotes(const std::vector<Quote>& quotes, UtcMs now)
{
    std::map<std::int64_t, Quote> newest;
    for (const Quote& q : quotes) {
        auto& slot = newest[q.machineId.value];
        if (q.validFromMs <= now && (!slot.id.valid() || q.validFromMs >= slot.validFromMs)) {
            slot = q;
        }
    }
    return newest;
}

/// A machine that is a host runs the queue's jobs; one that is rented is only what they are priced as.
Result<> moveToHostOf(StoreReader& reader, const Machine& machine, Queue& queue)
{
    auto hosts = reader.hosts();
    if (!hosts) {
        return std::unexpected(hosts.error());
    }
    for (const Host& host : *hosts) {
        if (host.id == machine.hostId) {
            queue.hostId = host.id;
            queue.launcher = host.kind;
        }
    }
    return {};
}

Result<> applyBudget(const std::string& text, const std::string& currency, std::optional<Money>& limit)
{
    if (text.empty()) {
        return {};
    }
    if (text == "none") {
        limit.reset();
        return {};
    }
    const auto code = Currency::parse(currency);
    const auto money = code ? Money::parse(text, *code) : Result<Money>(std::unexpected(code.error()));
    if (!money) {
        return std::unexpected(money.error());
    }
    limit = *money;
    return {};
}

Result<> applyOptions(StoreReader& reader, const QueueOptions& o, Queue& queue)
{
    auto budget = applyBudget(o.budget, o.currency, queue.limits.moneyInAll);
    if (budget) {
        budget = applyBudget(o.budgetPerDay, o.currency, queue.limits.moneyPerDay);
    }
    if (!budget) {
        return budget;
    }
    if (!o.newName.empty()) {
        queue.name = o.newName;
    }
    if (o.threads) {
        queue.threads = *o.threads;
    }
    if (o.maxJobs) {
        queue.limits.maxJobs = *o.maxJobs;
    }
    if (o.paused) {
        queue.paused = *o.paused;
    }
    if (!o.gpus.empty()) {
        queue.gpus = o.gpus;
    }
    if (!o.machine.empty()) {
        auto machine = machineByName(reader, o.machine);
        if (!machine) {
            return std::unexpected(machine.error());
        }
        queue.machineId = machine->id;
        return moveToHostOf(reader, *machine, queue);
    }
    return {};
}

/// What a new price changes: it belongs to the machine, so to every queue whose jobs are priced as that machine.
struct PriceChange
{
    std::string machine;
    std::vector<std::string> queues;
    std::optional<Quote> before; ///< the quote in force; none yet: nothing
    Money now;

    static std::string perHour(const Money& m) { return m.toDecimal(2) + " " + std::string(m.currency().code()) + "/h"; }
    [[nodiscard]] std::string beforeText() const
    {
        return before ? perHour(before->price.perHour) + (before->example ? " (example)" : "") : std::string("none");
    }
    [[nodiscard]] std::string queueText(const std::string& except = {}) const
    {
        std::string text;
        for (const std::string& queue : queues) {
            if (queue != except) {
                text += (text.empty() ? "" : ", ") + queue;
            }
        }
        return text;
    }
    [[nodiscard]] std::string line() const
    {
        const std::string of = queues.empty() ? std::string() : queues.size() == 1 ? "; queue: " + queueText() : "; queues: " + queueText();
        return "price of " + machine + ": " + beforeText() + " → " + perHour(now) + of;
    }
    [[nodiscard]] json view() const
    {
        return {{"machine", machine}, {"queues", queues}, {"now", app::view(now)},
                {"before", before ? app::view(before->price.perHour) : json(nullptr)}, {"before_example", before && before->example}};
    }
};

Result<PriceChange> priceChange(const StoreReader& reader, MachineId id, const Money& now)
{
    auto machines = reader.machines();
    auto queues = reader.queues();
    auto quotes = reader.quotes(id);
    if (!machines || !queues || !quotes) {
        return std::unexpected(!machines ? machines.error() : !queues ? queues.error() : quotes.error());
    }
    PriceChange change;
    change.now = now;
    for (const Machine& m : *machines) {
        change.machine = m.id == id ? m.name : change.machine;
    }
    for (const Queue& q : *queues) {
        if (q.machineId == id) {
            change.queues.push_back(q.name);
        }
    }
    if (const auto newest = newestQuotes(*quotes, nowUtcMs()); !newest.empty() && newest.begin()->second.id.valid()) {
        change.before = newest.begin()->second;
    }
    return change;
}

/// With the queue or not at all: what runs on its machine costs this from now on. A real price that other queues have as well is
/// only changed when that is said, for it is somebody's money.
Result<std::optional<PriceChange>> priceMachineOf(StoreWriter& w, const Queue& queue, const QueueOptions& o)
{
    if (o.price.empty()) {
        return std::nullopt;
    }
    auto currency = Currency::parse(o.currency);
    auto amount = currency ? Money::parse(o.price, *currency) : Result<Money>(std::unexpected(currency.error()));
    if (!amount) {
        return std::unexpected(amount.error());
    }
    auto change = priceChange(w.read(), queue.machineId, *amount);
    if (!change) {
        return std::unexpected(change.error());
    }
    const bool real = change->before && !change->before->example && change->before->price.perHour != *amount;
    if (const std::string others = change->queueText(queue.name); real && !others.empty() && !o.sharedPrice) {
        return fail(ErrorCode::Usage,
                    "A price belongs to the machine: that of {0} would go from {1} to {2} for {3} too. Add --shared-price if that is meant.",
                    change->machine, change->beforeText(), PriceChange::perHour(*amount), others);
    }
    const auto quote = actions::setPrice(w, queue.machineId, PricePerHour{*amount}, "you", nowUtcMs(), false);
    return quote ? Result<std::optional<PriceChange>>(std::move(*change)) : std::unexpected(quote.error());
}

int finishQueue(Context& c, const std::string& name, const std::string& said, const std::optional<PriceChange>& price)
{
    auto queue = (*c.reader())->queueByName(name);
    if (!queue) {
        return c.fail(queue.error());
    }
    if (c.json) {
        json all = view(*queue);
        if (price) {
            all["price_change"] = price->view();
        }
        c.print(all);
    }
    c.say("queue " + queue->name + ": " + said);
    if (price) {
        c.say(price->line());
    }
    return 0;
}

} // namespace

Result<Machine> machineByName(StoreReader& reader, const std::string& nameOrId)
{
    auto machines = reader.machines();
    if (!machines) {
        return std::unexpected(machines.error());
    }
    std::vector<Machine> hits;
    for (const Machine& m : *machines) {
        if (std::to_string(m.id.value) == nameOrId) {
            return m;
        }
        if (m.name == nameOrId) {
            hits.push_back(m);
        }
    }
    if (hits.size() > 1) { // the same name on two markets: the on-demand or owned one is meant
        std::erase_if(hits, [](const Machine& m) { return m.market == "spot"; });
    }
    if (hits.empty()) {
        return fail(ErrorCode::NotFound, "There is no machine \"{0}\"; see yardstick machine list.", nameOrId);
    }
    if (hits.size() > 1) {
        return fail(ErrorCode::InvalidArgument, "Several machines are named \"{0}\"; give the number that yardstick machine list shows.", nameOrId);
    }
    return hits.front();
}

int queueList(Context& c)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    if (auto ready = c.ensureQueues(); !ready) {
        return c.fail(ready.error());
    }
    auto queues = (*reader)->queues();
    auto experiments = (*reader)->experiments();
    auto quotes = (*reader)->quotes();
    auto machines = (*reader)->machines();
    if (!queues || !experiments || !quotes || !machines) {
        return c.fail(!queues ? queues.error() : !experiments ? experiments.error() : !quotes ? quotes.error() : machines.error());
    }
    const auto prices = newestQuotes(*quotes, nowUtcMs());
    json all = json::array();
    exports::Table table;
    table.columns = {{"id", "", -1, true}, {"name", "", -1, true}, {"launcher", "", -1, true}, {"machine", "", -1, true}, {"threads", "", -1, true},
                     {"price_per_hour", "", 4, true}, {"example", "", -1, true}, {"waiting", "", -1, true}, {"running", "", -1, true}, {"paused", "", -1, true}};
    for (const Queue& q : *queues) {
        std::int64_t waiting = 0, running = 0;
        json waits = json::array();
        for (const Experiment& e : *experiments) {
            if (e.queueId != q.id) {
                continue;
            }
            if (e.status == ExperimentStatus::Queued || e.status == ExperimentStatus::Interrupted) {
                ++waiting;
                waits.push_back({{"id", e.id.value}, {"name", e.spec.name}, {"reason", e.reason}});
            }
            running += e.status == ExperimentStatus::Starting || e.status == ExperimentStatus::Running ? 1 : 0;
        }
        const auto machine = std::find_if(machines->begin(), machines->end(), [&](const Machine& m) { return m.id == q.machineId; });
        const auto price = prices.find(q.machineId.value);
        const bool priced = price != prices.end() && price->second.id.valid();
        json one = view(q);
        one["machine"] = machine == machines->end() ? json(nullptr) : json(machine->name);
        one["waiting"] = waits;
        one["running"] = running;
        one["price_per_hour"] = priced ? view(price->second.price.perHour) : json(nullptr);
        one["price_example"] = priced && price->second.example;
        const auto budget = budgetOf(**reader, q, nowUtcMs());
        if (!budget) {
            return c.fail(budget.error());
        }
        one["budget_passed"] = budget->passed ? json(budget->passed->message()) : json(nullptr);
        one["spent_today"] = budget->spentToday ? view(*budget->spentToday) : json(nullptr); // where there is such a limit
        one["spent_in_all"] = budget->spentInAll ? view(*budget->spentInAll) : json(nullptr);
        all.push_back(one);
        exports::Cell priceCell, exampleCell;
        if (priced) {
            priceCell.value = price->second.price.perHour;
            exampleCell.value = price->second.example;
        }
        table.rows.push_back({{q.id.value, 0, false}, {q.name, 0, false}, {q.launcher, 0, false},
                              {machine == machines->end() ? std::string("—") : machine->name, 0, false},
                              {q.threads == 0 ? std::string("all") : std::to_string(q.threads), 0, false}, priceCell, exampleCell,
                              {waiting, 0, false}, {running, 0, false}, {q.paused, 0, false}});
    }
    if (c.json) {
        c.print(all);
    } else {
        c.print(table);
    }
    return 0;
}

int queueAdd(Context& c, const QueueOptions& o)
{
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    auto added = (*store)->runFor<std::optional<PriceChange>>([&](StoreWriter& w) -> Result<std::optional<PriceChange>> {
        if (auto made = actions::ensureLocalHost(w); !made) {
            return std::unexpected(made.error());
        }
        auto hosts = w.read().hosts();
        auto machines = w.read().machines();
        if (!hosts || !machines) {
            return std::unexpected(!hosts ? hosts.error() : machines.error());
        }
        const auto host = std::find_if(hosts->begin(), hosts->end(), [](const Host& h) { return h.kind == "local"; });
        Queue queue;
        queue.name = o.name;
        queue.hostId = host->id;
        for (const Machine& m : *machines) { // the host's own machine, unless another is named
            if (m.hostId == host->id && m.threads == o.threads.value_or(0)) {
                queue.machineId = m.id;
            }
        }
        if (!queue.machineId.valid() && o.machine.empty()) {
            Machine machine;
            machine.name = host->name + ", " + counted(o.threads.value_or(0), "core");
            machine.provider = "owned";
            machine.market = "owned";
            machine.hostId = host->id;
            machine.threads = o.threads.value_or(0);
            machine.vcpu = machine.threads;
            machine.source = "you";
            auto id = w.upsertMachine(machine);
            if (!id) {
                return std::unexpected(id.error());
            }
            queue.machineId = *id;
        }
        QueueOptions rest = o;
        rest.newName.clear();
        StoreReader reader = std::move(*(*store)->reader());
        if (auto applied = applyOptions(reader, rest, queue); !applied) {
            return std::unexpected(applied.error());
        }
        auto id = actions::addQueue(w, queue);
        return id ? priceMachineOf(w, queue, o) : std::unexpected(id.error());
    });
    if (!added) {
        return c.fail(added.error());
    }
    return finishQueue(c, o.name, "added", *added);
}

int queueSet(Context& c, const QueueOptions& o)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    auto queue = (*reader)->queueByName(o.name);
    if (!queue) {
        return c.fail(queue.error());
    }
    if (auto applied = applyOptions(**reader, o, *queue); !applied) {
        return c.fail(applied.error());
    }
    auto set = (*c.store())->runFor<std::optional<PriceChange>>([&](StoreWriter& w) -> Result<std::optional<PriceChange>> {
        auto done = actions::setQueue(w, *queue);
        return done ? priceMachineOf(w, *queue, o) : std::unexpected(done.error());
    });
    if (!set) {
        return c.fail(set.error());
    }
    return finishQueue(c, std::to_string(queue->id.value), "changed", *set);
}

int queueRemove(Context& c, const std::string& name)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    auto queue = (*reader)->queueByName(name);
    if (!queue) {
        return c.fail(queue.error());
    }
    auto removed = (*c.store())->run([&](StoreWriter& w) { return actions::removeQueue(w, queue->id); });
    if (!removed) {
        return c.fail(removed.error());
    }
    if (c.json) {
        c.print(json{{"removed", queue->name}});
    }
    c.say("queue " + queue->name + ": removed");
    return 0;
}

int machineList(Context& c)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    auto machines = (*reader)->machines();
    auto quotes = (*reader)->quotes();
    const auto calibrated = calibrations(**reader);
    if (!machines || !quotes || !calibrated) {
        return c.fail(!machines ? machines.error() : !quotes ? quotes.error() : calibrated.error());
    }
    const auto prices = newestQuotes(*quotes, nowUtcMs());
    json all = json::array();
    exports::Table table;
    table.columns = {{"id", "", -1, true}, {"machine", "", -1, true}, {"provider", "", -1, true}, {"market", "", -1, true}, {"gpu", "", -1, true},
                     {"price_per_hour", "", 4, true}, {"since", "", -1, true}, {"source", "", -1, true}};
    for (const Machine& m : *machines) {
        const auto price = prices.find(m.id.value);
        const bool priced = price != prices.end() && price->second.id.valid();
        json one = view(m);
        one["price"] = priced ? view(price->second) : json(nullptr);
        const auto known = std::find_if(calibrated->begin(), calibrated->end(), [&](const MachineCalibration& k) { return k.machineId == m.id; });
        one["calibration"] = known == calibrated->end() ? json(nullptr)
                                                        : json{{"n", known->time.n},
                                                               {"median_error_percent", known->time.median},
                                                               {"median_absolute_error_percent", known->time.medianAbsolute},
                                                               {"inside_interval", known->inside}};
        all.push_back(one);
        exports::Cell amount, since, source;
        if (priced) {
            const Quote& q = price->second;
            amount.value = q.price.perHour;
            since.value = formatUtc(q.validFromMs).substr(0, 10);
            source.value = q.source + (q.example ? " (example)" : "");
        }
        table.rows.push_back({{m.id.value, 0, false}, {m.name, 0, false}, {m.provider, 0, false}, {m.market, 0, false},
                              {m.gpu.empty() ? std::string("CPU") : m.gpu, 0, false}, amount, since, source});
    }
    if (c.json) {
        c.print(all);
    } else {
        c.print(table);
    }
    return 0;
}

int machinePrice(Context& c, const std::string& name, const std::string& set, const std::string& currencyCode, const std::string& from,
                 const std::string& source)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    auto machine = machineByName(**reader, name);
    if (!machine) {
        return c.fail(machine.error());
    }
    if (!set.empty()) {
        auto currency = Currency::parse(currencyCode);
        auto amount = currency ? Money::parse(set, *currency) : Result<Money>(std::unexpected(currency.error()));
        auto since = from.empty() ? Result<UtcMs>(nowUtcMs()) : parseUtc(from);
        if (!amount || !since) {
            return c.fail(!amount ? amount.error() : since.error());
        }
        auto change = priceChange(**reader, machine->id, *amount);
        auto quote = (*c.store())->runFor<QuoteId>([&](StoreWriter& w) {
            return actions::setPrice(w, machine->id, PricePerHour{*amount}, source.empty() ? "you" : source, *since, false);
        });
        if (!change || !quote) {
            return c.fail(!change ? change.error() : quote.error());
        }
        c.say(change->line() + (from.empty() ? "" : ", from " + formatUtc(*since).substr(0, 10) + " on"));
    }
    auto quotes = (*reader)->quotes(machine->id);
    if (!quotes) {
        return c.fail(quotes.error());
    }
    if (c.json) {
        c.print(viewAll(*quotes));
        return 0;
    }
    for (const Quote& q : *quotes) {
        c.say(machine->name + "  " + q.market + "  " + q.price.perHour.toDecimal(4) + " " + std::string(q.price.perHour.currency().code()) +
              "/h  since " + formatUtc(q.validFromMs).substr(0, 10) + "  " + q.source + (q.example ? " (example)" : ""));
    }
    if (quotes->empty()) {
        c.say(machine->name + " has no price yet; set one with: yardstick machine price \"" + machine->name + "\" --set 0.50");
    }
    return 0;
}

} // namespace yardstick::app
