#include "ui/experiments/trash_bar.h"

#include "ui/theme/tokens.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace yardstick::ui {

TrashBar::TrashBar(QAction* restore, QAction* purge, QAction* showTrash, QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("trashBar"));
    m_sentence = new QLabel(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSpace3, kSpace1, kSpace2, kSpace1);
    layout->addWidget(m_sentence);
    for (QAction* action : {restore, purge}) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("trash_") + action->objectName());
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAccessibleName(action->text());
        layout->addWidget(button);
    }
    layout->addStretch(1);
    auto* back = new QPushButton(tr("Leave the trash"), this);
    back->setObjectName(QStringLiteral("trashLeave"));
    back->setAccessibleName(back->text());
    layout->addWidget(back);
    connect(back, &QPushButton::clicked, showTrash, [showTrash] { showTrash->setChecked(false); });
    hide();
}

void TrashBar::setCount(int count)
{
    m_sentence->setText(count > 0 ? tr("Trash: %n experiments.", nullptr, count) : tr("The trash is empty."));
}

} // namespace yardstick::ui
