// What torch.save puts into a pickle, recognised by name: tensors (place, type and shape; their bytes are other entries of
// the archive), modules with their parameters, buffers and children, and plain settings. Pure; any thread.
#pragma once

#include "training/model/pickle_reader.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace yardstick::training {

enum class StoredType { Half, BFloat16, Float, Double, Long, Int, Short, Char, Byte, Bool };

std::string_view toString(StoredType type); ///< float16, bfloat16, float32, … int64 … bool
std::size_t bytesOf(StoredType type);

/// A view into a storage; all counts in elements. Never reaches outside its storage, never larger than it.
struct StoredTensor
{
    StoredType type = StoredType::Float;
    std::vector<std::int64_t> shape, stride;
    std::int64_t offset = 0;
    std::string storage; ///< key: entry "data/KEY" of the archive
    std::int64_t storageElements = 0;

    [[nodiscard]] std::int64_t elements() const;
};

/// Whether the value is a tensor or parameter at all, whatever its kind.
bool isTensor(const PickleValue& value);
/// Unsupported for a kind of tensor that is not read (sparse, quantised, unknown type); BadFile when it leaves its storage.
Result<StoredTensor> tensorFrom(const PickleValue& value);

using StoredTensors = std::vector<std::pair<std::string, StoredTensor>>;

struct StoredNorm
{
    std::string name; ///< of the batch-norm module, e.g. "model.0.bn"
    double eps = 0;
    double momentum = 0; ///< 0 where it has none
};

/// A module's tensors with dotted names: its own parameters, its own buffers (persistent ones), then its children's.
struct StoredModule
{
    StoredTensors tensors;
    std::vector<StoredNorm> norms;
};

bool isModule(const PickleValue& value);
/// BadFile when it is nested too deep or holds itself; else as tensorFrom.
Result<StoredModule> moduleFrom(const PickleValue& module);
/// A dictionary of tensors; entries that are none are left out. Empty when it has none.
Result<StoredTensors> stateDictFrom(const PickleValue& dictionary);

/// Settings as JSON: numbers (NumPy's too; non-finite ones as text), texts, lists, dictionaries; paths as text; of any other
/// object the name of its class. Stops, with null, at 16 levels or 20000 values.
nlohmann::json settingsToJson(const PickleValue& value);

} // namespace yardstick::training
