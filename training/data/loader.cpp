// The loader's threads take single images, in order, of at most `prefetch` batches ahead of the consumer; a batch is handed
// out when its last image is done. Threads: `threads` workers (decode, augment, write into the batch's tensor).
#include "training/data/loader.h"

#include "core/base/platform.h"
#include "core/base/time.h"
#include "training/data/image_store.h"
#include "training/data/letterbox.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/stack.h>
#include <opencv2/core.hpp>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <numeric>
#include <thread>

namespace yardstick::training {
namespace {

constexpr int kStride = 32;
constexpr std::uint64_t kShuffleStream = 0x5348554646ull; ///< keeps the order's draws apart from those of the images

struct SlotShape
{
    int height = 0;
    int width = 0;
};

/// One object as it goes into Batch::targets, without the image index.
struct TargetRow
{
    std::array<float, 5> values{}; ///< class, cx, cy, w, h
    std::vector<float> polygon;
};

struct Slot
{
    Batch batch;
    SlotShape shape;
    std::vector<std::vector<TargetRow>> rows; ///< per image
    std::vector<std::vector<cv::Mat>> masks;  ///< per image, of paintMasks; empty without them
    std::size_t begin = 0;                    ///< position in the order
    std::size_t started = 0;                  ///< images handed to threads
    std::size_t finished = 0;
    std::optional<Error> error;
};

TargetRow toRow(const Annotation& a, const SlotShape& shape, bool polygons)
{
    const auto w = static_cast<float>(shape.width);
    const auto h = static_cast<float>(shape.height);
    TargetRow row{{static_cast<float>(a.cls), (a.x1 + a.x2) / 2 / w, (a.y1 + a.y2) / 2 / h, (a.x2 - a.x1) / w, (a.y2 - a.y1) / h}, {}};
    if (!polygons) {
        return row;
    }
    row.polygon = a.polygon.empty() ? std::vector<float>{a.x1, a.y1, a.x2, a.y1, a.x2, a.y2, a.x1, a.y2} : a.polygon;
    for (std::size_t i = 0; i + 1 < row.polygon.size(); i += 2) {
        row.polygon[i] /= w;
        row.polygon[i + 1] /= h;
    }
    return row;
}

void collectTargets(Slot& slot, bool polygons)
{
    std::int64_t count = 0;
    for (const auto& rows : slot.rows) {
        count += static_cast<std::int64_t>(rows.size());
    }
    slot.batch.targets = at::empty({count, 6}, at::kFloat);
    float* out = slot.batch.targets.data_ptr<float>();
    for (std::size_t i = 0; i < slot.rows.size(); ++i) {
        for (TargetRow& row : slot.rows[i]) {
            *out++ = static_cast<float>(i);
            out = std::copy(row.values.begin(), row.values.end(), out);
            if (polygons) {
                slot.batch.polygons.push_back(std::move(row.polygon));
            }
        }
    }
}

/// Objects by falling area, and their masks.
std::vector<cv::Mat> paintRows(std::vector<TargetRow>& rows, const SlotShape& shape, const MaskOptions& options)
{
    std::vector<std::vector<float>> outlines;
    for (const TargetRow& row : rows) {
        outlines.push_back(row.polygon);
    }
    PaintedMasks painted = paintMasks(outlines, {shape.width, shape.height}, options);
    std::vector<TargetRow> sorted;
    sorted.reserve(rows.size());
    for (const int index : painted.order) {
        sorted.push_back(std::move(rows[static_cast<std::size_t>(index)]));
    }
    rows = std::move(sorted);
    return std::move(painted.maps);
}

void collectMasks(Slot& slot, const MaskOptions& options)
{
    std::vector<at::Tensor> maps;
    for (const auto& image : slot.masks) {
        for (const cv::Mat& map : image) {
            maps.push_back(at::from_blob(map.data, {map.rows, map.cols}, options.overlap ? at::kInt : at::kByte));
        }
    }
    const std::int64_t height = slot.shape.height / options.ratio, width = slot.shape.width / options.ratio;
    slot.batch.masks = maps.empty() ? at::empty({0, height, width}, at::kByte) : at::stack(maps);
    slot.masks.clear();
}

std::size_t cacheBudget(const LoaderOptions& options)
{
    if (!options.cacheRam) {
        return 0;
    }
    return options.cacheBudgetBytes > 0 ? options.cacheBudgetBytes : static_cast<std::size_t>(platform::availableRamBytes() / 2);
}

} // namespace

struct Loader::Impl
{
    Impl(const Split& split, LoaderOptions given)
        : options(given)
        , budget(cacheBudget(given))
        , store(split, given.classify ? 0 : given.imgsz, budget)
        , needed(ImageStore::bytesNeeded(split, given.classify ? 0 : given.imgsz))
    {
        options.batch = std::max(1, options.batch);
        options.threads = std::max(1, options.threads);
        options.prefetch = std::max(1, options.prefetch);
    }
    ~Impl() { stop(); }

