// PlotsTab: what validation measured: the confusion matrix, the curves over confidence and recall, and the table per class.
// Data comes from plot events; nothing is an image. Owner thread: GUI.
#pragma once

#include "ui/details/details_tab.h"

#include <QAbstractTableModel>

class QCheckBox;
class QComboBox;
class QLabel;
class QTableView;
class QToolButton;

namespace yardstick::ui {

class ConfusionView;
class MetricChart;

/// {"rows":[{"name","images","instances","precision","recall","f1","ap50","ap"}]}
class PerClassModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Images, Instances, Precision, Recall, F1, Ap50, Ap, ColumnCount };
    enum Role { RawRole = Qt::UserRole + 1 };
    explicit PerClassModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setData(const nlohmann::json& data);
    using QAbstractTableModel::setData;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    struct Row
    {
        QString name;
        double values[ColumnCount] = {};
    };
    std::vector<Row> m_rows;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

class PlotsTab : public DetailsTab
{
    Q_OBJECT
public:
    explicit PlotsTab(QWidget* parent = nullptr);

    [[nodiscard]] DetailsWants wants() const override;
    void setData(const DetailsData& details, bool sameExperiment) override;

private:
    void enlarge(); ///< the matrix in a window of its own
    void showCurve();

    std::map<std::string, PlotRow> m_newest; ///< by kind
    ConfusionView* m_confusion;
    QCheckBox* m_normalised;
    QToolButton* m_enlarge;
    QComboBox* m_kind;
    MetricChart* m_chart;
    PerClassModel* m_model;
    QTableView* m_view;
    QLabel* m_epoch;
    QLabel* m_empty;
    QWidget* m_body;
};

} // namespace yardstick::ui
