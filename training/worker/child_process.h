// ChildProcess: a program run as a child in a process group of its own, standard output and error on one pipe, nothing on its
// standard input. The group never outlives us: its leader is a guard (a fork of ours) that kills it when we die, however
// that happens. Linux. Owner: the thread that started it.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace yardstick::training {

class ChildProcess
{
public:
    struct Options
    {
        std::vector<std::string> argv; ///< argv[0]: a path, or a name that is looked up in PATH; no shell anywhere
        std::map<std::string, std::string> environment; ///< added to ours
        std::vector<std::string> without;               ///< variables of ours that the program does not get
        std::filesystem::path workingDirectory;
    };
    struct End
    {
        int code = 0;   ///< exit code; 0 when ended by a signal
        int signal = 0; ///< that ended it; 0: none
    };

    /// WorkerMissing when the program cannot be run, Io when the system refuses a process.
    static Result<std::unique_ptr<ChildProcess>> start(const Options& options);
    ~ChildProcess(); ///< SIGKILL to the group, and waits for it
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// What was printed since; waits at most `seconds` for something. Empty: nothing came.
    std::string read(double seconds);
    /// How it ended; nullopt while it runs. What is left of its group is killed then.
    std::optional<End> end();
    void signalGroup(int number) const; ///< nothing when it has ended
    [[nodiscard]] std::int64_t group() const { return m_guard; }

private:
    ChildProcess() = default;

    std::int64_t m_guard = -1; ///< pid of the guard = id of the group
    int m_output = -1;         ///< what the program prints
    int m_status = -1;         ///< the guard tells here how the program ended
    int m_life = -1;           ///< held open as long as we live
    bool m_outputOpen = true;
    std::optional<End> m_end;
};

/// argv[0] as a path: as it is when it has a '/', else the first match in PATH; nullopt when there is none.
std::optional<std::string> findProgram(const std::string& name);

} // namespace yardstick::training
