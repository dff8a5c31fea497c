// `yardstick run`, `yardstick serve`, `yardstick demo`: the ones that schedule and wait, with an event loop.
#include "app/commands.h"
#include "app/demo.h"
#include "app/interrupt_watch.h"
#include "app/json_views.h"
#include "app/progress.h"
#include "app/scheduling.h"

#include "core/actions.h"
#include "core/export/tables.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <iostream>

namespace yardstick::app {
namespace {

/// On stderr, for it is why the exit code is 1.
void tellFailed(const ConsoleProgress& progress)
{
    const std::vector<ExperimentId> failed = progress.failed();
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(failed.size(), 10); ++i) {
        names += (i > 0 ? ", #" : "#") + std::to_string(failed[i].value);
    }
    names += failed.size() > 10 ? " …" : "";
    const std::string first = std::to_string(failed.front().value);
    std::cerr << "yardstick: " << failed.size() << " of " << counted(progress.worked(), "experiment") << " failed: " << names
              << ". See why with  yardstick exp show " << first << "  and  yardstick exp log " << first << std::endl;
}

struct Worked
{
    int code = 0;
    bool toTheEnd = false; ///< not ended by a signal or an error of ours, which has been told
};

/// Works the queues (or, when somebody else schedules, watches them) until nothing waits or runs. 0; 130 on Ctrl+C; 1 when something
/// could not be started, or when an experiment that waited or ran meanwhile has failed.
Worked workUntilIdle(Context& c, const std::string& program, bool forever)
{
    auto store = c.store();
    if (!store) {
        return {c.fail(store.error())};
    }
    auto scheduler = takeScheduler(**store, program);
    if (!scheduler && scheduler.error().code != ErrorCode::Busy) {
        return {c.fail(scheduler.error())};
    }
    if (!scheduler && forever) {
        return {c.fail(scheduler.error())};
    }
    if (!scheduler) {
        c.say(scheduler.error().message() + " Watching it.");
    }
    QEventLoop loop;
    int code = 0;
    bool ended = false; // before everything was done
    const InterruptWatch watch([&] {
        code = 130;
        ended = true;
        loop.quit();
    });
    ConsoleProgress progress(c);
    std::string lastFault;
    if (const auto before = progress.update(); !before) {
        return {c.fail(before.error())};
    }
    if (scheduler) {
        QObject::connect(scheduler->get(), &Scheduler::failed, &loop, [&](const QString& message) {
            const std::string text = message.toStdString();
            if (text != lastFault) { // the same fault each tick is told once
                progress.finish();
                std::cerr << "yardstick: " << text << std::endl;
                lastFault = text;
            }
        });
        (*scheduler)->start();
    }
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        const auto open = progress.update();
        if (!open) {
            code = c.fail(open.error());
            ended = true;
            loop.quit();
        } else if (!forever && ((scheduler && (*scheduler)->idle()) || (!scheduler && *open == 0))) {
            loop.quit();
        }
    });
    timer.start(200);
    loop.exec();
    progress.finish();
    if (const auto open = progress.update(); code == 0 && !forever && !lastFault.empty() && open && *open > 0) {
        c.say("Still waiting: " + std::to_string(*open) + ". Mend what is named above and run again; nothing is lost.");
        code = 1;
    }
    progress.finish();
    if (scheduler) {
        (*scheduler)->release();
    }
    if (code == 130) {
        c.say("Stopped scheduling. What runs goes on by itself; the next start picks it up again.");
        return {forever ? 0 : code};
    }
    if (!forever && !ended && !progress.failed().empty()) {
        tellFailed(progress);
        code = 1;
    }
    return {code, !ended};
}

Result<std::filesystem::path> drawDemoData(Context& c, const std::filesystem::path& storeFile)
{
    auto worker = findWorker();
    if (!worker) {
        return std::unexpected(worker.error());
    }
    Result<std::filesystem::path> result = fail(ErrorCode::Cancelled, "Interrupted while the demo data set was drawn; the next call draws it anew.");
    QEventLoop loop;
    const InterruptWatch watch([&] { loop.quit(); });
    DemoDataJob job(*worker, demoDataFolder(storeFile), nullptr);
    job.start([&](Result<std::filesystem::path> done) {
        result = std::move(done);
        loop.quit();
    });
    c.say("Drawing the demo data set in " + demoDataFolder(storeFile).string() + " …");
    loop.exec();
    return result;
}

} // namespace

