// ExperimentSource: keeps an ExperimentTableModel at the state of the store: one large read on the reader thread at first,
// then only what the watcher says has changed. Names of machines and queues with it. Owner thread: GUI.
#pragma once

#include "ui/experiments/experiment_columns.h"
#include "ui/window/window_context.h"

#include <QObject>
#include <QSet>

namespace yardstick::ui {

class ExperimentTableModel;
struct StoreChanges;

class ExperimentSource : public QObject
{
    Q_OBJECT
public:
    ExperimentSource(WindowContext& context, ExperimentTableModel& model, QObject* parent = nullptr);

    void load();
    void setTrash(bool trash); ///< the deleted ones instead
    [[nodiscard]] bool trash() const { return m_trash; }
    [[nodiscard]] bool loaded() const { return m_loaded; }

Q_SIGNALS:
    void updated(); ///< after a load and after each change that touched experiments

private:
    void handleChanges(const StoreChanges& changes);
    void read(const QSet<qint64>& ids);

    WindowContext& m_context;
    ExperimentTableModel& m_model;
    bool m_trash = false;
    bool m_loaded = false;
    bool m_stale = false; ///< changed while the large read was under way
    int m_asked = 0;
};

} // namespace yardstick::ui
