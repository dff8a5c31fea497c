#include "core/schedule/workbench.h"

#include "core/schedule/attempt_rows.h"

namespace yardstick::schedule {

void Workbench::noteReason(ExperimentId id, const std::string& reason)
{
    const auto known = set.experiments().find(id);
    if (known != set.experiments().end() && known->second.reason == reason) {
        return;
    }
    if (const auto written = store.run([&](StoreWriter& w) { return writeReason(w, id, reason, clock.now()); }); !written) {
        tell(written.error());
    }
}

} // namespace yardstick::schedule
