// UltralyticsFile: a .pt of Ultralytics YOLO 8.x (any layout since 8.0.0) or a plain PyTorch state dict, read without running
// anything of it. Takes the averaged model (ema) where there is one. Owner thread: any one at a time.
#pragma once

#include "training/model/torch_pickle.h"
#include "training/model/zip_reader.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace yardstick::training {

struct UltralyticsCheckpoint
{
    std::string source;     ///< where the weights stood: ema, model, state_dict
    std::string modelClass; ///< "ultralytics.nn.tasks.DetectionModel"; empty for a state dict
    std::string task;       ///< detect, segment, classify, pose, obb; empty: unknown
    std::string variant;    ///< yolov8n, yolov8s-seg …, where every width is that of a published model; else empty
    std::vector<std::string> names; ///< of the classes; their numbers where the file names none
    StoredTensors tensors;          ///< model.0.conv.weight …, in the module's order
    std::vector<StoredNorm> norms;
    std::optional<std::int64_t> epoch; ///< as written: counts from 0; −1 once training is over; absent: not said
    std::string version, date;
    nlohmann::json trainArgs = nlohmann::json::object();
    nlohmann::json metrics = nlohmann::json::object();
    bool hasOptimizer = false;

    [[nodiscard]] const StoredTensor* find(std::string_view name) const;
};

class UltralyticsFile
{
public:
    /// NotFound, Io. BadFile when truncated, damaged or no such file; Unsupported for YOLOv5's, big-endian, compressed ones
    /// and those of before PyTorch 1.6.
    static Result<UltralyticsFile> open(const std::filesystem::path& path);

    [[nodiscard]] const UltralyticsCheckpoint& checkpoint() const { return m_checkpoint; }
    /// Little-endian bytes of the whole storage that the tensor is a view of. BadFile when it is missing, too short or damaged.
    Result<std::string> storageOf(const StoredTensor& tensor) const;

private:
    UltralyticsFile(std::filesystem::path path, ZipReader zip) : m_path(std::move(path)), m_zip(std::move(zip)) {}
    Result<> read();

    std::filesystem::path m_path;
    ZipReader m_zip;
    std::string m_top; ///< folder in the archive, with its slash
    UltralyticsCheckpoint m_checkpoint;
};

/// What the tree of a data.pkl says, apart from the archive. Any thread.
Result<UltralyticsCheckpoint> checkpointFrom(const PickleValue& root);

} // namespace yardstick::training
