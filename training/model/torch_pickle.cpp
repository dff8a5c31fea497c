#include "training/model/torch_pickle.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace yardstick::training {
namespace {

constexpr std::size_t kMaxDimensions = 16;
constexpr std::int64_t kMaxElements = std::int64_t{1} << 40;
constexpr int kMaxModuleDepth = 32;
constexpr std::size_t kMaxModules = 20000, kMaxTensors = 100000;

struct TypeRow
{
    StoredType type;
    std::string_view storageClass, name;
    std::size_t bytes;
};
constexpr std::array<TypeRow, 10> kTypes{{{StoredType::Half, "torch.HalfStorage", "float16", 2},
                                          {StoredType::BFloat16, "torch.BFloat16Storage", "bfloat16", 2},
                                          {StoredType::Float, "torch.FloatStorage", "float32", 4},
                                          {StoredType::Double, "torch.DoubleStorage", "float64", 8},
                                          {StoredType::Long, "torch.LongStorage", "int64", 8},
                                          {StoredType::Int, "torch.IntStorage", "int32", 4},
                                          {StoredType::Short, "torch.ShortStorage", "int16", 2},
                                          {StoredType::Char, "torch.CharStorage", "int8", 1},
                                          {StoredType::Byte, "torch.ByteStorage", "uint8", 1},
                                          {StoredType::Bool, "torch.BoolStorage", "bool", 1}}};

const TypeRow& row(StoredType type)
{
    return *std::ranges::find(kTypes, type, &TypeRow::type);
}

std::unexpected<Error> otherKind(std::string_view what)
{
    return fail({ErrorCode::Unsupported, "The file holds a kind of tensor that is not read.", {}, std::string(what)});
}

std::unexpected<Error> badTensor(std::string_view why)
{
    return fail({ErrorCode::BadFile, "The file describes a tensor that lies outside its storage.", {}, std::string(why)});
}

constexpr std::string_view kParameter = "torch._utils._rebuild_parameter", kParameterWithState = "torch._utils._rebuild_parameter_with_state",
                           kTensorV1 = "torch._utils._rebuild_tensor", kTensorV2 = "torch._utils._rebuild_tensor_v2",
                           kFromType = "torch._tensor._rebuild_from_type_v2", kFromTypeOld = "torch._tensor._rebuild_from_type";

std::optional<std::vector<std::int64_t>> counts(const PickleValue& tuple)
{
    std::vector<std::int64_t> out;
    for (const PickleValue& value : tuple.items()) { // torch.Size((…)) is an Object made from a tuple
        const auto count = value.integer();
        if (!count || *count < 0 || *count > kMaxElements || out.size() >= kMaxDimensions) {
            return std::nullopt;
        }
        out.push_back(*count);
    }
    return out;
}

/// ('storage', class, key, place, elements)
bool readStorage(const PickleValue& storage, StoredTensor& out)
{
    const auto id = storage.persistentId().items();
    if (id.size() < 5 || id[0].text() != "storage" || !id[1].is(PickleKind::Global) || !id[2].is(PickleKind::Text)) {
        return false;
    }
    const auto type = std::ranges::find(kTypes, id[1].className(), &TypeRow::storageClass);
    const auto elements = id[4].integer();
    if (type == kTypes.end() || !elements || *elements < 0 || *elements > kMaxElements) {
        return false;
    }
    out.type = type->type;
    out.storage = id[2].text();
    out.storageElements = *elements;
    return true;
}

/// Whether the last element it reaches is one of the storage, and it has no more elements than that.
bool insideStorage(const StoredTensor& t)
{
    std::int64_t last = t.offset, total = 1;
    for (std::size_t i = 0; i < t.shape.size(); ++i) {
        if (t.shape[i] == 0) {
            return t.offset <= t.storageElements;
        }
        if (t.stride[i] != 0 && t.shape[i] - 1 > (kMaxElements - last) / t.stride[i]) {
            return false;
        }
        last += (t.shape[i] - 1) * t.stride[i];
        if (last > t.storageElements || t.shape[i] > t.storageElements / total) {
            return false;
        }
        total *= t.shape[i];
    }
    return last < t.storageElements;
}

/// storage, offset, shape and stride are `arguments` 0 … 3.
Result<StoredTensor> tensorFromParts(const std::vector<PickleValue>& arguments)
{
    StoredTensor out;
    if (arguments.size() < 4 || !readStorage(arguments[0], out)) {
        return otherKind("storage");
    }
    const auto offset = arguments[1].integer();
    auto shape = counts(arguments[2]);
    auto stride = counts(arguments[3]);
    if (!offset || *offset < 0 || *offset > kMaxElements || !shape || !stride || shape->size() != stride->size()) {
        return badTensor("numbers");
    }
    out.offset = *offset;
    out.shape = std::move(*shape);
    out.stride = std::move(*stride);
    return insideStorage(out) ? Result<StoredTensor>(out) : badTensor("extent");
}

class Walker
{
public:
    StoredModule out;

