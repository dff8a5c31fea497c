#include "training/metrics/detection_metrics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace yardstick::training {
namespace {

constexpr int kCurvePoints = 1000;      ///< confidences 0…1 at which P, R and F1 are read
constexpr int kPlotPoints = 101;        ///< of them kept for plots
constexpr std::size_t kMaxPlotClasses = 20;
constexpr double kConfusionConfidence = 0.25;
constexpr double kConfusionIou = 0.45;
constexpr double kF1Smoothing = 0.1;

struct Pair
{
    std::size_t truth = 0;
    std::size_t detection = 0;
    double iou = 0;
};

/// Linear interpolation of (x rising, y) at `at`; `left` below x[0], y.back() above the end.
double interpolate(double at, const std::vector<double>& x, const std::vector<double>& y, double left)
{
    if (at < x.front()) {
        return left;
    }
    if (at >= x.back()) {
        return y.back();
    }
    const auto upper = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), at) - x.begin());
    const std::size_t lower = upper - 1;
    const double span = x[upper] - x[lower];
    return span <= 0 ? y[upper] : y[lower] + (y[upper] - y[lower]) * (at - x[lower]) / span;
}

double curveX(int i, int points)
{
    return static_cast<double>(i) / (points - 1);
}

/// Curves of one class.
struct ClassCurves
{
    std::vector<double> precision = std::vector<double>(kCurvePoints, 0.0); ///< over confidence
    std::vector<double> recall = std::vector<double>(kCurvePoints, 0.0);
    std::vector<double> f1 = std::vector<double>(kCurvePoints, 0.0);
    std::vector<double> pr = std::vector<double>(kPlotPoints, 0.0); ///< precision over recall, IoU 0.5
    std::array<double, 10> ap{};
};

/// Records of one class by falling confidence: (confidence, correct bits).
ClassCurves curvesOf(const std::vector<std::pair<float, std::uint16_t>>& records, std::int64_t truths)
{
    ClassCurves curves;
    if (records.empty()) {
        return curves;
    }
    std::vector<double> recall(records.size());
    std::vector<double> precision(records.size());
    for (std::size_t t = 0; t < curves.ap.size(); ++t) {
        double hits = 0;
        for (std::size_t i = 0; i < records.size(); ++i) {
            hits += (records[i].second >> t) & 1;
            recall[i] = hits / (static_cast<double>(truths) + 1e-16);
            precision[i] = hits / static_cast<double>(i + 1);
        }
        curves.ap[t] = averagePrecision(recall, precision);
        if (t != 0) {
            continue;
        }
        std::vector<double> minusConfidence(records.size());
        std::transform(records.begin(), records.end(), minusConfidence.begin(), [](const auto& r) { return -static_cast<double>(r.first); });
        for (int i = 0; i < kCurvePoints; ++i) {
            const auto k = static_cast<std::size_t>(i);
            curves.recall[k] = interpolate(-curveX(i, kCurvePoints), minusConfidence, recall, 0);
            curves.precision[k] = interpolate(-curveX(i, kCurvePoints), minusConfidence, precision, 1);
            curves.f1[k] = 2 * curves.precision[k] * curves.recall[k] / (curves.precision[k] + curves.recall[k] + 1e-16);
        }
        for (int i = 0; i < kPlotPoints; ++i) {
            double best = 0; // the envelope: best precision at this recall or beyond
            for (std::size_t k = records.size(); k-- > 0 && recall[k] >= curveX(i, kPlotPoints);) {
                best = std::max(best, precision[k]);
            }
            curves.pr[static_cast<std::size_t>(i)] = best;
        }
    }
    return curves;
}

double rounded(double value)
{
    return std::round(value * 1e5) / 1e5;
}

