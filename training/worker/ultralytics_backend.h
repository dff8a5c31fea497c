// The backend `ultralytics`: the user's own `yolo train` as a child of the worker, watched from outside. It writes the same
// events as the native trainer. An epoch is over when its row appears in results.csv, and lasts as long as our monotonic clock
// says between rows; the first one begins where the trainer says that it starts. What the program prints is the log. Its files
// lie in the folder run_files::kUltralytics of the run directory.
#pragma once

#include "core/base/job.h"
#include "training/engine/run_log.h"
#include "training/engine/stop_request.h"

#include <map>
#include <string>
#include <vector>

namespace yardstick::training {

struct UltralyticsOptions
{
    std::string setting;                       ///< see kUltralyticsVariable
    std::vector<std::string> withoutVariables; ///< of our environment, which the program does not get
    double interruptSeconds = 20;              ///< after SIGINT, before SIGTERM
    double terminateSeconds = 10;              ///< after SIGTERM, before SIGKILL
};

struct UltralyticsOutcome
{
    std::string outcome; ///< completed | stopped | interrupted
    int epochs = 0;      ///< last complete epoch
    double seconds = 0;
    std::map<std::string, double> metrics; ///< of the best epoch
};

/// Runs one job to its end, from the hello event to the last artifact; `done` and exit.json are the caller's. Failures: what
/// ultralyticsPreflight and the arguments say; OutOfMemory; WorkerFailed with the program's own last error.
Result<UltralyticsOutcome> trainWithUltralytics(const JobSpec& job, RunLog& log, const StopRequest& stop,
                                                const UltralyticsOptions& options);

} // namespace yardstick::training
