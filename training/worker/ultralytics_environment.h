// The user's own Python environment with Ultralytics YOLO, which the backend `ultralytics` runs: where it is, what is in it,
// and whether it can train. Nothing of the package is part of this program; it is asked through its interpreter.
#pragma once

#include "core/base/result.h"
#include "training/engine/stop_request.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace yardstick::training {

/// Environment variable that names the Python interpreter, the `yolo` program, or the folder of the virtual environment.
inline constexpr const char* kUltralyticsVariable = "YARDSTICK_ULTRALYTICS";

struct UltralyticsProgram
{
    std::string python;               ///< interpreter of the environment
    std::vector<std::string> command; ///< what `yolo` is: the program, or the interpreter and how it calls it
};

struct UltralyticsEnvironment
{
    UltralyticsProgram program;
    std::string version;                 ///< of ultralytics, "8.2.100"
    std::string torch;                   ///< version
    std::string python;                  ///< version
    std::vector<std::string> gpus;       ///< names of the GPUs that torch can use; empty: CPU only
    std::vector<std::string> parameters; ///< names of the arguments that this version knows
};

/// `setting`: as JobSpec::ultralytics or kUltralyticsVariable hold it; "~/" is the home folder. Unsupported when it is empty, WorkerMissing when there is no such program,
/// BadFile when its interpreter cannot be told.
Result<UltralyticsProgram> findUltralytics(const std::string& setting);

/// Asks the environment, which takes seconds (it loads torch). WorkerMissing: one sentence with what is missing; Timeout;
/// Cancelled when `stop` asks for it.
Result<UltralyticsEnvironment> ultralyticsPreflight(const std::string& setting, const StopRequest* stop = nullptr,
                                                    const std::vector<std::string>& withoutVariables = {});

/// Runs a small Python program of ours in the environment and returns the JSON object that it prints in its last line behind
/// "YARDSTICK ". WorkerFailed with the last line of what it printed otherwise.
Result<nlohmann::json> askPython(const std::string& python, const std::string& program, const std::vector<std::string>& arguments,
                                 const StopRequest* stop, const std::vector<std::string>& withoutVariables = {});

/// The line of a program's output that says why it failed: the last one that names a Python error, else the last one.
std::string failureLine(const std::vector<std::string>& lines);

} // namespace yardstick::training
