#include "ui/experiments/experiment_view.h"

#include "ui/experiments/experiment_delegate.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/theme/status_pill.h"
#include "ui/theme/tokens.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace yardstick::ui {

ExperimentView::ExperimentView(QWidget* parent) : QTableView(parent)
{
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::EditKeyPressed);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setSortingEnabled(true);
    setTabKeyNavigation(false);
    setDragEnabled(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setItemDelegate(new ExperimentDelegate(this));
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed); // ResizeToContents costs 75 ms per change of data
    setCompact(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setMinimumSectionSize(40);
}

void ExperimentView::setTable(ExperimentTableModel* model)
{
    m_model = model;
    horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    setModel(model);
    keepOverResets();
}

/// A new reading of the store is no reason to lose what was selected and where one was.
void ExperimentView::keepOverResets()
{
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_before = {selectedIds(), currentId(), verticalScrollBar()->value()};
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        const Before before = std::exchange(m_before, {});
        selectIds(before.selected, false);
        if (const int row = m_model->rowOf(before.current); row >= 0) {
            selectionModel()->setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::NoUpdate);
            doItemsLayout(); // the scroll bar has its range only then
            verticalScrollBar()->setValue(before.scroll);
        }
    });
}

/// When the current row leaves, who takes its place becomes current: the model has moved those that leave to the end, and Qt
/// by itself would go to the last row. Whoever is still selected stays so.
void ExperimentView::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end)
{
    const QModelIndex current = currentIndex();
    if (current.isValid() && current.row() >= start && current.row() <= end) {
        const std::vector<ExperimentId> selected = selectedIds(); // in the order of the rows: those that stay come first
        const int staying = selected.empty() ? -1 : m_model->rowOf(selected.front());
        const bool others = staying >= 0 && staying < start;
        const int next = others ? staying : m_model->placeTaker(current.row());
        if (next >= 0) {
            selectionModel()->setCurrentIndex(m_model->index(next, current.column()),
                                              others ? QItemSelectionModel::SelectionFlags(QItemSelectionModel::NoUpdate)
                                                     : QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        }
    }
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

void ExperimentView::setCompact(bool compact)
{
    const int height = std::max(compact ? kRowHeightCompact : kRowHeight, fontMetrics().height() + kSpace1);
    verticalHeader()->setDefaultSectionSize(height);
    verticalHeader()->setMinimumSectionSize(height);
}

std::vector<ExperimentId> ExperimentView::selectedIds() const
{
    std::vector<int> rows;
    if (selectionModel()) {
        for (const QItemSelectionRange& range : selectionModel()->selection()) {
            for (int row = range.top(); row <= range.bottom(); ++row) {
                rows.push_back(row);
            }
        }
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::vector<ExperimentId> ids;
    ids.reserve(rows.size());
    for (const int row : rows) {
        ids.push_back(m_model->at(row).id);
    }
    return ids;
}

ExperimentId ExperimentView::currentId() const
{
    const QModelIndex index = currentIndex();
    return index.isValid() ? m_model->at(index.row()).id : ExperimentId{};
}

void ExperimentView::selectIds(const std::vector<ExperimentId>& ids, bool scroll)
{
    QItemSelection selection;
    QModelIndex first;
    for (const ExperimentId id : ids) {
        const int row = m_model->rowOf(id);
        if (row < 0) {
            continue;
        }
        const QModelIndex index = m_model->index(row, 0);
        selection.select(index, m_model->index(row, m_model->columnCount() - 1));
        if (!first.isValid()) {
            first = index;
        }
    }
    if (first.isValid()) {
        selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (scroll && first.isValid()) {
        scrollTo(first);
    }
}

void ExperimentView::editCell(const QModelIndex& index)
{
    m_beforeEdit = Place{currentIndex().column(), horizontalScrollBar()->value()};
    // The row is selected already; with Ctrl held down setCurrentIndex() of the view would take it off.
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    edit(index);
    if (state() != EditingState) {
        m_beforeEdit.reset();
    }
}

void ExperimentView::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint)
{
    QTableView::closeEditor(editor, hint);
    if (!m_beforeEdit || state() == EditingState) { // Tab goes on to the next cell
        return;
    }
    const Place place = *std::exchange(m_beforeEdit, std::nullopt);
    if (currentIndex().isValid() && place.column >= 0) {
        selectionModel()->setCurrentIndex(currentIndex().siblingAtColumn(place.column), QItemSelectionModel::NoUpdate);
    }
    horizontalScrollBar()->setValue(place.scroll);
}

void ExperimentView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (!m_pending) {
        m_pending = true;
        QTimer::singleShot(0, this, [this] {
            m_pending = false;
            Q_EMIT selectionSettled();
        });
    }
}

void ExperimentView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (!m_model || m_model->rowCount() == 0) {
        return;
    }
    QPainter painter(viewport());
    const Tokens& t = tokensFor(*this);
    const int first = std::max(0, rowAt(0));
    for (int row = first; row < m_model->rowCount(); ++row) {
        const int y = rowViewportPosition(row);
        if (y > viewport()->height()) {
            break;
        }
        const QVariant progress = m_model->index(row, 0).data(ExperimentTableModel::ProgressRole);
        if (progress.isValid()) {
            const int width = std::min(horizontalHeader()->length() - horizontalOffset(), viewport()->width());
            paintProgressLine(painter, QRect(0, y, width, rowHeight(row)), progress.toDouble(), t);
        }
    }
}

void ExperimentView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setCompact(verticalHeader()->defaultSectionSize() < kRowHeight);
    }
}

std::vector<int> ExperimentView::shownSections() const
{
    std::vector<int> sections;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int logical = horizontalHeader()->logicalIndex(visual);
        if (!horizontalHeader()->isSectionHidden(logical)) {
            sections.push_back(logical);
        }
    }
    return sections;
}

QString ExperimentView::copyText(CopyFormat format) const
{
    const std::vector<int> sections = shownSections();
    const bool markdown = format == CopyFormat::Markdown;
    QStringList lines;
    const auto join = [&](const QStringList& cells) {
        return markdown ? QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |") : cells.join(QLatin1Char('\t'));
    };
    if (markdown) {
        QStringList titles;
        QStringList rules;
        for (const int section : sections) {
            titles << m_model->headerData(section, Qt::Horizontal).toString();
            rules << (m_model->columnList()[static_cast<size_t>(section)]->numeric() ? QStringLiteral("---:") : QStringLiteral("---"));
        }
        lines << join(titles) << join(rules);
    }
    for (const ExperimentId id : selectedIds()) {
        const int row = m_model->rowOf(id);
        QStringList cells;
        for (const int section : sections) {
            QString cell = m_model->index(row, section).data(ExperimentTableModel::PlainRole).toString();
            cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
            if (markdown) {
                cell.replace(QLatin1Char('|'), QStringLiteral("\\|"));
            }
            cells << cell;
        }
        lines << join(cells);
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace yardstick::ui
