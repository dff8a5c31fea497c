#include "ui/experiments/experiments_page.h"

#include "ui/experiments/action_set.h"
#include "ui/experiments/columns_popup.h"
#include "ui/experiments/empty_card.h"
#include "ui/experiments/experiment_actions.h"
#include "ui/experiments/experiment_source.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/filter_edit.h"
#include "ui/experiments/table_layouts.h"
#include "ui/experiments/trash_bar.h"
#include "ui/format.h"
#include "ui/imports/import_bar.h"
#include "ui/settings/settings.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {

constexpr int kBesideWidth = 2200; ///< from this width on the details stand beside the table
const QString kSplitterUnder = QStringLiteral("details_under");
const QString kSplitterBeside = QStringLiteral("details_beside");

} // namespace

ExperimentsPage::ExperimentsPage(WindowContext& context, QWidget* parent) : Page(context, QStringLiteral("experiments"), parent)
{
    m_model = new ExperimentTableModel(this);
    m_source = new ExperimentSource(context, *m_model, this);
    m_actions = new ExperimentActions(context, this);
    m_set = new ActionSet(this);
    build();
    connectActions();
    connectTable();
    m_layouts->restoreLast();
    m_source->load();
}

ExperimentsPage::~ExperimentsPage() = default;

QString ExperimentsPage::title() const
{
    return tr("Experiments");
}

QString ExperimentsPage::iconName() const
{
    return QStringLiteral("experiments");
}

QList<QAction*> ExperimentsPage::pageActions() const
{
    return m_set->all();
}

QList<QAction*> ExperimentsPage::windowActions() const
{
    return {m_set->of(ActionSet::Extra::New), m_set->of(ActionSet::Extra::Import), m_set->of(ActionSet::Extra::Export)};
}

void ExperimentsPage::build()
{
    m_view = new ExperimentView(this);
    m_view->setObjectName(QStringLiteral("experimentsTable"));
    m_view->setAccessibleName(tr("Experiments"));
    m_view->setTable(m_model);
    m_view->setCompact(m_context.settings.compactRows());
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->horizontalHeader()->setObjectName(QStringLiteral("experimentsHeader"));
    m_layouts = new TableLayouts(m_context.settings, *m_model, *m_view, this);
    m_columns = new ColumnsPopup(this);
    m_empty = new EmptyCard(this);
    m_demoBar = new DemoBar(this);
    m_trashBar = new TrashBar(m_set->of(Action::Restore), m_set->of(ActionSet::Extra::Purge), m_set->of(ActionSet::Extra::ShowTrash), this);

    m_imports = new ImportBars(m_context, this);

    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    m_noMatch = new NoMatchCard(this);
    m_stack->addWidget(m_noMatch);
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setObjectName(QStringLiteral("detailsSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_stack);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildToolbar());
    layout->addWidget(m_trashBar);
    layout->addWidget(m_demoBar);
    layout->addWidget(m_imports);
    layout->addWidget(m_splitter, 1);
}

QWidget* ExperimentsPage::buildToolbar()
{
    auto* bar = new QWidget(this);
    bar->setObjectName(QStringLiteral("experimentsToolbar"));
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace2);
    layout->setSpacing(kSpace2);
    const auto add = [&](QAction* action) {
        auto* button = new QToolButton(bar);
        button->setObjectName(QStringLiteral("tool_") + action->objectName());
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAccessibleName(QString(action->text()).remove(QStringLiteral("…")));
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
    };
    add(m_set->of(ActionSet::Extra::New));
    add(m_set->of(Action::Clone));
    add(m_set->of(Action::Enqueue));
    add(m_set->of(Action::Stop));
    auto* more = new QToolButton(bar);
    more->setObjectName(QStringLiteral("toolMore"));
    more->setAccessibleName(tr("More actions"));
    more->setToolTip(tr("More actions"));
    more->setIcon(icon(QStringLiteral("more")));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setFocusPolicy(Qt::TabFocus);
    buildMore(more);
    layout->addWidget(more);
    m_filter = new FilterEdit(bar);
    layout->addWidget(m_filter, 1);

    const auto popup = [&](const QString& text, const char* name, const char* iconName) {
        auto* button = new QToolButton(bar);
        button->setObjectName(QString::fromLatin1(name));
        button->setText(text);
        button->setAccessibleName(text);
        button->setIcon(icon(QString::fromLatin1(iconName)));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
        return button;
    };
    auto* columnsButton = popup(tr("Columns"), "columnsButton", "columns");
    connect(columnsButton, &QToolButton::clicked, this, [this, columnsButton] {
        m_columns->setShown(m_layouts->shownColumns());
        m_columns->openUnder(columnsButton);
    });
    m_layoutButton = popup(tr("Layout"), "layoutButton", "layout");
    auto* menu = new QMenu(m_layoutButton);
    m_layoutButton->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { m_layouts->fillMenu(*menu); });
    return bar;
}

