// importReference: the built-in reference benchmark (resources/reference_benchmark.json) as ordinary rows. Prices and costs
// per epoch are the article's of 2023-03-23; epoch times follow from them (3600·cost/price) and are marked derived; spot
// prices are a catalogue's, on machines of their own with market spot.
#include "core/base/params.h"
#include "core/base/resources.h"
#include "core/compare.h"
#include "core/store/store_writer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace yardstick {
namespace {

using Json = nlohmann::json;

constexpr const char* kArticle = "ClearML and Genesis Cloud article, 2023-03-23";
constexpr const char* kSpotCatalogue = "public price catalogue, winter 2022/23";
constexpr UtcMs kCatalogueFrom = 1'669'852'800'000; // 2022-12-01

struct ReferenceMachine
{
    std::string provider, name, gpu;
    double vramGb = 0;
    PricePerHour price;
    std::optional<PricePerHour> spot;
    double epochSeconds = 0;
};
struct Reference
{
    UtcMs published = 0;
    std::string source, task, model, data;
    int epochs = 0, imgsz = 0;
    ContainerSpec container;
    std::vector<ReferenceMachine> machines;
};

Result<PricePerHour> priceFrom(const Json& json, Currency currency)
{
    const auto money = Money::parse(json.get<std::string>(), currency);
    return money ? Result<PricePerHour>(PricePerHour{*money}) : Result<PricePerHour>(fail(money.error()));
}

Result<ReferenceMachine> machineFrom(const Json& json, Currency currency)
{
    ReferenceMachine m;
    m.provider = json.at("provider").get<std::string>();
    m.name = json.at("machine").get<std::string>();
    m.gpu = json.at("gpu").get<std::string>();
    m.vramGb = json.at("vram_gb").get<double>();
    m.epochSeconds = json.at("epoch_seconds_derived").get<double>();
    auto price = priceFrom(json.at("price_per_hour"), currency);
    if (!price) {
        return fail(price.error());
    }
    m.price = *price;
    if (json.contains("spot_price_per_hour")) {
        auto spot = priceFrom(json.at("spot_price_per_hour"), currency);
        if (!spot) {
            return fail(spot.error());
        }
        m.spot = *spot;
    }
    return m;
}

Result<Reference> readReference()
{
    try {
        const Json json = Json::parse(resource("reference_benchmark.json"));
        const Json& work = json.at("workload");
        Reference r;
        const auto published = parseUtc(json.at("published").get<std::string>());
        const auto currency = Currency::parse(json.at("currency").get<std::string>());
        if (!published || !currency) {
            return fail(!published ? published.error() : currency.error());
        }
        r.published = *published;
        r.source = json.at("source").get<std::string>();
        r.task = work.at("task").get<std::string>();
        r.model = work.at("model").get<std::string>();
        r.data = work.at("data").get<std::string>();
        r.epochs = work.at("epochs").get<int>();
        r.imgsz = work.at("imgsz").get<int>();
        r.container.image = work.at("docker_image").get<std::string>();
        r.container.arguments = {work.at("docker_args").get<std::string>()};
        for (const Json& machine : json.at("machines")) {
            auto m = machineFrom(machine, *currency);
            if (!m) {
                return fail(m.error());
            }
            r.machines.push_back(std::move(*m));
        }
        return r;
    } catch (const Json::exception& e) {
        return fail(ErrorCode::Internal, "The built-in reference benchmark cannot be read: {0}", e.what());
    }
}

Result<MachineId> writeMachine(StoreWriter& store, const ReferenceMachine& m, std::string_view market, const char* source)
{
    const auto all = store.read().machines();
    if (!all) {
        return fail(all.error());
    }
    for (const Machine& machine : *all) {
        if (machine.provider == m.provider && machine.name == m.name && machine.market == market) {
            return machine.id; // as the user left it
        }
    }
    Machine machine;
    machine.name = m.name;
    machine.provider = m.provider;
    machine.market = market;
    machine.gpu = m.gpu;
    machine.vramGb = m.vramGb;
    machine.source = source;
    return store.upsertMachine(machine);
}

Result<> writeQuote(StoreWriter& store, MachineId machine, PricePerHour price, std::string_view market, UtcMs from, const char* source)
{
    const auto quotes = store.read().quotes(machine);
    if (!quotes) {
        return fail(quotes.error());
    }
    if (std::any_of(quotes->begin(), quotes->end(), [&](const Quote& q) { return q.source == source; })) {
        return {};
    }
    Quote quote;
    quote.machineId = machine;
    quote.price = price;
    quote.market = market;
    quote.validFromMs = from;
    quote.source = source;
    const auto id = store.insertQuote(quote);
    return id ? Result<>() : fail(id.error());
}

std::string tokenOf(const ReferenceMachine& m)
{
    std::string token = "reference-2023-03-23-";
    for (const char c : m.name) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
        token += plain ? c : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : '-';
    }
    return token;
}

