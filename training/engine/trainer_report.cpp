// Trainer: what is said at the end of an epoch and of the run.
#include "training/engine/trainer.h"

#include "core/base/platform.h"

#include <cmath>
#include <cstdio>

namespace yardstick::training {
namespace {

std::map<std::string, double> metricScalars(const ValidationResult& result, Task task)
{
    std::map<std::string, double> scalars{{"speed/preprocess_ms", result.preprocessMs},
                                          {"speed/inference_ms", result.inferenceMs},
                                          {"speed/loss_ms", result.lossMs},
                                          {"speed/postprocess_ms", result.postprocessMs}};
    for (std::size_t i = 0; i < result.values.size(); ++i) {
        scalars[metricNames(task)[i]] = result.values[i];
    }
    for (std::size_t i = 0; i < result.losses.size(); ++i) {
        scalars["val/" + lossNames(task)[i]] = result.losses[i];
    }
    return scalars;
}

nlohmann::json perClass(const ValidationResult& result, const std::vector<std::string>& names)
{
    nlohmann::json rows = nlohmann::json::array();
    for (const ClassMetrics& row : result.metrics.perClass) {
        rows.push_back({{"class", row.cls},
                        {"name", names[static_cast<std::size_t>(row.cls)]},
                        {"images", row.images},
                        {"instances", row.instances},
                        {"precision", row.precision},
                        {"recall", row.recall},
                        {"f1", row.f1},
                        {"ap50", row.ap50},
                        {"ap", row.ap}});
    }
    for (std::size_t i = 0; i < result.masks.perClass.size(); ++i) { // the same classes as the boxes
        const ClassMetrics& row = result.masks.perClass[i];
        rows[i].update({{"mask_precision", row.precision}, {"mask_recall", row.recall}, {"mask_ap50", row.ap50}, {"mask_ap", row.ap}});
    }
    for (const ClassAccuracy& row : result.classes.perClass) {
        rows.push_back({{"class", row.cls},
                        {"name", names[static_cast<std::size_t>(row.cls)]},
                        {"images", row.images},
                        {"top1", row.top1},
                        {"top5", row.top5}});
    }
    return {{"rows", rows}, {"best_confidence", result.metrics.bestConfidence}};
}

std::string labelledNumbers(const std::vector<std::string>& names, const std::vector<double>& values)
{
    std::string line;
    char text[64];
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::snprintf(text, sizeof(text), "  %s %.4f", shortName(names[i]).c_str(), values[i]);
        line += text;
    }
    return line;
}

} // namespace

void Trainer::reportEpoch(EpochReport& report)
{
    ScalarsEvent scalars;
    scalars.step = m_progress.step;
    scalars.epoch = report.epoch;
    for (std::size_t i = 0; i < report.losses.size(); ++i) {
        scalars.values["train/" + lossNames(m_options.task)[i]] = report.losses[i];
    }
    if (report.validation) {
        scalars.values.merge(metricScalars(*report.validation, m_options.task));
    }
    EpochEvent& event = report.event;
    event.epochs = m_progress.epochs;
    event.step = m_progress.step;
    for (std::size_t g = 0; g < m_optimizer->groups().size(); ++g) {
        const std::string name = "pg" + std::to_string(g);
        scalars.values["lr/" + name] = m_optimizer->groups()[g].lr;
        event.learningRates[name] = m_optimizer->groups()[g].lr;
    }
    m_log.event(std::move(scalars));
    event.imagesPerSecond = static_cast<double>(event.images) / std::max(event.dataWaitSeconds + event.computeSeconds, 1e-9);
    event.memoryBytes = static_cast<std::int64_t>(platform::peakResidentBytes());
    const double other = m_epochSecondsBefore + monotonicSeconds() - m_epochMark - event.dataWaitSeconds
                         - event.computeSeconds - event.validationSeconds;
    event.otherSeconds = std::max(other, 0.0);
    event.seconds = event.dataWaitSeconds + event.computeSeconds + event.validationSeconds + event.otherSeconds;
    printEpoch(report);
    m_log.event(event);
}

void Trainer::printEpoch(const EpochReport& report)
{
    char text[200];
    const EpochEvent& event = report.event;
    std::snprintf(text, sizeof(text), "epoch %d/%d", report.epoch, event.epochs);
    std::string line = text + labelledNumbers(lossNames(m_options.task), report.losses);
    if (report.validation) {
        line += labelledNumbers(metricNames(m_options.task), report.validation->values);
    }
    std::snprintf(text, sizeof(text), "  %.2f s (data %.2f, compute %.2f, val %.2f, other %.2f)  %.1f img/s", event.seconds,
                  event.dataWaitSeconds, event.computeSeconds, event.validationSeconds, event.otherSeconds,
                  event.imagesPerSecond);
    m_log.line(line + text);
}

