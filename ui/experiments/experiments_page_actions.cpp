// What the experiments page does when one of its actions is triggered.
#include "ui/app_services.h"
#include "ui/dialogs/clone_dialog.h"
#include "ui/dialogs/enqueue_dialog.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/dialogs/message_box.h"
#include "ui/dialogs/new_experiment_dialog.h"
#include "ui/experiments/action_set.h"
#include "ui/experiments/empty_card.h"
#include "ui/experiments/experiment_actions.h"
#include "ui/experiments/experiment_source.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"
#include "ui/experiments/filter_edit.h"
#include "ui/experiments/table_layouts.h"
#include "ui/format.h"
#include "ui/imports/import_bar.h"
#include "ui/store_watcher.h"
#include "ui/window/error_presenter.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QUndoCommand>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace yardstick::ui {
namespace {

constexpr const char* kDemoTag = "demo"; ///< the three drafts carry it

/// A modal dialog that is shown without a nested event loop; `accepted` runs when it was.
template <typename Dialog, typename Accepted> void openModal(Dialog* dialog, Accepted accepted)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(Qt::WindowModal);
    QObject::connect(dialog, &QDialog::accepted, dialog, [dialog, accepted] { accepted(*dialog); });
    dialog->open();
}

} // namespace

void ExperimentsPage::connectActions()
{
    using Extra = ActionSet::Extra;
    const auto on = [this](QAction* action, auto&& act) { connect(action, &QAction::triggered, this, act); };
    on(m_set->of(Extra::New), [this] { openNew(); });
    on(m_set->of(Action::Clone), [this] { openClone(onlySelected()); });
    on(m_set->of(Action::Enqueue), [this] { openEnqueue(); });
    on(m_set->of(Extra::Export), [this] { openExport(); });
    on(m_set->of(Extra::Import), [this] { openImport(); });
    connect(m_imports, &ImportBars::imported, this, [this](const std::vector<ExperimentId>& ids) {
        if (!ids.empty()) {
            select({ids.front()});
        }
    });
    on(m_set->of(Action::Dequeue), [this] { m_actions->dequeue(allowing(selection(), Action::Dequeue)); });
    on(m_set->of(Action::Stop), [this] { m_actions->stop(allowing(selection(), Action::Stop), false); });
    on(m_set->of(Extra::StopNow), [this] { stopNow(); });
    on(m_set->of(Action::Retry), [this] { m_actions->retry(allowing(selection(), Action::Retry)); });
    on(m_set->of(Action::Resume), [this] { m_actions->resume(allowing(selection(), Action::Resume)); });
    on(m_set->of(Action::Continue), [this] { continueSelected(); });
    on(m_set->of(Action::Reset), [this] { resetSelected(); });
    on(m_set->of(Action::Rename), [this] { editCell("name"); });
    on(m_set->of(Extra::EditTags), [this] { editCell("tags"); });
    on(m_set->of(Extra::EditNotes), [this] { editCell("notes"); });
    on(m_set->of(Action::Archive), [this] { m_actions->archive(allowing(selection(), Action::Archive), true); });
    on(m_set->of(Action::Unarchive), [this] { m_actions->archive(allowing(selection(), Action::Unarchive), false); });
    on(m_set->of(Action::Publish), [this] { m_actions->publish(selection().front(), true); });
    on(m_set->of(Action::Unpublish), [this] { m_actions->publish(selection().front(), false); });
    on(m_set->of(Action::Delete), [this] { deleteSelected(); });
    on(m_set->of(Action::Restore), [this] { m_actions->restore(selection()); });
    on(m_set->of(Extra::Purge), [this] { purgeSelected(); });
    on(m_set->of(Extra::Copy), [this] { QGuiApplication::clipboard()->setText(m_view->copyText(ExperimentView::CopyFormat::Tsv)); });
    on(m_set->of(Extra::CopyMarkdown),
       [this] { QGuiApplication::clipboard()->setText(m_view->copyText(ExperimentView::CopyFormat::Markdown)); });
    connect(m_set->of(Extra::ShowTrash), &QAction::toggled, m_source, &ExperimentSource::setTrash);
    connect(m_set->of(Extra::ShowArchived), &QAction::toggled, this, [this](bool show) {
        m_model->setShowArchived(show);
        showState();
    });
    connect(m_empty, &EmptyCard::demoCancelled, this, [this] { m_context.services.cancelDemo(); });
    connect(&m_context.watcher, &StoreWatcher::changed, this, &ExperimentsPage::checkTrashNote);
    m_view->addActions(m_set->all());
}

void ExperimentsPage::openImport()
{
    openModal(new ImportDialog(m_context, this), [this](ImportDialog& dialog) { m_imports->start(dialog.options(), dialog.watch()); });
}

void ExperimentsPage::openNew()
{
    openModal(new NewExperimentDialog(m_context, this), [this](NewExperimentDialog& dialog) {
        m_actions->create(dialog.spec(), dialog.queue(), [this](ExperimentId id) { selectMade(id); });
    });
}