nlohmann::json plotOf(const std::vector<std::string>& names, const std::vector<const std::vector<double>*>& series, const char* xLabel,
                      const char* yLabel)
{
    const std::size_t points = series.front()->size();
    const auto index = [&](int i) { // kPlotPoints of them, both ends included
        return static_cast<std::size_t>(std::llround(curveX(i, kPlotPoints) * static_cast<double>(points - 1)));
    };
    nlohmann::json plot = {{"x_label", xLabel}, {"y_label", yLabel}, {"x", nlohmann::json::array()}, {"series", nlohmann::json::array()}};
    nlohmann::json mean = nlohmann::json::array();
    for (int i = 0; i < kPlotPoints; ++i) {
        plot["x"].push_back(rounded(static_cast<double>(index(i)) / static_cast<double>(points - 1)));
        double sum = 0;
        for (const auto* s : series) {
            sum += (*s)[index(i)];
        }
        mean.push_back(rounded(sum / static_cast<double>(series.size())));
    }
    plot["series"].push_back({{"name", "all"}, {"y", mean}});
    for (std::size_t k = 0; k < series.size() && series.size() <= kMaxPlotClasses; ++k) {
        nlohmann::json y = nlohmann::json::array();
        for (int i = 0; i < kPlotPoints; ++i) {
            y.push_back(rounded((*series[k])[index(i)]));
        }
        plot["series"].push_back({{"name", names[k]}, {"y", y}});
    }
    return plot;
}

nlohmann::json plotsOf(const std::vector<std::string>& names, const std::vector<ClassCurves>& curves)
{
    const auto pick = [&](std::vector<double> ClassCurves::*member) {
        std::vector<const std::vector<double>*> series;
        for (const ClassCurves& c : curves) {
            series.push_back(&(c.*member));
        }
        return series;
    };
    return {{"pr_curve", plotOf(names, pick(&ClassCurves::pr), "Recall", "Precision")},
            {"f1_curve", plotOf(names, pick(&ClassCurves::f1), "Confidence", "F1")},
            {"p_curve", plotOf(names, pick(&ClassCurves::precision), "Confidence", "Precision")},
            {"r_curve", plotOf(names, pick(&ClassCurves::recall), "Confidence", "Recall")}};
}

/// Where the smoothed class-mean F1 is highest (the first such point).
std::size_t bestF1(const std::vector<ClassCurves>& curves)
{
    std::vector<double> mean(kCurvePoints, 0.0);
    for (const ClassCurves& c : curves) {
        std::transform(mean.begin(), mean.end(), c.f1.begin(), mean.begin(),
                       [&](double sum, double v) { return sum + v / static_cast<double>(curves.size()); });
    }
    const std::vector<double> smooth = smoothed(mean, kF1Smoothing);
    return static_cast<std::size_t>(std::max_element(smooth.begin(), smooth.end()) - smooth.begin());
}

} // namespace

double boxIou(const std::array<float, 4>& a, const std::array<float, 4>& b)
{
    const double w = std::min<double>(a[2], b[2]) - std::max<double>(a[0], b[0]);
    const double h = std::min<double>(a[3], b[3]) - std::max<double>(a[1], b[1]);
    if (w <= 0 || h <= 0) {
        return 0;
    }
    const auto area = [](const std::array<float, 4>& r) {
        return (static_cast<double>(r[2]) - r[0]) * (static_cast<double>(r[3]) - r[1]);
    };
    return w * h / (area(a) + area(b) - w * h);
}

double averagePrecision(const std::vector<double>& recall, const std::vector<double>& precision)
{
    if (recall.empty()) {
        return 0;
    }
    std::vector<double> r = {0.0};
    std::vector<double> p = {1.0};
    r.insert(r.end(), recall.begin(), recall.end());
    p.insert(p.end(), precision.begin(), precision.end());
    r.push_back(1.0);
    p.push_back(0.0);
    for (std::size_t i = p.size() - 1; i-- > 0;) {
        p[i] = std::max(p[i], p[i + 1]);
    }
    constexpr int kPoints = 101;
    double area = 0;
    double previous = 0;
    for (int i = 0; i < kPoints; ++i) {
        const double y = interpolate(curveX(i, kPoints), r, p, p.front());
        area += i == 0 ? 0 : (previous + y) / 2;
        previous = y;
    }
    return area / (kPoints - 1);
}

