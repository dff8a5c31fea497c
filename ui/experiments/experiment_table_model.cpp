#include "ui/experiments/experiment_table_model.h"

#include "ui/experiments/natural_key.h"
#include "ui/format.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace yardstick::ui {
namespace {

/// "best, small" → {"best", "small"}: trimmed, without doubles.
QStringList splitTags(const QString& text)
{
    QStringList tags;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString tag = part.simplified();
        if (!tag.isEmpty() && !tags.contains(tag)) {
            tags << tag;
        }
    }
    return tags;
}

} // namespace

/// Values of the sort column, once per row; empty values come last in both directions.
struct ExperimentTableModel::SortKeys
{
    std::vector<double> numbers;
    std::vector<std::string> texts;
    std::vector<char> present;

    [[nodiscard]] bool less(int a, int b, bool descending) const
    {
        const auto i = static_cast<size_t>(a);
        const auto j = static_cast<size_t>(b);
        if (present[i] != present[j]) {
            return present[i] > present[j];
        }
        if (!present[i]) {
            return a > b;
        }
        if (numbers[i] != numbers[j]) {
            return descending ? numbers[i] > numbers[j] : numbers[i] < numbers[j];
        }
        const int c = texts.empty() ? 0 : texts[i].compare(texts[j]);
        if (c != 0) {
            return descending ? c > 0 : c < 0;
        }
        return a > b; // the newer one first
    }
};

ExperimentTableModel::ExperimentTableModel(QObject* parent) : QAbstractTableModel(parent)
{
    for (const ExperimentColumn& column : columns::builtIn()) {
        m_columns.push_back(&column);
    }
}

int ExperimentTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int ExperimentTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

const Experiment& ExperimentTableModel::at(int row) const
{
    return m_rows[static_cast<size_t>(m_order[static_cast<size_t>(row)])].experiment;
}

const Experiment* ExperimentTableModel::byId(ExperimentId id) const
{
    const auto it = m_index.find(id.value);
    return it == m_index.end() ? nullptr : &m_rows[static_cast<size_t>(it->second)].experiment;
}

int ExperimentTableModel::rowOf(ExperimentId id) const
{
    const auto it = m_index.find(id.value);
    return it == m_index.end() ? -1 : m_position[static_cast<size_t>(it->second)];
}

const std::vector<ExperimentId> ExperimentTableModel::visibleIds() const
{
    std::vector<ExperimentId> ids;
    ids.reserve(m_order.size());
    for (const int source : m_order) {
        ids.push_back(m_rows[static_cast<size_t>(source)].experiment.id);
    }
    return ids;
}

std::vector<Experiment> ExperimentTableModel::choose(const std::function<bool(const Experiment&)>& wanted) const
{
    std::vector<Experiment> chosen;
    for (const Row& row : m_rows) {
        if (wanted(row.experiment)) {
            chosen.push_back(row.experiment);
        }
    }
    return chosen;
}

int ExperimentTableModel::columnOf(std::string_view id) const
{
    const auto it = std::find_if(m_columns.begin(), m_columns.end(), [&](const auto* c) { return c->id == id; });
    return it == m_columns.end() ? -1 : static_cast<int>(it - m_columns.begin());
}

QVariant ExperimentTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Experiment& e = at(index.row());
    const ExperimentColumn& column = *m_columns[static_cast<size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        if (column.kind == ColumnKind::Money) {
            const std::optional<Money> m = columns::money(column, e);
            if (m && m->currency().code() != m_currency) {
                return columns::moneyText(column, *m) + QLatin1Char(' ') + fromUtf8(m->currency().code());
            }
        }
        return columns::text(column, e, m_names);
    case Qt::EditRole:
        return column.kind == ColumnKind::Name ? fromUtf8(e.spec.name) : columns::plain(column, e, m_names);
    case Qt::ToolTipRole:
        if (column.kind == ColumnKind::Status) {
            return e.reason.empty() ? QVariant() : errorText(e.reason, {});
        }
        if (const QString said = column.kind == ColumnKind::Name ? mark(e.id) : QString(); !said.isEmpty()) {
            return columns::plain(column, e, m_names) + QLatin1Char('\n') + said;
        }
        return columns::plain(column, e, m_names);
    case Qt::AccessibleDescriptionRole:
        return column.kind == ColumnKind::Name ? mark(e.id) : QString();
    case Qt::TextAlignmentRole:
        return column.numeric() ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case IdRole:
        return QVariant::fromValue<qint64>(e.id.value);
    case RawRole: {
        const RawValue value = rawAt(m_order[static_cast<size_t>(index.row())], index.column());
        if (const auto* number = std::get_if<double>(&value)) {
            return *number;
        }
        const auto* text = std::get_if<std::string>(&value);
        return text ? QVariant(fromUtf8(*text)) : QVariant();
    }
    case PlainRole:
        return columns::plain(column, e, m_names);
    case StatusRole:
        return static_cast<int>(e.status);
    case ColourRole:
        return e.colour;
    case ProgressRole:
        if (e.status == ExperimentStatus::Running && e.epochsPlanned > 0) {
            return std::clamp(static_cast<double>(e.epochsDone) / e.epochsPlanned, 0.0, 1.0);
        }
        return {};
    case NumericRole:
        return column.numeric();
    default:
        return {};
    }
}

