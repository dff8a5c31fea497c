// CommandPalette: Ctrl+K: every action of the window and of the shown page, found by typing a part of its name, with its
// shortcut beside it. Owner thread: GUI.
#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>

class QAction;
class QLineEdit;
class QListWidget;

namespace yardstick::ui {

class CommandPalette : public QFrame
{
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* parent);
    void open(const QList<QAction*>& actions);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search(const QString& text);
    void run();

    QLineEdit* m_field = nullptr;
    QListWidget* m_list = nullptr;
    QList<QPointer<QAction>> m_actions;
};

} // namespace yardstick::ui
