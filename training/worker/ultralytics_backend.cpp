#include "training/worker/ultralytics_backend.h"

#include "core/base/params.h"
#include "core/base/platform.h"
#include "core/base/platform_memory.h"
#include "core/base/ultralytics_files.h"
#include "training/data/data_identity.h"
#include "training/engine/process_group.h"
#include "training/engine/system_monitor.h"
#include "training/worker/child_process.h"
#include "training/worker/terminal_text.h"
#include "training/worker/ultralytics_arguments.h"
#include "training/worker/ultralytics_progress.h"
#include "training/worker/ultralytics_results.h"
#include "training/worker/ultralytics_weights.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>

namespace yardstick::training {
namespace {

namespace fs = std::filesystem;

constexpr double kLookSeconds = 0.05;          ///< the longest that a row waits to be noticed
constexpr std::size_t kKeptLines = 200;        ///< of the output, to find the reason of a failure in
constexpr int kMostWarnings = 20;              ///< that become events
constexpr const char* kWarningSign = "WARNING"; ///< how the trainer begins a warning

class Run
{
public:
    Run(const JobSpec& job, RunLog& log, const StopRequest& stop, const UltralyticsOptions& options)
        : m_job(job), m_log(log), m_stop(stop), m_options(options), m_folder(log.directory() / run_files::kUltralytics)
    {
    }

    Result<UltralyticsOutcome> work()
    {
        auto environment = ultralyticsPreflight(m_options.setting, &m_stop, m_options.withoutVariables);
        greet(environment ? &*environment : nullptr);
        if (!environment) {
            return endOf(environment.error());
        }
        enter("setup");
        if (auto begun = begin(*environment); !begun) {
            enter({});
            return endOf(begun.error());
        }
        {
            const SystemMonitor monitor(m_log, 5, m_child->group());
            watch();
        }
        auto outcome = judge();
        enter({});
        m_weights->finish();
        tellUltralyticsFiles(m_log, run_files::kUltralytics, m_results->lastEpoch());
        if (auto status = m_log.status(); !status) {
            return fail(status.error());
        }
        return outcome;
    }

private:
    void greet(const UltralyticsEnvironment* environment)
    {
        const auto host = platform::hostInfo();
        const auto self = platform::self();
        HelloEvent event;
        event.versions = {{"worker", YARDSTICK_VERSION}, {"os", host.os}};
        if (environment != nullptr) {
            event.versions["ultralytics"] = environment->version;
            event.versions["torch"] = environment->torch;
            event.versions["python"] = environment->python;
            for (const int gpu : m_job.gpus) {
                if (gpu < static_cast<int>(environment->gpus.size())) {
                    event.gpus.push_back(environment->gpus[static_cast<std::size_t>(gpu)]);
                }
            }
            m_log.line(formatTemplate("yardstick-worker {0} runs ultralytics {1} with torch {2} and Python {3} ({4})",
                                      {YARDSTICK_VERSION, environment->version, environment->torch, environment->python,
                                       environment->program.python}));
        }
        event.host = host.hostName;
        event.cpu = host.cpuModel;
        event.threads = threads();
        event.bundle = "local";
        event.pid = self.pid;
        event.bootId = self.bootId;
        m_log.event(std::move(event));
    }

    [[nodiscard]] int threads() const
    {
        const int available = std::max(platform::hostInfo().logicalCpus, 1);
        return m_job.threads > 0 ? m_job.threads : available;
    }

    /// A stop during set-up is an end like another one.
    Result<UltralyticsOutcome> endOf(const Error& error)
    {
        if (error.code == ErrorCode::Cancelled && m_stop.poll() != StopKind::None) {
            return outcomeOf(m_stop.poll());
        }
        return fail(error);
    }

