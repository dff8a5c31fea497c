#include "training/data/demo.h"

#include "core/base/platform.h"
#include "training/data/demo_scene.h"
#include "training/data/image_io.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <thread>

namespace yardstick::training {
namespace fs = std::filesystem;
namespace {

constexpr const char* kMarker = "demo.json";
constexpr int kQuality = 90;

nlohmann::json markerOf(const DemoOptions& options)
{
    return {{"made_by", "yardstick-worker data demo"}, {"version", kDemoVersion}, {"train", options.trainImages},
            {"val", options.valImages}, {"size", options.size}, {"seed", options.seed}};
}

enum class Existing { Nothing, Same, OlderDemo, SomethingElse };

Existing lookAt(const fs::path& directory, const DemoOptions& options)
{
    std::error_code error;
    if (!fs::exists(directory, error) || (fs::is_directory(directory, error) && fs::is_empty(directory, error))) {
        return Existing::Nothing;
    }
    const auto text = platform::readFile(directory / kMarker, 1 << 16);
    const nlohmann::json marker = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    if (marker == markerOf(options)) {
        return Existing::Same;
    }
    const bool ours = marker.is_object() && marker.value("made_by", nlohmann::json()) == markerOf(options)["made_by"];
    return ours ? Existing::OlderDemo : Existing::SomethingElse;
}

std::string labelText(const std::vector<Label>& labels)
{
    std::string text;
    for (const Label& l : labels) {
        char row[96];
        std::snprintf(row, sizeof row, "%d %.6f %.6f %.6f %.6f\n", l.cls, static_cast<double>(l.cx), static_cast<double>(l.cy),
                      static_cast<double>(l.w), static_cast<double>(l.h));
        text += row;
    }
    return text;
}

std::string yamlText()
{
    std::string text = "# Shapes on textured ground, drawn by yardstick-worker data demo (version " + std::to_string(kDemoVersion) +
                       ").\npath: .\ntrain: images/train\nval: images/val\nnames:\n";
    int i = 0;
    for (const char* name : kDemoClasses) {
        text += "  " + std::to_string(i++) + ": " + name + "\n";
    }
    return text;
}

Result<> writePlain(const fs::path& file, std::string_view bytes)
{
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) {
        return fail(platform::ioError(errno, "write", file));
    }
    return {};
}

/// One picture and its labels; returns the number of objects.
Result<std::int64_t> writeScene(const fs::path& root, const char* split, int index, const DemoOptions& options)
{
    const std::uint64_t stream = split == std::string_view("train") ? 1 : 2;
    Random random = Random::forImage(options.seed, stream, static_cast<std::uint64_t>(index));
    const auto shape = random.below(4); // half of them square, a quarter lying, a quarter standing
    const int shortSide = options.size * 4 / 5;
    const DemoScene scene =
        drawDemoScene(shape == 3 ? shortSide : options.size, shape == 2 ? shortSide : options.size, random);
    const auto jpeg = encodeJpeg(scene.image, kQuality);
    if (!jpeg) {
        return fail(jpeg.error());
    }
    char name[32];
    std::snprintf(name, sizeof name, "%s_%04d", split, index);
    const std::string stem = name;
    if (auto written = writePlain(root / "images" / split / (stem + ".jpg"), *jpeg); !written) {
        return fail(written.error());
    }
    if (auto written = writePlain(root / "labels" / split / (stem + ".txt"), labelText(scene.labels)); !written) {
        return fail(written.error());
    }
    return static_cast<std::int64_t>(scene.labels.size());
}

Result<std::int64_t> writeAll(const fs::path& root, const DemoOptions& options)
{
    std::error_code error;
    for (const char* folder : {"images/train", "images/val", "labels/train", "labels/val"}) {
        if (!fs::create_directories(root / folder, error) && error) {
            return fail(platform::ioError(error.value(), "write", root / folder));
        }
    }
    const int total = options.trainImages + options.valImages;
    std::atomic<int> nextScene = 0;
    std::atomic<std::int64_t> instances = 0;
    std::mutex mutex;
    std::optional<Error> failure;
    const auto work = [&] {
        for (int i = nextScene++; i < total; i = nextScene++) {
            const bool train = i < options.trainImages;
            const auto count = writeScene(root, train ? "train" : "val", train ? i : i - options.trainImages, options);
            if (!count) {
                const std::lock_guard lock(mutex);
                failure = count.error();
                nextScene = total;
                return;
            }
            instances += *count;
        }
    };
    const int threads = options.threads > 0 ? options.threads : platform::hostInfo().logicalCpus;
    {
        std::vector<std::jthread> helpers;
        for (int i = 1; i < threads; ++i) {
            helpers.emplace_back(work);
        }
        work();
    }
    if (failure) {
        return fail(*failure);
    }
    if (auto written = platform::writeFileAtomic(root / "data.yaml", yamlText()); !written) {
        return fail(written.error());
    }
    if (auto written = platform::writeFileAtomic(root / kMarker, markerOf(options).dump(2) + "\n"); !written) {
        return fail(written.error());
    }
    return instances.load();
}

/// What a drawing that was ended in the middle left: DIRECTORY.new-PID-TOKEN of a process that is gone.
void removeAbandoned(const fs::path& directory)
{
    const std::string begin = directory.filename().string() + ".new-";
    std::error_code error;
    std::vector<fs::path> abandoned;
    for (fs::directory_iterator it(directory.parent_path(), error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!name.starts_with(begin)) {
            continue;
        }
        const long pid = std::strtol(name.c_str() + begin.size(), nullptr, 10);
        if (pid > 0 && name.find('-', begin.size()) != std::string::npos && !platform::processId(pid)) {
            abandoned.push_back(it->path());
        }
    }
    for (const fs::path& folder : abandoned) {
        fs::remove_all(folder, error);
    }
}

} // namespace

Result<DemoReport> writeDemoDataset(const fs::path& given, const DemoOptions& options)
{
    const fs::path directory = fs::absolute(given / "").lexically_normal().parent_path();
    if (options.trainImages < 1 || options.valImages < 1 || options.size < 64 || options.size > 4096) {
        return fail(ErrorCode::InvalidArgument, "The demo data set needs at least one image per split and 64 to 4096 pixels.");
    }
    DemoReport report{directory / "data.yaml", false, options.trainImages + options.valImages, 0};
    const Existing existing = lookAt(directory, options);
    if (existing == Existing::Same) {
        return report;
    }
    if (existing == Existing::SomethingElse) {
        return fail(ErrorCode::AlreadyExists, "The folder {0} holds something else; choose an empty or a new one.", directory.string());
    }
    removeAbandoned(directory);
    const std::string token = std::to_string(platform::self().pid) + "-" + platform::randomToken(4);
    const fs::path fresh = directory.string() + ".new-" + token;
    const fs::path old = directory.string() + ".old-" + token;
    std::error_code error;
    fs::create_directories(directory.parent_path(), error);
    const auto instances = writeAll(fresh, options);
    if (!instances) {
        fs::remove_all(fresh, error);
        return fail(instances.error());
    }
    if (existing == Existing::OlderDemo) {
        fs::rename(directory, old, error);
    }
    if (!error) {
        fs::rename(fresh, directory, error);
    }
    if (error) {
        const int reason = error.value();
        fs::remove_all(fresh, error);
        return fail(platform::ioError(reason, "write", directory));
    }
    fs::remove_all(old, error);
    report.written = true;
    report.instances = *instances;
    return report;
}

} // namespace yardstick::training
