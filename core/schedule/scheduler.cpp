#include "core/schedule/scheduler.h"

#include "core/base/json_fields.h"
#include "core/schedule/executor.h"
#include "core/schedule/watch.h"

#include <unistd.h>

#include <QTimer>

#include <algorithm>

namespace yardstick {

namespace fs = std::filesystem;
using nlohmann::json;
using platform::FileLock;

namespace {

constexpr UtcMs kKeepScheduleChangesMs = 600'000;
constexpr UtcMs kTrimEveryMs = 60'000;
constexpr UtcMs kQuietMs = 1'000;                    ///< between plans while nothing happens
constexpr std::uint64_t kMinFreeBytes = 64ull << 20; ///< below this no job is started

fs::path lockFile(const fs::path& storeFile)
{
    fs::path file = storeFile;
    file += ".scheduler";
    return file;
}

/// Why no run directory can be made in `runs`; empty: it can.
std::string problemOf(const fs::path& runs)
{
    std::error_code ec;
    fs::create_directories(runs, ec);
    if (ec) {
        return platform::ioError(ec.value(), "create", runs).message();
    }
    if (::access(runs.c_str(), W_OK | X_OK) != 0) {
        return platform::ioError(errno, "write", runs).message();
    }
    const auto free = platform::freeDiskBytes(runs);
    if (free && *free < kMinFreeBytes) {
        return formatTemplate("The disk is full: {0} has less than {1} MB left.",
                              {runs.string(), std::to_string(kMinFreeBytes >> 20)});
    }
    return {};
}

} // namespace

struct Scheduler::Impl
{
    Impl(Store& store, const Clock& clock, std::map<std::string, std::unique_ptr<Launcher>> launchers,
         fs::path runs, StoreReader reader, FileLock held, int everyMs)
        : lock(std::move(held))
        , tickMs(everyMs)
        , bench{store,
                clock,
                std::move(launchers),
                std::move(runs),
                schedule::ActiveSet(std::move(reader)),
                {},
                std::make_unique<QObject>(),
                {},
                {}}
        , executor(bench)
        , watch(bench)
    {
        for (const auto& [kind, launcher] : bench.launchers) {
            kinds.insert(kind);
        }
    }

    void tick();
    void askLaunchers();
    void tell(const Error& error);
    [[nodiscard]] schedule::World world();
    bool mustPlan();