/// All experiments, those in the trash too.
Result<std::vector<Experiment>> allExperiments(const StoreWriter& store)
{
    std::vector<Experiment> all;
    for (const bool trash : {false, true}) {
        ExperimentFilter filter;
        filter.trash = trash;
        auto experiments = store.read().experiments(filter);
        if (!experiments) {
            return fail(experiments.error());
        }
        std::move(experiments->begin(), experiments->end(), std::back_inserter(all));
    }
    return all;
}

/// The experiment that an earlier import wrote, whatever it is called now.
Result<std::optional<Experiment>> findExperiment(const StoreWriter& store, const std::vector<Experiment>& all, MachineId machine,
                                                 const std::string& token)
{
    for (const Experiment& e : all) {
        if (e.machineId != machine) {
            continue;
        }
        const auto attempts = store.read().attempts(e.id, true);
        if (!attempts) {
            return fail(attempts.error());
        }
        if (std::any_of(attempts->begin(), attempts->end(), [&](const Attempt& a) { return a.token == token; })) {
            return e;
        }
    }
    return std::nullopt;
}

std::vector<Event> eventsOf(const Reference& r, const ReferenceMachine& m)
{
    std::vector<Event> events;
    const auto add = [&](UtcMs t, EventBody body) {
        events.push_back({.version = kEventVersion, .seq = static_cast<std::int64_t>(events.size()) + 1, .t = t, .body = std::move(body)});
    };
    HelloEvent hello;
    hello.versions["source"] = r.source;
    hello.host = m.name;
    hello.gpus = {m.gpu};
    add(r.published, hello);
    ArgsEvent args;
    args.values = {{"task", r.task}, {"model_variant", r.model}, {"data", r.data}, {"imgsz", r.imgsz}, {"epochs", r.epochs},
                   {"dataset_hash", "published:" + r.data}};
    add(r.published, args);
    for (int epoch = 1; epoch <= r.epochs; ++epoch) {
        EpochEvent e; // how the time divides is not published
        e.epoch = epoch;
        e.epochs = r.epochs;
        e.seconds = m.epochSeconds;
        add(r.published + std::llround(epoch * m.epochSeconds * 1e3), e);
    }
    return events;
}

Result<> writeExperiment(StoreWriter& store, const Reference& r, const ReferenceMachine& m, MachineId machine)
{
    Experiment e;
    e.spec.name = r.model + " " + r.data + " on " + m.name;
    e.spec.project = kReferenceProject;
    e.spec.task = r.task;
    e.spec.modelVariant = r.model;
    e.spec.data = r.data;
    e.spec.params = ParamSchema::get().withoutDefaults({{"imgsz", r.imgsz}, {"epochs", r.epochs}}, r.task);
    e.spec.container = r.container;
    e.spec.tags = {"reference", "derived"};
    e.spec.notes = "Published figures (" + r.source + "): price per hour and cost per epoch. The epoch time follows from them; "
                   "the batch was as large as the machine allowed. How the time of an epoch divides is not known.";
    e.status = ExperimentStatus::Completed;
    e.published = true;
    const auto id = store.insertExperiment(e);
    if (!id) {
        return fail(id.error());
    }
    const std::vector<Event> events = eventsOf(r, m);
    Attempt attempt;
    attempt.experimentId = *id;
    attempt.machineId = machine;
    attempt.token = tokenOf(m);
    attempt.launcher = "imported";
    attempt.handle = {{"derived", true}, {"source", kArticle}};
    attempt.outcome = AttemptOutcome::Completed;
    attempt.createdMs = r.published;
    attempt.endedMs = events.back().t;
    const auto attemptId = store.insertAttempt(attempt);
    if (!attemptId) {
        return fail(attemptId.error());
    }
    return store.ingest(*attemptId, events, {}, 0);
}

} // namespace

Result<int> importReference(StoreWriter& store)
{
    const auto reference = readReference();
    if (!reference) {
        return fail(reference.error());
    }
    const auto all = allExperiments(store);
    if (!all) {
        return fail(all.error());
    }
    for (const ReferenceMachine& m : reference->machines) {
        const auto machine = writeMachine(store, m, "on-demand", kArticle);
        if (!machine) {
            return fail(machine.error());
        }
        if (auto quoted = writeQuote(store, *machine, m.price, "on-demand", reference->published, kArticle); !quoted) {
            return fail(quoted.error());
        }
        if (m.spot) {
            const auto spot = writeMachine(store, m, "spot", kSpotCatalogue);
            if (!spot) {
                return fail(spot.error());
            }
            if (auto quoted = writeQuote(store, *spot, *m.spot, "spot", kCatalogueFrom, kSpotCatalogue); !quoted) {
                return fail(quoted.error());
            }
        }
        const auto known = findExperiment(store, *all, *machine, tokenOf(m));
        if (!known) {
            return fail(known.error());
        }
        const Result<> written = !*known ? writeExperiment(store, *reference, m, *machine)
            : (*known)->deletedMs > 0    ? store.setExperimentDeleted((*known)->id, 0)
                                         : Result<>();
        if (!written) {
            return fail(written.error());
        }
    }
    return static_cast<int>(reference->machines.size());
}

} // namespace yardstick
