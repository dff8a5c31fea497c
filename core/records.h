// Rows of the store as plain values. Text is UTF-8; times are UTC milliseconds; 0 or nullopt means "not yet".
// A record is a snapshot: nothing here talks to the database.
#pragma once

#include "core/base/exchange.h"
#include "core/base/ids.h"
#include "core/base/job.h"
#include "core/base/money.h"
#include "core/base/time.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace yardstick {

enum class ExperimentStatus { Draft, Queued, Starting, Running, Completed, Failed, Stopped, Interrupted };
std::string_view toString(ExperimentStatus status); ///< "draft"…
Result<ExperimentStatus> experimentStatusFromString(std::string_view text);

enum class AttemptOutcome { None, Completed, Failed, Stopped, Interrupted, Lost };
std::string_view toString(AttemptOutcome outcome); ///< "none", "completed"…
AttemptOutcome attemptOutcomeFromString(std::string_view text);

/// What the user edits. Everything else of an experiment follows from its attempts.
struct ExperimentSpec
{
    std::string name;
    std::string project = "Default";
    std::string task = "detect";
    std::string modelVariant = "yolov8n";
    std::string data;      ///< data set YAML or folder on this computer
    std::string backend = "native";
    nlohmann::json params = nlohmann::json::object(); ///< without defaults (ParamSchema)
    ContainerSpec container;
    std::vector<std::string> tags;
    std::string notes;
};

struct Experiment
{
    ExperimentId id;
    ProjectId projectId;
    ExperimentSpec spec;
    ExperimentStatus status = ExperimentStatus::Draft;
    ExperimentId clonedFrom;
    int colour = 0;          ///< index into the series palette, kept for life
    bool published = false;
    bool archived = false;
    UtcMs createdMs = 0;
    UtcMs changedMs = 0;
    UtcMs deletedMs = 0;     ///< > 0: in the trash
    QueueId queueId;         ///< where it waits, runs or last ran
    std::int64_t queuePosition = 0;
    UtcMs queuedMs = 0;
    int requeues = 0;        ///< automatic ones, at most 5
    bool resume = false;     ///< while queued: the next attempt goes on from the last checkpoint (else fresh)
    std::string reason;      ///< why it failed or why it waits; one sentence, English
    // Summary, kept up to date by ingestion so that tables never scan points.
    int epochsDone = 0;      ///< joined over attempts
    int epochsPlanned = 0;
    int attempts = 0;
    UtcMs startedMs = 0;     ///< first attempt
    UtcMs endedMs = 0;       ///< last attempt, when no longer running
    double epochSeconds = 0; ///< mean of steady epochs; 0: none yet (NaN-free)
    std::optional<PricePerHour> price;         ///< quote in force at the last epoch
    std::optional<Money> costPerEpoch;         ///< marginal
    std::optional<Money> costSoFar;            ///< all attempts, wasted included, hidden ones too
    MachineId machineId;     ///< of the last attempt
    std::string datasetHash;
    std::map<std::string, double> last; ///< newest value per summary metric ("map50", "map50_95", "precision", "recall", "box_loss"…)
    std::map<std::string, double> best; ///< best value of the same metrics
};

struct Attempt
{
    AttemptId id;
    ExperimentId experimentId;
    int number = 1;              ///< from 1 within the experiment
    QueueId queueId;
    HostId hostId;
    MachineId machineId;
    InstanceId instanceId;
    std::string token;           ///< unique; names the run directory
    std::string runDirectory;    ///< local folder that holds (or mirrors) the run; UTF-8
    std::string launcher;        ///< "local", "ssh", "slurm", …
    nlohmann::json handle;       ///< what the launcher needs to find the job again
    nlohmann::json jobParams;    ///< parameters as launched
    std::string resumeFrom;      ///< checkpoint path, empty: fresh
    AttemptOutcome outcome = AttemptOutcome::None;
    std::string code;            ///< of the failure
    std::string message;         ///< of the failure, one sentence
    bool hidden = false;         ///< by reset; its cost still counts
    bool shared = false;         ///< another attempt ran on the same host at some time: epochs flagged
    UtcMs createdMs = 0;
    UtcMs startedMs = 0;         ///< the worker said hello
    UtcMs endedMs = 0;
    std::int64_t logOffset = 0;  ///< bytes of events.jsonl ingested
    std::int64_t lastSeq = 0;
    std::int64_t badLines = 0;
    nlohmann::json hello;        ///< versions, host, CPU, threads
    nlohmann::json args;         ///< as resolved by the worker
    int threads = 0;
    std::vector<int> gpus;
    std::optional<Money> cost;   ///< so far
    std::optional<Money> wasted; ///< part of cost: epochs that a later attempt overwrote, and failed set-ups
    UtcMs lastEventMs = 0;
};

struct EpochRow
{
    AttemptId attemptId;
    int attemptNumber = 1;
    int epoch = 0;        ///< from 1
    std::int64_t step = 0;
    double seconds = 0, dataWaitSeconds = 0, computeSeconds = 0, validationSeconds = 0, otherSeconds = 0;
    std::int64_t images = 0;
    double imagesPerSecond = 0;
    std::int64_t memoryBytes = 0, gpuMemoryBytes = 0;
    bool mosaic = true;
    bool shared = false;  ///< timed while another job ran on the host: left out of estimates
    bool wasted = false;  ///< a later attempt did this epoch again
    UtcMs endedMs = 0;
    std::optional<Money> cost; ///< price in force × seconds
};

/// One scalar curve of one attempt.
struct SeriesInfo
{
    SeriesId id;
    AttemptId attemptId;
    std::string name;          ///< "train/box_loss", "metrics/mAP50(B)", "system/cpu_percent"
    std::int64_t points = 0;
    double last = 0, best = 0; ///< best: highest for metrics/, lowest for losses
};
struct SeriesPoint
{
    std::int64_t step = 0;
    double value = 0; ///< NaN and ±Inf as they are
    int epoch = 0;    ///< from ticks; 0 when unknown
    UtcMs t = 0;
};

