#include "ui/params/parameter_model.h"

#include "ui/format.h"
#include "ui/params/spec_values.h"

#include <QCoreApplication>
#include <QFont>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr quintptr kGroupId = 0; ///< internal id of groups; a parameter's is its group's row + 1

/// `mode` says what a job does, not what an experiment is: it is no field of the editor.
bool isShown(const ParamSpec& param, const std::string& task)
{
    const bool fits = param.tasks.empty() || std::find(param.tasks.begin(), param.tasks.end(), task) != param.tasks.end();
    return fits && param.name != "mode";
}

QStringList choicesOf(const ParamSpec& param, const std::string& task)
{
    QStringList choices;
    if (param.name == "model_variant") {
        for (const std::string& variant : modelVariants(task)) {
            choices << fromUtf8(variant);
        }
        return choices;
    }
    if (param.type == ParamType::Bool || param.type == ParamType::BoolOrString) {
        choices << QStringLiteral("true") << QStringLiteral("false");
    }
    if (param.type == ParamType::Choice || param.type == ParamType::BoolOrString) {
        for (const std::string& choice : param.choices) {
            choices << fromUtf8(choice);
        }
    }
    if (param.nullable && !choices.isEmpty()) {
        choices << QStringLiteral("None");
    }
    return choices;
}

/// A bound as the schema has it: 1, 0.5, 1000000.
QString boundText(double bound)
{
    constexpr double kExact = 1e15;
    return std::floor(bound) == bound && std::abs(bound) < kExact ? QString::number(static_cast<qint64>(bound))
                                                                  : QString::number(bound, 'g', QLocale::FloatingPointShortest);
}

QString shown(const nlohmann::json& value)
{
    return fromUtf8(ParamSchema::format(value));
}

} // namespace

QString describeType(const ParamSpec& param)
{
    const auto words = [](ParamType type) {
        switch (type) {
        case ParamType::Bool:
            return ParameterModel::tr("true or false");
        case ParamType::Int:
            return ParameterModel::tr("whole number");
        case ParamType::Float:
            return ParameterModel::tr("number");
        case ParamType::String:
            return ParameterModel::tr("text");
        case ParamType::Path:
            return ParameterModel::tr("path");
        case ParamType::Choice:
            return ParameterModel::tr("one of a list");
        case ParamType::IntList:
            return ParameterModel::tr("list of whole numbers, like [0, 1]");
        case ParamType::BoolOrString:
            return ParameterModel::tr("true, false or one of a list");
        case ParamType::IntOrIntList:
            return ParameterModel::tr("whole number or list, like [0, 1]");
        case ParamType::IntOrFraction:
            return ParameterModel::tr("whole number, or a share between 0 and 1");
        case ParamType::BoolOrPath:
            return ParameterModel::tr("true, false or a path");
        }
        return QString();
    };
    QString text = words(param.type);
    if (param.minimum && param.maximum) {
        text += ParameterModel::tr(", %1 to %2").arg(boundText(*param.minimum), boundText(*param.maximum));
    } else if (param.minimum) {
        text += (param.minimumExclusive ? ParameterModel::tr(", more than %1") : ParameterModel::tr(", at least %1")).arg(boundText(*param.minimum));
    } else if (param.maximum) {
        text += ParameterModel::tr(", at most %1").arg(boundText(*param.maximum));
    }
    if (param.nullable) {
        text += ParameterModel::tr(", or None");
    }
    return text;
}

ParameterModel::ParameterModel(QObject* parent) : QAbstractItemModel(parent) {}

std::vector<ParameterModel::Group> ParameterModel::groupsFor(const std::string& task) const
{
    std::vector<Group> groups;
    const ParamSchema& schema = ParamSchema::get();
    for (const std::string& name : schema.groups()) {
        Group group{name, {}};
        for (const ParamSpec& param : schema.all()) {
            if (param.group == name && isShown(param, task)) {
                group.params.push_back(&param);
            }
        }
        if (!group.params.empty()) {
            groups.push_back(std::move(group));
        }
    }
    return groups;
}

