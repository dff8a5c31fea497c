#include "ui/dialogs/clone_dialog.h"

#include "core/spec_edit.h"
#include "ui/dialogs/change_list.h"
#include "ui/dialogs/queue_choice.h"
#include "ui/elided_label.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QGroupBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kCloneWidth = 900;
constexpr int kCloneHeight = 380;
constexpr int kListWidth = 360;
} // namespace

CloneDialog::CloneDialog(WindowContext& context, const Experiment& source, QWidget* parent) : QDialog(parent), m_source(source)
{
    setObjectName(QStringLiteral("cloneDialog"));
    setWindowTitle(tr("Clone of %1").arg(shortName(source)));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(kSpace3);

    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("cloneName"));
    m_name->setAccessibleName(tr("Name of the clone"));
    auto* nameLabel = new QLabel(tr("&Name"), this);
    nameLabel->setBuddy(m_name);
    limitToName(*m_name);
    auto* head = new ElidedLabel(tr("Clone of %1").arg(displayName(source)), this);
    head->setObjectName(QStringLiteral("cloneHead"));
    head->setFont(sized(font(), TextSize::Large, true));
    auto* top = new QHBoxLayout;
    top->addWidget(head, 1);
    top->addWidget(nameLabel);
    top->addWidget(m_name, 1);
    layout->addLayout(top);

    auto* box = new QGroupBox(tr("Changed from #%1").arg(source.id.value), this);
    auto* boxLayout = new QVBoxLayout(box);
    auto* area = new QScrollArea(box);
    area->setObjectName(QStringLiteral("cloneChanges"));
    area->setAccessibleName(tr("Changed parameters"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    m_list = new ChangeList(source.spec, area);
    area->setWidget(m_list);
    boxLayout->addWidget(area);
    m_queues = new QueueChoice(context, this);
    auto* middle = new QHBoxLayout;
    middle->addWidget(box);
    middle->addWidget(m_queues, 1);
    box->setMinimumWidth(kListWidth);
    layout->addLayout(middle, 1);
    buildButtons(layout);

    m_list->add(QStringLiteral("batch"), false);
    m_list->add(QStringLiteral("imgsz"), false);
    if (source.queueId.valid()) {
        m_queues->select(source.queueId);
    }
    connect(m_list, &ChangeList::changed, this, &CloneDialog::refresh);
    connect(m_queues, &QueueChoice::changed, this, &CloneDialog::refresh);
    connect(m_queues, &QueueChoice::activated, m_enqueue, &QPushButton::click);
    refresh();
    if (auto* field = m_list->findChild<QLineEdit*>(QStringLiteral("change_batch"))) {
        field->setFocus();
        field->selectAll();
    }
    resize(kCloneWidth, kCloneHeight);
}

void CloneDialog::buildButtons(QVBoxLayout* layout)
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("cloneCancel"));
    cancel->setAutoDefault(false);
    m_draft = new QPushButton(tr("Save as draft"), this);
    m_draft->setObjectName(QStringLiteral("cloneDraft"));
    m_draft->setAutoDefault(false);
    m_enqueue = new QPushButton(tr("Clone and enqueue"), this);
    m_enqueue->setObjectName(QStringLiteral("cloneEnqueue"));
    m_enqueue->setDefault(true);
    for (QPushButton* button : {cancel, m_draft, m_enqueue}) {
        button->setAccessibleName(button->text());
    }
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    line->addWidget(cancel);
    line->addWidget(m_draft);
    line->addWidget(m_enqueue);
    layout->addLayout(line);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_draft, &QPushButton::clicked, this, [this] {
        m_asDraft = true;
        accept();
    });
    connect(m_enqueue, &QPushButton::clicked, this, &QDialog::accept);
}

void CloneDialog::keyPressEvent(QKeyEvent* event)
{
    // Enter in the field that adds a parameter adds it; it does not send the dialog off.
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const QWidget* focused = focusWidget();
    if (enter && focused && focused->objectName() == QStringLiteral("addParameter")) {
        const auto* field = static_cast<const QLineEdit*>(focused);
        if (!field->text().trimmed().isEmpty()) {
            return;
        }
    }
    QDialog::keyPressEvent(event);
}

ExperimentSpec CloneDialog::changedSpec() const
{
    ExperimentSpec spec = m_source.spec;
    // On a fault the spec stays as it was: the buttons are off then anyway.
    static_cast<void>(applyChanges(spec, m_list->changes()).has_value());
    return spec;
}

void CloneDialog::refresh()
{
    const nlohmann::json now = m_list->changes();
    const ExperimentSpec spec = changedSpec();
    m_name->setPlaceholderText(fromUtf8(cloneName(m_source.spec, spec, now)));
    m_queues->setSpec(spec);
    const bool good = m_list->fault().isEmpty();
    m_draft->setEnabled(good);
    m_enqueue->setEnabled(good && m_queues->selected().has_value());
}

nlohmann::json CloneDialog::changes() const
{
    return m_list->changes();
}

QString CloneDialog::name() const
{
    return m_name->text().trimmed();
}

std::optional<QueueId> CloneDialog::queue() const
{
    return m_asDraft ? std::nullopt : m_queues->selected();
}

} // namespace yardstick::ui
