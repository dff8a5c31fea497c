// compareMachines: which runs are the same work, which machines they were timed on, then a row for each.
#include "core/compare.h"

#include "core/compare_rows.h"

#include <algorithm>
#include <cctype>
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
Result<MachineRow> greyedRow(const StoreReader& store, const Machine& machine, std::vector<const Run*> runs, const ComparisonKey& base,
                             const Catalogue& catalogue, const CompareOptions& options)
{
    const auto newest = std::max_element(runs.begin(), runs.end(), [](const Run* a, const Run* b) {
        return std::pair(a->experiment.startedMs, a->experiment.id) < std::pair(b->experiment.startedMs, b->experiment.id);
    });
    const Run* shown = *newest;
    auto row = compare::rowOf(store, machine, std::span(&shown, 1), catalogue, options);
    if (row) {
        row->why.reset();
        const std::vector<Error> reasons = incomparability(shown->key, base);
        compare::setReason(*row, reasons.empty() ? Error{ErrorCode::NotAllowed, "The data set is not known exactly.", {}, {}} : reasons.front());
    }
    return row;
}

Result<> addRows(Comparison& comparison, const StoreReader& store, const Catalogue& catalogue, const std::vector<TimedRun>& runs,
                 const std::vector<Group>& groups)
{
    const CompareOptions& options = comparison.options;
    for (const auto& [id, machine] : catalogue.machines()) {
        if (!isWanted(machine, options)) {
            continue;
        }
        std::vector<const Run*> same;
        std::vector<const Run*> other;
        for (const TimedRun& timed : runs) {
            if (timed.machines.contains(id)) {
                const Group& base = groups[*comparison.workload];
                const bool comparable = timed.run.experiment.id == base.workload.example || incomparability(timed.run.key, base.key).empty();
                (comparable ? same : other).push_back(&timed.run);
            }
        }
        if (same.empty() && (other.empty() ? options.machines.empty() : options.onlyComparable)) {
            continue;
        }
        auto row = same.empty() && !other.empty()
            ? greyedRow(store, machine, other, groups[*comparison.workload].key, catalogue, options)
            : compare::rowOf(store, machine, same, catalogue, options);
        if (!row) {
            return fail(row.error());
        }
        comparison.rows.push_back(std::move(*row));
    }
    return {};
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
    if (options.epochs < 1) {
        return fail(ErrorCode::InvalidArgument, "The number of epochs must be 1 or more, not {0}.", options.epochs);
    }
    Comparison comparison;
    comparison.options = options;
    const auto catalogue = Catalogue::load(store, nowUtcMs());
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
    if (auto added = addRows(comparison, store, *catalogue, *runs, groups); !added) {
        return fail(added.error());
    }
    if (auto ranked = compare::rankRows(comparison); !ranked) {
        return fail(ranked.error());
    }
    return comparison;
}

} // namespace yardstick
