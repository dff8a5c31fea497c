#include "ui/window/status_line.h"

#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace yardstick::ui {
namespace {

QLabel* makeLabel(QWidget* parent, const char* name)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setFont(tabular(sized(label->font(), TextSize::Small)));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

StatusLine::StatusLine(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("statusLine"));
    setAccessibleName(tr("Status"));
    m_scheduler = makeLabel(this, "statusScheduler");
    m_take = new QPushButton(tr("Schedule here"), this);
    m_take->setObjectName(QStringLiteral("statusTake"));
    m_take->setAccessibleName(m_take->text());
    m_take->setFlat(true);
    m_take->setFont(sized(m_take->font(), TextSize::Small));
    m_take->hide();
    m_store = makeLabel(this, "statusStore");
    m_jobs = makeLabel(this, "statusJobs");
    m_alerts = new QToolButton(this);
    m_alerts->setObjectName(QStringLiteral("statusAlerts"));
    m_alerts->setAutoRaise(true);
    m_alerts->setFont(m_jobs->font());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSpace3, 0, kSpace3, 0);
    layout->setSpacing(kSpace4);
    layout->addWidget(m_scheduler);
    layout->addWidget(m_take);
    layout->addWidget(m_store);
    layout->addStretch(1);
    layout->addWidget(m_jobs);
    layout->addWidget(m_alerts);
    connect(m_take, &QPushButton::clicked, this, &StatusLine::takeRequested);
    connect(m_alerts, &QToolButton::clicked, this, &StatusLine::alertsClicked);
    setJobs(0, 0);
    setAlerts(0);
}

void StatusLine::setScheduler(const SchedulerHolder& holder)
{
    QString text;
    if (!holder.held) {
        text = tr("scheduler: none, nothing starts");
    } else if (holder.self) {
        text = tr("scheduler: this window");
    } else if (holder.program == "serve") {
        text = tr("scheduler: yardstick serve (process %1)").arg(holder.pid);
    } else if (holder.program == "run") {
        text = tr("scheduler: yardstick run (process %1)").arg(holder.pid);
    } else {
        text = tr("scheduler: another window (process %1)").arg(holder.pid);
    }
    m_scheduler->setText(text);
    m_scheduler->setToolTip(holder.held && holder.sinceMs > 0 ? tr("since %1").arg(formatTime(holder.sinceMs)) : QString());
    m_take->setVisible(!holder.held);
}

QString StatusLine::schedulerText() const
{
    return m_scheduler->text();
}

void StatusLine::setStore(const QString& file, std::int64_t bytes, std::int64_t experiments)
{
    m_store->setText(tr("store %1").arg(formatBytes(bytes)));
    m_store->setToolTip(tr("%1, %n experiments", nullptr, static_cast<int>(experiments)).arg(file));
}

void StatusLine::setJobs(int running, int waiting)
{
    m_jobs->setText(tr("%1 running, %2 queued").arg(running).arg(waiting));
}

void StatusLine::setAlerts(int messages)
{
    m_messages = messages;
    showAlerts();
}

void StatusLine::setStanding(int alerts)
{
    m_standing = alerts;
    showAlerts();
}

void StatusLine::showAlerts()
{
    m_alerts->setText(tr("%n alerts", nullptr, m_messages + m_standing));
    m_alerts->setAccessibleName(m_alerts->text());
    m_alerts->setToolTip(tr("Show the alerts (%1)").arg(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A).toString(QKeySequence::NativeText)));
}

} // namespace yardstick::ui
