#include "ui/experiments/experiment_actions.h"

#include "core/actions.h"
#include "ui/experiments/store_command.h"
#include "ui/format.h"
#include "ui/params/spec_values.h"
#include "ui/store_watcher.h"
#include "ui/window/error_presenter.h"

#include <QCoreApplication>
#include <QUndoStack>

namespace yardstick::ui {
namespace {

std::vector<std::string> toStrings(const QStringList& list)
{
    std::vector<std::string> all;
    for (const QString& text : list) {
        all.push_back(toUtf8(text));
    }
    return all;
}

QString naming(const std::vector<Experiment>& experiments)
{
    if (experiments.size() == 1) {
        return shortName(experiments.front());
    }
    return ExperimentActions::tr("%n experiments", nullptr, static_cast<int>(experiments.size()));
}

} // namespace

ExperimentActions::ExperimentActions(WindowContext& context, QObject* parent) : QObject(parent), m_context(context) {}

const QUndoCommand* ExperimentActions::push(const QString& text, const std::vector<Experiment>& experiments, const Each& redo,
                                            const Each& undo, std::function<void()> afterRedo)
{
    const auto forAll = [experiments](const Each& each) {
        return [experiments, each](StoreWriter& w) -> Result<> {
            for (const Experiment& e : experiments) {
                if (Result<> done = each(w, e); !done) {
                    return done;
                }
            }
            return {};
        };
    };
    auto* command = new StoreCommand(m_context, text, forAll(redo), forAll(undo), std::move(afterRedo));
    m_context.undo.push(command);
    return command;
}

void ExperimentActions::run(const QString& text, const std::vector<Experiment>& experiments, const Each& each)
{
    // One transaction per experiment: that one cannot be stopped is no reason to leave the others running.
    for (const Experiment& e : experiments) {
        m_context.store.post([each, e](StoreWriter& w) { return each(w, e); }, &m_context.errors,
                             [&context = m_context, text](Result<> result) {
                                 if (!result) {
                                     context.errors.showError(result.error(), text);
                                 }
                                 context.watcher.poll();
                             });
    }
}

void ExperimentActions::rename(const Experiment& e, const QString& name)
{
    push(tr("Rename %1").arg(shortName(e)), {e},
         [name](StoreWriter& w, const Experiment& x) { return actions::rename(w, x.id, toUtf8(name)); },
         [](StoreWriter& w, const Experiment& x) { return actions::rename(w, x.id, x.spec.name); });
}

void ExperimentActions::setTags(const Experiment& e, const QStringList& tags)
{
    push(tr("Change tags of %1").arg(shortName(e)), {e},
         [tags](StoreWriter& w, const Experiment& x) { return actions::setTags(w, x.id, toStrings(tags)); },
         [](StoreWriter& w, const Experiment& x) { return actions::setTags(w, x.id, x.spec.tags); });
}

void ExperimentActions::setNotes(const Experiment& e, const QString& notes)
{
    push(tr("Change notes of %1").arg(shortName(e)), {e},
         [notes](StoreWriter& w, const Experiment& x) { return actions::setNotes(w, x.id, toUtf8(notes)); },
         [](StoreWriter& w, const Experiment& x) { return actions::setNotes(w, x.id, x.spec.notes); });
}

void ExperimentActions::setParams(const Experiment& e, const nlohmann::json& changes)
{
    nlohmann::json before = nlohmann::json::object();
    for (const auto& [name, value] : changes.items()) {
        before[name] = specValue(e.spec, name);
    }
    push(tr("Change parameters of %1").arg(shortName(e)), {e},
         [changes](StoreWriter& w, const Experiment& x) { return actions::setParams(w, x.id, changes); },
         [before](StoreWriter& w, const Experiment& x) { return actions::setParams(w, x.id, before); });
}

void ExperimentActions::pushMaking(const QString& text, const std::function<Result<ExperimentId>(StoreWriter&)>& make,
                                   std::optional<QueueId> queue, const Made& made)
{
    // The first redo makes it, undo puts it into the trash, a later redo takes it out again.
    auto id = std::make_shared<ExperimentId>();
    Store::Work redo = [id, make, queue](StoreWriter& w) -> Result<> {
        if (id->valid()) {
            if (Result<> restored = actions::restore(w, *id); !restored) {
                return restored;
            }
        } else {
            const Result<ExperimentId> fresh = make(w);
            if (!fresh) {
                return fail(fresh.error());
            }
            if (queue) {
                if (Result<> queued = actions::enqueue(w, *fresh, *queue); !queued) {
                    return queued;
                }
            }
            *id = *fresh;
            return {};
        }
        return queue ? actions::enqueue(w, *id, *queue) : Result<>{};
    };
    Store::Work undo = [id](StoreWriter& w) -> Result<> {
        const Result<Experiment> e = w.read().experiment(*id);
        if (!e) {
            return fail(e.error());
        }
        if (e->status == ExperimentStatus::Queued) {
            if (Result<> off = actions::dequeue(w, *id); !off) {
                return off;
            }
        }
        return actions::moveToTrash(w, *id);
    };
    m_context.undo.push(new StoreCommand(m_context, text, redo, undo, [id, made] {
        if (made) {
            made(*id);
        }
    }));
}

void ExperimentActions::create(const ExperimentSpec& spec, std::optional<QueueId> queue, const Made& made)
{
    pushMaking(tr("New experiment"), [spec](StoreWriter& w) { return actions::create(w, spec); }, queue, made);
}

void ExperimentActions::clone(const Experiment& source, const nlohmann::json& changes, const QString& name,
                              std::optional<QueueId> queue, const Made& made)
{
    pushMaking(tr("Clone %1").arg(shortName(source)),
               [id = source.id, changes, name = toUtf8(name)](StoreWriter& w) { return actions::clone(w, id, changes, name); },
               queue, made);
}

void ExperimentActions::enqueue(const std::vector<Experiment>& experiments, QueueId queue)
{
    push(tr("Enqueue %1").arg(naming(experiments)), experiments,
         [queue](StoreWriter& w, const Experiment& x) { return actions::enqueue(w, x.id, queue); },
         [](StoreWriter& w, const Experiment& x) { return actions::dequeue(w, x.id); });
}

void ExperimentActions::moveInQueue(const Experiment& e, QueueId queue, std::int64_t beforePosition)
{
    push(tr("Move %1").arg(shortName(e)), {e},
         [queue, beforePosition](StoreWriter& w, const Experiment& x) {
             return actions::moveInQueue(w, x.id, queue, beforePosition);
         },
         [](StoreWriter& w, const Experiment& x) { return actions::moveInQueue(w, x.id, x.queueId, x.queuePosition); });
}

void ExperimentActions::dequeue(const std::vector<Experiment>& experiments)
{
    push(tr("Take %1 off the queue").arg(naming(experiments)), experiments,
         [](StoreWriter& w, const Experiment& x) { return actions::dequeue(w, x.id); },
         [](StoreWriter& w, const Experiment& x) -> Result<> {
             if (Result<> queued = actions::enqueue(w, x.id, x.queueId); !queued) {
                 return queued;
             }
             return actions::moveInQueue(w, x.id, x.queueId, x.queuePosition);
         });
}

const QUndoCommand* ExperimentActions::moveToTrash(const std::vector<Experiment>& experiments, std::function<void()> done)
{
    return push(tr("Delete %1").arg(naming(experiments)), experiments,
                [](StoreWriter& w, const Experiment& x) { return actions::moveToTrash(w, x.id); },
                [](StoreWriter& w, const Experiment& x) { return actions::restore(w, x.id); }, std::move(done));
}

void ExperimentActions::restore(const std::vector<Experiment>& experiments)
{
    push(tr("Restore %1").arg(naming(experiments)), experiments,
         [](StoreWriter& w, const Experiment& x) { return actions::restore(w, x.id); },
         [](StoreWriter& w, const Experiment& x) { return actions::moveToTrash(w, x.id); });
}

void ExperimentActions::archive(const std::vector<Experiment>& experiments, bool archived)
{
    push(archived ? tr("Archive %1").arg(naming(experiments)) : tr("Take %1 out of the archive").arg(naming(experiments)), experiments,
         [archived](StoreWriter& w, const Experiment& x) { return actions::archive(w, x.id, archived); },
         [archived](StoreWriter& w, const Experiment& x) { return actions::archive(w, x.id, !archived); });
}

void ExperimentActions::publish(const Experiment& e, bool published)
{
    push(published ? tr("Publish %1").arg(shortName(e)) : tr("Withdraw %1").arg(shortName(e)), {e},
         [published](StoreWriter& w, const Experiment& x) { return actions::publish(w, x.id, published); },
         [published](StoreWriter& w, const Experiment& x) { return actions::publish(w, x.id, !published); });
}

void ExperimentActions::stop(const std::vector<Experiment>& experiments, bool hard)
{
    run(tr("Stop %1").arg(naming(experiments)), experiments,
        [hard](StoreWriter& w, const Experiment& x) { return actions::stop(w, x.id, hard); });
}

void ExperimentActions::retry(const std::vector<Experiment>& experiments)
{
    run(tr("Retry %1").arg(naming(experiments)), experiments,
        [](StoreWriter& w, const Experiment& x) { return actions::retry(w, x.id); });
}

void ExperimentActions::resume(const std::vector<Experiment>& experiments)
{
    run(tr("Resume %1").arg(naming(experiments)), experiments,
        [](StoreWriter& w, const Experiment& x) { return actions::resume(w, x.id); });
}

void ExperimentActions::continueWith(const Experiment& e, int epochs)
{
    run(tr("Continue %1").arg(shortName(e)), {e},
        [epochs](StoreWriter& w, const Experiment& x) { return actions::continueWith(w, x.id, epochs); });
}

void ExperimentActions::reset(const std::vector<Experiment>& experiments)
{
    run(tr("Reset %1").arg(naming(experiments)), experiments,
        [](StoreWriter& w, const Experiment& x) { return actions::reset(w, x.id); });
}

void ExperimentActions::purge(const std::vector<Experiment>& experiments)
{
    run(tr("Delete %1 for good").arg(naming(experiments)), experiments,
        [](StoreWriter& w, const Experiment& x) { return w.purgeExperiment(x.id); });
}

QString actionWord(Action action)
{
    switch (action) {
    case Action::Edit:
        return QCoreApplication::translate("Action", "Edit");
    case Action::Enqueue:
        return QCoreApplication::translate("Action", "Enqueue…");
    case Action::Dequeue:
        return QCoreApplication::translate("Action", "Take off the queue");
    case Action::Stop:
        return QCoreApplication::translate("Action", "Stop");
    case Action::Retry:
        return QCoreApplication::translate("Action", "Retry");
    case Action::Continue:
        return QCoreApplication::translate("Action", "Continue…");
    case Action::Resume:
        return QCoreApplication::translate("Action", "Resume");
    case Action::Reset:
        return QCoreApplication::translate("Action", "Reset to draft");
    case Action::Clone:
        return QCoreApplication::translate("Action", "Clone…");
    case Action::Archive:
        return QCoreApplication::translate("Action", "Archive");
    case Action::Unarchive:
        return QCoreApplication::translate("Action", "Take out of the archive");
    case Action::Publish:
        return QCoreApplication::translate("Action", "Publish");
    case Action::Unpublish:
        return QCoreApplication::translate("Action", "Withdraw");
    case Action::Delete:
        return QCoreApplication::translate("Action", "Delete");
    case Action::Restore:
        return QCoreApplication::translate("Action", "Restore");
    case Action::Rename:
        return QCoreApplication::translate("Action", "Rename");
    }
    return {};
}

} // namespace yardstick::ui
