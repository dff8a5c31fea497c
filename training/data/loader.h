// Loader: decodes and augments on threads of its own and hands out batches in order. Deterministic for a given seed,
// epoch and data set, whatever the number of threads (every image draws from its own generator seeded by
// (seed, epoch, index)). Owner thread: the one that calls next(). Memory is bounded: at most `prefetch` batches wait.
#pragma once

#include "training/data/batch.h"
#include "training/data/dataset.h"

#include <memory>
#include <optional>

namespace yardstick::training {

/// Augmentation arguments, ranges as in the parameter schema. `mosaic`…: probabilities; hsv*: gains; degrees, shear: ±degrees.
struct AugmentOptions
{
    double hsvH = 0.015, hsvS = 0.7, hsvV = 0.4;
    double degrees = 0, translate = 0.1, scale = 0.5, shear = 0, perspective = 0;
    double flipUd = 0, flipLr = 0.5, bgr = 0;
    double mosaic = 1.0, mixup = 0, copyPaste = 0;
};
struct LoaderOptions
{
    int imgsz = 640;     ///< multiple of 32
    int batch = 16;
    bool train = true;   ///< shuffle and augment; otherwise letterbox only (fixed, independent of the batch)
    bool rect = false;   ///< per-batch rectangular shapes (validation: false here by design, see docs/training.md)
    AugmentOptions augment;
    std::uint64_t seed = 0;
    int threads = 1;
    int prefetch = 2;
    bool cacheRam = false;
    bool polygons = false; ///< segment
    std::size_t cacheBudgetBytes = 0; ///< 0: half of the memory available
};

class Loader
{
public:
    Loader(const Split& split, LoaderOptions options); ///< keeps a reference to `split`
    ~Loader();
    /// Starts an epoch (from 1) at batch `firstBatch` (resume). Mosaic may be switched off for the tail.
    void startEpoch(int epoch, bool mosaic, std::int64_t firstBatch = 0);
    /// nullopt at the end of the epoch. A decode failure of one image is BadData naming the file.
    Result<std::optional<Batch>> next();
    [[nodiscard]] std::int64_t batchesPerEpoch() const; ///< ceil(images / batch): the last partial batch is kept
private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace yardstick::training
