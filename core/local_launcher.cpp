#include "core/local_launcher.h"

#include "core/base/fault_point.h"
#include "core/base/json_fields.h"
#include "core/base/platform.h"
#include "core/base/platform_memory.h"
#include "core/schedule/scheduler.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace yardstick {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using platform::FileLock;
using platform::ProcessId;

constexpr const char* kLaunchLock = "launch.lock"; ///< flock inherited by the worker
constexpr const char* kLaunch = "launch.json";     ///< the handle, written once the worker has been started
constexpr UtcMs kExitGraceMs = 10'000;             ///< a worker that wrote exit.json but hangs at its end

template <typename T> void answer(QObject* context, Done<T> done, Result<T> result)
{
    QMetaObject::invokeMethod(
        context, [done = std::move(done), result = std::move(result)]() mutable { done(std::move(result)); },
        Qt::QueuedConnection);
}

bool present(const fs::path& path)
{
    std::error_code ec;
    return fs::exists(path, ec);
}

json toHandle(const ProcessId& process, const std::vector<int>& cpus)
{
    return {{"pid", process.pid},
            {"start", process.startTicks},
            {"boot_id", process.bootId},
            {"cpus", cpus},
            {"oom_kills", platform::outOfMemoryKills()}};
}

/// {"pid", "start", "boot_id"} of a handle, of launch.json or of the worker's own lock file.
std::optional<ProcessId> processOf(const json& j)
{
    if (!j.is_object() || !j.contains("pid") || !j["pid"].is_number_integer() ||
        j["pid"].get<std::int64_t>() <= 0) {
        return std::nullopt;
    }
    ProcessId p;
    p.pid = j["pid"].get<std::int64_t>();
    if (const auto it = j.find("start"); it != j.end() && it->is_number_integer()) {
        p.startTicks = it->get<std::uint64_t>();
    }
    if (const auto it = j.find("boot_id"); it != j.end() && it->is_string()) {
        p.bootId = it->get<std::string>();
    }
    return p;
}

json readJson(const fs::path& file)
{
    const auto text = platform::readFile(file, 1u << 20);
    if (!text || nestsTooDeep(*text)) {
        return {};
    }
    json j = json::parse(*text, nullptr, false);
    return j.is_discarded() ? json() : j;
}

/// The worker's process, from the most certain source.
std::optional<ProcessId> workerProcess(const fs::path& run, const json& handle)
{
    if (auto p = processOf(handle)) {
        return p;
    }
    if (auto p = processOf(readJson(run / kLaunch))) {
        return p;
    }
    return processOf(readJson(run / run_files::kLock));
}

bool isWorkerAlive(const fs::path& run, const json& handle)
{
    if (FileLock::isLocked(run / run_files::kLock)) {
        return true;
    }
    const auto process = workerProcess(run, handle);
    return process ? platform::isAlive(*process) : FileLock::isLocked(run / kLaunchLock);
}

/// The handle of a job that was started before: as it was written then, or pieced together.
json adopt(const fs::path& run)
{
    json handle = readJson(run / kLaunch);
    if (processOf(handle)) {
        return handle;
    }
    if (const auto p = processOf(readJson(run / run_files::kLock))) {
        return toHandle(*p, {});
    }
    return {{"pid", 0}, {"boot_id", platform::bootId()}};
}

bool olderThan(const fs::path& file, UtcMs age)
{
    struct stat st{};
    return ::stat(file.c_str(), &st) == 0 && nowUtcMs() - UtcMs(st.st_mtime) * 1000 > age;
}

JobState stateOf(const fs::path& run, const json& handle)
{
    if (!present(run)) {
        return {JobLife::Vanished, "The run folder " + run.string() + " is gone."};
    }
    const bool alive = isWorkerAlive(run, handle); // asked before exit.json: a worker may end in between
    if (const fs::path exit = run / run_files::kExit; present(exit)) {
        return {!alive || olderThan(exit, kExitGraceMs) ? JobLife::Ended : JobLife::Alive, {}};
    }
    return {alive ? JobLife::Alive : JobLife::Vanished, {}};
}

Result<> softStop(const fs::path& run, const json& handle)
{
    const int fd = ::open((run / run_files::kStop).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0) {
        return errno == EEXIST ? Result<>{}
                               : fail(platform::ioError(errno, "create", run / run_files::kStop));
    }
    ::close(fd);
    // Before it holds its lock the worker has no signal handler yet; it finds the stop file by itself.
    if (!FileLock::isLocked(run / run_files::kLock)) {
        return {};
    }
    const auto process = workerProcess(run, handle);
    if (process) {
        (void)platform::signalProcess(*process, SIGTERM); // gone already: that is what was asked for
    }
    return {};
}

Result<> hardStop(const fs::path& run, const json& handle)
{
    const auto process = workerProcess(run, handle);
    if (!process) {
        return fail(ErrorCode::Busy, "The process of the job in {0} is not known yet.", run.string());
    }
    const auto sent = platform::signalProcess(*process, SIGKILL);
    return sent || sent.error().code == ErrorCode::NotFound ? Result<>{} : sent;
}

} // namespace

