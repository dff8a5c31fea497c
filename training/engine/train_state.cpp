#include "training/engine/train_state.h"

#include "training/engine/weights_file.h"

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <unordered_map>

namespace yardstick::training {
namespace {

constexpr const char* kKindTraining = "training";
constexpr const char* kKindWeights = "weights";

nlohmann::json toJson(const ModelCard& card)
{
    return {{"variant", card.variant}, {"names", card.names}, {"imgsz", card.imgsz},
            {"data_hash", card.dataHash}, {"args", card.args}, {"metrics", card.metrics}};
}

/// JSON has no NaN; numbers of result rows may be one.
nlohmann::json rowsToJson(const std::vector<ResultRow>& rows)
{
    nlohmann::json out = nlohmann::json::array();
    for (const ResultRow& row : rows) {
        nlohmann::json line = nlohmann::json::array();
        for (const double value : row) {
            line.push_back(numberToJson(value));
        }
        out.push_back(std::move(line));
    }
    return out;
}

std::vector<ResultRow> rowsFromJson(const nlohmann::json& json)
{
    std::vector<ResultRow> rows;
    for (const auto& line : json) {
        ResultRow row;
        for (const auto& value : line) {
            row.push_back(numberFromJson(value).value_or(0));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

nlohmann::json toJson(const Progress& p)
{
    return {{"epoch", p.epoch},
            {"epochs", p.epochs},
            {"batch", p.batch},
            {"step", p.step},
            {"last_step", p.lastStep},
            {"loss_sums", p.lossSums},
            {"seconds", p.secondsBefore},
            {"epoch_seconds", p.epochSeconds},
            {"data_wait_seconds", p.dataWaitSeconds},
            {"compute_seconds", p.computeSeconds},
            {"epoch_images", p.epochImages},
            {"best_fitness", p.bestFitness},
            {"best_epoch", p.bestEpoch},
            {"rows", rowsToJson(p.rows)},
            {"initial_lr", p.initialLr},
            {"optimizer", p.optimizer}};
}

Progress progressFromJson(const nlohmann::json& json)
{
    Progress p;
    json.at("epoch").get_to(p.epoch);
    json.at("epochs").get_to(p.epochs);
    json.at("batch").get_to(p.batch);
    json.at("step").get_to(p.step);
    json.at("last_step").get_to(p.lastStep);
    json.at("loss_sums").get_to(p.lossSums);
    json.at("seconds").get_to(p.secondsBefore);
    json.at("epoch_seconds").get_to(p.epochSeconds);
    json.at("data_wait_seconds").get_to(p.dataWaitSeconds);
    json.at("compute_seconds").get_to(p.computeSeconds);
    json.at("epoch_images").get_to(p.epochImages);
    json.at("best_fitness").get_to(p.bestFitness);
    json.at("best_epoch").get_to(p.bestEpoch);
    p.rows = rowsFromJson(json.at("rows"));
    json.at("initial_lr").get_to(p.initialLr);
    json.at("optimizer").get_to(p.optimizer);
    return p;
}

std::unexpected<Error> unusable(const std::exception& error)
{
    return fail({ErrorCode::BadFile, "The checkpoint lacks what a run needs to resume.", {}, error.what()});
}

at::Generator generator()
{
    return at::detail::getDefaultCPUGenerator();
}

/// The average where there is one, else the plain weights.
NamedTensors weightsOf(const Checkpoint& checkpoint)
{
    NamedTensors average = checkpoint.section("ema.");
    return average.empty() ? checkpoint.section("model.") : average;
}

} // namespace

Checkpoint weightsCheckpoint(const ModelCard& card, YoloModel& ema, int epoch)
{
    Checkpoint out;
    out.meta = {{"kind", kKindWeights}, {"epoch", epoch}, {"card", toJson(card)}};
    out.addSection("ema.", stateDict(ema));
    return out;
}

Checkpoint trainingCheckpoint(const ModelCard& card, const YoloModel& model, Ema& ema, const Optimizer& optimizer,
                              const Progress& progress)
{
    Checkpoint out;
    out.meta = {{"kind", kKindTraining},          {"epoch", progress.epoch},
                {"card", toJson(card)},           {"progress", toJson(progress)},
                {"optimizer_steps", optimizer.steps()}, {"ema_updates", ema.updates()}};
    out.addSection("ema.", stateDict(ema.model()));
    out.addSection("model.", stateDict(model));
    out.addSection("optimizer.", optimizer.state());
    out.tensors.emplace_back("rng.torch", generator().get_state());
    return out;
}

Result<Progress> progressOf(const Checkpoint& checkpoint)
{
    try {
        if (checkpoint.meta.at("kind") != kKindTraining) {
            return fail(ErrorCode::BadFile,
                        "The checkpoint holds weights only; a run resumes from last.ckpt, which holds its whole state.");
        }
        return progressFromJson(checkpoint.meta.at("progress"));
    } catch (const nlohmann::json::exception& error) {
        return unusable(error);
    }
}

Result<ModelCard> cardOf(const Checkpoint& checkpoint)
{
    try {
        const auto& json = checkpoint.meta.at("card");
        ModelCard card;
        json.at("variant").get_to(card.variant);
        json.at("names").get_to(card.names);
        json.at("imgsz").get_to(card.imgsz);
        json.at("data_hash").get_to(card.dataHash);
        card.args = json.at("args");
        card.metrics = json.at("metrics");
        return card;
    } catch (const nlohmann::json::exception& error) {
        return unusable(error);
    }
}

Result<Progress> restoreTraining(const Checkpoint& checkpoint, YoloModel& model, Ema& ema, Optimizer& optimizer)
{
    auto progress = progressOf(checkpoint);
    if (!progress) {
        return progress;
    }
    try {
        if (auto loaded = loadStateDict(model, checkpoint.section("model.")); !loaded) {
            return fail(loaded.error());
        }
        if (auto loaded = loadStateDict(ema.model(), checkpoint.section("ema.")); !loaded) {
            return fail(loaded.error());
        }
        const auto steps = checkpoint.meta.at("optimizer_steps").get<std::int64_t>();
        if (auto loaded = optimizer.load(checkpoint.section("optimizer."), steps); !loaded) {
            return fail(loaded.error());
        }
        ema.setUpdates(checkpoint.meta.at("ema_updates").get<std::int64_t>());
        for (const auto& [name, tensor] : checkpoint.section("rng.")) {
            generator().set_state(tensor);
        }
        return progress;
    } catch (const std::exception& error) {
        return unusable(error);
    }
}

Result<LoadedModel> loadModel(const std::filesystem::path& path)
{
    auto checkpoint = readWeightsFile(path);
    if (!checkpoint) {
        return fail(checkpoint.error());
    }
    auto card = cardOf(*checkpoint);
    if (!card) {
        return fail(card.error());
    }
    if (card->variant.empty()) {
        return fail(ErrorCode::Unsupported, "{0} holds no YOLOv8 network of a published size.", path.string());
    }
    const auto architecture = makeArchitecture(card->variant, static_cast<int>(card->names.size()));
    if (!architecture) {
        return fail(architecture.error());
    }
    auto model = YoloModel::create(*architecture);
    if (!model) {
        return fail(model.error());
    }
    if (auto loaded = loadStateDict(**model, weightsOf(*checkpoint)); !loaded) {
        return fail(loaded.error());
    }
    applyBatchNormEps(*checkpoint, **model);
    (*model)->useChannelsLast();
    (*model)->eval();
    return LoadedModel{*model, *card, checkpoint->meta.value("epoch", 0)};
}

Result<Transfer> transferWeights(const std::filesystem::path& path, YoloModel& model)
{
    auto checkpoint = readWeightsFile(path);
    if (!checkpoint) {
        return fail(checkpoint.error());
    }
    const torch::NoGradGuard noGrad;
    const NamedTensors source = weightsOf(*checkpoint);
    const std::unordered_map<std::string, at::Tensor> values(source.begin(), source.end());
    Transfer transfer;
    if (const auto card = cardOf(*checkpoint)) {
        transfer.variant = card->variant;
        transfer.classes = card->names.size();
    }
    for (auto& [name, tensor] : stateDict(model)) {
        const auto found = values.find(name);
        ++transfer.total;
        if (found != values.end() && found->second.sizes() == tensor.sizes()) {
            at::Tensor target = tensor;
            target.copy_(found->second);
            ++transfer.copied;
        } else {
            transfer.fresh.push_back(name);
            transfer.otherShape += found != values.end() ? 1 : 0;
        }
    }
    return transfer;
}

std::vector<std::string> Transfer::report(const std::filesystem::path& file, const Architecture& target) const
{
    std::vector<std::string> lines{
        formatTemplate("Transferred {0}/{1} items from {2}", {std::to_string(copied), std::to_string(total), file.string()})};
    if (fresh.empty()) {
        return lines;
    }
    lines.push_back(formatTemplate("New: {0} … {1}; {2} of another shape in the file, {3} not in it",
                                   {fresh.front(), fresh.back(), std::to_string(otherShape), std::to_string(fresh.size() - otherShape)}));
    if (!variant.empty() && variant != target.variant()) {
        lines.push_back(formatTemplate("The file holds a {0}, this run is a {1}: few layers have the same widths.",
                                       {variant, target.variant()}));
    } else if (classes != static_cast<std::size_t>(target.classes) && otherShape == fresh.size()) {
        lines.push_back(formatTemplate("The class branch of the head is sized by the number of classes: {0} in the file, {1} here. "
                                       "It learns anew; all else starts from the file.",
                                       {std::to_string(classes), std::to_string(target.classes)}));
    }
    return lines;
}

} // namespace yardstick::training
