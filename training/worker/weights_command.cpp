#include "training/worker/weights_command.h"

#include "training/engine/train_state.h"
#include "training/engine/weights_file.h"

#include <cstdio>
#include <map>

namespace yardstick::training {
namespace {

/// Whether each is a parameter is not stored by name; running statistics are the only buffers of these networks.
bool isParameter(std::string_view name)
{
    return !name.ends_with(".running_mean") && !name.ends_with(".running_var") && !name.ends_with(".num_batches_tracked");
}

/// Entries of the file that a model of its own variant and class count has too, by name and shape.
nlohmann::json fitOf(const std::string& variant, std::size_t classes, const NamedTensors& tensors)
{
    const auto architecture = makeArchitecture(variant, static_cast<int>(classes));
    const auto model = architecture ? YoloModel::create(*architecture) : fail(architecture.error());
    if (!model) {
        return nullptr;
    }
    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (const auto& [name, tensor] : tensors) {
        shapes[name] = tensor.sizes().vec();
    }
    std::size_t matching = 0, total = 0;
    for (const auto& [name, tensor] : stateDict(**model)) {
        const auto found = shapes.find(name);
        matching += found != shapes.end() && found->second == tensor.sizes().vec() ? 1 : 0;
        ++total;
    }
    return {{"matching", matching}, {"entries", total}};
}

nlohmann::json count(const NamedTensors& tensors)
{
    std::int64_t parameters = 0;
    for (const auto& [name, tensor] : tensors) {
        parameters += isParameter(name) ? tensor.numel() : 0;
    }
    return {{"entries", tensors.size()}, {"parameters", parameters}};
}

Result<nlohmann::json> describeOwn(const std::filesystem::path& file)
{
    const auto checkpoint = readCheckpoint(file);
    if (!checkpoint) {
        return fail(checkpoint.error());
    }
    const auto card = cardOf(*checkpoint);
    if (!card) {
        return fail(card.error());
    }
    const NamedTensors average = checkpoint->section("ema.");
    nlohmann::json out = count(average);
    out.update({{"format", "yardstick"},
                {"source", checkpoint->meta.value("kind", "")},
                {"variant", card->variant},
                {"task", "detect"},
                {"names", card->names},
                {"epoch", checkpoint->meta.value("epoch", 0)},
                {"train_args", card->args},
                {"metrics", card->metrics},
                {"fit", fitOf(card->variant, card->names.size(), average)}});
    if (const auto architecture = makeArchitecture(card->variant, 1)) {
        out["task"] = toString(architecture->task);
    }
    return out;
}

Result<nlohmann::json> describeTorch(const std::filesystem::path& path)
{
    const auto file = UltralyticsFile::open(path);
    if (!file) {
        return fail(file.error());
    }
    const auto tensors = tensorsOf(*file);
    if (!tensors) {
        return fail(tensors.error());
    }
    const UltralyticsCheckpoint& source = file->checkpoint();
    std::map<std::string, std::size_t> types;
    for (const auto& [name, stored] : source.tensors) {
        ++types[std::string(toString(stored.type))];
    }
    nlohmann::json out = count(*tensors);
    out.update({{"format", "torch"},
                {"source", source.source},
                {"class", source.modelClass},
                {"variant", source.variant},
                {"task", source.task},
                {"names", source.names},
                {"epoch", source.epoch ? nlohmann::json(*source.epoch) : nlohmann::json()},
                {"version", source.version},
                {"date", source.date},
                {"types", types},
                {"has_optimizer", source.hasOptimizer},
                {"train_args", source.trainArgs},
                {"metrics", source.metrics},
                {"batch_norms", source.norms.size()},
                {"batch_norm_eps", source.norms.empty() ? nlohmann::json() : nlohmann::json(source.norms.front().eps)},
                {"fit", fitOf(source.variant, source.names.size(), *tensors)}});
    return out;
}

void printText(const std::filesystem::path& file, const nlohmann::json& all)
{
    const auto text = [&](const char* key) { return all.value(key, std::string()); };
    const auto orUnknown = [](const std::string& value) { return value.empty() ? std::string("unknown") : value; };
    std::printf("%s: %s, task %s, %zu classes\n", file.c_str(), orUnknown(text("variant")).c_str(), orUnknown(text("task")).c_str(),
                all.at("names").size());
    std::printf("weights: %s of a %s file, %zu entries, %lld parameters\n", text("source").c_str(), text("format").c_str(),
                all.at("entries").get<std::size_t>(), all.at("parameters").get<long long>());
    if (!text("version").empty()) {
        std::printf("written by Ultralytics %s%s%s\n", text("version").c_str(), text("date").empty() ? "" : ", ", text("date").c_str());
    }
    for (const auto& [name, value] : all.at("metrics").items()) {
        std::printf("  %s: %s\n", name.c_str(), value.dump().c_str());
    }
    if (const auto& fit = all.at("fit"); fit.is_object()) {
        std::printf("%zu of %zu entries fit our %s\n", fit.at("matching").get<std::size_t>(), fit.at("entries").get<std::size_t>(),
                    text("variant").c_str());
    } else {
        std::printf("this worker has no such network; entries that fit another can still be transferred\n");
    }
}

} // namespace

Result<> runWeightsInfo(const std::filesystem::path& file, bool json)
{
    const auto all = isTorchFile(file) ? describeTorch(file) : describeOwn(file);
    if (!all) {
        return fail(all.error());
    }
    if (json) {
        std::printf("%s\n", all->dump(2).c_str());
    } else {
        printText(file, *all);
    }
    return {};
}

} // namespace yardstick::training
