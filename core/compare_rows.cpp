#include "core/compare_rows.h"

#include "core/base/params.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace yardstick::compare {
namespace {

/// What was timed on one machine, of the newest batch size there.
struct Timings
{
    std::vector<EpochSample> samples;
    std::vector<double> derivedSeconds;
    std::vector<double> setups; ///< seconds
    double waited = 0, timed = 0;
    double images = 0; ///< per epoch of the newest that says so
    UtcMs newestMs = 0, newestDerivedMs = 0;
    int threads = 0;
};

std::string paramText(const Experiment& e, std::string_view name)
{
    return ParamSchema::format(ParamSchema::get().value(e.spec.params, name, e.spec.task));
}

/// Boot, install, transfer, worker start, caches: from the first of them to the start of the first epoch.
std::optional<double> setupSeconds(const Attempt& attempt, const std::vector<PhaseRow>& phases, const EpochRow& first)
{
    UtcMs begin = attempt.startedMs > 0 ? attempt.startedMs : std::numeric_limits<UtcMs>::max();
    for (const PhaseRow& phase : phases) {
        if (phase.attemptId == attempt.id && phase.beginMs > 0) {
            begin = std::min(begin, phase.beginMs);
        }
    }
    const double end = static_cast<double>(first.endedMs) - first.seconds * 1e3;
    if (begin == std::numeric_limits<UtcMs>::max() || !std::isfinite(end)) {
        return std::nullopt;
    }
    return std::max(0.0, (end - static_cast<double>(begin)) / 1e3);
}

void addAttempt(Timings& t, const Attempt& attempt, std::span<const EpochRow> epochs, const std::vector<PhaseRow>& phases)
{
    const bool derived = isDerived(attempt);
    for (size_t i = 0; i < epochs.size(); ++i) {
        const EpochRow& row = epochs[i];
        if (derived) {
            t.derivedSeconds.push_back(row.seconds);
            t.newestDerivedMs = std::max(t.newestDerivedMs, row.endedMs);
            continue;
        }
        t.samples.push_back({row.seconds, i == 0, !row.mosaic, row.shared, static_cast<int>(attempt.id.value)});
        t.images = row.images > 0 && row.endedMs >= t.newestMs ? static_cast<double>(row.images) : t.images;
        t.newestMs = std::max(t.newestMs, row.endedMs);
        if (!row.shared && i > 0) {
            t.waited += row.dataWaitSeconds;
            t.timed += row.seconds;
        }
    }
    t.threads = attempt.threads > 0 ? attempt.threads : t.threads;
    if (!derived && !epochs.empty()) {
        if (const auto setup = setupSeconds(attempt, phases, epochs.front())) {
            t.setups.push_back(*setup);
        }
    }
}

/// Epochs that a later attempt did again count too: their time was measured all the same.
Result<> addRun(Timings& t, const StoreReader& store, const Run& run, MachineId machine)
{
    const auto attempts = store.attempts(run.experiment.id);
    const auto epochs = store.epochs(run.experiment.id);
    const auto phases = store.phases(run.experiment.id);
    if (!attempts || !epochs || !phases) {
        return fail(!attempts ? attempts.error() : !epochs ? epochs.error() : phases.error());
    }
    for (const Attempt& attempt : *attempts) {
        if (attempt.machineId != machine) {
            continue;
        }
        std::vector<EpochRow> own;
        std::copy_if(epochs->begin(), epochs->end(), std::back_inserter(own), [&](const EpochRow& e) { return e.attemptId == attempt.id; });
        std::sort(own.begin(), own.end(), [](const EpochRow& a, const EpochRow& b) { return a.epoch < b.epoch; });
        addAttempt(t, attempt, own, *phases);
    }
    return {};
}

EpochEstimate estimateOfTimings(const Timings& t)
{
    if (!t.samples.empty() || t.derivedSeconds.empty()) {
        return estimateEpochs(t.samples);
    }
    double sum = 0;
    for (const double s : t.derivedSeconds) {
        sum += s;
    }
    const auto n = t.derivedSeconds.size();
    const bool constant = std::all_of(t.derivedSeconds.begin(), t.derivedSeconds.end(), [&](double s) { return s == t.derivedSeconds[0]; });
    return derivedEstimate(constant ? t.derivedSeconds[0] : sum / static_cast<double>(n), static_cast<int>(n));
}

void fillTimes(MachineRow& row, Timings& t)
{
    const EpochEstimate e = estimateOfTimings(t);
    setEstimate(row, e);
    row.images = t.images;
    row.dataWaitShare = t.timed > 0 ? t.waited / t.timed : std::numeric_limits<double>::quiet_NaN();
    row.lastMeasuredMs = t.samples.empty() ? t.newestDerivedMs : t.newestMs;
    row.threads = t.threads;
    if (!t.setups.empty()) {
        const auto middle = t.setups.begin() + static_cast<std::ptrdiff_t>(t.setups.size() / 2);
        std::nth_element(t.setups.begin(), middle, t.setups.end());
        row.setupSeconds = *middle;
        row.setupKnown = true;
    }
    if (t.samples.empty() && t.derivedSeconds.empty()) {
        setReason(row, {ErrorCode::NotFound, "No epoch was timed on this machine.", {}, {}});
    } else if (!e.rankable()) {
        setReason(row, {ErrorCode::NotFound, "Steady epochs timed so far: {0} of the {1} that are needed.",
                        {std::to_string(e.n), std::to_string(kLeastEpochs)}, {}});
    }
}

} // namespace

