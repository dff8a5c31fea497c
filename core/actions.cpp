// Making and editing experiments. Running them: core/actions_run.cpp; queues and prices:
// core/actions_queues.cpp; this computer: core/local_host.cpp.
#include "core/actions_shared.h"
#include "core/base/params.h"
#include "core/spec_edit.h"

#include <algorithm>
#include <filesystem>

namespace yardstick::actions {

using nlohmann::json;
namespace fs = std::filesystem;

namespace shared {

std::string reference(ExperimentId id)
{
    return "#" + std::to_string(id.value);
}

Result<Experiment> allowed(StoreWriter& store, ExperimentId id, Action action)
{
    auto e = store.read().experiment(id);
    if (!e) {
        return e;
    }
    if (auto good = checkAllowed(action, *e); !good) {
        return fail(good.error());
    }
    return e;
}

Result<> save(StoreWriter& store, Experiment& e)
{
    e.changedMs = nowUtcMs();
    return store.updateExperiment(e);
}

Result<Queue> queueById(StoreWriter& store, QueueId id)
{
    const auto queues = store.read().queues();
    if (!queues) {
        return fail(queues.error());
    }
    for (const Queue& q : *queues) {
        if (q.id == id) {
            return q;
        }
    }
    return fail(ErrorCode::NotFound, "There is no queue with the number {0}.", id.value);
}

} // namespace shared

using namespace shared;

namespace {

/// The scheduler is another process with another working folder: data paths are absolute.
void makeDataAbsolute(ExperimentSpec& spec)
{
    std::error_code ec;
    if (!spec.data.empty() && fs::path(spec.data).is_relative()) {
        if (const fs::path path = fs::absolute(spec.data, ec); !ec) {
            spec.data = path.lexically_normal().string();
        }
    }
}

template <typename Change> Result<> changed(StoreWriter& store, ExperimentId id, Action action, Change change)
{
    auto e = allowed(store, id, action);
    if (!e) {
        return fail(e.error());
    }
    if (Result<> done = change(*e); !done) {
        return done;
    }
    return save(store, *e);
}

} // namespace

Result<ExperimentId> create(StoreWriter& store, ExperimentSpec spec)
{
    makeDataAbsolute(spec);
    if (auto good = validateSpec(spec); !good) {
        return fail(good.error());
    }
    const auto name = cleanName(spec.name);
    if (!name) {
        return fail(name.error());
    }
    spec.params = ParamSchema::get().withoutDefaults(spec.params, spec.task);
    spec.name = name->empty() ? autoName(spec) : *name;
    Experiment e;
    e.spec = std::move(spec);
    e.createdMs = e.changedMs = nowUtcMs();
    return store.insertExperiment(e);
}

Result<ExperimentId> clone(StoreWriter& store, ExperimentId source, const json& paramChanges,
                           std::string name)
{
    const auto from = allowed(store, source, Action::Clone);
    if (!from) {
        return fail(from.error());
    }
    const json changes = paramChanges.is_null() ? json::object() : paramChanges;
    Experiment e;
    e.spec = from->spec;
    e.clonedFrom = source;
    if (auto applied = applyChanges(e.spec, changes); !applied) {
        return fail(applied.error());
    }
    makeDataAbsolute(e.spec);
    const auto clean = cleanName(name);
    if (!clean) {
        return fail(clean.error());
    }
    e.spec.name = clean->empty() ? cloneName(from->spec, e.spec, changes) : *clean;
    e.createdMs = e.changedMs = nowUtcMs();
    return store.insertExperiment(e);
}

Result<> setParams(StoreWriter& store, ExperimentId id, const json& changes)
{
    return changed(store, id, Action::Edit, [&](Experiment& e) -> Result<> {
        const bool automatic = e.spec.name == autoName(e.spec);
        if (auto applied = applyChanges(e.spec, changes); !applied) {
            return applied;
        }
        makeDataAbsolute(e.spec);
        if (automatic) {
            e.spec.name = autoName(e.spec);
        }
        return {};
    });
}

Result<> setSpec(StoreWriter& store, ExperimentId id, const ExperimentSpec& spec)
{
    return changed(store, id, Action::Edit, [&](Experiment& e) -> Result<> {
        ExperimentSpec next = spec;
        makeDataAbsolute(next);
        if (auto good = validateSpec(next); !good) {
            return good;
        }
        const auto name = cleanName(next.name);
        if (!name) {
            return fail(name.error());
        }
        next.params = ParamSchema::get().withoutDefaults(next.params, next.task);
        next.name = name->empty() ? autoName(next) : *name;
        e.spec = std::move(next);
        return {};
    });
}

Result<> rename(StoreWriter& store, ExperimentId id, std::string name)
{
    return changed(store, id, Action::Rename, [&](Experiment& e) -> Result<> {
        const auto clean = cleanName(name);
        if (!clean) {
            return fail(clean.error());
        }
        e.spec.name = clean->empty() ? autoName(e.spec) : *clean;
        return {};
    });
}

Result<> setTags(StoreWriter& store, ExperimentId id, std::vector<std::string> tags)
{
    return changed(store, id, Action::Rename, [&](Experiment& e) -> Result<> {
        e.spec.tags.clear();
        for (const std::string& tag : tags) {
            const auto clean = cleanName(tag);
            if (!clean) {
                return fail(clean.error());
            }
            if (!clean->empty() &&
                std::find(e.spec.tags.begin(), e.spec.tags.end(), *clean) == e.spec.tags.end()) {
                e.spec.tags.push_back(*clean);
            }
        }
        return {};
    });
}

Result<> setNotes(StoreWriter& store, ExperimentId id, std::string notes)
{
    return changed(store, id, Action::Rename, [&](Experiment& e) -> Result<> {
        e.spec.notes = std::move(notes);
        return {};
    });
}

Result<> archive(StoreWriter& store, ExperimentId id, bool archived)
{
    return changed(store, id, archived ? Action::Archive : Action::Unarchive, [&](Experiment& e) -> Result<> {
        e.archived = archived;
        return {};
    });
}

Result<> publish(StoreWriter& store, ExperimentId id, bool published)
{
    return changed(store, id, published ? Action::Publish : Action::Unpublish,
                   [&](Experiment& e) -> Result<> {
                       e.published = published;
                       return {};
                   });
}

Result<> moveToTrash(StoreWriter& store, ExperimentId id)
{
    const auto e = allowed(store, id, Action::Delete);
    return e ? store.setExperimentDeleted(id, nowUtcMs()) : fail(e.error());
}

Result<> restore(StoreWriter& store, ExperimentId id)
{
    const auto e = allowed(store, id, Action::Restore);
    return e ? store.setExperimentDeleted(id, 0) : fail(e.error());
}

} // namespace yardstick::actions
