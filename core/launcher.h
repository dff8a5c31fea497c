// Launcher: runs one job on one host. Every call is asynchronous: it returns at once, the answer is a value given to
// `done` on the caller's thread (through `context`, which may die first: then no answer). Every call carries a token or
// handle and is safe to repeat: a second place() with the same token finds the first one's job. Implementations: local,
// ssh, slurm, instance. Owner thread: the scheduler's.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/records.h"

#include <QObject>

#include <chrono>
#include <functional>

namespace yardstick {

enum class JobLife {
    Waiting,  ///< accepted, not started (a cluster's queue)
    Alive,
    Ended,    ///< exit.json is there
    Vanished, ///< gone without exit.json
    Unknown,  ///< the host cannot be asked now; never a reason to end the job
};
struct JobState
{
    JobLife life = JobLife::Unknown;
    std::string reason; ///< one sentence when it waits or cannot be asked
};

struct PlaceRequest
{
    JobSpec job;
    std::filesystem::path runDirectory; ///< local folder of the attempt (the mirror of the remote one)
    Host host;
    Queue queue;
    nlohmann::json handle;              ///< null at first; after a crash what was stored
};
template <typename T> using Done = std::function<void(Result<T>)>;
using Deadline = std::chrono::milliseconds;

class Launcher
{
public:
    virtual ~Launcher() = default;
    [[nodiscard]] virtual std::string kind() const = 0;
    /// Whether anything can be started at all; else the sentence that waiting experiments show, and none of them is started. Asked
    /// before each plan, so cheap; what depends on a host is not its business.
    [[nodiscard]] virtual Result<> ready() const { return {}; }
    /// Run directories are elsewhere: logs are mirrored, other files fetched.
    [[nodiscard]] virtual bool remote() const { return false; }
    /// Puts job.json (and data, if remote) in place and starts the worker detached. The handle is stored by the executor.
    virtual void place(const PlaceRequest& request, Deadline deadline, QObject* context, Done<nlohmann::json> done) = 0;
    /// Copies what is new of events.jsonl and log.txt into the local run directory, byte for byte. Local: nothing to copy.
    virtual void mirror(const Attempt& attempt, Deadline deadline, QObject* context, Done<void> done) = 0;
    virtual void state(const Attempt& attempt, Deadline deadline, QObject* context, Done<JobState> done) = 0;
    /// Gently: stop file and SIGTERM, the worker checkpoints and ends as *stopped*. Hard: SIGKILL.
    virtual void stop(const Attempt& attempt, bool hard, Deadline deadline, QObject* context, Done<void> done) = 0;
    /// Brings files of the run directory here (weights, images); verified by sha256. Local: nothing to copy.
    virtual void fetch(const Attempt& attempt, const std::vector<std::string>& relativePaths, Deadline deadline, QObject* context, Done<void> done) = 0;
};

} // namespace yardstick
