#include "training/metrics/classification_metrics.h"

#include <algorithm>
#include <numeric>

namespace yardstick::training {
namespace {
constexpr int kTop = 5;
} // namespace

std::vector<int> highest(std::span<const float> scores, int count)
{
    std::vector<int> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    const auto kept = std::min(static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(order.size()));
    std::partial_sort(order.begin(), order.begin() + kept, order.end(), [&](int a, int b) {
        const float x = scores[static_cast<std::size_t>(a)], y = scores[static_cast<std::size_t>(b)];
        return x != y ? x > y : a < b;
    });
    order.resize(static_cast<std::size_t>(kept));
    return order;
}

ClassificationMetrics::ClassificationMetrics(std::vector<std::string> names)
    : m_names(std::move(names))
    , m_images(m_names.size(), 0)
    , m_first(m_names.size(), 0)
    , m_five(m_names.size(), 0)
    , m_confusion(m_names.size() * m_names.size(), 0)
{
}

void ClassificationMetrics::addImage(std::span<const float> scores, int truth)
{
    const std::vector<int> top = highest(scores, kTop);
    const auto t = static_cast<std::size_t>(truth);
    ++m_images.at(t);
    m_first[t] += top.front() == truth ? 1 : 0;
    m_five[t] += std::find(top.begin(), top.end(), truth) != top.end() ? 1 : 0;
    ++m_confusion[static_cast<std::size_t>(top.front()) * m_names.size() + t];
}

ClassificationResult ClassificationMetrics::compute() const
{
    ClassificationResult result;
    std::int64_t first = 0, five = 0;
    for (std::size_t c = 0; c < m_names.size(); ++c) {
        result.images += m_images[c];
        first += m_first[c];
        five += m_five[c];
        if (m_images[c] > 0) {
            const auto n = static_cast<double>(m_images[c]);
            result.perClass.push_back({static_cast<int>(c), m_images[c], static_cast<double>(m_first[c]) / n,
                                       static_cast<double>(m_five[c]) / n});
        }
    }
    const auto all = static_cast<double>(std::max<std::int64_t>(result.images, 1));
    result.top1 = static_cast<double>(first) / all;
    result.top5 = static_cast<double>(five) / all;
    result.fitness = (result.top1 + result.top5) / 2;
    nlohmann::json matrix = nlohmann::json::array();
    for (std::size_t row = 0; row < m_names.size(); ++row) {
        const auto begin = m_confusion.begin() + static_cast<std::ptrdiff_t>(row * m_names.size());
        matrix.push_back(std::vector<std::int64_t>(begin, begin + static_cast<std::ptrdiff_t>(m_names.size())));
    }
    result.confusionMatrix = {{"names", m_names}, {"matrix", std::move(matrix)}};
    return result;
}

} // namespace yardstick::training
