#include "ui/charts/chart_table.h"

#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {

ChartTableModel::ChartTableModel(const LineChart& chart, QObject* parent) : QAbstractTableModel(parent)
{
    m_headers << (chart.xLabel.empty() ? QStringLiteral("x") : fromUtf8(chart.xLabel));
    for (const ChartSeries& series : chart.series) {
        m_headers << fromUtf8(series.label);
        for (const ChartPoint& p : series.points) {
            m_x.push_back(p.x);
        }
    }
    std::sort(m_x.begin(), m_x.end());
    m_x.erase(std::unique(m_x.begin(), m_x.end()), m_x.end());
    for (const ChartSeries& series : chart.series) {
        std::vector<std::optional<double>> column(m_x.size());
        for (const ChartPoint& p : series.points) {
            const auto at = std::lower_bound(m_x.begin(), m_x.end(), p.x);
            if (at != m_x.end() && *at == p.x) {
                column[static_cast<size_t>(at - m_x.begin())] = p.y;
            }
        }
        m_columns.push_back(std::move(column));
    }
}

int ChartTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_x.size());
}

int ChartTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
}

QVariant ChartTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    const auto row = static_cast<size_t>(index.row());
    const std::optional<double> value =
        index.column() == 0 ? std::optional(m_x[row]) : m_columns[static_cast<size_t>(index.column()) - 1][row];
    if (!value) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == 0 ? QString::number(*value, 'g', 12) : formatNumber(*value, 6);
    case Qt::ToolTipRole:
        return QString::number(*value, 'g', 17);
    case ValueRole:
        return *value;
    default:
        return {};
    }
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::DisplayRole && orientation == Qt::Horizontal && section >= 0 && section < m_headers.size()) {
        return m_headers[section];
    }
    return QAbstractTableModel::headerData(section, orientation, role);
}

ChartTableDialog::ChartTableDialog(const LineChart& chart, QWidget* parent) : QDialog(parent), m_view(new QTableView(this))
{
    setObjectName(QStringLiteral("chartTableDialog"));
    setWindowTitle(chart.title.empty() ? tr("Values") : fromUtf8(chart.title));
    m_view->setObjectName(QStringLiteral("chartTable"));
    m_view->setAccessibleName(windowTitle());
    m_view->setModel(new ChartTableModel(chart, m_view));
    m_view->setFont(tabular(font()));
    m_view->setAlternatingRowColors(true);
    m_view->verticalHeader()->setVisible(false);
    m_view->verticalHeader()->setDefaultSectionSize(kRowHeightCompact);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setDefaultSectionSize(120);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("copyTableButton"));
    copy->setAccessibleName(tr("Copy the selected cells, or all"));
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeTableButton"));
    connect(copy, &QPushButton::clicked, this, &ChartTableDialog::copySelection);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* shortcut = new QShortcut(QKeySequence::Copy, m_view);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, &ChartTableDialog::copySelection);
    auto* box = new QVBoxLayout(this);
    box->addWidget(m_view);
    box->addWidget(buttons);
    resize(520, 420);
}

void ChartTableDialog::copySelection()
{
    const QAbstractItemModel& model = *m_view->model();
    QModelIndexList cells = m_view->selectionModel()->selectedIndexes();
    const bool all = cells.size() < 2;
    QString text;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList line;
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            if (all || m_view->selectionModel()->isSelected(index)) {
                line << index.data(Qt::ToolTipRole).toString();
            }
        }
        if (!line.isEmpty()) {
            text += line.join(QLatin1Char('\t')) + QLatin1Char('\n');
        }
    }
    QApplication::clipboard()->setText(text);
}

} // namespace yardstick::ui
