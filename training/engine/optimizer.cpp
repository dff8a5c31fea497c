#include "training/engine/optimizer.h"

#include <torch/nn/modules/batchnorm.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace yardstick::training {
namespace {

constexpr double kBeta2 = 0.999;   // Adam
constexpr double kAdamEps = 1e-8;
constexpr double kRmsDecay = 0.99; // RMSProp
constexpr double kRmsEps = 1e-8;

void addModule(const torch::nn::Module& module, const std::string& prefix, std::array<ParameterGroup, 3>& groups)
{
    const bool norm = dynamic_cast<const torch::nn::BatchNorm2dImpl*>(&module) != nullptr;
    for (const auto& item : module.named_parameters(false)) {
        const bool bias = item.key() == "bias";
        ParameterGroup& group = groups[bias ? Optimizer::kBias : norm ? Optimizer::kNorm : Optimizer::kDecay];
        group.names.push_back(prefix + item.key());
        group.parameters.push_back(item.value());
    }
    for (const auto& child : module.named_children()) {
        addModule(*child.value(), prefix + child.key() + ".", groups);
    }
}

} // namespace

std::string_view toString(OptimizerKind kind)
{
    switch (kind) {
    case OptimizerKind::Sgd:
        return "SGD";
    case OptimizerKind::Adam:
        return "Adam";
    case OptimizerKind::AdamW:
        return "AdamW";
    case OptimizerKind::RmsProp:
        return "RMSProp";
    }
    return "SGD";
}

Result<OptimizerKind> optimizerFromName(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const OptimizerKind kind :
         {OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::AdamW, OptimizerKind::RmsProp}) {
        std::string known(toString(kind));
        std::transform(known.begin(), known.end(), known.begin(), [](unsigned char c) { return std::tolower(c); });
        if (known == lower) {
            return kind;
        }
    }
    const bool known = lower == "adamax" || lower == "nadam" || lower == "radam";
    return fail(known ? ErrorCode::Unsupported : ErrorCode::InvalidArgument,
                "The optimizer {0} is not offered here; use auto, SGD, Adam, AdamW or RMSProp.", name);
}

Optimizer::Optimizer(OptimizerKind kind, const torch::nn::Module& module, double lr, double momentum,
                     double weightDecay)
    : m_kind(kind)
{
    addModule(module, "", m_groups);
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        m_groups[g].lr = lr;
        m_groups[g].momentum = momentum;
        m_groups[g].weightDecay = g == kDecay ? weightDecay : 0;
        m_slots[g].resize(m_groups[g].parameters.size());
    }
}

void Optimizer::zeroGradients()
{
    for (ParameterGroup& group : m_groups) {
        for (at::Tensor& parameter : group.parameters) {
            parameter.mutable_grad() = at::Tensor();
        }
    }
}

double Optimizer::clipGradients(double limit)
{
    const torch::NoGradGuard noGrad;
    double squares = 0;
    for (const ParameterGroup& group : m_groups) {
        for (const at::Tensor& parameter : group.parameters) {
            if (parameter.grad().defined()) {
                const double norm = parameter.grad().norm().item<double>();
                squares += norm * norm;
            }
        }
    }
    const double norm = std::sqrt(squares);
    if (norm > limit) {
        for (ParameterGroup& group : m_groups) {
            for (at::Tensor& parameter : group.parameters) {
                if (parameter.grad().defined()) {
                    parameter.mutable_grad().mul_(limit / (norm + 1e-6));
                }
            }
        }
    }
    return norm;
}

void Optimizer::step()
{
    const torch::NoGradGuard noGrad;
    ++m_steps;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (std::size_t i = 0; i < m_groups[g].parameters.size(); ++i) {
            if (m_groups[g].parameters[i].grad().defined()) {
                stepOne(m_groups[g], m_groups[g].parameters[i], m_slots[g][i]);
            }
        }
    }
}

