#include "training/model/state_dict.h"

#include <torch/utils.h>

#include <sstream>
#include <unordered_map>

namespace yardstick::training {
namespace {

void collect(const torch::nn::Module& module, const std::string& prefix, NamedTensors& out)
{
    for (const auto& item : module.named_parameters(false)) {
        out.emplace_back(prefix + item.key(), item.value());
    }
    for (const auto& item : module.named_buffers(false)) {
        out.emplace_back(prefix + item.key(), item.value());
    }
    for (const auto& child : module.named_children()) {
        collect(*child.value(), prefix + child.key() + ".", out);
    }
}

std::string shapeText(const at::Tensor& tensor)
{
    std::ostringstream out;
    out << tensor.sizes();
    return out.str();
}

} // namespace

NamedTensors stateDict(const torch::nn::Module& module)
{
    NamedTensors out;
    collect(module, "", out);
    return out;
}

Result<> loadStateDict(torch::nn::Module& module, const NamedTensors& source)
{
    const torch::NoGradGuard noGrad;
    std::unordered_map<std::string, at::Tensor> values(source.begin(), source.end());
    NamedTensors target = stateDict(module);
    for (const auto& [name, tensor] : target) {
        const auto found = values.find(name);
        if (found == values.end()) {
            return fail(ErrorCode::BadFile, "The weights have no entry {0}.", name);
        }
        if (found->second.sizes() != tensor.sizes()) {
            return fail(ErrorCode::BadFile, "The weights' entry {0} has the shape {1} where the model needs {2}.",
                        name, shapeText(found->second), shapeText(tensor));
        }
    }
    if (values.size() != target.size()) {
        return fail(ErrorCode::BadFile, "The weights have {0} entries where the model has {1}.", values.size(),
                    target.size());
    }
    for (auto& [name, tensor] : target) {
        tensor.copy_(values.at(name));
    }
    return {};
}

} // namespace yardstick::training
