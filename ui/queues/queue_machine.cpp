#include "ui/queues/queue_machine.h"

#include "core/actions.h"
#include "core/owned_machine.h"

#include <algorithm>

namespace yardstick::ui {

Result<MachineId> machineFor(StoreWriter& w, const Host& host, int threads)
{
    const auto machines = w.read().machines();
    if (!machines) {
        return fail(machines.error());
    }
    for (const Machine& m : *machines) {
        if (m.hostId == host.id && m.threads == threads && m.market == "owned") {
            return m.id;
        }
    }
    const int used = threads == 0 ? host.cpuThreads : threads;
    const OwnedForm form = exampleForm(static_cast<double>(used) / std::max(1, host.cpuThreads));
    Machine m;
    m.name = host.name + ", " + (threads == 0 ? "all cores" : threads == 1 ? "1 core" : std::to_string(threads) + " cores");
    m.provider = "owned";
    m.market = "owned";
    m.vcpu = used;
    m.ramGb = static_cast<double>(host.ramBytes) / 1e9;
    m.hostId = host.id;
    m.threads = threads;
    m.ownedPrice = toJson(form);
    m.source = "example";
    const auto id = w.upsertMachine(m);
    const auto price = priceOf(form);
    if (!id || !price) {
        return fail(id ? price.error() : id.error());
    }
    const auto quote = actions::setPrice(w, *id, *price, "example form", nowUtcMs(), true);
    return quote ? id : fail(quote.error());
}

} // namespace yardstick::ui
