#include "training/worker/commands.h"

#include "core/base/platform.h"
#include "training/data/check.h"
#include "training/data/classify_transform.h"
#include "training/data/dataset.h"
#include "training/data/demo.h"
#include "training/data/image_io.h"
#include "training/data/letterbox.h"
#include "training/engine/mask_output.h"
#include "training/engine/result_fields.h"
#include "training/engine/train_options.h"
#include "training/engine/train_state.h"
#include "training/engine/validator.h"
#include "training/worker/process_setup.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <span>

namespace yardstick::training {
namespace {

void print(const std::string& text)
{
    std::cout << text << std::endl;
}

/// "1 object", "2 objects".
std::string counted(std::int64_t n, const std::string& noun)
{
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

nlohmann::json classifierJson(const ValidationResult& result, const ModelCard& card)
{
    nlohmann::json classes = nlohmann::json::array();
    for (const ClassAccuracy& row : result.classes.perClass) {
        classes.push_back({{"class", row.cls}, {"name", card.names.at(static_cast<std::size_t>(row.cls))}, {"images", row.images},
                           {"top1", row.top1}, {"top5", row.top5}});
    }
    return {{"variant", card.variant}, {"images", result.images}, {"top1", result.classes.top1}, {"top5", result.classes.top5},
            {"fitness", result.fitness}, {"loss", numberToJson(result.losses.at(0))}, {"classes", classes},
            {"seconds", result.seconds}, {"preprocess_ms", result.preprocessMs}, {"inference_ms", result.inferenceMs},
            {"postprocess_ms", result.postprocessMs}};
}

void printClassifierTable(const ValidationResult& result, const ModelCard& card)
{
    char text[160];
    std::snprintf(text, sizeof(text), "%20s %8s %8s %8s", "class", "images", "top1", "top5");
    print(text);
    const auto row = [&](const char* name, std::int64_t images, double top1, double top5) {
        std::snprintf(text, sizeof(text), "%20s %8lld %8.3f %8.3f", name, static_cast<long long>(images), top1, top5);
        print(text);
    };
    row("all", result.images, result.classes.top1, result.classes.top5);
    for (const ClassAccuracy& c : result.classes.perClass) {
        row(card.names.at(static_cast<std::size_t>(c.cls)).c_str(), c.images, c.top1, c.top5);
    }
}

nlohmann::json toJson(const ValidationResult& result, const ModelCard& card)
{
    nlohmann::json classes = nlohmann::json::array();
    for (const ClassMetrics& row : result.metrics.perClass) {
        classes.push_back({{"class", row.cls}, {"name", card.names.at(static_cast<std::size_t>(row.cls))},
                           {"images", row.images}, {"instances", row.instances}, {"precision", row.precision},
                           {"recall", row.recall}, {"map50", row.ap50}, {"map50_95", row.ap}});
    }
    nlohmann::json out{{"variant", card.variant}, {"images", result.images}, {"precision", result.metrics.precision},
                       {"recall", result.metrics.recall}, {"map50", result.metrics.map50}, {"map50_95", result.metrics.map5095},
                       {"fitness", result.fitness}, {"classes", classes}, {"seconds", result.seconds},
                       {"preprocess_ms", result.preprocessMs}, {"inference_ms", result.inferenceMs},
                       {"postprocess_ms", result.postprocessMs}};
    const bool segment = !result.values.empty() && result.values.size() == metricNames(Task::Segment).size();
    const auto& names = lossNames(segment ? Task::Segment : Task::Detect);
    for (std::size_t i = 0; i < result.losses.size(); ++i) {
        out[names[i]] = numberToJson(result.losses[i]);
    }
    if (segment) {
        out["masks"] = {{"precision", result.masks.precision}, {"recall", result.masks.recall}, {"map50", result.masks.map50},
                        {"map50_95", result.masks.map5095}};
    }
    return out;
}

void printTable(const ValidationResult& result, const ModelCard& card)
{
    char text[160];
    std::snprintf(text, sizeof(text), "%20s %8s %10s %8s %8s %8s %9s", "class", "images", "instances", "P", "R", "mAP50",
                  "mAP50-95");
    print(text);
    const auto row = [&](const char* name, std::int64_t images, std::int64_t instances, double p, double r, double ap50,
                         double ap) {
        std::snprintf(text, sizeof(text), "%20s %8lld %10lld %8.3f %8.3f %8.3f %9.3f", name, static_cast<long long>(images),
                      static_cast<long long>(instances), p, r, ap50, ap);
        print(text);
    };
    std::int64_t instances = 0;
    for (const ClassMetrics& c : result.metrics.perClass) {
        instances += c.instances;
    }
    row("all", result.images, instances, result.metrics.precision, result.metrics.recall, result.metrics.map50,
        result.metrics.map5095);
    for (const ClassMetrics& c : result.metrics.perClass) {
        row(card.names.at(static_cast<std::size_t>(c.cls)).c_str(), c.images, c.instances, c.precision, c.recall, c.ap50, c.ap);
    }
    if (!result.masks.perClass.empty()) {
        row("masks", result.images, instances, result.masks.precision, result.masks.recall, result.masks.map50,
            result.masks.map5095);
    }
}

Result<std::vector<std::filesystem::path>> picturesOf(const std::filesystem::path& source)
{
    std::error_code ec;
    if (std::filesystem::is_regular_file(source, ec)) {
        return std::vector{source};
    }
    if (!std::filesystem::is_directory(source, ec)) {
        return fail(ErrorCode::NotFound, "{0} does not exist.", source.string());
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(source, ec)) {
        if (entry.is_regular_file(ec) && hasImageExtension(entry.path())) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    if (files.empty()) {
        return fail(ErrorCode::BadData, "There is no picture in {0}.", source.string());
    }
    return files;
}

/// Every class with its probability, likeliest first, at most five.
Result<nlohmann::json> classified(LoadedModel& loaded, const std::filesystem::path& file, int imgsz, double cropFraction)
{
    constexpr int kShown = 5;
    const auto picture = readImage(file);
    if (!picture) {
        return fail(picture.error());
    }
    cv::Mat net;
    classifyInput(picture->pixels, imgsz, cropFraction, net);
    const at::Tensor image = at::from_blob(net.data, {1, net.rows, net.cols, 3}, at::kByte).permute({0, 3, 1, 2});
    const at::Tensor scores = at::softmax(loaded.model->forward(toNetworkInput(image)).logits[0], 0).contiguous();
    const std::span<const float> all(scores.data_ptr<float>(), static_cast<std::size_t>(scores.numel()));
    nlohmann::json rows = nlohmann::json::array();
    for (const int cls : highest(all, kShown)) {
        const auto at = static_cast<std::size_t>(cls);
        rows.push_back({{"class", cls}, {"name", loaded.card.names.at(at)}, {"confidence", all[at]}});
    }
    return rows;
}

/// Of a classifier's own arguments; 1 where they do not say.
double cropFractionOf(const ModelCard& card)
{
    const auto value = card.args.value("crop_fraction", nlohmann::json());
    return value.is_number() && value.get<double>() > 0 && value.get<double>() <= 1 ? value.get<double>() : 1.0;
}

Result<> predictClasses(LoadedModel& loaded, const std::vector<std::filesystem::path>& files, const PredictArguments& arguments,
                        int imgsz)
{
    nlohmann::json all = nlohmann::json::array();
    for (const auto& file : files) {
        const auto rows = classified(loaded, file, imgsz, cropFractionOf(loaded.card));
        if (!rows) {
            return fail(rows.error());
        }
        std::string text, best;
        for (const auto& row : *rows) {
            char line[64];
            std::snprintf(line, sizeof(line), "%.2f ", row.at("confidence").get<double>());
            text += line + row.at("name").get<std::string>() + "\n";
            best = best.empty() ? line + row.at("name").get<std::string>() : best;
        }
        all.push_back({{"path", file.string()}, {"classes", *rows}});
        if (!arguments.out.empty()) {
            if (auto written = platform::writeFileAtomic(arguments.out / (file.stem().string() + ".txt"), text); !written) {
                return written;
            }
        }
        if (!arguments.json) {
            print(file.string() + ": " + best);
        }
    }
    if (arguments.json) {
        print(all.dump(2));
    }
    return {};
}

/// What was found in a picture; the outlines are a segmenter's, one per detection, in pixels of the picture.
struct Found
{
    std::vector<Detection> detections;
    std::vector<std::vector<float>> outlines;
    int width = 0, height = 0;
};

/// One picture through a detector or segmenter, at the smallest rectangle that holds it.
Result<Found> detect(YoloModel& model, const std::filesystem::path& file, int imgsz, const NmsOptions& nms)
{
    auto picture = readImage(file);
    if (!picture) {
        return fail(picture.error());
    }
    const cv::Mat& pixels = picture->pixels;
    const LetterboxPlan plan = planMinimalLetterbox(pixels.cols, pixels.rows, imgsz);
    cv::Mat net;
    letterbox(pixels, plan, net);
    const at::Tensor images = at::from_blob(net.data, {1, net.rows, net.cols, 3}, at::kByte).permute({0, 3, 1, 2});
    const ModelOutput output = model.forward(toNetworkInput(images));
    const KeptBoxes kept = suppressKeepingAnchors(decodePredictions(output.maps), nms).front();
    ImageMeta meta;
    meta.originalWidth = pixels.cols;
    meta.originalHeight = pixels.rows;
    meta.gain = static_cast<float>(plan.gainX);
    meta.gainY = static_cast<float>(plan.gainY);
    meta.padX = static_cast<float>(plan.left);
    meta.padY = static_cast<float>(plan.top);
    Found found{toOriginal(kept.rows, meta), {}, pixels.cols, pixels.rows};
    if (output.protos.defined() && !found.detections.empty()) {
        const at::Tensor logits = maskLogits(output.coefficients[0], output.protos[0], kept);
        for (std::int64_t i = 0; i < logits.size(0); ++i) {
            found.outlines.push_back(maskOutline(logits[i], meta));
        }
    }
    return found;
}

Result<> writeLabels(const std::filesystem::path& out, const std::filesystem::path& picture, const Found& found)
{
    std::string text;
    char line[160];
    const double w = found.width, h = found.height;
    for (std::size_t i = 0; i < found.detections.size(); ++i) {
        const Detection& d = found.detections[i];
        if (!found.outlines.empty() && found.outlines[i].size() >= 6) {
            text += std::to_string(d.cls);
            for (std::size_t k = 0; k + 1 < found.outlines[i].size(); k += 2) {
                std::snprintf(line, sizeof(line), " %g %g", found.outlines[i][k] / w, found.outlines[i][k + 1] / h);
                text += line;
            }
            std::snprintf(line, sizeof(line), " %g\n", d.confidence);
            text += line;
            continue;
        }
        std::snprintf(line, sizeof(line), "%d %g %g %g %g %g\n", d.cls, (d.xyxy[0] + d.xyxy[2]) / 2 / w,
                      (d.xyxy[1] + d.xyxy[3]) / 2 / h, (d.xyxy[2] - d.xyxy[0]) / w, (d.xyxy[3] - d.xyxy[1]) / h, d.confidence);
        text += line;
    }
    return platform::writeFileAtomic(out / (picture.stem().string() + ".txt"), text);
}

nlohmann::json toJson(const Found& found, const ModelCard& card)
{
    nlohmann::json rows = nlohmann::json::array();
    for (const Detection& d : found.detections) {
        rows.push_back({{"class", d.cls}, {"name", card.names.at(static_cast<std::size_t>(d.cls))},
                        {"confidence", d.confidence}, {"xyxy", d.xyxy}});
    }
    for (std::size_t i = 0; i < found.outlines.size(); ++i) {
        rows[i]["polygon"] = found.outlines[i];
    }
    return rows;
}

} // namespace

Result<> runVal(const ValArguments& arguments)
{
    setThreads(arguments.threads);
    auto loaded = loadModel(arguments.weights);
    if (!loaded) {
        return fail(loaded.error());
    }
    const Task task = loaded->model->architecture().task;
    const bool classify = task == Task::Classify;
    auto yaml = classify ? readClassFolders(arguments.data) : readDataYaml(arguments.data);
    if (!yaml) {
        return fail(yaml.error());
    }
    SplitOptions splitOptions;
    const bool single = loaded->card.args.value("single_cls", false);
    splitOptions.singleCls = single;
    auto split = readSplit(*yaml, arguments.split, splitOptions);
    if (!split) {
        return fail(split.error());
    }
    if (!single && yaml->names.size() != loaded->card.names.size()) {
        return fail(ErrorCode::InvalidArgument, "The weights know {0} classes, the data set has {1}.",
                    loaded->card.names.size(), yaml->names.size());
    }
    ValidatorOptions options;
    options.imgsz = roundedImageSize(arguments.imgsz > 0 ? arguments.imgsz : loaded->card.imgsz);
    options.batch = arguments.batch;
    options.nms = {.confidence = arguments.conf, .iou = arguments.iou, .agnostic = single,
                   .multiLabel = loaded->card.names.size() > 1, .classes = {}};
    options.names = loaded->card.names;
    options.threads = std::min(platform::hostInfo().logicalCpus, 8);
    options.cropFraction = cropFractionOf(loaded->card);
    Validator validator(*split, task, options);
    auto result = validator.run(*loaded->model);
    if (!result) {
        return fail(result.error());
    }
    if (arguments.json) {
        print((classify ? classifierJson(**result, loaded->card) : toJson(**result, loaded->card)).dump(2));
    } else if (classify) {
        printClassifierTable(**result, loaded->card);
    } else {
        printTable(**result, loaded->card);
    }
    return {};
}

Result<> runPredict(const PredictArguments& arguments)
{
    setThreads(arguments.threads);
    auto loaded = loadModel(arguments.weights);
    if (!loaded) {
        return fail(loaded.error());
    }
    auto files = picturesOf(arguments.source);
    if (!files) {
        return fail(files.error());
    }
    if (!arguments.out.empty()) {
        std::error_code ec;
        std::filesystem::create_directories(arguments.out, ec);
        if (ec) {
            return fail(platform::ioError(ec.value(), "create", arguments.out));
        }
    }
    const torch::NoGradGuard noGrad;
    loaded->model->fuse();
    const int imgsz = roundedImageSize(arguments.imgsz > 0 ? arguments.imgsz : loaded->card.imgsz);
    if (loaded->model->architecture().task == Task::Classify) {
        return predictClasses(*loaded, *files, arguments, imgsz);
    }
    const NmsOptions nms{.confidence = arguments.conf, .iou = arguments.iou, .maxDetections = arguments.maxDetections,
                         .classes = {}};
    nlohmann::json all = nlohmann::json::array();
    for (const auto& file : *files) {
        auto found = detect(*loaded->model, file, imgsz, nms);
        if (!found) {
            return fail(found.error());
        }
        all.push_back({{"path", file.string()}, {"boxes", toJson(*found, loaded->card)}});
        if (!arguments.out.empty()) {
            if (auto written = writeLabels(arguments.out, file, *found); !written) {
                return written;
            }
        }
        if (!arguments.json) {
            print(file.string() + ": " + counted(static_cast<std::int64_t>(found->detections.size()), "object"));
        }
    }
    if (arguments.json) {
        print(all.dump(2));
    }
    return {};
}

Result<> runInfo(const std::string& model, int classes, int imgsz, bool json)
{
    std::shared_ptr<YoloModel> network;
    int size = imgsz;
    std::error_code ec;
    if (std::filesystem::is_regular_file(model, ec)) {
        auto loaded = loadModel(model);
        if (!loaded) {
            return fail(loaded.error());
        }
        network = loaded->model;
        size = size > 0 ? size : loaded->card.imgsz;
    } else {
        auto architecture = makeArchitecture(model, std::max(classes, 1));
        if (!architecture) {
            return fail(architecture.error());
        }
        architecture->classes = classes > 0 ? classes : defaultClasses(architecture->task);
        size = size > 0 ? size : defaultImageSize(architecture->task);
        auto made = YoloModel::create(*architecture);
        if (!made) {
            return fail(made.error());
        }
        network = *made;
    }
    const Architecture& architecture = network->architecture();
    const auto counts = network->layerParameterCounts();
    nlohmann::json layers = nlohmann::json::array();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const LayerSpec& spec = architecture.layers[i];
        layers.push_back({{"index", i}, {"from", spec.from}, {"repeats", spec.repeats}, {"type", toString(spec.kind)},
                          {"channels", spec.outChannels}, {"parameters", counts[i]}});
    }
    const nlohmann::json out{{"variant", architecture.variant()}, {"task", toString(architecture.task)},
                             {"classes", architecture.classes}, {"layers", layers}, {"entries", stateDict(*network).size()},
                             {"parameters", network->parameterCount()}, {"parameters_fused", network->fusedParameterCount()},
                             {"imgsz", size}, {"gflops", forwardGflops(architecture, size)}};
    if (json) {
        print(out.dump(2));
        return {};
    }
    for (const auto& layer : layers) {
        char text[160];
        std::snprintf(text, sizeof(text), "%3d  %-10s %-14s x%d  %5d channels  %9lld parameters", layer["index"].get<int>(),
                      layer["type"].get<std::string>().c_str(), layer["from"].dump().c_str(), layer["repeats"].get<int>(),
                      layer["channels"].get<int>(), layer["parameters"].get<long long>());
        print(text);
    }
    char text[160];
    std::snprintf(text, sizeof(text), "%s, %d classes: %lld parameters, %.2f GFLOPs at %d px", architecture.variant().c_str(),
                  architecture.classes, static_cast<long long>(network->parameterCount()), forwardGflops(architecture, size),
                  size);
    print(text);
    return {};
}

Result<> runDataCheck(const std::filesystem::path& path, bool json)
{
    auto report = checkDataset(path);
    if (!report) {
        return fail(report.error());
    }
    const nlohmann::json& all = *report;
    if (json) {
        print(all.dump(2));
    } else {
        for (const auto& [name, split] : all.at("splits").items()) {
            const auto count = [&](const char* key) { return split.at(key).get<std::int64_t>(); };
            print(name + ": " + counted(count("images"), "image") + " of " + std::to_string(count("found")) + ", "
                  + counted(count("instances"), "object") + ", " + counted(count("problem_count"), "problem"));
            for (const auto& problem : split.at("problems")) {
                const int line = problem.at("line").get<int>(); // 0: the file as a whole
                print("  " + problem.at("file").get<std::string>() + (line > 0 ? ":" + std::to_string(line) : "") + ": "
                      + problem.at("text").get<std::string>());
            }
        }
    }
    if (!all.at("ok").get<bool>()) {
        const auto& why = all.at("error");
        return fail(ErrorCode::BadData, why.is_string() ? why.get<std::string>() : "The data set cannot be used.");
    }
    return {};
}

Result<> runDataDemo(const std::filesystem::path& directory, int trainImages, int valImages, int size, bool json)
{
    DemoOptions options;
    options.trainImages = trainImages;
    options.valImages = valImages;
    options.size = size;
    auto report = writeDemoDataset(directory, options);
    if (!report) {
        return fail(report.error());
    }
    if (json) {
        print(nlohmann::json{{"yaml", report->yaml.string()}, {"written", report->written}, {"images", report->images},
                             {"instances", report->instances}}
                  .dump(2));
    } else {
        print(report->yaml.string() + (report->written ? ": written" : ": there already"));
    }
    return {};
}

} // namespace yardstick::training
