// StoreThread: the thread that owns the process's only writing connection; opened, used and closed there.
// Work is done in the order in which it was posted, several pieces in one transaction; answers are handed to
// a callback on this thread after the commit. Inside core/store only.
#pragma once

#include "core/store/schema.h"
#include "core/store/store.h"
#include "core/store/store_writer_impl.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

namespace yardstick {

class StoreThread
{
public:
    struct Job
    {
        Store::Work work;                                ///< in a transaction
        std::function<Result<>(sql::Database&)> outside; ///< or outside of any (VACUUM)
        std::function<void(Result<>)> done;              ///< on the store thread
        bool urgent = false;                             ///< somebody waits: commit at once
        Store::Durability durability = Store::Durability::PowerCut;
    };

    StoreThread() = default;
    ~StoreThread(); ///< does what was posted, closes
    StoreThread(const StoreThread&) = delete;
    StoreThread& operator=(const StoreThread&) = delete;

    Result<StoreInfo> open(const std::filesystem::path& file, const schema::Options& options);
    void post(Job job);
    [[nodiscard]] bool isCurrent() const { return std::this_thread::get_id() == m_thread.get_id(); }

private:
    void main(const std::filesystem::path& file, const schema::Options& options,
              std::promise<Result<StoreInfo>>& opened);
    void loop();
    bool waitForWork(std::deque<Job>& jobs);
    void runAll(std::deque<Job>& jobs);
    void runTransaction(std::deque<Job>& jobs);
    Result<> begin(const std::deque<Job>& jobs);
    Result<> runOne(Job& job);
    Result<> commit();
    void trimNowAndThen();

    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job> m_jobs; ///< guarded by m_mutex
    size_t m_urgent = 0;    ///< of them; guarded
    bool m_stop = false;    ///< guarded

    // The store thread's own.
    std::unique_ptr<sql::Database> m_database;
    std::unique_ptr<StoreWriter::Impl> m_writer;
    std::string m_writerToken;
    int m_schemaVersion = 0;
    bool m_wal = false;
    Store::Durability m_durability = Store::Durability::PowerCut;
    double m_lastCommit = -1e9; ///< monotonic seconds
    double m_lastTrim = -1e9;
};

} // namespace yardstick
