#include "app/window_services.h"

#include "app/scheduling.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QPointer>

namespace yardstick::app {
namespace {

QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

} // namespace

WindowServices::WindowServices(Store& store, QObject* parent) : QObject(parent), m_store(store) {}

WindowServices::~WindowServices() = default;

QString WindowServices::version() const { return QStringLiteral(YARDSTICK_VERSION); }

SchedulerHolder WindowServices::schedulerHolder() const { return yardstick::schedulerHolder(m_store.info().file); }

Result<> WindowServices::takeScheduler()
{
    if (m_scheduler) {
        return {};
    }
    auto taken = app::takeScheduler(m_store, "window");
    if (!taken) {
        return std::unexpected(taken.error());
    }
    m_scheduler = std::move(*taken);
    QObject::connect(m_scheduler.get(), &Scheduler::failed, this, &WindowServices::schedulerFailed);
    m_scheduler->start();
    return {};
}

Result<> WindowServices::handOverToServe()
{
    const bool held = m_scheduler != nullptr;
    if (held) {
        m_scheduler->release();
        m_scheduler.reset();
    }
    platform::SpawnOptions options;
    options.argv = {(platform::executableDirectory() / "yardstick").string(), "--store", m_store.info().file.string(), "serve"};
    options.outputFile = m_store.info().file.parent_path() / "serve.log";
    auto started = platform::spawnDetached(options);
    if (!started) {
        if (held) {
            if (auto again = takeScheduler(); !again) {
                return std::unexpected(again.error());
            }
        }
        return std::unexpected(started.error());
    }
    return {};
}

Result<std::filesystem::path> WindowServices::findWorker() const { return yardstick::findWorker(); }

void WindowServices::startDemo(QObject* context, Progress progress, std::function<void(Result<std::vector<ExperimentId>>)> done)
{
    const QPointer<QObject> guard(context);
    auto answer = [guard, done = std::move(done)](Result<std::vector<ExperimentId>> result) {
        if (guard) {
            done(std::move(result));
        }
    };
    auto worker = yardstick::findWorker();
    if (!worker) {
        answer(std::unexpected(worker.error()));
        return;
    }
    if (m_demo) {
        answer(fail(ErrorCode::Busy, "The demo data set is being drawn already."));
        return;
    }
    if (progress) {
        progress(0, 0, QCoreApplication::translate("WindowServices", "Drawing the demo data set…"));
    }
    m_demo = std::make_unique<DemoDataJob>(*worker, demoDataFolder(m_store.info().file), nullptr);
    m_demo->start([this, guard, progress = std::move(progress), answer = std::move(answer)](Result<std::filesystem::path> yaml) {
        m_demo.release()->deleteLater();
        if (!yaml) {
            answer(std::unexpected(yaml.error()));
            return;
        }
        if (progress && guard) {
            progress(1, 2, QCoreApplication::translate("WindowServices", "Making three draft experiments…"));
        }
        m_store.postFor<std::vector<DemoExperiment>>([file = *yaml](StoreWriter& w) { return makeDemoExperiments(w, file); }, this,
                                                     [answer](Result<std::vector<DemoExperiment>> made) {
                                                         if (!made) {
                                                             answer(std::unexpected(made.error()));
                                                             return;
                                                         }
                                                         std::vector<ExperimentId> ids;
                                                         for (const DemoExperiment& e : *made) {
                                                             ids.push_back(e.id);
                                                         }
                                                         answer(std::move(ids));
                                                     });
    });
}

void WindowServices::cancelDemo() { m_demo.reset(); }

Result<> WindowServices::openUrl(const QUrl& url)
{
    if (!QDesktopServices::openUrl(url)) {
        return fail(ErrorCode::Unsupported, "The desktop has no program to open {0}.", url.toString().toStdString());
    }
    return {};
}

QString WindowServices::commandLine(const QString& subcommand) const
{
    return QStringLiteral("%1 --store \"%2\" %3").arg(text(platform::executableDirectory() / "yardstick"), text(m_store.info().file), subcommand);
}

} // namespace yardstick::app