    [[nodiscard]] std::size_t batches() const
    {
        const auto batch = static_cast<std::size_t>(options.batch);
        return (store.count() + batch - 1) / batch;
    }

    void stop()
    {
        {
            const std::lock_guard lock(mutex);
            stopping = true;
        }
        wake.notify_all();
        workers.clear(); // joins
        slots.clear();
        stopping = false;
    }

    void makeOrder()
    {
        order.resize(store.count());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto aspect = [&](std::size_t i) { return static_cast<double>(store.entry(i).height) / store.entry(i).width; };
        if (options.rect) {
            std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return aspect(a) < aspect(b); });
        } else if (options.train) {
            Random random = Random::forImage(options.seed, static_cast<std::uint64_t>(epoch), kShuffleStream);
            for (std::size_t i = order.size(); i > 1; --i) {
                std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
            }
        }
    }

    /// Called with the lock held.
    Slot& makeSlot(std::size_t index)
    {
        Slot& slot = slots[index];
        slot.begin = index * static_cast<std::size_t>(options.batch);
        const std::size_t n = std::min(static_cast<std::size_t>(options.batch), order.size() - slot.begin);
        slot.rows.resize(n);
        slot.masks.resize(options.masks ? n : 0);
        slot.batch.meta.resize(options.train ? 0 : n);
        slot.shape = {options.imgsz, options.imgsz};
        if (options.rect) {
            std::vector<double> aspects;
            for (std::size_t i = slot.begin; i < slot.begin + n; ++i) {
                aspects.push_back(static_cast<double>(store.entry(order[i]).height) / store.entry(order[i]).width);
            }
            const auto [height, width] = rectShape(aspects, options.imgsz, kStride, options.train ? 0.0 : 0.5);
            slot.shape = {height, width};
        }
        slot.batch.images = at::empty({static_cast<std::int64_t>(n), 3, slot.shape.height, slot.shape.width},
                                      at::TensorOptions(at::kByte).memory_format(at::MemoryFormat::ChannelsLast));
        return slot;
    }

    /// The next image to work on: waits for room; false when there is none left. Called with the lock held.
    bool take(std::unique_lock<std::mutex>& lock, Slot*& slot, std::size_t& image)
    {
        for (;;) {
            wake.wait(lock, [&] { return stopping || started >= batches() || started < delivered + static_cast<std::size_t>(options.prefetch); });
            if (stopping || started >= batches()) {
                return false;
            }
            const auto known = slots.find(started);
            slot = known == slots.end() ? &makeSlot(started) : &known->second;
            image = slot->started++;
            if (slot->started == slot->rows.size()) {
                ++started;
            }
            return true;
        }
    }

    void work()
    {
        std::unique_lock lock(mutex);
        Slot* slot = nullptr;
        std::size_t image = 0;
        while (take(lock, slot, image)) {
            lock.unlock();
            Result<std::vector<TargetRow>> rows = make(*slot, image);
            lock.lock();
            if (rows) {
                slot->rows[image] = std::move(*rows);
            } else if (!slot->error) {
                slot->error = rows.error();
            }
            if (++slot->finished == slot->rows.size()) {
                ready.notify_all();
            }
        }
    }

    /// Writes one image into the slot's tensor and returns its objects. No exception leaves the thread.
    Result<std::vector<TargetRow>> make(Slot& slot, std::size_t image)
    try {
        const SlotShape shape = slot.shape;
        unsigned char* memory = slot.batch.images.data_ptr<unsigned char>() +
                                image * static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width) * 3;
        cv::Mat out(shape.height, shape.width, CV_8UC3, memory);
        const std::size_t index = order[slot.begin + image];
        auto objects = options.classify ? classified(index, slot, image, out)
                       : options.train ? augmented(index, out)
                                       : plain(index, slot, image, out);
        if (!objects) {
            return fail(objects.error());
        }
        if (out.data != memory) {
            return fail(ErrorCode::Internal, "The loader wrote an image of an unexpected size.");
        }
        std::vector<TargetRow> rows;
        rows.reserve(objects->size());
        for (const Annotation& a : *objects) {
            rows.push_back(toRow(a, shape, options.polygons || options.masks));
        }
        if (options.masks) {
            slot.masks[image] = paintRows(rows, shape, *options.masks);
        }
        return rows;
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "There is not enough memory to load images of {0} pixels.", options.imgsz);
    } catch (const std::exception& e) {
        return fail(ErrorCode::Internal, "An image could not be prepared: {0}.", e.what());
    }

    Result<std::vector<Annotation>> augmented(std::size_t index, cv::Mat& out)
    {
        Random random = Random::forImage(options.seed, static_cast<std::uint64_t>(epoch), index);
        const SampleSource source = [this](std::size_t i) { return store.load(i); };
        return augmentSample(source, index, store.count(), out.size(), options.augment, mosaic && !options.rect, random, out);
    }

    /// A square for a classifier, and its class as a box around it.
    Result<std::vector<Annotation>> classified(std::size_t index, Slot& slot, std::size_t image, cv::Mat& out)
    {
        const auto sample = store.load(index);
        if (!sample) {
            return fail(sample.error());
        }
        if (options.train) {
            Random random = Random::forImage(options.seed, static_cast<std::uint64_t>(epoch), index);
            classifyTrainInput(sample->image, options.imgsz, *options.classify, random, out);
        } else {
            classifyInput(sample->image, options.imgsz, options.classify->cropFraction, out);
            const ImageEntry& entry = store.entry(index);
            slot.batch.meta[image] = {entry.path, entry.width, entry.height, 1, 0, 0, 1};
        }
        const auto side = static_cast<float>(options.imgsz);
        return std::vector<Annotation>{{sample->objects.at(0).cls, 0, 0, side, side, {}}};
    }

    /// Letterbox only (validation).
    Result<std::vector<Annotation>> plain(std::size_t index, Slot& slot, std::size_t image, cv::Mat& out)
    {
        auto sample = store.load(index);
        if (!sample) {
            return fail(sample.error());
        }
        const ImageEntry& entry = store.entry(index);
        const LetterboxPlan plan =
            planLetterbox(sample->image.cols, sample->image.rows, slot.shape.width, slot.shape.height, false);
        letterbox(sample->image, plan, out);
        for (Annotation& a : sample->objects) {
            const auto toX = [&](float x) { return x * static_cast<float>(plan.gainX) + static_cast<float>(plan.left); };
            const auto toY = [&](float y) { return y * static_cast<float>(plan.gainY) + static_cast<float>(plan.top); };
            a.x1 = toX(a.x1);
            a.x2 = toX(a.x2);
            a.y1 = toY(a.y1);
            a.y2 = toY(a.y2);
            for (std::size_t i = 0; i + 1 < a.polygon.size(); i += 2) {
                a.polygon[i] = toX(a.polygon[i]);
                a.polygon[i + 1] = toY(a.polygon[i + 1]);
            }
        }
        slot.batch.meta[image] = {entry.path,
                                  entry.width,
                                  entry.height,
                                  static_cast<float>(static_cast<double>(plan.width) / entry.width),
                                  static_cast<float>(plan.left),
                                  static_cast<float>(plan.top),
                                  static_cast<float>(static_cast<double>(plan.height) / entry.height)};
        return std::move(sample->objects);
    }

    LoaderOptions options;
    std::size_t budget;
    ImageStore store;
    std::size_t needed;
    int epoch = 1;
    bool mosaic = true;
    std::vector<std::size_t> order;

    std::mutex mutex; ///< guards what follows
    std::condition_variable wake;  ///< room for another batch, or stopping
    std::condition_variable ready; ///< a batch is whole
    std::map<std::size_t, Slot> slots; ///< batches in work or waiting; node addresses are stable
    std::size_t started = 0;   ///< first batch with images that no thread has taken
    std::size_t delivered = 0; ///< next batch for the consumer
    bool stopping = false;
    bool failed = false;
    std::vector<std::jthread> workers;
};

