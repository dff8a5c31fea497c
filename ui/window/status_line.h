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
    void setAlerts(int alerts);
    [[nodiscard]] QString schedulerText() const;

Q_SIGNALS:
    void takeRequested();   ///< nobody schedules: this window shall
    void alertsClicked();

private:
    QLabel* m_scheduler = nullptr;
    QPushButton* m_take = nullptr;
    QLabel* m_store = nullptr;
    QLabel* m_jobs = nullptr;
    QToolButton* m_alerts = nullptr;
};

} // namespace yardstick::ui
