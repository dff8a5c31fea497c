// Run folders as rows: events as a worker would have written them, so that ingestion adds only what is new.
#include "core/base/event.h"
#include "core/base/platform.h"
#include "core/import/ultralytics_rows.h"
#include "core/store/store_writer.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace yardstick::imports {
namespace {

namespace fs = std::filesystem;

constexpr double kSameSeconds = 1e-3; ///< epoch times are kept as they are in the file

std::string tokenOf(const fs::path& folder, size_t segment)
{
    std::error_code error;
    const fs::path absolute = fs::weakly_canonical(folder, error);
    return "ultralytics-" + platform::sha256((error ? folder : absolute).string()).substr(0, 20) + "-" + std::to_string(segment + 1);
}

/// The end of the last segment is when the file was written; each earlier one ended before the next began.
std::vector<UtcMs> segmentStarts(const UltralyticsRun& run)
{
    std::vector<UtcMs> starts(run.segments.size());
    UtcMs end = run.writtenMs;
    for (size_t i = run.segments.size(); i-- > 0;) {
        double longest = 0;
        for (const UltralyticsEpoch& e : run.segments[i]) {
            longest = std::max(longest, e.sinceStart);
        }
        end -= std::llround(longest * 1e3);
        starts[i] = end;
    }
    return starts;
}

std::vector<Event> eventsOf(const UltralyticsRun& run, size_t segment, UtcMs start)
{
    std::vector<Event> events;
    const auto add = [&](UtcMs t, EventBody body) {
        events.push_back({.version = kEventVersion, .seq = static_cast<std::int64_t>(events.size()) + 1, .t = t, .body = std::move(body)});
    };
    HelloEvent hello;
    hello.versions["source"] = "Ultralytics run folder";
    add(start, hello);
    ArgsEvent args;
    args.values = run.params;
    args.values["model_variant"] = run.modelVariant;
    args.values["data"] = run.data;
    add(start, args);
    for (const UltralyticsEpoch& e : run.segments[segment]) {
        const UtcMs t = start + std::llround(e.sinceStart * 1e3);
        ScalarsEvent scalars;
        scalars.step = e.epoch; // batches are not in the file
        scalars.epoch = e.epoch;
        scalars.values = e.values;
        add(t, scalars);
        EpochEvent epoch;
        epoch.epoch = e.epoch;
        epoch.epochs = run.epochsPlanned;
        epoch.step = e.epoch;
        epoch.seconds = e.seconds.value_or(0); // 0: not timed, left out of estimates
        add(t, epoch);
    }
    return events;
}

ExperimentStatus statusOf(const UltralyticsRun& run)
{
    const int last = run.segments.back().back().epoch;
    return run.epochsPlanned > 0 && last >= run.epochsPlanned ? ExperimentStatus::Completed : ExperimentStatus::Stopped;
}

Result<ExperimentId> experimentFor(StoreWriter& store, const UltralyticsRun& run, const KnownRuns& known, const std::string& project)
{
    if (const auto found = known.byToken.find(tokenOf(run.folder, 0)); found != known.byToken.end()) {
        return found->second.experimentId;
    }
    Experiment e;
    e.spec.name = run.name;
    e.spec.project = project;
    e.spec.task = run.task;
    e.spec.modelVariant = run.modelVariant;
    e.spec.data = run.data;
    e.spec.backend = "ultralytics";
    e.spec.params = run.params;
    e.spec.tags = {"imported"};
    e.status = statusOf(run);
    return store.insertExperiment(e);
}

AttemptOutcome outcomeOf(const UltralyticsRun& run, size_t segment)
{
    return segment + 1 < run.segments.size() ? AttemptOutcome::Interrupted : AttemptOutcome::Completed;
}

/// What a repeated import found at an attempt that is there already.
struct Renewal
{
    bool grown = false, assigned = false;
};

Result<Renewal> renewAttempt(StoreWriter& store, Attempt attempt, const std::vector<Event>& events, MachineId machine, AttemptOutcome outcome)
{
    Renewal renewal;
    renewal.grown = static_cast<std::int64_t>(events.size()) > attempt.lastSeq;
    renewal.assigned = machine.valid() && attempt.machineId != machine;
    if (!renewal.grown && !renewal.assigned) {
        return renewal;
    }
    attempt.machineId = machine.valid() ? machine : attempt.machineId;
    if (renewal.grown) {
        attempt.endedMs = events.back().t;
        attempt.outcome = outcome;
    }
    if (auto written = store.updateAttempt(attempt); !written) {
        return fail(written.error());
    }
    return renewal;
}

/// A run that was imported before its end may have reached it.
Result<> renewStatus(StoreWriter& store, ExperimentId id, const UltralyticsRun& run)
{
    auto e = store.read().experiment(id);
    if (!e) {
        return fail(e.error());
    }
    const ExperimentStatus status = statusOf(run);
    if (e->status == status || (e->status != ExperimentStatus::Stopped && e->status != ExperimentStatus::Completed)) {
        return {};
    }
    e->status = status;
    return store.updateExperiment(*e);
}

/// Whether the file still holds what was read from it, maybe with more behind it.
Result<bool> continuesWhatIsKnown(const StoreWriter& store, const UltralyticsRun& run, const KnownRuns& known, ExperimentId id)
{
    const auto rows = store.read().epochs(id, true);
    if (!rows) {
        return fail(rows.error());
    }
    std::map<AttemptId, std::vector<EpochRow>> byAttempt;
    for (const EpochRow& row : *rows) {
        byAttempt[row.attemptId].push_back(row);
    }
    for (size_t s = 0; s < run.segments.size(); ++s) {
        const auto attempt = known.byToken.find(tokenOf(run.folder, s));
        if (attempt == known.byToken.end()) {
            continue;
        }
        std::vector<EpochRow>& before = byAttempt[attempt->second.id];
        std::ranges::sort(before, {}, &EpochRow::epoch);
        const std::vector<UltralyticsEpoch>& now = run.segments[s];
        if (now.size() < before.size()) {
            return false;
        }
        // A line that was read while it was being written may have been cut: the last one is not looked at again.
        const bool grown = now.size() > before.size() && before.size() > 1;
        for (size_t i = 0; i + (grown ? 1 : 0) < before.size(); ++i) {
            if (now[i].epoch != before[i].epoch || std::abs(now[i].seconds.value_or(0) - before[i].seconds) > kSameSeconds) {
                return false;
            }
        }
        byAttempt.erase(attempt->second.id);
    }
    return byAttempt.empty(); // else the file has fewer segments than before
}

/// Old layouts have no time, and two runs may take equally long: then the curves tell.
Result<bool> hasTheSameCurve(const StoreWriter& store, const UltralyticsRun& run, ExperimentId id)
{
    const std::vector<UltralyticsEpoch>& epochs = run.segments.back();
    if (run.segments.size() != 1 || epochs.front().values.empty()) {
        return true;
    }
    for (const auto& [name, unused] : epochs.front().values) {
        const auto points = store.read().joinedPoints(id, name);
        if (!points) {
            return fail(points.error());
        }
        const bool grown = epochs.size() > points->size() && points->size() > 1;
        for (size_t i = 0; i + (grown ? 1 : 0) < std::min(points->size(), epochs.size()); ++i) {
            const auto value = epochs[i].values.find(name);
            const double before = (*points)[i].value;
            if ((*points)[i].step == epochs[i].epoch && value != epochs[i].values.end() && std::isfinite(before) && value->second != before) {
                return false;
            }
        }
    }
    return true;
}

/// The tokens of a run that is no longer in its folder make way, so that the folder's new run is taken for what it is.
Result<> retire(StoreWriter& store, KnownRuns& known, ExperimentId id)
{
    for (auto it = known.byToken.begin(); it != known.byToken.end();) {
        if (it->second.experimentId != id) {
            ++it;
            continue;
        }
        Attempt attempt = it->second;
        attempt.token += "-until-" + std::to_string(nowUtcMs());
        if (auto written = store.updateAttempt(attempt); !written) {
            return fail(written.error());
        }
        it = known.byToken.erase(it);
    }
    return {};
}

/// One attempt of the run, new or with what has been added to it.
Result<Renewal> writeSegment(StoreWriter& store, const UltralyticsRun& run, size_t s, const Attempt& planned, const Attempt* found)
{
    // Of a run that has grown the beginning stays: the file's time says only when it was written last.
    const UtcMs start = found != nullptr && found->startedMs > 0 ? found->startedMs : planned.createdMs;
    const std::vector<Event> events = eventsOf(run, s, start);
    Renewal renewal;
    AttemptId id;
    if (found == nullptr) {
        Attempt attempt = planned;
        attempt.outcome = outcomeOf(run, s);
        attempt.endedMs = events.back().t;
        const auto inserted = store.insertAttempt(attempt);
        if (!inserted) {
            return fail(inserted.error());
        }
        id = *inserted;
        renewal.grown = true;
    } else {
        const auto renewed = renewAttempt(store, *found, events, planned.machineId, outcomeOf(run, s));
        if (!renewed) {
            return fail(renewed.error());
        }
        id = found->id;
        renewal = *renewed;
    }
    if (auto ingested = store.ingest(id, events, {}, 0); !ingested) {
        return fail(ingested.error());
    }
    return renewal;
}

/// Whether a folder that is known holds another run than before, whose tokens then have made way.
Result<bool> replaceIfOther(StoreWriter& store, const UltralyticsRun& run, KnownRuns& known, ExperimentId id)
{
    const auto same = continuesWhatIsKnown(store, run, known, id);
    const auto curve = same && *same ? hasTheSameCurve(store, run, id) : same;
    if (!curve) {
        return fail(curve.error());
    }
    if (*curve) {
        return false;
    }
    if (auto retired = retire(store, known, id); !retired) {
        return fail(retired.error());
    }
    return true;
}

} // namespace

