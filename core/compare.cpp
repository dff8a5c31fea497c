// compareMachines: which runs are the same work, which machines they were timed on, then a row for each.
#include "core/compare.h"

#include "core/compare_rows.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <unordered_map>

namespace yardstick {
namespace {

using compare::Catalogue;
using compare::Run;

bool containsIgnoringCase(std::string_view text, std::string_view part)
{
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end() || part.empty();
}

bool isWanted(const Machine& machine, const CompareOptions& options)
{
    const bool named = options.machines.empty()
        || std::find(options.machines.begin(), options.machines.end(), machine.id) != options.machines.end();
    return named && (!options.providerContains || containsIgnoringCase(machine.provider, *options.providerContains));
}

/// An experiment's runs by the machines that they were timed on.
struct TimedRun
{
    Run run;
    std::set<MachineId> machines;
};

/// Which machines have epochs of this experiment; its summary knows it when there was one attempt only.
Result<TimedRun> timedRun(const StoreReader& store, const Experiment& e)
{
    TimedRun timed;
    timed.run.experiment = e;
    timed.run.key = comparisonKey(e.spec.task, e.spec.modelVariant, e.datasetHash, e.spec.params);
    if (e.attempts == 1 && !e.published) {
        timed.machines.insert(e.machineId);
        return timed;
    }
    const auto attempts = store.attempts(e.id);
    if (!attempts) {
        return fail(attempts.error());
    }
    for (const Attempt& attempt : *attempts) {
        timed.machines.insert(attempt.machineId);
        timed.run.derived = timed.run.derived || isDerived(attempt);
    }
    return timed;
}

Result<std::vector<TimedRun>> timedRuns(const StoreReader& store, const Catalogue& catalogue, const CompareOptions& options)
{
    ExperimentFilter filter;
    filter.ids = options.experiments;
    const auto experiments = store.experiments(filter);
    if (!experiments) {
        return fail(experiments.error());
    }
    std::vector<TimedRun> runs;
    for (const Experiment& e : *experiments) {
        if (e.epochsDone <= 0) {
            continue;
        }
        auto timed = timedRun(store, e);
        if (!timed) {
            return fail(timed.error());
        }
        std::erase_if(timed->machines, [&](MachineId id) {
            const Machine* machine = catalogue.machine(id);
            return machine == nullptr || !isWanted(*machine, options);
        });
        if (!timed->machines.empty() || e.id == options.baseline) {
            runs.push_back(std::move(*timed));
        }
    }
    return runs;
}

/// The kinds of work among the runs, most machines first; measured before published, then newer before older.
struct Group
{
    ComparisonKey key;
    Workload workload;
    std::set<MachineId> machines;
    UtcMs newestMs = 0;
};

/// Equal texts: comparable. A run on an unknown data set is comparable with none, so its own id is in the text.
std::string textOf(const ComparisonKey& key, ExperimentId id)
{
    std::string text = key.datasetHash.empty() ? std::to_string(id.value) : key.datasetHash;
    for (const std::string& part : {key.model, key.task, std::to_string(key.imgsz), key.dataPart, key.augmentation, key.training,
                                    std::string(key.amp ? "amp" : ""), key.cache}) {
        text += '\n' + part;
    }
    return text;
}

std::vector<Group> groupsOf(const std::vector<TimedRun>& runs)
{
    std::vector<Group> groups;
    std::unordered_map<std::string, size_t> known;
    for (const TimedRun& timed : runs) {
        const Experiment& e = timed.run.experiment;
        const auto [place, isNew] = known.try_emplace(textOf(timed.run.key, e.id), groups.size());
        if (isNew) {
            Workload workload{.example = e.id, .model = timed.run.key.model, .data = e.spec.data, .imgsz = timed.run.key.imgsz};
            workload.derived = true;
            groups.push_back({timed.run.key, workload, {}, 0});
        }
        Group* found = &groups[place->second];
        found->machines.insert(timed.machines.begin(), timed.machines.end());
        found->workload.machines = static_cast<int>(found->machines.size());
        ++found->workload.experiments;
        found->workload.derived = found->workload.derived && timed.run.derived;
        if (e.startedMs >= found->newestMs) {
            found->newestMs = e.startedMs;
            found->workload.example = e.id;
            found->workload.data = e.spec.data;
        }
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        // One machine alone is no comparison.
        const auto key = [](const Group& g) { return std::tuple(g.workload.machines > 1, !g.workload.derived, g.workload.machines, g.newestMs); };
        return key(a) > key(b);
    });
    return groups;
}

Result<std::optional<size_t>> chooseGroup(const std::vector<Group>& groups, const std::vector<TimedRun>& runs, ExperimentId baseline)
{
    if (!baseline.valid()) {
        return groups.empty() ? std::nullopt : std::optional<size_t>(0);
    }
    const auto run = std::find_if(runs.begin(), runs.end(), [&](const TimedRun& r) { return r.run.experiment.id == baseline; });
    if (run == runs.end()) {
        return fail(ErrorCode::NotFound, "The experiment #{0} has no timed epoch to compare with.", baseline.value);
    }
    for (size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].key == run->run.key && (groups[i].workload.example == baseline || incomparability(groups[i].key, run->run.key).empty())) {
            return i;
        }
    }
    return fail(ErrorCode::Internal, "The experiment #{0} is in no group.", baseline.value);
}

