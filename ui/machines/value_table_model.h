// ValueTableModel: a small read-only table of prepared values (machines, quotes, hosts, data sets): rows with an id, cells
// with a text and what they sort by. Owner thread: GUI.
#pragma once

#include <QAbstractTableModel>

#include <vector>

namespace yardstick::ui {

struct ValueCell
{
    QString text;
    QVariant sort;    ///< invalid: sorts by the text
    QString toolTip;
    bool faint = false; ///< an example, a stale value
    bool bad = false;
};
struct ValueColumn
{
    QString title;
    bool numeric = false;
    int width = 110;
};
struct ValueRow
{
    qint64 id = 0;
    std::vector<ValueCell> cells;
};

class ValueTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole + 1, FaintRole, BadRole };

    explicit ValueTableModel(std::vector<ValueColumn> columns, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// Values are replaced in place where the ids are the same; otherwise everything is new.
    void setRows(std::vector<ValueRow> rows);
    [[nodiscard]] int rowOf(qint64 id) const; ///< -1: not there
    [[nodiscard]] const std::vector<ValueColumn>& columnList() const { return m_columns; }

private:
    void arrange(std::vector<ValueRow>& rows) const;

    std::vector<ValueColumn> m_columns;
    std::vector<ValueRow> m_rows;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace yardstick::ui
