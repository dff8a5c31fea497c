// Weights from any file that this worker takes: its own checkpoints (checkpoint_file.h) and .pt files of Ultralytics YOLOv8
// (training/model/ultralytics_checkpoint.h), which become a checkpoint of weights only. Owner thread: any.
#pragma once

#include "training/engine/checkpoint_file.h"
#include "training/model/ultralytics_checkpoint.h"
#include "training/model/yolo_model.h"

#include <filesystem>

namespace yardstick::training {

/// Whether the name is one of those: .ckpt, .pt, .pth.
bool hasWeightsExtension(const std::filesystem::path& file);
/// Whether it begins as torch.save's files do (zip, or the format of before PyTorch 1.6). Files that cannot be read do not.
bool isTorchFile(const std::filesystem::path& file);

/// Either kind. From a .pt: float tensors as float32 under "ema."; a card with the variant (empty when its widths are those of no
/// published model), class names, image size and arguments; "batch_norm_eps" by module name.
Result<Checkpoint> readWeightsFile(const std::filesystem::path& file);

/// All tensors of a .pt, contiguous; floating-point ones as float32, integers as they are. A convolution whose batch norm was
/// folded into it gets one back that does nothing more, so that the names are those of an unfused model.
Result<NamedTensors> tensorsOf(const UltralyticsFile& file);

/// Batch norms of the model take the eps that the checkpoint's were trained with, where it says so.
void applyBatchNormEps(const Checkpoint& checkpoint, YoloModel& model);

} // namespace yardstick::training
