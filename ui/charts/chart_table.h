// A chart as a table: the best answer for screen readers and for reading exact numbers. ChartTableModel joins the series
// on x; ChartTableDialog shows it and copies cells as TSV. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"

#include <QAbstractTableModel>
#include <QDialog>

#include <optional>
#include <vector>

class QTableView;

namespace yardstick::ui {

class ChartTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role { ValueRole = Qt::UserRole + 1 }; ///< double; invalid: no value at this x
    explicit ChartTableModel(const LineChart& chart, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QStringList m_headers;
    std::vector<double> m_x;
    std::vector<std::vector<std::optional<double>>> m_columns;
};

class ChartTableDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ChartTableDialog(const LineChart& chart, QWidget* parent = nullptr);

private:
    void copySelection();
    QTableView* m_view;
};

} // namespace yardstick::ui
