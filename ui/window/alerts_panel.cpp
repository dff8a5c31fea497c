#include "ui/window/alerts_panel.h"

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {
constexpr int kListHeight = 96; ///< pixels: three alerts; with more it scrolls
}

AlertsPanel::AlertsPanel(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("alertsPanel"));
    setAccessibleName(tr("Alerts"));
    setFrameShape(QFrame::NoFrame);
    auto* title = new QLabel(tr("Alerts"), this);
    title->setFont(sized(title->font(), TextSize::Normal, true));
    const auto button = [this](const QString& text, const char* name) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(QString::fromLatin1(name));
        made->setAccessibleName(text);
        return made;
    };
    m_show = button(tr("Show"), "alertShow");
    m_dismiss = button(tr("Dismiss"), "alertDismiss");
    m_dismissAll = button(tr("Dismiss all"), "alertDismissAll");
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("alertsClose"));
    close->setAccessibleName(tr("Close the alerts"));
    close->setToolTip(tr("Close the alerts"));
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("alertsList"));
    m_list->setAccessibleName(tr("Alerts"));
    m_list->setWordWrap(true);
    m_list->setFixedHeight(kListHeight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    m_empty = new QLabel(tr("No alerts. A run that has become slow, a budget that is passed and a price older than 30 days appear here."), this);
    m_empty->setObjectName(QStringLiteral("alertsEmpty"));
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    auto* head = new QHBoxLayout;
    head->setSpacing(kSpace2);
    head->addWidget(title);
    head->addStretch(1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_show, m_dismiss, m_dismissAll, close}) {
        head->addWidget(widget);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace2);
    layout->setSpacing(kSpace2);
    layout->addLayout(head);
    layout->addWidget(m_list);
    layout->addWidget(m_empty);
    connect(m_show, &QPushButton::clicked, this, &AlertsPanel::showCurrent);
    connect(m_dismiss, &QPushButton::clicked, this, &AlertsPanel::dismissCurrent);
    connect(m_dismissAll, &QPushButton::clicked, this, [this] {
        QStringList keys;
        for (const Alert& alert : m_alerts) {
            keys << fromUtf8(alert.key);
        }
        Q_EMIT dismissRequested(keys);
    });
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_list, &QListWidget::itemDoubleClicked, this, &AlertsPanel::showCurrent);
    refresh();
    hide();
}

void AlertsPanel::setAlerts(const std::vector<Alert>& alerts)
{
    const int row = m_list->currentRow();
    const std::string key = row >= 0 && row < count() ? m_alerts[static_cast<size_t>(row)].key : std::string();
    m_alerts.clear();
    std::copy_if(alerts.begin(), alerts.end(), std::back_inserter(m_alerts), [](const Alert& a) { return !a.dismissed; });
    m_list->clear();
    int current = 0;
    for (size_t i = 0; i < m_alerts.size(); ++i) {
        auto* item = new QListWidgetItem(icon(QStringLiteral("warning"), tokensFor(*this).warning), errorText(m_alerts[i].sentence), m_list);
        item->setToolTip(item->text());
        current = m_alerts[i].key == key ? static_cast<int>(i) : current;
    }
    m_list->setCurrentRow(m_alerts.empty() ? -1 : current);
    refresh();
}

void AlertsPanel::refresh()
{
    const bool any = !m_alerts.empty();
    m_list->setVisible(any);
    m_empty->setVisible(!any);
    for (QPushButton* button : {m_show, m_dismiss, m_dismissAll}) {
        button->setEnabled(any);
    }
}

void AlertsPanel::showCurrent()
{
    if (const int row = m_list->currentRow(); row >= 0 && row < count()) {
        Q_EMIT activated(m_alerts[static_cast<size_t>(row)]);
    }
}

void AlertsPanel::dismissCurrent()
{
    if (const int row = m_list->currentRow(); row >= 0 && row < count()) {
        Q_EMIT dismissRequested({fromUtf8(m_alerts[static_cast<size_t>(row)].key)});
    }
}

bool AlertsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            showCurrent();
            return true;
        }
        if (key == Qt::Key_Delete) {
            dismissCurrent();
            return true;
        }
        if (key == Qt::Key_Escape) {
            hide();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace yardstick::ui