    Result<> begin(const UltralyticsEnvironment& environment)
    {
        std::error_code ec;
        fs::create_directories(m_folder, ec);
        if (ec) {
            return fail(platform::ioError(ec.value(), "create", m_folder));
        }
        auto arguments = m_job.resumeFrom.empty() ? ultralyticsArguments(m_job, environment, m_folder)
                                                  : prepareResume(m_job, environment, m_folder, &m_stop, m_options.withoutVariables);
        if (!arguments) {
            return fail(arguments.error());
        }
        for (const Error& warning : arguments->warnings) {
            m_log.warning(warning);
        }
        nlohmann::json values = ParamSchema::get().resolved(m_job);
        values["ultralytics_arguments"] = arguments->list;
        values["dataset_hash"] = datasetHash(m_job.data, m_job.task, values.value("split", "val"));
        m_log.event(ArgsEvent{std::move(values)});
        m_epochs = ParamSchema::get().value(m_job.params, "epochs", m_job.task).get<int>();
        m_results.emplace(m_folder / "results.csv", environment.version);
        if (!m_job.resumeFrom.empty()) {
            m_results->poll(); // the rows of earlier attempts
            m_results->continueAfter(arguments->epochsDone);
            m_progress.epochWritten(arguments->epochsDone);
        }
        m_weights.emplace(m_log, run_files::kUltralytics);
        return startProgram(environment, arguments->list);
    }

    Result<> startProgram(const UltralyticsEnvironment& environment, const std::vector<std::string>& arguments)
    {
        ChildProcess::Options options;
        options.argv = environment.program.command;
        options.argv.insert(options.argv.end(), arguments.begin(), arguments.end());
        options.environment = {{"PYTHONUNBUFFERED", "1"}, {"PYTHONIOENCODING", "utf-8"}};
        if (m_job.threads > 0 || std::getenv("OMP_NUM_THREADS") == nullptr) {
            options.environment["OMP_NUM_THREADS"] = std::to_string(threads());
        }
        options.without = m_options.withoutVariables;
        options.workingDirectory = m_folder;
        std::string shown = "yolo";
        for (const std::string& argument : arguments) {
            shown += " " + argument;
        }
        m_log.line(shown);
        m_killsBefore = platform::outOfMemoryKills();
        m_start = monotonicSeconds();
        auto child = ChildProcess::start(options);
        if (!child) {
            return fail(child.error());
        }
        m_child = std::move(*child);
        return {};
    }

    void watch()
    {
        while (!(m_end = m_child->end())) {
            print(m_child->read(kLookSeconds));
            takeRows(false);
            askToEnd();
        }
        for (std::string bytes = m_child->read(0); !bytes.empty(); bytes = m_child->read(0)) {
            print(bytes);
        }
        if (const std::string rest = m_output.finish(); !rest.empty()) {
            printLine(rest);
        }
        takeRows(true);
    }

    void print(const std::string& bytes)
    {
        for (const auto& piece : m_output.add(bytes)) {
            m_progress.see(piece.text, monotonicSeconds());
            if (piece.line) {
                printLine(piece.text);
            }
        }
        if (m_progress.trainingBegan() && m_phase == "setup") {
            m_mark = m_progress.trainingBegan();
            enter("train");
        } else if (m_progress.trainingEnded() && m_phase == "train" && m_mark) {
            takeRows(false); // the last one was written before it said so
            enter("val");
        }
    }

    void printLine(const std::string& text)
    {
        m_log.line(text);
        if (text.empty()) {
            return;
        }
        m_lines.push_back(text);
        if (m_lines.size() > kKeptLines) {
            m_lines.pop_front();
        }
        if (text.starts_with(kWarningSign) && m_warnings++ < kMostWarnings) {
            m_log.event(MessageEvent{false, std::string(toString(ErrorCode::WorkerFailed)), "Ultralytics says: {0}", {text}, {}});
        }
    }

    void takeRows(bool last)
    {
        const std::vector<UltralyticsRow> rows = m_results->poll(last);
        for (const Error& problem : m_results->takeProblems()) {
            m_log.warning(problem);
        }
        // Rows that come together share the time since the one before.
        const double now = monotonicSeconds();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::optional<double> since = m_mark ? std::optional(now - *m_mark) : std::nullopt;
            const auto left = static_cast<double>(rows.size() - i);
            const double seconds = since ? *since / left : firstSeconds(rows[i]);
            reportEpoch(rows[i], seconds, now);
            m_mark = since ? *m_mark + seconds : now;
        }
    }

