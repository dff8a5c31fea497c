#include "ui/experiments/experiment_columns.h"

#include "core/base/params.h"
#include "ui/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <deque>

namespace yardstick::ui::columns {
namespace {

constexpr std::string_view kParamPrefix = "param.";

ExperimentColumn make(std::string id, ColumnKind kind, int width, bool shown, int decimals = -1)
{
    ExperimentColumn c;
    c.id = std::move(id);
    c.kind = kind;
    c.width = width;
    c.shownAtFirst = shown;
    c.decimals = decimals;
    return c;
}

ExperimentColumn metric(std::string id, std::string key, bool fromLast, bool shown)
{
    ExperimentColumn c = make(std::move(id), ColumnKind::Number, 72, shown, 3);
    c.metric = std::move(key);
    c.fromLast = fromLast;
    return c;
}

std::vector<ExperimentColumn> makeBuiltIn()
{
    using enum ColumnKind;
    std::vector<ExperimentColumn> all{
        make("name", Name, 230, true),
        make("status", Status, 116, true),
        make("machine", Text, 130, true),
        make("epoch", Progress, 68, true),
        metric("map50", "map50", false, true),
        make("epoch_seconds", Number, 84, true, 2),
        make("price_per_hour", Money, 92, true, 4),
        make("cost_per_epoch", Money, 116, true, 6),
        make("cost", Money, 96, true, 6),
        make("tags", Tags, 130, true),
        make("model", Text, 80, false),
        make("task", Text, 70, false),
        make("data", Text, 160, false),
        make("project", Text, 100, false),
        make("queue", Text, 120, false),
        make("backend", Text, 90, false),
        make("notes", Text, 160, false),
        make("reason", Text, 220, false),
        make("cloned_from", Text, 120, false),
        make("attempts", Number, 70, false, 0),
        make("epochs_planned", Number, 80, false, 0),
        make("created", Time, 110, false),
        make("queued", Time, 110, false),
        make("started", Time, 110, false),
        make("ended", Time, 110, false),
        make("id", Number, 56, false, 0),
    };
    const std::array<std::pair<const char*, const char*>, 6> best{{{"map50_95", "map50_95"},
                                                                   {"precision", "precision"},
                                                                   {"recall", "recall"},
                                                                   {"box_loss", "box_loss"},
                                                                   {"cls_loss", "cls_loss"},
                                                                   {"dfl_loss", "dfl_loss"}}};
    for (const auto& [id, key] : best) {
        all.push_back(metric(id, key, false, false));
    }
    for (const char* key : {"map50", "map50_95", "precision", "recall", "box_loss", "cls_loss", "dfl_loss"}) {
        all.push_back(metric(std::string("last.") + key, key, true, false));
    }
    return all;
}

const std::vector<std::pair<std::string_view, std::string_view>>& aliases()
{
    static const std::vector<std::pair<std::string_view, std::string_view>> list{
        {"tag", "tags"},          {"total", "cost"},
        {"map", "map50_95"},      {"price", "price_per_hour"},
        {"epoch_time", "epoch_seconds"}, {"epochs_done", "epoch"},
        {"variant", "model"},     {"dataset", "data"},
        {"note", "notes"},        {"host", "machine"},
        {"parent", "cloned_from"}};
    return list;
}

std::string join(const std::vector<std::string>& parts, std::string_view between)
{
    std::string all;
    for (const std::string& part : parts) {
        all += all.empty() ? "" : between;
        all += part;
    }
    return all;
}

RawValue lookUp(const std::unordered_map<std::int64_t, std::string>& names, std::int64_t id)
{
    const auto it = names.find(id);
    return it == names.end() ? RawValue{} : RawValue{it->second};
}

RawValue textOrNothing(const std::string& text)
{
    return text.empty() ? RawValue{} : RawValue{text};
}

RawValue positive(double v)
{
    return v > 0 ? RawValue{v} : RawValue{};
}


RawValue metricValue(const ExperimentColumn& column, const Experiment& e)
{
    const auto& map = column.fromLast ? e.last : e.best;
    const auto it = map.find(column.metric);
    return it == map.end() ? RawValue{} : RawValue{it->second};
}

RawValue parameter(const ExperimentColumn& column, const Experiment& e)
{
    const std::string_view name = std::string_view(column.id).substr(kParamPrefix.size());
    const nlohmann::json value = ParamSchema::get().value(e.spec.params, name, e.spec.task);
    if (value.is_number()) {
        return value.get<double>();
    }
    return value.is_null() ? RawValue{std::string("None")} : RawValue{ParamSchema::format(value)};
}

UtcMs timeOf(const ExperimentColumn& column, const Experiment& e)
{
    if (column.id == "created") {
        return e.createdMs;
    }
    if (column.id == "queued") {
        return e.queuedMs;
    }
    return column.id == "started" ? e.startedMs : e.endedMs;
}

double numberOf(std::string_view id, const Experiment& e)
{
    if (id == "epoch_seconds") {
        return e.epochSeconds;
    }
    if (id == "attempts") {
        return e.attempts;
    }
    return id == "epochs_planned" ? e.epochsPlanned : static_cast<double>(e.id.value);
}

RawValue textOf(std::string_view id, const Experiment& e, const ExperimentNames& names)
{
    if (id == "machine") {
        return lookUp(names.machines, e.machineId.value);
    }
    if (id == "queue") {
        return lookUp(names.queues, e.queueId.value);
    }
    if (id == "cloned_from") {
        return lookUp(names.experiments, e.clonedFrom.value);
    }
    const std::array<std::pair<std::string_view, const std::string*>, 7> fields{{{"model", &e.spec.modelVariant},
                                                                                 {"task", &e.spec.task},
                                                                                 {"data", &e.spec.data},
                                                                                 {"project", &e.spec.project},
                                                                                 {"backend", &e.spec.backend},
                                                                                 {"notes", &e.spec.notes},
                                                                                 {"reason", &e.reason}}};
    const auto it = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.first == id; });
    return it == fields.end() ? RawValue{} : textOrNothing(*it->second);
}

