// Detection metrics as the YOLOv8 reference defines them: 10 IoU thresholds 0.50…0.95, matching by confidence, 101-point
// interpolation with a trapezoid integral (a perfect detector scores 0.995). Independent of batch size and padding.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <vector>

namespace yardstick::training {

struct Detection
{
    std::array<float, 4> xyxy{}; ///< pixels of the original image
    float confidence = 0;
    int cls = 0;
};
struct Truth
{
    std::array<float, 4> xyxy{}; ///< pixels of the original image
    int cls = 0;
};
struct ClassMetrics
{
    int cls = 0;
    std::int64_t images = 0, instances = 0;
    double precision = 0, recall = 0, f1 = 0, ap50 = 0, ap = 0; ///< ap: mean over the 10 thresholds
};
struct DetectionResult
{
    double precision = 0, recall = 0, map50 = 0, map5095 = 0; ///< means over classes that have ground truth
    double fitness = 0;        ///< 0.1·mAP50 + 0.9·mAP50-95
    double bestConfidence = 0; ///< where the smoothed mean F1 is highest
    std::vector<ClassMetrics> perClass;
    nlohmann::json curves;          ///< pr, p, r, f1 curves as data for plot events
    nlohmann::json confusionMatrix; ///< conf 0.25, IoU 0.45; (nc+1)², rows predicted, columns true, last = background
};

class DetectionMetrics
{
public:
    explicit DetectionMetrics(std::vector<std::string> names);
    /// `detections` by falling confidence (NMS order).
    void addImage(const std::vector<Detection>& detections, const std::vector<Truth>& truths);
    [[nodiscard]] DetectionResult compute() const;

private:
    struct Record;
    std::vector<std::string> m_names;
    std::vector<std::vector<Detection>> m_detections;
    std::vector<std::vector<Truth>> m_truths;
};

} // namespace yardstick::training