    Scheduler* owner = nullptr;
    FileLock lock;
    int tickMs;
    schedule::Workbench bench;
    schedule::Executor executor;
    schedule::Watch watch;
    std::set<std::string> kinds;
    std::map<HostId, std::string> hostProblems;
    QTimer timer;
    bool soon = false;     ///< a tick is on its way
    bool attached = false; ///< the first tick has been
    UtcMs trimmedMs = 0;
    std::int64_t plannedVersion = -1; ///< of the store, at the last plan
    UtcMs plannedMs = 0;
    double plannedSeconds = 0;
    std::set<std::string> told; ///< faults of the last tick, told once while they last
    std::set<std::string> toldNow;
};

void Scheduler::Impl::tell(const Error& error)
{
    const std::string message = error.message();
    toldNow.insert(message);
    if (!told.contains(message)) {
        told.insert(message);
        Q_EMIT owner->failed(QString::fromStdString(message));
    }
}

schedule::World Scheduler::Impl::world()
{
    return bench.set.world(bench.memory, kinds, hostProblems, bench.clock.now());
}

/// With nothing live and nothing new in the store, deciding again would say the same but for cool-downs,
/// budgets of the day and a disk that has room again: those may wait a little.
bool Scheduler::Impl::mustPlan()
{
    const UtcMs now = bench.clock.now();
    const double seconds = monotonicSeconds();
    if (bench.set.open().empty() && bench.set.version() == plannedVersion && now - plannedMs < kQuietMs &&
        seconds - plannedSeconds < static_cast<double>(kQuietMs) / 1000) {
        return false;
    }
    plannedVersion = bench.set.version();
    plannedMs = now;
    plannedSeconds = seconds;
    return true;
}

/// A launcher that can start nothing (no worker) holds up the hosts of its kind: what waits there goes on waiting.
void Scheduler::Impl::askLaunchers()
{
    for (const auto& [kind, launcher] : bench.launchers) {
        const Result<> ready = launcher->ready();
        if (ready) {
            continue;
        }
        for (const Host& h : bench.set.hosts()) {
            if (h.kind == kind) {
                hostProblems.try_emplace(h.id, ready.error().message());
            }
        }
        const auto& waiting = bench.set.experiments();
        if (std::any_of(waiting.begin(), waiting.end(), [&](const auto& e) {
                const Queue* queue = bench.set.queue(e.second.queueId);
                return e.second.status == ExperimentStatus::Queued && queue != nullptr && queue->launcher == kind;
            })) {
            tell(ready.error());
        }
    }
}

void Scheduler::Impl::tick()
{
    soon = false;
    toldNow.clear();
    if (const auto fresh = bench.set.refresh(); !fresh) {
        tell(fresh.error());
    } else {
        const std::string problem = problemOf(bench.runs);
        hostProblems.clear();
        for (const Host& h : bench.set.hosts()) {
            if (!problem.empty()) {
                hostProblems[h.id] = problem;
            }
        }
        if (!problem.empty() && !bench.set.experiments().empty()) {
            tell(Error{ErrorCode::Io, problem, {}, {}});
        }
        askLaunchers();
        if (!attached) {
            executor.adoptOrphans();
        }
        watch.ingest();
        executor.settleRequests();
        // Ingestion and requests have moved things on: decide on what is true now.
        if (const auto again = bench.set.refresh(); again) {
            if (mustPlan()) {
                executor.perform(schedule::plan(world(), bench.clock.now()));
            }
            watch.ask();
        }
        attached = true;
    }
    if (const UtcMs now = nowUtcMs(); now - trimmedMs > kTrimEveryMs) {
        trimmedMs = now;
        bench.store.post([now](StoreWriter& w) { return w.trimChanges(now - kKeepScheduleChangesMs); });
    }
    std::erase_if(told, [&](const std::string& m) { return !toldNow.contains(m); });
    Q_EMIT owner->ticked();
}

Scheduler::Scheduler(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
    m_impl->owner = this;
    m_impl->bench.tell = [i = m_impl.get()](const Error& e) { i->tell(e); };
    m_impl->bench.soon = [i = m_impl.get()] {
        if (!i->soon && i->timer.isActive()) {
            i->soon = true;
            QTimer::singleShot(0, i->bench.context.get(), [i] {
                if (i->soon) {
                    i->tick();
                }
            });
        }
    };
    QObject::connect(&m_impl->timer, &QTimer::timeout, this, [i = m_impl.get()] { i->tick(); });
}

Scheduler::~Scheduler()
{
    release();
}

Result<std::unique_ptr<Scheduler>> Scheduler::take(Store& store,
                                                   std::map<std::string, std::unique_ptr<Launcher>> launchers,
                                                   const Clock& clock, Options options)
{
    const fs::path file = store.info().file;
    if (!options.forceNetworkFileSystem && platform::onNetworkFileSystem(file)) {
        return fail(
            ErrorCode::Unsupported,
            "{0} is on a network file system, where locks cannot be trusted: nothing is scheduled from here.",
            file.string());
    }
    auto lock = FileLock::tryLock(lockFile(file));
    if (!lock) {
        if (lock.error().code != ErrorCode::Busy) {
            return fail(lock.error());
        }
        const SchedulerHolder holder = schedulerHolder(file);
        return fail(ErrorCode::Busy, "Another process schedules this store: {0}, process {1}, since {2}.",
                    holder.program.empty() ? "a program" : holder.program, holder.pid,
                    formatUtc(holder.sinceMs));
    }
    const json content{{"pid", ::getpid()}, {"program", options.program}, {"since_ms", nowUtcMs()}};
    if (auto written = lock->writeContent(dumpJson(content) + "\n"); !written) {
        return fail(written.error());
    }
    auto reader = store.reader();
    if (!reader) {
        return fail(reader.error());
    }
    fs::path runs = options.runsFolder.empty() ? file.parent_path() / "runs" : options.runsFolder;
    std::error_code ec;
    if (const fs::path absolute = fs::absolute(runs, ec); !ec) {
        runs = absolute.lexically_normal();
    }
    return std::unique_ptr<Scheduler>(
        new Scheduler(std::make_unique<Impl>(store, clock, std::move(launchers), std::move(runs),
                                             std::move(*reader), std::move(*lock), options.tickMs)));
}

void Scheduler::start()
{
    if (m_impl->lock.held()) {
        m_impl->timer.start(m_impl->tickMs);
        m_impl->bench.soon();
    }
}

void Scheduler::release()
{
    m_impl->timer.stop();
    m_impl->soon = false;
    m_impl->bench.context = std::make_unique<QObject>(); // answers that are under way are dropped
    m_impl->lock = FileLock();
}

bool Scheduler::idle() const
{
    Impl& i = *m_impl;
    if (!i.attached || !i.bench.set.refresh()) {
        return false;
    }
    const schedule::World world = i.world();
    if (!world.live.empty() || !world.interrupted.empty()) {
        return false;
    }
    for (const Request& r : i.bench.set.requests()) {
        if (r.kind == "stop" || r.kind == "kill") {
            return false;
        }
    }
    return std::none_of(world.waiting.begin(), world.waiting.end(),
                        [&](const auto& w) { return schedule::canStart(world, w); });
}

SchedulerHolder schedulerHolder(const fs::path& storeFile)
{
    SchedulerHolder holder;
    const fs::path file = lockFile(storeFile);
    holder.held = FileLock::isLocked(file);
    if (!holder.held) {
        return holder;
    }
    const auto text = platform::readFile(file, 1u << 16);
    const json j = text ? json::parse(*text, nullptr, false) : json();
    if (!j.is_object()) {
        return holder;
    }
    JsonFields f(j, ErrorCode::BadFile);
    f.get("pid", holder.pid);
    f.get("program", holder.program);
    f.get("since_ms", holder.sinceMs);
    holder.self = holder.pid == ::getpid();
    return holder;
}

} // namespace yardstick
