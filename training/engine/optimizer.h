// Optimizer: SGD with Nesterov momentum, Adam, AdamW, RMSProp over three parameter groups, fp32 state that can be saved
// and restored exactly. Owner thread: the trainer's. Sources: Nesterov momentum as in Sutskever et al. 2013, Adam (arXiv
// 1412.6980), decoupled weight decay (1711.05101), RMSProp (Tieleman and Hinton 2012).
#pragma once

#include "training/model/state_dict.h"

#include <array>
#include <cstdint>
#include <string>

namespace yardstick::training {

enum class OptimizerKind { Sgd, Adam, AdamW, RmsProp };

std::string_view toString(OptimizerKind kind); ///< SGD | Adam | AdamW | RMSProp
/// By name, whatever the case. Unsupported for Adamax, NAdam and RAdam; InvalidArgument otherwise.
Result<OptimizerKind> optimizerFromName(std::string_view name);

struct ParameterGroup
{
    std::vector<std::string> names;
    std::vector<at::Tensor> parameters;
    double lr = 0;
    double momentum = 0.9; ///< SGD, RMSProp: momentum; Adam, AdamW: beta1
    double weightDecay = 0;
};

class Optimizer
{
public:
    /// Groups in the order of lr/pg0…2: all biases, weights with decay, batch-norm weights.
    static constexpr std::size_t kBias = 0, kDecay = 1, kNorm = 2;

    Optimizer(OptimizerKind kind, const torch::nn::Module& module, double lr, double momentum, double weightDecay);

    void zeroGradients();
    /// Scales all gradients so that their joint norm is at most `limit`; returns the norm before.
    double clipGradients(double limit);
    void step();

    [[nodiscard]] OptimizerKind kind() const { return m_kind; }
    [[nodiscard]] std::array<ParameterGroup, 3>& groups() { return m_groups; }
    [[nodiscard]] std::int64_t steps() const { return m_steps; }

    /// State tensors by name, and gradients that wait for a step ("grad.…"); shares storage.
    [[nodiscard]] NamedTensors state() const;
    /// BadFile when an entry is unknown or has another shape.
    Result<> load(const NamedTensors& state, std::int64_t steps);

private:
    struct Slot
    {
        at::Tensor first;  ///< momentum buffer, mean
        at::Tensor second; ///< mean of squares
    };
    void stepOne(ParameterGroup& group, at::Tensor& parameter, Slot& slot) const;
    void stepAdam(const ParameterGroup& group, at::Tensor& parameter, const at::Tensor& gradient, Slot& slot) const;

    OptimizerKind m_kind;
    std::array<ParameterGroup, 3> m_groups;
    std::array<std::vector<Slot>, 3> m_slots; ///< beside the parameters
    std::int64_t m_steps = 0;
};

} // namespace yardstick::training
