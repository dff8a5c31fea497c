// MainWindow: the frame: side bar, pages, message bar, status line, window-wide shortcuts, and what happens on closing
// while jobs run. Each page is a controller of its own; nothing of a page's matter stands here.
// Owner thread: GUI. Lifetime: the store, the services and the settings live longer.
#pragma once

#include "core/alerts.h"
#include "core/base/result.h"
#include "ui/window/window_context.h"

#include <QMainWindow>
#include <QTimer>
#include <QUndoStack>

#include <memory>
#include <vector>

class QStackedWidget;
class QSystemTrayIcon;
class QVBoxLayout;

namespace yardstick::ui {

class AlertsPanel;
class CommandPalette;
class ExperimentsPage;
class Page;
class SideBar;
class StatusLine;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// Fails when the store cannot be read.
    static Result<std::unique_ptr<MainWindow>> make(Store& store, AppServices& services, Settings& settings);
    ~MainWindow() override;

    [[nodiscard]] WindowContext& context() { return m_context; }
    [[nodiscard]] ExperimentsPage& experiments() { return *m_experiments; }
    [[nodiscard]] Page* page(const QString& id) const;
    void showPage(const QString& id);
    void showWarning(const QString& sentence);

    /// What closing does while jobs of this window's scheduler run.
    enum class Closing { KeepInTray, HandOver, StopJobs, LeaveRunning, Cancel };

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts; ///< what the context refers to
    explicit MainWindow(std::unique_ptr<Parts> parts);
    void buildPages();
    void buildFrame();
    void buildActions();
    void addPage(Page* page);
    void openPalette();
    void refreshStatus();
    void refreshScheduler();
    void refreshAlerts();
    void buildAlerts(QVBoxLayout& below);
    void toggleAlerts();
    void showAlert(const Alert& alert);
    [[nodiscard]] Closing askClosing(int running, bool tray);
    bool carryOut(Closing choice);
    void showTray();
    void saveState();

    std::unique_ptr<Parts> m_parts;
    WindowContext& m_context;
    SideBar* m_side = nullptr;
    StatusLine* m_status = nullptr;
    AlertsPanel* m_alerts = nullptr;
    QStackedWidget* m_stack = nullptr;
    CommandPalette* m_palette = nullptr;
    ExperimentsPage* m_experiments = nullptr;
    std::vector<Page*> m_pages;
    QList<QAction*> m_actions;
    QSystemTrayIcon* m_tray = nullptr;
    QTimer m_schedulerTimer;
    QTimer m_alertsTimer;
    QTimer m_statusTimer; ///< coalesces changes of the store
    int m_running = 0;
    int m_waiting = 0;
    bool m_leaving = false;    ///< the question was answered
    bool m_takeFailed = false; ///< said once; the status line offers to try again
};

} // namespace yardstick::ui
