// The named tensors of a module, in the order and with the names that published checkpoints use: a module's own
// parameters, its own buffers, then its children in order of registration.
#pragma once

#include "core/base/result.h"

#include <torch/nn/module.h>

#include <string>
#include <utility>
#include <vector>

namespace yardstick::training {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// Shares storage with the module.
NamedTensors stateDict(const torch::nn::Module& module);

/// Copies values of `source` into the module. BadFile names the first entry that is missing, left over or has another
/// shape; then nothing was copied.
Result<> loadStateDict(torch::nn::Module& module, const NamedTensors& source);

} // namespace yardstick::training
