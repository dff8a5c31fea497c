#include "core/base/extrapolation.h"

#include <cctype>
#include <cmath>
#include <numbers>
#include <string>

namespace yardstick {
namespace {

/// Lower case, without maker, family and spaces.
std::string gpuModel(std::string_view name)
{
    std::string model;
    std::string word;
    const auto add = [&] {
        for (const std::string_view left : {"nvidia", "geforce", "tesla", "amd", "radeon"}) {
            word = word == left ? "" : word;
        }
        model += word;
        word.clear();
    };
    for (const char c : name) {
        if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') {
            add();
        } else {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    add();
    return model;
}

} // namespace

EpochEstimate similarEstimate(const EpochEstimate& there)
{
    EpochEstimate e = there;
    if (there.basis != Basis::Measured || there.mean <= 0) {
        return {};
    }
    e.basis = Basis::Similar;
    const double computers = studentT975(kSameGpuDegrees) * std::numbers::sqrt2 * kSameGpuDeviation;
    const double own = (there.high95 - there.low95) / 2 / there.mean;
    const double width = std::sqrt(computers * computers + own * own); // of the logarithm
    e.low95 = e.mean * std::exp(-width);
    e.high95 = e.mean * std::exp(width);
    return e;
}

EpochEstimate scaledEstimate(const EpochEstimate& there, double imagesThere, double images)
{
    if (there.basis != Basis::Measured || !(imagesThere > 0) || !(images > 0)) {
        return {};
    }
    EpochEstimate e = there;
    const double scale = images / imagesThere;
    e.basis = Basis::Guess;
    e.mean *= scale;
    e.median *= scale;
    e.standardDeviation *= scale;
    e.otherMean *= scale;
    e.levelChange *= scale;
    e.standardError = 0;
    e.doubt = Doubt::None;
    e.low95 = e.high95 = e.mean;
    return e;
}

bool isSameGpu(std::string_view a, std::string_view b)
{
    const std::string model = gpuModel(a);
    return !model.empty() && model == gpuModel(b);
}

} // namespace yardstick
