#include "training/model/ultralytics_checkpoint.h"

#include "training/model/architecture.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace yardstick::training {
namespace {

constexpr std::string_view kPickleName = "/data.pkl";
constexpr std::size_t kMaxClasses = 100000;

struct TaskRow
{
    std::string_view modelClass, task, suffix;
};
constexpr std::array<TaskRow, 5> kTasks{{{"DetectionModel", "detect", ""},
                                         {"SegmentationModel", "segment", "-seg"},
                                         {"ClassificationModel", "classify", "-cls"},
                                         {"PoseModel", "pose", "-pose"},
                                         {"OBBModel", "obb", "-obb"}}};

/// The sentence of a reader below, about this file.
Error about(const std::filesystem::path& path, Error error)
{
    if (error.code != ErrorCode::BadFile) {
        return error;
    }
    const std::string detail = error.message() + (error.detail.empty() ? "" : " (" + error.detail + ")");
    return {ErrorCode::BadFile, "{0} is no usable checkpoint: it is truncated, damaged or of another kind.", {path.string()}, detail};
}

/// "4" of "model.22.cv2" … : the last numbered layer under "model."; −1: none.
int lastLayer(const StoredTensors& tensors)
{
    int last = -1;
    for (const auto& [name, tensor] : tensors) {
        if (name.starts_with("model.") && name.size() > 6 && name[6] >= '0' && name[6] <= '9') {
            int layer = 0;
            for (std::size_t i = 6; i < name.size() && i < 10 && name[i] >= '0' && name[i] <= '9'; ++i) {
                layer = layer * 10 + (name[i] - '0');
            }
            last = std::max(last, layer);
        }
    }
    return last;
}

/// Output channels of an entry; 0 when it is not there.
std::int64_t outputs(const UltralyticsCheckpoint& checkpoint, const std::string& name)
{
    const StoredTensor* tensor = checkpoint.find(name);
    return tensor != nullptr && !tensor->shape.empty() ? tensor->shape[0] : 0;
}

/// By the entries that only one kind of head has.
std::string_view taskByHead(const UltralyticsCheckpoint& checkpoint)
{
    const std::string head = "model." + std::to_string(lastLayer(checkpoint.tensors)) + ".";
    if (checkpoint.find(head + "linear.weight") != nullptr) {
        return "classify";
    }
    if (checkpoint.find(head + "proto.cv1.conv.weight") != nullptr) {
        return "segment";
    }
    if (const std::int64_t extra = outputs(checkpoint, head + "cv4.0.2.weight"); extra > 0) {
        return extra == 1 ? "obb" : "pose";
    }
    return checkpoint.find(head + "dfl.conv.weight") != nullptr ? "detect" : "";
}

std::int64_t classesByHead(const UltralyticsCheckpoint& checkpoint)
{
    const std::string head = "model." + std::to_string(lastLayer(checkpoint.tensors)) + ".";
    return outputs(checkpoint, head + (checkpoint.task == "classify" ? "linear.weight" : "cv3.0.2.weight"));
}

bool hasWidthsOf(const UltralyticsCheckpoint& checkpoint, const Architecture& architecture)
{
    if (lastLayer(checkpoint.tensors) != static_cast<int>(architecture.layers.size()) - 1) {
        return false;
    }
    for (std::size_t i = 0; i + 1 < architecture.layers.size(); ++i) {
        const LayerSpec& spec = architecture.layers[i];
        const std::string layer = "model." + std::to_string(i) + ".";
        const bool isConv = spec.kind == LayerKind::Conv, isC2f = spec.kind == LayerKind::C2f;
        if ((isConv || isC2f || spec.kind == LayerKind::Sppf)
            && outputs(checkpoint, layer + (isConv ? "conv.weight" : "cv2.conv.weight")) != spec.outChannels) {
            return false;
        }
        const auto bottleneck = [&](int j) { return layer + "m." + std::to_string(j) + ".cv2.conv.weight"; };
        if (isC2f
            && (outputs(checkpoint, bottleneck(spec.repeats - 1)) != spec.outChannels / 2
                || outputs(checkpoint, bottleneck(spec.repeats)) != 0)) {
            return false;
        }
    }
    return true;
}

std::string variantByWidths(const UltralyticsCheckpoint& checkpoint)
{
    const auto row = std::ranges::find(kTasks, checkpoint.task, &TaskRow::task);
    if (row == kTasks.end()) {
        return {};
    }
    for (const char scale : {'n', 's', 'm', 'l', 'x'}) {
        const std::string size = std::string("yolov8") + scale;
        // Pose and oriented boxes have the layers of detection below another head.
        const auto architecture = makeArchitecture(size + (row->task == "classify" ? "-cls" : ""), 1);
        if (architecture && hasWidthsOf(checkpoint, *architecture)) {
            return size + std::string(row->suffix);
        }
    }
    return {};
}

/// {0: "name"} or ["name"]; missing ones are called by their numbers.
std::vector<std::string> namesFrom(const PickleValue& names, std::int64_t classes)
{
    std::vector<std::string> out;
    const bool isList = names.is(PickleKind::List) || names.is(PickleKind::Tuple);
    const auto list = isList ? names.items() : std::vector<PickleValue>();
    const auto count = std::min<std::size_t>(classes > 0 ? static_cast<std::size_t>(classes) : std::max(list.size(), names.pairs().size()),
                                             kMaxClasses);
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(i < list.size() ? std::string(list[i].text()) : std::to_string(i));
    }
    for (const auto& [key, value] : names.pairs()) {
        const auto index = key.integer();
        if (index && *index >= 0 && static_cast<std::size_t>(*index) < out.size() && value.is(PickleKind::Text)) {
            out[static_cast<std::size_t>(*index)] = value.text();
        }
    }
    return out;
}

