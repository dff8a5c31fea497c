// ExperimentActions: what the user does to experiments, as undoable commands where it can be undone. It asks nothing and
// shows nothing but errors; dialogs and confirmations are the page's. Owner thread: GUI.
#pragma once

#include "core/lifecycle.h"
#include "core/records.h"
#include "core/store/store_writer.h"
#include "ui/window/window_context.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

class QUndoCommand;

namespace yardstick::ui {

class ExperimentActions : public QObject
{
    Q_OBJECT
public:
    explicit ExperimentActions(WindowContext& context, QObject* parent = nullptr);

    void rename(const Experiment& experiment, const QString& name);
    void setTags(const Experiment& experiment, const QStringList& tags);
    void setNotes(const Experiment& experiment, const QString& notes);
    /// {"imgsz": 320}; undo sets the values that were in force.
    void setParams(const Experiment& experiment, const nlohmann::json& changes);

    using Made = std::function<void(ExperimentId)>;
    /// `made` is told the new experiment's id; with `queue` it is enqueued in the same transaction.
    void create(const ExperimentSpec& spec, std::optional<QueueId> queue, const Made& made = {});
    void clone(const Experiment& source, const nlohmann::json& changes, const QString& name, std::optional<QueueId> queue,
               const Made& made = {});

    void enqueue(const std::vector<Experiment>& experiments, QueueId queue);
    void moveInQueue(const Experiment& experiment, QueueId queue, std::int64_t beforePosition);
    void dequeue(const std::vector<Experiment>& experiments);
    /// `done`: after each time that they went there. The result names the command to the undo stack; it may be gone later.
    const QUndoCommand* moveToTrash(const std::vector<Experiment>& experiments, std::function<void()> done = {});
    void restore(const std::vector<Experiment>& experiments);
    void archive(const std::vector<Experiment>& experiments, bool archived);
    void publish(const Experiment& experiment, bool published);

    // Not undoable: they start or end work.
    void stop(const std::vector<Experiment>& experiments, bool hard);
    void retry(const std::vector<Experiment>& experiments);
    void resume(const std::vector<Experiment>& experiments);
    void continueWith(const Experiment& experiment, int epochs);
    void reset(const std::vector<Experiment>& experiments);
    void purge(const std::vector<Experiment>& experiments); ///< for good, from the trash

private:
    using Each = std::function<Result<>(StoreWriter&, const Experiment&)>;
    const QUndoCommand* push(const QString& text, const std::vector<Experiment>& experiments, const Each& redo, const Each& undo,
                             std::function<void()> afterRedo = {});
    void run(const QString& text, const std::vector<Experiment>& experiments, const Each& each);
    void pushMaking(const QString& text, const std::function<Result<ExperimentId>(StoreWriter&)>& make,
                    std::optional<QueueId> queue, const Made& made);

    WindowContext& m_context;
};

/// "Stop", "Retry": the word on buttons and in menus, translated.
QString actionWord(Action action);

} // namespace yardstick::ui