LocalLauncher::LocalLauncher(fs::path worker)
    : m_worker(std::move(worker))
{}
LocalLauncher::~LocalLauncher() = default;

Result<> LocalLauncher::ready() const
{
    if (m_worker.empty()) {
        const auto found = findWorker();
        return found ? Result<>{} : Result<>(fail(found.error()));
    }
    if (::access(m_worker.c_str(), X_OK) != 0 || fs::is_directory(m_worker)) {
        return fail(ErrorCode::WorkerMissing,
                    "The training program {0} cannot be run; install it again, or set YARDSTICK_WORKER.",
                    m_worker.string());
    }
    return {};
}

std::vector<int> LocalLauncher::chooseCpus(int threads) const
{
    std::vector<int> cpus = platform::allowedCpus();
    if (threads <= 0 || threads >= static_cast<int>(cpus.size())) {
        return {};
    }
    std::map<int, int> used;
    for (const auto& [token, taken] : m_cpus) {
        for (const int cpu : taken) {
            ++used[cpu];
        }
    }
    // The least used ones; among equals the last, for the first one serves most interrupts.
    std::stable_sort(cpus.begin(), cpus.end(),
                     [&](int a, int b) { return used[a] != used[b] ? used[a] < used[b] : a > b; });
    cpus.resize(static_cast<size_t>(threads));
    std::sort(cpus.begin(), cpus.end());
    return cpus;
}

Result<json> LocalLauncher::placeNow(const PlaceRequest& request)
{
    const fs::path& run = request.runDirectory;
    std::error_code ec;
    fs::create_directories(run, ec);
    if (ec) {
        return fail(platform::ioError(ec.value(), "create", run));
    }
    auto lock = FileLock::tryLock(run / kLaunchLock);
    if (!lock) {
        if (lock.error().code != ErrorCode::Busy) {
            return fail(lock.error());
        }
        return adopt(run); // its worker lives
    }
    // Started before: alive under its own lock, ended, or gone without a word. Never a second time.
    if (FileLock::isLocked(run / run_files::kLock) || present(run / run_files::kExit) ||
        present(run / kLaunch) || present(run / run_files::kEvents)) {
        return adopt(run);
    }
    fs::path worker = m_worker;
    if (worker.empty()) {
        auto found = findWorker();
        if (!found) {
            return fail(found.error());
        }
        worker = *found;
    }
    if (auto written = writeJob(run, request.job); !written) {
        return fail(written.error());
    }
    platform::SpawnOptions options;
    options.argv = {worker.string(), request.job.mode, run.string()};
    options.workingDirectory = run;
    options.outputFile = run / run_files::kLog;
    options.keepOpen = lock->descriptor();
    options.cpus = chooseCpus(request.job.threads);
    const auto process = platform::spawnDetached(options);
    if (!process) {
        return fail(process.error());
    }
    faultPoint("launcher.after_spawn");
    m_cpus[request.job.token] = options.cpus;
    const json handle = toHandle(*process, options.cpus);
    // Only a convenience from here on: the inherited lock tells that the worker lives.
    (void)platform::writeFileAtomic(run / kLaunch, dumpJson(handle, 2) + "\n");
    return handle;
}

void LocalLauncher::place(const PlaceRequest& request, Deadline, QObject* context, Done<json> done)
{
    Result<json> handle = placeNow(request);
    faultPoint("launcher.after_place");
    answer<json>(context, std::move(done), std::move(handle));
}

void LocalLauncher::mirror(const Attempt&, Deadline, QObject* context, Done<void> done)
{
    answer<void>(context, std::move(done), {});
}

void LocalLauncher::state(const Attempt& attempt, Deadline, QObject* context, Done<JobState> done)
{
    const JobState state = stateOf(attempt.runDirectory, attempt.handle);
    if (state.life == JobLife::Ended || state.life == JobLife::Vanished) {
        m_cpus.erase(attempt.token);
    } else if (attempt.handle.is_object() && attempt.handle.contains("cpus") &&
               attempt.handle["cpus"].is_array()) {
        std::vector<int>& cpus = m_cpus[attempt.token];
        cpus.clear();
        for (const json& cpu : attempt.handle["cpus"]) {
            cpus.push_back(cpu.is_number_integer() ? cpu.get<int>() : -1);
        }
    }
    answer<JobState>(context, std::move(done), state);
}

void LocalLauncher::stop(const Attempt& attempt, bool hard, Deadline, QObject* context, Done<void> done)
{
    answer<void>(context, std::move(done),
                 hard ? hardStop(attempt.runDirectory, attempt.handle)
                      : softStop(attempt.runDirectory, attempt.handle));
}

void LocalLauncher::fetch(const Attempt& attempt, const std::vector<std::string>& relativePaths, Deadline,
                          QObject* context, Done<void> done)
{
    Result<> result;
    for (const std::string& path : relativePaths) {
        if (result && !present(fs::path(attempt.runDirectory) / path)) {
            result = fail(ErrorCode::NotFound, "{0} does not exist.",
                          (fs::path(attempt.runDirectory) / path).string());
        }
    }
    answer<void>(context, std::move(done), std::move(result));
}

} // namespace yardstick
