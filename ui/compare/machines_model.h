// MachinesModel: the rows of a machine comparison as an item model: raw values for sorting, fixed decimals so that columns
// align on the point, the reason of a greyed row. Sorting by an index vector of its own. Owner thread: GUI.
#pragma once

#include "core/compare.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include <vector>

namespace yardstick::ui {

class MachinesModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Rank, Machine, EpochTime, Price, CostPerEpoch, AllIn, AllInPerEpoch, Total, Delta, Epochs, BasisColumn,
                  Finish, Interruptions, PerImage, Batch, Threads, LastMeasured, Reason, ColumnCount };
    /// ErrorTextRole: "±0.6" beside the value; WidestErrorRole: the widest of the column; MissingDecimalsRole: how many
    /// decimals fewer than the most of its column.
    enum Role { RawRole = Qt::UserRole + 1, ErrorTextRole, WidestErrorRole, MissingDecimalsRole };

    explicit MachinesModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// Rows are matched by machine: an unchanged set changes in place, selection and scroll stay.
    void setComparison(const Comparison& comparison);
    [[nodiscard]] const MachineRow& row(int index) const { return m_comparison.rows[m_order[static_cast<size_t>(index)]]; }

    /// No row has anything to show in it.
    [[nodiscard]] bool isEmptyColumn(int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    void order();
    void measure(); ///< decimals and widest error of each column
    [[nodiscard]] QString text(const MachineRow& row, int column) const;
    [[nodiscard]] QString errorText(const MachineRow& row, int column) const;
    [[nodiscard]] static QString timeToolTip(const MachineRow& row);
    [[nodiscard]] QString toolTip(const MachineRow& row, int column) const;
    [[nodiscard]] QVariant raw(const MachineRow& row, int column) const;

    Comparison m_comparison;
    std::vector<size_t> m_order;
    int m_sortColumn = -1; ///< as compared
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_oneCurrency = true; ///< every price is in the currency of the comparison
    int m_decimals[ColumnCount] = {};
    QString m_widestError[ColumnCount];
};

/// "1 EUR = 1.08 USD since 2026-11-01"
QString rateText(const FxRate& rate);

/// Value aligned at the decimal point, its ± in a column of its own behind it.
class ValueErrorDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace yardstick::ui
