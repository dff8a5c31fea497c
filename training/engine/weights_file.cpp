#include "training/engine/weights_file.h"

#include <torch/nn/modules/batchnorm.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <unordered_set>

namespace yardstick::training {
namespace {

/// What a folded norm is given back with: eps of YOLOv8's networks, and of its classifiers.
constexpr double kDefaultEps = 1e-3, kClassifierEps = 1e-5;
constexpr int kDefaultImageSize = 640, kMaxImageSize = 8192;
constexpr const char* kEpsKey = "batch_norm_eps";

at::ScalarType scalarType(StoredType type)
{
    switch (type) {
    case StoredType::Half:
        return at::kHalf;
    case StoredType::BFloat16:
        return at::kBFloat16;
    case StoredType::Float:
        return at::kFloat;
    case StoredType::Double:
        return at::kDouble;
    case StoredType::Long:
        return at::kLong;
    case StoredType::Int:
        return at::kInt;
    case StoredType::Short:
        return at::kShort;
    case StoredType::Char:
        return at::kChar;
    case StoredType::Byte:
        return at::kByte;
    case StoredType::Bool:
        return at::kBool;
    }
    return at::kFloat;
}

at::Tensor copied(const StoredTensor& stored, std::string& bytes)
{
    const at::ScalarType type = scalarType(stored.type);
    if (stored.elements() == 0) {
        return at::empty(stored.shape, at::isFloatingType(type) ? at::kFloat : type);
    }
    const at::Tensor storage = at::from_blob(bytes.data(), {stored.storageElements}, type);
    const at::Tensor view = storage.as_strided(stored.shape, stored.stride, stored.offset);
    at::Tensor out = at::empty(stored.shape, at::isFloatingType(type) ? at::kFloat : type);
    out.copy_(view);
    return out;
}

/// weight, bias, running_mean, running_var, num_batches_tracked of a norm that changes nothing but adds `bias`.
void addIdentityNorm(NamedTensors& tensors, const std::string& block, const at::Tensor& bias, double eps)
{
    tensors.emplace_back(block + "bn.weight", at::ones_like(bias));
    tensors.emplace_back(block + "bn.bias", bias);
    tensors.emplace_back(block + "bn.running_mean", at::zeros_like(bias));
    tensors.emplace_back(block + "bn.running_var", at::full_like(bias, 1 - eps));
    tensors.emplace_back(block + "bn.num_batches_tracked", at::zeros({}, at::kLong));
}

void unfold(NamedTensors& tensors)
{
    constexpr std::string_view kBias = ".conv.bias";
    std::unordered_set<std::string> names;
    for (const auto& [name, tensor] : tensors) {
        names.insert(name);
    }
    const bool classifier = std::ranges::any_of(names, [](const std::string& name) { return name.ends_with(".linear.weight"); });
    NamedTensors out;
    for (auto& [name, tensor] : tensors) {
        const std::string block = name.ends_with(kBias) ? name.substr(0, name.size() - kBias.size() + 1) : std::string();
        if (!block.empty() && names.contains(block + "conv.weight") && !names.contains(block + "bn.weight")) {
            addIdentityNorm(out, block, tensor, classifier ? kClassifierEps : kDefaultEps);
        } else {
            out.emplace_back(name, std::move(tensor));
        }
    }
    tensors = std::move(out);
}

/// An integer, or the longest of a list.
int imageSizeIn(const nlohmann::json& args)
{
    const auto value = args.value("imgsz", nlohmann::json());
    std::int64_t longest = 0;
    for (const auto& side : value.is_array() ? value : nlohmann::json::array({value})) {
        longest = std::max(longest, side.is_number_integer() ? side.get<std::int64_t>() : 0);
    }
    return longest >= kStrides.back() && longest <= kMaxImageSize ? static_cast<int>(longest) : kDefaultImageSize;
}

/// The .pt's arguments as a card keeps them: what is null there was never set.
nlohmann::json argumentsOf(const UltralyticsCheckpoint& source)
{
    nlohmann::json out = nlohmann::json::object();
    for (const auto& [name, value] : source.trainArgs.items()) {
        if (!value.is_null()) {
            out[name] = value;
        }
    }
    if (out.contains("single_cls") && !out["single_cls"].is_boolean()) {
        out.erase("single_cls");
    }
    return out;
}

Checkpoint converted(const UltralyticsCheckpoint& source, const NamedTensors& tensors)
{
    Checkpoint out;
    nlohmann::json eps = nlohmann::json::object();
    for (const StoredNorm& norm : source.norms) {
        if (std::isfinite(norm.eps) && norm.eps > 0) {
            eps[norm.name] = norm.eps;
        }
    }
    const nlohmann::json args = argumentsOf(source);
    const auto epoch = source.epoch.value_or(-1);
    out.meta = {{"kind", "weights"},
                {"epoch", epoch >= 0 ? epoch + 1 : 0}, // ours count from 1; 0: not said
                {"card",
                 {{"variant", source.variant},
                  {"names", source.names},
                  {"imgsz", imageSizeIn(args)},
                  {"data_hash", ""},
                  {"args", args},
                  {"metrics", source.metrics}}},
                {kEpsKey, std::move(eps)}};
    out.addSection("ema.", tensors);
    return out;
}

} // namespace

bool hasWeightsExtension(const std::filesystem::path& file)
{
    const auto extension = file.extension();
    return extension == ".ckpt" || extension == ".pt" || extension == ".pth";
}

bool isTorchFile(const std::filesystem::path& file)
{
    char start[4] = {};
    std::ifstream(file, std::ios::binary).read(start, sizeof(start));
    const std::string_view magic(start, sizeof(start));
    return magic == std::string_view("PK\x03\x04", 4) || magic == std::string_view("\x80\x02\x8a\x0a", 4);
}

Result<NamedTensors> tensorsOf(const UltralyticsFile& file)
{
    try {
        const torch::NoGradGuard noGrad;
        const StoredTensors& stored = file.checkpoint().tensors;
        std::vector<std::size_t> order(stored.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) -> const std::string& { return stored[i].second.storage; });
        NamedTensors out(stored.size());
        const StoredTensor* last = nullptr;
        std::string bytes; // of the storage of `last`: each is read once
        for (const std::size_t i : order) {
            const StoredTensor& tensor = stored[i].second;
            if (last == nullptr || last->storage != tensor.storage) {
                auto storage = file.storageOf(tensor);
                if (!storage) {
                    return fail(storage.error());
                }
                bytes = std::move(*storage);
            } else if (last->type != tensor.type || last->storageElements != tensor.storageElements) {
                return fail({ErrorCode::BadFile, "The file describes a tensor that lies outside its storage.", {}, stored[i].first});
            }
            last = &tensor;
            out[i] = {stored[i].first, copied(tensor, bytes)};
        }
        unfold(out);
        return out;
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "There is not enough memory for the weights.");
    } catch (const std::exception& error) {
        return fail({ErrorCode::BadFile, "The file describes a tensor that lies outside its storage.", {}, error.what()});
    }
}

Result<Checkpoint> readWeightsFile(const std::filesystem::path& file)
{
    if (!isTorchFile(file)) {
        return readCheckpoint(file);
    }
    const auto source = UltralyticsFile::open(file);
    if (!source) {
        return fail(source.error());
    }
    const auto tensors = tensorsOf(*source);
    if (!tensors) {
        return fail(tensors.error());
    }
    return converted(source->checkpoint(), *tensors);
}

void applyBatchNormEps(const Checkpoint& checkpoint, YoloModel& model)
{
    const auto eps = checkpoint.meta.value(kEpsKey, nlohmann::json::object());
    for (const auto& module : model.named_modules("", false)) {
        auto* norm = dynamic_cast<torch::nn::BatchNorm2dImpl*>(module.value().get());
        if (norm != nullptr && eps.contains(module.key()) && eps.at(module.key()).is_number()) {
            norm->options.eps(eps.at(module.key()).get<double>());
        }
    }
}

} // namespace yardstick::training
