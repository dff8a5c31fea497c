#include "ui/experiments/action_set.h"

#include "ui/experiments/experiment_actions.h"
#include "ui/theme/icons.h"

#include <algorithm>

namespace yardstick::ui {

ActionSet::ActionSet(QObject* parent) : QObject(parent)
{
    const auto add = [this](Action action, const char* name, const char* iconName, const QKeySequence& key = {}) {
        m_actions.insert(static_cast<int>(action), make(QString::fromLatin1(name), actionWord(action), iconName, key));
    };
    const auto addExtra = [this](Extra extra, const char* name, const QString& text, const char* iconName, const QKeySequence& key = {}) {
        m_extras.insert(static_cast<int>(extra), make(QString::fromLatin1(name), text, iconName, key));
    };
    addExtra(Extra::New, "actionNew", tr("New…"), "add", QKeySequence(Qt::CTRL | Qt::Key_N));
    add(Action::Clone, "actionClone", "clone", QKeySequence(Qt::CTRL | Qt::Key_D));
    add(Action::Enqueue, "actionEnqueue", "enqueue", QKeySequence(Qt::CTRL | Qt::Key_Return));
    add(Action::Dequeue, "actionDequeue", "arrow-up");
    add(Action::Stop, "actionStop", "stop");
    addExtra(Extra::StopNow, "actionStopNow", tr("Stop at once (loses the epoch)"), "close");
    add(Action::Retry, "actionRetry", "retry");
    add(Action::Resume, "actionResume", "play");
    add(Action::Continue, "actionContinue", "follow");
    add(Action::Reset, "actionReset", "undo");
    add(Action::Rename, "actionRename", "edit", QKeySequence(Qt::Key_F2));
    addExtra(Extra::EditTags, "actionTags", tr("Edit tags"), "tag", QKeySequence(Qt::CTRL | Qt::Key_T));
    addExtra(Extra::EditNotes, "actionNotes", tr("Edit notes"), "file");
    add(Action::Archive, "actionArchive", "archive");
    add(Action::Unarchive, "actionUnarchive", "archive");
    add(Action::Publish, "actionPublish", "check");
    add(Action::Unpublish, "actionUnpublish", "close");
    add(Action::Delete, "actionDelete", "trash", QKeySequence(Qt::Key_Delete));
    add(Action::Restore, "actionRestore", "undo");
    addExtra(Extra::Purge, "actionPurge", tr("Delete for good…"), "trash");
    addExtra(Extra::Copy, "actionCopy", tr("Copy rows"), "copy", QKeySequence(QKeySequence::Copy));
    addExtra(Extra::CopyMarkdown, "actionCopyMarkdown", tr("Copy as a Markdown table"), "copy", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    addExtra(Extra::Export, "actionExport", tr("Export…"), "export", QKeySequence(Qt::CTRL | Qt::Key_E));
    addExtra(Extra::Import, "actionImport", tr("Import Ultralytics runs…"), "import", QKeySequence(Qt::CTRL | Qt::Key_I));
    addExtra(Extra::ShowTrash, "actionShowTrash", tr("Show the trash"), "trash");
    addExtra(Extra::ShowArchived, "actionShowArchived", tr("Show archived experiments"), "archive");
    of(Extra::ShowTrash)->setCheckable(true);
    of(Extra::ShowArchived)->setCheckable(true);
    // Inside the table only: elsewhere these keys belong to the field that has the focus.
    for (QAction* action : {of(Action::Rename), of(Action::Delete), of(Extra::Copy), of(Extra::CopyMarkdown)}) {
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    setSelection({}, false);
}

QAction* ActionSet::make(const QString& name, const QString& text, const char* iconName, const QKeySequence& shortcut)
{
    auto* action = new QAction(icon(QString::fromLatin1(iconName)), text, this);
    action->setObjectName(name);
    QString tip = QString(text).remove(QLatin1Char('&'));
    if (!shortcut.isEmpty()) {
        action->setShortcut(shortcut);
        tip += QStringLiteral(" (%1)").arg(shortcut.toString(QKeySequence::NativeText));
    }
    action->setToolTip(tip);
    return action;
}

QList<QAction*> ActionSet::all() const
{
    QList<QAction*> list = m_extras.values() + m_actions.values();
    std::sort(list.begin(), list.end(), [](const QAction* a, const QAction* b) { return a->text().localeAwareCompare(b->text()) < 0; });
    return list;
}

std::vector<Experiment> allowing(const std::vector<Experiment>& selection, Action action)
{
    std::vector<Experiment> some;
    std::copy_if(selection.begin(), selection.end(), std::back_inserter(some),
                 [action](const Experiment& e) { return checkAllowed(action, e).has_value(); });
    return some;
}

void ActionSet::setSelection(const std::vector<Experiment>& selection, bool trash)
{
    // With many selected rows the first thousand tell: the answer is the same for almost every selection.
    constexpr size_t kLooked = 1000;
    const auto end = selection.begin() + static_cast<std::ptrdiff_t>(std::min(selection.size(), kLooked));
    for (auto it = m_actions.begin(); it != m_actions.end(); ++it) {
        const auto action = static_cast<Action>(it.key());
        const bool any = std::any_of(selection.begin(), end, [&](const Experiment& e) { return checkAllowed(action, e).has_value(); });
        it.value()->setEnabled(any);
    }
    const bool one = selection.size() == 1;
    for (const Action single : {Action::Clone, Action::Continue, Action::Rename, Action::Publish, Action::Unpublish}) {
        of(single)->setEnabled(of(single)->isEnabled() && one);
    }
    of(Extra::EditTags)->setEnabled(one && !trash);
    of(Extra::EditNotes)->setEnabled(one && !trash);
    const bool running = std::any_of(selection.begin(), end, [](const Experiment& e) {
        return e.status == ExperimentStatus::Running || e.status == ExperimentStatus::Starting;
    });
    of(Extra::StopNow)->setEnabled(running);
    of(Extra::Copy)->setEnabled(!selection.empty());
    of(Extra::CopyMarkdown)->setEnabled(!selection.empty());
    of(Extra::Purge)->setEnabled(trash && !selection.empty());
    of(Action::Restore)->setVisible(trash);
    of(Extra::Purge)->setVisible(trash);
    of(Extra::New)->setEnabled(!trash);
}

} // namespace yardstick::ui
