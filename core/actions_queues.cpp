// Queues, their limits, and the prices of machines.
#include "core/actions_shared.h"
#include "core/spec_edit.h"

#include <algorithm>
#include <array>

namespace yardstick::actions {

using namespace shared;

namespace {

Result<Host> hostOf(StoreWriter& store, HostId id)
{
    const auto hosts = store.read().hosts();
    if (!hosts) {
        return fail(hosts.error());
    }
    for (const Host& h : *hosts) {
        if (h.id == id) {
            return h;
        }
    }
    return fail(ErrorCode::NotFound, "There is no host with the number {0}.", id.value);
}

Result<Machine> machineOf(StoreWriter& store, MachineId id)
{
    const auto machines = store.read().machines();
    if (!machines) {
        return fail(machines.error());
    }
    for (const Machine& m : *machines) {
        if (m.id == id) {
            return m;
        }
    }
    return fail(ErrorCode::NotFound, "There is no machine with the number {0}.", id.value);
}

Result<> checkResources(const Queue& queue, const Host& host)
{
    if (queue.threads < 0 || queue.threads > host.cpuThreads) {
        return fail(ErrorCode::InvalidArgument,
                    "Queue {0} asks for {1} CPU threads per job; {2} has {3} (0 means all of them).",
                    queue.name, queue.threads, host.name, host.cpuThreads);
    }
    for (const int gpu : queue.gpus) {
        if (gpu < 0 || gpu >= static_cast<int>(host.gpus.size())) {
            return fail(ErrorCode::InvalidArgument,
                        "Queue {0} asks for GPU {1}; {2} has {3}, counted from 0.", queue.name, gpu,
                        host.name, host.gpus.size());
        }
    }
    return {};
}

/// Everything of a queue but its name's uniqueness.
Result<> checkQueue(StoreWriter& store, const Queue& queue)
{
    constexpr std::array<std::string_view, 4> kLaunchers{"local", "ssh", "slurm", "instance"};
    if (std::find(kLaunchers.begin(), kLaunchers.end(), queue.launcher) == kLaunchers.end()) {
        return fail(ErrorCode::InvalidArgument,
                    "{0} is no launcher; there are local, ssh, slurm and instance.", queue.launcher);
    }
    if (queue.limits.maxJobs < 1) {
        return fail(ErrorCode::InvalidArgument, "Queue {0} must be allowed at least one job at once.",
                    queue.name);
    }
    for (const auto& money :
         {queue.limits.moneyPerDay, queue.limits.moneyInAll, queue.limits.moneyPerExperiment}) {
        if (money && money->micros() < 0) {
            return fail(ErrorCode::InvalidArgument, "A limit of money cannot be negative.");
        }
    }
    if (queue.machineId.valid()) {
        if (const auto machine = machineOf(store, queue.machineId); !machine) {
            return fail(machine.error());
        }
    }
    if (queue.launcher != "instance") { // an instance is a host only once it is rented
        const auto host = hostOf(store, queue.hostId);
        if (!host) {
            return fail(host.error());
        }
        return checkResources(queue, *host);
    }
    return {};
}

Result<Queue> cleaned(StoreWriter& store, const Queue& queue)
{
    Queue out = queue;
    const auto name = cleanName(queue.name);
    if (!name) {
        return fail(name.error());
    }
    if (name->empty()) {
        return fail(ErrorCode::InvalidArgument, "A queue needs a name.");
    }
    out.name = *name;
    const auto queues = store.read().queues();
    if (!queues) {
        return fail(queues.error());
    }
    for (const Queue& other : *queues) {
        if (other.name == out.name && other.id != out.id) {
            return fail(ErrorCode::AlreadyExists, "There is a queue named {0} already.", out.name);
        }
        if (!out.id.valid() && out.position <= other.position) {
            out.position = other.position + 1; // a new one comes last
        }
    }
    if (auto good = checkQueue(store, out); !good) {
        return fail(good.error());
    }
    return out;
}

} // namespace

Result<QueueId> addQueue(StoreWriter& store, const Queue& queue)
{
    Queue fresh = queue;
    fresh.id = {};
    const auto out = cleaned(store, fresh);
    return out ? store.upsertQueue(*out) : fail(out.error());
}

Result<> setQueue(StoreWriter& store, const Queue& queue)
{
    if (const auto known = queueById(store, queue.id); !known) {
        return fail(known.error());
    }
    const auto out = cleaned(store, queue);
    if (!out) {
        return fail(out.error());
    }
    const auto id = store.upsertQueue(*out);
    return id ? Result<>{} : fail(id.error());
}

Result<> removeQueue(StoreWriter& store, QueueId id)
{
    if (const auto known = queueById(store, id); !known) {
        return fail(known.error());
    }
    return store.deleteQueue(id);
}

Result<FxRateId> setFxRate(StoreWriter& store, Currency from, Currency to, std::string_view decimal, std::string source,
                           UtcMs validFrom)
{
    if (from == to) {
        return fail(ErrorCode::InvalidArgument, "An exchange rate is between two currencies, not {0} and {0}.", from.code());
    }
    const auto nanos = parseFxNanos(decimal);
    if (!nanos) {
        return fail(nanos.error());
    }
    FxRate rate;
    rate.from = from;
    rate.to = to;
    rate.nanos = *nanos;
    rate.validFromMs = validFrom;
    rate.source = std::move(source);
    return store.insertFxRate(rate);
}

Result<QuoteId> setPrice(StoreWriter& store, MachineId machine, PricePerHour price, std::string source,
                         UtcMs validFrom, bool example)
{
    const auto known = machineOf(store, machine);
    if (!known) {
        return fail(known.error());
    }
    if (price.perHour.micros() < 0) {
        return fail(ErrorCode::InvalidArgument, "The price of {0} cannot be negative.", known->name);
    }
    const auto quotes = store.read().quotes(machine);
    if (!quotes) {
        return fail(quotes.error());
    }
    const UtcMs now = nowUtcMs();
    for (const Quote& q : *quotes) {
        if (q.validFromMs > now && q.validFromMs > validFrom) {
            continue; // announced for later: what is said now holds until then
        }
        if (validFrom < q.validFromMs) {
            return fail(ErrorCode::InvalidArgument,
                        "A price of {0} holds from {1}: the new one cannot begin before that.", known->name,
                        formatUtc(q.validFromMs));
        }
        validFrom = std::max(validFrom, q.validFromMs + 1); // the newest is the one with the latest beginning
    }
    Quote quote;
    quote.machineId = machine;
    quote.price = price;
    quote.market = known->market;
    quote.validFromMs = validFrom;
    quote.source = source.empty() ? "you" : std::move(source);
    quote.example = example;
    quote.createdMs = now;
    return store.insertQuote(quote);
}

} // namespace yardstick::actions
