#include "training/model/architecture.h"

#include <algorithm>
#include <cmath>

namespace yardstick::training {
namespace {

Result<ModelScale> scaleOf(char letter, Task task)
{
    // Published compound scales; the classifiers are never capped below 1024 channels.
    ModelScale scale{letter, 0, 0, 1024};
    switch (letter) {
    case 'n':
        scale.depth = 0.33, scale.width = 0.25;
        break;
    case 's':
        scale.depth = 0.33, scale.width = 0.50;
        break;
    case 'm':
        scale.depth = 0.67, scale.width = 0.75, scale.maxChannels = 768;
        break;
    case 'l':
        scale.depth = 1.00, scale.width = 1.00, scale.maxChannels = 512;
        break;
    case 'x':
        scale.depth = 1.00, scale.width = 1.25, scale.maxChannels = 512;
        break;
    default:
        return fail(ErrorCode::InvalidArgument, "The model scale {0} is none of n, s, m, l, x.",
                    std::string(1, letter));
    }
    if (task == Task::Classify) {
        scale.maxChannels = 1024;
    }
    return scale;
}

/// Appends rows and keeps the output width of each, so that inputs are known.
class Builder
{
public:
    explicit Builder(Architecture& target) : m_target(target) {}

    void conv(int nominal) { add({.kind = LayerKind::Conv, .outChannels = scaled(nominal)}); }
    void c2f(int nominal, int repeats, bool shortcut)
    {
        add({.kind = LayerKind::C2f,
             .repeats = scaledRepeats(repeats, m_target.scale),
             .outChannels = scaled(nominal),
             .shortcut = shortcut});
    }
    void sppf(int nominal) { add({.kind = LayerKind::Sppf, .outChannels = scaled(nominal)}); }
    void upsample() { add({.kind = LayerKind::Upsample}); }
    void concat(int skip) { add({.from = {-1, skip}, .kind = LayerKind::Concat}); }
    void head(LayerKind kind, std::vector<int> from)
    {
        LayerSpec spec{.from = std::move(from), .kind = kind};
        for (const int index : spec.from) {
            spec.headChannels.push_back(widthOf(index));
        }
        if (kind == LayerKind::SegmentHead) {
            spec.protos = scaled(256);
        }
        spec.outChannels = m_target.classes;
        m_target.layers.push_back(std::move(spec));
    }

private:
    [[nodiscard]] int scaled(int nominal) const { return scaledChannels(nominal, m_target.scale); }
    [[nodiscard]] int widthOf(int index) const
    {
        if (index < 0) {
            return m_target.layers.empty() ? 3 : m_target.layers.back().outChannels;
        }
        return m_target.layers[static_cast<std::size_t>(index)].outChannels;
    }
    void add(LayerSpec spec)
    {
        for (const int index : spec.from) {
            spec.inChannels += widthOf(index);
        }
        if (spec.outChannels == 0) { // upsample and concat keep what comes in
            spec.outChannels = spec.inChannels;
        }
        m_target.layers.push_back(std::move(spec));
    }

    Architecture& m_target;
};

void addBackbone(Builder& build)
{
    build.conv(64);           // 0, stride 2
    build.conv(128);          // 1, stride 4
    build.c2f(128, 3, true);  // 2
    build.conv(256);          // 3, stride 8
    build.c2f(256, 6, true);  // 4
    build.conv(512);          // 5, stride 16
    build.c2f(512, 6, true);  // 6
    build.conv(1024);         // 7, stride 32
    build.c2f(1024, 3, true); // 8
}

void addNeck(Builder& build)
{
    build.sppf(1024);          // 9
    build.upsample();          // 10
    build.concat(6);           // 11
    build.c2f(512, 3, false);  // 12
    build.upsample();          // 13
    build.concat(4);           // 14
    build.c2f(256, 3, false);  // 15, level at stride 8
    build.conv(256);           // 16
    build.concat(12);          // 17
    build.c2f(512, 3, false);  // 18, level at stride 16
    build.conv(512);           // 19
    build.concat(9);           // 20
    build.c2f(1024, 3, false); // 21, level at stride 32
}

} // namespace

std::string_view toString(Task task)
{
    switch (task) {
    case Task::Detect:
        return "detect";
    case Task::Segment:
        return "segment";
    case Task::Classify:
        return "classify";
    }
    return "detect";
}

int defaultClasses(Task task)
{
    return task == Task::Classify ? 1000 : 80;
}

int defaultImageSize(Task task)
{
    return task == Task::Classify ? 224 : 640;
}

std::string_view toString(LayerKind kind)
{
    switch (kind) {
    case LayerKind::Conv:
        return "Conv";
    case LayerKind::C2f:
        return "C2f";
    case LayerKind::Sppf:
        return "SPPF";
    case LayerKind::Upsample:
        return "Upsample";
    case LayerKind::Concat:
        return "Concat";
    case LayerKind::DetectHead:
        return "Detect";
    case LayerKind::SegmentHead:
        return "Segment";
    case LayerKind::ClassifyHead:
        return "Classify";
    }
    return "?";
}

std::string Architecture::variant() const
{
    std::string name = std::string("yolov8") + scale.letter;
    if (task == Task::Segment) {
        name += "-seg";
    } else if (task == Task::Classify) {
        name += "-cls";
    }
    return name;
}

int scaledChannels(int nominal, const ModelScale& scale)
{
    return static_cast<int>(std::ceil(std::min(nominal, scale.maxChannels) * scale.width / 8.0)) * 8;
}

int scaledRepeats(int nominal, const ModelScale& scale)
{
    return nominal > 1 ? std::max(static_cast<int>(std::lround(nominal * scale.depth)), 1) : nominal;
}

Result<Architecture> makeArchitecture(std::string_view variant, int classes)
{
    if (classes < 1) {
        return fail(ErrorCode::InvalidArgument, "A model needs at least one class, not {0}.", classes);
    }
    std::string_view rest = variant;
    Architecture result;
    result.classes = classes;
    if (rest.ends_with("-seg")) {
        result.task = Task::Segment;
        rest.remove_suffix(4);
    } else if (rest.ends_with("-cls")) {
        result.task = Task::Classify;
        rest.remove_suffix(4);
    }
    if (!rest.starts_with("yolov8") || rest.size() != 7) {
        return fail(ErrorCode::InvalidArgument,
                    "The model {0} is not known; use yolov8n, yolov8s, yolov8m, yolov8l or yolov8x.", variant);
    }
    auto scale = scaleOf(rest.back(), result.task);
    if (!scale) {
        return fail(scale.error());
    }
    result.scale = *scale;
    Builder build(result);
    addBackbone(build);
    if (result.task == Task::Classify) {
        build.head(LayerKind::ClassifyHead, {-1});
        return result;
    }
    addNeck(build);
    build.head(result.task == Task::Segment ? LayerKind::SegmentHead : LayerKind::DetectHead, {15, 18, 21});
    return result;
}

} // namespace yardstick::training
