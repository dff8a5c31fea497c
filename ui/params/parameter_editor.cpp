#include "ui/params/parameter_editor.h"

#include "ui/format.h"
#include "ui/params/parameter_delegate.h"
#include "ui/params/parameter_filter.h"
#include "ui/params/parameter_model.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kNameWidth = 190;
constexpr int kValueWidth = 200;
} // namespace

ParameterEditor::ParameterEditor(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("parameterEditor"));
    m_model = new ParameterModel(this);
    m_filter = new ParameterFilter(this);
    m_filter->setSourceModel(m_model);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kSpace2, kSpace2, kSpace2, kSpace2);
    layout->setSpacing(kSpace2);
    buildBar();
    buildView();
    connect(m_model, &ParameterModel::changeRequested, this, [this](const QString& name, const nlohmann::json& value) {
        Q_EMIT changeRequested(m_model->experimentId(), name, value);
    });
    showEditable();
}

ParameterEditor::~ParameterEditor() = default;

void ParameterEditor::buildBar()
{
    m_search = new QLineEdit(this);
    m_search->setObjectName(QStringLiteral("parameterSearch"));
    m_search->setAccessibleName(tr("Search parameters"));
    m_search->setPlaceholderText(tr("Search parameters"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    const auto toggle = [this](const QString& text, const QString& tip, const char* name) {
        auto* button = new QToolButton(this);
        button->setObjectName(QString::fromLatin1(name));
        button->setText(text);
        button->setAccessibleName(text);
        button->setToolTip(tip);
        button->setCheckable(true);
        connect(button, &QToolButton::toggled, this, &ParameterEditor::applyFilter);
        return button;
    };
    m_changedOnly = toggle(tr("Changed only"), tr("Show only what differs from the default or from the parent"), "parameterChangedOnly");
    m_advanced = toggle(tr("Advanced"), tr("Show the parameters that are rarely changed, too"), "parameterAdvanced");
    connect(m_search, &QLineEdit::textChanged, this, &ParameterEditor::applyFilter);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(kSpace2);
    bar->addWidget(m_search, 1);
    bar->addWidget(m_changedOnly);
    bar->addWidget(m_advanced);
    static_cast<QVBoxLayout*>(layout())->addLayout(bar);

    m_banner = new QWidget(this);
    auto* line = new QHBoxLayout(m_banner);
    line->setContentsMargins(0, 0, 0, 0);
    auto* sentence = new QLabel(tr("Only a draft can be edited."), m_banner);
    m_clone = new QPushButton(tr("Clone to change…"), m_banner);
    m_clone->setObjectName(QStringLiteral("parameterClone"));
    m_clone->setAccessibleName(tr("Clone to change"));
    line->addWidget(sentence);
    line->addWidget(m_clone);
    line->addStretch(1);
    layout()->addWidget(m_banner);
    connect(m_clone, &QPushButton::clicked, this, [this] { Q_EMIT cloneRequested(m_model->experimentId()); });
}

void ParameterEditor::buildView()
{
    m_view = new QTreeView(this);
    m_view->setObjectName(QStringLiteral("parameterTree"));
    m_view->setAccessibleName(tr("Parameters"));
    m_view->setModel(m_filter);
    auto* delegate = new ParameterDelegate(m_view);
    m_view->setItemDelegate(delegate);
    m_view->setUniformRowHeights(true);
    m_view->setAlternatingRowColors(true);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked
                            | QAbstractItemView::AnyKeyPressed);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->header()->resizeSection(ParameterModel::NameColumn, kNameWidth);
    m_view->header()->resizeSection(ParameterModel::ValueColumn, kValueWidth);
    m_view->expandAll();
    layout()->addWidget(m_view);
    connect(delegate, &ParameterDelegate::typed, this,
            [this](const QModelIndex& index, const QString& text) { m_model->check(m_filter->mapToSource(index), text); });
    connect(delegate, &ParameterDelegate::abandoned, this,
            [this](const QModelIndex& index) { m_model->forgetFault(m_filter->mapToSource(index)); });
    connect(m_model, &QAbstractItemModel::modelReset, m_view, &QTreeView::expandAll);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ParameterEditor::showCurrent);

    m_help = new QLabel(this);
    m_help->setObjectName(QStringLiteral("parameterHelp"));
    m_help->setWordWrap(true);
    m_help->setTextFormat(Qt::PlainText);
    m_help->setMinimumHeight(m_help->fontMetrics().height() * 2 + kSpace1);
    m_help->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_toDefault = new QPushButton(tr("To default"), this);
    m_toDefault->setObjectName(QStringLiteral("parameterToDefault"));
    m_toDefault->setAccessibleName(tr("Set the parameter to its default"));
    m_toParent = new QPushButton(tr("To parent's value"), this);
    m_toParent->setObjectName(QStringLiteral("parameterToParent"));
    m_toParent->setAccessibleName(tr("Set the parameter to the parent's value"));
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_help, 1);
    foot->addWidget(m_toDefault, 0, Qt::AlignTop);
    foot->addWidget(m_toParent, 0, Qt::AlignTop);
    static_cast<QVBoxLayout*>(layout())->addLayout(foot);
    connect(m_toDefault, &QPushButton::clicked, this, [this] { m_model->requestReset(currentSource(), false); });
    connect(m_toParent, &QPushButton::clicked, this, [this] { m_model->requestReset(currentSource(), true); });
    connect(m_view, &QTreeView::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu(this);
        QAction* toDefault = menu.addAction(m_toDefault->text(), m_toDefault, &QPushButton::click);
        QAction* toParent = menu.addAction(m_toParent->text(), m_toParent, &QPushButton::click);
        toDefault->setEnabled(m_toDefault->isEnabled());
        toParent->setEnabled(m_toParent->isEnabled());
        menu.exec(m_view->viewport()->mapToGlobal(at));
    });
}

QModelIndex ParameterEditor::currentSource() const
{
    return m_filter->mapToSource(m_view->currentIndex());
}

void ParameterEditor::applyFilter()
{
    m_filter->setWanted(m_search->text(), m_changedOnly->isChecked(), m_advanced->isChecked());
    m_view->expandAll();
}

void ParameterEditor::showEditable()
{
    const bool any = m_model->experimentId().valid();
    m_banner->setVisible(any && !m_model->editable());
    showCurrent();
}

void ParameterEditor::showCurrent()
{
    const QModelIndex index = currentSource();
    const ParamSpec* spec = m_model->spec(index);
    m_help->setText(spec ? index.data(Qt::ToolTipRole).toString() : QString());
    const bool editable = spec && m_model->editable();
    m_toDefault->setEnabled(editable && index.data(ParameterModel::ChangedRole).toBool());
    m_toParent->setEnabled(editable && index.data(ParameterModel::ChangedFromParentRole).toBool());
    m_toParent->setVisible(m_model->parentExperiment().has_value());
}

void ParameterEditor::setExperiment(const Experiment& experiment, const std::optional<Experiment>& parentExperiment)
{
    m_model->setExperiment(experiment, parentExperiment);
    m_filter->refresh();
    showEditable();
}

void ParameterEditor::clear()
{
    m_model->clear();
    showEditable();
}

} // namespace yardstick::ui