QString fileName(const QString& path)
{
    return path.section(QLatin1Char('/'), -1, -1, QString::SectionSkipEmpty);
}

} // namespace

const std::vector<ExperimentColumn>& builtIn()
{
    static const std::vector<ExperimentColumn> all = makeBuiltIn();
    return all;
}

const ExperimentColumn* find(std::string_view id)
{
    const auto& all = builtIn();
    const auto it = std::find_if(all.begin(), all.end(), [&](const ExperimentColumn& c) { return c.id == id; });
    if (it != all.end()) {
        return &*it;
    }
    // Parameter columns are made when first asked for and then stay where they are (deque: stable addresses).
    static std::deque<ExperimentColumn> parameters;
    const auto made = std::find_if(parameters.begin(), parameters.end(), [&](const auto& c) { return c.id == id; });
    if (made != parameters.end()) {
        return &*made;
    }
    if (!id.starts_with(kParamPrefix) || !ParamSchema::get().find(id.substr(kParamPrefix.size()))) {
        return nullptr;
    }
    parameters.push_back(make(std::string(id), ColumnKind::Parameter, 80, false));
    return &parameters.back();
}

const ExperimentColumn* findByWord(std::string_view word)
{
    if (const ExperimentColumn* column = find(word)) {
        return column;
    }
    for (const auto& [alias, id] : aliases()) {
        if (alias == word) {
            return find(id);
        }
    }
    return find(std::string(kParamPrefix) + std::string(word));
}

QStringList words()
{
    QStringList all;
    for (const ExperimentColumn& c : builtIn()) {
        all << fromUtf8(c.id);
    }
    for (const auto& [alias, id] : aliases()) {
        all << fromUtf8(alias);
    }
    for (const ParamSpec& spec : ParamSchema::get().all()) {
        all << fromUtf8(spec.name);
    }
    all.removeDuplicates();
    all.sort();
    return all;
}

QString title(const ExperimentColumn& column)
{
    static const std::array<std::pair<std::string_view, const char*>, 26> titles{{
        {"name", QT_TRANSLATE_NOOP("Column", "name")},
        {"status", QT_TRANSLATE_NOOP("Column", "status")},
        {"machine", QT_TRANSLATE_NOOP("Column", "machine")},
        {"epoch", QT_TRANSLATE_NOOP("Column", "epoch")},
        {"epoch_seconds", QT_TRANSLATE_NOOP("Column", "epoch time")},
        {"price_per_hour", QT_TRANSLATE_NOOP("Column", "price")},
        {"cost_per_epoch", QT_TRANSLATE_NOOP("Column", "cost/epoch")},
        {"cost", QT_TRANSLATE_NOOP("Column", "total")},
        {"tags", QT_TRANSLATE_NOOP("Column", "tags")},
        {"model", QT_TRANSLATE_NOOP("Column", "model")},
        {"task", QT_TRANSLATE_NOOP("Column", "task")},
        {"data", QT_TRANSLATE_NOOP("Column", "data set")},
        {"project", QT_TRANSLATE_NOOP("Column", "project")},
        {"queue", QT_TRANSLATE_NOOP("Column", "queue")},
        {"backend", QT_TRANSLATE_NOOP("Column", "backend")},
        {"notes", QT_TRANSLATE_NOOP("Column", "notes")},
        {"reason", QT_TRANSLATE_NOOP("Column", "reason")},
        {"cloned_from", QT_TRANSLATE_NOOP("Column", "cloned from")},
        {"attempts", QT_TRANSLATE_NOOP("Column", "attempts")},
        {"epochs_planned", QT_TRANSLATE_NOOP("Column", "epochs planned")},
        {"created", QT_TRANSLATE_NOOP("Column", "created")},
        {"queued", QT_TRANSLATE_NOOP("Column", "queued at")},
        {"started", QT_TRANSLATE_NOOP("Column", "started")},
        {"ended", QT_TRANSLATE_NOOP("Column", "ended")},
        {"id", QT_TRANSLATE_NOOP("Column", "number")},
        {"", nullptr},
    }};
    if (column.kind == ColumnKind::Parameter) {
        return fromUtf8(std::string_view(column.id).substr(kParamPrefix.size())); // YOLOv8's own name in every language
    }
    for (const auto& [id, text] : titles) {
        if (text && id == column.id) {
            return QCoreApplication::translate("Column", text);
        }
    }
    static const std::array<std::pair<std::string_view, const char*>, 7> metrics{{{"map50", "mAP50"},
                                                                                  {"map50_95", "mAP50-95"},
                                                                                  {"precision", "precision"},
                                                                                  {"recall", "recall"},
                                                                                  {"box_loss", "box loss"},
                                                                                  {"cls_loss", "cls loss"},
                                                                                  {"dfl_loss", "dfl loss"}}};
    for (const auto& [key, text] : metrics) {
        if (key == column.metric) {
            const QString name = fromUtf8(text); // names of measures are the same in every language
            return column.fromLast ? QCoreApplication::translate("Column", "%1 (newest)").arg(name) : name;
        }
    }
    return fromUtf8(column.id);
}

