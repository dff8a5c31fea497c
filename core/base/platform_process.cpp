// Processes of core/base/platform.h, on Linux.
#include "core/base/platform.h"

#include "core/base/pipe.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;

namespace yardstick::platform {

std::string bootId()
{
    static const std::string id = [] {
        std::string text = readFile("/proc/sys/kernel/random/boot_id").value_or("");
        while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
            text.pop_back();
        }
        return text;
    }();
    return id;
}

std::vector<int> allowedCpus()
{
    std::vector<int> out;
    cpu_set_t set{};
    if (::sched_getaffinity(0, sizeof set, &set) == 0) {
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (CPU_ISSET(cpu, &set)) {
                out.push_back(cpu);
            }
        }
    }
    return out;
}

std::optional<ProcessId> processId(std::int64_t pid)
{
    if (pid <= 0) {
        return std::nullopt;
    }
    const auto text = readFile("/proc/" + std::to_string(pid) + "/stat");
    if (!text) {
        return std::nullopt;
    }
    // "PID (name) STATE …": the name may hold spaces and brackets, so count from its last ')'.
    const size_t close = text->rfind(')');
    if (close == std::string::npos || close + 2 >= text->size()) {
        return std::nullopt;
    }
    const char state = (*text)[close + 2];
    if (state == 'Z' || state == 'X' || state == 'x') {
        return std::nullopt;
    }
    size_t at = close + 2;
    for (int field = 3; field < 22; ++field) {
        at = text->find(' ', at);
        if (at == std::string::npos) {
            return std::nullopt;
        }
        ++at;
    }
    return ProcessId{pid, std::strtoull(text->c_str() + at, nullptr, 10), bootId()};
}

bool isAlive(const ProcessId& process)
{
    const auto now = processId(process.pid);
    return now && *now == process;
}

ProcessId self()
{
    return processId(::getpid()).value_or(ProcessId{::getpid(), 0, bootId()});
}

