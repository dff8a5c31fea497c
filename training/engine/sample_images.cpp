#include "training/engine/sample_images.h"

#include "core/base/job.h"
#include "core/base/platform.h"
#include "training/data/image_io.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace yardstick::training {
namespace {

constexpr int kMaxTiles = 16;
constexpr int kMaxSide = 1280; // pixels of a collage
const cv::Scalar kBackground(114, 114, 114);

ImageBox boxAt(int cls, double confidence, const std::array<double, 4>& xyxy)
{
    return {cls, confidence, {xyxy.begin(), xyxy.end()}, {}};
}

Result<ImageEvent> store(RunLog& log, const cv::Mat& picture, const std::string& name)
{
    ImageEvent event;
    event.path = std::string(run_files::kImages) + "/" + name;
    auto jpeg = encodeJpeg(picture);
    if (!jpeg) {
        return fail(jpeg.error());
    }
    const auto file = log.directory() / event.path;
    std::error_code ec;
    std::filesystem::create_directories(file.parent_path(), ec);
    if (auto written = platform::writeFileAtomic(file, *jpeg); !written) {
        return fail(written.error());
    }
    event.bytes = static_cast<std::int64_t>(jpeg->size());
    event.sha256 = platform::sha256(*jpeg);
    event.width = picture.cols;
    event.height = picture.rows;
    return event;
}

/// Columns of a nearly square grid.
int columnsFor(int tiles)
{
    return static_cast<int>(std::ceil(std::sqrt(tiles)));
}

} // namespace

Result<> SampleImages::addTrainBatch(const Batch& batch, int number, int epoch)
{
    const int tiles = static_cast<int>(std::min<std::int64_t>(batch.images.size(0), kMaxTiles));
    const int columns = columnsFor(tiles), rows = (tiles + columns - 1) / columns;
    const int height = static_cast<int>(batch.images.size(2)), width = static_cast<int>(batch.images.size(3));
    const double scale = std::min(1.0, static_cast<double>(kMaxSide) / (std::max(width, height) * columns));
    const int tileWidth = static_cast<int>(width * scale), tileHeight = static_cast<int>(height * scale);
    cv::Mat collage(rows * tileHeight, columns * tileWidth, CV_8UC3, kBackground);
    const at::Tensor pixels = batch.images.permute({0, 2, 3, 1}).contiguous();
    for (int i = 0; i < tiles; ++i) {
        const cv::Mat tile(height, width, CV_8UC3,
                           pixels.data_ptr<std::uint8_t>() + static_cast<std::ptrdiff_t>(i) * height * width * 3);
        cv::Mat target = collage(cv::Rect(i % columns * tileWidth, i / columns * tileHeight, tileWidth, tileHeight));
        cv::resize(tile, target, target.size(), 0, 0, cv::INTER_AREA);
    }
    auto event = store(m_log, collage, "train_batch" + std::to_string(number) + ".jpg");
    if (!event) {
        return fail(event.error());
    }
    event->kind = "train_batch";
    event->epoch = epoch;
    event->names = m_names;
    const at::Tensor targets = batch.targets.contiguous();
    const float* row = targets.data_ptr<float>();
    for (std::int64_t i = 0; i < targets.size(0); ++i, row += 6) {
        const int image = static_cast<int>(row[0]);
        if (image >= tiles) {
            continue;
        }
        const double left = image % columns * tileWidth, top = image / columns * tileHeight;
        event->boxes.push_back(boxAt(static_cast<int>(row[1]), -1,
                                     {left + (row[2] - row[4] / 2) * tileWidth, top + (row[3] - row[5] / 2) * tileHeight,
                                      left + (row[2] + row[4] / 2) * tileWidth, top + (row[3] + row[5] / 2) * tileHeight}));
    }
    m_log.event(std::move(*event));
    return {};
}

Result<> SampleImages::makeCollage(const Split& split, const std::vector<ImageDetections>& samples)
{
    const int tiles = static_cast<int>(std::min<std::size_t>(samples.size(), kMaxTiles));
    const int columns = columnsFor(tiles), rows = (tiles + columns - 1) / columns;
    const int side = std::min(kMaxSide / columns, 640);
    cv::Mat collage(rows * side, columns * side, CV_8UC3, kBackground);
    ImageEvent labels;
    for (int i = 0; i < tiles; ++i) {
        const ImageEntry& entry = split.images[samples[static_cast<std::size_t>(i)].image];
        auto picture = readImage(entry.path);
        if (!picture) {
            return fail(picture.error());
        }
        const double scale = std::min(static_cast<double>(side) / entry.width, static_cast<double>(side) / entry.height);
        const int width = std::max(static_cast<int>(entry.width * scale), 1);
        const int height = std::max(static_cast<int>(entry.height * scale), 1);
        const Tile tile{static_cast<double>(i % columns * side), static_cast<double>(i / columns * side), scale};
        cv::Mat target = collage(cv::Rect(static_cast<int>(tile.left), static_cast<int>(tile.top), width, height));
        cv::resize(picture->pixels, target, target.size(), 0, 0, cv::INTER_AREA);
        m_tiles.push_back(tile);
        for (const Truth& truth : truthsOf(entry)) {
            labels.boxes.push_back(boxAt(truth.cls, -1,
                                         {tile.left + truth.xyxy[0] * scale, tile.top + truth.xyxy[1] * scale,
                                          tile.left + truth.xyxy[2] * scale, tile.top + truth.xyxy[3] * scale}));
        }
    }
    auto event = store(m_log, collage, "val_batch0.jpg");
    if (!event) {
        return fail(event.error());
    }
    m_validation = *event;
    event->kind = "val_labels";
    event->names = m_names;
    event->boxes = std::move(labels.boxes);
    m_log.event(std::move(*event));
    return {};
}

Result<> SampleImages::addValidation(const Split& split, const std::vector<ImageDetections>& samples, int epoch)
{
    if (samples.empty()) {
        return {};
    }
    if (m_tiles.empty()) {
        if (auto made = makeCollage(split, samples); !made) {
            return made;
        }
    }
    ImageEvent event = m_validation;
    event.kind = "val_pred";
    event.epoch = epoch;
    event.names = m_names;
    for (std::size_t i = 0; i < std::min(samples.size(), m_tiles.size()); ++i) {
        const Tile& tile = m_tiles[i];
        for (const Detection& detection : samples[i].detections) {
            if (detection.confidence >= m_leastConfidence) {
                event.boxes.push_back(boxAt(detection.cls, detection.confidence,
                                            {tile.left + detection.xyxy[0] * tile.scale,
                                             tile.top + detection.xyxy[1] * tile.scale,
                                             tile.left + detection.xyxy[2] * tile.scale,
                                             tile.top + detection.xyxy[3] * tile.scale}));
            }
        }
    }
    m_log.event(std::move(event));
    return {};
}

} // namespace yardstick::training