bool ExperimentTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole) {
        return false;
    }
    const Experiment& e = at(index.row());
    const ExperimentColumn& column = *m_columns[static_cast<size_t>(index.column())];
    const QString text = value.toString();
    // The store answers with the changed row; until then the old value stays, so that a refusal needs no way back.
    if (column.kind == ColumnKind::Name) {
        const QString name = text.simplified();
        if (name.isEmpty() || name == fromUtf8(e.spec.name)) {
            return false;
        }
        Q_EMIT renameRequested(e.id, name);
        return true;
    }
    if (column.kind == ColumnKind::Tags) {
        if (text == data(index, Qt::EditRole).toString()) {
            return false; // also a tag that holds a comma stays one
        }
        const QStringList tags = splitTags(text);
        QStringList before;
        for (const std::string& tag : e.spec.tags) {
            before << fromUtf8(tag);
        }
        if (tags == before) {
            return false;
        }
        Q_EMIT tagsRequested(e.id, tags);
        return true;
    }
    if (column.id == "notes" && text != fromUtf8(e.spec.notes)) {
        Q_EMIT notesRequested(e.id, text);
        return true;
    }
    return false;
}

QVariant ExperimentTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const ExperimentColumn& column = *m_columns[static_cast<size_t>(section)];
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        const QString unit = columns::unit(column, m_currency);
        const QString title = columns::title(column);
        return unit.isEmpty() ? title : QStringLiteral("%1 [%2]").arg(title, unit);
    }
    if (role == Qt::TextAlignmentRole) {
        return column.numeric() ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return {};
}

Qt::ItemFlags ExperimentTableModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    const ExperimentColumn& column = *m_columns[static_cast<size_t>(index.column())];
    const bool editable = column.kind == ColumnKind::Name || column.kind == ColumnKind::Tags || column.id == "notes";
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
    return editable ? flags | Qt::ItemIsEditable : flags;
}

RawValue ExperimentTableModel::rawAt(int row, int section) const
{
    return columns::raw(*m_columns[static_cast<size_t>(section)], m_rows[static_cast<size_t>(row)].experiment, m_names);
}

ExperimentTableModel::Row ExperimentTableModel::makeRow(Experiment experiment) const
{
    Row row;
    row.haystack = Filter::searchText(experiment, m_names);
    row.experiment = std::move(experiment);
    return row;
}

bool ExperimentTableModel::accepts(const Row& row) const
{
    if (row.experiment.archived && !m_showArchived) {
        return false;
    }
    return m_filter.matches(row.experiment, m_names, row.haystack);
}

std::vector<int> ExperimentTableModel::computeOrder() const
{
    std::vector<int> order;
    order.reserve(m_rows.size());
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (accepts(m_rows[i])) {
            order.push_back(static_cast<int>(i));
        }
    }
    if (m_sortColumn < 0) {
        std::reverse(order.begin(), order.end());
        return order;
    }
    SortKeys keys;
    keys.numbers.resize(m_rows.size());
    keys.present.resize(m_rows.size());
    const bool status = m_columns[static_cast<size_t>(m_sortColumn)]->kind == ColumnKind::Status;
    for (const int source : order) {
        const auto i = static_cast<size_t>(source);
        if (status) {
            keys.numbers[i] = static_cast<double>(m_rows[i].experiment.status);
            keys.present[i] = 1;
            continue;
        }
        const RawValue value = rawAt(source, m_sortColumn);
        if (const auto* number = std::get_if<double>(&value)) {
            keys.numbers[i] = *number;
            keys.present[i] = std::isnan(*number) ? 0 : 2; // numbers before texts before nothing
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            if (keys.texts.empty()) {
                keys.texts.resize(m_rows.size());
            }
            keys.texts[i] = naturalKey(*text);
            keys.present[i] = 1;
        }
    }
    const bool descending = m_sortOrder == Qt::DescendingOrder;
    std::sort(order.begin(), order.end(), [&](int a, int b) { return keys.less(a, b, descending); });
    return order;
}