void ExperimentsPage::buildMore(QToolButton* more)
{
    auto* menu = new QMenu(more);
    for (const Action action : {Action::Retry, Action::Resume, Action::Continue, Action::Dequeue}) {
        menu->addAction(m_set->of(action));
    }
    menu->addAction(m_set->of(ActionSet::Extra::StopNow));
    menu->addSeparator();
    menu->addAction(m_set->of(Action::Rename));
    menu->addAction(m_set->of(ActionSet::Extra::EditTags));
    menu->addAction(m_set->of(ActionSet::Extra::EditNotes));
    menu->addSeparator();
    for (const Action action : {Action::Reset, Action::Archive, Action::Unarchive, Action::Publish, Action::Unpublish, Action::Delete}) {
        menu->addAction(m_set->of(action));
    }
    menu->addSeparator();
    menu->addAction(m_set->of(ActionSet::Extra::Import));
    menu->addAction(m_set->of(ActionSet::Extra::Export));
    menu->addAction(m_set->of(ActionSet::Extra::ShowArchived));
    menu->addAction(m_set->of(ActionSet::Extra::ShowTrash));
    more->setMenu(menu);
}

void ExperimentsPage::connectTable()
{
    connect(m_filter, &FilterEdit::filterChanged, this, [this](const Filter& filter) {
        m_model->setFilter(filter);
        showState();
    });
    connect(m_noMatch, &NoMatchCard::clearRequested, this, &ExperimentsPage::clearFilter);
    connect(m_noMatch, &NoMatchCard::archivedRequested, m_set->of(ActionSet::Extra::ShowArchived), [this] {
        m_set->of(ActionSet::Extra::ShowArchived)->setChecked(true);
    });
    connect(m_view, &ExperimentView::selectionSettled, this, &ExperimentsPage::handleSelection);
    connect(m_view, &QWidget::customContextMenuRequested, this, &ExperimentsPage::contextMenu);
    connect(m_source, &ExperimentSource::updated, this, &ExperimentsPage::handleUpdated);
    connect(m_columns, &ColumnsPopup::columnToggled, m_layouts, &TableLayouts::setColumnShown);
    connect(m_columns, &ColumnsPopup::hideEmptyRequested, m_layouts, &TableLayouts::hideEmpty);
    connect(m_columns, &ColumnsPopup::hideConstantRequested, m_layouts, &TableLayouts::hideConstant);
    connect(m_layouts, &TableLayouts::nameWanted, this, &ExperimentsPage::saveLayout);
    connect(m_layouts, &TableLayouts::changed, this, [this] {
        m_layoutButton->setText(tr("Layout: %1").arg(m_layouts->name()));
        m_columns->setShown(m_layouts->shownColumns());
    });
    const auto byId = [this](ExperimentId id, auto&& act) {
        if (const Experiment* e = m_model->byId(id)) {
            act(*e);
        }
    };
    connect(m_model, &ExperimentTableModel::renameRequested, this, [this, byId](ExperimentId id, const QString& name) {
        byId(id, [&](const Experiment& e) { m_actions->rename(e, name); });
    });
    connect(m_model, &ExperimentTableModel::tagsRequested, this, [this, byId](ExperimentId id, const QStringList& tags) {
        byId(id, [&](const Experiment& e) { m_actions->setTags(e, tags); });
    });
    connect(m_model, &ExperimentTableModel::notesRequested, this, [this, byId](ExperimentId id, const QString& notes) {
        byId(id, [&](const Experiment& e) { m_actions->setNotes(e, notes); });
    });
    connect(m_empty, &EmptyCard::newRequested, this, &ExperimentsPage::openNew);
    connect(m_empty, &EmptyCard::importRequested, this, &ExperimentsPage::openImport);
    connect(m_empty, &EmptyCard::demoRequested, this, &ExperimentsPage::startDemo);
    connect(m_demoBar, &DemoBar::runRequested, this, &ExperimentsPage::runDemo);
    connect(&m_context.settings, &Settings::rowsChanged, this, [this] { m_view->setCompact(m_context.settings.compactRows()); });
}

std::vector<Experiment> ExperimentsPage::selection() const
{
    std::vector<Experiment> selected;
    for (const ExperimentId id : m_view->selectedIds()) {
        if (const Experiment* e = m_model->byId(id)) {
            selected.push_back(*e);
        }
    }
    return selected;
}

void ExperimentsPage::select(const std::vector<ExperimentId>& ids)
{
    const bool there = std::any_of(ids.begin(), ids.end(), [this](ExperimentId id) { return m_model->rowOf(id) >= 0; });
    if (there) {
        m_view->selectIds(ids);
        m_selectWhenThere.clear();
    } else {
        m_selectWhenThere = ids;
    }
}

void ExperimentsPage::setFilterText(const QString& text)
{
    m_filter->setText(text);
}

void ExperimentsPage::clearFilter()
{
    m_filter->setText({});
    m_view->setFocus();
    if (m_view->selectedIds().empty() && m_model->rowCount() > 0) {
        m_view->selectRow(0);
    }
}

