#include "app/scheduling.h"

#include "cloud/ssh_launcher.h"
#include "core/local_launcher.h"

namespace yardstick::app {
namespace {

Result<std::unique_ptr<Launcher>> makeSshLauncher(Store& store)
{
    auto opened = store.reader();
    if (!opened) {
        return std::unexpected(opened.error());
    }
    SshLauncher::Options options;
    options.folder = machinesFolder(store);
    options.hostOf = [reader = std::make_shared<StoreReader>(std::move(*opened))](HostId id) -> Result<Host> {
        auto hosts = reader->hosts();
        if (!hosts) {
            return std::unexpected(hosts.error());
        }
        for (const Host& host : *hosts) {
            if (host.id == id) {
                return host;
            }
        }
        return fail(ErrorCode::NotFound, "There is no host with the number {0}.", id.value);
    };
    return std::make_unique<SshLauncher>(std::move(options));
}

} // namespace

std::filesystem::path machinesFolder(const Store& store)
{
    return std::filesystem::absolute(store.info().file).parent_path() / "machines";
}

Result<std::unique_ptr<Scheduler>> takeScheduler(Store& store, const std::string& program)
{
    static const SystemClock clock;
    Scheduler::Options options;
    options.program = program;
    // A missing worker is no reason not to schedule: what needs it waits and says so (Launcher::ready), other machines work on.
    options.worker = findWorker().value_or(std::filesystem::path{});
    std::map<std::string, std::unique_ptr<Launcher>> launchers;
    launchers.emplace("local", std::make_unique<LocalLauncher>(options.worker));
    auto ssh = makeSshLauncher(store);
    if (!ssh) {
        return std::unexpected(ssh.error());
    }
    launchers.emplace("ssh", std::move(*ssh));
    return Scheduler::take(store, std::move(launchers), clock, std::move(options));
}

} // namespace yardstick::app
