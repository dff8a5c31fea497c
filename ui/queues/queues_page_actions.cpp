// What the queues page does when one of its actions is triggered.
#include "core/actions.h"
#include "core/store/store.h"
#include "ui/dialogs/message_box.h"
#include "ui/experiments/experiment_actions.h"
#include "ui/format.h"
#include "ui/machines/price_actions.h"
#include "ui/queues/queue_dialog.h"
#include "ui/queues/queue_machine.h"
#include "ui/queues/queue_tree_model.h"
#include "ui/queues/queues_page.h"
#include "ui/settings/settings.h"
#include "ui/store_watcher.h"
#include "ui/window/error_presenter.h"

#include <QTreeView>

namespace yardstick::ui {

void QueuesPage::post(const QString& what, Store::Work work)
{
    m_context.store.post(std::move(work), &m_context.errors, [&context = m_context, what](Result<> done) {
        if (!done) {
            context.errors.showError(done.error(), what);
        }
        context.watcher.poll();
    });
}

void QueuesPage::openDialog(const Queue& queue)
{
    const auto hosts = m_context.watcher.reader().hosts();
    if (!hosts) {
        m_context.errors.showError(hosts.error());
        return;
    }
    auto* dialog = new QueueDialog(queue, *hosts, m_context.settings.currency(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(Qt::WindowModal);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const Queue wanted = dialog->queue();
        const bool fresh = !wanted.id.valid();
        post(fresh ? tr("New queue") : tr("Edit queue %1").arg(fromUtf8(wanted.name)),
             [wanted, fresh, host = dialog->host()](StoreWriter& w) -> Result<> {
                 const auto machine = machineFor(w, host, wanted.threads);
                 if (!machine) {
                     return fail(machine.error());
                 }
                 Queue priced = wanted;
                 priced.machineId = *machine;
                 if (!fresh) {
                     return actions::setQueue(w, priced);
                 }
                 const auto added = actions::addQueue(w, priced);
                 return added ? Result<>{} : fail(added.error());
             });
    });
    dialog->open();
}

void QueuesPage::addQueue()
{
    openDialog(Queue{});
}

void QueuesPage::editQueue()
{
    if (const QueueNode* node = m_model->queueAt(m_view->currentIndex())) {
        openDialog(node->queue);
    }
}

void QueuesPage::pauseQueue()
{
    const QueueNode* node = m_model->queueAt(m_view->currentIndex());
    if (!node) {
        return;
    }
    Queue queue = node->queue;
    queue.paused = !queue.paused;
    post(queue.paused ? tr("Pause %1").arg(fromUtf8(queue.name)) : tr("Let %1 go on").arg(fromUtf8(queue.name)),
         [queue](StoreWriter& w) { return actions::setQueue(w, queue); });
}

void QueuesPage::priceQueue()
{
    if (const QueueNode* node = m_model->queueAt(m_view->currentIndex())) {
        editPrice(m_context, node->queue.machineId, this);
    }
}

void QueuesPage::removeQueue()
{
    const QueueNode* node = m_model->queueAt(m_view->currentIndex());
    if (!node) {
        return;
    }
    const QString name = fromUtf8(node->queue.name);
    const int answer = MessageBox::ask(this, tr("Remove a queue"),
                                       tr("Remove the queue %1 with its limits? Experiments, results and prices stay.").arg(name),
                                       {tr("Remove")}, -1, 0);
    if (answer == 0) {
        post(tr("Remove %1").arg(name), [id = node->queue.id](StoreWriter& w) { return actions::removeQueue(w, id); });
    }
}

void QueuesPage::takeOff()
{
    if (const Experiment* job = m_model->jobAt(m_view->currentIndex())) {
        m_actions.dequeue({*job});
    }
}

void QueuesPage::moveBy(int step)
{
    const QModelIndex current = m_view->currentIndex();
    const Experiment* job = m_model->jobAt(current);
    const QueueNode* node = m_model->queueAt(current);
    if (!job) {
        return;
    }
    // Earlier: before the one above. Later: before the one after the one below, else to the end.
    const int target = step < 0 ? current.row() - 1 : current.row() + 2;
    const int last = static_cast<int>(node->jobs.size()) - 1;
    if ((step < 0 && target < 0) || (step > 0 && current.row() == last)) {
        return;
    }
    qint64 before = 0;
    if (target <= last) {
        const Experiment& other = node->jobs[static_cast<size_t>(target)];
        if (other.status != ExperimentStatus::Queued) {
            return; // what runs cannot be overtaken
        }
        before = other.queuePosition;
    }
    m_actions.moveInQueue(*job, node->queue.id, before);
}

} // namespace yardstick::ui
