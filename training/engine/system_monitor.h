// SystemMonitor: a small thread that writes a heartbeat and what the machine is doing every few seconds.
// It owns nothing but its counters; it ends with the object.
#pragma once

#include "training/engine/run_log.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace yardstick::training {

class SystemMonitor
{
public:
    explicit SystemMonitor(RunLog& log, double seconds = 5);
    ~SystemMonitor();
    SystemMonitor(const SystemMonitor&) = delete;
    SystemMonitor& operator=(const SystemMonitor&) = delete;

private:
    /// Clock ticks since boot (host) or start (process).
    struct Ticks
    {
        double busy = 0, total = 0, process = 0;
    };
    static Ticks readTicks();
    void run();

    RunLog& m_log;
    double m_seconds;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stop = false;
    std::thread m_thread;
};

} // namespace yardstick::training
