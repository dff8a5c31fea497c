#include "training/loss/task_aligned_assigner.h"

#include "training/loss/box_iou.h"

#include <algorithm>
#include <cmath>

namespace yardstick::training {
namespace {

constexpr float kMetricEps = 1e-9f;

struct Assignable
{
    std::int64_t anchor = 0;
    float align = 0;
};

class ImageAssigner
{
public:
    ImageAssigner(const AnchorView& anchors, std::span<const TruthBox> truths, const AssignerOptions& options)
        : m_anchors(anchors), m_truths(truths), m_options(options)
        , m_bestOverlap(static_cast<std::size_t>(anchors.count), 0.0f)
        , m_bestTruth(static_cast<std::size_t>(anchors.count), -1)
        , m_claims(static_cast<std::size_t>(anchors.count), 0)
        , m_owner(static_cast<std::size_t>(anchors.count), -1)
    {
    }

    std::vector<Match> run()
    {
        for (int truth = 0; truth < static_cast<int>(m_truths.size()); ++truth) {
            claimFor(truth);
        }
        return settle();
    }

private:
    [[nodiscard]] bool inside(std::int64_t anchor, const TruthBox& truth) const
    {
        const float x = m_anchors.points[2 * anchor], y = m_anchors.points[2 * anchor + 1];
        return std::min({x - truth.xyxy[0], y - truth.xyxy[1], truth.xyxy[2] - x, truth.xyxy[3] - y}) > kMetricEps;
    }

    [[nodiscard]] float overlap(std::int64_t anchor, const TruthBox& truth) const
    {
        return std::max(completeIou(truth.xyxy.data(), m_anchors.boxes + 4 * anchor), 0.0f);
    }

    [[nodiscard]] float alignment(std::int64_t anchor, const TruthBox& truth, float iou) const
    {
        const float logit = m_anchors.logits[anchor * m_anchors.logitStride + truth.cls];
        const float score = 1.0f / (1.0f + std::exp(-logit));
        return std::pow(score, m_options.alpha) * std::pow(iou, m_options.beta);
    }

    void claimFor(int index)
    {
        const TruthBox& truth = m_truths[static_cast<std::size_t>(index)];
        m_candidates.clear();
        for (std::int64_t anchor = 0; anchor < m_anchors.count; ++anchor) {
            if (!inside(anchor, truth)) {
                continue;
            }
            const float iou = overlap(anchor, truth);
            const auto slot = static_cast<std::size_t>(anchor);
            if (iou > m_bestOverlap[slot]) {
                m_bestOverlap[slot] = iou;
                m_bestTruth[slot] = index;
            }
            const float align = iou > 0 ? alignment(anchor, truth, iou) : 0.0f;
            if (align > 0) {
                m_candidates.push_back({anchor, align});
            }
        }
        const auto count = std::min(m_candidates.size(), static_cast<std::size_t>(m_options.topk));
        const auto end = m_candidates.begin() + static_cast<std::ptrdiff_t>(count);
        std::partial_sort(m_candidates.begin(), end, m_candidates.end(), [](const Assignable& a, const Assignable& b) {
            return a.align != b.align ? a.align > b.align : a.anchor < b.anchor;
        });
        for (auto it = m_candidates.begin(); it != end; ++it) {
            const auto slot = static_cast<std::size_t>(it->anchor);
            m_owner[slot] = m_claims[slot]++ == 0 ? index : m_owner[slot];
        }
    }

    std::vector<Match> settle()
    {
        std::vector<Match> matches;
        std::vector<float> maxAlign(m_truths.size(), 0.0f);
        std::vector<float> maxOverlap(m_truths.size(), 0.0f);
        for (std::int64_t anchor = 0; anchor < m_anchors.count; ++anchor) {
            const auto slot = static_cast<std::size_t>(anchor);
            if (m_claims[slot] == 0) {
                continue;
            }
            const int index = m_claims[slot] > 1 ? m_bestTruth[slot] : m_owner[slot];
            const auto truthSlot = static_cast<std::size_t>(index);
            const float iou = overlap(anchor, m_truths[truthSlot]);
            const float align = alignment(anchor, m_truths[truthSlot], iou);
            maxAlign[truthSlot] = std::max(maxAlign[truthSlot], align);
            maxOverlap[truthSlot] = std::max(maxOverlap[truthSlot], iou);
            matches.push_back({anchor, index, align});
        }
        for (Match& match : matches) {
            const auto truthSlot = static_cast<std::size_t>(match.truth);
            match.score *= maxOverlap[truthSlot] / (maxAlign[truthSlot] + kMetricEps);
        }
        return matches;
    }

    const AnchorView& m_anchors;
    std::span<const TruthBox> m_truths;
    AssignerOptions m_options;
    std::vector<float> m_bestOverlap; ///< per anchor, over all objects that contain it
    std::vector<int> m_bestTruth;
    std::vector<int> m_claims; ///< per anchor, how many objects want it
    std::vector<int> m_owner;  ///< per anchor, the first that did
    std::vector<Assignable> m_candidates;
};

} // namespace

std::vector<Match> assignImage(const AnchorView& anchors, std::span<const TruthBox> truths,
                               const AssignerOptions& options)
{
    return truths.empty() ? std::vector<Match>{} : ImageAssigner(anchors, truths, options).run();
}

} // namespace yardstick::training
