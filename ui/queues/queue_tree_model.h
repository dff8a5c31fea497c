// QueueTreeModel: queues with what runs and waits in them, in the order in which it starts. Two levels; rows are dragged
// within and between queues. A snapshot: no I/O, it asks (moveRequested). Owner thread: GUI.
#pragma once

#include "core/budget.h"
#include "core/estimate.h"
#include "core/records.h"

#include <QAbstractItemModel>

#include <map>
#include <optional>
#include <vector>

namespace yardstick::ui {

/// A queue with everything its rows show.
struct QueueNode
{
    Queue queue;
    std::string machine;
    std::optional<PricePerHour> price;
    bool priceExample = false;
    std::vector<Experiment> jobs; ///< running first, then by position
    std::map<ExperimentId, JobForecast> forecasts; ///< when they start and end, as of `readMs`
    QueueBudget budget;
    UtcMs readMs = 0;
};

class QueueTreeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, StateColumn, ReasonColumn, ForecastColumn, MachineColumn, PriceColumn, ColumnCount };
    enum Role { QueueIdRole = Qt::UserRole + 1, ExperimentIdRole, StatusRole, ProgressRole };

    explicit QueueTreeModel(QObject* parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent) override;

    /// Values are replaced in place where the rows are the same; otherwise everything is new.
    void setNodes(std::vector<QueueNode> nodes);
    [[nodiscard]] const std::vector<QueueNode>& nodes() const { return m_nodes; }
    [[nodiscard]] const QueueNode* queueAt(const QModelIndex& index) const; ///< also for a job: its queue
    [[nodiscard]] const Experiment* jobAt(const QModelIndex& index) const;  ///< nullptr for a queue
    [[nodiscard]] QModelIndex indexOf(QueueId id) const;
    [[nodiscard]] QModelIndex indexOf(ExperimentId id) const;

Q_SIGNALS:
    /// `beforePosition` 0: to the end.
    void moveRequested(yardstick::ExperimentId id, yardstick::QueueId queue, qint64 beforePosition);

private:
    [[nodiscard]] QVariant queueData(const QueueNode& node, int column, int role) const;
    [[nodiscard]] QVariant jobData(const QueueNode& node, const Experiment& job, int column, int role) const;

    std::vector<QueueNode> m_nodes;
};

} // namespace yardstick::ui
