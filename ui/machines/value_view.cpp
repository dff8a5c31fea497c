#include "ui/machines/value_view.h"

#include "ui/machines/value_table_model.h"
#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

namespace yardstick::ui {

ValueView::ValueView(const QString& objectName, const QString& accessibleName, ValueTableModel* model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
{
    setObjectName(objectName);
    setAccessibleName(accessibleName);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setModel(model);
    setSortingEnabled(true);
    for (size_t i = 0; i < model->columnList().size(); ++i) {
        const ValueColumn& column = model->columnList()[i];
        const int title = horizontalHeader()->fontMetrics().horizontalAdvance(column.title) + 2 * kSpace4;
        horizontalHeader()->resizeSection(static_cast<int>(i), std::max(column.width, title));
    }
    horizontalHeader()->setStretchLastSection(true);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        const qint64 id = index.data(ValueTableModel::IdRole).toLongLong();
        if (id > 0 && id != m_current) {
            m_current = id;
            Q_EMIT currentIdChanged(id);
        }
    });
    connect(model, &QAbstractItemModel::modelReset, this, [this] { setCurrentId(m_current); });
}

qint64 ValueView::currentId() const
{
    return currentIndex().isValid() ? m_current : 0;
}

void ValueView::setCurrentId(qint64 id)
{
    const int row = std::max(0, m_model->rowOf(id));
    if (row < m_model->rowCount()) {
        selectRow(row);
    }
}

void ValueView::keyPressEvent(QKeyEvent* event)
{
    if (!event->matches(QKeySequence::Copy) || !currentIndex().isValid()) {
        QTableView::keyPressEvent(event);
        return;
    }
    QStringList cells;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        cells << m_model->index(currentIndex().row(), column).data().toString();
    }
    QGuiApplication::clipboard()->setText(cells.join(QLatin1Char('\t')) + QLatin1Char('\n'));
}

} // namespace yardstick::ui