int runUntilIdle(Context& c, bool wait)
{
    const Worked worked = workUntilIdle(c, "run", wait);
    if (worked.toTheEnd && c.json) { // with failed ones too: the rows say which
        auto rows = (*c.reader())->experiments();
        if (!rows) {
            return c.fail(rows.error());
        }
        c.print(viewAll(*rows));
    }
    return worked.code;
}

int serve(Context& c)
{
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    c.say("Scheduling " + (*store)->info().file.string() + ". Ctrl+C ends this; running jobs go on.");
    return workUntilIdle(c, "serve", true).code;
}

int demo(Context& c, bool run, bool enqueueOnly)
{
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    auto yaml = drawDemoData(c, (*store)->info().file);
    if (!yaml) {
        const int code = c.fail(yaml.error());
        return yaml.error().code == ErrorCode::Cancelled ? 130 : code;
    }
    auto made = (*store)->runFor<std::vector<DemoExperiment>>([&](StoreWriter& w) { return makeDemoExperiments(w, *yaml); });
    if (!made) {
        return c.fail(made.error());
    }
    std::vector<ExperimentId> ids;
    for (const DemoExperiment& e : *made) {
        ids.push_back(e.id);
    }
    if (run || enqueueOnly) {
        auto queued = (*store)->run([&](StoreWriter& w) -> Result<> {
            for (const DemoExperiment& demoExperiment : *made) {
                auto now = w.read().experiment(demoExperiment.id);
                auto queue = w.read().queueByName(demoExperiment.queue);
                if (!now || !queue) {
                    return std::unexpected(!now ? now.error() : queue.error());
                }
                if (isAllowed(Action::Enqueue, now->status)) {
                    if (auto done = actions::enqueue(w, demoExperiment.id, queue->id); !done) {
                        return done;
                    }
                }
            }
            return {};
        });
        if (!queued) {
            return c.fail(queued.error());
        }
    }
    const Worked worked = run ? workUntilIdle(c, "run", false) : Worked{0, true};
    if (!worked.toTheEnd) {
        return worked.code;
    }
    ExperimentFilter filter;
    filter.ids = ids;
    auto rows = (*c.reader())->experiments(filter);
    if (!rows) {
        return c.fail(rows.error());
    }
    const auto unfinished = std::count_if(rows->begin(), rows->end(), [](const Experiment& e) { return e.status != ExperimentStatus::Completed; });
    if (c.json) {
        c.print(viewAll(*rows));
    } else if (run) {
        auto table = exports::experimentsTable(**c.reader(), ids, {"id", "name", "status", "machine", "epochs", "map50", "map50_95", "epoch_seconds",
                                                                   "price_per_hour", "cost_per_epoch", "cost_total", "duration_s"});
        if (!table) {
            return c.fail(table.error());
        }
        c.print(*table);
        c.say("Prices of this computer are examples: set your own with  yardstick machine price \"this host, all cores\" --set 0.05");
    } else {
        c.say(enqueueOnly ? "The demo waits in the queues: open the window, or run  yardstick run --until-idle"
                          : "Three demo experiments are ready. Start them with  yardstick demo --run");
    }
    if (run && unfinished > 0 && worked.code == 0) { // stopped or ended by somebody, or failed before this call
        std::cerr << "yardstick: " << unfinished << " of " << counted(static_cast<std::int64_t>(rows->size()), "demo experiment")
                  << " did not complete; the table says which, and  yardstick exp show N  says why." << std::endl;
    }
    return run && unfinished > 0 ? 1 : worked.code;
}

int schedulerStatus(Context& c)
{
    if (auto reader = c.reader(); !reader) {
        return c.fail(reader.error());
    }
    const SchedulerHolder holder = schedulerHolder(c.file());
    const auto alerts = alertsView(**c.reader());
    if (!alerts) {
        return c.fail(alerts.error());
    }
    if (c.json) {
        nlohmann::json all = view(holder);
        all["alerts"] = *alerts;
        c.print(all);
    }
    c.say(holder.held ? "scheduler: " + holder.program + ", process " + std::to_string(holder.pid) + ", since " + formatUtc(holder.sinceMs)
                      : "scheduler: nobody; open the window or run  yardstick serve");
    for (const nlohmann::json& alert : *alerts) {
        if (!alert.at("dismissed").get<bool>()) {
            c.say("alert: " + alert.at("text").get<std::string>());
        }
    }
    return 0;
}

} // namespace yardstick::app