struct PhaseRow
{
    AttemptId attemptId;
    std::string name;   ///< setup, download, cache, train, val, export; boot, install, transfer (origin app)
    std::string origin; ///< worker | app
    UtcMs beginMs = 0, endMs = 0;
};
struct ImageRow
{
    AttemptId attemptId;
    std::int64_t seq = 0;
    std::string path, kind; ///< path relative to the run directory
    int epoch = 0, width = 0, height = 0;
    nlohmann::json boxes;   ///< as in ImageEvent
    nlohmann::json names;
};
struct PlotRow
{
    AttemptId attemptId;
    std::int64_t seq = 0;
    std::string kind;
    int epoch = 0;
    nlohmann::json data;
};
struct ArtifactRow
{
    AttemptId attemptId;
    std::int64_t seq = 0;
    std::string path, kind, sha256;
    std::int64_t bytes = 0;
    int epoch = 0; ///< of a checkpoint
    bool best = false;
};
struct MessageRow
{
    AttemptId attemptId;
    std::int64_t seq = 0;
    UtcMs t = 0;
    bool error = false;
    std::string code, text, detail;
    std::vector<std::string> args;
};

/// A computer that runs jobs. Slots, threads and GPUs are shared by all queues on it.
struct Host
{
    HostId id;
    std::string name; ///< "this host"
    std::string kind; ///< local | ssh | slurm | instance
    nlohmann::json address = nlohmann::json::object(); ///< how to reach it; empty for local
    int slots = 1;    ///< jobs at once
    int cpuThreads = 1;
    std::string cpu;
    std::int64_t ramBytes = 0;
    std::vector<std::string> gpus;
};
/// The user's Python environment for the backend ultralytics on that host: folder of a virtual environment, Python or yolo program;
/// "~/…" is below the home folder there. Empty: none is named. Kept in the address, whatever the kind.
std::string ultralyticsOf(const Host& host);
void setUltralytics(Host& host, const std::string& environment);

/// A row in comparisons: machine type × market if rented, host × resources per job if owned.
struct Machine
{
    MachineId id;
    std::string name;     ///< "g5.xlarge", "this host, all cores"
    std::string provider; ///< "AWS us-east-1", "Genesis Cloud", "owned"
    std::string region;
    std::string market;   ///< on-demand | spot | owned
    std::string gpu;      ///< empty: CPU
    double vramGb = 0;
    int vcpu = 0;
    double ramGb = 0;
    HostId hostId;        ///< owned
    int threads = 0;      ///< per job; 0: all
    nlohmann::json ownedPrice; ///< the owned-machine form (purchase, life, use share, power, tariff); null when rented
    std::string source;   ///< "reference benchmark 2023-03-23", "you", …
};

/// Never edited; superseded by one with a later valid-from.
struct Quote
{
    QuoteId id;
    MachineId machineId;
    PricePerHour price;
    std::string market;
    UtcMs validFromMs = 0;
    std::string source;
    bool example = false; ///< made up for the demo, shown so
    UtcMs createdMs = 0;
};

struct QueueLimits
{
    int maxJobs = 1;                     ///< jobs (instances) at once
    std::optional<Money> moneyPerDay;    ///< per UTC day
    std::optional<Money> moneyInAll;
    std::optional<Money> moneyPerExperiment;
    int idleTimeoutMinutes = 10;
    int bootDeadlineMinutes = 15;
    int setupDeadlineMinutes = 60;
    int holdHours = 6;
};
struct Queue
{
    QueueId id;
    std::string name;
    std::string launcher = "local"; ///< local | ssh | slurm | instance
    HostId hostId;                  ///< owned hosts
    MachineId machineId;
    int threads = 0;                ///< CPU threads per job; 0: all of the host
    std::vector<int> gpus;          ///< GPU indices a job may use
    std::int64_t position = 0;
    bool paused = false;
    QueueLimits limits;
    nlohmann::json settings = nlohmann::json::object(); ///< of the launcher or provider
    bool example = false;
};

/// What was expected of an experiment when it was put on a queue. Kept; the next one supersedes it.
struct StoredEstimate
{
    EstimateId id;
    ExperimentId experimentId;
    QueueId queueId;
    MachineId machineId;
    UtcMs createdMs = 0;
    std::string basis;       ///< measured | similar | none: then the figures below are 0
    int epochs = 0;          ///< that were left to do
    int timedEpochs = 0;     ///< behind the figures
    double setupSeconds = 0; ///< per attempt
    double epochSeconds = 0, epochSecondsLow = 0, epochSecondsHigh = 0; ///< mean and its 95 % interval
    std::optional<PricePerHour> price; ///< in force then
};

/// What a client asks of the scheduler's owner.
struct Request
{
    RequestId id;
    std::string kind;  ///< stop | kill | terminate
    std::int64_t target = 0; ///< experiment or instance id
    nlohmann::json payload = nlohmann::json::object();
    UtcMs createdMs = 0;
    UtcMs doneMs = 0;
    std::string result; ///< empty: done well
};

struct Change
{
    std::int64_t seq = 0;
    std::string kind; ///< experiment | attempt | queue | machine | quote | fx_rate | host | request | settings
    std::int64_t id = 0;
};

nlohmann::json toJson(const ExperimentSpec& spec);
Result<ExperimentSpec> experimentSpecFromJson(const nlohmann::json& json);
nlohmann::json toJson(const QueueLimits& limits);
Result<QueueLimits> queueLimitsFromJson(const nlohmann::json& json);

} // namespace yardstick