std::vector<double> smoothed(const std::vector<double>& values, double fraction)
{
    const auto n = static_cast<std::ptrdiff_t>(values.size());
    const auto taps = static_cast<std::ptrdiff_t>(std::nearbyint(static_cast<double>(n) * fraction * 2)) / 2 + 1;
    const std::ptrdiff_t half = taps / 2;
    std::vector<double> out(values.size());
    for (std::ptrdiff_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::ptrdiff_t k = i - half; k < i - half + taps; ++k) {
            sum += values[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(k, 0, n - 1))];
        }
        out[static_cast<std::size_t>(i)] = sum / static_cast<double>(taps);
    }
    return out;
}

DetectionMetrics::DetectionMetrics(std::vector<std::string> names)
    : m_names(std::move(names))
    , m_instances(m_names.size(), 0)
    , m_images(m_names.size(), 0)
    , m_confusion((m_names.size() + 1) * (m_names.size() + 1), 0)
{
}

void DetectionMetrics::addImage(const std::vector<Detection>& detections, const std::vector<Truth>& truths)
{
    count(truths);
    match(detections, truths, [&](std::size_t t, std::size_t d) { return boxIou(truths[t].xyxy, detections[d].xyxy); });
    confuse(detections, truths);
}

void DetectionMetrics::addImage(const std::vector<Detection>& detections, const std::vector<Truth>& truths,
                                const std::vector<float>& overlaps)
{
    count(truths);
    match(detections, truths,
          [&](std::size_t t, std::size_t d) { return static_cast<double>(overlaps.at(t * detections.size() + d)); });
    confuse(detections, truths);
}

void DetectionMetrics::count(const std::vector<Truth>& truths)
{
    ++m_imageCount;
    std::set<int> shownClasses;
    for (const Truth& truth : truths) {
        ++m_instances.at(static_cast<std::size_t>(truth.cls));
        shownClasses.insert(truth.cls);
    }
    for (const int cls : shownClasses) {
        ++m_images[static_cast<std::size_t>(cls)];
    }
}

/// Per threshold: each detection keeps its best truth of its class; each truth then goes to the earliest detection.
template <typename F>
void DetectionMetrics::match(const std::vector<Detection>& detections, const std::vector<Truth>& truths, F&& overlap)
{
    std::vector<Pair> best; // one per detection that overlaps anything, in NMS order
    for (std::size_t d = 0; d < detections.size(); ++d) {
        Pair pair{0, d, 0};
        for (std::size_t t = 0; t < truths.size(); ++t) {
            const double iou = truths[t].cls == detections[d].cls ? overlap(t, d) : 0.0;
            if (iou > pair.iou) {
                pair.truth = t;
                pair.iou = iou;
            }
        }
        m_records.push_back({detections[d].confidence, detections[d].cls, 0});
        if (pair.iou > 0) {
            best.push_back(pair);
        }
    }
    const std::size_t first = m_records.size() - detections.size();
    for (std::size_t t = 0; t < kThresholds; ++t) {
        const double threshold = 0.5 + 0.05 * static_cast<double>(t);
        std::vector<bool> taken(truths.size(), false);
        for (const Pair& pair : best) {
            if (pair.iou >= threshold && !taken[pair.truth]) {
                taken[pair.truth] = true;
                m_records[first + pair.detection].correct |= static_cast<std::uint16_t>(1u << t);
            }
        }
    }
}