void ExperimentsPage::openClone(ExperimentId id)
{
    const Experiment* source = m_model->byId(id);
    if (!source) {
        return;
    }
    openModal(new CloneDialog(m_context, *source, this), [this, e = *source](CloneDialog& dialog) {
        m_actions->clone(e, dialog.changes(), dialog.name(), dialog.queue(), [this](ExperimentId made) { selectMade(made); });
    });
}

void ExperimentsPage::selectMade(ExperimentId id)
{
    m_made = id;
    showMade();
}

/// What was made here is selected; where the filter hides it a note says so.
void ExperimentsPage::showMade()
{
    const Experiment* e = m_made.valid() ? m_model->byId(m_made) : nullptr;
    if (!e) {
        return; // the table has not read it yet
    }
    const ExperimentId id = std::exchange(m_made, {});
    m_selectWhenThere.clear();
    if (m_model->rowOf(id) >= 0) {
        select({id});
        return;
    }
    const QString sentence = e->status == ExperimentStatus::Draft ? tr("%1 is saved as a draft; the filter hides it.")
                                                                  : tr("%1 is queued; the filter hides it.");
    m_context.errors.showNote(sentence.arg(shortName(*e)), tr("Show"), [this, id] {
        m_filter->setText({});
        select({id});
        m_view->setFocus();
    });
}

void ExperimentsPage::openEnqueue()
{
    const std::vector<Experiment> experiments = allowing(selection(), Action::Enqueue);
    if (experiments.empty()) {
        return;
    }
    openModal(new EnqueueDialog(m_context, experiments, this), [this, experiments](EnqueueDialog& dialog) {
        if (const auto queue = dialog.queue()) {
            m_actions->enqueue(experiments, *queue);
        }
    });
}

void ExperimentsPage::openExport()
{
    ExportScope scope;
    scope.selected = m_view->selectedIds();
    scope.filtered = m_model->visibleIds();
    for (const int section : m_view->shownSections()) {
        scope.columns.push_back(m_model->columnList()[static_cast<size_t>(section)]);
    }
    openModal(new ExportDialog(m_context, scope, this), [](ExportDialog&) {});
}

void ExperimentsPage::saveLayout()
{
    const auto name = InputDialog::text(this, tr("Save the layout"), tr("Name of the layout"), {});
    if (!name || name->isEmpty()) {
        return;
    }
    if (TableLayouts::isBuiltIn(*name)) {
        m_context.errors.showWarning(tr("“%1” is a layout of the program: choose another name.").arg(*name));
        return;
    }
    m_layouts->saveAs(*name);
}

void ExperimentsPage::stopNow()
{
    const std::vector<Experiment> running = allowing(selection(), Action::Stop);
    const QString text = running.size() == 1 ? tr("Stop %1 at once? What it has done of the present epoch is lost.").arg(shortName(running.front()))
                                             : tr("Stop %n experiments at once? What they have done of the present epoch is lost.", nullptr,
                                                  static_cast<int>(running.size()));
    if (MessageBox::ask(this, tr("Stop at once"), text, {tr("Stop at once")}, -1, 0) == 0) {
        m_actions->stop(running, true);
    }
}

void ExperimentsPage::continueSelected()
{
    const std::vector<Experiment> chosen = allowing(selection(), Action::Continue);
    if (chosen.size() != 1) {
        return;
    }
    const Experiment& e = chosen.front();
    const auto answer = InputDialog::text(this, tr("Continue %1").arg(shortName(e)),
                                             tr("It has done %1 epochs. Go on to how many in all?").arg(e.epochsDone),
                                             QString::number(std::max(e.epochsPlanned, e.epochsDone) + std::max(1, e.epochsDone / 2)));
    bool number = false;
    const int epochs = answer ? answer->toInt(&number) : 0;
    if (number) {
        m_actions->continueWith(e, epochs);
    } else if (answer) {
        m_context.errors.showWarning(tr("“%1” is no number of epochs.").arg(*answer));
    }
}

void ExperimentsPage::resetSelected()
{
    const std::vector<Experiment> chosen = allowing(selection(), Action::Reset);
    const QString text = tr("Set %n experiments back to drafts? Their results are hidden; what they cost stays in every total.", nullptr,
                            static_cast<int>(chosen.size()));
    if (!chosen.empty() && MessageBox::ask(this, tr("Reset to draft"), text, {tr("Reset")}, -1, 0) == 0) {
        m_actions->reset(chosen);
    }
}

void ExperimentsPage::deleteSelected()
{
    const std::vector<Experiment> chosen = allowing(selection(), Action::Delete);
    if (chosen.empty()) {
        return;
    }
    m_trashNote = {};
    const int number = ++m_deletes;
    const QUndoCommand* command = m_actions->moveToTrash(chosen, [this, number] {
        if (number == m_deletes) {
            m_trashNote.written = true;
            checkTrashNote();
        }
    });
    m_trashNote = {chosen, command, 0, false};
    showTrashNote();
}

void ExperimentsPage::showTrashNote()
{
    m_trashNote.shown = m_context.errors.showNote(
        tr("%n experiments are in the trash.", nullptr, static_cast<int>(m_trashNote.deleted.size())), tr("Undo"),
        [this] { takeBackDeleted(); });
}

