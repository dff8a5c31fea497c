// AppServices: what the window needs from above and cannot know itself: who schedules, where the worker is, the demo,
// handing over to `yardstick serve`. Implemented in app/ (and by the tests' own services); the window holds a reference.
// Owner thread: the GUI thread. Long work is asynchronous: `done` runs on the GUI thread, and not at all when `context`
// has died.
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/schedule/scheduler.h"

#include <QObject>
#include <QString>
#include <QUrl>

#include <filesystem>
#include <functional>
#include <vector>

namespace yardstick::ui {

class AppServices
{
public:
    virtual ~AppServices() = default;

    /// "0.1.0"; shown in Settings and in About.
    [[nodiscard]] virtual QString version() const = 0;

    /// Who schedules this store now; `self` when it is this process. Asked once a second: keep it cheap.
    [[nodiscard]] virtual SchedulerHolder schedulerHolder() const = 0;
    /// Tries to take the scheduler for this window (it was free, or its holder ended). Success when it is ours already.
    virtual Result<> takeScheduler() = 0;
    /// Gives the scheduler back and starts `yardstick serve` detached on the same store. On an error nothing changed.
    virtual Result<> handOverToServe() = 0;

    /// The worker's path; WorkerMissing with every path tried.
    [[nodiscard]] virtual Result<std::filesystem::path> findWorker() const = 0;

    /// Progress of a long work: done of total steps (total 0: unknown) and one translated sentence.
    using Progress = std::function<void(int done, int total, const QString& text)>;
    /// Draws the demo's data set with the worker and makes its three drafts. Idempotent: a data set that is whole is kept,
    /// drafts that are there are given back. Cancelled after cancelDemo().
    virtual void startDemo(QObject* context, Progress progress, std::function<void(Result<std::vector<ExperimentId>>)> done) = 0;
    virtual void cancelDemo() = 0;

    /// Opens a folder or a page with the desktop's own program.
    virtual Result<> openUrl(const QUrl& url) = 0;

    /// The command line that starts another program of ours on this store, for the user to copy: "yardstick serve --store …".
    [[nodiscard]] virtual QString commandLine(const QString& subcommand) const = 0;
};

} // namespace yardstick::ui