namespace {

/// What a child says through the pipe before it becomes the program: its pid, then nothing or a failure.
struct Report
{
    enum Stage : int { Started, Directory, Program } stage = Started;
    int value = 0; ///< the pid, or errno
};

/// Everything that the child needs, made before the fork: between fork and exec only async-signal-safe calls
/// are allowed, for the parent may have threads.
struct Prepared
{
    std::string program;
    std::string directory;
    std::vector<char*> argv;
    std::vector<std::string> environment;
    std::vector<char*> envp;
    int input = -1;
    int output = -1;
    int niceness = 0;
    int keepOpen = -1;
    bool pinned = false;
    cpu_set_t cpus{};
    Prepared() = default;
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
    ~Prepared()
    {
        for (const int fd : {input, output, keepOpen}) {
            if (fd >= 0) {
                ::close(fd);
            }
        }
    }
};

/// As open(2), above the standard streams, so that dup2 never meets the same number.
int openHigh(const char* path, int flags)
{
    const int fd = ::open(path, flags | O_CLOEXEC, 0644);
    if (fd < 0 || fd > 2) {
        return fd;
    }
    const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
    ::close(fd);
    return high;
}

bool sendReport(int fd, Report report)
{
    return ::write(fd, &report, sizeof report) == static_cast<ssize_t>(sizeof report);
}

bool receiveReport(int fd, Report& report)
{
    ssize_t n = 0;
    do {
        n = ::read(fd, &report, sizeof report);
    } while (n < 0 && errno == EINTR);
    return n == static_cast<ssize_t>(sizeof report);
}

[[noreturn]] void runChild(const Prepared& p, const Pipe& report, const Pipe& go)
{
    const pid_t pid = ::fork();
    if (pid != 0) {
        ::_exit(pid < 0 ? errno : 0);
    }
    ::setsid();
    // The parent looks up our start time while we surely live, then lets us go on.
    char byte = 0;
    if (!sendReport(report.write, {Report::Started, ::getpid()}) || ::read(go.read, &byte, 1) != 1) {
        ::_exit(127);
    }
    struct sigaction standard{};
    standard.sa_handler = SIG_DFL;
    for (int s = 1; s < NSIG; ++s) {
        ::sigaction(s, &standard, nullptr);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (!p.directory.empty() && ::chdir(p.directory.c_str()) != 0) {
        sendReport(report.write, {Report::Directory, errno});
        ::_exit(127);
    }
    ::dup2(p.input, 0);
    ::dup2(p.output, 1);
    ::dup2(p.output, 2);
    ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    if (p.keepOpen >= 0) {
        ::fcntl(p.keepOpen, F_SETFD, 0);
    }
    if (p.pinned) {
        ::sched_setaffinity(0, sizeof p.cpus, &p.cpus);
    }
    if (p.niceness != 0) {
        ::setpriority(PRIO_PROCESS, 0, p.niceness);
    }
    ::execve(p.program.c_str(), p.argv.data(), p.envp.data());
    sendReport(report.write, {Report::Program, errno});
    ::_exit(127);
}

/// argv[0] as a path: as it is when it has a '/', else the first match in PATH.
std::string programPath(const std::string& name)
{
    if (name.find('/') != std::string::npos) {
        return name;
    }
    const char* variable = std::getenv("PATH");
    const std::string path = variable != nullptr ? variable : "/usr/bin:/bin";
    for (size_t begin = 0; begin <= path.size();) {
        const size_t end = std::min(path.find(':', begin), path.size());
        const std::string candidate = path.substr(begin, end - begin) + "/" + name;
        if (end > begin && ::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
        begin = end + 1;
    }
    return name;
}

Error missingProgram(const std::string& program, int err)
{
    return {
        ErrorCode::WorkerMissing, "The program {0} cannot be run: {1}.", {program, std::strerror(err)}, {}};
}

Error spawnFailed(int err)
{
    return {ErrorCode::Io, "A new process cannot be started: {0}.", {std::strerror(err)}, {}};
}

Result<> prepare(const SpawnOptions& options, Prepared& p)
{
    if (options.argv.empty()) {
        return fail(ErrorCode::WorkerMissing, "No program is given.");
    }
    p.program = programPath(options.argv[0]);
    struct stat st{};
    if (::stat(p.program.c_str(), &st) != 0) {
        return fail(missingProgram(p.program, errno));
    }
    if (S_ISDIR(st.st_mode) || ::access(p.program.c_str(), X_OK) != 0) {
        return fail(missingProgram(p.program, S_ISDIR(st.st_mode) ? EISDIR : errno));
    }
    if (options.argv[0].find('/') != std::string::npos && p.program.front() != '/') {
        std::error_code ec; // the working folder changes before exec
        p.program = fs::absolute(p.program, ec).string();
    }
    for (const std::string& a : options.argv) {
        p.argv.push_back(const_cast<char*>(a.c_str())); // execve does not write there
    }
    p.argv.push_back(nullptr);
    for (char** e = environ; e != nullptr && *e != nullptr; ++e) {
        const std::string_view entry(*e);
        if (!options.environment.contains(std::string(entry.substr(0, entry.find('='))))) {
            p.environment.emplace_back(entry);
        }
    }
    for (const auto& [name, value] : options.environment) {
        p.environment.push_back(name + "=" + value);
    }
    for (std::string& e : p.environment) {
        p.envp.push_back(e.data());
    }
    p.envp.push_back(nullptr);
    p.directory = options.workingDirectory.string();
    p.niceness = options.niceness;
    for (const int cpu : options.cpus) {
        if (cpu >= 0 && cpu < CPU_SETSIZE) {
            CPU_SET(cpu, &p.cpus);
            p.pinned = true;
        }
    }
    if (options.keepOpen >= 0) {
        p.keepOpen = ::fcntl(options.keepOpen, F_DUPFD_CLOEXEC, 3);
        if (p.keepOpen < 0) {
            return fail(spawnFailed(errno));
        }
    }
    p.input = openHigh("/dev/null", O_RDONLY);
    const std::string output = options.outputFile.empty() ? "/dev/null" : options.outputFile.string();
    p.output = openHigh(output.c_str(), O_WRONLY | O_CREAT | O_APPEND);
    if (p.input < 0 || p.output < 0) {
        return fail(ioError(errno, "write", output));
    }
    return {};
}

} // namespace

Result<ProcessId> spawnDetached(const SpawnOptions& options)
{
    Prepared p;
    if (const auto prepared = prepare(options, p); !prepared) {
        return fail(prepared.error());
    }
    Pipe report;
    Pipe go;
    if (!report.open() || !go.open()) {
        return fail(spawnFailed(errno));
    }
    (void)bootId(); // read before the fork
    const pid_t child = ::fork();
    if (child < 0) {
        return fail(spawnFailed(errno));
    }
    if (child == 0) {
        runChild(p, report, go);
    }
    report.closeWrite();
    go.closeRead();
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    Report started;
    if (!receiveReport(report.read, started)) {
        return fail(
            spawnFailed(WIFEXITED(status) && WEXITSTATUS(status) != 0 ? WEXITSTATUS(status) : EAGAIN));
    }
    const auto process = processId(started.value);
    if (!process || ::write(go.write, "g", 1) != 1) {
        return fail(spawnFailed(ESRCH));
    }
    Report failed;
    if (receiveReport(report.read, failed)) {
        if (failed.stage == Report::Directory) {
            return fail(ioError(failed.value, "use", options.workingDirectory));
        }
        return fail(missingProgram(p.program, failed.value));
    }
    return *process;
}

Result<> signalProcess(const ProcessId& process, int signal)
{
    if (process.pid <= 1 || !isAlive(process)) {
        return fail(ErrorCode::NotFound, "Process {0} has ended.", process.pid);
    }
    const auto pid = static_cast<pid_t>(process.pid);
    if (::kill(-pid, signal) == 0 || (errno == ESRCH && ::kill(pid, signal) == 0)) {
        return {};
    }
    if (errno == ESRCH) {
        return fail(ErrorCode::NotFound, "Process {0} has ended.", process.pid);
    }
    return fail(ErrorCode::Io, "Process {0} cannot be signalled: {1}.", process.pid, std::strerror(errno));
}

} // namespace yardstick::platform
