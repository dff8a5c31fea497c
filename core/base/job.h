// JobSpec: job.json in a run directory, the whole of what a worker is told to do. Version 1.
// Unknown fields are kept out of the way (a newer app may add some); a wrong type is refused by name; a newer
// version is refused in one sentence.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace yardstick {

inline constexpr int kJobVersion = 1;

/// Docker image that the worker runs in; empty image: no container.
struct ContainerSpec
{
    std::string image;                  ///< e.g. "nvidia/cuda:11.4.3-runtime-ubuntu20.04"
    std::vector<std::string> arguments; ///< e.g. {"--ipc=host"}
    std::string setupScript;            ///< shell text run before the worker; its time counts as set-up
    bool operator==(const ContainerSpec&) const = default;
};

struct JobSpec
{
    int version = kJobVersion;
    std::string token;             ///< unique per attempt; a launcher repeats safely with the same token
    std::string mode = "train";    ///< train | val | predict | export
    std::string backend = "native"; ///< native | ultralytics
    std::string task = "detect";   ///< detect | segment | classify
    std::string modelVariant = "yolov8n"; ///< yolov8{n,s,m,l,x}[-seg|-cls]; or see params.model for a file
    std::string data;              ///< data set YAML (detect, segment) or folder (classify); path on the host, UTF-8, '/'
    nlohmann::json params = nlohmann::json::object(); ///< only what differs from the schema's defaults; types as in the schema
    std::string resumeFrom;        ///< checkpoint of an earlier attempt to resume or continue from; empty: start fresh
    int threads = 0;               ///< CPU threads to use; 0: all that the process may use
    std::vector<int> gpus;         ///< GPU indices; empty: CPU
    ContainerSpec container;
    std::string ultralytics;       ///< backend ultralytics: its Python environment on the host (see Host); empty: as the host's variable says
    std::int64_t experimentId = 0; ///< for messages only
    std::string experimentName;
    int attemptNumber = 1;         ///< from 1
};

nlohmann::json toJson(const JobSpec& job);
Result<JobSpec> jobFromJson(const nlohmann::json& json); ///< InvalidArgument, NewerVersion
Result<JobSpec> readJob(const std::filesystem::path& runDirectory);
Result<> writeJob(const std::filesystem::path& runDirectory, const JobSpec& job); ///< atomic

/// exit.json, written last. outcome: completed | failed | stopped | interrupted.
struct ExitRecord
{
    std::string outcome;
    std::string code;    ///< toString(ErrorCode) when failed
    std::string message; ///< one sentence when failed
    int epochs = 0;      ///< epochs that have completed, counted from 1 over all attempts
    std::int64_t timeMs = 0;
};
nlohmann::json toJson(const ExitRecord& record);
Result<ExitRecord> exitFromJson(const nlohmann::json& json);

/// File names in a run directory; one place.
namespace run_files {
inline constexpr const char* kJob = "job.json";
inline constexpr const char* kEvents = "events.jsonl";
inline constexpr const char* kLog = "log.txt";
inline constexpr const char* kExit = "exit.json";
inline constexpr const char* kStop = "stop";          ///< its presence asks the worker to checkpoint and end as *stopped*
inline constexpr const char* kLock = "worker.lock";   ///< flock held by the live worker; holds {"pid":…,"boot_id":…,"start":…}
inline constexpr const char* kWeights = "weights";    ///< weights/last.ckpt, weights/best.ckpt
inline constexpr const char* kImages = "images";
} // namespace run_files

} // namespace yardstick
