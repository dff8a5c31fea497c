#include "training/worker/child_process.h"

#include "core/base/pipe.h"
#include "core/base/platform.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

extern char** environ;

namespace yardstick::training {
namespace {

using platform::closeDescriptor;
using platform::Pipe;

/// All that the forks need, made before them: our other threads may hold any lock, so only async-signal-safe calls follow.
struct Prepared
{
    std::string program, directory;
    std::vector<std::string> arguments, variables;
    std::vector<char*> argv, envp;
    Pipe input;  ///< nobody writes: the program reads end of file
    Pipe output, report, status, life;
};

Error spawnFailed(int err)
{
    return {ErrorCode::Io, "A new process cannot be started: {0}.", {std::strerror(err)}, {}};
}

void prepare(const ChildProcess::Options& options, Prepared& p)
{
    p.arguments = options.argv;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string variable = *entry;
        const std::string name = variable.substr(0, variable.find('='));
        if (!options.environment.contains(name)
            && std::find(options.without.begin(), options.without.end(), name) == options.without.end()) {
            p.variables.push_back(variable);
        }
    }
    for (const auto& [name, value] : options.environment) {
        p.variables.push_back(name + "=" + value);
    }
    for (std::string& argument : p.arguments) {
        p.argv.push_back(argument.data());
    }
    for (std::string& variable : p.variables) {
        p.envp.push_back(variable.data());
    }
    p.argv.push_back(nullptr);
    p.envp.push_back(nullptr);
    p.directory = options.workingDirectory.string();
}

void tell(int fd, int value)
{
    (void)!::write(fd, &value, sizeof(value)); // nobody reads any more: nothing can be done about it
}

[[noreturn]] void runProgram(const Prepared& p)
{
    struct sigaction standard{};
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number) {
        ::sigaction(number, &standard, nullptr);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (p.directory.empty() || ::chdir(p.directory.c_str()) == 0) {
        ::dup2(p.input.read, 0);
        ::dup2(p.output.write, 1);
        ::dup2(p.output.write, 2);
        ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC); // locks that were meant for us alone
        ::execve(p.program.c_str(), p.argv.data(), p.envp.data());
    }
    tell(p.report.write, errno);
    ::_exit(127);
}

void wake(int) {}

/// Leader of the group: waits for the program's end or for ours, whichever is first.
[[noreturn]] void runGuard(const Prepared& p)
{
    ::setpgid(0, 0);
    struct sigaction action{};
    action.sa_handler = SIG_IGN;
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT}) {
        ::sigaction(number, &action, nullptr);
    }
    action.sa_handler = wake;
    ::sigaction(SIGCHLD, &action, nullptr);
    sigset_t childSignal, before;
    ::sigemptyset(&childSignal);
    ::sigaddset(&childSignal, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &childSignal, &before);
    ::sigdelset(&before, SIGCHLD);
    const pid_t program = ::fork();
    if (program == 0) {
        runProgram(p);
    }
    if (program < 0) {
        tell(p.report.write, errno);
        ::_exit(127);
    }
    const auto low = static_cast<unsigned>(std::min(p.status.write, p.life.read));
    const auto high = static_cast<unsigned>(std::max(p.status.write, p.life.read));
    if (low > 0) {
        ::close_range(0, low - 1, 0);
    }
    if (high > low + 1) {
        ::close_range(low + 1, high - 1, 0);
    }
    ::close_range(high + 1, ~0U, 0);
    while (true) {
        int status = 0;
        const pid_t ended = ::waitpid(program, &status, WNOHANG);
        if (ended != 0) {
            tell(p.status.write, status);
            ::_exit(0);
        }
        struct pollfd life{p.life.read, POLLIN, 0};
        if (::ppoll(&life, 1, nullptr, &before) > 0) {
            ::kill(0, SIGKILL); // the group, and with it this process
        }
    }
}

} // namespace