void ExperimentTableModel::moveTo(const std::vector<int>& order)
{
    if (order == m_order) {
        return;
    }
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<int> before = std::exchange(m_order, order);
    for (size_t row = 0; row < m_order.size(); ++row) {
        m_position[static_cast<size_t>(m_order[row])] = static_cast<int>(row);
    }
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    to.reserve(from.size());
    for (const QModelIndex& index : from) {
        const int source = before[static_cast<size_t>(index.row())];
        to << createIndex(m_position[static_cast<size_t>(source)], index.column());
    }
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

bool ExperimentTableModel::beginLeaving(std::vector<int> arranged, const std::function<bool(int)>& leaves)
{
    const size_t kept = arranged.size();
    m_takers.clear();
    int lastKept = -1;
    for (const int source : m_order) {
        if (leaves(source)) {
            arranged.push_back(source);
            m_takers.push_back(-1);
        } else {
            lastKept = source;
            for (size_t i = m_takers.size(); i-- > 0 && m_takers[i] < 0;) {
                m_takers[i] = source; // those right above it
            }
        }
    }
    std::replace(m_takers.begin(), m_takers.end(), -1, lastKept);
    moveTo(arranged);
    if (arranged.size() == kept) {
        return false;
    }
    beginRemoveRows({}, static_cast<int>(kept), static_cast<int>(arranged.size()) - 1);
    return true;
}

int ExperimentTableModel::placeTaker(int leavingRow) const
{
    const int at = leavingRow - (rowCount() - static_cast<int>(m_takers.size()));
    const int source = at >= 0 && at < static_cast<int>(m_takers.size()) ? m_takers[static_cast<size_t>(at)] : -1;
    return source < 0 ? -1 : m_position[static_cast<size_t>(source)];
}

/// Goes to the new order in exact steps: those who leave move to the end and are removed, those who come are added at
/// the end and move to their place. Every step is one signal, however many rows it concerns.
void ExperimentTableModel::reorder()
{
    const std::vector<int> next = computeOrder();
    std::vector<char> wanted(m_rows.size(), 0);
    std::vector<int> arranged;
    std::vector<int> added;
    for (const int source : next) {
        wanted[static_cast<size_t>(source)] = 1;
        (m_position[static_cast<size_t>(source)] >= 0 ? arranged : added).push_back(source);
    }
    const size_t kept = arranged.size();
    if (beginLeaving(std::move(arranged), [&](int source) { return wanted[static_cast<size_t>(source)] == 0; })) {
        for (size_t row = kept; row < m_order.size(); ++row) {
            m_position[static_cast<size_t>(m_order[row])] = -1;
        }
        m_order.resize(kept);
        m_takers.clear();
        endRemoveRows();
    }
    if (!added.empty()) {
        beginInsertRows({}, static_cast<int>(kept), static_cast<int>(kept + added.size()) - 1);
        for (const int source : added) {
            m_position[static_cast<size_t>(source)] = static_cast<int>(m_order.size());
            m_order.push_back(source);
        }
        endInsertRows();
        moveTo(next);
    }
}

void ExperimentTableModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column < columnCount() ? column : -1;
    m_sortOrder = order;
    reorder();
}

void ExperimentTableModel::setFilter(const Filter& filter)
{
    m_filter = filter;
    reorder();
}

void ExperimentTableModel::setShowArchived(bool show)
{
    m_showArchived = show;
    reorder();
}

void ExperimentTableModel::setExperiments(std::vector<Experiment> experiments, ExperimentNames names)
{
    beginResetModel();
    m_names = std::move(names);
    m_rows.clear();
    m_index.clear();
    for (Experiment& e : experiments) {
        m_index[e.id.value] = static_cast<int>(m_rows.size());
        m_rows.push_back(makeRow(std::move(e)));
    }
    m_order = computeOrder();
    m_position.assign(m_rows.size(), -1);
    for (size_t row = 0; row < m_order.size(); ++row) {
        m_position[static_cast<size_t>(m_order[row])] = static_cast<int>(row);
    }
    refreshCurrency();
    endResetModel();
}

