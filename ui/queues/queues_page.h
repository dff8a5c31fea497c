// QueuesPage: queues and what waits and runs in them; order and queue are changed by dragging or with Alt+Up and Alt+Down;
// pausing, limits, prices. Owner thread: GUI.
#pragma once

#include "core/records.h"
#include "core/store/store.h"
#include "ui/window/page.h"

#include <optional>

class QLabel;
class QTreeView;

namespace yardstick::ui {

class ExperimentActions;
class QueueTreeModel;

class QueuesPage : public Page
{
    Q_OBJECT
public:
    QueuesPage(WindowContext& context, ExperimentActions& actions, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override;
    [[nodiscard]] QList<QAction*> pageActions() const override;
    void activate() override;
    void refresh() override { load(); }
    [[nodiscard]] QueueTreeModel& model() { return *m_model; }

Q_SIGNALS:
    void experimentActivated(yardstick::ExperimentId id);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QAction* makeAction(const QString& name, const QString& text, const char* icon, const QKeySequence& key, void (QueuesPage::*act)());
    void build();
    void load();
    void showSelection();
    void fitColumns();
    void addQueue();
    void editQueue();
    void pauseQueue();
    void priceQueue();
    void removeQueue();
    void takeOff();
    void moveUp() { moveBy(-1); }
    void moveDown() { moveBy(1); }
    void moveBy(int step);
    void contextMenu(const QPoint& at);
    void openDialog(const Queue& queue);
    void post(const QString& what, Store::Work work);

    ExperimentActions& m_actions;
    QueueTreeModel* m_model = nullptr;
    QTreeView* m_view = nullptr;
    QLabel* m_empty = nullptr;
    QAction *m_add = nullptr, *m_edit = nullptr, *m_pause = nullptr, *m_price = nullptr, *m_remove = nullptr;
    QAction *m_up = nullptr, *m_down = nullptr, *m_takeOff = nullptr;
    bool m_stale = true;
    std::optional<bool> m_narrow; ///< as the columns were laid out last
};

} // namespace yardstick::ui
