// The epoch time of a machine on which this work was not timed, from where something like it was. Pure functions, any thread.
//   same GPU model, same work      the time there; basis similar. How much the rest of the computer matters is taken from the
//                                  built-in benchmark (2023-03-23), which has 4 GPU models in 2 to 4 computers each: the logarithms
//                                  of their epoch times deviate by kSameGpuDeviation within a model (6 degrees of freedom), so
//                                  that between two computers the 95 % interval is × and ÷ exp(t(6)·√2·deviation), about 1.9
//   other data, else the same      × images / images there; basis guess. No interval: nobody measured how well that holds
#pragma once

#include "core/base/epoch_estimate.h"

#include <string_view>

namespace yardstick {

inline constexpr double kSameGpuDeviation = 0.1888;
inline constexpr int kSameGpuDegrees = 6;

/// `there`, measured on another computer with the same GPU model. Insufficient unless it was measured.
EpochEstimate similarEstimate(const EpochEstimate& there);
/// `there`, measured with so many images an epoch, for `images`. Insufficient unless it was measured and both are above 0.
EpochEstimate scaledEstimate(const EpochEstimate& there, double imagesThere, double images);

/// "NVIDIA GeForce RTX 3080" and "RTX 3080" are one model; an empty name is none.
bool isSameGpu(std::string_view a, std::string_view b);

} // namespace yardstick