void ParameterModel::setExperiment(const Experiment& experiment, const std::optional<Experiment>& parentExperiment)
{
    const bool rebuilt = m_groups.empty() || experiment.spec.task != m_experiment.spec.task;
    if (experiment.id != m_experiment.id) {
        m_faults.clear();
    }
    const bool editableNow = experiment.status == ExperimentStatus::Draft && experiment.deletedMs == 0;
    if (rebuilt) {
        beginResetModel();
    }
    m_experiment = experiment;
    m_parent = parentExperiment;
    m_editable = editableNow;
    if (rebuilt) {
        m_groups = groupsFor(experiment.spec.task);
        endResetModel();
        return;
    }
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex group = index(row, 0);
        Q_EMIT dataChanged(index(0, 0, group), index(rowCount(group) - 1, ColumnCount - 1, group));
    }
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ParameterModel::clear()
{
    beginResetModel();
    m_groups.clear();
    m_experiment = {};
    m_parent.reset();
    m_faults.clear();
    m_editable = false;
    endResetModel();
}

QModelIndex ParameterModel::index(int row, int column, const QModelIndex& parentIndex) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parentIndex)) {
        return {};
    }
    return createIndex(row, column, parentIndex.isValid() ? static_cast<quintptr>(parentIndex.row()) + 1 : kGroupId);
}

QModelIndex ParameterModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroupId) {
        return {};
    }
    return createIndex(static_cast<int>(index.internalId() - 1), 0, kGroupId);
}

int ParameterModel::rowCount(const QModelIndex& parentIndex) const
{
    if (!parentIndex.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    if (parentIndex.internalId() != kGroupId || parentIndex.column() != 0) {
        return 0;
    }
    return static_cast<int>(m_groups[static_cast<size_t>(parentIndex.row())].params.size());
}

int ParameterModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

const ParamSpec* ParameterModel::spec(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroupId) {
        return nullptr;
    }
    return m_groups[static_cast<size_t>(index.internalId() - 1)].params[static_cast<size_t>(index.row())];
}

QModelIndex ParameterModel::find(std::string_view name, int column) const
{
    for (size_t g = 0; g < m_groups.size(); ++g) {
        for (size_t p = 0; p < m_groups[g].params.size(); ++p) {
            if (m_groups[g].params[p]->name == name) {
                return createIndex(static_cast<int>(p), column, static_cast<quintptr>(g) + 1);
            }
        }
    }
    return {};
}

bool ParameterModel::changed(const ParamSpec& param) const
{
    return specValue(m_experiment.spec, param.name) != specDefault(m_experiment.spec, param.name);
}

bool ParameterModel::changedFromParent(const ParamSpec& param) const
{
    return m_parent && specValue(m_experiment.spec, param.name) != specValue(m_parent->spec, param.name);
}

QString ParameterModel::note(const ParamSpec& param) const
{
    const auto fault = m_faults.find(param.name);
    if (fault != m_faults.end()) {
        return fault->second;
    }
    QStringList parts;
    if (changedFromParent(param)) {
        parts << tr("#%1: %2", "number of the parent: its value")
                     .arg(m_parent->id.value)
                     .arg(shown(specValue(m_parent->spec, param.name)));
    }
    if (changed(param)) {
        parts << tr("default: %1").arg(shown(specDefault(m_experiment.spec, param.name)));
    }
    if (param.support == "ignored") {
        parts << tr("has no effect");
    } else if (param.support == "refused") {
        parts << tr("only the default is accepted");
    }
    return parts.join(QStringLiteral(" · "));
}

