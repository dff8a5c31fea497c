#include "ui/experiments/store_command.h"

#include "ui/store_watcher.h"
#include "ui/window/error_presenter.h"

namespace yardstick::ui {

StoreCommand::StoreCommand(WindowContext& context, const QString& text, Store::Work redo, Store::Work undo,
                           std::function<void()> afterRedo)
    : QUndoCommand(text)
    , m_context(context)
    , m_redo(std::move(redo))
    , m_undo(std::move(undo))
    , m_afterRedo(std::move(afterRedo))
{
}

void StoreCommand::redo()
{
    post(m_redo, true);
}

void StoreCommand::undo()
{
    if (*m_failed) {
        setObsolete(true);
        return;
    }
    post(m_undo, false);
}

void StoreCommand::post(const Store::Work& work, bool isRedo)
{
    *m_failed = false;
    m_context.store.post(work, &m_context.errors,
                         [&context = m_context, what = text(), failed = m_failed, isRedo, after = m_afterRedo](Result<> result) {
                             if (!result) {
                                 *failed = isRedo;
                                 context.errors.showError(result.error(), what);
                                 return;
                             }
                             context.watcher.poll();
                             if (isRedo && after) {
                                 after();
                             }
                         });
}

} // namespace yardstick::ui