Result<> Trainer::reportFinal(TrainOutcome& outcome)
{
    const auto best = m_log.directory() / run_files::kWeights / "best.ckpt";
    auto loaded = loadModel(best);
    if (!loaded) {
        return fail(loaded.error());
    }
    m_log.phase("val", true);
    auto result = m_validator->run(*loaded->model);
    m_log.phase("val", false);
    if (!result) {
        return fail(result.error());
    }
    const ValidationResult& final = **result;
    outcome.metrics = metricScalars(final, m_options.task);
    outcome.metrics["fitness"] = final.fitness;
    outcome.metrics["best_epoch"] = loaded->epoch;
    if (m_options.task == Task::Classify) {
        printClassTable(final);
    } else {
        printTable(final);
    }
    char speed[160];
    std::snprintf(speed, sizeof(speed), "per image: %.1f ms preprocess, %.1f ms inference, %.1f ms loss, %.1f ms postprocess",
                  final.preprocessMs, final.inferenceMs, final.lossMs, final.postprocessMs);
    m_log.line(speed);
    if (m_options.plots) {
        reportPlots(final, loaded->epoch);
    }
    return m_options.saveJson ? writeDetections(final) : Result<>{};
}

void Trainer::reportPlots(const ValidationResult& result, int epoch)
{
    m_log.event(PlotEvent{"per_class", epoch, perClass(result, m_names)});
    const bool classify = m_options.task == Task::Classify;
    m_log.event(PlotEvent{"confusion_matrix", epoch, classify ? result.classes.confusionMatrix : result.metrics.confusionMatrix});
    for (const auto& [name, curve] : result.metrics.curves.items()) {
        m_log.event(PlotEvent{name.ends_with("_curve") ? name : name + "_curve", epoch, curve});
    }
}

void Trainer::printClassTable(const ValidationResult& result)
{
    char text[200];
    std::snprintf(text, sizeof(text), "%22s %8s %8s %8s", "class", "images", "top1", "top5");
    m_log.line(text);
    const auto print = [&](const std::string& name, std::int64_t images, double top1, double top5) {
        std::snprintf(text, sizeof(text), "%22s %8lld %8.3f %8.3f", name.c_str(), static_cast<long long>(images), top1, top5);
        m_log.line(text);
    };
    print("all", result.images, result.classes.top1, result.classes.top5);
    for (const ClassAccuracy& row : result.classes.perClass) {
        print(m_names[static_cast<std::size_t>(row.cls)], row.images, row.top1, row.top5);
    }
}

void Trainer::printTable(const ValidationResult& result)
{
    char text[200];
    const auto print = [&](const std::string& name, std::int64_t images, std::int64_t instances, double p, double r,
                           double ap50, double ap) {
        std::snprintf(text, sizeof(text), "%22s %8lld %10lld %8.3f %8.3f %8.3f %9.3f", name.c_str(),
                      static_cast<long long>(images), static_cast<long long>(instances), p, r, ap50, ap);
        m_log.line(text);
    };
    std::snprintf(text, sizeof(text), "%22s %8s %10s %8s %8s %8s %9s", "class", "images", "instances", "P", "R", "mAP50",
                  "mAP50-95");
    m_log.line(text);
    const DetectionResult& metrics = result.metrics;
    print("all", result.images, m_val.instances, metrics.precision, metrics.recall, metrics.map50, metrics.map5095);
    for (const ClassMetrics& row : metrics.perClass) {
        print(m_names[static_cast<std::size_t>(row.cls)], row.images, row.instances, row.precision, row.recall, row.ap50,
              row.ap);
    }
    if (m_options.task != Task::Segment) {
        return;
    }
    print("masks of all", result.images, m_val.instances, result.masks.precision, result.masks.recall, result.masks.map50,
          result.masks.map5095);
    for (const ClassMetrics& row : result.masks.perClass) {
        print("masks of " + m_names[static_cast<std::size_t>(row.cls)], row.images, row.instances, row.precision, row.recall,
              row.ap50, row.ap);
    }
}

Result<> Trainer::writeDetections(const ValidationResult& result)
{
    nlohmann::json rows = nlohmann::json::array();
    for (const ImageDetections& image : result.detections) {
        for (const Detection& detection : image.detections) {
            const auto& box = detection.xyxy;
            rows.push_back({{"image_id", m_val.images[image.image].path.stem().string()},
                            {"category_id", detection.cls},
                            {"score", detection.confidence}});
            if (m_options.task != Task::Classify) {
                rows.back()["bbox"] = {box[0], box[1], box[2] - box[0], box[3] - box[1]};
            }
        }
    }
    if (auto written = platform::writeFileAtomic(m_log.directory() / "predictions.json", rows.dump()); !written) {
        return written;
    }
    m_log.artifact("predictions.json", "predictions_json");
    return {};
}

} // namespace yardstick::training
