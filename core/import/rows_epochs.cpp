// Rows of an epochs table as attempts with epochs: events as a worker would have written them.
#include "core/base/event.h"
#include "core/base/platform.h"
#include "core/import/row_reader.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace yardstick::imports {
namespace {

constexpr int kMostAttempts = 10'000;

struct EpochFrom
{
    EpochEvent event;
    bool shared = false;
    UtcMs endedMs = 0;
};
/// The epochs of one attempt, in order.
using AttemptFrom = std::vector<EpochFrom>;
struct RunFrom
{
    std::int64_t sourceId = 0;
    std::string name;
    std::map<int, AttemptFrom> attempts; ///< by number
};

EpochFrom readEpoch(Row& row)
{
    EpochFrom from;
    EpochEvent& e = from.event;
    e.epoch = static_cast<int>(row.integer("epoch", 1).value_or(0));
    e.step = row.integer("step").value_or(0);
    e.seconds = row.number("seconds").value_or(0);
    e.dataWaitSeconds = row.number("data_wait_seconds").value_or(0);
    e.computeSeconds = row.number("compute_seconds").value_or(0);
    e.validationSeconds = row.number("validation_seconds").value_or(0);
    e.otherSeconds = row.number("other_seconds").value_or(0);
    e.images = row.integer("images").value_or(0);
    e.imagesPerSecond = row.number("images_per_second").value_or(0);
    e.memoryBytes = row.integer("memory_bytes").value_or(0);
    e.gpuMemoryBytes = row.integer("gpu_memory_bytes").value_or(0);
    e.mosaic = row.flag("mosaic").value_or(true);
    from.shared = row.flag("shared").value_or(false);
    from.endedMs = row.time("ended").value_or(0);
    for (const char* needed : {"epoch", "seconds", "attempt", "experiment"}) {
        if (row.cell(needed) == nullptr) {
            row.fault({ErrorCode::BadFile, "The column {0} is empty.", {needed}, {}});
        }
    }
    return from;
}

std::vector<RunFrom> readRuns(const exports::Table& table, Faults& faults)
{
    std::vector<RunFrom> runs;
    std::map<std::pair<std::int64_t, std::string>, size_t> places;
    for (size_t r = 0; r < table.rows.size(); ++r) {
        Row row(table, r, faults);
        EpochFrom epoch = readEpoch(row);
        const std::int64_t id = row.integer("experiment_id", 1).value_or(0);
        const std::string name = row.text("experiment").value_or("");
        const std::int64_t attempt = row.integer("attempt", 1).value_or(1);
        if (attempt > kMostAttempts) {
            row.fault({ErrorCode::BadFile, "An experiment has at most {0} attempts, not {1}.", {std::to_string(kMostAttempts), std::to_string(attempt)}, {}});
            continue;
        }
        const auto [place, isNew] = places.try_emplace({id, name}, runs.size());
        if (isNew) {
            runs.push_back({id, name, {}});
        }
        AttemptFrom& own = runs[place->second].attempts[static_cast<int>(attempt)];
        if (!own.empty() && own.back().event.epoch >= epoch.event.epoch) {
            row.fault({ErrorCode::BadFile, "Epoch {0} does not follow epoch {1} of the same attempt.", {std::to_string(epoch.event.epoch), std::to_string(own.back().event.epoch)}, {}});
        }
        own.push_back(std::move(epoch));
    }
    return runs;
}

/// Epochs in the store, by attempt and number.
Result<std::map<std::pair<int, int>, double>> epochsThere(const StoreWriter& store, ExperimentId id)
{
    const auto rows = store.read().epochs(id, true);
    if (!rows) {
        return fail(rows.error());
    }
    std::map<std::pair<int, int>, double> out;
    for (const EpochRow& row : *rows) {
        out[{row.attemptNumber, row.epoch}] = row.seconds;
    }
    return out;
}

bool holdsAll(const std::map<std::pair<int, int>, double>& there, const RunFrom& run)
{
    for (const auto& [number, epochs] : run.attempts) {
        for (const EpochFrom& e : epochs) {
            const auto found = there.find({number, e.event.epoch});
            const bool same = found != there.end() && (found->second == e.event.seconds || (std::isnan(found->second) && std::isnan(e.event.seconds)));
            if (!same) {
                return false;
            }
        }
    }
    return true;
}

struct Found
{
    std::optional<ExperimentId> id;
    bool complete = false; ///< every epoch is there already
};

/// Which experiments a run may be: those that an import of this source wrote, and one of the same number and name.
using Candidates = std::map<std::pair<std::int64_t, std::string>, std::vector<std::pair<ExperimentId, bool>>>; // true: imported

Result<Candidates> candidates(const StoreWriter& store)
{
    const auto all = store.read().experiments();
    if (!all) {
        return fail(all.error());
    }
    Candidates out;
    for (const Experiment& e : *all) {
        const auto attempts = store.read().attempts(e.id, true);
        if (!attempts) {
            return fail(attempts.error());
        }
        const auto table = std::find_if(attempts->begin(), attempts->end(), [](const Attempt& a) {
            return a.launcher == "imported" && a.handle.is_object() && a.handle.value("source", "") == "table";
        });
        if (table != attempts->end()) {
            out[{table->handle.value("id", std::int64_t{0}), table->handle.value("name", std::string())}].emplace_back(e.id, true);
        } else {
            out[{e.id.value, e.spec.name}].emplace_back(e.id, false);
        }
    }
    return out;
}

/// One that holds all these epochs, else an imported one that has none yet.
Result<Found> findRun(const StoreWriter& store, const RunFrom& run, const Candidates& known)
{
    Found found;
    const auto own = known.find({run.sourceId, run.name});
    if (own == known.end()) {
        return found;
    }
    for (const auto& [id, imported] : own->second) {
        const auto there = epochsThere(store, id);
        if (!there) {
            return fail(there.error());
        }
        if (holdsAll(*there, run)) {
            return Found{id, true};
        }
        if (imported && there->empty()) {
            found.id = id;
        }
    }
    return found;
}

Result<ExperimentId> newExperiment(StoreWriter& store, const RunFrom& run)
{
    Experiment e;
    e.spec.name = run.name;
    e.spec.project = "Imported";
    e.spec.modelVariant.clear();
    e.status = ExperimentStatus::Completed;
    e.spec.tags = {"imported"};
    return store.insertExperiment(e);
}

UtcMs startOf(const AttemptFrom& epochs)
{
    const EpochFrom& first = epochs.front();
    return first.endedMs > 0 && std::isfinite(first.event.seconds) ? first.endedMs - std::llround(first.event.seconds * 1e3) : first.endedMs;
}

/// hello and epochs, in batches of epochs that shared their host or did not: that is a mark of the attempt while it is written.
Result<> writeEpochs(StoreWriter& store, Attempt attempt, const AttemptFrom& epochs)
{
    std::int64_t seq = 0;
    const auto event = [&](UtcMs t, EventBody body) { return Event{.version = kEventVersion, .seq = ++seq, .t = t, .body = std::move(body)}; };
    HelloEvent hello;
    hello.versions["source"] = "Yardstick table";
    std::vector<Event> batch{event(startOf(epochs), hello)};
    const bool before = attempt.shared;
    for (size_t i = 0; i < epochs.size(); ++i) {
        if (attempt.shared != epochs[i].shared) {
            attempt.shared = epochs[i].shared;
            if (auto marked = store.updateAttempt(attempt); !marked) {
                return marked;
            }
        }
        EpochEvent body = epochs[i].event;
        body.epochs = epochs.back().event.epoch;
        batch.push_back(event(epochs[i].endedMs, body));
        if (i + 1 == epochs.size() || epochs[i + 1].shared != attempt.shared) {
            if (auto written = store.ingest(attempt.id, batch, {}, 0); !written) {
                return written;
            }
            batch.clear();
        }
    }
    if (attempt.shared == before) {
        return {};
    }
    attempt.shared = std::any_of(epochs.begin(), epochs.end(), [](const EpochFrom& e) { return e.shared; });
    return store.updateAttempt(attempt);
}

Result<Attempt> attemptOf(StoreWriter& store, ExperimentId id, const RunFrom& run, int number)
{
    while (true) {
        const auto attempts = store.read().attempts(id, true);
        if (!attempts) {
            return fail(attempts.error());
        }
        const auto found = std::find_if(attempts->begin(), attempts->end(), [&](const Attempt& a) { return a.number == number; });
        if (found != attempts->end()) {
            return *found;
        }
        const int next = attempts->empty() ? 1 : attempts->back().number + 1;
        const auto own = run.attempts.find(next);
        Attempt attempt;
        attempt.experimentId = id;
        attempt.machineId = attempts->empty() ? MachineId() : attempts->front().machineId;
        attempt.token = "table-" + platform::randomToken();
        attempt.launcher = "imported";
        attempt.handle = {{"source", "table"}, {"id", run.sourceId}, {"name", run.name}};
        attempt.hidden = own == run.attempts.end(); // one without epochs: the file says nothing of it
        attempt.outcome = run.attempts.rbegin()->first == next ? AttemptOutcome::Completed : AttemptOutcome::Interrupted;
        attempt.createdMs = own == run.attempts.end() ? 0 : startOf(own->second);
        attempt.endedMs = own == run.attempts.end() ? 0 : own->second.back().endedMs;
        if (const auto inserted = store.insertAttempt(attempt); !inserted) {
            return fail(inserted.error());
        }
    }
}

} // namespace