/// Those that the note names and that are still in the trash, whoever took the others out.
std::vector<Experiment> ExperimentsPage::stillDeleted() const
{
    std::vector<Experiment> there;
    for (const Experiment& e : m_trashNote.deleted) {
        const auto now = m_context.watcher.reader().experiment(e.id);
        if (now && now->deletedMs > 0) {
            there.push_back(e);
        }
    }
    return there;
}

/// The note goes, or names fewer, when what it names has left the trash in another way.
void ExperimentsPage::checkTrashNote()
{
    if (!m_trashNote.written || !m_context.errors.showsNote(m_trashNote.shown)) {
        return;
    }
    std::vector<Experiment> there = stillDeleted();
    if (there.empty()) {
        m_context.errors.dismiss();
    } else if (there.size() < m_trashNote.deleted.size()) {
        m_trashNote.deleted = std::move(there);
        m_trashNote.command = nullptr; // it would take back the others too
        showTrashNote();
    }
}

/// Undo where the delete is the latest change; else a change of its own, so that no other change is lost.
void ExperimentsPage::takeBackDeleted()
{
    const std::vector<Experiment> there = m_trashNote.written ? stillDeleted() : m_trashNote.deleted;
    QUndoStack& undo = m_context.undo;
    const QUndoCommand* latest = undo.index() > 0 ? undo.command(undo.index() - 1) : nullptr;
    if (latest && latest == m_trashNote.command && there.size() == m_trashNote.deleted.size()) {
        undo.undo();
    } else if (!there.empty()) {
        m_actions->restore(there);
    }
    m_trashNote = {};
}

void ExperimentsPage::purgeSelected()
{
    const std::vector<Experiment> chosen = selection();
    const QString text = tr("Delete %n experiments for good, with their curves, images and costs? This cannot be undone.", nullptr,
                            static_cast<int>(chosen.size()));
    if (!chosen.empty() && MessageBox::ask(this, tr("Delete for good"), text, {tr("Delete for good")}, -1, 0) == 0) {
        m_actions->purge(chosen);
    }
}

/// What the actions for one experiment concern: the current row may be another, when the last click took it off the selection.
ExperimentId ExperimentsPage::onlySelected() const
{
    const std::vector<ExperimentId> ids = m_view->selectedIds();
    return ids.size() == 1 ? ids.front() : ExperimentId();
}

void ExperimentsPage::editCell(const char* column)
{
    const int section = m_model->columnOf(column);
    const int row = m_model->rowOf(onlySelected());
    if (row < 0) {
        return;
    }
    if (m_view->isColumnHidden(section)) {
        const Experiment& e = m_model->at(row);
        const QModelIndex index = m_model->index(row, section);
        const QString what = m_model->headerData(section, Qt::Horizontal).toString();
        const QString label = tr("%1 of %2", "column, experiment").arg(what, shortName(e));
        if (const auto text = InputDialog::text(this, label, label, index.data(Qt::EditRole).toString())) {
            m_model->setData(index, *text);
        }
        return;
    }
    m_view->editCell(m_model->index(row, section));
}

std::vector<Experiment> ExperimentsPage::demoDrafts() const
{
    constexpr int kMany = 1000; // whoever has so many knows the demo
    if (m_model->total() >= kMany) {
        return {};
    }
    return m_model->choose([](const Experiment& e) {
        const bool demo = std::find(e.spec.tags.begin(), e.spec.tags.end(), kDemoTag) != e.spec.tags.end();
        return demo && e.status == ExperimentStatus::Draft;
    });
}

void ExperimentsPage::startDemo()
{
    m_empty->setProgress(0, 0, tr("The worker draws the data set…"));
    m_context.services.startDemo(
        this, [this](int done, int total, const QString& text) { m_empty->setProgress(done, total, text); },
        [this](Result<std::vector<ExperimentId>> made) {
            m_empty->setProgress(-1, 0, {});
            if (!made) {
                if (made.error().code != ErrorCode::Cancelled) {
                    m_context.errors.showError(made.error(), tr("Try the demo"));
                }
                return;
            }
            m_context.watcher.poll();
            if (!made->empty()) {
                select({made->front()});
            }
        });
}

void ExperimentsPage::runDemo()
{
    const auto queues = m_context.watcher.reader().queues();
    if (!queues || queues->empty()) {
        m_context.errors.showError(queues ? Error{ErrorCode::NotFound, "There is no queue to run the demo on.", {}, {}} : queues.error());
        return;
    }
    // A draft of the demo knows its queue; one that a user has made like it goes to the first.
    std::vector<Experiment> drafts = demoDrafts();
    for (const Queue& queue : *queues) {
        std::vector<Experiment> here;
        for (const Experiment& e : drafts) {
            const QueueId wanted = e.queueId.valid() ? e.queueId : queues->front().id;
            if (wanted == queue.id) {
                here.push_back(e);
            }
        }
        if (!here.empty()) {
            m_actions->enqueue(here, queue.id);
        }
    }
}

} // namespace yardstick::ui
