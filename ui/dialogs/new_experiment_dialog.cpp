#include "ui/dialogs/new_experiment_dialog.h"

#include "core/base/params.h"
#include "core/spec_edit.h"
#include "ui/dialogs/message_box.h"
#include "ui/dialogs/queue_choice.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/theme/tokens.h"

#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {

constexpr int kNewWidth = 780;
const QString kLastDataFolder = QStringLiteral("data_folder");

QLabel* faultLabel(QWidget* parent, const QString& name)
{
    auto* label = new QLabel(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    QPalette p = label->palette();
    p.setColor(QPalette::WindowText, tokensFor(*parent).bad);
    label->setPalette(p);
    label->hide();
    return label;
}

/// A path as typed or pasted: "~/set" and "file:///set" as what they mean.
QString typedPath(const QString& typed)
{
    const QString text = typed.trimmed();
    if (text.startsWith(QStringLiteral("file:"), Qt::CaseInsensitive)) {
        const QString path = QUrl(text).toLocalFile();
        return path.isEmpty() ? text : path;
    }
    if (text == QStringLiteral("~") || text.startsWith(QStringLiteral("~/"))) {
        return QDir::homePath() + text.mid(1);
    }
    return text;
}

void setFault(QLabel* label, QWidget* field, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
    field->setAccessibleDescription(text);
}

} // namespace

NewExperimentDialog::NewExperimentDialog(WindowContext& context, QWidget* parent) : QDialog(parent), m_context(context)
{
    setObjectName(QStringLiteral("newDialog"));
    setWindowTitle(tr("New experiment"));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(kSpace3);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);

    m_task = new QComboBox(this);
    m_task->setObjectName(QStringLiteral("newTask"));
    m_task->setAccessibleName(tr("Task"));
    m_task->addItem(tr("detect: boxes"), QStringLiteral("detect"));
    m_task->addItem(tr("segment: boxes with masks"), QStringLiteral("segment"));
    m_task->addItem(tr("classify: one class per image"), QStringLiteral("classify"));
    form->addRow(tr("&Task"), m_task);

    m_data = new QLineEdit(this);
    m_data->setObjectName(QStringLiteral("newData"));
    m_data->setAccessibleName(tr("Data set"));
    m_data->setPlaceholderText(tr("YAML file with the paths and class names"));
    auto* choose = new QPushButton(tr("Choose…"), this);
    choose->setObjectName(QStringLiteral("newDataChoose"));
    choose->setAccessibleName(tr("Choose the data set"));
    choose->setAutoDefault(false);
    auto* dataLine = new QHBoxLayout;
    dataLine->addWidget(m_data, 1);
    dataLine->addWidget(choose);
    auto* dataLabel = new QLabel(tr("&Data set"), this);
    dataLabel->setBuddy(m_data);
    form->addRow(dataLabel, dataLine);
    m_dataFault = faultLabel(this, QStringLiteral("newDataFault"));
    form->addRow(QString(), m_dataFault);

    m_model = new QComboBox(this);
    m_model->setObjectName(QStringLiteral("newModel"));
    m_model->setAccessibleName(tr("Model"));
    form->addRow(tr("&Model"), m_model);
    m_imgsz = addField(form, tr("&Image size [px]"), "newImgsz", "imgsz");
    m_batch = addField(form, tr("&Batch"), "newBatch", "batch");
    m_epochs = addField(form, tr("&Epochs"), "newEpochs", "epochs");
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("newName"));
    m_name->setAccessibleName(tr("Name"));
    limitToName(*m_name);
    form->addRow(tr("&Name"), m_name);

    auto* left = new QVBoxLayout;
    left->addLayout(form);
    left->addStretch(1);
    m_queues = new QueueChoice(context, this);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(kSpace4);
    middle->addLayout(left, 1);
    middle->addWidget(m_queues, 1);
    layout->addLayout(middle);
    buildButtons(layout);

    connect(choose, &QPushButton::clicked, this, &NewExperimentDialog::browse);
    connect(m_task, &QComboBox::currentIndexChanged, this, &NewExperimentDialog::taskChanged);
    connect(m_model, &QComboBox::currentTextChanged, this, &NewExperimentDialog::refresh);
    connect(m_data, &QLineEdit::textChanged, this, &NewExperimentDialog::refresh);
    connect(m_data, &QLineEdit::editingFinished, this, [this] { m_data->setText(typedPath(m_data->text())); });
    connect(m_queues, &QueueChoice::changed, this, &NewExperimentDialog::refresh);
    taskChanged();
    QWidget* const order[]{m_task, m_data, choose, m_model, m_imgsz.edit, m_batch.edit, m_epochs.edit, m_name};
    for (size_t i = 1; i < std::size(order); ++i) {
        setTabOrder(order[i - 1], order[i]);
    }
    m_data->setFocus();
    resize(kNewWidth, sizeHint().height());
}

