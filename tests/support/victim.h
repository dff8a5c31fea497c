// Starts a helper program, kills it, waits for it. Only for tests.
#pragma once

#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

extern char** environ;

namespace yardstick::test {

class Victim
{
public:
    /// argv[0] is the program's path; `environment` ("NAME=VALUE") is added to ours.
    explicit Victim(std::vector<std::string> arguments, std::vector<std::string> environment = {})
    {
        std::vector<char*> argv;
        for (std::string& argument : arguments) {
            argv.push_back(argument.data());
        }
        argv.push_back(nullptr);
        std::vector<char*> envp;
        for (char** entry = environ; *entry != nullptr; ++entry) {
            envp.push_back(*entry);
        }
        for (std::string& entry : environment) {
            envp.push_back(entry.data());
        }
        envp.push_back(nullptr);
        if (posix_spawn(&m_pid, argv[0], nullptr, nullptr, argv.data(), envp.data()) != 0) {
            throw std::runtime_error("cannot run " + arguments[0]);
        }
        m_start = std::chrono::steady_clock::now();
    }
    ~Victim()
    {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            wait();
        }
    }
    Victim(const Victim&) = delete;
    Victim& operator=(const Victim&) = delete;

    /// Kills it `delay` after its start, unless it has ended by then. True when it died of that.
    bool killAfter(std::chrono::microseconds delay)
    {
        const int handle = static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0));
        const auto left = delay - std::chrono::duration_cast<std::chrono::microseconds>(
                                      std::chrono::steady_clock::now() - m_start);
        if (left.count() > 0) {
            pollfd watch{handle, POLLIN, 0};
            const timespec timeout{left.count() / 1'000'000, left.count() % 1'000'000 * 1000};
            ::ppoll(&watch, 1, &timeout, nullptr);
        }
        ::close(handle);
        ::kill(m_pid, SIGKILL);
        const int status = wait();
        return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    }
    /// The wait status.
    int wait()
    {
        int status = 0;
        ::waitpid(m_pid, &status, 0);
        m_pid = -1;
        return status;
    }

private:
    pid_t m_pid = -1;
    std::chrono::steady_clock::time_point m_start;
};

} // namespace yardstick::test
