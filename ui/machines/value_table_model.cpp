#include "ui/machines/value_table_model.h"

#include "ui/theme/tokens.h"

#include <QGuiApplication>

#include <algorithm>

namespace yardstick::ui {

ValueTableModel::ValueTableModel(std::vector<ValueColumn> columns, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
{
}

int ValueTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ValueTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ValueTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const ValueRow& row = m_rows[static_cast<size_t>(index.row())];
    const auto column = static_cast<size_t>(index.column());
    static const ValueCell none;
    const ValueCell& cell = column < row.cells.size() ? row.cells[column] : none;
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.toolTip.isEmpty() ? QVariant(cell.text) : QVariant(cell.toolTip);
    case Qt::TextAlignmentRole:
        return QVariant((m_columns[column].numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole:
        return m_columns[column].numeric ? QVariant(tabular(QGuiApplication::font())) : QVariant();
    case Qt::ForegroundRole: {
        const Tokens& t = tokens(isDark(QGuiApplication::palette()));
        if (cell.bad) {
            return t.bad;
        }
        return cell.faint ? QVariant(t.secondary) : QVariant();
    }
    case IdRole:
        return row.id;
    case FaintRole:
        return cell.faint;
    case BadRole:
        return cell.bad;
    default:
        return {};
    }
}

QVariant ValueTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const ValueColumn& column = m_columns[static_cast<size_t>(section)];
    if (role == Qt::DisplayRole) {
        return column.title;
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((column.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return {};
}

void ValueTableModel::arrange(std::vector<ValueRow>& rows) const
{
    if (m_sortColumn < 0) {
        return;
    }
    const auto column = static_cast<size_t>(m_sortColumn);
    const bool descending = m_sortOrder == Qt::DescendingOrder;
    std::stable_sort(rows.begin(), rows.end(), [&](const ValueRow& a, const ValueRow& b) {
        const ValueCell& x = a.cells[column];
        const ValueCell& y = b.cells[column];
        if (m_columns[column].numeric && x.sort.isValid() != y.sort.isValid()) {
            return x.sort.isValid(); // nothing there comes last
        }
        if (x.sort.isValid() && y.sort.isValid()) {
            return descending ? x.sort.toDouble() > y.sort.toDouble() : x.sort.toDouble() < y.sort.toDouble();
        }
        const int c = x.text.localeAwareCompare(y.text);
        return descending ? c > 0 : c < 0;
    });
}

void ValueTableModel::setRows(std::vector<ValueRow> rows)
{
    arrange(rows);
    const bool same = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                 [](const ValueRow& a, const ValueRow& b) { return a.id == b.id; });
    if (!same) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

void ValueTableModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column < columnCount() ? column : -1;
    m_sortOrder = order;
    if (m_sortColumn < 0) {
        return;
    }
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    std::vector<qint64> before;
    for (const ValueRow& row : m_rows) {
        before.push_back(row.id);
    }
    arrange(m_rows);
    for (const QModelIndex& index : persistentIndexList()) {
        changePersistentIndex(index, createIndex(rowOf(before[static_cast<size_t>(index.row())]), index.column()));
    }
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

int ValueTableModel::rowOf(qint64 id) const
{
    const auto it = std::find_if(m_rows.begin(), m_rows.end(), [&](const ValueRow& row) { return row.id == id; });
    return it == m_rows.end() ? -1 : static_cast<int>(it - m_rows.begin());
}

} // namespace yardstick::ui
