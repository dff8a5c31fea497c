#include "ui/details/plots_tab.h"

#include "ui/charts/metric_chart.h"
#include "ui/details/confusion_view.h"
#include "ui/dialogs/confusion_dialog.h"
#include "ui/elided_label.h"
#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

QString curveTitle(const std::string& kind)
{
    if (kind == "pr_curve") {
        return PlotsTab::tr("precision over recall");
    }
    if (kind == "f1_curve") {
        return PlotsTab::tr("F1 over confidence");
    }
    if (kind == "p_curve") {
        return PlotsTab::tr("precision over confidence");
    }
    return PlotsTab::tr("recall over confidence");
}

double number(const nlohmann::json& json)
{
    return json.is_number() ? json.get<double>() : std::nan("");
}

/// {"x":[…],"series":[{"name","y":[…]}]}
std::vector<ChartSeries> seriesOf(const nlohmann::json& data)
{
    std::vector<ChartSeries> out;
    if (!data.is_object() || !data.contains("x") || !data.contains("series")) {
        return out;
    }
    const auto& x = data["x"];
    int colour = 0;
    for (const auto& one : data["series"]) {
        if (!one.is_object() || !one.contains("y")) {
            continue;
        }
        ChartSeries series;
        series.label = one.contains("name") && one["name"].is_string() ? one["name"].get<std::string>() : std::string();
        series.id = series.label;
        series.colour = colour++;
        for (size_t i = 0; i < x.size() && i < one["y"].size(); ++i) {
            series.points.push_back({number(x[i]), number(one["y"][i])});
        }
        out.push_back(std::move(series));
    }
    return out;
}

} // namespace

void PerClassModel::setData(const nlohmann::json& data)
{
    beginResetModel();
    m_rows.clear();
    if (data.is_object() && data.contains("rows") && data["rows"].is_array()) {
        for (const auto& json : data["rows"]) {
            Row row;
            row.name = json.contains("name") && json["name"].is_string() ? fromUtf8(json["name"].get<std::string>()) : QString();
            const char* keys[ColumnCount] = {"", "images", "instances", "precision", "recall", "f1", "ap50", "ap"};
            for (int c = Images; c < ColumnCount; ++c) {
                row.values[c] = json.contains(keys[c]) ? number(json[keys[c]]) : std::nan("");
            }
            m_rows.push_back(std::move(row));
        }
    }
    endResetModel();
    if (m_sortColumn >= 0) {
        sort(m_sortColumn, m_sortOrder);
    }
}

int PerClassModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PerClassModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PerClassModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    const int c = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return c == Name ? row.name : c <= Instances ? QString::number(row.values[c], 'f', 0) : formatFixed(row.values[c], 3);
    case Qt::ToolTipRole:
        return c == Name ? row.name : QString::number(row.values[c], 'g', 17);
    case RawRole:
        return c == Name ? QVariant(row.name) : QVariant(row.values[c]);
    case Qt::TextAlignmentRole:
        return QVariant((c == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
        return tabular(QApplication::font());
    default:
        return {};
    }
}

QVariant PerClassModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::TextAlignmentRole)) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    const QString titles[ColumnCount] = {tr("class"),  tr("images"), tr("instances"), tr("precision"),
                                         tr("recall"), QStringLiteral("F1"), QStringLiteral("AP50"), QStringLiteral("AP50-95")};
    return section >= 0 && section < ColumnCount ? QVariant(titles[section]) : QVariant();
}

void PerClassModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    if (column < 0 || m_rows.empty()) {
        return;
    }
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    std::vector<int> places(m_rows.size());
    for (size_t i = 0; i < places.size(); ++i) {
        places[i] = static_cast<int>(i);
    }
    std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
        const Row& x = m_rows[static_cast<size_t>(order == Qt::AscendingOrder ? a : b)];
        const Row& y = m_rows[static_cast<size_t>(order == Qt::AscendingOrder ? b : a)];
        return column == Name ? QString::localeAwareCompare(x.name, y.name) < 0 : x.values[column] < y.values[column];
    });
    std::vector<Row> sorted;
    QList<int> newPlace(places.size());
    for (size_t i = 0; i < places.size(); ++i) {
        sorted.push_back(m_rows[static_cast<size_t>(places[i])]);
        newPlace[places[i]] = static_cast<int>(i);
    }
    m_rows = std::move(sorted);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& old : before) {
        after << index(newPlace[old.row()], old.column());
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

PlotsTab::PlotsTab(QWidget* parent)
    : DetailsTab(parent), m_confusion(new ConfusionView), m_normalised(new QCheckBox(tr("&Shares of the true class"))),
      m_enlarge(new QToolButton), m_kind(new QComboBox), m_chart(new MetricChart), m_model(new PerClassModel(this)), m_view(new QTableView), m_epoch(new ElidedLabel(nullptr, Qt::ElideRight)),
      m_empty(new QLabel(tr("Confusion matrix and curves appear here after the first validation that draws plots."), this)),
      m_body(new QWidget(this))
{
    m_confusion->setObjectName(QStringLiteral("confusionMatrix"));
    m_normalised->setObjectName(QStringLiteral("confusionNormalised"));
    m_normalised->setChecked(true);
    m_kind->setObjectName(QStringLiteral("curveKind"));
    m_kind->setAccessibleName(tr("Curve"));
    m_chart->setObjectName(QStringLiteral("curveChart"));
    m_chart->setTitle(tr("Curve"));
    m_view->setObjectName(QStringLiteral("perClassTable"));
    m_view->setAccessibleName(tr("Results per class"));
    m_view->setModel(m_model);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->verticalHeader()->setVisible(false);
    m_view->verticalHeader()->setDefaultSectionSize(kRowHeightCompact);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setDefaultSectionSize(72);
    m_view->horizontalHeader()->setMinimumSectionSize(48);
    m_view->setColumnWidth(PerClassModel::Name, 110);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    auto* grid = new QGridLayout(m_body);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kSpace2);
    auto* left = new QHBoxLayout;
    m_enlarge->setObjectName(QStringLiteral("confusionEnlarge"));
    m_enlarge->setIcon(icon(QStringLiteral("zoom-in")));
    m_enlarge->setAccessibleName(tr("Enlarge the confusion matrix"));
    m_enlarge->setToolTip(tr("Enlarge the confusion matrix"));
    m_enlarge->setAutoRaise(true);
    left->addWidget(m_normalised);
    left->addStretch(1);
    left->addWidget(m_epoch);
    left->addWidget(m_enlarge);
    grid->addLayout(left, 0, 0);
    grid->addWidget(m_kind, 0, 1, Qt::AlignLeft);
    grid->addWidget(m_confusion, 1, 0, 2, 1);
    grid->addWidget(m_chart, 1, 1);
    grid->addWidget(m_view, 2, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(1, 3);
    grid->setRowStretch(2, 2);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace2, kSpace2, kSpace2, 0);
    box->addWidget(m_empty, 1);
    box->addWidget(m_body, 1);
    m_body->hide();
    connect(m_normalised, &QCheckBox::toggled, m_confusion, &ConfusionView::setNormalised);
    connect(m_enlarge, &QToolButton::clicked, this, &PlotsTab::enlarge);
    connect(m_confusion, &ConfusionView::enlargeRequested, this, &PlotsTab::enlarge);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this](int) { showCurve(); });
    connect(m_chart, &MetricChart::failed, this, &PlotsTab::failed);
}

DetailsWants PlotsTab::wants() const
{
    DetailsWants wants;
    wants.plots = true;
    return wants;
}

void PlotsTab::setData(const DetailsData& details, bool sameExperiment)
{
    m_newest.clear();
    int epoch = 0;
    for (const PlotRow& plot : details.plots) { // oldest first
        m_newest[plot.kind] = plot;
        epoch = std::max(epoch, plot.epoch);
    }
    m_empty->setVisible(m_newest.empty());
    m_body->setVisible(!m_newest.empty());
    m_epoch->setText(epoch > 0 ? tr("epoch %1").arg(epoch) : QString());
    const auto confusion = m_newest.find("confusion_matrix");
    m_confusion->setData(confusion == m_newest.end() ? nlohmann::json() : confusion->second.data);
    m_enlarge->setEnabled(m_confusion->classes() > 0);
    if (const QString leftOut = m_confusion->leftOutText(); !leftOut.isEmpty()) {
        m_epoch->setText(m_epoch->text() + QStringLiteral(" · ") + leftOut);
    }
    const auto perClass = m_newest.find("per_class");
    m_model->setData(perClass == m_newest.end() ? nlohmann::json() : perClass->second.data);
    const QString current = sameExperiment ? m_kind->currentData().toString() : QString();
    {
        const QSignalBlocker blocker(m_kind);
        m_kind->clear();
        for (const char* kind : {"pr_curve", "f1_curve", "p_curve", "r_curve"}) {
            if (m_newest.count(kind) > 0) {
                m_kind->addItem(curveTitle(kind), QString::fromLatin1(kind));
            }
        }
        m_kind->setCurrentIndex(std::max(0, m_kind->findData(current)));
    }
    showCurve();
}

void PlotsTab::enlarge()
{
    const auto plot = m_newest.find("confusion_matrix");
    if (plot == m_newest.end()) {
        return;
    }
    auto* dialog = new ConfusionDialog(tr("Confusion matrix, epoch %1").arg(plot->second.epoch), plot->second.data,
                                       m_normalised->isChecked(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void PlotsTab::showCurve()
{
    const auto plot = m_newest.find(toUtf8(m_kind->currentData().toString()));
    m_chart->setTitle(m_kind->count() > 0 ? m_kind->currentText() : tr("Curve"));
    m_chart->setEmptyText(tr("No curve: no object was found yet."));
    if (plot == m_newest.end()) {
        m_chart->setSeries({});
        return;
    }
    const bool recall = plot->first == "pr_curve";
    m_chart->setXAxis(AxisKind::Number, recall ? tr("recall") : tr("confidence"));
    m_chart->setSeries(seriesOf(plot->second.data));
}

} // namespace yardstick::ui