Loader::Loader(const Split& split, LoaderOptions options) : m_impl(std::make_unique<Impl>(split, options)) {}
Loader::~Loader() = default;

void Loader::startEpoch(int epoch, bool mosaic, std::int64_t firstBatch)
{
    Impl& d = *m_impl;
    d.stop();
    d.epoch = epoch;
    d.mosaic = mosaic;
    d.failed = false;
    d.started = d.delivered = static_cast<std::size_t>(std::max<std::int64_t>(firstBatch, 0));
    d.makeOrder();
    for (int i = 0; i < d.options.threads; ++i) {
        d.workers.emplace_back([&d] { d.work(); });
    }
}

Result<std::optional<Batch>> Loader::next()
{
    Impl& d = *m_impl;
    std::unique_lock lock(d.mutex);
    if (d.failed || d.workers.empty() || d.delivered >= d.batches()) {
        return std::optional<Batch>();
    }
    const double begin = monotonicSeconds();
    d.ready.wait(lock, [&] {
        const auto it = d.slots.find(d.delivered);
        return it != d.slots.end() && it->second.finished == it->second.rows.size();
    });
    auto node = d.slots.extract(d.delivered++);
    lock.unlock();
    d.wake.notify_all();
    Slot& slot = node.mapped();
    if (slot.error) {
        d.failed = true;
        return fail(*slot.error);
    }
    collectTargets(slot, d.options.polygons);
    if (d.options.masks) {
        collectMasks(slot, *d.options.masks);
    }
    slot.batch.waitSeconds = monotonicSeconds() - begin;
    return std::optional<Batch>(std::move(slot.batch));
}

std::int64_t Loader::batchesPerEpoch() const
{
    return static_cast<std::int64_t>(m_impl->batches());
}

CacheUse Loader::cacheUse() const
{
    return {m_impl->needed, m_impl->budget, m_impl->store.cachedBytes(), m_impl->store.cachedImages()};
}

} // namespace yardstick::training
