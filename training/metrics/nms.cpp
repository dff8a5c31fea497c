#include "training/metrics/nms.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace yardstick::training {
namespace {

struct Candidate
{
    float score = 0;
    int cls = 0;
    std::int64_t anchor = 0;
};

struct Box
{
    float x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};

/// Falling score; equal scores by anchor, then class, so that the result never depends on the sort.
bool before(const Candidate& a, const Candidate& b)
{
    if (a.score != b.score) {
        return a.score > b.score;
    }
    return a.anchor != b.anchor ? a.anchor < b.anchor : a.cls < b.cls;
}

class ImageNms
{
public:
    /// `data`: [4+C, A] float, row-major.
    ImageNms(const float* data, std::int64_t classes, std::int64_t anchors, const NmsOptions& options)
        : m_data(data)
        , m_classes(classes)
        , m_anchors(anchors)
        , m_options(options)
    {
    }

    std::vector<Candidate> run()
    {
        if (m_options.multiLabel && m_classes > 1) {
            collectAll();
        } else {
            collectBest();
        }
        const auto limit = static_cast<std::size_t>(std::max(m_options.maxCandidates, 0));
        if (m_candidates.size() > limit) {
            std::nth_element(m_candidates.begin(), m_candidates.begin() + static_cast<std::ptrdiff_t>(limit), m_candidates.end(), before);
            m_candidates.resize(limit);
        }
        std::sort(m_candidates.begin(), m_candidates.end(), before);
        return suppress();
    }

    [[nodiscard]] Box box(std::int64_t anchor) const
    {
        const float cx = m_data[anchor];
        const float cy = m_data[m_anchors + anchor];
        const float w = m_data[2 * m_anchors + anchor] / 2;
        const float h = m_data[3 * m_anchors + anchor] / 2;
        return {cx - w, cy - h, cx + w, cy + h};
    }

private:
    [[nodiscard]] bool wanted(int cls) const
    {
        const auto& kept = m_options.classes;
        return kept.empty() || std::find(kept.begin(), kept.end(), cls) != kept.end();
    }

    void collectAll()
    {
        const auto threshold = static_cast<float>(m_options.confidence);
        for (int c = 0; c < m_classes; ++c) {
            const float* row = m_data + (4 + c) * m_anchors;
            if (!wanted(c)) {
                continue;
            }
            for (std::int64_t a = 0; a < m_anchors; ++a) {
                if (row[a] > threshold) {
                    m_candidates.push_back({row[a], c, a});
                }
            }
        }
    }

    void collectBest()
    {
        const auto threshold = static_cast<float>(m_options.confidence);
        std::vector<float> best(m_data + 4 * m_anchors, m_data + 5 * m_anchors);
        std::vector<int> bestClass(static_cast<std::size_t>(m_anchors), 0);
        for (int c = 1; c < m_classes; ++c) {
            const float* row = m_data + (4 + c) * m_anchors;
            for (std::size_t a = 0; a < best.size(); ++a) {
                if (row[a] > best[a]) {
                    best[a] = row[a];
                    bestClass[a] = c;
                }
            }
        }
        for (std::size_t a = 0; a < best.size(); ++a) {
            if (best[a] > threshold && wanted(bestClass[a])) {
                m_candidates.push_back({best[a], bestClass[a], static_cast<std::int64_t>(a)});
            }
        }
    }

    static bool overlaps(const Box& a, const Box& b, float areaA, float areaB, float limit)
    {
        const float w = std::min(a.x2, b.x2) - std::max(a.x1, b.x1);
        const float h = std::min(a.y2, b.y2) - std::max(a.y1, b.y1);
        if (w <= 0 || h <= 0) {
            return false;
        }
        const float inter = w * h;
        return inter / (areaA + areaB - inter) > limit;
    }

    std::vector<Candidate> suppress() const
    {
        const auto limit = static_cast<float>(m_options.iou);
        std::vector<Candidate> kept;
        std::unordered_map<int, std::vector<std::pair<Box, float>>> keptOfClass; ///< box and area
        for (const Candidate& candidate : m_candidates) {
            if (static_cast<int>(kept.size()) >= m_options.maxDetections) {
                break; // all that follow have lower scores
            }
            const Box b = box(candidate.anchor);
            const float area = (b.x2 - b.x1) * (b.y2 - b.y1);
            auto& others = keptOfClass[m_options.agnostic ? 0 : candidate.cls];
            const bool suppressed = std::any_of(others.begin(), others.end(), [&](const std::pair<Box, float>& other) {
                return overlaps(b, other.first, area, other.second, limit);
            });
            if (!suppressed) {
                kept.push_back(candidate);
                others.emplace_back(b, area);
            }
        }
        return kept;
    }

    const float* m_data;
    std::int64_t m_classes;
    std::int64_t m_anchors;
    const NmsOptions& m_options;
    std::vector<Candidate> m_candidates;
};

} // namespace

std::vector<at::Tensor> nonMaxSuppression(const at::Tensor& predictions, const NmsOptions& options)
{
    std::vector<at::Tensor> rows;
    for (KeptBoxes& kept : suppressKeepingAnchors(predictions, options)) {
        rows.push_back(std::move(kept.rows));
    }
    return rows;
}

std::vector<KeptBoxes> suppressKeepingAnchors(const at::Tensor& predictions, const NmsOptions& options)
{
    const at::Tensor input = predictions.detach().to(at::kCPU, at::kFloat).contiguous();
    const std::int64_t rows = input.size(1);
    const std::int64_t anchors = input.size(2);
    std::vector<KeptBoxes> results;
    for (std::int64_t i = 0; i < input.size(0); ++i) {
        ImageNms image(input.data_ptr<float>() + i * rows * anchors, rows - 4, anchors, options);
        const std::vector<Candidate> kept = rows > 4 ? image.run() : std::vector<Candidate>();
        KeptBoxes result{at::empty({static_cast<std::int64_t>(kept.size()), 6}, at::kFloat), {}};
        float* out = result.rows.data_ptr<float>();
        for (const Candidate& candidate : kept) {
            result.anchors.push_back(candidate.anchor);
            const Box b = image.box(candidate.anchor);
            for (const float value : {b.x1, b.y1, b.x2, b.y2, candidate.score, static_cast<float>(candidate.cls)}) {
                *out++ = value;
            }
        }
        results.push_back(std::move(result));
    }
    return results;
}

std::array<float, 4> toOriginal(const std::array<float, 4>& xyxy, const ImageMeta& meta)
{
    const auto w = static_cast<float>(meta.originalWidth);
    const auto h = static_cast<float>(meta.originalHeight);
    const float gainY = meta.gainY > 0 ? meta.gainY : meta.gain;
    const auto x = [&](float v) { return std::clamp((v - meta.padX) / meta.gain, 0.0f, w); };
    const auto y = [&](float v) { return std::clamp((v - meta.padY) / gainY, 0.0f, h); };
    return {x(xyxy[0]), y(xyxy[1]), x(xyxy[2]), y(xyxy[3])};
}

} // namespace yardstick::training
