#include "ui/dialogs/import_dialog.h"

#include "core/store/store_reader.h"
#include "ui/dialogs/message_box.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/store_watcher.h"
#include "ui/theme/tokens.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kImportWidth = 560;
const QString kLastImport = QStringLiteral("import_folder");
} // namespace

ImportDialog::ImportDialog(WindowContext& context, QWidget* parent) : QDialog(parent), m_context(context)
{
    setObjectName(QStringLiteral("importDialog"));
    setWindowTitle(tr("Import Ultralytics runs"));
    auto* sentence = new QLabel(tr("Every results.csv in this folder or below becomes an experiment, with the arguments of its args.yaml. Importing "
                                   "again adds only what is new."),
                                this);
    sentence->setWordWrap(true);
    auto* rows = new QFormLayout;
    rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_folder = new QLineEdit(m_context.settings.text(kLastImport), this);
    m_folder->setObjectName(QStringLiteral("importFolder"));
    m_folder->setAccessibleName(tr("Folder of runs"));
    m_folder->setPlaceholderText(QStringLiteral("~/runs"));
    auto* browse = new QPushButton(tr("Choose…"), this);
    browse->setObjectName(QStringLiteral("importBrowse"));
    browse->setAccessibleName(tr("Choose a folder"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_folder, 1);
    line->addWidget(browse);
    auto* label = new QLabel(tr("&Folder"), this);
    label->setBuddy(m_folder);
    rows->addRow(label, line);
    m_machine = new QComboBox(this);
    m_machine->setObjectName(QStringLiteral("importMachine"));
    m_machine->setAccessibleName(tr("Machine that they ran on"));
    fillMachines();
    rows->addRow(tr("They ran &on"), m_machine);
    m_project = new QLineEdit(QStringLiteral("Ultralytics"), this);
    m_project->setObjectName(QStringLiteral("importProject"));
    m_project->setAccessibleName(tr("Project of new experiments"));
    rows->addRow(tr("&Project"), m_project);
    m_watch = new QCheckBox(tr("Keep &watching while this window is open"), this);
    m_watch->setObjectName(QStringLiteral("importWatch"));
    m_watch->setAccessibleName(tr("Keep watching while this window is open"));
    rows->addRow(QString(), m_watch);
    m_fault = new QLabel(this);
    m_fault->setObjectName(QStringLiteral("importFault"));
    m_fault->setWordWrap(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("importCancel"));
    m_accept = new QPushButton(tr("Import"), this);
    m_accept->setObjectName(QStringLiteral("importAccept"));
    m_accept->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QPushButton* b : {cancel, m_accept}) {
        b->setAccessibleName(b->text());
        buttons->addWidget(b);
    }
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(sentence);
    layout->addLayout(rows);
    layout->addWidget(m_fault);
    layout->addLayout(buttons);
    connect(browse, &QPushButton::clicked, this, &ImportDialog::chooseFolder);
    connect(m_folder, &QLineEdit::textChanged, this, &ImportDialog::refresh);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_accept, &QPushButton::clicked, this, [this] {
        m_context.settings.setText(kLastImport, m_folder->text().trimmed());
        accept();
    });
    refresh();
    resize(kImportWidth, sizeHint().height());
}

void ImportDialog::fillMachines()
{
    m_machine->addItem(tr("No machine named (no price)"), 0);
    const auto machines = m_context.watcher.reader().machines();
    if (!machines) {
        return;
    }
    for (const Machine& m : *machines) {
        const QString name = fromUtf8(m.name);
        const QString provider = m.provider == "owned" ? QString() : QStringLiteral(" (%1, %2)").arg(fromUtf8(m.provider), fromUtf8(m.market));
        m_machine->addItem(name + provider, static_cast<qlonglong>(m.id.value));
    }
}

void ImportDialog::chooseFolder()
{
    const QString chosen = FileDialog::openFolder(this, tr("Folder of Ultralytics runs"), FileDialog::startFolder(fromUtf8(folder().string())));
    if (!chosen.isEmpty()) {
        m_folder->setText(chosen);
    }
}

std::filesystem::path ImportDialog::folder() const
{
    QString text = m_folder->text().trimmed();
    if (text.startsWith(QLatin1String("file://"))) {
        text = QUrl(text).toLocalFile();
    }
    if (text == QLatin1String("~") || text.startsWith(QLatin1String("~/"))) {
        text = QDir::homePath() + text.mid(1);
    }
    return std::filesystem::path(toUtf8(QDir::cleanPath(text)));
}

void ImportDialog::refresh()
{
    const bool given = !m_folder->text().trimmed().isEmpty();
    std::error_code error;
    const bool there = given && folder().is_absolute() && std::filesystem::is_directory(folder(), error);
    m_accept->setEnabled(there);
    m_fault->setText(given && !there ? tr("There is no such folder on this computer.") : QString());
    QPalette p = m_fault->palette();
    p.setColor(QPalette::WindowText, tokensFor(*this).bad);
    m_fault->setPalette(p);
}

imports::UltralyticsImport::Options ImportDialog::options() const
{
    imports::UltralyticsImport::Options options;
    options.root = folder();
    options.machine = MachineId(m_machine->currentData().toLongLong());
    const std::string project = toUtf8(m_project->text().trimmed());
    options.project = project.empty() ? options.project : project;
    return options;
}

bool ImportDialog::watch() const
{
    return m_watch->isChecked();
}

} // namespace yardstick::ui
