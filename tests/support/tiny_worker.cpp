// tiny_worker train RUN_DIR: a real process that obeys the run directory protocol and does no training. How
// it behaves is told by the job's data file, JSON: {"hold_at": N, "gate": FILE (waits before epoch N until
// FILE exists), "end_at": N, "end": "failed" | "interrupted" | "kill" | "abort" | "silent" (what it does
// after epoch N), "ignore_stop": bool, "each": true (the end comes after the first epoch of every attempt
// instead), "epoch_ms": n, "no_hello": bool, "lines": n (scalars per epoch)}. The checkpoint is a text with
// the last whole epoch.
#include "core/base/event_writer.h"
#include "core/base/job.h"
#include "core/base/json_fields.h"
#include "core/base/platform.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

using namespace yardstick;
using nlohmann::json;
namespace fs = std::filesystem;

std::atomic<bool> g_term{false};

void onTerm(int)
{
    g_term = true;
}

struct Tiny
{
    fs::path run;
    JobSpec job;
    json orders = json::object();
    std::unique_ptr<EventWriter> events;

    [[nodiscard]] bool stopAsked() const
    {
        std::error_code ec;
        return !orders.value("ignore_stop", false) && (g_term || fs::exists(run / run_files::kStop, ec));
    }

    void rest() const { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

    void writeExit(const std::string& outcome, const std::string& code, const std::string& message,
                   int epochs)
    {
        (void)events->write(DoneEvent{outcome, epochs, 0.1 * epochs, {}});
        (void)events->sync();
        const ExitRecord record{outcome, code, message, epochs, nowUtcMs()};
        (void)platform::writeFileAtomic(run / run_files::kExit, dumpJson(toJson(record)));
    }

    void epoch(int number, int epochs)
    {
        const int lines = orders.value("lines", 1);
        for (int i = 1; i <= lines; ++i) {
            ScalarsEvent scalars;
            scalars.step = std::int64_t(number - 1) * lines + i;
            scalars.epoch = number;
            scalars.values = {{"train/box_loss", 1.0 / number},
                              {"metrics/mAP50(B)", 1.0 - 1.0 / (1 + number)}};
            (void)events->write(scalars);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(orders.value("epoch_ms", 0)));
        EpochEvent e;
        e.epoch = number;
        e.epochs = epochs;
        e.step = std::int64_t(number) * lines;
        e.seconds = 0.5;
        e.computeSeconds = 0.4;
        e.otherSeconds = 0.1;
        e.images = 64;
        e.imagesPerSecond = 160;
        (void)events->write(e);
        std::error_code ec;
        fs::create_directories(run / run_files::kWeights, ec);
        (void)platform::writeFileAtomic(run / run_files::kWeights / "last.ckpt", std::to_string(number));
        (void)events->write(
            CheckpointEvent{"weights/last.ckpt", number, e.step, 1, std::string(64, '0'), false});
    }

    /// True when the ordered end came.
    bool end(int number, bool first)
    {
        const std::string how = orders.value("end", "");
        if (how.empty() || (orders.value("each", false) ? !first : orders.value("end_at", 0) != number)) {
            return false;
        }
        if (how == "kill") {
            ::raise(SIGKILL);
        } else if (how == "abort") {
            std::fputs("terminate called after throwing a tiny exception\n", stderr);
            std::abort();
        } else if (how == "silent") {
            ::_exit(0);
        } else if (how == "failed") {
            writeExit("failed", "bad_data",
                      "The label file a.txt has class 7 in line 3; the data set has 3 classes.", number);
        } else {
            writeExit(how, "", "", number);
        }
        return true;
    }

    int train()
    {
        int done = 0;
        if (!job.resumeFrom.empty()) {
            done = std::atoi(platform::readFile(job.resumeFrom).value_or("0").c_str());
        }
        const int epochs = job.params.value("epochs", 100);
        if (!orders.value("no_hello", false)) {
            HelloEvent hello;
            hello.versions = {{"worker", "tiny"}};
            hello.host = platform::hostInfo().hostName;
            hello.threads = job.threads;
            hello.pid = ::getpid();
            hello.bootId = platform::bootId();
            (void)events->write(hello);
        }
        (void)events->write(ArgsEvent{{{"epochs", epochs}}});
        const std::string gate = orders.value("gate", "");
        for (int number = done + 1; number <= epochs; ++number) {
            while (!gate.empty() && number >= orders.value("hold_at", 0) && !fs::exists(gate) &&
                   !stopAsked()) {
                rest();
            }
            if (stopAsked()) {
                std::error_code ec;
                writeExit(fs::exists(run / run_files::kStop, ec) ? "stopped" : "interrupted", "", "",
                          number - 1);
                return 0;
            }
            epoch(number, epochs);
            if (end(number, number == done + 1)) {
                return 0;
            }
        }
        writeExit("completed", "", "", epochs);
        return 0;
    }
};

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3 || std::string_view(argv[1]) != "train") {
        return 2;
    }
    Tiny tiny;
    tiny.run = argv[2];
    // One line per start, so that a test can count workers.
    if (const int fd =
            ::open((tiny.run / "starts.txt").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        fd >= 0) {
        const std::string line = std::to_string(::getpid()) + "\n";
        (void)!::write(fd, line.data(), line.size());
        ::close(fd);
    }
    std::error_code ec;
    if (fs::exists(tiny.run / run_files::kExit, ec)) {
        return 3;
    }
    auto lock = platform::FileLock::tryLock(tiny.run / run_files::kLock);
    if (!lock) {
        return 3;
    }
    struct sigaction action{};
    action.sa_handler = onTerm;
    ::sigaction(SIGTERM, &action, nullptr);
    const platform::ProcessId me = platform::self();
    (void)lock->writeContent(dumpJson({{"pid", me.pid}, {"boot_id", me.bootId}, {"start", me.startTicks}}));
    auto job = readJob(tiny.run);
    auto events = EventWriter::open(tiny.run / run_files::kEvents);
    if (!job || !events) {
        return 1;
    }
    tiny.job = *job;
    tiny.events = std::move(*events);
    if (const auto text = platform::readFile(tiny.job.data)) {
        tiny.orders = json::parse(*text, nullptr, false);
        if (!tiny.orders.is_object()) {
            tiny.orders = json::object();
        }
    }
    return tiny.train();
}
