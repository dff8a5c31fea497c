#include "core/store/rows.h"

#include <charconv>

namespace yardstick::rows {

using nlohmann::json;
using sql::Query;

const std::string_view kExperimentColumns = "e.id, e.project_id, p.name, e.name, e.task, e.model_variant, "
                                            "e.data, e.backend, e.params, e.container, e.tags, e.notes, "
                                            "e.status, e.cloned_from, e.colour, e.published, e.archived, "
                                            "e.created_ms, e.changed_ms, e.deleted_ms, e.queue_id, "
                                            "e.queue_position, e.queued_ms, e.requeues, e.resume, e.reason, "
                                            "e.epochs_done, e.epochs_planned, e.attempts, e.started_ms, "
                                            "e.ended_ms, e.epoch_seconds, e.price_micros, e.price_currency, "
                                            "e.epoch_cost_micros, e.epoch_cost_currency, e.cost_micros, "
                                            "e.cost_currency, e.machine_id, e.dataset_hash, e.last, e.best";

Experiment experiment(const Query& q)
{
    Experiment e;
    e.id = q.id<ExperimentId>(0);
    e.projectId = q.id<ProjectId>(1);
    e.spec.project = q.text(2);
    e.spec.name = q.text(3);
    e.spec.task = q.text(4);
    e.spec.modelVariant = q.text(5);
    e.spec.data = q.text(6);
    e.spec.backend = q.text(7);
    if (json params = q.json(8); params.is_object()) {
        e.spec.params = std::move(params);
    }
    if (const json container = q.json(9); container.is_object()) {
        e.spec.container.image = container.value("image", "");
        e.spec.container.arguments = strings(container.value("arguments", json()));
        e.spec.container.setupScript = container.value("setup_script", "");
    }
    e.spec.tags = strings(q.json(10));
    e.spec.notes = q.text(11);
    e.status = experimentStatusFromString(q.text(12)).value_or(ExperimentStatus::Draft);
    e.clonedFrom = q.id<ExperimentId>(13);
    e.colour = q.int32(14);
    e.published = q.flag(15);
    e.archived = q.flag(16);
    e.createdMs = q.integer(17);
    e.changedMs = q.integer(18);
    e.deletedMs = q.integer(19);
    e.queueId = q.id<QueueId>(20);
    e.queuePosition = q.integer(21);
    e.queuedMs = q.integer(22);
    e.requeues = q.int32(23);
    e.resume = q.flag(24);
    e.reason = q.text(25);
    e.epochsDone = q.int32(26);
    e.epochsPlanned = q.int32(27);
    e.attempts = q.int32(28);
    e.startedMs = q.integer(29);
    e.endedMs = q.integer(30);
    e.epochSeconds = q.real(31);
    if (const auto price = sql::money(q, 32)) {
        e.price = PricePerHour{*price};
    }
    e.costPerEpoch = sql::money(q, 34);
    e.costSoFar = sql::money(q, 36);
    e.machineId = q.id<MachineId>(38);
    e.datasetHash = q.text(39);
    e.last = metrics(q.text(40));
    e.best = metrics(q.text(41));
    return e;
}

const std::string_view kAttemptColumns =
    "id, experiment_id, number, queue_id, host_id, machine_id, instance_id, token, run_directory, launcher, "
    "handle, job_params, "
    "resume_from, outcome, code, message, hidden, shared, created_ms, started_ms, ended_ms, threads, gpus, "
    "log_offset, last_seq, "
    "bad_lines, hello, args, last_event_ms, cost_micros, cost_currency, wasted_micros, wasted_currency";

Attempt attempt(const Query& q)
{
    Attempt a;
    a.id = q.id<AttemptId>(0);
    a.experimentId = q.id<ExperimentId>(1);
    a.number = q.int32(2);
    a.queueId = q.id<QueueId>(3);
    a.hostId = q.id<HostId>(4);
    a.machineId = q.id<MachineId>(5);
    a.instanceId = q.id<InstanceId>(6);
    a.token = q.text(7);
    a.runDirectory = q.text(8);
    a.launcher = q.text(9);
    a.handle = q.json(10);
    a.jobParams = q.json(11);
    a.resumeFrom = q.text(12);
    a.outcome = attemptOutcomeFromString(q.text(13));
    a.code = q.text(14);
    a.message = q.text(15);
    a.hidden = q.flag(16);
    a.shared = q.flag(17);
    a.createdMs = q.integer(18);
    a.startedMs = q.integer(19);
    a.endedMs = q.integer(20);
    a.threads = q.int32(21);
    a.gpus = integers(q.json(22));
    a.logOffset = q.integer(23);
    a.lastSeq = q.integer(24);
    a.badLines = q.integer(25);
    a.hello = q.json(26);
    a.args = q.json(27);
    a.lastEventMs = q.integer(28);
    a.cost = sql::money(q, 29);
    a.wasted = sql::money(q, 31);
    return a;
}

const std::string_view kQueueColumns =
    "id, name, launcher, host_id, machine_id, threads, gpus, position, paused, limits, settings, example";

Queue queue(const Query& q)
{
    Queue r;
    r.id = q.id<QueueId>(0);
    r.name = q.text(1);
    r.launcher = q.text(2);
    r.hostId = q.id<HostId>(3);
    r.machineId = q.id<MachineId>(4);
    r.threads = q.int32(5);
    r.gpus = integers(q.json(6));
    r.position = q.integer(7);
    r.paused = q.flag(8);
    r.limits = queueLimitsFromJson(q.json(9)).value_or(QueueLimits{});
    if (json settings = q.json(10); settings.is_object()) {
        r.settings = std::move(settings);
    }
    r.example = q.flag(11);
    return r;
}

const std::string_view kHostColumns = "id, name, kind, address, slots, cpu_threads, cpu, ram_bytes, gpus";

Host host(const Query& q)
{
    Host h;
    h.id = q.id<HostId>(0);
    h.name = q.text(1);
    h.kind = q.text(2);
    if (json address = q.json(3); address.is_object()) {
        h.address = std::move(address);
    }
    h.slots = q.int32(4);
    h.cpuThreads = q.int32(5);
    h.cpu = q.text(6);
    h.ramBytes = q.integer(7);
    h.gpus = strings(q.json(8));
    return h;
}

const std::string_view kMachineColumns =
    "id, name, provider, region, market, gpu, vram_gb, vcpu, ram_gb, host_id, threads, owned_price, source";

Machine machine(const Query& q)
{
    Machine m;
    m.id = q.id<MachineId>(0);
    m.name = q.text(1);
    m.provider = q.text(2);
    m.region = q.text(3);
    m.market = q.text(4);
    m.gpu = q.text(5);
    m.vramGb = q.real(6);
    m.vcpu = q.int32(7);
    m.ramGb = q.real(8);
    m.hostId = q.id<HostId>(9);
    m.threads = q.int32(10);
    m.ownedPrice = q.json(11);
    m.source = q.text(12);
    return m;
}

const std::string_view kQuoteColumns =
    "id, machine_id, price_micros, price_currency, market, valid_from_ms, source, example, created_ms";

Quote quote(const Query& q)
{
    Quote r;
    r.id = q.id<QuoteId>(0);
    r.machineId = q.id<MachineId>(1);
    r.price.perHour = sql::money(q, 2).value_or(Money());
    r.market = q.text(4);
    r.validFromMs = q.integer(5);
    r.source = q.text(6);
    r.example = q.flag(7);
    r.createdMs = q.integer(8);
    return r;
}

const std::string_view kFxRateColumns = "id, from_currency, to_currency, rate_nanos, valid_from_ms, source, created_ms";

FxRate fxRate(const Query& q)
{
    FxRate r;
    r.id = q.id<FxRateId>(0);
    r.from = Currency::parse(q.text(1)).value_or(Currency());
    r.to = Currency::parse(q.text(2)).value_or(Currency());
    r.nanos = q.integer(3);
    r.validFromMs = q.integer(4);
    r.source = q.text(5);
    r.createdMs = q.integer(6);
    return r;
}

const std::string_view kEstimateColumns =
    "id, experiment_id, queue_id, machine_id, created_ms, basis, epochs, timed_epochs, setup_seconds, epoch_seconds, "
    "epoch_seconds_low, epoch_seconds_high, price_micros, price_currency";

StoredEstimate estimate(const Query& q)
{
    StoredEstimate e;
    e.id = q.id<EstimateId>(0);
    e.experimentId = q.id<ExperimentId>(1);
    e.queueId = q.id<QueueId>(2);
    e.machineId = q.id<MachineId>(3);
    e.createdMs = q.integer(4);
    e.basis = q.text(5);
    e.epochs = q.int32(6);
    e.timedEpochs = q.int32(7);
    e.setupSeconds = q.real(8);
    e.epochSeconds = q.real(9);
    e.epochSecondsLow = q.real(10);
    e.epochSecondsHigh = q.real(11);
    if (const auto price = sql::money(q, 12)) {
        e.price = PricePerHour{*price};
    }
    return e;
}

const std::string_view kRequestColumns = "id, kind, target, payload, created_ms, done_ms, result";

Request request(const Query& q)
{
    Request r;
    r.id = q.id<RequestId>(0);
    r.kind = q.text(1);
    r.target = q.integer(2);
    if (json payload = q.json(3); !payload.is_null()) {
        r.payload = std::move(payload);
    }
    r.createdMs = q.integer(4);
    r.doneMs = q.integer(5);
    r.result = q.text(6);
    return r;
}

// "name=value;name=value": shortest round-trip decimals, "nan", "inf", "-inf". Read for every row of the
// table.
std::string metricsText(const std::map<std::string, double>& metrics)
{
    std::string text;
    for (const auto& [name, value] : metrics) {
        char buffer[32];
        const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
        text += name + "=" + std::string(buffer, end.ptr) + ";";
    }
    return text;
}

std::map<std::string, double> metrics(std::string_view text)
{
    std::map<std::string, double> out;
    while (!text.empty()) {
        const size_t equals = text.find('=');
        const size_t end = text.find(';');
        if (equals == std::string_view::npos || end == std::string_view::npos || equals > end) {
            break;
        }
        double value = 0;
        if (std::from_chars(text.data() + equals + 1, text.data() + end, value).ec == std::errc()) {
            out.emplace_hint(out.end(), text.substr(0, equals), value);
        }
        text.remove_prefix(end + 1);
    }
    return out;
}

json containerJson(const ContainerSpec& container)
{
    if (container == ContainerSpec{}) {
        return nullptr;
    }
    return {{"image", container.image},
            {"arguments", container.arguments},
            {"setup_script", container.setupScript}};
}

std::vector<std::string> strings(const json& list)
{
    std::vector<std::string> out;
    for (const json& item : list.is_array() ? list : json::array()) {
        if (item.is_string()) {
            out.push_back(item.get<std::string>());
        }
    }
    return out;
}

std::vector<int> integers(const json& list)
{
    std::vector<int> out;
    for (const json& item : list.is_array() ? list : json::array()) {
        if (item.is_number_integer()) {
            out.push_back(item.get<int>());
        }
    }
    return out;
}

std::string select(std::string_view columns, std::string_view rest)
{
    return "SELECT " + std::string(columns) + " FROM " + std::string(rest);
}

} // namespace yardstick::rows
