// Accuracy of a classifier: share of pictures whose class has the highest probability, and is among the five highest.
// One thread at a time.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace yardstick::training {

struct ClassAccuracy
{
    int cls = 0;
    std::int64_t images = 0;
    double top1 = 0, top5 = 0;
};
struct ClassificationResult
{
    double top1 = 0, top5 = 0; ///< of all pictures; top5: of the min(5, C) highest
    double fitness = 0;        ///< (top1 + top5) / 2
    std::vector<ClassAccuracy> perClass; ///< classes that have pictures
    /// {"names":[…],"matrix":[rows]}: C², rows predicted, columns true.
    nlohmann::json confusionMatrix;
    std::int64_t images = 0;
};

class ClassificationMetrics
{
public:
    explicit ClassificationMetrics(std::vector<std::string> names);
    /// `scores`: one per class, any rising function of the probability.
    void addImage(std::span<const float> scores, int truth);
    [[nodiscard]] ClassificationResult compute() const;

private:
    std::vector<std::string> m_names;
    std::vector<std::int64_t> m_images, m_first, m_five; ///< per true class
    std::vector<std::int64_t> m_confusion;               ///< C², row-major
};

/// Indices of the `count` highest scores, highest first; equal ones by rising index.
std::vector<int> highest(std::span<const float> scores, int count);

} // namespace yardstick::training