Result<KnownRuns> knownRuns(const StoreReader& store)
{
    KnownRuns known;
    for (const bool trash : {false, true}) {
        ExperimentFilter filter;
        filter.trash = trash;
        const auto experiments = store.experiments(filter);
        if (!experiments) {
            return fail(experiments.error());
        }
        for (const Experiment& e : *experiments) {
            if (e.spec.backend != "ultralytics") {
                continue;
            }
            const auto attempts = store.attempts(e.id, true);
            if (!attempts) {
                return fail(attempts.error());
            }
            for (const Attempt& a : *attempts) {
                known.byToken.emplace(a.token, a);
            }
            if (trash) {
                known.inTrash.insert(e.id);
            }
        }
    }
    return known;
}

Result<ExperimentId> writeRun(StoreWriter& store, const UltralyticsRun& run, KnownRuns& known, MachineId machine, const std::string& project,
                              UltralyticsReport& report)
{
    if (const auto before = known.byToken.find(tokenOf(run.folder, 0)); before != known.byToken.end()) {
        const ExperimentId id = before->second.experimentId;
        const auto replaced = replaceIfOther(store, run, known, id);
        if (!replaced) {
            return fail(replaced.error());
        }
        if (*replaced) {
            ++report.replaced;
        } else if (known.inTrash.contains(id)) {
            ++report.inTrash;
            return id;
        }
    }
    const auto experiment = experimentFor(store, run, known, project);
    if (!experiment) {
        return fail(experiment.error());
    }
    const bool isNew = !known.byToken.contains(tokenOf(run.folder, 0));
    Renewal total;
    const std::vector<UtcMs> starts = segmentStarts(run);
    for (size_t s = 0; s < run.segments.size(); ++s) {
        Attempt planned;
        planned.experimentId = *experiment;
        planned.machineId = machine;
        planned.token = tokenOf(run.folder, s);
        planned.launcher = "imported";
        planned.handle = {{"source", "ultralytics"}, {"folder", run.folder.string()}};
        planned.runDirectory = run.folder.string();
        planned.createdMs = starts[s];
        const auto found = known.byToken.find(planned.token);
        const auto renewal = writeSegment(store, run, s, planned, found == known.byToken.end() ? nullptr : &found->second);
        if (!renewal) {
            return fail(renewal.error());
        }
        total.grown = total.grown || renewal->grown;
        total.assigned = total.assigned || renewal->assigned;
    }
    if (!isNew && total.grown) {
        if (auto renewed = renewStatus(store, *experiment, run); !renewed) {
            return fail(renewed.error());
        }
    }
    ++(isNew ? report.added : total.grown ? report.grown : report.unchanged);
    report.assigned += !isNew && total.assigned ? 1 : 0;
    return *experiment;
}