std::string batchOf(const Experiment& experiment) { return paramText(experiment, "batch"); }

void setEstimate(MachineRow& row, const EpochEstimate& e)
{
    row.basis = e.basis;
    row.n = e.n;
    row.epochSeconds = e.mean;
    row.epochMedian = e.median;
    row.epochLow = e.low95;
    row.epochHigh = e.high95;
    row.epochDeviation = e.standardDeviation;
    row.effectiveN = e.effectiveN;
    row.doubt = e.doubt;
    row.stalls = e.leftOutStalls;
    row.stallShare = e.stallShare;
}

EpochEstimate estimateOf(const MachineRow& row)
{
    EpochEstimate e;
    e.basis = row.basis;
    e.n = row.n;
    e.mean = row.epochSeconds;
    e.median = row.epochMedian;
    e.low95 = row.epochLow;
    e.high95 = row.epochHigh;
    e.standardDeviation = row.epochDeviation;
    e.effectiveN = row.effectiveN;
    e.doubt = row.doubt;
    e.leftOutStalls = row.stalls;
    e.stallShare = row.stallShare;
    return e;
}

Result<Catalogue> Catalogue::load(const StoreReader& store, UtcMs now, bool withHistory)
{
    const auto machines = store.machines();
    const auto quotes = store.quotes();
    auto rates = store.fxRates();
    if (!machines || !quotes || !rates) {
        return fail(!machines ? machines.error() : !quotes ? quotes.error() : rates.error());
    }
    Catalogue catalogue;
    catalogue.m_rates = FxRates(std::move(*rates));
    catalogue.m_now = now;
    for (const Machine& machine : *machines) {
        catalogue.m_machines.emplace(machine.id, machine);
    }
    if (withHistory) {
        const auto histories = store.interruptionHistories(now);
        if (!histories) {
            return fail(histories.error());
        }
        catalogue.m_histories = *histories;
    }
    for (const Quote& quote : *quotes) { // of two with the same start the one entered later wins
        const Machine* machine = catalogue.machine(quote.machineId);
        if (machine == nullptr || quote.validFromMs > now) {
            continue;
        }
        const auto supersede = [&](std::map<MachineId, Quote>& into) {
            const auto [place, isNew] = into.try_emplace(quote.machineId, quote);
            const auto age = [](const Quote& q) { return std::pair(q.validFromMs, q.id); };
            if (!isNew && age(quote) > age(place->second)) {
                place->second = quote;
            }
        };
        if (quote.market.empty() || quote.market == machine->market) {
            supersede(catalogue.m_inForce);
        }
        if (quote.market == "spot") {
            supersede(catalogue.m_spot);
        }
    }
    return catalogue;
}

