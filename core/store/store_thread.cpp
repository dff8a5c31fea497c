#include "core/store/store_thread.h"

#include "core/base/fault_point.h"

#include <pthread.h>

#include <chrono>

namespace yardstick {
namespace {

constexpr double kBatchSeconds =
    0.25; ///< work posted within this time shares a commit; no transaction lasts longer
constexpr std::int64_t kBatchRows = 500; ///< nor goes on after this many rows
constexpr size_t kBatchJobs = 500;       ///< work that waits no longer
constexpr double kTrimSeconds = 60;      ///< how often `changes` is trimmed
constexpr UtcMs kKeepChangesMs = 600'000;

std::chrono::steady_clock::time_point timePoint(double monotonic)
{
    using namespace std::chrono;
    return steady_clock::time_point(duration_cast<steady_clock::duration>(duration<double>(monotonic)));
}

} // namespace

StoreThread::~StoreThread()
{
    if (m_thread.joinable()) {
        {
            const std::lock_guard lock(m_mutex);
            m_stop = true;
        }
        m_wake.notify_all();
        m_thread.join();
    }
}

Result<StoreInfo> StoreThread::open(const std::filesystem::path& file, const schema::Options& options)
{
    std::promise<Result<StoreInfo>> opened;
    auto future = opened.get_future();
    m_thread = std::thread(
        [this, file, options, opened = std::move(opened)]() mutable { main(file, options, opened); });
    return future.get();
}

void StoreThread::post(Job job)
{
    {
        const std::lock_guard lock(m_mutex);
        m_urgent += job.urgent ? 1 : 0;
        m_jobs.push_back(std::move(job));
    }
    m_wake.notify_all();
}

void StoreThread::main(const std::filesystem::path& file, const schema::Options& options,
                       std::promise<Result<StoreInfo>>& opened)
{
    pthread_setname_np(pthread_self(), "store");
    StoreInfo info;
    auto database = schema::openForWriting(file, options, info, m_writerToken);
    if (!database) {
        opened.set_value(fail(database.error()));
        return;
    }
    m_database = std::move(*database);
    m_writer = std::make_unique<StoreWriter::Impl>(*m_database);
    m_schemaVersion = info.schemaVersion;
    m_wal = info.wal;
    m_database->exec("PRAGMA synchronous = FULL");
    opened.set_value(std::move(info));
    loop();
    (void)schema::closeWriter(*m_database,
                              m_writerToken); // left behind it only costs the next opening a check
    m_writer.reset();
    m_database.reset();
}

void StoreThread::loop()
{
    std::deque<Job> jobs;
    while (waitForWork(jobs)) {
        runAll(jobs);
    }
}

/// Takes what is posted; false when the thread is to end and nothing is left.
bool StoreThread::waitForWork(std::deque<Job>& jobs)
{
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [&] { return m_stop || !m_jobs.empty(); });
    m_wake.wait_until(lock, timePoint(m_lastCommit + kBatchSeconds),
                      [&] { return m_stop || m_urgent > 0 || m_jobs.size() >= kBatchJobs; });
    jobs.swap(m_jobs);
    m_urgent = 0;
    return !jobs.empty();
}

void StoreThread::runAll(std::deque<Job>& jobs)
{
    while (!jobs.empty()) {
        if (!jobs.front().outside) {
            runTransaction(jobs);
            continue;
        }
        Job job = std::move(jobs.front());
        jobs.pop_front();
        const Result<> result = sql::guarded(*m_database, [&] { return job.outside(*m_database); });
        if (job.done) {
            job.done(result);
        }
    }
}

Result<> StoreThread::begin(const std::deque<Job>& jobs)
{
    return sql::guarded(*m_database, [&]() -> Result<> {
        auto wanted = Store::Durability::Process;
        for (const Job& job : jobs) {
            wanted = job.durability == Store::Durability::PowerCut ? job.durability : wanted;
        }
        if (m_wal && wanted != m_durability) {
            m_database->exec(wanted == Store::Durability::PowerCut ? "PRAGMA synchronous = FULL"
                                                                   : "PRAGMA synchronous = NORMAL");
            m_durability = wanted;
        }
        m_database->exec("BEGIN IMMEDIATE");
        const std::int64_t version = m_database->integer("PRAGMA user_version");
        if (version != m_schemaVersion) {
            m_database->exec("ROLLBACK");
            return fail(ErrorCode::NewerVersion,
                        "The store {0} has version {1}, written by a newer Yardstick; this one reads up to "
                        "version {2}.",
                        m_database->file().string(), version, m_schemaVersion);
        }
        return {};
    });
}

/// One piece of work inside a savepoint: all of it or nothing.
Result<> StoreThread::runOne(Job& job)
{
    m_writer->touched.clear();
    m_writer->fault.reset();
    Result<> result = sql::guarded(*m_database, [&]() -> Result<> {
        m_database->exec("SAVEPOINT job");
        StoreWriter writer(*m_writer);
        if (auto done = job.work(writer); !done) {
            return done;
        }
        if (m_writer->fault) {
            return fail(*m_writer->fault);
        }
        m_writer->writeChanges();
        m_database->exec("RELEASE job");
        return {};
    });
    if (!result && m_database->inTransaction()) {
        (void)m_database->raw().tryExec("ROLLBACK TO job; RELEASE job");
    }
    return result;
}

Result<> StoreThread::commit()
{
    return sql::guarded(*m_database, [&]() -> Result<> {
        trimNowAndThen();
        faultPoint("before_commit");
        m_database->exec("COMMIT");
        faultPoint("after_commit");
        return {};
    });
}

void StoreThread::trimNowAndThen()
{
    const double now = monotonicSeconds();
    if (now - m_lastTrim > kTrimSeconds) {
        m_lastTrim = now;
        (void)StoreWriter(*m_writer).trimChanges(nowUtcMs() - kKeepChangesMs);
    }
}

/// Does the first jobs (up to the first one outside) in one transaction, answers and removes them.
void StoreThread::runTransaction(std::deque<Job>& jobs)
{
    std::vector<Result<>> results;
    if (auto begun = begin(jobs); !begun) {
        results.push_back(begun);
    } else {
        const double start = monotonicSeconds();
        const std::int64_t rows = m_database->totalChanges();
        while (results.size() < jobs.size() && !jobs[results.size()].outside) {
            results.push_back(runOne(jobs[results.size()]));
            if (!m_database->inTransaction() || monotonicSeconds() - start > kBatchSeconds ||
                m_database->totalChanges() - rows >= kBatchRows) {
                break;
            }
        }
        // A grave fault (disk full) makes SQLite roll back by itself; then nothing of this transaction has
        // been written.
        Result<> committed = m_database->inTransaction() ? commit() : results.back();
        if (!committed) {
            (void)m_database->raw().tryExec("ROLLBACK");
            for (Result<>& result : results) {
                result = result ? committed : result;
            }
        }
        m_lastCommit = monotonicSeconds();
    }
    for (Result<>& result : results) {
        Job job = std::move(jobs.front());
        jobs.pop_front();
        if (job.done) {
            job.done(std::move(result));
        }
    }
}

} // namespace yardstick
