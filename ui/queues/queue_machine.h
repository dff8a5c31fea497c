// queue_machine: the machine whose price the jobs of a queue on an own host pay: one per host and threads.
#pragma once

#include "core/records.h"
#include "core/store/store_writer.h"

namespace yardstick::ui {

/// Found, or made with the example form's price (marked so).
Result<MachineId> machineFor(StoreWriter& w, const Host& host, int threads);

} // namespace yardstick::ui
