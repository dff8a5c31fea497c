// Scheduler: the one that launches and ingests. It holds the OS lock <store>.scheduler while it works; the
// lock is freed by the kernel whatever happens to the process. Owner thread: the thread that made it (needs
// an event loop).
#pragma once

#include "core/base/platform.h"
#include "core/clock.h"
#include "core/launcher.h"
#include "core/store/store.h"

#include <QObject>

#include <map>
#include <memory>

namespace yardstick {

class Scheduler : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        std::filesystem::path worker;     ///< path of yardstick-worker; empty: found (findWorker)
        std::filesystem::path runsFolder; ///< default: <store folder>/runs
        int tickMs = 250;
        std::string program = "window"; ///< who we are, for the lock file: window, serve, run
        bool forceNetworkFileSystem = false;
    };
    /// `launchers` by kind; owned. Busy when another process holds the lock (the message says who).
    static Result<std::unique_ptr<Scheduler>> take(Store& store,
                                                   std::map<std::string, std::unique_ptr<Launcher>> launchers,
                                                   const Clock& clock, Options options);
    ~Scheduler() override;

    void start(); ///< re-attaches what runs, then ticks
    /// Leaves running jobs alone; gives the lock back.
    void release();
    [[nodiscard]] bool idle() const; ///< nothing queued that could start, nothing live, everything ingested

Q_SIGNALS:
    void ticked();
    void failed(const QString& message); ///< something the user should see (disk full, launcher missing…)

private:
    struct Impl;
    explicit Scheduler(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

struct SchedulerHolder
{
    bool held = false;
    std::int64_t pid = 0;
    std::string program; ///< "window", "serve", "run"
    UtcMs sinceMs = 0;
    bool self = false;
};
/// Who schedules this store now (reads the lock file; asks the kernel whether it is held).
SchedulerHolder schedulerHolder(const std::filesystem::path& storeFile);

/// YARDSTICK_WORKER, else beside our executable, else ../libexec/yardstick, else PATH. WorkerMissing with
/// every path tried.
Result<std::filesystem::path> findWorker();

} // namespace yardstick
