// ActionSet: the buttons and menu entries of the experiments page as QActions, made once, enabled by the lifecycle table
// for the present selection. It decides nothing: each action emits triggered(). Owner thread: GUI.
#pragma once

#include "core/lifecycle.h"
#include "core/records.h"

#include <QAction>
#include <QHash>
#include <QObject>

#include <vector>

namespace yardstick::ui {

class ActionSet : public QObject
{
    Q_OBJECT
public:
    /// What the page offers beside the lifecycle's actions.
    enum class Extra { New, Import, Export, Copy, CopyMarkdown, StopNow, Purge, ShowTrash, ShowArchived, EditTags, EditNotes };

    explicit ActionSet(QObject* parent = nullptr);

    [[nodiscard]] QAction* of(Action action) const { return m_actions.value(static_cast<int>(action)); }
    [[nodiscard]] QAction* of(Extra extra) const { return m_extras.value(static_cast<int>(extra)); }
    [[nodiscard]] QList<QAction*> all() const;

    /// An action is on when at least one selected experiment allows it (it then concerns those that do).
    void setSelection(const std::vector<Experiment>& selection, bool trash);

private:
    QAction* make(const QString& name, const QString& text, const char* icon, const QKeySequence& shortcut = {});

    QHash<int, QAction*> m_actions;
    QHash<int, QAction*> m_extras;
};

/// Those of `selection` that allow `action` now.
std::vector<Experiment> allowing(const std::vector<Experiment>& selection, Action action);

} // namespace yardstick::ui
