// The YOLOv8 networks as a table: which layer, how often, from where, how wide. No LibTorch here.
// Scaling goes by layer type, never by comparing a channel count with the number of classes.
// Sources: CSPNet (arXiv 1911.11929), YOLOv8's published model cards (parameter counts, GFLOPs).
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace yardstick::training {

enum class Task { Detect, Segment, Classify };

/// Depth multiplies repeats, width multiplies channels after they are capped.
struct ModelScale
{
    char letter = 'n';
    double depth = 0.33;
    double width = 0.25;
    int maxChannels = 1024;
};

enum class LayerKind { Conv, C2f, Sppf, Upsample, Concat, DetectHead, SegmentHead, ClassifyHead };

/// One row. `from`: −1 is the previous layer, otherwise a layer index; the order is the order of concatenation.
struct LayerSpec
{
    std::vector<int> from{-1};
    LayerKind kind = LayerKind::Conv;
    int repeats = 1;      ///< C2f: number of bottlenecks, scaled
    int inChannels = 0;   ///< of the (concatenated) input; heads: see headChannels
    int outChannels = 0;  ///< scaled
    bool shortcut = false;
    std::vector<int> headChannels{}; ///< heads: channels of each input level
    int protos = 0;                ///< segment: prototype channels, scaled
};

struct Architecture
{
    Task task = Task::Detect;
    ModelScale scale;
    int classes = 80;
    std::vector<LayerSpec> layers;
    [[nodiscard]] std::string variant() const; ///< "yolov8n", "yolov8s-seg" …
};

std::string_view toString(Task task);      ///< detect | segment | classify
int defaultClasses(Task task);             ///< of the published weights: 80, classifiers 1000
int defaultImageSize(Task task);           ///< pixels that they were trained at: 640, classifiers 224
std::string_view toString(LayerKind kind); ///< Conv, C2f …

/// Rounds a nominal channel count of the published table up to the scale: ceil(min(c, max)·width / 8)·8.
int scaledChannels(int nominal, const ModelScale& scale);
/// max(round(n·depth), 1) for n > 1.
int scaledRepeats(int nominal, const ModelScale& scale);

/// "yolov8n" … "yolov8x", with "-seg" or "-cls". InvalidArgument for any other name or classes < 1.
Result<Architecture> makeArchitecture(std::string_view variant, int classes);

} // namespace yardstick::training
