// TimedProcess: one program with our own timer around it. It runs in a session of its own (no terminal to ask a
// password on), is killed with its whole process group when its time is over, and dies with us. Never blocks.
// Owner thread: the one that made it. Deletes itself after its end was told; deleting it earlier kills the program
// and tells nothing.
#pragma once

#include "core/launcher.h"

#include <QByteArray>
#include <QProcess>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace yardstick {

struct ProcessCommand
{
    std::vector<std::string> argv;     ///< argv[0]: a path, or a name looked for in PATH
    QByteArray input;                  ///< standard input, then its end
    std::filesystem::path directory;   ///< working folder
    Deadline deadline{0};              ///< 0: none
    Deadline silence{0};               ///< killed after so long without a byte of output; 0: never
};

struct ProcessEnd
{
    bool started = true;   ///< false: the program cannot be run (not installed)
    bool timedOut = false; ///< killed by one of the timers
    int exitCode = -1;     ///< -1: ended by a signal
    QByteArray out, err;   ///< what it had said until then
};

class TimedProcess final : public QObject
{
    Q_OBJECT
public:
    using Ended = std::function<void(ProcessEnd)>;
    TimedProcess(ProcessCommand command, Ended ended, QObject* parent);
    ~TimedProcess() override;
    [[nodiscard]] const QByteArray& output() const { return m_end.out; } ///< so far
    [[nodiscard]] std::int64_t pid() const { return m_process.processId(); }

private:
    void kill();
    void finish();
    void timeOut();

    ProcessCommand m_command;
    Ended m_ended;
    ProcessEnd m_end;
    QProcess m_process;
    QTimer m_deadline;
    QTimer m_silence;
};

} // namespace yardstick
