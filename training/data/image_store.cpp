#include "training/data/image_store.h"

#include "training/data/image_io.h"
#include "training/data/letterbox.h"

#include <opencv2/core/utility.hpp>

namespace yardstick::training {

ImageStore::ImageStore(const Split& split, int size, std::size_t budgetBytes)
    : m_split(split)
    , m_size(size)
    , m_budget(budgetBytes)
    , m_images(budgetBytes > 0 ? split.images.size() : 0)
{
    cv::setNumThreads(1); // the loader's threads are the parallelism
}

Result<Sample> ImageStore::load(std::size_t index)
{
    const ImageEntry& image = entry(index);
    Sample sample;
    if (!m_images.empty()) {
        const std::lock_guard lock(m_mutex);
        sample.image = m_images[index];
    }
    if (sample.image.empty()) {
        auto decoded = readImage(image.path);
        if (!decoded) {
            return fail(decoded.error());
        }
        sample.image = m_size > 0 ? resizeLongSide(decoded->pixels, m_size) : decoded->pixels;
        const std::size_t bytes = sample.image.total() * 3;
        if (!m_images.empty()) {
            const std::lock_guard lock(m_mutex);
            if (m_images[index].empty() && m_bytes + bytes <= m_budget) {
                m_images[index] = sample.image;
                m_bytes += bytes;
                ++m_cached;
            }
        }
    }
    sample.objects = annotationsOf(image, sample.image.cols, sample.image.rows);
    return sample;
}

std::size_t ImageStore::bytesNeeded(const Split& split, int size)
{
    std::size_t bytes = 0;
    for (const ImageEntry& image : split.images) {
        const auto [width, height] = size > 0 ? longSideSize(image.width, image.height, size) : std::pair(image.width, image.height);
        bytes += static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3;
    }
    return bytes;
}

} // namespace yardstick::training
