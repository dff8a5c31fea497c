#include "ui/details/artifacts_tab.h"

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {

QString artifactKindWord(const std::string& kind)
{
    if (kind == "checkpoint") {
        return ArtifactsTab::tr("checkpoint");
    }
    if (kind == "args_yaml") {
        return ArtifactsTab::tr("parameters");
    }
    if (kind == "results_csv") {
        return ArtifactsTab::tr("table of epochs");
    }
    return kind == "predictions_json" ? ArtifactsTab::tr("predictions") : fromUtf8(kind);
}

} // namespace

void ArtifactsModel::setData(const DetailsData& data)
{
    std::vector<Row> rows;
    for (const ArtifactRow& artifact : data.artifacts) { // oldest first: the newest of one path wins
        const Attempt* attempt = data.attempt(artifact.attemptId);
        Row row{artifact, attempt != nullptr ? fromUtf8(attempt->runDirectory) : QString(), attempt != nullptr ? attempt->number : 0};
        const auto same = std::find_if(rows.begin(), rows.end(), [&](const Row& r) {
            return r.artifact.attemptId == artifact.attemptId && r.artifact.path == artifact.path;
        });
        if (same != rows.end()) {
            *same = std::move(row);
        } else {
            rows.push_back(std::move(row));
        }
    }
    const auto keeps = [&] {
        if (rows.size() < m_rows.size()) {
            return false;
        }
        for (size_t i = 0; i < m_rows.size(); ++i) {
            if (rows[i].artifact.path != m_rows[i].artifact.path || rows[i].artifact.attemptId != m_rows[i].artifact.attemptId) {
                return false;
            }
        }
        return true;
    };
    if (!keeps()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    const auto before = static_cast<int>(m_rows.size());
    const auto after = static_cast<int>(rows.size());
    if (after > before) {
        beginInsertRows({}, before, after - 1);
    }
    m_rows = std::move(rows);
    if (after > before) {
        endInsertRows();
    }
    if (before > 0) {
        Q_EMIT dataChanged(index(0, 0), index(before - 1, ColumnCount - 1));
    }
}

int ArtifactsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ArtifactsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ArtifactsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    const ArtifactRow& a = row.artifact;
    switch (role) {
    case FileRole:
        return row.folder.isEmpty() ? QString() : QDir(row.folder).filePath(fromUtf8(a.path));
    case RawRole:
        return index.column() == Size ? QVariant(static_cast<qlonglong>(a.bytes)) : data(index, Qt::DisplayRole);
    case Qt::TextAlignmentRole: {
        const bool right = index.column() == Size || index.column() == Epoch || index.column() == AttemptNumber;
        return QVariant((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case Qt::FontRole:
        return index.column() == Sha256 ? fixedPitch() : tabular(QApplication::font());
    case Qt::ToolTipRole:
        return index.column() == Size   ? QVariant(tr("%1 bytes").arg(a.bytes))
               : index.column() == Path ? data(index, FileRole)
                                        : data(index, Qt::DisplayRole);
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case Path:
        return fromUtf8(a.path);
    case Kind:
        return a.best ? tr("%1, best").arg(artifactKindWord(a.kind)) : artifactKindWord(a.kind);
    case AttemptNumber:
        return row.attempt > 0 ? QString::number(row.attempt) : QString();
    case Epoch:
        return a.epoch > 0 ? QString::number(a.epoch) : QString();
    case Size:
        return formatBytes(a.bytes);
    case Sha256:
        return fromUtf8(a.sha256);
    default:
        return {};
    }
}

QVariant ArtifactsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        const bool right = section == Size || section == Epoch || section == AttemptNumber;
        return QVariant((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    const QString titles[ColumnCount] = {tr("path"), tr("kind"), tr("attempt"), tr("epoch"), tr("size"), QStringLiteral("SHA-256")};
    return section >= 0 && section < ColumnCount ? QVariant(titles[section]) : QVariant();
}

ArtifactsTab::ArtifactsTab(QWidget* parent)
    : DetailsTab(parent), m_model(new ArtifactsModel(this)), m_view(new QTableView(this)),
      m_copyPath(new QPushButton(icon(QStringLiteral("copy")), tr("Copy &path"), this)),
      m_copySha(new QPushButton(icon(QStringLiteral("copy")), tr("Copy &SHA-256"), this)),
      m_open(new QPushButton(icon(QStringLiteral("folder")), tr("&Open folder"), this)),
      m_empty(new QLabel(tr("Weights and result files are listed here as soon as they are written."), this))
{
    m_view->setObjectName(QStringLiteral("artifactsTable"));
    m_view->setAccessibleName(tr("Artifacts"));
    m_view->setModel(m_model);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->verticalHeader()->setVisible(false);
    m_view->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->horizontalHeader()->setHighlightSections(false);
    const int widths[ArtifactsModel::ColumnCount] = {240, 140, 70, 64, 90, 300};
    for (int c = 0; c < ArtifactsModel::ColumnCount; ++c) {
        m_view->setColumnWidth(c, widths[c]);
    }
    m_copyPath->setObjectName(QStringLiteral("artifactCopyPath"));
    m_copySha->setObjectName(QStringLiteral("artifactCopySha"));
    m_open->setObjectName(QStringLiteral("artifactOpenFolder"));
    m_empty->setAlignment(Qt::AlignCenter);
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {m_copyPath, m_copySha, m_open}) {
        row->addWidget(button);
    }
    row->addStretch(1);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace2, kSpace2, kSpace2, kSpace1);
    box->addWidget(m_empty, 1);
    box->addWidget(m_view, 1);
    box->addLayout(row);
    connect(m_copyPath, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(currentFile()); });
    connect(m_copySha, &QPushButton::clicked, this, [this] {
        const QModelIndex index = m_view->currentIndex().siblingAtColumn(ArtifactsModel::Sha256);
        QApplication::clipboard()->setText(index.data().toString());
    });
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT openFolderRequested(QFileInfo(currentFile()).absolutePath()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ArtifactsTab::showEnabled);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ArtifactsTab::showEnabled);
    m_view->hide();
    showEnabled();
}

DetailsWants ArtifactsTab::wants() const
{
    DetailsWants wants;
    wants.artifacts = true;
    return wants;
}

void ArtifactsTab::setData(const DetailsData& details, bool)
{
    m_model->setData(details);
    m_empty->setVisible(m_model->rowCount() == 0);
    m_view->setVisible(m_model->rowCount() > 0);
}

QString ArtifactsTab::currentFile() const
{
    return m_view->currentIndex().data(ArtifactsModel::FileRole).toString();
}

void ArtifactsTab::showEnabled()
{
    const bool any = m_view->currentIndex().isValid();
    for (QPushButton* button : {m_copyPath, m_copySha, m_open}) {
        button->setEnabled(any);
    }
}

} // namespace yardstick::ui