/// Classes do not matter for the pairing: by falling IoU, each detection and each truth once.
void DetectionMetrics::confuse(const std::vector<Detection>& detections, const std::vector<Truth>& truths)
{
    const std::size_t nc = m_names.size();
    std::vector<Pair> pairs;
    for (std::size_t d = 0; d < detections.size(); ++d) {
        for (std::size_t t = 0; t < truths.size() && detections[d].confidence > kConfusionConfidence; ++t) {
            const double iou = boxIou(truths[t].xyxy, detections[d].xyxy);
            if (iou > kConfusionIou) {
                pairs.push_back({t, d, iou});
            }
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.iou > b.iou; });
    // First each detection keeps its best truth, then each truth its best of those detections.
    std::vector<bool> detectionUsed(detections.size(), false);
    std::vector<bool> detectionMatched(detections.size(), false);
    std::vector<bool> truthMatched(truths.size(), false);
    for (const Pair& pair : pairs) {
        if (detectionUsed[pair.detection]) {
            continue;
        }
        detectionUsed[pair.detection] = true;
        if (!truthMatched[pair.truth]) {
            truthMatched[pair.truth] = true;
            detectionMatched[pair.detection] = true;
            ++m_confusion[static_cast<std::size_t>(detections[pair.detection].cls) * (nc + 1) +
                          static_cast<std::size_t>(truths[pair.truth].cls)];
        }
    }
    for (std::size_t t = 0; t < truths.size(); ++t) {
        m_confusion[nc * (nc + 1) + static_cast<std::size_t>(truths[t].cls)] += truthMatched[t] ? 0 : 1;
    }
    for (std::size_t d = 0; d < detections.size(); ++d) {
        const bool counts = detections[d].confidence > kConfusionConfidence && !detectionMatched[d];
        m_confusion[static_cast<std::size_t>(detections[d].cls) * (nc + 1) + nc] += counts ? 1 : 0;
    }
}

nlohmann::json DetectionMetrics::confusionJson() const
{
    const std::size_t side = m_names.size() + 1;
    nlohmann::json matrix = nlohmann::json::array();
    for (std::size_t row = 0; row < side; ++row) {
        const auto begin = m_confusion.begin() + static_cast<std::ptrdiff_t>(row * side);
        matrix.push_back(std::vector<std::int64_t>(begin, begin + static_cast<std::ptrdiff_t>(side)));
    }
    std::vector<std::string> names = m_names;
    names.emplace_back("background");
    return {{"names", names}, {"matrix", matrix}, {"confidence", kConfusionConfidence}, {"iou", kConfusionIou}};
}

DetectionResult DetectionMetrics::compute() const
{
    const std::size_t nc = m_names.size();
    std::vector<std::vector<std::pair<float, std::uint16_t>>> records(nc);
    for (const Record& record : m_records) {
        records[static_cast<std::size_t>(record.cls)].emplace_back(record.confidence, record.correct);
    }
    DetectionResult result;
    result.images = m_imageCount;
    result.instances = std::accumulate(m_instances.begin(), m_instances.end(), std::int64_t{0});
    std::vector<ClassCurves> curves;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < nc; ++c) {
        if (m_instances[c] == 0) {
            continue;
        }
        std::sort(records[c].begin(), records[c].end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second; // ties: misses first
        });
        curves.push_back(curvesOf(records[c], m_instances[c]));
        names.push_back(m_names[c]);
        ClassMetrics metrics;
        metrics.cls = static_cast<int>(c);
        metrics.images = m_images[c];
        metrics.instances = m_instances[c];
        metrics.ap50 = curves.back().ap[0];
        metrics.ap = std::accumulate(curves.back().ap.begin(), curves.back().ap.end(), 0.0) / static_cast<double>(kThresholds);
        result.perClass.push_back(metrics);
    }
    result.confusionMatrix = confusionJson();
    result.curves = nlohmann::json::object();
    const bool anyHit = std::any_of(m_records.begin(), m_records.end(), [](const Record& r) { return r.correct != 0; });
    if (!anyHit || curves.empty()) {
        return result;
    }
    result.curves = plotsOf(names, curves);
    const std::size_t at = bestF1(curves);
    result.bestConfidence = curveX(static_cast<int>(at), kCurvePoints);
    const double share = 1 / static_cast<double>(curves.size());
    for (std::size_t k = 0; k < curves.size(); ++k) {
        ClassMetrics& metrics = result.perClass[k];
        metrics.precision = curves[k].precision[at];
        metrics.recall = curves[k].recall[at];
        metrics.f1 = curves[k].f1[at];
        result.precision += metrics.precision * share;
        result.recall += metrics.recall * share;
        result.map50 += metrics.ap50 * share;
        result.map5095 += metrics.ap * share;
    }
    result.fitness = 0.1 * result.map50 + 0.9 * result.map5095;
    return result;
}

} // namespace yardstick::training
