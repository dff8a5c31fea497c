// AlertsPanel: the list of what the user should know now (core/alerts.h), under the page, opened from the status line. Quiet: it
// never opens by itself. Enter shows what an alert is about, Delete dismisses it. A snapshot: it asks (signals). Owner thread: GUI.
#pragma once

#include "core/alerts.h"

#include <QFrame>
#include <QStringList>

#include <vector>

class QLabel;
class QListWidget;
class QPushButton;

namespace yardstick::ui {

class AlertsPanel : public QFrame
{
    Q_OBJECT
public:
    explicit AlertsPanel(QWidget* parent = nullptr);

    /// Dismissed ones are left out. The current row is kept by key.
    void setAlerts(const std::vector<Alert>& alerts);
    [[nodiscard]] int count() const { return static_cast<int>(m_alerts.size()); }

Q_SIGNALS:
    void dismissRequested(const QStringList& keys);
    void activated(const yardstick::Alert& alert);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showCurrent();
    void dismissCurrent();
    void refresh();

    std::vector<Alert> m_alerts;
    QListWidget* m_list = nullptr;
    QLabel* m_empty = nullptr;
    QPushButton *m_show = nullptr, *m_dismiss = nullptr, *m_dismissAll = nullptr;
};

} // namespace yardstick::ui
