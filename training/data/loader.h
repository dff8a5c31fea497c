// Loader: decodes and augments on threads of its own and hands out batches in order. Deterministic for a given seed,
// epoch and data set, whatever the number of threads (every image draws from its own generator seeded by
// (seed, epoch, index)). Owner thread: the one that calls next(). Memory is bounded: at most `prefetch` batches wait.
#pragma once

#include "training/data/augment_options.h"
#include "training/data/batch.h"
#include "training/data/classify_transform.h"
#include "training/data/dataset.h"
#include "training/data/masks.h"

#include <memory>
#include <optional>

namespace yardstick::training {

struct LoaderOptions
{
    int imgsz = 640;     ///< multiple of 32
    int batch = 16;
    bool train = true;   ///< shuffle and augment; otherwise letterbox only (fixed, independent of the batch)
    bool rect = false;   ///< per-batch rectangular shapes, pictures by aspect, no mosaic (off in our validation: it makes
                         ///< results depend on the batch)
    AugmentOptions augment;
    std::uint64_t seed = 0;
    int threads = 1;
    int prefetch = 2;        ///< batches that may wait or be in work, at least 1
    bool cacheRam = false;   ///< keep decoded and resized pictures, as many as fit in the budget
    bool polygons = false; ///< outlines beside the targets
    std::optional<MaskOptions> masks; ///< segmentation: masks too, and objects of an image by falling area
    /// Classification: pictures of imgsz × imgsz as of classify_transform.h, one target per picture around all of it; `augment`
    /// and `rect` do not apply.
    std::optional<ClassifyOptions> classify;
    std::size_t cacheBudgetBytes = 0; ///< 0: half of the memory available
};

/// What the picture cache holds (LoaderOptions::cacheRam).
struct CacheUse
{
    std::size_t neededBytes = 0; ///< for the whole split
    std::size_t budgetBytes = 0; ///< 0: no cache
    std::size_t usedBytes = 0;   ///< now
    std::size_t images = 0;      ///< kept now
};

class Loader
{
public:
    Loader(const Split& split, LoaderOptions options); ///< keeps a reference to `split`; no thread before startEpoch
    ~Loader();
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;
    /// Starts an epoch (from 1) at batch `firstBatch` (resume); what an earlier epoch still had under way is dropped.
    /// `mosaic` false: the close_mosaic tail, in which mixup is off too (pass true where only the probability is 0).
    void startEpoch(int epoch, bool mosaic, std::int64_t firstBatch = 0);
    /// nullopt at the end of the epoch. A decode failure of one image is BadData naming the file; the epoch is over then.
    Result<std::optional<Batch>> next();
    [[nodiscard]] std::int64_t batchesPerEpoch() const; ///< ceil(images / batch): the last partial batch is kept
    [[nodiscard]] CacheUse cacheUse() const;
private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace yardstick::training
