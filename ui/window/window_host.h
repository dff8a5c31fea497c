// WindowHost: what outlives a main window: the theme, the translators and the settings. It opens the main window, and
// opens it anew when the language changes (texts are made when a widget is). Made by app after QApplication.
// Owner thread: GUI.
#pragma once

#include "core/base/result.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QObject>

#include <memory>

class QApplication;

namespace yardstick {
class Store;
}

namespace yardstick::ui {

class AppServices;
class MainWindow;

class WindowHost : public QObject
{
    Q_OBJECT
public:
    /// `settingsFile` empty: the user's own.
    WindowHost(QApplication& app, Store& store, AppServices& services, const QString& settingsFile = {});
    ~WindowHost() override;

    /// Forgets sizes, layouts and folders first, when wanted (--reset-ui).
    Result<> open(bool resetUi = false);
    [[nodiscard]] MainWindow* window() const { return m_window.get(); }
    [[nodiscard]] Settings& settings() { return m_settings; }
    /// From the scheduler of this process: shown in the window's message bar.
    void showWarning(const QString& sentence);

private:
    void reopen();

    Settings m_settings;
    Theme m_theme;
    Store& m_store;
    AppServices& m_services;
    std::unique_ptr<MainWindow> m_window;
};

/// One sentence in a box, before any window is there (a store that cannot be opened). Blocks until it is closed.
void showStartFault(const Error& error);

} // namespace yardstick::ui