/// A machine that has runs, but none of the chosen work: shown with the times of its newest run, greyed with the reason.
Result<MachineRow> greyedRow(const compare::Frame& frame, const compare::MachineRuns& runs)
{
    const auto newest = std::max_element(runs.other.begin(), runs.other.end(), [](const Run* a, const Run* b) {
        return std::pair(a->experiment.startedMs, a->experiment.id) < std::pair(b->experiment.startedMs, b->experiment.id);
    });
    const Run* shown = *newest;
    auto row = compare::rowOf(frame, *runs.machine, std::span(&shown, 1));
    if (row) {
        row->why.reset();
        const std::vector<Error> reasons = incomparability(shown->key, frame.base);
        compare::setReason(*row, reasons.empty() ? Error{ErrorCode::NotAllowed, "The data set is not known exactly.", {}, {}} : reasons.front());
    }
    return row;
}

/// The machines that are wanted, with their runs of the work of `base` and with others.
std::vector<compare::MachineRuns> runsByMachine(const Catalogue& catalogue, const CompareOptions& options, const std::vector<TimedRun>& runs,
                                                const Group& base)
{
    std::vector<compare::MachineRuns> all;
    for (const auto& [id, machine] : catalogue.machines()) {
        if (!isWanted(machine, options)) {
            continue;
        }
        compare::MachineRuns found{&machine, {}, {}};
        for (const TimedRun& timed : runs) {
            if (timed.machines.contains(id)) {
                const bool comparable = timed.run.experiment.id == base.workload.example || incomparability(timed.run.key, base.key).empty();
                (comparable ? found.same : found.other).push_back(&timed.run);
            }
        }
        all.push_back(std::move(found));
    }
    return all;
}

/// A machine without the compared work: extrapolated, greyed with the reason, or named but never used.
Result<std::optional<MachineRow>> rowWithoutOwn(const compare::Frame& frame, const compare::MachineRuns& runs, std::span<const MachineRow> timed,
                                                std::span<const compare::MachineRuns> all)
{
    const CompareOptions& options = frame.options;
    const bool named = !options.machines.empty();
    const bool unusedSpot = runs.machine->market == "spot" && runs.other.empty() && !named; // addSpotRows() has those
    if (options.extrapolate && !options.onlyComparable && !unusedSpot) {
        auto row = compare::extrapolatedRow(frame, runs, timed, all);
        if (!row || *row) {
            return row;
        }
    }
    if (runs.other.empty() ? !named : options.onlyComparable) {
        return std::nullopt;
    }
    auto row = runs.other.empty() ? compare::rowOf(frame, *runs.machine, {}) : greyedRow(frame, runs);
    if (!row) {
        return fail(row.error());
    }
    return std::optional(std::move(*row));
}

