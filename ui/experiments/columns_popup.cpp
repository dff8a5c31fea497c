#include "ui/experiments/columns_popup.h"

#include "core/base/params.h"
#include "ui/experiments/experiment_columns.h"
#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kPopupWidth = 300;
constexpr int kPopupHeight = 420;
constexpr int kIdRole = Qt::UserRole;
} // namespace

ColumnsPopup::ColumnsPopup(QWidget* parent) : QFrame(parent, Qt::Popup)
{
    setObjectName(QStringLiteral("columnsPopup"));
    setAccessibleName(tr("Columns"));
    setFrameShape(QFrame::StyledPanel);
    m_search = new QLineEdit(this);
    m_search->setObjectName(QStringLiteral("columnsSearch"));
    m_search->setAccessibleName(tr("Search columns and parameters"));
    m_search->setPlaceholderText(tr("Search columns and parameters"));
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("columnsList"));
    m_list->setAccessibleName(tr("Shown columns"));
    m_list->setUniformItemSizes(true);
    auto* hideEmpty = new QPushButton(tr("Hide empty"), this);
    hideEmpty->setObjectName(QStringLiteral("columnsHideEmpty"));
    hideEmpty->setAccessibleName(tr("Hide columns without values"));
    auto* hideConstant = new QPushButton(tr("Hide constant"), this);
    hideConstant->setObjectName(QStringLiteral("columnsHideConstant"));
    hideConstant->setAccessibleName(tr("Hide columns with one and the same value"));
    auto* line = new QHBoxLayout;
    line->addWidget(hideEmpty);
    line->addWidget(hideConstant);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kSpace2, kSpace2, kSpace2, kSpace2);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    layout->addLayout(line);
    fill();
    resize(kPopupWidth, kPopupHeight);
    connect(m_search, &QLineEdit::textChanged, this, &ColumnsPopup::search);
    connect(m_list, &QListWidget::itemChanged, this,
            [this](const QListWidgetItem* item) { Q_EMIT columnToggled(item->data(kIdRole).toString(), item->checkState() == Qt::Checked); });
    connect(hideEmpty, &QPushButton::clicked, this, &ColumnsPopup::hideEmptyRequested);
    connect(hideConstant, &QPushButton::clicked, this, &ColumnsPopup::hideConstantRequested);
}

void ColumnsPopup::fill()
{
    const auto add = [this](const ExperimentColumn& column) {
        auto* item = new QListWidgetItem(columns::title(column), m_list);
        item->setData(kIdRole, fromUtf8(column.id));
        item->setToolTip(fromUtf8(column.id));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
    };
    for (const ExperimentColumn& column : columns::builtIn()) {
        if (column.id != "name") { // the name is always there
            add(column);
        }
    }
    for (const ParamSpec& spec : ParamSchema::get().all()) {
        if (const ExperimentColumn* column = columns::find("param." + spec.name)) {
            add(*column);
        }
    }
}

void ColumnsPopup::setShown(const QStringList& ids)
{
    const QSignalBlocker quiet(m_list);
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem* item = m_list->item(i);
        item->setCheckState(ids.contains(item->data(kIdRole).toString()) ? Qt::Checked : Qt::Unchecked);
    }
}

void ColumnsPopup::search(const QString& text)
{
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem* item = m_list->item(i);
        const bool hit = item->text().contains(text, Qt::CaseInsensitive) || item->toolTip().contains(text, Qt::CaseInsensitive);
        item->setHidden(!hit);
    }
}

void ColumnsPopup::openUnder(QWidget* button)
{
    m_search->clear();
    QPoint at = button->mapToGlobal(QPoint(button->width() - width(), button->height() + 2));
    if (const QScreen* screen = button->screen()) {
        const QRect available = screen->availableGeometry();
        at.setX(std::clamp(at.x(), available.left(), std::max(available.left(), available.right() - width())));
    }
    move(at);
    show();
    m_search->setFocus();
}

} // namespace yardstick::ui
