#include "training/worker/train_command.h"

#include "core/base/event_writer.h"
#include "core/base/job.h"
#include "core/base/platform.h"
#include "training/engine/system_monitor.h"
#include "training/engine/trainer.h"
#include "training/worker/process_setup.h"
#include "training/worker/ultralytics_backend.h"
#include "training/worker/ultralytics_environment.h"

#include <ATen/Parallel.h>
#include <opencv2/core/version.hpp>
#include <torch/version.h>

#include <iostream>
#include <unistd.h>

namespace yardstick::training {
namespace {

int complain(const Error& error)
{
    std::cerr << "error: " << error.message() << std::endl;
    return exitCode(error.code);
}

HelloEvent hello(int threads)
{
    const auto host = platform::hostInfo();
    const auto self = platform::self();
    HelloEvent event;
    event.versions = {{"worker", YARDSTICK_VERSION}, {"libtorch", TORCH_VERSION}, {"opencv", CV_VERSION},
                      {"os", host.os}};
    if (const char* capability = std::getenv("ATEN_CPU_CAPABILITY")) {
        event.versions["aten_cpu_capability"] = capability;
    }
    event.host = host.hostName;
    event.cpu = host.cpuModel;
    event.threads = threads;
    event.bundle = "local";
    event.pid = self.pid;
    event.bootId = self.bootId;
    return event;
}

nlohmann::json owner()
{
    const auto self = platform::self();
    return {{"pid", self.pid}, {"boot_id", self.bootId}, {"start", self.startTicks}};
}

/// A little space that is given free for the last words, so that a full disk cannot take them.
constexpr const char* kReserve = ".reserve";
constexpr std::size_t kReservedBytes = 64 << 10;

/// Writes `done` and exit.json; returns the exit code.
int finish(RunLog& log, const std::filesystem::path& directory, const Result<TrainOutcome>& outcome)
{
    std::error_code ec;
    std::filesystem::remove(directory / kReserve, ec);
    ExitRecord record;
    record.timeMs = nowUtcMs();
    DoneEvent done;
    if (outcome) {
        record.outcome = done.outcome = outcome->outcome;
        record.epochs = done.epochs = outcome->epochs;
        done.seconds = outcome->seconds;
        done.metrics = outcome->metrics;
    } else {
        log.error(outcome.error());
        record.outcome = done.outcome = "failed";
        record.code = toString(outcome.error().code);
        record.message = outcome.error().message();
    }
    log.event(std::move(done));
    log.line("The run is " + record.outcome + ".");
    if (auto written = platform::writeFileAtomic(directory / run_files::kExit, toJson(record).dump(2) + "\n"); !written) {
        return complain(written.error());
    }
    if (!outcome) {
        return exitCode(outcome.error().code);
    }
    return record.outcome == "interrupted" ? 1 : 0;
}

Result<TrainOutcome> train(const JobSpec& job, RunLog& log, const StopRequest& stop, const std::filesystem::path& directory)
{
    std::error_code ec;
    std::filesystem::create_directories(directory / run_files::kWeights, ec);
    if (ec) {
        return fail(platform::ioError(ec.value(), "create", directory / run_files::kWeights));
    }
    auto options = trainOptions(job);
    if (!options) {
        return fail(options.error());
    }
    const SystemMonitor monitor(log);
    Trainer trainer(std::move(*options), log, stop);
    return trainer.run();
}

Result<TrainOutcome> trainWithPeer(const JobSpec& job, RunLog& log, const StopRequest& stop)
{
    UltralyticsOptions options;
    const char* setting = std::getenv(kUltralyticsVariable);
    options.setting = !job.ultralytics.empty() || setting == nullptr ? job.ultralytics : std::string(setting);
    options.withoutVariables = tunedVariables();
    auto outcome = trainWithUltralytics(job, log, stop, options);
    return outcome ? Result<TrainOutcome>(TrainOutcome{outcome->outcome, outcome->epochs, outcome->seconds, std::move(outcome->metrics)})
                   : fail(outcome.error());
}

} // namespace

int runTrain(const std::filesystem::path& runDirectory)
{
    std::error_code ec;
    const auto directory = std::filesystem::absolute(runDirectory, ec);
    if (std::filesystem::exists(directory / run_files::kExit, ec)) {
        return complain({ErrorCode::NotAllowed, "The run in {0} has ended already; a retry needs a directory of its own.",
                         {directory.string()}, {}});
    }
    auto job = readJob(directory);
    if (!job) {
        return complain(job.error());
    }
    auto lock = platform::FileLock::tryLock(directory / run_files::kLock);
    if (!lock) {
        return complain(lock.error());
    }
    if (auto written = lock->writeContent(owner().dump()); !written) {
        return complain(written.error());
    }
    if (std::filesystem::exists(directory / run_files::kExit, ec)) { // ended while we waited for the lock
        return complain({ErrorCode::NotAllowed, "The run in {0} has ended already; a retry needs a directory of its own.",
                         {directory.string()}, {}});
    }
    StopRequest::installSignalHandlers();
    if (auto kept = platform::writeFileAtomic(directory / kReserve, std::string(kReservedBytes, ' ')); !kept) {
        return complain(kept.error());
    }
    auto log = RunLog::open(directory);
    if (!log) {
        return complain(log.error());
    }
    const StopRequest stop(directory);
    if (job->backend == "ultralytics") {
        return finish(**log, directory, trainWithPeer(*job, **log, stop));
    }
    const int threads = setThreads(job->threads);
    (*log)->event(hello(threads));
    (*log)->line(formatTemplate("yardstick-worker {0}, LibTorch {1}, {2} threads",
                                {YARDSTICK_VERSION, TORCH_VERSION, std::to_string(threads)}));
    return finish(**log, directory, train(*job, **log, stop, directory));
}

} // namespace yardstick::training
