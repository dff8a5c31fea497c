// "this host": its row, its two machines with example prices and its two queues.
#include "core/actions_shared.h"
#include "core/base/platform.h"
#include "core/owned_machine.h"

#include <algorithm>
#include <filesystem>

namespace yardstick::actions {

using namespace shared;

namespace {

namespace fs = std::filesystem;
constexpr const char* kHostName = "this host";
constexpr const char* kMadeSetting = "local_host.made"; ///< queues that the user removes do not come back
constexpr const char* kExampleSource = "example form: 1500 USD, 3 years, half used, 250 W, 0.30 USD/kWh";

/// Names of NVIDIA GPUs as the kernel driver lists them, by PCI address; empty without the driver.
std::vector<std::string> gpuNames()
{
    std::vector<std::pair<std::string, std::string>> found;
    std::error_code ec;
    for (fs::directory_iterator it("/proc/driver/nvidia/gpus", ec), end; !ec && it != end; it.increment(ec)) {
        const std::string text = platform::readFile(it->path() / "information", 1u << 16).value_or("");
        std::string name = "NVIDIA GPU";
        if (const size_t at = text.find("Model:"); at != std::string::npos) {
            const size_t begin = text.find_first_not_of(" \t", at + 6);
            name = text.substr(begin, text.find('\n', begin) - begin);
        }
        found.emplace_back(it->path().filename().string(), name);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> names;
    for (auto& [address, name] : found) {
        names.push_back(std::move(name));
    }
    return names;
}

/// Makes the host's row, or brings it up to date; what the user chose (slots) stays.
Result<Host> ensureHost(StoreWriter& store)
{
    const auto hosts = store.read().hosts();
    if (!hosts) {
        return fail(hosts.error());
    }
    const auto known =
        std::find_if(hosts->begin(), hosts->end(), [](const Host& h) { return h.kind == "local"; });
    const platform::HostInfo info = platform::hostInfo();
    Host host = known != hosts->end() ? *known : Host{};
    const Host before = host;
    host.kind = "local";
    host.cpu = info.cpuModel;
    host.cpuThreads = info.logicalCpus;
    host.ramBytes = static_cast<std::int64_t>(info.ramBytes);
    host.gpus = gpuNames();
    if (!host.id.valid()) {
        host.name = kHostName;
        host.slots = 1; // one job at a time: its timing is honest
    } else if (host.cpu == before.cpu && host.cpuThreads == before.cpuThreads &&
               host.ramBytes == before.ramBytes && host.gpus == before.gpus) {
        return host;
    }
    const auto id = store.upsertHost(host);
    if (!id) {
        return fail(id.error());
    }
    host.id = *id;
    return host;
}

Result<MachineId> ensureMachine(StoreWriter& store, const Host& host, const std::string& name, int threads)
{
    const auto machines = store.read().machines();
    if (!machines) {
        return fail(machines.error());
    }
    for (const Machine& m : *machines) {
        if (m.hostId == host.id && m.name == name) {
            return m.id;
        }
    }
    const int used = threads == 0 ? host.cpuThreads : threads;
    const OwnedForm form = exampleForm(static_cast<double>(used) / std::max(1, host.cpuThreads));
    Machine m;
    m.name = name;
    m.provider = "owned";
    m.market = "owned";
    m.vcpu = used;
    m.ramGb = static_cast<double>(host.ramBytes) / 1e9;
    m.hostId = host.id;
    m.threads = threads;
    m.ownedPrice = toJson(form);
    m.source = "example";
    const auto id = store.upsertMachine(m);
    const auto price = priceOf(form);
    if (!id || !price) {
        return fail(id ? price.error() : id.error());
    }
    const auto quote = setPrice(store, *id, *price, kExampleSource, nowUtcMs(), true);
    return quote ? id : fail(quote.error());
}

Result<> ensureQueue(StoreWriter& store, const Host& host, MachineId machine, const std::string& name,
                     int threads)
{
    Queue q;
    q.name = name;
    q.launcher = "local";
    q.hostId = host.id;
    q.machineId = machine;
    q.threads = threads;
    q.example = true;
    const auto added = addQueue(store, q);
    if (!added && added.error().code != ErrorCode::AlreadyExists) {
        return fail(added.error());
    }
    return {};
}

} // namespace

Result<> ensureLocalHost(StoreWriter& store)
{
    const auto host = ensureHost(store);
    if (!host) {
        return fail(host.error());
    }
    const auto queues = store.read().queues();
    const auto made = store.read().setting(kMadeSetting);
    if (!queues || !made) {
        return fail(queues ? made.error() : queues.error());
    }
    const bool some =
        std::any_of(queues->begin(), queues->end(), [&](const Queue& q) { return q.hostId == host->id; });
    if (some && *made) {
        return {};
    }
    struct Row
    {
        const char* machine;
        const char* queue;
        int threads;
    };
    for (const Row& row :
         {Row{"this host, all cores", "all cores", 0}, Row{"this host, 1 core", "1 core", 1}}) {
        const auto machine = ensureMachine(store, *host, row.machine, row.threads);
        if (!machine) {
            return fail(machine.error());
        }
        if (auto queue = ensureQueue(store, *host, *machine, row.queue, row.threads); !queue) {
            return queue;
        }
    }
    return store.setSetting(kMadeSetting, "1");
}

} // namespace yardstick::actions
