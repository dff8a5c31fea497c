// StatusLine: who schedules, how large the store is, what runs and waits, how many alerts. Owner thread: GUI.
#pragma once

#include "core/schedule/scheduler.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace yardstick::ui {

class StatusLine : public QWidget
{
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setScheduler(const SchedulerHolder& holder);
    void setStore(const QString& file, std::int64_t bytes, std::int64_t experiments);
    void setJobs(int running, int waiting);
    void setAlerts(int messages);  ///< errors and warnings that were not closed
    void setStanding(int alerts);  ///< of the store (core/alerts.h)
    [[nodiscard]] QString schedulerText() const;

Q_SIGNALS:
    void takeRequested();   ///< nobody schedules: this window shall
    void alertsClicked();

private:
    void showAlerts();

    QLabel* m_scheduler = nullptr;
    QPushButton* m_take = nullptr;
    QLabel* m_store = nullptr;
    QLabel* m_jobs = nullptr;
    QToolButton* m_alerts = nullptr;
    int m_messages = 0, m_standing = 0;
};

} // namespace yardstick::ui
