#include "training/worker/ultralytics_weights.h"

#include "core/base/job.h"
#include "core/base/platform.h"
#include "training/data/image_io.h"

#include <algorithm>
#include <chrono>
#include <pthread.h>
#include <vector>

namespace yardstick::training {
namespace {

namespace fs = std::filesystem;

constexpr auto kLookEvery = std::chrono::milliseconds(250);
constexpr auto kQuiet = std::chrono::milliseconds(500); ///< without a change, before a file counts as whole
constexpr std::uint64_t kMostPictureBytes = 64u << 20;

std::string imageKind(const std::string& name)
{
    if (name.starts_with("train_batch")) {
        return "train_batch";
    }
    if (name.starts_with("val_batch")) {
        return name.find("_labels") != std::string::npos ? "val_labels" : "val_pred";
    }
    return {};
}

} // namespace

UltralyticsWeights::UltralyticsWeights(RunLog& log, std::string folder)
    : m_log(log), m_folder(std::move(folder))
{
    // What an earlier attempt left here is no news.
    for (const char* name : {"last.pt", "best.pt"}) {
        if (const auto stamp = stampOf(m_log.directory() / m_folder / run_files::kWeights / name)) {
            m_told[name] = *stamp;
        }
    }
    m_thread = std::thread([this] { run(); });
}

UltralyticsWeights::~UltralyticsWeights()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void UltralyticsWeights::epochWritten(Epoch last, Epoch best)
{
    std::error_code ec;
    const auto time = fs::last_write_time(m_log.directory() / m_folder / "results.csv", ec);
    const std::scoped_lock lock(m_mutex);
    m_lastBefore = m_last;
    m_bestBefore = m_best;
    m_last = last;
    m_best = best;
    m_rowTime = ec ? fs::file_time_type::clock::now() : time;
}

void UltralyticsWeights::finish()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
        look("last.pt", false, true);
        look("best.pt", true, true);
    }
}

void UltralyticsWeights::run()
{
    pthread_setname_np(pthread_self(), "weights");
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_for(lock, kLookEvery, [this] { return m_stop; })) {
        lock.unlock();
        look("last.pt", false, false);
        look("best.pt", true, false);
        lock.lock();
    }
}

std::optional<UltralyticsWeights::Stamp> UltralyticsWeights::stampOf(const fs::path& file)
{
    std::error_code ec;
    Stamp stamp;
    stamp.time = fs::last_write_time(file, ec);
    stamp.bytes = ec ? 0 : fs::file_size(file, ec);
    return ec || stamp.bytes == 0 ? std::nullopt : std::optional(stamp);
}

void UltralyticsWeights::look(const char* name, bool best, bool over)
{
    const std::string relative = m_folder + "/" + run_files::kWeights + "/" + name;
    const fs::path file = m_log.directory() / relative;
    const auto before = stampOf(file);
    const auto told = m_told.find(name);
    if (!before || (told != m_told.end() && told->second == *before)
        || (!over && fs::file_time_type::clock::now() - before->time < kQuiet)) {
        return;
    }
    CheckpointEvent event;
    {
        const std::scoped_lock lock(m_mutex);
        const bool older = before->time < m_rowTime;
        const Epoch& epoch = best ? (older ? m_bestBefore : m_best) : (older ? m_lastBefore : m_last);
        event.epoch = epoch.epoch;
        event.step = epoch.step;
    }
    const auto digest = platform::sha256File(file);
    if (!digest || stampOf(file) != before) {
        return; // it is being written again
    }
    m_told[name] = *before;
    event.path = relative;
    event.bytes = static_cast<std::int64_t>(before->bytes);
    event.sha256 = *digest;
    event.best = best;
    m_log.event(std::move(event));
}

void tellUltralyticsFiles(RunLog& log, const std::string& folder, int epoch)
{
    std::vector<std::string> names;
    std::error_code ec;
    for (fs::directory_iterator entry(log.directory() / folder, ec), end; !ec && entry != end; entry.increment(ec)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored)) {
            names.push_back(entry->path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
        const std::string relative = folder + "/" + name;
        const std::string kind = imageKind(name);
        if (name == "results.csv") {
            log.artifact(relative, "results_csv");
        } else if (name == "args.yaml") {
            log.artifact(relative, "args_yaml");
        } else if (!kind.empty()) {
            const auto bytes = platform::readFile(log.directory() / relative, kMostPictureBytes);
            const auto info = bytes ? inspectImage(*bytes, name) : Result<ImageInfo>(fail(bytes.error()));
            if (info) {
                ImageEvent event;
                event.path = relative;
                event.bytes = static_cast<std::int64_t>(bytes->size());
                event.sha256 = platform::sha256(*bytes);
                event.kind = kind;
                event.epoch = epoch;
                event.width = info->width;
                event.height = info->height;
                log.event(std::move(event));
            }
        } else if (name.ends_with(".png") || name.ends_with(".jpg")) {
            log.artifact(relative, "plot");
        }
    }
}

} // namespace yardstick::training
