#include "core/work_times.h"

#include "core/base/params.h"

#include <algorithm>

namespace yardstick::estimates {
namespace {

constexpr std::string_view kPublishedData = "published:"; ///< of the reference benchmark: figures that nobody here has timed
constexpr int kCandidates = 200; ///< newest runs of the model and data set that are looked at

nlohmann::json batchOf(const ExperimentSpec& spec)
{
    return ParamSchema::get().value(spec.params, "batch", spec.task);
}

std::string memoryKey(MachineId machine, const ExperimentSpec& spec)
{
    return std::to_string(machine.value) + '\n' + spec.task + '\n' + spec.modelVariant + '\n' + spec.backend + '\n' + spec.data + '\n' + spec.params.dump();
}

} // namespace

Result<WorkTimes> WorkTimes::load(const StoreReader& store, UtcMs now)
{
    auto catalogue = compare::Catalogue::load(store, now);
    if (!catalogue) {
        return fail(catalogue.error());
    }
    return WorkTimes(store, std::move(*catalogue));
}

Result<std::vector<Experiment>> WorkTimes::runs(MachineId machine, const ExperimentSpec& spec, bool& sameBatch) const
{
    const auto hash = m_store->datasetHashOf(spec.data);
    if (!hash) {
        return fail(hash.error());
    }
    if (hash->empty() || hash->starts_with(kPublishedData) || !machine.valid()) {
        return std::vector<Experiment>();
    }
    auto candidates = m_store->timedOn(machine, spec, *hash, kCandidates);
    if (!candidates) {
        return fail(candidates.error());
    }
    const ComparisonKey wanted = comparisonKey(spec.task, spec.modelVariant, *hash, spec.params);
    std::erase_if(*candidates, [&](const Experiment& e) {
        return !(comparisonKey(e.spec.task, e.spec.modelVariant, e.datasetHash, e.spec.params) == wanted);
    });
    const auto same = [batch = batchOf(spec)](const Experiment& e) { return batchOf(e.spec) == batch; };
    sameBatch = std::any_of(candidates->begin(), candidates->end(), same);
    if (sameBatch) {
        std::erase_if(*candidates, [&](const Experiment& e) { return !same(e); });
    }
    if (candidates->size() > static_cast<size_t>(kNewestRuns)) {
        candidates->resize(static_cast<size_t>(kNewestRuns));
    }
    return candidates;
}

Result<WorkTime> WorkTimes::of(MachineId machine, const ExperimentSpec& spec)
{
    const std::string key = memoryKey(machine, spec);
    if (const auto known = m_known.find(key); known != m_known.end()) {
        return known->second;
    }
    WorkTime time;
    const Machine* found = m_catalogue.machine(machine);
    auto timed = found == nullptr ? std::vector<Experiment>() : runs(machine, spec, time.sameBatch);
    if (!timed) {
        return fail(timed.error());
    }
    if (!timed->empty()) {
        std::vector<compare::Run> all;
        for (Experiment& e : *timed) {
            all.push_back({std::move(e), {}, false});
        }
        std::vector<const compare::Run*> pointers;
        for (const compare::Run& run : all) {
            pointers.push_back(&run);
        }
        const auto row = compare::timedRow(*m_store, *found, pointers);
        if (!row) {
            return fail(row.error());
        }
        time.known = row->basis == Basis::Measured;
        time.timedEpochs = row->n;
        time.doubt = row->doubt;
        time.setupSeconds = row->setupSeconds;
        time.epoch = {row->epochSeconds, row->epochLow, row->epochHigh};
    }
    m_known.emplace(key, time);
    return time;
}

} // namespace yardstick::estimates
