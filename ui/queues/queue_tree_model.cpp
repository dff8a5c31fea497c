#include "ui/queues/queue_tree_model.h"

#include "ui/format.h"

#include <QFont>
#include <QMimeData>

#include <algorithm>

namespace yardstick::ui {
namespace {

const QString kMime = QStringLiteral("application/x-yardstick-experiment");
constexpr quintptr kQueueId = 0; ///< internal id of queues; a job's is its queue's row + 1

/// "0.04 of 20.00 USD today", "in all"; of each limit.
QString budgetText(const QueueNode& node)
{
    QStringList parts;
    const auto add = [&](const std::optional<Money>& spent, const std::optional<Money>& limit, const QString& text) {
        if (spent && limit) {
            parts << text.arg(formatMoney(*spent, 2), formatMoneyWithCode(*limit, 2));
        }
    };
    add(node.budget.spentToday, node.queue.limits.moneyPerDay, QueueTreeModel::tr("%1 of %2 today"));
    add(node.budget.spentInAll, node.queue.limits.moneyInAll, QueueTreeModel::tr("%1 of %2 in all"));
    return parts.join(QueueTreeModel::tr(", ", "between two parts"));
}

/// "starts ≈ 14:20, done ≈ 16:30, ≈ 0.92 USD"; what is not known is left out.
QString forecastText(const QueueNode& node, const Experiment& job)
{
    const auto found = node.forecasts.find(job.id);
    if (found == node.forecasts.end()) {
        return {};
    }
    const JobForecast& f = found->second;
    const auto at = [&](double seconds) { return formatTime(node.readMs + static_cast<UtcMs>(seconds * 1e3)); };
    QStringList parts;
    if (f.start && job.status == ExperimentStatus::Queued && f.start->value > 0) {
        parts << QueueTreeModel::tr("starts ≈ %1").arg(at(f.start->value));
    }
    if (f.end) {
        parts << QueueTreeModel::tr("done ≈ %1").arg(at(f.end->value));
    }
    if (f.cost) {
        parts << QStringLiteral("≈ ") + formatCostWithCode(*f.cost);
    }
    return parts.isEmpty() ? QueueTreeModel::tr("no measurement yet") : parts.join(QueueTreeModel::tr(", ", "between two parts"));
}

bool waits(const Experiment& e)
{
    return e.status == ExperimentStatus::Queued;
}

} // namespace

QueueTreeModel::QueueTreeModel(QObject* parent) : QAbstractItemModel(parent) {}

QModelIndex QueueTreeModel::index(int row, int column, const QModelIndex& parentIndex) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parentIndex)) {
        return {};
    }
    return createIndex(row, column, parentIndex.isValid() ? static_cast<quintptr>(parentIndex.row()) + 1 : kQueueId);
}

QModelIndex QueueTreeModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kQueueId) {
        return {};
    }
    return createIndex(static_cast<int>(index.internalId() - 1), 0, kQueueId);
}

int QueueTreeModel::rowCount(const QModelIndex& parentIndex) const
{
    if (!parentIndex.isValid()) {
        return static_cast<int>(m_nodes.size());
    }
    if (parentIndex.internalId() != kQueueId || parentIndex.column() != 0) {
        return 0;
    }
    return static_cast<int>(m_nodes[static_cast<size_t>(parentIndex.row())].jobs.size());
}

int QueueTreeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

const QueueNode* QueueTreeModel::queueAt(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return nullptr;
    }
    const auto row = index.internalId() == kQueueId ? static_cast<size_t>(index.row()) : static_cast<size_t>(index.internalId() - 1);
    return &m_nodes[row];
}

const Experiment* QueueTreeModel::jobAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kQueueId) {
        return nullptr;
    }
    return &queueAt(index)->jobs[static_cast<size_t>(index.row())];
}

QModelIndex QueueTreeModel::indexOf(QueueId id) const
{
    for (size_t row = 0; row < m_nodes.size(); ++row) {
        if (m_nodes[row].queue.id == id) {
            return index(static_cast<int>(row), 0);
        }
    }
    return {};
}

QModelIndex QueueTreeModel::indexOf(ExperimentId id) const
{
    for (size_t row = 0; row < m_nodes.size(); ++row) {
        const std::vector<Experiment>& jobs = m_nodes[row].jobs;
        const auto it = std::find_if(jobs.begin(), jobs.end(), [&](const Experiment& e) { return e.id == id; });
        if (it != jobs.end()) {
            return index(static_cast<int>(it - jobs.begin()), 0, index(static_cast<int>(row), 0));
        }
    }
    return {};
}

