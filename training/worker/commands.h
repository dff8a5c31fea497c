// The worker's subcommands besides train. Each prints to standard output (one JSON document with `json`) and returns
// what went wrong instead of printing it.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace yardstick::training {

struct ValArguments
{
    std::filesystem::path weights;
    std::filesystem::path data;
    std::string split = "val";
    int imgsz = 0; ///< 0: as trained
    int batch = 16;
    double conf = 0.001, iou = 0.7;
    int threads = 0;
    bool json = false;
};
Result<> runVal(const ValArguments& arguments);

struct PredictArguments
{
    std::filesystem::path weights;
    std::filesystem::path source; ///< picture or folder
    std::filesystem::path out;    ///< folder for one label file per picture; empty: none
    int imgsz = 0;
    double conf = 0.25, iou = 0.7;
    int maxDetections = 300;
    int threads = 0;
    bool json = false;
};
Result<> runPredict(const PredictArguments& arguments);

/// `model`: a variant name or a checkpoint file. classes, imgsz 0: those of the task's published weights, or of the file.
Result<> runInfo(const std::string& model, int classes, int imgsz, bool json);
Result<> runDataCheck(const std::filesystem::path& path, bool json);
Result<> runDataDemo(const std::filesystem::path& directory, int trainImages, int valImages, int size, bool json);

struct BenchArguments
{
    std::string model = "yolov8n";
    int imgsz = 320, batch = 16, steps = 8, threads = 0;
    bool json = false;
};
Result<> runBench(const BenchArguments& arguments);
/// A training step on random pictures must lower its loss, a checkpoint must come back as it was.
Result<> runSelfTest(bool json);

} // namespace yardstick::training
