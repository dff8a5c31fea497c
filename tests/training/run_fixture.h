// A run directory with a tiny data set, and the real worker in it as a child process.
#pragma once

#include "core/base/event.h"
#include "core/base/job.h"
#include "core/base/platform.h"
#include "core/base/time.h"
#include "tests/support/temp_dir.h"
#include "training/data/demo.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace yardstick::training {

namespace fs = std::filesystem;

/// Polls a condition; false after `seconds`.
inline bool waitFor(const std::function<bool()>& condition, double seconds = 60)
{
    const double end = monotonicSeconds() + seconds;
    while (!condition()) {
        if (monotonicSeconds() > end) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

/// All whole events of a run directory.
inline std::vector<Event> eventsOf(const fs::path& directory)
{
    std::vector<Event> events;
    std::istringstream lines(platform::readFile(directory / run_files::kEvents).value_or(""));
    for (std::string line; std::getline(lines, line);) {
        if (auto event = eventFromLine(line)) {
            events.push_back(std::move(*event));
        }
    }
    return events;
}

template <typename T> std::vector<T> eventsOf(const fs::path& directory)
{
    std::vector<T> out;
    for (const Event& event : eventsOf(directory)) {
        if (const T* body = std::get_if<T>(&event.body)) {
            out.push_back(*body);
        }
    }
    return out;
}

class WorkerProcess
{
public:
    struct Options
    {
        std::vector<std::string> arguments;
        std::map<std::string, std::string> environment;
        fs::path output; ///< stdout and stderr; empty: /dev/null
        std::uint64_t fileSizeLimit = 0;
    };

    explicit WorkerProcess(const Options& options)
    {
        m_pid = ::fork();
        if (m_pid == 0) {
            const std::string file = options.output.empty() ? "/dev/null" : options.output.string();
            const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
            ::dup2(fd, 1);
            ::dup2(fd, 2);
            for (const auto& [name, value] : options.environment) {
                ::setenv(name.c_str(), value.c_str(), 1);
            }
            if (options.fileSizeLimit > 0) {
                const struct rlimit limit{options.fileSizeLimit, options.fileSizeLimit};
                ::setrlimit(RLIMIT_FSIZE, &limit);
            }
            std::vector<const char*> argv{YARDSTICK_WORKER_PATH};
            for (const std::string& argument : options.arguments) {
                argv.push_back(argument.c_str());
            }
            argv.push_back(nullptr);
            ::execv(YARDSTICK_WORKER_PATH, const_cast<char**>(argv.data()));
            ::_exit(127);
        }
    }
    ~WorkerProcess()
    {
        if (m_pid > 0 && !m_ended) {
            ::kill(m_pid, SIGKILL);
            wait();
        }
    }
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    void signal(int number) const { ::kill(m_pid, number); }
    /// Exit code, or −signal.
    int wait()
    {
        if (!m_ended) {
            int status = 0;
            ::waitpid(m_pid, &status, 0);
            m_ended = true;
            m_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        }
        return m_code;
    }
    [[nodiscard]] pid_t pid() const { return m_pid; }

private:
    pid_t m_pid = -1;
    bool m_ended = false;
    int m_code = 0;
};

/// 8 training and 4 validation pictures of 96 pixels, drawn once per program.
inline const fs::path& tinyDataset()
{
    static const test::TempDir dir;
    static const fs::path yaml = [] {
        DemoOptions options;
        options.trainImages = 8;
        options.valImages = 4;
        options.size = 96;
        options.threads = 1;
        return writeDemoDataset(dir.path() / "shapes", options).value().yaml;
    }();
    return yaml;
}

class RunFixture : public testing::Test
{
protected:
    /// A fresh run directory with a job: 64 px, batch 4, 2 epochs, one thread, from scratch.
    fs::path newRun(const nlohmann::json& params = {}, const std::string& resumeFrom = {})
    {
        const fs::path directory = dir.path() / ("run" + std::to_string(++m_runs));
        fs::create_directories(directory);
        JobSpec job;
        job.token = "t" + std::to_string(m_runs);
        job.data = tinyDataset().string();
        job.threads = 1;
        job.params = {{"imgsz", 64}, {"batch", 4}, {"epochs", 2}, {"nbs", 4}, {"pretrained", false}, {"workers", 1}};
        if (params.is_object()) {
            job.params.update(params);
        }
        job.resumeFrom = resumeFrom;
        edit(job);
        EXPECT_TRUE(writeJob(directory, job).has_value());
        return directory;
    }
    static WorkerProcess::Options trainOptionsFor(const fs::path& directory)
    {
        return {{"train", directory.string()}, {}, directory / run_files::kLog, 0};
    }
    static int train(const fs::path& directory) { return WorkerProcess(trainOptionsFor(directory)).wait(); }
    static ExitRecord exitOf(const fs::path& directory)
    {
        const auto text = platform::readFile(directory / run_files::kExit);
        if (!text) {
            ADD_FAILURE() << "no exit.json; log: " << logOf(directory);
            return {};
        }
        return exitFromJson(nlohmann::json::parse(*text)).value_or(ExitRecord{});
    }
    static std::string logOf(const fs::path& directory) { return platform::readFile(directory / run_files::kLog).value_or(""); }

    test::TempDir dir;
    std::function<void(JobSpec&)> edit = [](JobSpec&) {};

private:
    int m_runs = 0;
};

} // namespace yardstick::training
