// Where an attempt's last checkpoint lies on this computer.
#pragma once

#include "core/records.h"

#include <string>
#include <vector>

namespace yardstick {

/// weights/last.ckpt (of the backend ultralytics its last.pt) of the newest visible attempt that left one; empty: none did.
std::string newestCheckpoint(const std::vector<Attempt>& attempts);

} // namespace yardstick
