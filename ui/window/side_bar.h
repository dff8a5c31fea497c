// SideBar: the pages, one under the other, and what was spent today. On a narrow window it folds to icons.
// Owner thread: GUI.
#pragma once

#include "core/base/money.h"

#include <QFrame>
#include <QList>

#include <vector>

class QButtonGroup;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace yardstick::ui {

class SideBar : public QFrame
{
    Q_OBJECT
public:
    explicit SideBar(QWidget* parent = nullptr);

    void addEntry(const QString& id, const QString& title, const QString& iconName);
    void setCurrent(int index);
    void setFolded(bool folded);
    [[nodiscard]] bool folded() const { return m_folded; }
    void setSpentToday(const std::vector<Money>& money);

Q_SIGNALS:
    void activated(int index);

private:
    void applyWidth();

    QVBoxLayout* m_layout = nullptr;
    QButtonGroup* m_group = nullptr;
    QList<QToolButton*> m_buttons;
    QLabel* m_spentTitle = nullptr;
    QLabel* m_spent = nullptr;
    bool m_folded = false;
};

} // namespace yardstick::ui
