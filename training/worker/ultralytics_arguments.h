// What `yolo train` is told: a job's parameters as key=value arguments, one way for all of them, and the checkpoint of an
// earlier attempt made ready for the trainer's own resume.
#pragma once

#include "core/base/job.h"
#include "training/worker/ultralytics_environment.h"

#include <string>
#include <vector>

namespace yardstick::training {

struct UltralyticsArguments
{
    std::vector<std::string> list; ///< "detect", "train", "epochs=2"…
    std::vector<Error> warnings;   ///< parameters that this version does not know
    int epochsDone = 0;            ///< by earlier attempts
};

/// Arguments of a fresh run whose files land in `folder`; a data.yaml with whole paths may be written there. Every parameter of ours that trains and that this version knows is
/// given, defaults too, so that a run means the same with every version. InvalidArgument: the first fault of the parameters;
/// Unsupported: GPUs that torch does not see.
Result<UltralyticsArguments> ultralyticsArguments(const JobSpec& job, const UltralyticsEnvironment& environment,
                                                  const std::filesystem::path& folder);

/// Puts a copy of job.resumeFrom (a last.pt), with its place, data set and number of epochs changed to the job's, into
/// `folder` beside the results and best weights of the run that it is from, so that nothing of the earlier attempt is written
/// to. Returns the arguments that resume it. NotAllowed when that run has finished.
Result<UltralyticsArguments> prepareResume(const JobSpec& job, const UltralyticsEnvironment& environment,
                                           const std::filesystem::path& folder, const StopRequest* stop,
                                           const std::vector<std::string>& withoutVariables = {});

} // namespace yardstick::training