void ExperimentsPage::handleSelection()
{
    m_set->setSelection(selection(), m_source->trash());
    std::vector<ExperimentId> ids = m_view->selectedIds();
    const auto current = std::find(ids.begin(), ids.end(), m_view->currentId());
    if (current != ids.end()) {
        std::rotate(ids.begin(), current, current + 1);
    }
    Q_EMIT selectionChanged(ids);
}

void ExperimentsPage::handleUpdated()
{
    if (!m_selectWhenThere.empty()) {
        select(std::vector<ExperimentId>(m_selectWhenThere));
    } else if (m_view->selectedIds().empty() && m_model->rowCount() > 0 && !m_view->currentIndex().isValid()) {
        m_view->selectRow(0); // something to look at from the first moment on
    }
    QStringList tags;
    QStringList models;
    for (int row = 0; row < std::min(m_model->rowCount(), 2000); ++row) {
        const Experiment& e = m_model->at(row);
        models << fromUtf8(e.spec.modelVariant);
        for (const std::string& tag : e.spec.tags) {
            tags << fromUtf8(tag);
        }
    }
    tags.removeDuplicates();
    models.removeDuplicates();
    m_filter->setKnown(tags, models);
    showMade();
    m_set->setSelection(selection(), m_source->trash());
    showState();
    Q_EMIT updated();
}

void ExperimentsPage::showState()
{
    const bool trash = m_source->trash();
    const bool empty = m_source->loaded() && m_model->total() == 0 && !trash; // whatever the filter hides is there
    const bool noMatch = m_model->total() > 0 && m_model->rowCount() == 0;
    m_noMatch->setFiltered(!m_filter->text().trimmed().isEmpty());
    m_stack->setCurrentWidget(empty ? static_cast<QWidget*>(m_empty) : noMatch ? static_cast<QWidget*>(m_noMatch) : m_view);
    if (m_details) {
        m_details->setVisible(!empty && !trash);
    }
    m_trashBar->setVisible(trash);
    m_trashBar->setCount(m_model->total());
    m_demoBar->setDrafts(trash ? 0 : static_cast<int>(demoDrafts().size()));
}

void ExperimentsPage::setDetails(QWidget* pane)
{
    m_details = pane;
    m_splitter->addWidget(pane);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    placeDetails();
    if (!m_splitter->restoreState(m_context.settings.bytes(m_splitter->orientation() == Qt::Vertical ? kSplitterUnder : kSplitterBeside))) {
        m_splitter->setSizes({300, 360});
    }
    showState();
}

void ExperimentsPage::placeDetails()
{
    const Qt::Orientation wanted = window()->width() >= kBesideWidth ? Qt::Horizontal : Qt::Vertical;
    if (wanted == m_splitter->orientation()) {
        return;
    }
    saveState();
    m_splitter->setOrientation(wanted);
    if (!m_splitter->restoreState(m_context.settings.bytes(wanted == Qt::Vertical ? kSplitterUnder : kSplitterBeside))) {
        m_splitter->setSizes({width() / 2, width() / 2});
    }
    m_splitter->setOrientation(wanted); // a state saved by an older layout does not turn it back
}

void ExperimentsPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    placeDetails();
}

void ExperimentsPage::saveState()
{
    if (m_details) {
        m_context.settings.setBytes(m_splitter->orientation() == Qt::Vertical ? kSplitterUnder : kSplitterBeside, m_splitter->saveState());
    }
}

void ExperimentsPage::refresh()
{
    m_source->load();
}

void ExperimentsPage::focusFilter()
{
    m_filter->field()->setFocus(Qt::ShortcutFocusReason);
    m_filter->field()->selectAll();
}

void ExperimentsPage::contextMenu(const QPoint& at)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("experimentsMenu"));
    const auto add = [&](std::initializer_list<QAction*> actions) {
        bool any = false;
        for (QAction* action : actions) {
            if (action->isEnabled()) {
                menu.addAction(action);
                any = true;
            }
        }
        if (any) {
            menu.addSeparator();
        }
    };
    using Extra = ActionSet::Extra;
    add({m_set->of(Action::Clone), m_set->of(Action::Enqueue), m_set->of(Action::Dequeue), m_set->of(Action::Stop), m_set->of(Action::Retry),
         m_set->of(Action::Resume), m_set->of(Action::Continue)});
    add({m_set->of(Action::Rename), m_set->of(Extra::EditTags), m_set->of(Extra::EditNotes)});
    add({m_set->of(Extra::Copy), m_set->of(Extra::CopyMarkdown), m_set->of(Extra::Export)});
    add({m_set->of(Action::Archive), m_set->of(Action::Unarchive), m_set->of(Action::Reset), m_set->of(Action::Delete),
         m_set->of(Action::Restore), m_set->of(Extra::Purge)});
    menu.exec(m_view->viewport()->mapToGlobal(at));
}

} // namespace yardstick::ui