std::optional<std::string> findProgram(const std::string& name)
{
    if (name.find('/') != std::string::npos) {
        return name;
    }
    const char* variable = std::getenv("PATH");
    const std::string path = variable != nullptr ? variable : "/usr/bin:/bin";
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        const std::string candidate = path.substr(begin, end - begin) + "/" + name;
        if (end > begin && ::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
        begin = end + 1;
    }
    return std::nullopt;
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const Options& options)
{
    Prepared p;
    prepare(options, p);
    const auto program = findProgram(options.argv.empty() ? std::string() : options.argv.front());
    if (options.argv.empty() || !program) {
        return fail(ErrorCode::WorkerMissing, "The program {0} cannot be run: {1}.",
                    options.argv.empty() ? std::string() : options.argv.front(), std::strerror(ENOENT));
    }
    p.program = std::filesystem::absolute(*program).string(); // the working folder changes before exec
    for (Pipe* pipe : {&p.input, &p.output, &p.report, &p.status, &p.life}) {
        if (!pipe->open()) {
            return fail(spawnFailed(errno));
        }
    }
    p.input.closeWrite();
    const pid_t guard = ::fork();
    if (guard < 0) {
        return fail(spawnFailed(errno));
    }
    if (guard == 0) {
        runGuard(p);
    }
    ::setpgid(guard, guard); // as the guard does itself, whoever is first
    for (int* end : {&p.output.write, &p.report.write, &p.status.write, &p.life.read}) {
        closeDescriptor(*end);
    }
    std::unique_ptr<ChildProcess> child(new ChildProcess);
    child->m_guard = guard;
    child->m_output = std::exchange(p.output.read, -1);
    child->m_status = std::exchange(p.status.read, -1);
    child->m_life = std::exchange(p.life.write, -1);
    ::fcntl(child->m_output, F_SETFL, O_NONBLOCK);
    int err = 0;
    ssize_t n = 0;
    do {
        n = ::read(p.report.read, &err, sizeof(err));
    } while (n < 0 && errno == EINTR);
    if (n == static_cast<ssize_t>(sizeof(err))) {
        return fail(ErrorCode::WorkerMissing, "The program {0} cannot be run: {1}.", p.program, std::strerror(err));
    }
    return child;
}

ChildProcess::~ChildProcess()
{
    if (!m_end) {
        signalGroup(SIGKILL);
        while (::waitpid(static_cast<pid_t>(m_guard), nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    for (int* fd : {&m_output, &m_status, &m_life}) {
        closeDescriptor(*fd);
    }
}

std::string ChildProcess::read(double seconds)
{
    const int milliseconds = static_cast<int>(std::max(seconds, 0.0) * 1000);
    struct pollfd output{m_output, POLLIN, 0};
    if (!m_outputOpen) {
        ::poll(nullptr, 0, milliseconds);
        return {};
    }
    if (::poll(&output, 1, milliseconds) <= 0) {
        return {};
    }
    std::string text(64 * 1024, '\0');
    const ssize_t n = ::read(m_output, text.data(), text.size());
    m_outputOpen = n != 0;
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    return text;
}

std::optional<ChildProcess::End> ChildProcess::end()
{
    siginfo_t ended{};
    if (m_end || ::waitid(P_PID, static_cast<id_t>(m_guard), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0) {
        return m_end;
    }
    signalGroup(SIGKILL); // before the guard is reaped: the id of the group is still ours
    int status = 0, told = 0;
    while (::waitpid(static_cast<pid_t>(m_guard), &status, 0) < 0 && errno == EINTR) {
    }
    // A guard that was killed with its group tells nothing; its own end says as much.
    status = ::read(m_status, &told, sizeof(told)) == static_cast<ssize_t>(sizeof(told)) ? told : status;
    m_end = WIFSIGNALED(status) ? End{0, WTERMSIG(status)} : End{WEXITSTATUS(status), 0};
    return m_end;
}

void ChildProcess::signalGroup(int number) const
{
    if (!m_end && m_guard > 1) {
        ::kill(static_cast<pid_t>(-m_guard), number);
    }
}

} // namespace yardstick::training