QString unit(const ExperimentColumn& column, std::string_view currency)
{
    if (column.id == "epoch_seconds") {
        return QCoreApplication::translate("Column", "s", "seconds");
    }
    if (column.kind == ColumnKind::Money) {
        const QString code = fromUtf8(currency);
        return column.id == "price_per_hour" ? QCoreApplication::translate("Column", "%1/h").arg(code) : code;
    }
    return {};
}

std::optional<Money> money(const ExperimentColumn& column, const Experiment& e)
{
    if (column.id == "price_per_hour") {
        return e.price ? std::optional(e.price->perHour) : std::nullopt;
    }
    return column.id == "cost_per_epoch" ? e.costPerEpoch : e.costSoFar;
}

RawValue raw(const ExperimentColumn& column, const Experiment& e, const ExperimentNames& names)
{
    switch (column.kind) {
    case ColumnKind::Name:
        return textOrNothing(e.spec.name);
    case ColumnKind::Status:
        return std::string(toString(e.status));
    case ColumnKind::Text:
        return textOf(column.id, e, names);
    case ColumnKind::Tags:
        return textOrNothing(join(e.spec.tags, ", "));
    case ColumnKind::Number:
        if (!column.metric.empty()) {
            return metricValue(column, e);
        }
        return positive(numberOf(column.id, e));
    case ColumnKind::Money:
        if (const std::optional<Money> m = money(column, e)) {
            return m->toDouble();
        }
        return {};
    case ColumnKind::Progress:
        return e.epochsPlanned > 0 || e.epochsDone > 0 ? RawValue{static_cast<double>(e.epochsDone)} : RawValue{};
    case ColumnKind::Time:
        return positive(static_cast<double>(timeOf(column, e)));
    case ColumnKind::Parameter:
        return parameter(column, e);
    }
    return {};
}

QString moneyText(const ExperimentColumn& column, const yardstick::Money& money)
{
    return column.id == "price_per_hour" ? formatPrice(money) : formatCost(money);
}

QString text(const ExperimentColumn& column, const Experiment& e, const ExperimentNames& names)
{
    switch (column.kind) {
    case ColumnKind::Name:
        return displayName(e);
    case ColumnKind::Status:
        return statusWord(e.status);
    case ColumnKind::Money: {
        const std::optional<Money> m = money(column, e);
        return m ? moneyText(column, *m) : QString();
    }
    case ColumnKind::Progress:
        if (e.epochsPlanned <= 0) {
            return e.epochsDone > 0 ? QString::number(e.epochsDone) : QString();
        }
        return QStringLiteral("%1/%2").arg(e.epochsDone).arg(e.epochsPlanned);
    case ColumnKind::Time:
        return formatTime(timeOf(column, e));
    default:
        break;
    }
    const RawValue value = raw(column, e, names);
    if (const auto* number = std::get_if<double>(&value)) {
        if (column.id == "epoch_seconds") {
            return formatEpochSeconds(*number);
        }
        return column.decimals >= 0 ? formatFixed(*number, column.decimals) : formatNumber(*number, 6);
    }
    if (const auto* words = std::get_if<std::string>(&value)) {
        if (column.id == "reason") {
            return errorText(*words, {});
        }
        return column.id == "data" ? fileName(fromUtf8(*words)) : fromUtf8(*words);
    }
    return {};
}

QString plain(const ExperimentColumn& column, const Experiment& e, const ExperimentNames& names)
{
    if (column.kind == ColumnKind::Money) {
        const std::optional<Money> m = money(column, e);
        return m ? fromUtf8(m->toDecimal(2)) : QString();
    }
    if (column.kind == ColumnKind::Time) {
        const UtcMs t = timeOf(column, e);
        return t > 0 ? fromUtf8(formatUtc(t)) : QString();
    }
    if (column.kind == ColumnKind::Progress) {
        return text(column, e, names);
    }
    const RawValue value = raw(column, e, names);
    if (const auto* number = std::get_if<double>(&value)) {
        return QString::number(*number, 'g', QLocale::FloatingPointShortest);
    }
    const auto* words = std::get_if<std::string>(&value);
    return words ? fromUtf8(*words) : QString();
}

} // namespace yardstick::ui::columns
