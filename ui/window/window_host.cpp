#include "ui/window/window_host.h"

#include "ui/format.h"
#include "ui/window/main_window.h"

#include <QMessageBox>
#include <QTimer>

namespace yardstick::ui {

WindowHost::WindowHost(QApplication& app, Store& store, AppServices& services, const QString& settingsFile)
    : m_settings(settingsFile)
    , m_theme(app, m_settings.theme())
    , m_store(store)
    , m_services(services)
{
    installLanguage(resolvedLanguage(m_settings.language()));
    connect(&m_settings, &Settings::themeChanged, this, [this] { m_theme.setChoice(m_settings.theme()); });
    // From the event loop: the signal comes from a widget of the window that is about to go.
    connect(&m_settings, &Settings::languageChanged, this, &WindowHost::reopen, Qt::QueuedConnection);
}

WindowHost::~WindowHost() = default;

Result<> WindowHost::open(bool resetUi)
{
    if (resetUi) {
        m_settings.resetWindowState();
    }
    auto window = MainWindow::make(m_store, m_services, m_settings);
    if (!window) {
        return fail(window.error());
    }
    m_window = std::move(*window);
    m_window->show();
    return {};
}

void WindowHost::reopen()
{
    installLanguage(resolvedLanguage(m_settings.language()));
    auto window = MainWindow::make(m_store, m_services, m_settings);
    if (!window) {
        showWarning(errorText(window.error()));
        return;
    }
    (*window)->setGeometry(m_window->geometry());
    (*window)->show();
    std::swap(m_window, *window); // the old one goes after the new one is there: the program does not end in between
}

void WindowHost::showWarning(const QString& sentence)
{
    if (m_window) {
        m_window->showWarning(sentence);
    }
}

void showStartFault(const Error& error)
{
    installLanguage(resolvedLanguage(Settings().language())); // there is no WindowHost yet
    QMessageBox box(QMessageBox::Critical, QStringLiteral("Yardstick"), errorText(error));
    box.setObjectName(QStringLiteral("startFault"));
    box.setTextFormat(Qt::PlainText);
    if (!error.detail.empty()) {
        box.setDetailedText(fromUtf8(error.detail));
    }
    box.exec();
}

} // namespace yardstick::ui