/// Names as the model itself has them, whichever of its parts was saved.
void straightenNames(StoredTensors& tensors)
{
    const auto any = [&](std::string_view prefix) {
        return std::ranges::any_of(tensors, [&](const auto& entry) { return entry.first.starts_with(prefix); });
    };
    const std::size_t cut = any("model.model.0.") ? 6 : 0; // of the object around the model
    const std::string add = any("0.") && !any("model.0.") ? "model." : "";
    for (auto& [name, tensor] : tensors) {
        if (cut > 0 && name.starts_with("model.")) {
            name.erase(0, cut);
        }
        name.insert(0, add);
    }
}

/// The module or dictionary of tensors; absent when the root has none.
PickleValue weightsIn(const PickleValue& root, std::string& source)
{
    if (isModule(root)) {
        source = "model";
        return root;
    }
    for (const char* key : {"ema", "model", "state_dict", "model_state_dict"}) {
        const PickleValue value = root.get(key);
        const auto entries = value.pairs();
        if (isModule(value) || std::ranges::any_of(entries, [](const auto& entry) { return isTensor(entry.second); })) {
            source = key;
            return value;
        }
    }
    const auto entries = root.pairs();
    if (std::ranges::any_of(entries, [](const auto& entry) { return isTensor(entry.second); })) {
        source = "state_dict";
        return root;
    }
    return {};
}

void readFacts(const PickleValue& root, const PickleValue& weights, UltralyticsCheckpoint& out)
{
    const bool module = isModule(weights);
    if (module) {
        out.modelClass = weights.className();
        const std::string_view own = std::string_view(out.modelClass).substr(out.modelClass.rfind('.') + 1);
        const auto row = std::ranges::find(kTasks, own, &TaskRow::modelClass);
        out.task = row == kTasks.end() ? std::string(weights.attribute("task").text()) : std::string(row->task);
    }
    if (out.task.empty()) {
        out.task = taskByHead(out);
    }
    out.variant = variantByWidths(out);
    out.names = namesFrom(module ? weights.attribute("names") : root.get("names"), classesByHead(out));
    out.epoch = root.get("epoch").integer();
    out.version = root.get("version").text();
    out.date = root.get("date").text();
    const PickleValue args = root.get("train_args");
    auto settings = settingsToJson(args.present() ? args : module ? weights.attribute("args") : PickleValue());
    if (settings.is_object()) {
        out.trainArgs = std::move(settings);
    }
    auto metrics = settingsToJson(root.get("train_metrics"));
    if (metrics.is_object()) {
        out.metrics = std::move(metrics);
    }
    const PickleValue optimizer = root.get("optimizer");
    out.hasOptimizer = optimizer.present() && !optimizer.isNone();
}

} // namespace

const StoredTensor* UltralyticsCheckpoint::find(std::string_view name) const
{
    const auto found = std::ranges::find_if(tensors, [&](const auto& entry) { return entry.first == name; });
    return found == tensors.end() ? nullptr : &found->second;
}

