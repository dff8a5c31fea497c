#include "ui/queues/queues_page.h"

#include "core/store/store.h"
#include "ui/experiments/experiment_actions.h"
#include "ui/format.h"
#include "ui/queues/queue_tree_model.h"
#include "ui/store_watcher.h"
#include "ui/theme/icons.h"
#include "ui/theme/status_pill.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"
#include "ui/wrap_layout.h"

#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {

constexpr int kNarrowPage = 1000; ///< pixels

Result<std::vector<QueueNode>> readNodes(const StoreReader& store)
{
    const auto queues = store.queues();
    const auto machines = store.machines();
    const auto quotes = store.quotes();
    ExperimentFilter filter;
    filter.statuses = {ExperimentStatus::Queued, ExperimentStatus::Starting, ExperimentStatus::Running, ExperimentStatus::Interrupted};
    const auto jobs = store.experiments(filter);
    const UtcMs now = nowUtcMs();
    const auto forecasts = forecastJobs(store, now);
    if (!queues || !machines || !quotes || !jobs || !forecasts) {
        return fail(!queues ? queues.error() : !machines ? machines.error() : !quotes ? quotes.error() : !jobs ? jobs.error() : forecasts.error());
    }
    std::vector<QueueNode> nodes;
    for (const Queue& queue : *queues) {
        QueueNode node;
        node.queue = queue;
        node.readMs = now;
        const auto budget = budgetOf(store, queue, now);
        if (!budget) {
            return fail(budget.error());
        }
        node.budget = *budget;
        for (const Machine& machine : *machines) {
            if (machine.id == queue.machineId) {
                node.machine = machine.name;
            }
        }
        for (const Quote& quote : *quotes) {
            if (quote.machineId == queue.machineId && quote.validFromMs <= nowUtcMs()) {
                node.price = quote.price;
                node.priceExample = quote.example;
            }
        }
        std::copy_if(jobs->begin(), jobs->end(), std::back_inserter(node.jobs), [&](const Experiment& e) { return e.queueId == queue.id; });
        for (const Experiment& job : node.jobs) {
            if (const auto forecast = forecasts->find(job.id); forecast != forecasts->end()) {
                node.forecasts.emplace(job.id, forecast->second);
            }
        }
        std::stable_sort(node.jobs.begin(), node.jobs.end(), [](const Experiment& a, const Experiment& b) {
            const bool waitsA = a.status == ExperimentStatus::Queued;
            const bool waitsB = b.status == ExperimentStatus::Queued;
            return waitsA != waitsB ? !waitsA : a.queuePosition < b.queuePosition;
        });
        nodes.push_back(std::move(node));
    }
    return nodes;
}

} // namespace

QueuesPage::QueuesPage(WindowContext& context, ExperimentActions& actions, QWidget* parent)
    : Page(context, QStringLiteral("queues"), parent)
    , m_actions(actions)
{
    m_model = new QueueTreeModel(this);
    build();
    connect(&context.watcher, &StoreWatcher::changed, this, [this](const StoreChanges& changes) {
        if (changes.reload || !changes.queues.isEmpty() || !changes.experiments.isEmpty() || !changes.quotes.isEmpty() ||
            !changes.machines.isEmpty()) {
            m_stale = true;
            if (isVisible()) {
                load();
            }
        }
    });
    connect(m_model, &QueueTreeModel::moveRequested, this, [this](ExperimentId id, QueueId queue, qint64 before) {
        const auto e = m_context.watcher.reader().experiment(id);
        if (e) {
            m_actions.moveInQueue(*e, queue, before);
        }
    });
}

QString QueuesPage::title() const
{
    return tr("Queues");
}

QString QueuesPage::iconName() const
{
    return QStringLiteral("queues");
}

QList<QAction*> QueuesPage::pageActions() const
{
    return {m_add, m_edit, m_pause, m_price, m_remove, m_up, m_down, m_takeOff};
}