    /// Without the line that says that training starts: what the row says, else nothing is known.
    double firstSeconds(const UltralyticsRow& row)
    {
        if (m_phase == "setup") {
            enter("train");
        }
        if (std::isfinite(row.time) && row.time > 0) {
            return row.time;
        }
        m_log.warning({ErrorCode::WorkerFailed, "How long epoch {0} took is not known: ultralytics did not say when it began.",
                       {std::to_string(row.epoch)}, {}});
        return 0;
    }

    void reportEpoch(const UltralyticsRow& row, double seconds, double now)
    {
        m_epochs = m_progress.epochs() > 0 ? m_progress.epochs() : m_epochs;
        if (m_stepsPerEpoch == 0) {
            m_stepsPerEpoch = stepsPerEpoch();
        }
        EpochEvent event;
        event.epoch = row.epoch;
        event.epochs = m_epochs;
        event.step = row.epoch * m_stepsPerEpoch;
        event.seconds = seconds;
        // Waiting for data cannot be told from computing; without a sign of validation the parts are not known at all.
        const auto validation = m_progress.validationBegan();
        if (validation && m_mark && *validation >= *m_mark && now - *validation <= seconds) {
            event.validationSeconds = now - *validation;
            event.computeSeconds = seconds - event.validationSeconds;
            event.images = m_progress.images();
            event.imagesPerSecond = static_cast<double>(event.images) / std::max(event.computeSeconds, 1e-9);
        } else {
            event.otherSeconds = seconds;
            event.images = m_progress.images();
        }
        m_peakBytes = std::max(m_peakBytes, processGroupUsage(m_child->group()).residentBytes);
        event.memoryBytes = m_peakBytes;
        event.mosaic = mosaicIn(row.epoch);
        ScalarsEvent scalars{event.step, row.epoch, row.values};
        for (const auto& [name, value] : row.values) {
            if (name.starts_with("lr/")) {
                event.learningRates[name.substr(3)] = value;
            }
        }
        char text[80];
        std::snprintf(text, sizeof(text), "epoch %d/%d  %.2f s", row.epoch, m_epochs, seconds);
        m_log.line(text);
        m_log.event(std::move(scalars));
        m_log.event(event);
        ++m_reported;
        m_progress.epochWritten(row.epoch);
        const int best = m_results->bestEpoch();
        m_weights->epochWritten({row.epoch, event.step}, {best, best * m_stepsPerEpoch});
    }

    /// Batches of an epoch: as the progress bar says, else by the number of images; 1 when neither is known.
    [[nodiscard]] std::int64_t stepsPerEpoch() const
    {
        if (m_progress.batches() > 0) {
            return m_progress.batches();
        }
        const auto batch = ParamSchema::get().value(m_job.params, "batch", m_job.task);
        const std::int64_t size = batch.is_number_integer() ? batch.get<std::int64_t>() : 0;
        return size > 0 && m_progress.images() > 0 ? (m_progress.images() + size - 1) / size : 1;
    }

    [[nodiscard]] bool mosaicIn(int epoch) const
    {
        const ParamSchema& schema = ParamSchema::get();
        const int close = schema.value(m_job.params, "close_mosaic", m_job.task).get<int>();
        const double mosaic = schema.value(m_job.params, "mosaic", m_job.task).get<double>();
        const int open = m_epochs - close;
        return mosaic > 0 && m_job.task != "classify" && !(close > 0 && open >= 0 && epoch > open);
    }

    /// SIGINT, which Python turns into an exception; then SIGTERM; then SIGKILL.
    void askToEnd()
    {
        const StopKind kind = m_stop.poll();
        if (kind == StopKind::None || m_signal == SIGKILL) {
            return;
        }
        const double now = monotonicSeconds();
        if (m_signal == 0) {
            m_signal = SIGINT;
        } else if (m_signal == SIGINT && now - m_signalled >= m_options.interruptSeconds) {
            m_signal = SIGTERM;
        } else if (m_signal == SIGTERM && now - m_signalled >= m_options.terminateSeconds) {
            m_signal = SIGKILL;
        } else {
            return;
        }
        m_signalled = now;
        m_log.line(formatTemplate("The run was asked to end: signal {0} to ultralytics", {std::to_string(m_signal)}));
        m_child->signalGroup(m_signal);
    }

