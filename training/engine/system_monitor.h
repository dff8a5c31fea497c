// SystemMonitor: a small thread that writes a heartbeat and what the machine is doing every few seconds: as the work of this
// process or, where another program trains, of its process group.
// It owns nothing but its counters; it ends with the object.
#pragma once

#include "training/engine/run_log.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace yardstick::training {

class SystemMonitor
{
public:
    explicit SystemMonitor(RunLog& log, double seconds = 5, std::int64_t group = 0); ///< group 0: this process
    ~SystemMonitor();
    SystemMonitor(const SystemMonitor&) = delete;
    SystemMonitor& operator=(const SystemMonitor&) = delete;

private:
    /// Clock ticks since boot (host) or start (process).
    struct Ticks
    {
        double busy = 0, total = 0, process = 0;
        std::int64_t residentBytes = 0;
    };
    [[nodiscard]] Ticks readTicks() const;
    void run();

    RunLog& m_log;
    double m_seconds;
    std::int64_t m_group;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stop = false;
    std::thread m_thread;
};

} // namespace yardstick::training
