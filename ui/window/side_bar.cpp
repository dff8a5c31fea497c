#include "ui/window/side_bar.h"

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QButtonGroup>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kFoldedWidth = 48;
constexpr int kEntryHeight = 34;
} // namespace

SideBar::SideBar(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("sideBar"));
    setAccessibleName(tr("Pages"));
    m_group = new QButtonGroup(this);
    m_group->setExclusive(true);
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(kSpace1, kSpace2, kSpace1, kSpace3);
    m_layout->setSpacing(2);
    m_layout->addStretch(1);
    m_spentTitle = new QLabel(tr("spent today"), this);
    m_spentTitle->setFont(sized(font(), TextSize::Small));
    m_spentTitle->setForegroundRole(QPalette::PlaceholderText);
    m_spent = new QLabel(this);
    m_spent->setObjectName(QStringLiteral("spentToday"));
    m_spent->setFont(tabular(font()));
    m_spent->setToolTip(tr("All attempts since midnight UTC, failed ones included"));
    m_spentTitle->setContentsMargins(kSpace2, 0, 0, 0);
    m_spent->setContentsMargins(kSpace2, 0, 0, 0);
    m_layout->addWidget(m_spentTitle);
    m_layout->addWidget(m_spent);
    connect(m_group, &QButtonGroup::idClicked, this, &SideBar::activated);
}

void SideBar::addEntry(const QString& id, const QString& title, const QString& iconName)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("side_") + id);
    button->setText(QLatin1Char(' ') + title);
    button->setAccessibleName(title);
    const int number = static_cast<int>(m_buttons.size()) + 1;
    button->setToolTip(QStringLiteral("%1 (Ctrl+%2)").arg(title).arg(number));
    button->setIcon(icon(iconName));
    button->setIconSize(QSize(kIconLarge, kIconLarge));
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setMinimumHeight(kEntryHeight);
    m_group->addButton(button, number - 1);
    m_layout->insertWidget(number - 1, button);
    m_buttons << button;
    applyWidth();
}

void SideBar::setCurrent(int index)
{
    if (QAbstractButton* button = m_group->button(index)) {
        button->setChecked(true);
    }
}

void SideBar::setFolded(bool folded)
{
    if (folded != m_folded) {
        m_folded = folded;
        applyWidth();
    }
}

void SideBar::applyWidth()
{
    int width = 0;
    for (QToolButton* button : m_buttons) {
        button->setToolButtonStyle(m_folded ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
        width = std::max(width, button->fontMetrics().horizontalAdvance(button->text()) + kIconLarge + 3 * kSpace4);
    }
    setFixedWidth(m_folded ? kFoldedWidth : std::max(width, 130));
    m_spentTitle->setVisible(!m_folded);
    m_spent->setVisible(!m_folded);
}

void SideBar::setSpentToday(const std::vector<Money>& money)
{
    QStringList lines;
    for (const Money& m : money) {
        lines << formatMoneyWithCode(m, 2);
    }
    m_spent->setText(lines.isEmpty() ? QStringLiteral("0.00") : lines.join(QLatin1Char('\n')));
}

} // namespace yardstick::ui
