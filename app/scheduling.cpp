#include "app/scheduling.h"

#include "core/local_launcher.h"

namespace yardstick::app {

Result<std::unique_ptr<Scheduler>> takeScheduler(Store& store, const std::string& program)
{
    static const SystemClock clock;
    Scheduler::Options options;
    options.program = program;
    // A missing worker is told by the experiment that needs it (the launcher fails to place it), not by refusing to schedule.
    options.worker = findWorker().value_or(std::filesystem::path{});
    std::map<std::string, std::unique_ptr<Launcher>> launchers;
    launchers.emplace("local", std::make_unique<LocalLauncher>(options.worker));
    return Scheduler::take(store, std::move(launchers), clock, std::move(options));
}

} // namespace yardstick::app