void ExperimentTableModel::setNames(ExperimentNames names)
{
    m_names = std::move(names);
    for (Row& row : m_rows) {
        row.haystack = Filter::searchText(row.experiment, m_names);
    }
    reorder();
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

void ExperimentTableModel::rememberNames(const std::vector<Experiment>& experiments)
{
    for (const Experiment& e : experiments) {
        m_names.experiments[e.id.value] = toUtf8(displayName(e));
    }
}

bool ExperimentTableModel::staysInPlace(int row, const Row& next) const
{
    const Row& before = m_rows[static_cast<size_t>(row)];
    if (accepts(next) != (m_position[static_cast<size_t>(row)] >= 0)) {
        return false;
    }
    if (m_sortColumn < 0) {
        return true;
    }
    const ExperimentColumn& column = *m_columns[static_cast<size_t>(m_sortColumn)];
    return columns::raw(column, before.experiment, m_names) == columns::raw(column, next.experiment, m_names);
}

void ExperimentTableModel::removeSources(const QSet<qint64>& ids)
{
    const auto leaves = [&](int source) { return ids.contains(m_rows[static_cast<size_t>(source)].experiment.id.value); };
    std::vector<int> kept;
    std::copy_if(m_order.begin(), m_order.end(), std::back_inserter(kept), [&](int source) { return !leaves(source); });
    const bool shown = beginLeaving(kept, leaves);
    std::vector<int> moved(m_rows.size(), -1);
    std::vector<Row> rows;
    m_index.clear();
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const std::int64_t id = m_rows[i].experiment.id.value;
        if (!ids.contains(id)) {
            moved[i] = static_cast<int>(rows.size());
            m_index[id] = moved[i];
            rows.push_back(std::move(m_rows[i]));
        }
    }
    m_rows = std::move(rows);
    m_order.clear();
    m_position.assign(m_rows.size(), -1);
    for (const int source : kept) {
        const int now = moved[static_cast<size_t>(source)];
        m_position[static_cast<size_t>(now)] = static_cast<int>(m_order.size());
        m_order.push_back(now);
    }
    m_takers.clear();
    if (shown) {
        endRemoveRows();
    }
}

void ExperimentTableModel::applyChanges(const QSet<qint64>& asked, std::vector<Experiment> experiments)
{
    QSet<qint64> missing = asked;
    for (const Experiment& e : experiments) {
        missing.remove(e.id.value);
    }
    missing.removeIf([&](qint64 id) { return !m_index.contains(id); });
    if (!missing.isEmpty()) {
        removeSources(missing);
    }
    bool moves = false;
    bool foreign = false; // a price in another currency than the header's
    std::vector<ExperimentId> changed;
    for (Experiment& e : experiments) {
        foreign = foreign || (e.price && e.price->perHour.currency().code() != m_currency);
        const auto it = m_index.find(e.id.value);
        if (it == m_index.end()) {
            m_index[e.id.value] = static_cast<int>(m_rows.size());
            m_rows.push_back(makeRow(std::move(e)));
            m_position.push_back(-1);
            moves = true;
            continue;
        }
        Row next = makeRow(std::move(e));
        moves = moves || !staysInPlace(it->second, next);
        changed.push_back(next.experiment.id);
        m_rows[static_cast<size_t>(it->second)] = std::move(next);
    }
    if (moves) {
        // An experiment that comes back from the trash is older than the last one: keep the source by id.
        const auto byId = [](const Row& a, const Row& b) { return a.experiment.id < b.experiment.id; };
        if (!std::is_sorted(m_rows.begin(), m_rows.end(), byId)) {
            std::vector<Experiment> all;
            all.reserve(m_rows.size());
            std::sort(m_rows.begin(), m_rows.end(), byId);
            for (Row& row : m_rows) {
                all.push_back(std::move(row.experiment));
            }
            setExperiments(std::move(all), m_names);
            return;
        }
        reorder();
    }
    std::vector<int> rows;
    for (const ExperimentId id : changed) {
        if (const int row = rowOf(id); row >= 0) {
            rows.push_back(row);
        }
    }
    std::sort(rows.begin(), rows.end());
    for (size_t i = 0; i < rows.size();) {
        size_t end = i + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1) {
            ++end;
        }
        Q_EMIT dataChanged(index(rows[i], 0), index(rows[end - 1], columnCount() - 1));
        i = end;
    }
    if (foreign) {
        refreshCurrency();
    }
}

} // namespace yardstick::ui
