// TrashBar: says that the table shows the trash, and offers the ways out of it. Owner thread: GUI.
#pragma once

#include <QFrame>

class QAction;
class QLabel;

namespace yardstick::ui {

class TrashBar : public QFrame
{
    Q_OBJECT
public:
    TrashBar(QAction* restore, QAction* purge, QAction* showTrash, QWidget* parent = nullptr);
    void setCount(int count);

private:
    QLabel* m_sentence = nullptr;
};

} // namespace yardstick::ui
