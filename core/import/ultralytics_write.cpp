// Run folders as rows: events as a worker would have written them, so that ingestion adds only what is new.
#include "core/base/event.h"
#include "core/base/platform.h"
#include "core/import/ultralytics.h"
#include "core/store/store_writer.h"

#include <algorithm>
#include <cmath>

namespace yardstick::imports {
namespace {

namespace fs = std::filesystem;

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

struct Known
{
    std::map<std::string, Attempt, std::less<>> byToken;
};

Result<Known> knownAttempts(const StoreWriter& store)
{
    Known known;
    for (const bool trash : {false, true}) {
        ExperimentFilter filter;
        filter.trash = trash;
        const auto experiments = store.read().experiments(filter);
        if (!experiments) {
            return fail(experiments.error());
        }
        for (const Experiment& e : *experiments) {
            if (e.spec.backend != "ultralytics") {
                continue;
            }
            const auto attempts = store.read().attempts(e.id, true);
            if (!attempts) {
                return fail(attempts.error());
            }
            for (const Attempt& a : *attempts) {
                known.byToken.emplace(a.token, a);
            }
        }
    }
    return known;
}

ExperimentStatus statusOf(const UltralyticsRun& run)
{
    const int last = run.segments.back().back().epoch;
    return run.epochsPlanned > 0 && last >= run.epochsPlanned ? ExperimentStatus::Completed : ExperimentStatus::Stopped;
}

Result<ExperimentId> experimentFor(StoreWriter& store, const UltralyticsRun& run, const Known& known, const std::string& project)
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

Result<ExperimentId> writeRun(StoreWriter& store, const UltralyticsRun& run, const Known& known, MachineId machine, const std::string& project,
                              UltralyticsReport& report)
{
    const auto experiment = experimentFor(store, run, known, project);
    if (!experiment) {
        return fail(experiment.error());
    }
    const bool isNew = !known.byToken.contains(tokenOf(run.folder, 0));
    Renewal total;
    const std::vector<UtcMs> starts = segmentStarts(run);
    for (size_t s = 0; s < run.segments.size(); ++s) {
        const std::string token = tokenOf(run.folder, s);
        const std::vector<Event> events = eventsOf(run, s, starts[s]);
        const auto found = known.byToken.find(token);
        Result<AttemptId> id = found != known.byToken.end() ? Result<AttemptId>(found->second.id) : Result<AttemptId>(AttemptId());
        if (found == known.byToken.end()) {
            Attempt attempt;
            attempt.experimentId = *experiment;
            attempt.machineId = machine;
            attempt.token = token;
            attempt.launcher = "imported";
            attempt.handle = {{"source", "ultralytics"}, {"folder", run.folder.string()}};
            attempt.runDirectory = run.folder.string();
            attempt.outcome = outcomeOf(run, s);
            attempt.createdMs = starts[s];
            attempt.endedMs = events.back().t;
            id = store.insertAttempt(attempt);
            total.grown = true;
        } else {
            const auto renewal = renewAttempt(store, found->second, events, machine, outcomeOf(run, s));
            if (!renewal) {
                return fail(renewal.error());
            }
            total.grown = total.grown || renewal->grown;
            total.assigned = total.assigned || renewal->assigned;
        }
        if (!id) {
            return fail(id.error());
        }
        if (auto ingested = store.ingest(*id, events, {}, 0); !ingested) {
            return fail(ingested.error());
        }
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

} // namespace

Result<UltralyticsReport> importUltralytics(StoreWriter& store, const fs::path& root, MachineId machine, const std::string& project)
{
    const auto folders = findUltralyticsRuns(root);
    if (!folders) {
        return fail(folders.error());
    }
    if (folders->empty()) {
        return fail(ErrorCode::NotFound, "There is no results.csv in {0} or below.", root.string());
    }
    const auto known = knownAttempts(store);
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
        Error none{ErrorCode::BadFile, "None of the run folders in {0} can be used.", {root.string()}, {}};
        for (const Error& problem : report.problems) {
            none.detail += (none.detail.empty() ? "" : "\n") + problem.message();
        }
        return fail(std::move(none));
    }
    return report;
}

} // namespace yardstick::imports
