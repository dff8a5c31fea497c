// ImageStore: pictures of a split, decoded and resized to the long side, optionally kept in memory up to a budget.
// What does not fit is decoded again at each use; what a caller gets never depends on the cache. Any thread.
#pragma once

#include "training/data/augment.h"

#include <atomic>
#include <mutex>

namespace yardstick::training {

class ImageStore
{
public:
    /// Keeps a reference to `split`. `budgetBytes` 0: nothing is kept. `size` 0: pictures stay as large as they are.
    ImageStore(const Split& split, int size, std::size_t budgetBytes);

    /// The picture with its long side = size, and its objects in its pixels. BadData names the file.
    Result<Sample> load(std::size_t index);
    [[nodiscard]] const ImageEntry& entry(std::size_t index) const { return m_split.images[index]; }
    [[nodiscard]] std::size_t count() const { return m_split.images.size(); }
    [[nodiscard]] std::size_t cachedBytes() const { return m_bytes; }
    [[nodiscard]] std::size_t cachedImages() const { return m_cached; }

    /// Bytes that the whole split takes at `size`.
    static std::size_t bytesNeeded(const Split& split, int size);

private:
    const Split& m_split;
    int m_size;
    std::size_t m_budget;
    std::vector<cv::Mat> m_images; ///< empty ones are not kept (yet)
    std::mutex m_mutex;            ///< guards m_images
    std::atomic<std::size_t> m_bytes = 0;
    std::atomic<std::size_t> m_cached = 0;
};

} // namespace yardstick::training