Result<Catalogue::Conversion> Catalogue::convert(PricePerHour price, Currency to) const
{
    const Currency from = price.perHour.currency();
    if (from == to) {
        return Conversion{price, std::nullopt};
    }
    const auto rate = m_rates.between(from, to, m_now);
    if (!rate) {
        return fail(ErrorCode::NotFound, "The price is in {0}; there is no exchange rate to {1}.", from.code(), to.code());
    }
    const auto money = converted(price.perHour, to, *rate);
    if (!money) {
        return fail(money.error());
    }
    return Conversion{PricePerHour{*money}, rate};
}

const Machine* Catalogue::machine(MachineId id) const
{
    const auto found = m_machines.find(id);
    return found == m_machines.end() ? nullptr : &found->second;
}

const Quote* Catalogue::quote(MachineId id) const
{
    const auto found = m_inForce.find(id);
    return found == m_inForce.end() ? nullptr : &found->second;
}

const Quote* Catalogue::spotQuote(const Machine& machine) const
{
    if (const auto own = m_spot.find(machine.id); own != m_spot.end()) {
        return &own->second;
    }
    const Machine* sibling = spotSibling(machine);
    return sibling == nullptr ? nullptr : quote(sibling->id);
}

const Machine* Catalogue::spotSibling(const Machine& machine) const
{
    for (const auto& [id, other] : m_machines) {
        if (id != machine.id && other.provider == machine.provider && other.name == machine.name && other.market == "spot") {
            return &other;
        }
    }
    return nullptr;
}

InterruptionHistory Catalogue::history(MachineId id) const
{
    const auto found = m_histories.find(id);
    return found == m_histories.end() ? InterruptionHistory{} : found->second;
}

void setReason(MachineRow& row, Error why)
{
    if (!row.why) {
        row.reason = why.message();
        row.why = std::move(why);
    }
}

Result<MachineRow> timedRow(const StoreReader& store, const Machine& machine, std::span<const Run* const> runs)
{
    MachineRow row;
    row.machineId = machine.id;
    row.machine = machine.name;
    row.provider = machine.provider;
    row.market = machine.market;
    row.gpu = machine.gpu;
    // Runs with another batch size are other measurements: those of the newest one enter. Measured goes before published.
    const Run* newest = nullptr;
    for (const Run* run : runs) {
        const auto key = [](const Run& r) { return std::tuple(!r.derived, r.experiment.startedMs, r.experiment.id); };
        newest = newest == nullptr || key(*run) > key(*newest) ? run : newest;
    }
    Timings timings;
    for (const Run* run : runs) {
        if (paramText(run->experiment, "batch") != paramText(newest->experiment, "batch") || run->derived != newest->derived) {
            continue;
        }
        row.experiments.push_back(run->experiment.id);
        if (auto added = addRun(timings, store, *run, machine.id); !added) {
            return fail(added.error());
        }
    }
    if (newest != nullptr && !newest->derived) {
        row.batch = paramText(newest->experiment, "batch");
        row.workers = paramText(newest->experiment, "workers");
    }
    fillTimes(row, timings);
    return row;
}

Result<MachineRow> rowOf(const Frame& frame, const Machine& machine, std::span<const Run* const> runs)
{
    auto row = timedRow(frame.store, machine, runs);
    if (row) {
        priceRow(frame, *row, frame.catalogue.quote(machine.id));
    }
    return row;
}

} // namespace yardstick::compare