QVariant ParameterModel::groupData(const Group& group, int column, int role) const
{
    if (column == NameColumn && role == Qt::DisplayRole) {
        return parameterGroup(group.name);
    }
    if (column == NoteColumn && role == Qt::DisplayRole) {
        const auto count = std::count_if(group.params.begin(), group.params.end(), [&](const ParamSpec* p) { return changed(*p); });
        return count > 0 ? tr("%n changed", nullptr, static_cast<int>(count)) : QString();
    }
    if (role == Qt::FontRole && column == NameColumn) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant ParameterModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const ParamSpec* param = spec(index);
    if (!param) {
        return groupData(m_groups[static_cast<size_t>(index.row())], index.column(), role);
    }
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NameColumn) {
            const QString name = fromUtf8(param->name);
            return param->unit.empty() ? name : QStringLiteral("%1 [%2]").arg(name, fromUtf8(param->unit));
        }
        return index.column() == ValueColumn ? shown(specValue(m_experiment.spec, param->name)) : note(*param);
    case Qt::EditRole:
        return shown(specValue(m_experiment.spec, param->name));
    case Qt::ToolTipRole:
        return parameterHelp(param->help) + QLatin1Char('\n') + describeType(*param);
    case NameRole:
        return fromUtf8(param->name);
    case ChangedRole:
        return changed(*param);
    case ChangedFromParentRole:
        return changedFromParent(*param);
    case AdvancedRole:
        return param->advanced;
    case IgnoredRole:
        return param->support != "honoured";
    case FaultRole: {
        const auto fault = m_faults.find(param->name);
        return fault == m_faults.end() ? QString() : fault->second;
    }
    case ChoicesRole:
        return choicesOf(*param, m_experiment.spec.task);
    case SearchRole:
        return QString(fromUtf8(param->name) + QLatin1Char(' ') + parameterHelp(param->help) + QLatin1Char(' ') +
                       shown(specValue(m_experiment.spec, param->name)));
    default:
        return {};
    }
}

bool ParameterModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const ParamSpec* param = spec(index);
    if (!param || role != Qt::EditRole || !m_editable) {
        return false;
    }
    const auto parsed = ParamSchema::get().parse(param->name, toUtf8(value.toString().trimmed()));
    if (!parsed) {
        m_faults[param->name] = errorText(parsed.error());
        rowChanged(index);
        return false;
    }
    forgetFault(index);
    if (*parsed != specValue(m_experiment.spec, param->name)) {
        Q_EMIT changeRequested(fromUtf8(param->name), *parsed);
    }
    return true;
}

bool ParameterModel::check(const QModelIndex& index, const QString& text)
{
    const ParamSpec* param = spec(index);
    if (!param) {
        return false;
    }
    const auto parsed = ParamSchema::get().parse(param->name, toUtf8(text.trimmed()));
    if (parsed) {
        forgetFault(index);
    } else {
        m_faults[param->name] = errorText(parsed.error());
        rowChanged(index);
    }
    return parsed.has_value();
}

void ParameterModel::forgetFault(const QModelIndex& index)
{
    const ParamSpec* param = spec(index);
    if (param && m_faults.erase(param->name) > 0) {
        rowChanged(index);
    }
}

void ParameterModel::rowChanged(const QModelIndex& index)
{
    Q_EMIT dataChanged(index.siblingAtColumn(NoteColumn), index.siblingAtColumn(NoteColumn));
}

void ParameterModel::requestReset(const QModelIndex& index, bool toParent)
{
    const ParamSpec* param = spec(index);
    if (!param || !m_editable) {
        return;
    }
    forgetFault(index);
    if (toParent && m_parent) {
        Q_EMIT changeRequested(fromUtf8(param->name), specValue(m_parent->spec, param->name));
    } else if (changed(*param)) {
        Q_EMIT changeRequested(fromUtf8(param->name), specDefault(m_experiment.spec, param->name));
    }
}

QVariant ParameterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("parameter");
    case ValueColumn:
        return tr("value");
    case NoteColumn:
        return tr("differs from");
    default:
        return {};
    }
}

Qt::ItemFlags ParameterModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const ParamSpec* param = spec(index);
    if (param && index.column() == ValueColumn && m_editable && param->support != "refused") {
        return flags | Qt::ItemIsEditable;
    }
    return flags;
}

} // namespace yardstick::ui
