// The trainer of a run directory in this process, on one thread.
#pragma once

#include "tests/training/run_fixture.h"
#include "training/engine/trainer.h"

#include <torch/torch.h>

namespace yardstick::training {

inline TrainOutcome runTrainer(const fs::path& directory, const StopRequest& stop)
{
    fs::create_directories(directory / "weights");
    auto log = RunLog::open(directory);
    auto options = trainOptions(*readJob(directory));
    EXPECT_TRUE(options.has_value()) << options.error().message();
    at::set_num_threads(1);
    Trainer trainer(*options, **log, stop);
    auto outcome = trainer.run();
    EXPECT_TRUE(outcome.has_value()) << outcome.error().message();
    return outcome.value_or(TrainOutcome{});
}

} // namespace yardstick::training