Result<> importEpochs(StoreWriter& store, const ReadTable& read, const std::string& file, RowsReport& report)
{
    Faults faults(file, read);
    const std::vector<RunFrom> runs = readRuns(read.table, faults);
    if (faults.any()) {
        return fail(faults.error());
    }
    const auto known = candidates(store);
    if (!known) {
        return fail(known.error());
    }
    for (const RunFrom& run : runs) {
        const auto found = findRun(store, run, *known);
        if (!found) {
            return fail(found.error());
        }
        int count = 0;
        for (const auto& [number, epochs] : run.attempts) {
            count += static_cast<int>(epochs.size());
        }
        if (found->complete) {
            report.unchanged += count;
            report.ids.push_back(*found->id);
            continue;
        }
        const auto id = found->id ? Result<ExperimentId>(*found->id) : newExperiment(store, run);
        if (!id) {
            return fail(id.error());
        }
        report.experiments += found->id ? 0 : 1;
        report.epochs += count;
        report.ids.push_back(*id);
        for (const auto& [number, epochs] : run.attempts) {
            const auto attempt = attemptOf(store, *id, run, number);
            const auto written = attempt ? writeEpochs(store, *attempt, epochs) : fail(attempt.error());
            if (!written) {
                return fail(written.error());
            }
        }
    }
    return {};
}

} // namespace yardstick::imports
