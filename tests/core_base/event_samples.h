// One event of each type with every field set, for round trips and as seeds of random damage.
#pragma once

#include "core/base/event.h"

#include <cmath>
#include <limits>
#include <vector>

namespace yardstick::test {

inline std::vector<Event> sampleEvents()
{
    HelloEvent hello;
    hello.versions = {{"worker", "0.1.0"}, {"libtorch", "1.13.0"}};
    hello.host = "数据-box";
    hello.cpu = "A CPU @ 2.00GHz";
    hello.gpus = {"RTX 3080", "RTX \"3090\""};
    hello.threads = 2;
    hello.bundle = "local";
    hello.pid = 4711;
    hello.bootId = "6fda1f67";
    EpochEvent epoch;
    epoch.epoch = 3;
    epoch.epochs = 10;
    epoch.step = 39;
    epoch.seconds = 12.625;
    epoch.dataWaitSeconds = 1.5;
    epoch.computeSeconds = 9.125;
    epoch.validationSeconds = 1.75;
    epoch.otherSeconds = 0.25;
    epoch.images = 205;
    epoch.imagesPerSecond = 19.3;
    epoch.learningRates = {{"pg0", 0.07}, {"pg1", 0.01}, {"pg2", 0.01}};
    epoch.memoryBytes = 1'234'567'890;
    epoch.gpuMemoryBytes = 9'876'543'210;
    epoch.mosaic = false;
    SystemEvent system;
    system.cpuPercent = 99.5;
    system.processCpuPercent = 195;
    system.ramBytes = 1 << 30;
    system.ramTotalBytes = 24ll << 30;
    system.gpus = {{0, 50, 1 << 20, 200.5, 61}, {1, 0, 0, std::nan(""), 40}};
    ImageEvent image;
    image.path = "images/val_batch0 (1).jpg";
    image.bytes = 1000;
    image.sha256 = std::string(64, 'a');
    image.kind = "val_pred";
    image.epoch = 1;
    image.width = 640;
    image.height = 480;
    image.boxes = {{0, 0.75, {1, 2, 3.5, 4}, {}}, {1, -1, {0, 0, 10, 10}, {0, 0, 10, 0, 10, 10}}};
    image.names = {"circle", "square"};
    PlotEvent plot;
    plot.kind = "confusion_matrix";
    plot.epoch = 3;
    plot.data = {{"matrix", {{1, 2}, {3, 4}}}, {"names", {"a", "b"}}};
    ScalarsEvent scalars;
    scalars.step = 39;
    scalars.epoch = 3;
    scalars.values = {{"val/cls_loss", std::numeric_limits<double>::infinity()},
                      {"train/box_loss", std::nan("")},
                      {"metrics/mAP50(B)", 0.1 + 0.2},
                      {"lr/pg0", -std::numeric_limits<double>::infinity()},
                      {"zero", 0.0}};
    MessageEvent warning{
        false, "bad_data", "{0} labels of {1} are out of range.", {"3", "图像.txt"}, "line 7"};
    MessageEvent error{true, "out_of_memory", "The memory is full.", {}, ""};
    DoneEvent done{"completed", 10, 125.5, {{"metrics/mAP50(B)", 0.8}, {"nan", std::nan("")}}};

    std::vector<EventBody> bodies{hello,
                                  PhaseEvent{"train", true},
                                  PhaseEvent{"train", false},
                                  ArgsEvent{{{"epochs", 3}, {"freeze", {0, 1}}, {"time", nullptr}}},
                                  scalars,
                                  epoch,
                                  system,
                                  image,
                                  plot,
                                  ArtifactEvent{"results.csv", 10, "ff", "results_csv"},
                                  CheckpointEvent{"weights/last.ckpt", 3, 39, 6'000'000, "00", true},
                                  warning,
                                  error,
                                  HeartbeatEvent{},
                                  done};
    std::vector<Event> events;
    for (EventBody& body : bodies) {
        Event e;
        e.seq = static_cast<std::int64_t>(events.size()) + 1;
        e.t = 1'679'529'600'000 + e.seq;
        e.body = std::move(body);
        events.push_back(std::move(e));
    }
    return events;
}

} // namespace yardstick::test
