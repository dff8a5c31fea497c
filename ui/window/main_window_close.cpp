// Closing the main window: asks once when jobs run, and carries out the answer. Local jobs are detached: they outlive the
// window in any case but "stop".
#include "core/actions.h"
#include "core/store/store.h"
#include "ui/app_services.h"
#include "ui/dialogs/message_box.h"
#include "ui/store_watcher.h"
#include "ui/theme/icons.h"
#include "ui/window/error_presenter.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QMenu>
#include <QSystemTrayIcon>

namespace yardstick::ui {

MainWindow::Closing MainWindow::askClosing(int running, bool tray)
{
    QStringList buttons;
    std::vector<Closing> choices;
    const auto offer = [&](const QString& text, Closing choice) {
        buttons << text;
        choices.push_back(choice);
    };
    if (tray) {
        offer(tr("Keep working in the tray"), Closing::KeepInTray);
    }
    offer(tr("Hand over to yardstick serve"), Closing::HandOver);
    offer(tr("Leave them running"), Closing::LeaveRunning);
    offer(tr("Stop them"), Closing::StopJobs);
    const QString text = tr("%n jobs are running. They go on without the window; what waits in the queues starts only while something "
                            "schedules: the tray, yardstick serve, or the next window.",
                            nullptr, running);
    const int answer = MessageBox::ask(this, tr("Jobs are running"), text, buttons, 0, static_cast<int>(choices.size()) - 1);
    return answer < 0 || answer >= static_cast<int>(choices.size()) ? Closing::Cancel : choices[static_cast<size_t>(answer)];
}

bool MainWindow::carryOut(Closing choice)
{
    switch (choice) {
    case Closing::Cancel:
        return false;
    case Closing::LeaveRunning:
        return true;
    case Closing::KeepInTray:
        showTray();
        return false;
    case Closing::HandOver:
        if (const Result<> handed = m_context.services.handOverToServe(); !handed) {
            m_context.errors.showError(handed.error(), tr("Hand over to yardstick serve"));
            return false;
        }
        return true;
    case Closing::StopJobs: {
        ExperimentFilter filter;
        filter.statuses = {ExperimentStatus::Starting, ExperimentStatus::Running};
        const auto running = m_context.watcher.reader().experiments(filter);
        if (!running) {
            m_context.errors.showError(running.error(), tr("Stop them"));
            return false;
        }
        for (const Experiment& e : *running) {
            m_context.store.post([id = e.id](StoreWriter& w) { return actions::stop(w, id); });
        }
        // The scheduler sends the stop; the window goes once nothing runs any more.
        m_context.errors.showNote(tr("Stopping; the window closes when the jobs have saved their state."));
        connect(
            &m_context.watcher, &StoreWatcher::experimentsChanged, this,
            [this, filter] {
                const auto left = m_context.watcher.reader().experiments(filter);
                if (left && left->empty()) {
                    m_leaving = true;
                    close();
                }
            },
            Qt::QueuedConnection);
        return false;
    }
    }
    return true;
}

void MainWindow::showTray()
{
    if (!m_tray) {
        m_tray = new QSystemTrayIcon(icon(QStringLiteral("experiments")), this);
        m_tray->setToolTip(tr("Yardstick"));
        auto* menu = new QMenu(this);
        connect(menu->addAction(tr("Open the window")), &QAction::triggered, this, [this] {
            m_tray->hide();
            show();
            activateWindow();
        });
        connect(menu->addAction(tr("Quit")), &QAction::triggered, this, [this] {
            m_leaving = true;
            m_tray->hide();
            close();
            QCoreApplication::quit();
        });
        m_tray->setContextMenu(menu);
        connect(m_tray, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
            if (reason == QSystemTrayIcon::Trigger) {
                m_tray->hide();
                show();
                activateWindow();
            }
        });
    }
    saveState();
    m_tray->show();
    hide();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    refreshStatus();
    const bool ours = m_context.services.schedulerHolder().self;
    if (!m_leaving && m_running > 0 && ours && !carryOut(askClosing(m_running, QSystemTrayIcon::isSystemTrayAvailable()))) {
        event->ignore();
        return;
    }
    m_leaving = true;
    saveState();
    event->accept();
}

} // namespace yardstick::ui