/// One row for each trainer that the work was timed with there: their epochs are different measurements. Where the comparison has
/// several trainers, rows of another than ours name it.
Result<> addMeasuredRows(Comparison& comparison, const compare::Frame& frame, const compare::MachineRuns& runs, bool severalTrainers)
{
    std::map<std::string, std::vector<const Run*>> byBackend; // "native" comes before "ultralytics"
    for (const Run* run : runs.same) {
        byBackend[run->experiment.spec.backend].push_back(run);
    }
    for (const auto& [backend, some] : byBackend) {
        auto row = compare::rowOf(frame, *runs.machine, some);
        if (!row) {
            return fail(row.error());
        }
        row->backend = backend;
        if (severalTrainers && backend != "native") {
            row->machine += " (" + backend + ")";
        }
        comparison.rows.push_back(std::move(*row));
    }
    return {};
}

bool severalTrainersIn(const std::vector<compare::MachineRuns>& all)
{
    std::set<std::string> backends;
    for (const compare::MachineRuns& runs : all) {
        for (const Run* run : runs.same) {
            backends.insert(run->experiment.spec.backend);
        }
    }
    return backends.size() > 1;
}

Result<> addRows(Comparison& comparison, const compare::Frame& frame, const std::vector<compare::MachineRuns>& all)
{
    std::vector<const compare::MachineRuns*> rest;
    const bool severalTrainers = severalTrainersIn(all);
    for (const compare::MachineRuns& runs : all) {
        if (!runs.same.empty()) {
            if (auto added = addMeasuredRows(comparison, frame, runs, severalTrainers); !added) {
                return added;
            }
            continue;
        }
        auto row = frame.options.perImage ? compare::perImageRow(frame, runs) : std::nullopt;
        if (!row) {
            return fail(row.error());
        }
        if (*row) {
            comparison.rows.push_back(std::move(**row));
        } else {
            rest.push_back(&runs);
        }
    }
    const std::vector<MachineRow> timed = comparison.rows;
    for (const compare::MachineRuns* runs : rest) {
        auto row = rowWithoutOwn(frame, *runs, timed, all);
        if (!row) {
            return fail(row.error());
        }
        if (*row) {
            comparison.rows.push_back(std::move(**row));
        }
    }
    std::stable_sort(comparison.rows.begin(), comparison.rows.end(), [](const MachineRow& a, const MachineRow& b) { return a.machineId < b.machineId; });
    if (frame.options.spot) {
        compare::addSpotRows(frame, comparison.rows);
    }
    return {};
}

/// The images of an epoch of the compared work: as its newest run says, else as any does.
Result<double> imagesOf(const StoreReader& store, const std::vector<TimedRun>& runs, const Group& base)
{
    std::vector<const Experiment*> same;
    for (const TimedRun& timed : runs) {
        const bool comparable = timed.run.experiment.id == base.workload.example || incomparability(timed.run.key, base.key).empty();
        if (comparable && !timed.run.derived) {
            same.push_back(&timed.run.experiment);
        }
    }
    std::sort(same.begin(), same.end(), [](const Experiment* a, const Experiment* b) {
        return std::pair(a->startedMs, a->id) > std::pair(b->startedMs, b->id);
    });
    constexpr size_t kMostRead = 3; // of one work all say the same, if they say it
    for (size_t i = 0; i < std::min(same.size(), kMostRead); ++i) {
        const auto epochs = store.epochs(same[i]->id);
        if (!epochs) {
            return fail(epochs.error());
        }
        for (auto epoch = epochs->rbegin(); epoch != epochs->rend(); ++epoch) {
            if (epoch->images > 0) {
                return static_cast<double>(epoch->images);
            }
        }
    }
    return 0.0;
}

