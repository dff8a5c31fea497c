#include "training/engine/system_monitor.h"

#include "core/base/platform.h"
#include "training/engine/process_group.h"

#include <algorithm>
#include <chrono>
#include <pthread.h>
#include <sstream>
#include <unistd.h>

namespace yardstick::training {

SystemMonitor::SystemMonitor(RunLog& log, double seconds, std::int64_t group)
    : m_log(log), m_seconds(seconds), m_group(group), m_thread([this] { run(); })
{
}

SystemMonitor::~SystemMonitor()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

SystemMonitor::Ticks SystemMonitor::readTicks() const
{
    Ticks ticks;
    // proc(5): "cpu user nice system idle iowait irq softirq steal …"
    if (const auto stat = platform::readFile("/proc/stat", 1 << 22)) {
        std::istringstream in(*stat);
        std::string word;
        in >> word;
        double value = 0;
        for (int field = 0; field < 8 && in >> value; ++field) {
            ticks.total += value;
            ticks.busy += field == 3 || field == 4 ? 0 : value;
        }
    }
    if (m_group > 0) {
        const GroupUsage usage = processGroupUsage(m_group);
        ticks.process = usage.ticks;
        ticks.residentBytes = usage.residentBytes;
        return ticks;
    }
    ticks.residentBytes = static_cast<std::int64_t>(platform::residentBytes());
    // Fields 14 and 15 count after the name, which ends with the last ')'.
    if (const auto stat = platform::readFile("/proc/self/stat", 1 << 16)) {
        std::istringstream in(stat->substr(std::min(stat->rfind(')') + 1, stat->size())));
        std::string skipped;
        for (int field = 3; field < 14; ++field) {
            in >> skipped;
        }
        double user = 0, system = 0;
        in >> user >> system;
        ticks.process = user + system;
    }
    return ticks;
}

void SystemMonitor::run()
{
    pthread_setname_np(pthread_self(), "monitor");
    const auto ramTotal = static_cast<std::int64_t>(platform::hostInfo().ramBytes);
    const auto ticksPerSecond = static_cast<double>(::sysconf(_SC_CLK_TCK));
    Ticks before = readTicks();
    double beforeSeconds = monotonicSeconds();
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_for(lock, std::chrono::duration<double>(m_seconds), [this] { return m_stop; })) {
        lock.unlock();
        const Ticks now = readTicks();
        const double seconds = monotonicSeconds();
        SystemEvent event;
        if (now.total > before.total) {
            event.cpuPercent = 100 * (now.busy - before.busy) / (now.total - before.total);
        }
        // The ticks of a process that has ended are gone from its group.
        event.processCpuPercent =
            100 * std::max(now.process - before.process, 0.0) / ticksPerSecond / std::max(seconds - beforeSeconds, 1e-3);
        event.ramBytes = now.residentBytes;
        event.ramTotalBytes = ramTotal;
        m_log.event(std::move(event));
        m_log.event(HeartbeatEvent{});
        before = now;
        beforeSeconds = seconds;
        lock.lock();
    }
}

} // namespace yardstick::training
