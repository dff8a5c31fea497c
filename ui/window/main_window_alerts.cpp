// The alerts of the window: read on the reader thread when the store has changed, at most each few seconds, and each minute, for
// prices grow old by themselves.
#include "core/store/store.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiments_page.h"
#include "ui/format.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"
#include "ui/window/alerts_panel.h"
#include "ui/window/error_presenter.h"
#include "ui/window/main_window.h"
#include "ui/window/status_line.h"

#include <QListWidget>
#include <QVBoxLayout>

#include <map>

namespace yardstick::ui {
namespace {
constexpr int kAlertsMs = 3000;      ///< after a change
constexpr int kAlertsIdleMs = 60000; ///< without one
} // namespace

void MainWindow::buildAlerts(QVBoxLayout& below)
{
    m_alerts = new AlertsPanel(below.parentWidget());
    below.addWidget(m_alerts);
    m_alertsTimer.setSingleShot(true);
    connect(&m_alertsTimer, &QTimer::timeout, this, &MainWindow::refreshAlerts);
    connect(&m_context.watcher, &StoreWatcher::changed, this, [this] {
        if (m_alertsTimer.remainingTime() > kAlertsMs) {
            m_alertsTimer.start(kAlertsMs);
        }
    });
    connect(m_alerts, &AlertsPanel::activated, this, &MainWindow::showAlert);
    connect(m_alerts, &AlertsPanel::dismissRequested, this, [this](const QStringList& texts) {
        std::vector<std::string> keys;
        for (const QString& text : texts) {
            keys.push_back(toUtf8(text));
        }
        m_context.store.post([keys](StoreWriter& w) { return dismissAlerts(w, keys, nowUtcMs()); }, this, [this](Result<> done) {
            if (!done && done.error().code != ErrorCode::NotFound) { // it is over: that is as good
                m_context.errors.showError(done.error());
            }
            refreshAlerts();
        });
    });
}

void MainWindow::refreshAlerts()
{
    m_alertsTimer.start(kAlertsIdleMs);
    m_context.query.run<std::vector<Alert>>([](const StoreReader& reader) { return currentAlerts(reader, nowUtcMs()); }, this,
                                            [this](Result<std::vector<Alert>> alerts) {
        if (alerts) { // one that cannot be read now is read again in a minute
            m_alerts->setAlerts(*alerts);
            m_status->setStanding(m_alerts->count());
            std::map<ExperimentId, QString> marks; // dismissed ones too: the run is slow all the same
            for (const Alert& alert : *alerts) {
                if (alert.experimentId.valid()) {
                    marks.emplace(alert.experimentId, errorText(alert.sentence));
                }
            }
            m_experiments->model().setMarks(std::move(marks));
        }
    });
}

void MainWindow::toggleAlerts()
{
    if (m_context.errors.alerts() > 0) {
        m_context.errors.show();
    }
    m_alerts->setVisible(m_alerts->isHidden());
    if (auto* list = m_alerts->findChild<QListWidget*>(); m_alerts->isVisible() && m_alerts->count() > 0) {
        list->setFocus();
    }
}

void MainWindow::showAlert(const Alert& alert)
{
    switch (alert.kind) {
    case AlertKind::SlowRun:
        showPage(QStringLiteral("experiments"));
        m_experiments->select({alert.experimentId});
        break;
    case AlertKind::BudgetPassed:
    case AlertKind::BudgetUncounted:
        showPage(QStringLiteral("queues"));
        break;
    case AlertKind::OldPrice:
        showPage(QStringLiteral("machines"));
        break;
    }
}

} // namespace yardstick::ui
