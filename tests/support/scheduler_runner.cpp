// scheduler_runner STORE WORKER: schedules a store until it is idle, like `run --until-idle`, in a process of
// its own that a test can kill. Prints "taken" once it holds the lock. Exit code 0: idle; 4: somebody else
// schedules (says who).
#include "core/local_launcher.h"
#include "core/schedule/scheduler.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

using namespace yardstick;

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    if (argc != 3) {
        return 2;
    }
    auto store = Store::open(argv[1]);
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().message().c_str());
        return 1;
    }
    const SystemClock clock;
    std::map<std::string, std::unique_ptr<Launcher>> launchers;
    launchers.emplace("local", std::make_unique<LocalLauncher>(argv[2]));
    Scheduler::Options options;
    options.tickMs = 20;
    options.program = "run";
    auto scheduler = Scheduler::take(**store, std::move(launchers), clock, options);
    if (!scheduler) {
        std::fprintf(stderr, "%s\n", scheduler.error().message().c_str());
        return 4;
    }
    std::puts("taken");
    std::fflush(stdout);
    QObject::connect(scheduler->get(), &Scheduler::failed, &app, [](const QString& message) {
        std::fprintf(stderr, "%s\n", message.toUtf8().constData());
    });
    QObject::connect(scheduler->get(), &Scheduler::ticked, &app, [&] {
        if ((*scheduler)->idle()) {
            QCoreApplication::exit(0);
        }
    });
    (*scheduler)->start();
    const int code = QCoreApplication::exec();
    (*scheduler)->release();
    return code;
}
