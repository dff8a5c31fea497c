#include "ui/experiments/experiment_source.h"

#include "ui/experiments/experiment_table_model.h"
#include "ui/format.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"
#include "ui/window/error_presenter.h"

namespace yardstick::ui {
namespace {

constexpr qsizetype kManyIds = 500; ///< more are read on the reader thread, all at once

struct LoadedExperiments
{
    std::vector<Experiment> experiments;
    ExperimentNames names;
};

Result<ExperimentNames> readNames(const StoreReader& store)
{
    const auto machines = store.machines();
    const auto queues = store.queues();
    if (!machines || !queues) {
        return fail(machines ? queues.error() : machines.error());
    }
    ExperimentNames names;
    for (const Machine& machine : *machines) {
        names.machines[machine.id.value] = machine.name;
    }
    for (const Queue& queue : *queues) {
        names.queues[queue.id.value] = queue.name;
    }
    return names;
}

void addNames(ExperimentNames& names, const std::vector<Experiment>& experiments)
{
    for (const Experiment& e : experiments) {
        names.experiments[e.id.value] = toUtf8(displayName(e));
    }
}

} // namespace

ExperimentSource::ExperimentSource(WindowContext& context, ExperimentTableModel& model, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_model(model)
{
    connect(&context.watcher, &StoreWatcher::changed, this, &ExperimentSource::handleChanges);
}

void ExperimentSource::setTrash(bool trash)
{
    if (trash != m_trash) {
        m_trash = trash;
        load();
    }
}

void ExperimentSource::load()
{
    const int number = ++m_asked;
    m_stale = false;
    m_context.query.run<LoadedExperiments>(
        [trash = m_trash](const StoreReader& store) -> Result<LoadedExperiments> {
            ExperimentFilter filter;
            filter.trash = trash;
            auto experiments = store.experiments(filter);
            auto names = readNames(store);
            if (!experiments || !names) {
                return fail(experiments ? names.error() : experiments.error());
            }
            addNames(*names, *experiments);
            return LoadedExperiments{std::move(*experiments), std::move(*names)};
        },
        this, [this, number](Result<LoadedExperiments> loaded) {
            if (number != m_asked) {
                return;
            }
            if (!loaded) {
                m_context.errors.showError(loaded.error(), tr("Read the experiments"));
                return;
            }
            if (m_stale) {
                load();
                return;
            }
            m_model.setExperiments(std::move(loaded->experiments), std::move(loaded->names));
            m_loaded = true;
            Q_EMIT updated();
        });
}

void ExperimentSource::handleChanges(const StoreChanges& changes)
{
    if (!m_loaded) {
        m_stale = true;
        return;
    }
    if (changes.reload || changes.experiments.size() > kManyIds) {
        load();
        return;
    }
    if (!changes.machines.isEmpty() || !changes.queues.isEmpty()) {
        if (auto names = readNames(m_context.watcher.reader())) {
            names->experiments = m_model.names().experiments;
            m_model.setNames(std::move(*names));
        }
    }
    if (!changes.experiments.isEmpty()) {
        read(changes.experiments);
    }
}

void ExperimentSource::read(const QSet<qint64>& ids)
{
    ExperimentFilter filter;
    filter.trash = m_trash;
    for (const qint64 id : ids) {
        filter.ids.emplace_back(id);
    }
    auto experiments = m_context.watcher.reader().experiments(filter);
    if (!experiments) {
        m_context.errors.showError(experiments.error(), tr("Read the experiments"));
        return;
    }
    m_model.rememberNames(*experiments);
    m_model.applyChanges(ids, std::move(*experiments));
    Q_EMIT updated();
}

} // namespace yardstick::ui
