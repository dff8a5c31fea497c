#include "tests/support/event_log.h"

#include <cmath>
#include <limits>
#include <random>

namespace yardstick::test {
namespace {

class Generator
{
public:
    explicit Generator(const LogOptions& options)
        : m_options(options)
        , m_random(options.seed)
        , m_time(options.startMs)
    {}

    std::vector<Event> events()
    {
        HelloEvent hello;
        hello.versions = {{"worker", "0.1.0"}, {"libtorch", "1.13.0"}};
        hello.host = "bench";
        hello.cpu = "A CPU";
        hello.threads = 2;
        hello.bundle = "local";
        hello.pid = 4242;
        hello.bootId = "boot";
        add(hello);
        ArgsEvent args;
        args.values = {{"epochs", m_options.firstEpoch + m_options.epochs - 1},
                       {"imgsz", 320},
                       {"freeze", {0, 1}},
                       {"dataset_hash", "abc"}};
        add(args);
        phase("setup", 900);
        add(PhaseEvent{"train", true});
        for (int epoch = m_options.firstEpoch; epoch < m_options.firstEpoch + m_options.epochs; ++epoch) {
            addEpoch(epoch);
        }
        add(PhaseEvent{"train", false});
        add(ArtifactEvent{"results.csv", 1234, std::string(64, 'a'), "results_csv"});
        DoneEvent done;
        done.outcome = "completed";
        done.epochs = m_options.firstEpoch + m_options.epochs - 1;
        add(done);
        return std::move(m_events);
    }

private:
    void add(EventBody body)
    {
        Event event;
        event.seq = static_cast<std::int64_t>(m_events.size()) + 1;
        event.t = m_time;
        event.body = std::move(body);
        m_events.push_back(std::move(event));
    }
    void phase(const char* name, UtcMs ms)
    {
        add(PhaseEvent{name, true});
        m_time += ms;
        add(PhaseEvent{name, false});
    }
    double noise() { return std::uniform_real_distribution<double>(-0.1, 0.1)(m_random); }
    double odd(std::int64_t step, double value) const
    {
        if (m_options.faults && step % 37 == 5) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        if (m_options.faults && step % 41 == 7) {
            return (step % 2 == 0 ? 1 : -1) * std::numeric_limits<double>::infinity();
        }
        return value;
    }

    void addEpoch(int epoch)
    {
        const bool first = epoch == m_options.firstEpoch;
        const double seconds = m_options.epochSeconds + (first ? 1 : 0);
        const UtcMs begin = m_time;
        const std::int64_t before = static_cast<std::int64_t>(epoch - 1) * m_options.stepsPerEpoch;
        for (int i = 1; i <= m_options.stepsPerEpoch; ++i) {
            const std::int64_t step = before + i;
            m_time = begin + static_cast<UtcMs>(seconds * 900 * i / m_options.stepsPerEpoch);
            ScalarsEvent batch{step, epoch, {}};
            const double decay = 3 / std::sqrt(static_cast<double>(step));
            batch.values = {{"batch/box_loss", odd(step, decay + noise())},
                            {"batch/cls_loss", decay * 2 + noise()},
                            {"batch/dfl_loss", decay + noise()}};
            add(batch);
        }
        m_time = begin + static_cast<UtcMs>(seconds * 1e3);
        addResults(epoch, before + m_options.stepsPerEpoch, seconds);
    }

    void addResults(int epoch, std::int64_t step, double seconds)
    {
        ScalarsEvent scalars{step, epoch, {}};
        const double map = 1 - 1 / (1.0 + epoch);
        scalars.values = {{"train/box_loss", 2.0 / epoch},
                          {"val/box_loss", 2.5 / epoch},
                          {"val/cls_loss", 3.5 / epoch},
                          {"val/dfl_loss", 1.5 / epoch},
                          {"metrics/mAP50(B)", map},
                          {"metrics/mAP50-95(B)", map / 2},
                          {"metrics/precision(B)", map},
                          {"metrics/recall(B)", epoch == 3 ? odd(5, map) : map},
                          {"lr/pg0", 0.01}};
        add(scalars);
        EpochEvent e;
        e.epoch = epoch;
        e.epochs = m_options.firstEpoch + m_options.epochs - 1;
        e.step = step;
        e.seconds = seconds;
        e.computeSeconds = seconds * 0.8;
        e.dataWaitSeconds = seconds * 0.05;
        e.validationSeconds = seconds * 0.1;
        e.otherSeconds = seconds * 0.05;
        e.images = m_options.stepsPerEpoch * 16LL;
        e.imagesPerSecond = static_cast<double>(e.images) / (seconds * 0.85);
        e.learningRates = {{"pg0", 0.01}};
        e.memoryBytes = 800'000'000;
        add(e);
        SystemEvent system;
        system.cpuPercent = 50;
        system.processCpuPercent = 190;
        system.ramBytes = 900'000'000;
        system.gpus.push_back({0, 80, 4'000'000'000, 120, 60});
        add(system);
        ImageEvent image;
        image.path = "images/val_" + std::to_string(epoch) + ".jpg";
        image.kind = "val_pred";
        image.epoch = epoch;
        image.width = image.height = 320;
        image.boxes.push_back({1, 0.75, {1, 2, 30, 40}, {}});
        image.names = {"circle", "square"};
        add(image);
        add(PlotEvent{"pr_curve", epoch, {{"x", {0, 1}}, {"y", {1, 0.5}}}});
        add(CheckpointEvent{"weights/last.ckpt", epoch, step, 1000 + epoch, std::string(64, 'b'),
                            epoch % 2 == 0});
        if (m_options.faults) {
            MessageEvent message;
            message.code = "bad_label";
            message.text = "{0} has a class out of range.";
            message.args = {"a.txt"};
            add(message);
            add(UnknownEvent{"of_the_future"});
        }
        add(HeartbeatEvent{});
    }

    LogOptions m_options;
    std::mt19937 m_random;
    UtcMs m_time;
    std::vector<Event> m_events;
};

} // namespace

std::vector<Event> eventsOfRun(const LogOptions& options)
{
    return Generator(options).events();
}

std::string logOfRun(const LogOptions& options)
{
    std::string log;
    std::int64_t lines = 0;
    for (const Event& event : eventsOfRun(options)) {
        log += toLine(event) + "\n";
        if (options.faults && ++lines % 97 == 0) {
            log += lines % 2 == 0 ? "{\"v\":1,\"seq\":\n" : "no event at all\n";
        }
    }
    return log;
}

} // namespace yardstick::test
