#include "training/engine/result_fields.h"

#include <array>

namespace yardstick::training {
namespace {

using Names = std::vector<std::string>;

struct Fields
{
    Names losses, metrics, columns;
};

Fields fieldsOf(Names losses, Names metrics)
{
    Fields fields{std::move(losses), std::move(metrics), {"epoch", "time"}};
    for (const std::string& name : fields.losses) {
        fields.columns.push_back("train/" + name);
    }
    fields.columns.insert(fields.columns.end(), fields.metrics.begin(), fields.metrics.end());
    for (const std::string& name : fields.losses) {
        fields.columns.push_back("val/" + name);
    }
    fields.columns.insert(fields.columns.end(), {"lr/pg0", "lr/pg1", "lr/pg2"});
    return fields;
}

const Fields& fieldsOf(Task task)
{
    static const std::array<Fields, 3> all{
        fieldsOf({"box_loss", "cls_loss", "dfl_loss"},
                 {"metrics/precision(B)", "metrics/recall(B)", "metrics/mAP50(B)", "metrics/mAP50-95(B)"}),
        fieldsOf({"box_loss", "seg_loss", "cls_loss", "dfl_loss"},
                 {"metrics/precision(B)", "metrics/recall(B)", "metrics/mAP50(B)", "metrics/mAP50-95(B)", "metrics/precision(M)",
                  "metrics/recall(M)", "metrics/mAP50(M)", "metrics/mAP50-95(M)"}),
        fieldsOf({"loss"}, {"metrics/accuracy_top1", "metrics/accuracy_top5"})};
    return all.at(static_cast<std::size_t>(task));
}

} // namespace

const Names& lossNames(Task task)
{
    return fieldsOf(task).losses;
}

const Names& metricNames(Task task)
{
    return fieldsOf(task).metrics;
}

const Names& resultColumns(Task task)
{
    return fieldsOf(task).columns;
}

std::string_view fitnessFormula(Task task)
{
    switch (task) {
    case Task::Detect:
        return "0.1·mAP50 + 0.9·mAP50-95";
    case Task::Segment:
        return "0.1·mAP50 + 0.9·mAP50-95 of boxes, plus that of masks";
    case Task::Classify:
        return "mean of top1 and top5";
    }
    return "";
}

std::string shortName(std::string_view name)
{
    if (const auto slash = name.rfind('/'); slash != std::string_view::npos) {
        name.remove_prefix(slash + 1);
    }
    if (name.starts_with("accuracy_")) {
        name.remove_prefix(9);
    }
    if (name.ends_with("_loss")) {
        name.remove_suffix(5);
    }
    if (name.ends_with("(B)")) {
        name.remove_suffix(3);
    }
    if (name.starts_with("precision") || name.starts_with("recall")) {
        const bool precision = name.starts_with('p');
        return (precision ? "P" : "R") + std::string(name.substr(precision ? 9 : 6));
    }
    return std::string(name);
}

} // namespace yardstick::training
