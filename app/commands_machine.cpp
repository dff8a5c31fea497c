// `yardstick machine add|set|check`: machines of the user's that are reached over SSH, and this computer.
#include "app/commands.h"
#include "app/json_views.h"
#include "app/scheduling.h"

#include "cloud/ssh_address.h"
#include "cloud/ssh_check.h"
#include "core/actions.h"
#include "core/base/platform.h"
#include "core/schedule/scheduler.h"

#include <QEventLoop>
#include <QProcess>

#include <algorithm>

namespace yardstick::app {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
constexpr Deadline kLookDeadline{45'000};

MachineCheck lookAt(const fs::path& folder, const Host& host)
{
    MachineCheck found;
    QEventLoop loop;
    checkSshMachine(folder, host, kLookDeadline, &loop, [&](MachineCheck check) {
        found = std::move(check);
        loop.quit();
    });
    loop.exec();
    return found;
}

const char* wordOf(CheckVerdict verdict)
{
    switch (verdict) {
    case CheckVerdict::Good:
        return "good";
    case CheckVerdict::Note:
        return "note";
    case CheckVerdict::Bad:
        return "bad";
    }
    return "bad";
}

json checkView(const MachineCheck& check)
{
    json rows = json::array();
    for (const CheckRow& row : check.rows) {
        rows.push_back({{"check", row.id}, {"value", row.value}, {"state", wordOf(row.verdict)}, {"advice", row.advice}});
    }
    return {{"good", check.good()},
            {"reachable", !check.error},
            {"host_key", check.fingerprint},
            {"newly_pinned", check.newlyPinned},
            {"worker", check.worker},
            {"worker_version", check.workerVersion},
            {"free_bytes", check.freeBytes},
            {"cores", check.cores},
            {"ram_bytes", check.ramBytes},
            {"gpus", check.gpus},
            {"clock_skew_seconds", check.clockSkewSeconds},
            {"checks", rows}};
}

void printRows(const Context& c, const MachineCheck& check)
{
    exports::Table table;
    table.columns = {{"check", "", -1, true}, {"state", "", -1, true}, {"found", "", -1, true}};
    for (const CheckRow& row : check.rows) {
        const std::string text = row.value + (row.advice.empty() ? "" : ": " + row.advice);
        table.rows.push_back({{row.id, 0, false}, {std::string(wordOf(row.verdict)), 0, false}, {text, 0, false}});
    }
    c.print(table);
}

void tellCheck(const Context& c, const Machine& machine, const MachineCheck& check)
{
    if (c.json) {
        json all = checkView(check);
        all["machine"] = machine.name;
        c.print(all);
    } else {
        printRows(c, check);
    }
}

/// What the worker says to `arguments`: its last line; its error when it fails.
Result<std::string> workerSays(const fs::path& worker, const QStringList& arguments)
{
    constexpr int kAnswerMs = 200'000; // loading torch from a cold disk takes long, see the worker's own limit
    QProcess process;
    process.start(QString::fromStdString(worker.string()), arguments);
    if (!process.waitForFinished(kAnswerMs)) {
        process.kill();
        process.waitForFinished();
        return yardstick::fail(ErrorCode::Timeout, "{0} gave no answer.", worker.string());
    }
    const bool good = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    const QByteArray said = good ? process.readAllStandardOutput() : process.readAllStandardError();
    std::string last = said.trimmed().split('\n').constLast().trimmed().toStdString();
    if (good) {
        return last;
    }
    const std::size_t sentence = last.find("error: ");
    return std::unexpected(Error{ErrorCode::WorkerFailed, sentence == std::string::npos ? last : last.substr(sentence + 7), {}, {}}); // its own sentence
}

/// This computer, as a job would find it.
MachineCheck lookHere(const Host& host)
{
    MachineCheck check;
    const auto add = [&](const char* id, const Result<std::string>& value, const char* advice) {
        check.rows.push_back({id, value ? *value : value.error().message(), value ? CheckVerdict::Good : CheckVerdict::Bad, value ? "" : advice});
    };
    const auto worker = findWorker();
    const auto version = worker ? workerSays(*worker, {QStringLiteral("--version")}) : Result<std::string>(std::unexpected(worker.error()));
    add("worker", version ? *version + " at " + worker->string() : version, "Install yardstick-worker, or name it in YARDSTICK_WORKER.");
    check.worker = worker ? worker->string() : std::string();
    check.workerVersion = version.value_or("");
    check.cores = host.cpuThreads;
    check.cpu = host.cpu;
    check.ramBytes = host.ramBytes;
    check.gpus = host.gpus;
    const std::string environment = ultralyticsOf(host);
    if (worker && (!environment.empty() || qEnvironmentVariableIsSet("YARDSTICK_ULTRALYTICS"))) {
        QStringList arguments{QStringLiteral("backend"), QStringLiteral("check")};
        if (!environment.empty()) {
            arguments << QStringLiteral("--python") << QString::fromStdString(environment);
        }
        add("ultralytics", workerSays(*worker, arguments), "Name another environment in Settings or with  yardstick machine set NAME --ultralytics PATH.");
    } else {
        check.rows.push_back({"ultralytics", "no environment is named", CheckVerdict::Note, "Name one in Settings or with  yardstick machine set NAME --ultralytics PATH."});
    }
    return check;
}

/// Of this computer only the environment of the backend ultralytics can be set here.
int localSet(Context& c, const SshMachineOptions& o, const Machine& machine, Host host)
{
    if (!o.ultralytics || !o.target.empty() || !o.identity.empty() || !o.worker.empty() || !o.folder.empty() || o.cores || !o.price.empty()) {
        return c.fail(Error{ErrorCode::InvalidArgument,
                            "Of this computer --ultralytics can be set here; a price with  yardstick machine price, threads with  yardstick queue set.", {}, {}});
    }
    const bool isPath = o.ultralytics->find('/') != std::string::npos && !o.ultralytics->starts_with("~/");
    setUltralytics(host, isPath ? fs::absolute(*o.ultralytics).lexically_normal().string() : *o.ultralytics);
    auto stored = (*c.store())->runFor<HostId>([&](StoreWriter& w) { return w.upsertHost(host); });
    if (!stored) {
        return c.fail(stored.error());
    }
    if (c.json) {
        c.print(app::view(machine));
    }
    c.say(o.ultralytics->empty() ? "this computer: no environment for ultralytics is named any more"
                                 : "this computer: ultralytics is taken from " + ultralyticsOf(host) + ". See what is there with  yardstick machine check \"" +
                                       machine.name + "\"");
    return 0;
}

/// What a look has found out about the host, into its row; what the user chose (cores) stays when `keepCores`.
void learn(Host& host, const MachineCheck& check, bool keepCores)
{
    if (check.error) {
        return;
    }
    if (!keepCores && check.cores > 0) {
        host.cpuThreads = check.cores;
    }
    host.cpu = check.cpu;
    host.ramBytes = check.ramBytes;
    host.gpus = check.gpus;
}

Result<SshAddress> addressFrom(const SshMachineOptions& o, SshAddress address)
{
    if (!o.target.empty()) {
        const auto target = parseSshTarget(o.target);
        if (!target) {
            return target;
        }
        address.destination = target->destination;
        address.port = target->port;
    }
    if (!o.identity.empty()) {
        std::error_code ec;
        const fs::path key = fs::absolute(o.identity, ec);
        if (!fs::is_regular_file(key, ec)) {
            return fail(ErrorCode::NotFound, "The key file {0} does not exist.", o.identity);
        }
        address.identity = key.string();
    }
    address.worker = o.worker.empty() ? address.worker : o.worker;
    address.root = o.folder.empty() ? address.root : o.folder;
    address.ultralytics = o.ultralytics.value_or(address.ultralytics);
    if (auto good = checkSshAddress(address); !good) {
        return std::unexpected(good.error());
    }
    return address;
}

Result<std::pair<Machine, Host>> machineWithHost(Context& c, const std::string& name)
{
    auto reader = c.reader();
    if (!reader) {
        return std::unexpected(reader.error());
    }
    auto machine = machineByName(**reader, name);
    auto hosts = (*reader)->hosts();
    if (!machine || !hosts) {
        return std::unexpected(!machine ? machine.error() : hosts.error());
    }
    for (const Host& host : *hosts) {
        if (host.id == machine->hostId && (host.kind == "ssh" || host.kind == "local")) {
            return std::pair(*machine, host);
        }
    }
    return fail(ErrorCode::InvalidArgument, "{0} is neither this computer nor a machine that is reached over SSH.", machine->name);
}

/// Host, machine and price in one transaction.
Result<Machine> insertMachine(StoreWriter& w, Host host, const PricePerHour& price)
{
    const auto id = w.upsertHost(host);
    if (!id) {
        return std::unexpected(id.error());
    }
    Machine machine;
    machine.name = host.name;
    machine.provider = machine.market = "owned";
    machine.gpu = host.gpus.empty() ? std::string() : host.gpus.front();
    machine.vcpu = host.cpuThreads;
    machine.ramGb = static_cast<double>(host.ramBytes) / 1e9;
    machine.hostId = *id;
    machine.source = "you";
    const auto machineId = w.upsertMachine(machine);
    if (!machineId) {
        return std::unexpected(machineId.error());
    }
    machine.id = *machineId;
    const auto quote = actions::setPrice(w, machine.id, price, "you", nowUtcMs());
    return quote ? Result<Machine>(machine) : std::unexpected(quote.error());
}

/// A host without a row has no folder yet: the first look pins its key in one of its own, which becomes the host's.
class FirstLook
{
public:
    explicit FirstLook(const fs::path& machines) : m_machines(machines), m_folder(machines / ("new-" + platform::randomToken(6))) {}
    ~FirstLook()
    {
        std::error_code ec;
        fs::remove_all(m_folder, ec);
    }
    FirstLook(const FirstLook&) = delete;
    FirstLook& operator=(const FirstLook&) = delete;
    MachineCheck look(Host host)
    {
        host.id = HostId(1);
        return lookAt(m_folder, host);
    }
    void keepFor(HostId id)
    {
        std::error_code ec;
        fs::create_directories(m_machines, ec);
        fs::rename(m_folder / "1", m_machines / std::to_string(id.value), ec); // fails: pinned at the next contact
    }

private:
    fs::path m_machines, m_folder;
};

Result<> checkNameIsFree(StoreReader& reader, const std::string& name)
{
    auto hosts = reader.hosts();
    auto machines = reader.machines();
    if (!hosts || !machines) {
        return std::unexpected(!hosts ? hosts.error() : machines.error());
    }
    const bool taken = std::any_of(hosts->begin(), hosts->end(), [&](const Host& h) { return h.name == name; }) ||
                       std::any_of(machines->begin(), machines->end(), [&](const Machine& m) { return m.name == name; });
    return taken ? Result<>(fail(ErrorCode::AlreadyExists, "There is a machine named {0} already.", name)) : Result<>{};
}

} // namespace

int machineAdd(Context& c, const SshMachineOptions& o)
{
    auto store = c.store();
    auto reader = c.reader();
    if (!store || !reader) {
        return c.fail(!store ? store.error() : reader.error());
    }
    auto address = addressFrom(o, {});
    auto currency = Currency::parse(o.currency);
    auto price = currency ? Money::parse(o.price, *currency) : Result<Money>(std::unexpected(currency.error()));
    auto free = checkNameIsFree(**reader, o.name);
    if (!address || !price || !free) {
        return c.fail(!address ? address.error() : !price ? price.error() : free.error());
    }
    Host host;
    host.name = o.name;
    host.kind = "ssh";
    host.address = toJson(*address);
    host.cpuThreads = o.cores.value_or(1);
    FirstLook first(machinesFolder(**store));
    const MachineCheck check = first.look(host);
    if (check.error && !o.cores) {
        Error error = *check.error;
        error.detail += "\nIt was not added. With --cores N it is added all the same.";
        return c.fail(error);
    }
    learn(host, check, o.cores.has_value());
    auto added = (*store)->runFor<Machine>([&](StoreWriter& w) { return insertMachine(w, host, PricePerHour{*price}); });
    if (!added) {
        return c.fail(added.error());
    }
    first.keepFor(added->hostId);
    if (c.json) {
        json all = app::view(*added);
        all["check"] = checkView(check);
        c.print(all);
        return 0;
    }
    printRows(c, check);
    c.say("machine " + added->name + ": added" + (check.newlyPinned ? ", host key " + check.fingerprint + " pinned" : "") +
          ". Give it a queue with  yardstick queue add \"" + added->name + "\" --machine \"" + added->name + "\"");
    return 0;
}

int machineSet(Context& c, const SshMachineOptions& o)
{
    auto known = machineWithHost(c, o.name);
    if (!known) {
        return c.fail(known.error());
    }
    auto& [machine, host] = *known;
    if (host.kind == "local") {
        return localSet(c, o, machine, host);
    }
    auto before = sshAddressFromJson(host.address);
    auto address = before ? addressFrom(o, *before) : before;
    if (!address) {
        return c.fail(address.error());
    }
    host.address = toJson(*address);
    host.cpuThreads = o.cores.value_or(host.cpuThreads);
    machine.vcpu = host.cpuThreads;
    auto set = (*c.store())->run([&](StoreWriter& w) -> Result<> {
        auto id = w.upsertHost(host);
        auto machineId = id ? w.upsertMachine(machine) : Result<MachineId>(std::unexpected(id.error()));
        return machineId ? Result<>{} : Result<>(std::unexpected(machineId.error()));
    });
    if (!set) {
        return c.fail(set.error());
    }
    if (!o.price.empty()) {
        return machinePrice(c, std::to_string(machine.id.value), o.price, o.currency, "", "you");
    }
    if (c.json) {
        c.print(app::view(machine));
    }
    c.say("machine " + machine.name + ": changed");
    return 0;
}

int machineCheck(Context& c, const std::string& name, bool newKey)
{
    auto known = machineWithHost(c, name);
    if (!known) {
        return c.fail(known.error());
    }
    auto& [machine, host] = *known;
    if (host.kind == "local") {
        const MachineCheck check = lookHere(host);
        tellCheck(c, machine, check);
        return check.good() ? 0 : 1;
    }
    const fs::path folder = machinesFolder(**c.store());
    if (newKey) {
        if (auto forgotten = forgetHostKey(folder, host.id); !forgotten) {
            return c.fail(forgotten.error());
        }
    }
    const MachineCheck check = lookAt(folder, host);
    const Host before = host;
    learn(host, check, true);
    if (host.cpu != before.cpu || host.ramBytes != before.ramBytes || host.gpus != before.gpus) {
        auto stored = (*c.store())->runFor<HostId>([&](StoreWriter& w) { return w.upsertHost(host); });
        if (!stored) {
            return c.fail(stored.error());
        }
    }
    tellCheck(c, machine, check);
    return check.good() ? 0 : 1;
}

} // namespace yardstick::app