Result<> checkOptions(const CompareOptions& options)
{
    if (options.epochs < 1) {
        return fail(ErrorCode::InvalidArgument, "The number of epochs must be 1 or more, not {0}.", options.epochs);
    }
    if (options.deadlineSeconds && !(*options.deadlineSeconds > 0 && *options.deadlineSeconds < 1e11)) {
        return fail(ErrorCode::InvalidArgument, "A deadline must be above 0 s, not {0} s.", *options.deadlineSeconds);
    }
    if (!(options.interruptionsPer100h >= 0 && options.interruptionsPer100h <= 1e6)) {
        return fail(ErrorCode::InvalidArgument, "The interruptions in 100 h must be 0 or more, not {0}.", options.interruptionsPer100h);
    }
    if (options.valueOfTime && options.valueOfTime->perHour.micros() < 0) {
        return fail(ErrorCode::InvalidArgument, "The value of an hour must not be below 0; it is {0}.", options.valueOfTime->perHour.toDecimal());
    }
    if (options.valueOfTime && options.valueOfTime->perHour.currency() != options.currency) {
        return fail(ErrorCode::InvalidArgument, "{0} and {1} cannot be compared without an exchange rate.",
                    options.valueOfTime->perHour.currency().code(), options.currency.code());
    }
    return {};
}

Result<> fillRows(Comparison& comparison, const StoreReader& store, const Catalogue& catalogue, const std::vector<TimedRun>& runs,
                  const std::vector<Group>& groups)
{
    const Group empty;
    const Group& base = comparison.workload ? groups[*comparison.workload] : empty;
    const auto images = imagesOf(store, runs, base);
    if (!images) {
        return fail(images.error());
    }
    comparison.imagesPerEpoch = *images;
    const auto example = std::find_if(runs.begin(), runs.end(), [&](const TimedRun& t) { return t.run.experiment.id == base.workload.example; });
    const compare::Frame frame{store, catalogue, comparison.options, base.key, comparison.nowMs, *images,
                               example == runs.end() ? std::string() : compare::batchOf(example->run.experiment)};
    return addRows(comparison, frame, runsByMachine(catalogue, comparison.options, runs, base));
}

} // namespace

bool isDerived(const Attempt& attempt)
{
    return attempt.launcher == "imported" && attempt.handle.is_object() && attempt.handle.value("derived", false);
}

std::vector<FxRate> ratesUsed(const Comparison& comparison)
{
    std::vector<FxRate> rates;
    for (const MachineRow& row : comparison.rows) {
        if (row.rate && std::find(rates.begin(), rates.end(), *row.rate) == rates.end()) {
            rates.push_back(*row.rate);
        }
    }
    return rates;
}

Result<Comparison> compareMachines(const StoreReader& store, const CompareOptions& options)
{
    if (const auto good = checkOptions(options); !good) {
        return fail(good.error());
    }
    Comparison comparison;
    comparison.options = options;
    comparison.nowMs = nowUtcMs();
    const auto catalogue = Catalogue::load(store, comparison.nowMs, options.spot);
    if (!catalogue) {
        return fail(catalogue.error());
    }
    const auto runs = timedRuns(store, *catalogue, options);
    if (!runs) {
        return fail(runs.error());
    }
    const std::vector<Group> groups = groupsOf(*runs);
    for (const Group& group : groups) {
        comparison.workloads.push_back(group.workload);
    }
    const auto chosen = chooseGroup(groups, *runs, options.baseline);
    if (!chosen) {
        return fail(chosen.error());
    }
    comparison.workload = *chosen;
    if (auto filled = fillRows(comparison, store, *catalogue, *runs, groups); !filled) {
        return fail(filled.error());
    }
    if (auto ranked = compare::rankRows(comparison); !ranked) {
        return fail(ranked.error());
    }
    return comparison;
}

} // namespace yardstick