Error noneUsable(const fs::path& root, const UltralyticsReport& report)
{
    Error none{ErrorCode::BadFile, "None of the run folders in {0} can be used.", {root.string()}, {}};
    for (const Error& problem : report.problems) {
        none.detail += (none.detail.empty() ? "" : "\n") + problem.message() + (problem.detail.empty() ? "" : "\n" + problem.detail);
    }
    return none;
}

Result<UltralyticsReport> importUltralytics(StoreWriter& store, const fs::path& root, MachineId machine, const std::string& project)
{
    const auto folders = findUltralyticsRuns(root);
    if (!folders) {
        return fail(folders.error());
    }
    if (folders->empty()) {
        return fail(ErrorCode::NotFound, "There is no results.csv in {0} or below.", root.string());
    }
    auto known = knownRuns(store.read());
    if (!known) {
        return fail(known.error());
    }
    UltralyticsReport report;
    for (const fs::path& folder : *folders) {
        const auto run = readUltralyticsRun(folder);
        if (!run) {
            report.problems.push_back(run.error());
            continue;
        }
        report.problems.insert(report.problems.end(), run->problems.begin(), run->problems.end());
        const auto id = writeRun(store, *run, *known, machine, project, report);
        if (!id) {
            return fail(id.error());
        }
        report.experiments.push_back(*id);
    }
    if (report.experiments.empty()) {
        return fail(noneUsable(root, report));
    }
    return report;
}

} // namespace yardstick::imports
