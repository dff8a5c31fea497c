#include "app/gui.h"

#include "app/window_services.h"
#include "core/actions.h"
#include "core/store/store.h"
#include "ui/charts/chart_renderer.h"
#include "ui/report/report_renderer.h"
#include "ui/window/main_window.h"
#include "ui/window/window_host.h"

#include <QApplication>
#include <QIcon>

#include <iostream>

namespace yardstick::app {
namespace {

QtMessageHandler s_otherMessages = nullptr;

/// Without a login session Qt makes a folder of its own for sockets and says so on stderr: nothing that a user could act on.
void leaveOutRuntimeFolder(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (!message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set"))) {
        s_otherMessages(type, context, message);
    }
}

void nameApplication()
{
    s_otherMessages = qInstallMessageHandler(&leaveOutRuntimeFolder);

    QCoreApplication::setOrganizationName(QStringLiteral("Yardstick"));
    QCoreApplication::setApplicationName(QStringLiteral("yardstick"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.yardstick.Yardstick"));
}

} // namespace

int runWindow(int& argc, char** argv, const std::filesystem::path& storeFile, bool resetUi)
{
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
        qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        std::cerr << "yardstick: There is no display; see yardstick --help for what works without one.\n";
        return 1;
    }
    nameApplication();
    QApplication application(argc, argv);

    auto store = Store::open(storeFile.empty() ? Store::defaultFile() : storeFile);
    if (!store) {
        std::cerr << "yardstick: " << store.error().message() << '\n';
        ui::showStartFault(store.error());
        return exitCode(store.error().code);
    }
    // Before the first event: this computer's host and queues exist, so that the first page is complete.
    if (auto ready = (*store)->run([](StoreWriter& w) { return actions::ensureLocalHost(w); }); !ready) {
        std::cerr << "yardstick: " << ready.error().message() << '\n';
        ui::showStartFault(ready.error());
        return exitCode(ready.error().code);
    }
    WindowServices services(**store);
    ui::WindowHost host(application, **store, services);
    QObject::connect(&services, &WindowServices::schedulerFailed, &host, &ui::WindowHost::showWarning);
    // Busy is no fault: somebody else schedules, and the status line says who.
    if (auto taken = services.takeScheduler(); !taken && taken.error().code != ErrorCode::Busy) {
        std::cerr << "yardstick: " << taken.error().message() << '\n';
    }
    host.open(resetUi);
    return QApplication::exec();
}

Result<int> withRenderers(int& argc, char** argv, const std::function<int(const Renderers&)>& draw)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    nameApplication();
    QApplication application(argc, argv);
    ui::WidgetChartRenderer charts;
    ui::PdfReportRenderer reports;
    return draw({charts, reports});
}

} // namespace yardstick::app
