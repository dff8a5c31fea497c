// StoreCommand: one undoable change of the store. redo() and undo() post work to the store thread; a refusal is shown by
// the error presenter and makes the command obsolete, so that undo never acts on what did not happen.
// Owner thread: GUI (the undo stack's).
#pragma once

#include "core/base/result.h"
#include "core/store/store.h"
#include "ui/window/window_context.h"

#include <QPointer>
#include <QUndoCommand>

#include <functional>
#include <memory>

namespace yardstick::ui {

class StoreCommand : public QUndoCommand
{
public:
    /// `afterRedo` runs on the GUI thread after each redo that worked.
    StoreCommand(WindowContext& context, const QString& text, Store::Work redo, Store::Work undo,
                 std::function<void()> afterRedo = {});

    void redo() override;
    void undo() override;

private:
    void post(const Store::Work& work, bool isRedo);

    WindowContext& m_context;
    Store::Work m_redo;
    Store::Work m_undo;
    std::function<void()> m_afterRedo;
    /// Outlives the command: the answer may come after the stack has dropped it.
    std::shared_ptr<bool> m_failed = std::make_shared<bool>(false);
};

} // namespace yardstick::ui
