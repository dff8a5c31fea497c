// What the files of core/actions.h share; not for others.
#pragma once

#include "core/actions.h"

#include <string>

namespace yardstick::actions::shared {

std::string reference(ExperimentId id); ///< "#12"
/// The experiment, if `action` is allowed on it now.
Result<Experiment> allowed(StoreWriter& store, ExperimentId id, Action action);
Result<> save(StoreWriter& store, Experiment& e); ///< stamps changedMs
Result<Queue> queueById(StoreWriter& store, QueueId id);

} // namespace yardstick::actions::shared