    Result<> walk(const PickleValue& module, const std::string& prefix, int depth)
    {
        if (depth > kMaxModuleDepth || ++m_modules > kMaxModules) {
            return fail(ErrorCode::BadFile, "The file's modules are nested without end.");
        }
        std::set<std::string_view> passing;
        const PickleValue names = module.attribute("_non_persistent_buffers_set");
        const auto nameList = names.items();
        for (const PickleValue& name : nameList) {
            passing.insert(name.text());
        }
        if (auto done = addTensors(module.attribute("_parameters"), prefix, {}); !done) {
            return done;
        }
        if (auto done = addTensors(module.attribute("_buffers"), prefix, passing); !done) {
            return done;
        }
        if (module.className().find(".BatchNorm") != std::string_view::npos) {
            const auto eps = module.attribute("eps").number();
            if (eps && !prefix.empty()) {
                out.norms.push_back({prefix.substr(0, prefix.size() - 1), *eps, module.attribute("momentum").number().value_or(0)});
            }
        }
        for (const auto& [name, child] : module.attribute("_modules").pairs()) {
            if (isModule(child)) {
                if (auto done = walk(child, prefix + std::string(name.text()) + ".", depth + 1); !done) {
                    return done;
                }
            }
        }
        return {};
    }

private:
    Result<> addTensors(const PickleValue& dictionary, const std::string& prefix, const std::set<std::string_view>& passing)
    {
        for (const auto& [name, value] : dictionary.pairs()) {
            if (value.isNone() || passing.contains(name.text())) {
                continue;
            }
            auto tensor = tensorFrom(value);
            if (!tensor) {
                return fail(tensor.error());
            }
            if (out.tensors.size() >= kMaxTensors) {
                return fail(ErrorCode::BadFile, "The file's modules are nested without end.");
            }
            out.tensors.emplace_back(prefix + std::string(name.text()), std::move(*tensor));
        }
        return {};
    }

    std::size_t m_modules = 0;
};

} // namespace

std::string_view toString(StoredType type)
{
    return row(type).name;
}

std::size_t bytesOf(StoredType type)
{
    return row(type).bytes;
}

std::int64_t StoredTensor::elements() const
{
    std::int64_t count = 1;
    for (const std::int64_t side : shape) {
        count *= side;
    }
    return count;
}

bool isTensor(const PickleValue& value)
{
    const std::string_view name = value.is(PickleKind::Object) ? value.className() : std::string_view();
    return name.starts_with("torch._utils._rebuild_") || name == kFromType || name == kFromTypeOld;
}

Result<StoredTensor> tensorFrom(const PickleValue& value)
{
    PickleValue inner = value;
    // Parameters and subclasses wrap a tensor, in practice once.
    for (int wraps = 0; wraps < 4; ++wraps) {
        const std::string_view name = inner.is(PickleKind::Object) ? inner.className() : std::string_view();
        const std::size_t count = inner.argumentCount();
        if ((name == kParameter || name == kParameterWithState) && count > 0) {
            inner = inner.argument(0);
            continue;
        }
        const bool typed = (name == kFromType || name == kFromTypeOld) && count > 2;
        const std::string_view maker = typed ? inner.argument(0).className() : name;
        if (maker != kTensorV1 && maker != kTensorV2) {
            return otherKind(maker);
        }
        if (typed) {
            return tensorFromParts(inner.argument(2).items());
        }
        std::vector<PickleValue> arguments;
        for (std::size_t i = 0; i < std::min<std::size_t>(count, 4); ++i) {
            arguments.push_back(inner.argument(i));
        }
        return tensorFromParts(arguments);
    }
    return otherKind("wrapped");
}

bool isModule(const PickleValue& value)
{
    return value.is(PickleKind::Object) && value.attribute("_modules").present();
}

Result<StoredModule> moduleFrom(const PickleValue& module)
{
    Walker walker;
    if (auto done = walker.walk(module, "", 0); !done) {
        return fail(done.error());
    }
    return std::move(walker.out);
}

Result<StoredTensors> stateDictFrom(const PickleValue& dictionary)
{
    StoredTensors out;
    for (const auto& [name, value] : dictionary.pairs()) {
        if (!name.is(PickleKind::Text) || !isTensor(value)) {
            continue;
        }
        auto tensor = tensorFrom(value);
        if (!tensor) {
            return fail(tensor.error());
        }
        out.emplace_back(name.text(), std::move(*tensor));
    }
    return out;
}

} // namespace yardstick::training
