// How every program of ours that schedules is put together: store + launchers + clock → Scheduler. One readable place.
#pragma once

#include "core/schedule/scheduler.h"

#include <memory>
#include <string>

namespace yardstick::app {

/// Takes the scheduler of this store with every launcher that this build has. `program`: "window", "serve", "run".
Result<std::unique_ptr<Scheduler>> takeScheduler(Store& store, const std::string& program);
/// Beside the store: host keys that are pinned, one folder per host.
std::filesystem::path machinesFolder(const Store& store);

} // namespace yardstick::app