void Optimizer::stepOne(ParameterGroup& group, at::Tensor& parameter, Slot& slot) const
{
    at::Tensor gradient = parameter.grad();
    const auto zeros = [&](at::Tensor& tensor) {
        if (!tensor.defined()) {
            tensor = at::zeros_like(parameter);
        }
    };
    if (m_kind == OptimizerKind::AdamW) {
        parameter.mul_(1 - group.lr * group.weightDecay);
    } else if (group.weightDecay != 0) {
        gradient = gradient.add(parameter, group.weightDecay);
    }
    zeros(slot.first);
    switch (m_kind) {
    case OptimizerKind::Sgd:
        slot.first.mul_(group.momentum).add_(gradient);
        parameter.add_(gradient, -group.lr).add_(slot.first, -group.lr * group.momentum);
        break;
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        zeros(slot.second);
        stepAdam(group, parameter, gradient, slot);
        break;
    case OptimizerKind::RmsProp:
        zeros(slot.second);
        slot.second.mul_(kRmsDecay).addcmul_(gradient, gradient, 1 - kRmsDecay);
        slot.first.mul_(group.momentum).addcdiv_(gradient, slot.second.sqrt().add_(kRmsEps));
        parameter.add_(slot.first, -group.lr);
        break;
    }
}

void Optimizer::stepAdam(const ParameterGroup& group, at::Tensor& parameter, const at::Tensor& gradient,
                         Slot& slot) const
{
    slot.first.mul_(group.momentum).add_(gradient, 1 - group.momentum);
    slot.second.mul_(kBeta2).addcmul_(gradient, gradient, 1 - kBeta2);
    const auto steps = static_cast<double>(m_steps);
    const double correction1 = 1 - std::pow(group.momentum, steps);
    const double correction2 = 1 - std::pow(kBeta2, steps);
    const at::Tensor divisor = slot.second.sqrt().div_(std::sqrt(correction2)).add_(kAdamEps);
    parameter.addcdiv_(slot.first, divisor, -group.lr / correction1);
}

NamedTensors Optimizer::state() const
{
    NamedTensors out;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (std::size_t i = 0; i < m_slots[g].size(); ++i) {
            const std::string& name = m_groups[g].names[i];
            const auto add = [&](const char* kind, const at::Tensor& tensor) {
                if (tensor.defined()) {
                    out.emplace_back(std::string(kind) + "." + name, tensor);
                }
            };
            add("first", m_slots[g][i].first);
            add("second", m_slots[g][i].second);
            add("grad", m_groups[g].parameters[i].grad());
        }
    }
    return out;
}

Result<> Optimizer::load(const NamedTensors& state, std::int64_t steps)
{
    const torch::NoGradGuard noGrad;
    std::unordered_map<std::string, at::Tensor> values(state.begin(), state.end());
    std::size_t used = 0;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (std::size_t i = 0; i < m_slots[g].size(); ++i) {
            at::Tensor& parameter = m_groups[g].parameters[i];
            for (const char* kind : {"first", "second", "grad"}) {
                const auto found = values.find(std::string(kind) + "." + m_groups[g].names[i]);
                if (found == values.end()) {
                    continue;
                }
                if (found->second.sizes() != parameter.sizes()) {
                    return fail(ErrorCode::BadFile, "The optimizer state {0} has another shape than the model.",
                                found->first);
                }
                ++used;
                const at::Tensor value = at::empty_like(parameter).copy_(found->second);
                if (std::string_view(kind) == "grad") {
                    parameter.mutable_grad() = value;
                } else {
                    (std::string_view(kind) == "first" ? m_slots[g][i].first : m_slots[g][i].second) = value;
                }
            }
        }
    }
    if (used != values.size()) {
        return fail(ErrorCode::BadFile, "The checkpoint holds optimizer state that this model has no place for.");
    }
    m_steps = steps;
    return {};
}

} // namespace yardstick::training
