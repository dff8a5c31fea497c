// ArtifactsTab: files that the run left: weights, results.csv and the rest, with size and SHA-256. A file that was written
// again (last.pt after each epoch) stands once, as it is now. Owner thread: GUI.
#pragma once

#include "ui/details/details_tab.h"

#include <QAbstractTableModel>

class QLabel;
class QPushButton;
class QTableView;

namespace yardstick::ui {

class ArtifactsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Path, Kind, AttemptNumber, Epoch, Size, Sha256, ColumnCount };
    enum Role { RawRole = Qt::UserRole + 1, FileRole }; ///< FileRole: absolute path
    explicit ArtifactsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setData(const DetailsData& data);
    using QAbstractTableModel::setData;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        ArtifactRow artifact;
        QString folder;
        int attempt = 0;
    };
    std::vector<Row> m_rows;
};

class ArtifactsTab : public DetailsTab
{
    Q_OBJECT
public:
    explicit ArtifactsTab(QWidget* parent = nullptr);
    [[nodiscard]] DetailsWants wants() const override;
    void setData(const DetailsData& details, bool sameExperiment) override;

private:
    void showEnabled();
    [[nodiscard]] QString currentFile() const;
    ArtifactsModel* m_model;
    QTableView* m_view;
    QPushButton* m_copyPath;
    QPushButton* m_copySha;
    QPushButton* m_open;
    QLabel* m_empty;
};

} // namespace yardstick::ui