NewExperimentDialog::Field NewExperimentDialog::addField(QFormLayout* form, const QString& label, const char* name,
                                                         const std::string& parameter)
{
    Field field{new QLineEdit(this), faultLabel(this, QString::fromLatin1(name) + QStringLiteral("Fault")), parameter};
    field.edit->setObjectName(QString::fromLatin1(name));
    field.edit->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    if (const ParamSpec* spec = ParamSchema::get().find(parameter)) {
        field.edit->setToolTip(parameterHelp(spec->help));
    }
    form->addRow(label, field.edit);
    form->addRow(QString(), field.fault);
    connect(field.edit, &QLineEdit::textChanged, this, &NewExperimentDialog::refresh);
    return field;
}

void NewExperimentDialog::buildButtons(QVBoxLayout* layout)
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("newCancel"));
    m_draft = new QPushButton(tr("Save as draft"), this);
    m_draft->setObjectName(QStringLiteral("newDraft"));
    m_enqueue = new QPushButton(tr("Create and enqueue"), this);
    m_enqueue->setObjectName(QStringLiteral("newEnqueue"));
    m_draft->setDefault(true);
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    for (QPushButton* button : {cancel, m_draft, m_enqueue}) {
        button->setAccessibleName(button->text());
        line->addWidget(button);
    }
    layout->addLayout(line);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_draft, &QPushButton::clicked, this, [this] {
        m_asDraft = true;
        accept();
    });
    connect(m_enqueue, &QPushButton::clicked, this, &QDialog::accept);
}

void NewExperimentDialog::browse()
{
    const QString folder = m_context.settings.text(kLastDataFolder);
    const bool classify = m_task->currentData().toString() == QStringLiteral("classify");
    const QString path = classify ? FileDialog::openFolder(this, tr("Data set folder"), folder)
                                  : FileDialog::openFile(this, tr("Data set"), folder, tr("Data sets (*.yaml *.yml);;All files (*)"));
    if (!path.isEmpty()) {
        m_context.settings.setText(kLastDataFolder, QFileInfo(path).absolutePath());
        m_data->setText(path);
    }
}

void NewExperimentDialog::taskChanged()
{
    const std::string task = toUtf8(m_task->currentData().toString());
    m_model->clear();
    for (const std::string& variant : modelVariants(task)) {
        m_model->addItem(fromUtf8(variant));
    }
    for (const Field& field : {m_imgsz, m_batch, m_epochs}) {
        field.edit->setText(fromUtf8(ParamSchema::format(ParamSchema::get().value(nlohmann::json::object(), field.parameter, task))));
    }
    refresh();
}

/// Sentences that wrap have a height that only their width tells: a dialog by itself would cut them.
bool NewExperimentDialog::event(QEvent* event)
{
    const bool done = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize) {
        setMinimumHeight(layout() ? std::max(0, layout()->totalHeightForWidth(width())) : 0);
    }
    return done;
}

ExperimentSpec NewExperimentDialog::spec() const
{
    ExperimentSpec spec;
    spec.task = toUtf8(m_task->currentData().toString());
    spec.modelVariant = toUtf8(m_model->currentText());
    spec.data = toUtf8(typedPath(m_data->text()));
    spec.name = toUtf8(m_name->text().trimmed());
    for (const Field& field : {m_imgsz, m_batch, m_epochs}) {
        if (const auto value = ParamSchema::get().parse(field.parameter, toUtf8(field.edit->text().trimmed()))) {
            spec.params[field.parameter] = *value;
        }
    }
    return spec;
}

void NewExperimentDialog::refresh()
{
    bool good = true;
    for (const Field& field : {m_imgsz, m_batch, m_epochs}) {
        if (!field.edit) {
            return; // still being built
        }
        const auto value = ParamSchema::get().parse(field.parameter, toUtf8(field.edit->text().trimmed()));
        setFault(field.fault, field.edit, value ? QString() : errorText(value.error()));
        good = good && value.has_value();
    }
    if (!m_enqueue) {
        return;
    }
    const ExperimentSpec now = spec();
    const Result<> present = checkDataPresent(now);
    const bool typed = !m_data->text().trimmed().isEmpty();
    setFault(m_dataFault, m_data, present || !typed ? QString() : errorText(present.error()));
    m_name->setPlaceholderText(fromUtf8(autoName(now)));
    m_queues->setSpec(now);
    m_draft->setEnabled(good);
    m_enqueue->setEnabled(good && present.has_value() && m_queues->selected().has_value());
}

std::optional<QueueId> NewExperimentDialog::queue() const
{
    return m_asDraft ? std::nullopt : m_queues->selected();
}

} // namespace yardstick::ui
