// A store of any size for benchmarks: experiments with attempts, epochs, series and points as ingestion
// writes them.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace yardstick::test {

/// Makes a store at `file`, which must not exist, with `experiments` experiments in ten projects and at least
/// `points` points spread over those that have run (nine of ten). Deterministic; a few seconds for 10,000 and
/// 3 million.
Result<> makeBenchStore(const std::filesystem::path& file, int experiments, std::int64_t points);

} // namespace yardstick::test
