// WindowServices: what the window asks of the application (ui/app_services.h), implemented here: the scheduler of this
// process, the worker's path, the demo, handing over to `yardstick serve`. Owner thread: the GUI thread.
#pragma once

#include "app/demo.h"
#include "ui/app_services.h"

#include "core/schedule/scheduler.h"
#include "core/store/store.h"

#include <QObject>

#include <memory>

namespace yardstick::app {

class WindowServices final : public QObject, public ui::AppServices
{
    Q_OBJECT
public:
    explicit WindowServices(Store& store, QObject* parent = nullptr);
    ~WindowServices() override;

    [[nodiscard]] QString version() const override;
    [[nodiscard]] SchedulerHolder schedulerHolder() const override;
    Result<> takeScheduler() override;
    Result<> handOverToServe() override;
    [[nodiscard]] Result<std::filesystem::path> findWorker() const override;
    void startDemo(QObject* context, Progress progress, std::function<void(Result<std::vector<ExperimentId>>)> done) override;
    void cancelDemo() override;
    Result<> openUrl(const QUrl& url) override;
    [[nodiscard]] QString commandLine(const QString& subcommand) const override;

Q_SIGNALS:
    void schedulerFailed(const QString& message);

private:
    Store& m_store;
    std::unique_ptr<Scheduler> m_scheduler;
    std::unique_ptr<DemoDataJob> m_demo;
};

} // namespace yardstick::app