QAction* QueuesPage::makeAction(const QString& name, const QString& text, const char* iconName, const QKeySequence& key,
                                void (QueuesPage::*act)())
{
    auto* action = new QAction(icon(QString::fromLatin1(iconName)), text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    return action;
}

void QueuesPage::build()
{
    m_add = makeAction(QStringLiteral("queueAdd"), tr("New queue…"), "add", {}, &QueuesPage::addQueue);
    m_edit = makeAction(QStringLiteral("queueEdit"), tr("Edit…"), "edit", {}, &QueuesPage::editQueue);
    m_pause = makeAction(QStringLiteral("queuePause"), tr("Pause"), "pause", {}, &QueuesPage::pauseQueue);
    m_price = makeAction(QStringLiteral("queuePrice"), tr("Price…"), "cost", {}, &QueuesPage::priceQueue);
    m_remove = makeAction(QStringLiteral("queueRemove"), tr("Remove"), "trash", {}, &QueuesPage::removeQueue);
    m_up = makeAction(QStringLiteral("jobUp"), tr("Earlier"), "arrow-up", QKeySequence(Qt::ALT | Qt::Key_Up), &QueuesPage::moveUp);
    m_down = makeAction(QStringLiteral("jobDown"), tr("Later"), "arrow-down", QKeySequence(Qt::ALT | Qt::Key_Down), &QueuesPage::moveDown);
    m_takeOff = makeAction(QStringLiteral("jobTakeOff"), tr("Take off the queue"), "close", QKeySequence(Qt::Key_Delete), &QueuesPage::takeOff);
    auto* bar = new WrapLayout;
    bar->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace2);
    bar->setSpacing(kSpace2);
    for (QAction* action : pageActions()) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("tool_") + action->objectName());
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAccessibleName(QString(action->text()).remove(QStringLiteral("…")));
        button->setFocusPolicy(Qt::TabFocus);
        bar->addWidget(button);
        if (action == m_remove) {
            bar->addGap(kSpace4);
        }
    }
    m_view = new QTreeView(this);
    m_view->setObjectName(QStringLiteral("queuesTree"));
    m_view->setAccessibleName(tr("Queues and what waits in them"));
    m_view->setModel(m_model);
    m_view->setUniformRowHeights(true);
    m_view->setDragDropMode(QAbstractItemView::DragDrop);
    m_view->setDefaultDropAction(Qt::MoveAction);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setItemDelegateForColumn(QueueTreeModel::StateColumn,
                                     new StatusPillDelegate(QueueTreeModel::StatusRole, -1, StatusPillDelegate::Kind::Status, m_view));
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_view->header()->setSectionResizeMode(QueueTreeModel::ReasonColumn, QHeaderView::Stretch);
    m_empty = new QLabel(tr("A queue is where experiments wait for a machine. Add one with “New queue…”."), this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_empty);
    layout->addWidget(m_view, 1);
    fitColumns();
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &QueuesPage::showSelection);
    connect(m_view, &QWidget::customContextMenuRequested, this, &QueuesPage::contextMenu);
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const Experiment* job = m_model->jobAt(index)) {
            Q_EMIT experimentActivated(job->id);
        }
    });
    showSelection();
}

/// First widths for a wide and for a narrow page; what the user drags stays until the page changes from one to the other.
void QueuesPage::fitColumns()
{
    const bool narrow = width() < kNarrowPage;
    if (m_narrow == narrow) {
        return;
    }
    m_narrow = narrow;
    QHeaderView* header = m_view->header();
    header->resizeSection(QueueTreeModel::NameColumn, narrow ? 180 : 225);
    header->resizeSection(QueueTreeModel::StateColumn, narrow ? 116 : 118);
    header->resizeSection(QueueTreeModel::ForecastColumn, narrow ? 160 : 285);
    header->resizeSection(QueueTreeModel::MachineColumn, narrow ? 110 : 130);
    header->resizeSection(QueueTreeModel::PriceColumn, narrow ? 120 : 160);
}

void QueuesPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    fitColumns();
}

void QueuesPage::activate()
{
    if (m_stale) {
        load();
    }
}

void QueuesPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    activate();
}

void QueuesPage::load()
{
    auto nodes = readNodes(m_context.watcher.reader());
    if (!nodes) {
        m_context.errors.showError(nodes.error(), tr("Read the queues"));
        return;
    }
    m_stale = false;
    const QModelIndex current = m_view->currentIndex();
    const ExperimentId job(current.data(QueueTreeModel::ExperimentIdRole).toLongLong());
    const QueueId queue(current.data(QueueTreeModel::QueueIdRole).toLongLong());
    m_model->setNodes(std::move(*nodes));
    m_view->expandAll();
    QModelIndex again = job.valid() ? m_model->indexOf(job) : QModelIndex();
    if (!again.isValid() && queue.valid()) {
        again = m_model->indexOf(queue);
    }
    m_view->setCurrentIndex(again.isValid() ? again : m_model->index(0, 0));
    m_empty->setVisible(m_model->rowCount() == 0);
    showSelection();
}

void QueuesPage::showSelection()
{
    const QueueNode* node = m_model->queueAt(m_view->currentIndex());
    const Experiment* job = m_model->jobAt(m_view->currentIndex());
    const bool waiting = job && job->status == ExperimentStatus::Queued;
    for (QAction* action : {m_edit, m_pause, m_remove}) {
        action->setEnabled(node != nullptr);
    }
    m_price->setEnabled(node && node->queue.machineId.valid());
    for (QAction* action : {m_up, m_down, m_takeOff}) {
        action->setEnabled(waiting);
    }
    const bool paused = node && node->queue.paused;
    m_pause->setText(paused ? tr("Go on") : tr("Pause"));
    m_pause->setIcon(icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
}

void QueuesPage::contextMenu(const QPoint& at)
{
    QMenu menu(this);
    const Experiment* job = m_model->jobAt(m_view->currentIndex());
    if (job && job->status == ExperimentStatus::Queued) {
        menu.addActions({m_up, m_down, m_takeOff});
        QMenu* move = menu.addMenu(tr("Move to"));
        for (const QueueNode& node : m_model->nodes()) {
            if (node.queue.id != job->queueId) {
                connect(move->addAction(fromUtf8(node.queue.name)), &QAction::triggered, this,
                        [this, e = *job, id = node.queue.id] { m_actions.moveInQueue(e, id, 0); });
            }
        }
    } else {
        menu.addActions({m_pause, m_edit, m_price, m_remove});
    }
    menu.exec(m_view->viewport()->mapToGlobal(at));
}

} // namespace yardstick::ui