    UltralyticsOutcome outcomeOf(StopKind kind)
    {
        UltralyticsOutcome out;
        out.outcome = kind == StopKind::None ? "completed" : kind == StopKind::Stopped ? "stopped" : "interrupted";
        out.epochs = m_results ? m_results->lastEpoch() : 0;
        out.seconds = m_start > 0 ? monotonicSeconds() - m_start : 0;
        if (m_results) {
            out.metrics = m_results->bestMetrics();
        }
        return out;
    }

    Result<UltralyticsOutcome> judge()
    {
        const bool well = m_end->code == 0 && m_end->signal == 0;
        if (m_signal != 0 && !(well && m_results->lastEpoch() >= m_epochs)) {
            return outcomeOf(m_stop.poll());
        }
        const std::string line = failureLine({m_lines.begin(), m_lines.end()});
        if (well && m_reported > 0) {
            return outcomeOf(StopKind::None);
        }
        if (well) {
            return fail(ErrorCode::WorkerFailed, "Ultralytics has ended without a trained epoch; its output ends with: {0}", line);
        }
        const std::int64_t kills = platform::outOfMemoryKills();
        const bool killed = m_end->signal == SIGKILL && m_killsBefore >= 0 && kills > m_killsBefore;
        if (killed || line.find("out of memory") != std::string::npos || line.find("allocate memory") != std::string::npos
            || line.starts_with("MemoryError")) {
            return fail({ErrorCode::OutOfMemory,
                         "The memory of this machine is not enough for batch {0} at {1} px: use a smaller batch or imgsz.",
                         {ParamSchema::format(ParamSchema::get().value(m_job.params, "batch", m_job.task)),
                          ParamSchema::format(ParamSchema::get().value(m_job.params, "imgsz", m_job.task))},
                         line});
        }
        if (m_end->signal != 0) {
            return fail(ErrorCode::WorkerFailed, "Ultralytics was ended by signal {0}; its output ends with: {1}", m_end->signal, line);
        }
        return fail(ErrorCode::WorkerFailed, "Ultralytics has failed: {0}", line);
    }

    /// Ends the phase that runs and begins another; empty: none.
    void enter(const std::string& phase)
    {
        if (!m_phase.empty()) {
            m_log.phase(m_phase, false);
        }
        m_phase = phase;
        if (!m_phase.empty()) {
            m_log.phase(m_phase, true);
        }
    }

    const JobSpec& m_job;
    RunLog& m_log;
    const StopRequest& m_stop;
    const UltralyticsOptions& m_options;
    fs::path m_folder;
    std::string m_phase;
    std::optional<UltralyticsResults> m_results;
    std::optional<UltralyticsWeights> m_weights;
    UltralyticsProgress m_progress;
    TerminalText m_output;
    std::deque<std::string> m_lines;
    std::unique_ptr<ChildProcess> m_child;
    std::optional<ChildProcess::End> m_end;
    double m_start = 0, m_signalled = 0;
    std::optional<double> m_mark; ///< when the epoch that runs began
    int m_epochs = 0, m_reported = 0, m_warnings = 0, m_signal = 0;
    std::int64_t m_stepsPerEpoch = 0, m_peakBytes = 0, m_killsBefore = -1;
};

} // namespace

Result<UltralyticsOutcome> trainWithUltralytics(const JobSpec& job, RunLog& log, const StopRequest& stop,
                                                const UltralyticsOptions& options)
{
    try {
        return Run(job, log, stop, options).work();
    } catch (const std::exception& error) {
        return fail({ErrorCode::Internal, "The training failed inside the worker: {0}", {error.what()}, error.what()});
    }
}

} // namespace yardstick::training