Result<UltralyticsCheckpoint> checkpointFrom(const PickleValue& root)
{
    UltralyticsCheckpoint out;
    const PickleValue weights = weightsIn(root, out.source);
    if (!weights.present()) {
        return fail(ErrorCode::BadFile, "The file holds no model and no state dict.");
    }
    if (isModule(weights)) {
        if (weights.className().starts_with("models.")) {
            return fail(ErrorCode::Unsupported, "The file is a YOLOv5 checkpoint, whose network is another one than YOLOv8's.");
        }
        auto module = moduleFrom(weights);
        if (!module) {
            return fail(module.error());
        }
        out.tensors = std::move(module->tensors);
        out.norms = std::move(module->norms);
    } else {
        auto tensors = stateDictFrom(weights);
        if (!tensors) {
            return fail(tensors.error());
        }
        out.tensors = std::move(*tensors);
        straightenNames(out.tensors);
        out.source = "state_dict";
    }
    readFacts(root, weights, out);
    return out;
}

Result<UltralyticsFile> UltralyticsFile::open(const std::filesystem::path& path)
{
    char magic[4] = {};
    std::ifstream(path, std::ios::binary).read(magic, sizeof(magic));
    const std::string_view start(magic, sizeof(magic));
    if (start == std::string_view("\x80\x02\x8a\x0a", 4)) {
        return fail(ErrorCode::Unsupported, "{0} was saved in the format of before PyTorch 1.6, which is not read.", path.string());
    }
    auto zip = ZipReader::open(path);
    if (!zip) {
        return fail(about(path, zip.error()));
    }
    UltralyticsFile file(path, std::move(*zip));
    if (auto done = file.read(); !done) {
        return fail(about(path, done.error()));
    }
    return file;
}

Result<> UltralyticsFile::read()
{
    const ZipReader::Entry* pickle = nullptr;
    for (const ZipReader::Entry& entry : m_zip.entries()) {
        if (entry.name.ends_with(kPickleName) && std::ranges::count(entry.name, '/') == 1) {
            if (pickle != nullptr) {
                return fail({ErrorCode::BadFile, "The file holds no model and no state dict.", {}, "two pickles"});
            }
            pickle = &entry;
        }
    }
    if (pickle == nullptr) {
        return fail({ErrorCode::BadFile, "The file holds no model and no state dict.", {}, "no data.pkl"});
    }
    m_top = pickle->name.substr(0, pickle->name.size() - kPickleName.size() + 1);
    if (const ZipReader::Entry* order = m_zip.find(m_top + "byteorder")) {
        const auto text = m_zip.read(*order, 64);
        if (!text) {
            return fail(text.error());
        }
        if (*text != "little") {
            return fail(ErrorCode::Unsupported, "{0} was saved on a machine of another byte order.", m_path.string());
        }
    }
    const auto bytes = m_zip.read(*pickle, PickleLimits{}.bytes);
    if (!bytes) {
        return fail(bytes.error());
    }
    const auto root = readPickle(*bytes);
    if (!root) {
        return fail(root.error());
    }
    auto checkpoint = checkpointFrom(*root);
    if (!checkpoint) {
        return fail(checkpoint.error());
    }
    // Each element takes a byte at least; more of them would be one storage read as very many tensors.
    std::uint64_t elements = 0;
    for (const auto& [name, tensor] : checkpoint->tensors) {
        elements += static_cast<std::uint64_t>(tensor.elements());
        if (elements > m_zip.size()) {
            return fail({ErrorCode::BadFile, "The file describes a tensor that lies outside its storage.", {}, "too many elements"});
        }
    }
    m_checkpoint = std::move(*checkpoint);
    return {};
}

Result<std::string> UltralyticsFile::storageOf(const StoredTensor& tensor) const
{
    const ZipReader::Entry* entry = m_zip.find(m_top + "data/" + tensor.storage);
    const auto needed = static_cast<std::uint64_t>(tensor.storageElements) * bytesOf(tensor.type);
    if (entry == nullptr || entry->size != needed) {
        return fail(about(m_path, {ErrorCode::BadFile, "The file describes a tensor that lies outside its storage.", {}, tensor.storage}));
    }
    auto bytes = m_zip.read(*entry, needed);
    return bytes ? std::move(bytes) : fail(about(m_path, bytes.error()));
}

} // namespace yardstick::training
