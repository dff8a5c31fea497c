#include "ui/imports/run_import.h"

#include <QTimer>

namespace yardstick::ui {
namespace {
constexpr int kLookEveryMs = 1000;
}

RunImport::RunImport(Store& store, imports::UltralyticsImport::Options options, bool watch, QObject* parent) : QObject(parent)
{
    qRegisterMetaType<yardstick::imports::UltralyticsReport>();
    qRegisterMetaType<yardstick::Error>();
    m_thread.setObjectName(QStringLiteral("imports"));
    auto* timer = new QTimer; // lives and dies on the thread
    timer->setInterval(kLookEveryMs);
    timer->moveToThread(&m_thread);
    auto import = std::make_shared<imports::UltralyticsImport>(store, std::move(options));
    connect(&m_thread, &QThread::started, timer, [this, import, timer, watch] {
        look(*import, watch ? imports::LastLine::LeaveIfOpen : imports::LastLine::Take, true);
        if (watch) {
            timer->start();
        }
    });
    connect(timer, &QTimer::timeout, timer, [this, import, timer] {
        if (m_cancelled) {
            timer->stop();
        } else {
            look(*import, imports::LastLine::LeaveIfOpen, false);
        }
    });
    connect(&m_thread, &QThread::finished, timer, &QObject::deleteLater);
    m_thread.start();
}

RunImport::~RunImport()
{
    m_cancelled = true;
    m_thread.quit();
    m_thread.wait();
}

void RunImport::look(imports::UltralyticsImport& import, imports::LastLine last, bool first)
{
    const auto report = import.look(last, [this](int done, int total) {
        Q_EMIT progressed(done, total);
        return !m_cancelled;
    });
    if (!report) {
        Q_EMIT failed(report.error());
    } else if (first || report->added > 0 || report->grown > 0 || report->replaced > 0 || !report->problems.empty()) {
        Q_EMIT looked(*report);
    }
}

} // namespace yardstick::ui
