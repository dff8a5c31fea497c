// Detection metrics as the YOLOv8 reference defines them: 10 IoU thresholds 0.50…0.95, matching by confidence, 101-point
// interpolation with a trapezoid integral (a perfect detector scores 0.995). Independent of batch size, padding and the
// order of images: detections of equal confidence count in the order that is worst for the score. Without a true positive
// all metrics are 0. One thread at a time.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
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
    /// Plot data by kind: pr_curve, f1_curve, p_curve, r_curve, each {"x_label","y_label","x":[101],"series":[{"name","y":[101]}]};
    /// the first series is "all" (the class mean), the classes follow where there are at most 20. Empty without a true positive.
    nlohmann::json curves;
    /// {"names":[…,"background"],"matrix":[rows],"confidence":0.25,"iou":0.45}: (nc+1)², rows predicted, columns true.
    nlohmann::json confusionMatrix;
    std::int64_t images = 0, instances = 0;
};

class DetectionMetrics
{
public:
    explicit DetectionMetrics(std::vector<std::string> names);
    /// `detections` by falling confidence (NMS order).
    void addImage(const std::vector<Detection>& detections, const std::vector<Truth>& truths);
    /// The same with overlaps of another kind, such as of masks: [truths × detections], row-major. The confusion matrix is
    /// that of the boxes.
    void addImage(const std::vector<Detection>& detections, const std::vector<Truth>& truths, const std::vector<float>& overlaps);
    [[nodiscard]] DetectionResult compute() const;

private:
    static constexpr std::size_t kThresholds = 10;
    struct Record ///< one detection, matched
    {
        float confidence = 0;
        int cls = 0;
        std::uint16_t correct = 0; ///< bit t: true positive at IoU 0.50 + 0.05·t
    };
    void count(const std::vector<Truth>& truths);
    /// `overlap`(truth, detection) of objects of the same class.
    template <typename F> void match(const std::vector<Detection>& detections, const std::vector<Truth>& truths, F&& overlap);
    void confuse(const std::vector<Detection>& detections, const std::vector<Truth>& truths);
    [[nodiscard]] nlohmann::json confusionJson() const;

    std::vector<std::string> m_names;
    std::vector<Record> m_records;
    std::vector<std::int64_t> m_instances; ///< per class
    std::vector<std::int64_t> m_images;    ///< per class: images that show it
    std::vector<std::int64_t> m_confusion; ///< (nc+1)², row-major
    std::int64_t m_imageCount = 0;
};

double boxIou(const std::array<float, 4>& a, const std::array<float, 4>& b); ///< xyxy; 0 for empty boxes

/// Average precision from cumulative recall and precision (equal lengths, recall rising): envelope, 101 points, trapezoid.
double averagePrecision(const std::vector<double>& recall, const std::vector<double>& precision);
/// Box filter over a fraction of the length, edges padded by their values: round(2·fraction·n)/2 + 1 taps.
std::vector<double> smoothed(const std::vector<double>& values, double fraction);

} // namespace yardstick::training
