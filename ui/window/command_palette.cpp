#include "ui/window/command_palette.h"

#include "ui/theme/tokens.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {
constexpr int kPaletteWidth = 480;
constexpr int kPaletteHeight = 360;
constexpr int kTop = 60;
} // namespace

CommandPalette::CommandPalette(QWidget* parent) : QFrame(parent, Qt::Popup)
{
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Commands"));
    setFrameShape(QFrame::StyledPanel);
    m_field = new QLineEdit(this);
    m_field->setObjectName(QStringLiteral("paletteField"));
    m_field->setAccessibleName(tr("Command"));
    m_field->setPlaceholderText(tr("What shall be done?"));
    m_field->installEventFilter(this);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Commands found"));
    m_list->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kSpace2, kSpace2, kSpace2, kSpace2);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    resize(kPaletteWidth, kPaletteHeight);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
}

void CommandPalette::open(const QList<QAction*>& actions)
{
    m_actions.clear();
    for (QAction* action : actions) {
        m_actions << action;
    }
    m_field->clear();
    search({});
    const QWidget* over = parentWidget();
    move(over->mapToGlobal(QPoint((over->width() - width()) / 2, kTop)));
    show();
    m_field->setFocus();
}

void CommandPalette::search(const QString& text)
{
    m_list->clear();
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        const QAction* action = m_actions[i];
        if (!action || !action->isEnabled() || !action->isVisible()) {
            continue;
        }
        const QString title = QString(action->text()).remove(QLatin1Char('&'));
        if (!std::all_of(words.begin(), words.end(), [&](const QString& w) { return title.contains(w, Qt::CaseInsensitive); })) {
            continue;
        }
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(action->icon(), key.isEmpty() ? title : QStringLiteral("%1    %2").arg(title, key), m_list);
        item->setData(Qt::UserRole, static_cast<int>(i));
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem* item = m_list->currentItem();
    const QPointer<QAction> action = item ? m_actions.value(item->data(Qt::UserRole).toInt()) : nullptr;
    close();
    if (action) {
        // After the popup has gone: the action may open a dialog.
        QTimer::singleShot(0, action, &QAction::trigger);
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int step = key == Qt::Key_Down ? 1 : -1;
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(0, m_list->count() - 1)));
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            run();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace yardstick::ui