void QueueTreeModel::setNodes(std::vector<QueueNode> nodes)
{
    const auto sameRows = [](const QueueNode& a, const QueueNode& b) {
        return a.queue.id == b.queue.id && std::equal(a.jobs.begin(), a.jobs.end(), b.jobs.begin(), b.jobs.end(),
                                                      [](const Experiment& x, const Experiment& y) { return x.id == y.id; });
    };
    if (!std::equal(nodes.begin(), nodes.end(), m_nodes.begin(), m_nodes.end(), sameRows)) {
        beginResetModel();
        m_nodes = std::move(nodes);
        endResetModel();
        return;
    }
    m_nodes = std::move(nodes);
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex queue = index(row, 0);
        Q_EMIT dataChanged(queue, index(row, ColumnCount - 1));
        if (const int jobs = rowCount(queue); jobs > 0) {
            Q_EMIT dataChanged(index(0, 0, queue), index(jobs - 1, ColumnCount - 1, queue));
        }
    }
}

QVariant QueueTreeModel::queueData(const QueueNode& node, int column, int role) const
{
    if (role == Qt::FontRole && column == NameColumn) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::TextAlignmentRole && column == PriceColumn) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) { // a narrow column may leave out a part
        return {};
    }
    const auto waiting = static_cast<int>(std::count_if(node.jobs.begin(), node.jobs.end(), waits));
    const auto running = static_cast<int>(node.jobs.size()) - waiting;
    switch (column) {
    case NameColumn:
        return fromUtf8(node.queue.name);
    case StateColumn:
        return node.queue.paused ? tr("paused") : node.budget.passed ? tr("budget spent") : tr("open");
    case ReasonColumn:
        return node.budget.passed ? errorText(*node.budget.passed) : tr("%1 running, %2 waiting").arg(running).arg(waiting);
    case ForecastColumn:
        return budgetText(node);
    case MachineColumn:
        return fromUtf8(node.machine);
    case PriceColumn:
        if (!node.price) {
            return tr("no price");
        }
        return node.priceExample ? tr("%1 (example)").arg(formatPriceWithCode(node.price->perHour)) : formatPriceWithCode(node.price->perHour);
    default:
        return {};
    }
}

QVariant QueueTreeModel::jobData(const QueueNode& node, const Experiment& job, int column, int role) const
{
    if (role == StatusRole) {
        return column == StateColumn ? QVariant(static_cast<int>(job.status)) : QVariant();
    }
    if (role == ProgressRole && job.status == ExperimentStatus::Running && job.epochsPlanned > 0) {
        return std::clamp(static_cast<double>(job.epochsDone) / job.epochsPlanned, 0.0, 1.0);
    }
    if (role == Qt::ToolTipRole && column == ReasonColumn) {
        return job.reason.empty() ? QVariant() : errorText(job.reason, {});
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    switch (column) {
    case NameColumn:
        return displayName(job);
    case StateColumn:
        return statusWord(job.status);
    case ReasonColumn:
        if (!waits(job)) {
            return job.epochsPlanned > 0 ? tr("epoch %1 of %2").arg(job.epochsDone).arg(job.epochsPlanned) : QString();
        }
        return job.reason.empty() ? QString() : errorText(job.reason, {});
    case ForecastColumn:
        return forecastText(node, job);
    default:
        return {};
    }
}

QVariant QueueTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const QueueNode& node = *queueAt(index);
    const Experiment* job = jobAt(index);
    if (role == QueueIdRole) {
        return QVariant::fromValue<qint64>(node.queue.id.value);
    }
    if (role == ExperimentIdRole) {
        return QVariant::fromValue<qint64>(job ? job->id.value : 0);
    }
    return job ? jobData(node, *job, index.column(), role) : queueData(node, index.column(), role);
}

QVariant QueueTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && section == PriceColumn) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("queue and experiment");
    case StateColumn:
        return tr("state");
    case ReasonColumn:
        return tr("why it waits");
    case ForecastColumn:
        return tr("expected, budget");
    case MachineColumn:
        return tr("machine");
    case PriceColumn:
        return tr("price per hour");
    default:
        return {};
    }
}

Qt::ItemFlags QueueTreeModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const Experiment* job = jobAt(index);
    if (!job) {
        return flags | Qt::ItemIsDropEnabled;
    }
    return waits(*job) ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList QueueTreeModel::mimeTypes() const
{
    return {kMime};
}

QMimeData* QueueTreeModel::mimeData(const QModelIndexList& indexes) const
{
    auto* data = new QMimeData;
    for (const QModelIndex& index : indexes) {
        if (const Experiment* job = jobAt(index)) {
            data->setData(kMime, QByteArray::number(static_cast<qlonglong>(job->id.value)));
        }
    }
    return data;
}

bool QueueTreeModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int, const QModelIndex& parentIndex)
{
    if (action != Qt::MoveAction || !data->hasFormat(kMime) || !parentIndex.isValid()) {
        return false;
    }
    const QueueNode* target = queueAt(parentIndex);
    const ExperimentId id(data->data(kMime).toLongLong());
    qint64 before = 0;
    for (size_t i = row < 0 ? target->jobs.size() : static_cast<size_t>(row); i < target->jobs.size() && before == 0; ++i) {
        if (waits(target->jobs[i]) && target->jobs[i].id != id) {
            before = target->jobs[i].queuePosition;
        }
    }
    Q_EMIT moveRequested(id, target->queue.id, before);
    return false; // the store answers with the new order; the view must not take the row away itself
}

} // namespace yardstick::ui
