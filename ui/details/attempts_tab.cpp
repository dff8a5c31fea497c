#include "ui/details/attempts_tab.h"

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/status_pill.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {

std::vector<AttemptLine> attemptLines(const DetailsData& data)
{
    std::vector<AttemptLine> lines;
    for (const Attempt& attempt : data.attempts) {
        AttemptLine line;
        line.attempt = attempt;
        line.machine = fromUtf8(data.machineName(attempt.machineId));
        line.queue = fromUtf8(data.queueName(attempt.queueId));
        const UtcMs begin = attempt.startedMs > 0 ? attempt.startedMs : attempt.createdMs;
        const UtcMs end = attempt.endedMs > 0 ? attempt.endedMs : std::max(attempt.lastEventMs, begin);
        line.seconds = static_cast<double>(end - begin) / 1000.0;
        for (const EpochRow& row : data.allEpochs) {
            if (row.attemptId == attempt.id) {
                if (line.epochs == 0) { // oldest first
                    line.setupSeconds = std::max(0.0, static_cast<double>(row.endedMs - begin) / 1000.0 - row.seconds);
                }
                ++line.epochs;
            }
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

void AttemptsModel::setLines(std::vector<AttemptLine> lines, const QString& currency)
{
    const bool currencyChanged = currency != m_currency;
    m_currency = currency;
    const auto same = [&](size_t i) { return lines[i].attempt.id == m_lines[i].attempt.id; };
    bool prefix = lines.size() >= m_lines.size();
    for (size_t i = 0; prefix && i < m_lines.size(); ++i) {
        prefix = same(i);
    }
    if (!prefix) {
        beginResetModel();
        m_lines = std::move(lines);
        endResetModel();
    } else {
        const auto before = static_cast<int>(m_lines.size());
        const auto after = static_cast<int>(lines.size());
        if (after > before) {
            beginInsertRows({}, before, after - 1);
            m_lines = std::move(lines);
            endInsertRows();
        } else {
            m_lines = std::move(lines);
        }
        if (before > 0) {
            Q_EMIT dataChanged(index(0, 0), index(before - 1, ColumnCount - 1));
        }
    }
    if (currencyChanged) {
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    }
}

int AttemptsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int AttemptsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AttemptsModel::text(const AttemptLine& line, int column) const
{
    const Attempt& a = line.attempt;
    switch (column) {
    case Number:
        return QString::number(a.number);
    case Outcome:
        return outcomeWord(a.outcome);
    case Machine:
        return line.machine;
    case QueueName:
        return line.queue;
    case Started:
        return formatTime(a.startedMs > 0 ? a.startedMs : a.createdMs);
    case Duration:
        return line.seconds > 0 ? formatDuration(line.seconds) : QString();
    case Setup:
        return line.epochs > 0 ? formatFixed(line.setupSeconds, 1) : QString();
    case Epochs:
        return QString::number(line.epochs);
    case Cost:
        return a.cost ? formatCost(*a.cost) : QString();
    case Wasted:
        return a.wasted ? formatCost(*a.wasted) : QString();
    case Threads:
        return a.threads > 0 ? QString::number(a.threads) : QString();
    case Message: {
        QStringList parts;
        if (a.hidden) {
            parts << tr("reset");
        }
        if (!a.resumeFrom.empty()) {
            parts << tr("resumed");
        }
        if (a.shared) {
            parts << tr("shared the host");
        }
        if (!a.message.empty()) {
            parts << errorText(a.message, {});
        }
        return parts.join(QStringLiteral("; "));
    }
    default:
        return {};
    }
}

QVariant AttemptsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const AttemptLine& row = line(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return column == Message ? text(row, column) : fromUtf8(row.attempt.runDirectory);
    case OutcomeRole:
        return static_cast<int>(row.attempt.outcome);
    case FolderRole:
        return fromUtf8(row.attempt.runDirectory);
    case RawRole:
        switch (column) {
        case Number:
            return row.attempt.number;
        case Duration:
            return row.seconds;
        case Setup:
            return row.setupSeconds;
        case Epochs:
            return row.epochs;
        case Cost:
            return row.attempt.cost ? QVariant(row.attempt.cost->toDouble()) : QVariant();
        case Wasted:
            return row.attempt.wasted ? QVariant(row.attempt.wasted->toDouble()) : QVariant();
        default:
            return text(row, column);
        }
    case Qt::TextAlignmentRole: {
        const bool right = column == Number || (column >= Duration && column <= Threads);
        return QVariant((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case Qt::FontRole:
        return tabular(QApplication::font());
    case Qt::ForegroundRole:
        return row.attempt.hidden ? QVariant(QBrush(tokens(isDark(QGuiApplication::palette())).secondary)) : QVariant();
    default:
        return {};
    }
}

QVariant AttemptsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::TextAlignmentRole)) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    if (role == Qt::TextAlignmentRole) {
        const bool right = section == Number || (section >= Duration && section <= Threads);
        return QVariant((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    switch (section) {
    case Number:
        return QStringLiteral("#");
    case Outcome:
        return tr("outcome");
    case Machine:
        return tr("machine");
    case QueueName:
        return tr("queue");
    case Started:
        return tr("started");
    case Duration:
        return tr("duration");
    case Setup:
        return tr("set-up [s]");
    case Epochs:
        return tr("epochs");
    case Cost:
        return tr("cost [%1]").arg(m_currency);
    case Wasted:
        return tr("wasted [%1]").arg(m_currency);
    case Threads:
        return tr("threads");
    case Message:
        return tr("remarks");
    default:
        return {};
    }
}

AttemptsTab::AttemptsTab(QWidget* parent)
    : DetailsTab(parent), m_model(new AttemptsModel(this)), m_view(new QTableView(this)),
      m_empty(new QLabel(tr("An attempt begins when the experiment leaves its queue."), this))
{
    m_view->setObjectName(QStringLiteral("attemptsTable"));
    m_view->setAccessibleName(tr("Attempts"));
    m_view->setModel(m_model);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->verticalHeader()->setVisible(false);
    m_view->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->setItemDelegateForColumn(AttemptsModel::Outcome, new StatusPillDelegate(AttemptsModel::OutcomeRole, -1,
                                                                                    StatusPillDelegate::Kind::Outcome, m_view));
    const int widths[AttemptsModel::ColumnCount] = {36, 124, 130, 90, 92, 96, 76, 60, 88, 96, 64, 160};
    for (int c = 0; c < AttemptsModel::ColumnCount; ++c) {
        m_view->setColumnWidth(c, widths[c]);
    }
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QTableView::customContextMenuRequested, this, &AttemptsTab::showMenu);
    m_empty->setAlignment(Qt::AlignCenter);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace2, kSpace2, kSpace2, 0);
    box->addWidget(m_empty, 1);
    box->addWidget(m_view, 1);
    m_view->hide();
}

DetailsWants AttemptsTab::wants() const
{
    DetailsWants wants;
    wants.epochs = true;
    return wants;
}

void AttemptsTab::setData(const DetailsData& details, bool)
{
    const auto currency = details.currency();
    m_model->setLines(attemptLines(details), currency ? fromUtf8(currency->code()) : QString());
    m_empty->setVisible(details.attempts.empty());
    m_view->setVisible(!details.attempts.empty());
}

void AttemptsTab::showMenu(const QPoint& at)
{
    const QModelIndex index = m_view->indexAt(at);
    if (!index.isValid()) {
        return;
    }
    const QString folder = index.data(AttemptsModel::FolderRole).toString();
    QMenu menu(this);
    QAction* open = menu.addAction(icon(QStringLiteral("folder")), tr("Open the run's folder"));
    QAction* copy = menu.addAction(icon(QStringLiteral("copy")), tr("Copy its path"));
    open->setEnabled(!folder.isEmpty());
    copy->setEnabled(!folder.isEmpty());
    connect(open, &QAction::triggered, this, [this, folder] { Q_EMIT openFolderRequested(folder); });
    connect(copy, &QAction::triggered, this, [folder] { QApplication::clipboard()->setText(folder); });
    menu.exec(m_view->viewport()->mapToGlobal(at));
}

} // namespace yardstick::ui
