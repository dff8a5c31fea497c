#include "ui/settings/settings_page.h"

#include "core/store/store.h"
#include "ui/app_services.h"
#include "ui/dialogs/message_box.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/settings/store_job.h"
#include "ui/settings/ultralytics_section.h"
#include "ui/store_watcher.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QUrl>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kColumnWidth = 720;
constexpr int kLeastValue = 240;
constexpr int kSmoothingSteps = 99;
} // namespace

SettingsPage::SettingsPage(WindowContext& context, QWidget* parent) : Page(context, QStringLiteral("settings"), parent)
{
    auto* column = new QWidget(this);
    column->setMaximumWidth(kColumnWidth);
    auto* sections = new QVBoxLayout(column);
    sections->setContentsMargins(kSpace6, kSpace4, kSpace6, kSpace6);
    buildAppearance(sections);
    buildCharts(sections);
    buildStore(sections);
    buildUltralytics(sections);
    buildProgram(sections);
    sections->addStretch(1);
    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("settingsArea"));
    area->setAccessibleName(tr("Settings"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    auto* inner = new QWidget(area);
    auto* line = new QHBoxLayout(inner);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(column, 10);
    line->addStretch(1);
    area->setWidget(inner);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
}

QString SettingsPage::title() const
{
    return tr("Settings");
}

QString SettingsPage::iconName() const
{
    return QStringLiteral("settings");
}

QFormLayout* SettingsPage::section(QVBoxLayout* layout, const QString& title)
{
    auto* label = new QLabel(title, this);
    label->setFont(sized(font(), TextSize::Large, true));
    label->setContentsMargins(0, kSpace4, 0, kSpace1);
    layout->addWidget(label);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(kSpace4);
    form->setVerticalSpacing(kSpace2);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow); // wrapped texts take the column, choices stay small
    layout->addLayout(form);
    return form;
}

QLabel* SettingsPage::value(const char* name)
{
    auto* label = new QLabel(this);
    label->setObjectName(QString::fromLatin1(name));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setMinimumWidth(kLeastValue);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    return label;
}

QPushButton* SettingsPage::button(const QString& text, const char* name)
{
    auto* made = new QPushButton(text, this);
    made->setObjectName(QString::fromLatin1(name));
    made->setAccessibleName(text);
    return made;
}

void SettingsPage::buildAppearance(QVBoxLayout* layout)
{
    Settings& settings = m_context.settings;
    QFormLayout* form = section(layout, tr("Appearance"));
    auto* language = new QComboBox(this);
    language->setObjectName(QStringLiteral("settingsLanguage"));
    language->setAccessibleName(tr("Language"));
    language->addItem(tr("As the system"), QStringLiteral("system"));
    language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    language->addItem(QStringLiteral("简体中文"), QStringLiteral("zh_CN"));
    language->setCurrentIndex(std::max(0, language->findData(settings.language())));
    form->addRow(tr("&Language"), language);
    connect(language, &QComboBox::activated, this, [language, &settings] { settings.setLanguage(language->currentData().toString()); });
    auto* theme = new QComboBox(this);
    theme->setObjectName(QStringLiteral("settingsTheme"));
    theme->setAccessibleName(tr("Theme"));
    theme->addItem(tr("As the system"), static_cast<int>(ThemeChoice::System));
    theme->addItem(tr("Light"), static_cast<int>(ThemeChoice::Light));
    theme->addItem(tr("Dark"), static_cast<int>(ThemeChoice::Dark));
    theme->setCurrentIndex(std::max(0, theme->findData(static_cast<int>(settings.theme()))));
    form->addRow(tr("&Theme"), theme);
    connect(theme, &QComboBox::activated, this,
            [theme, &settings] { settings.setTheme(static_cast<ThemeChoice>(theme->currentData().toInt())); });
    auto* compact = new QCheckBox(tr("Compact rows"), this);
    compact->setObjectName(QStringLiteral("settingsCompact"));
    compact->setAccessibleName(compact->text());
    compact->setChecked(settings.compactRows());
    form->addRow(QString(), compact);
    connect(compact, &QCheckBox::toggled, &settings, &Settings::setCompactRows);
}

void SettingsPage::buildCharts(QVBoxLayout* layout)
{
    Settings& settings = m_context.settings;
    QFormLayout* form = section(layout, tr("Charts and money"));
    auto* smoothing = new QSlider(Qt::Horizontal, this);
    smoothing->setObjectName(QStringLiteral("settingsSmoothing"));
    smoothing->setAccessibleName(tr("Smoothing of new charts"));
    smoothing->setRange(0, kSmoothingSteps);
    smoothing->setFixedWidth(220);
    auto* shown = new QLabel(this);
    shown->setFont(tabular(font()));
    const auto show = [shown](int value) { shown->setText(formatFixed(value / 100.0, 2)); };
    smoothing->setValue(qRound(settings.smoothing() * 100));
    show(smoothing->value());
    connect(smoothing, &QSlider::valueChanged, this, [show, &settings](int v) {
        show(v);
        settings.setSmoothing(v / 100.0);
    });
    auto* line = new QHBoxLayout;
    line->addWidget(smoothing);
    line->addWidget(shown);
    auto* smoothingLabel = new QLabel(tr("&Smoothing"), this);
    smoothingLabel->setBuddy(smoothing);
    form->addRow(smoothingLabel, line);
    auto* currency = new QLineEdit(settings.currency(), this);
    currency->setObjectName(QStringLiteral("settingsCurrency"));
    currency->setAccessibleName(tr("Currency of new prices and comparisons"));
    currency->setMaxLength(3);
    currency->setFixedWidth(80);
    form->addRow(tr("&Currency"), currency);
    connect(currency, &QLineEdit::editingFinished, this, [this, currency] {
        const auto code = Currency::parse(toUtf8(currency->text().toUpper()));
        if (code) {
            currency->setText(fromUtf8(code->code()));
            m_context.settings.setCurrency(currency->text());
        } else {
            m_context.errors.showError(code.error(), tr("Currency"));
            currency->setText(m_context.settings.currency());
        }
    });
}

void SettingsPage::buildStore(QVBoxLayout* layout)
{
    QFormLayout* form = section(layout, tr("Store"));
    m_storePath = value("settingsStorePath");
    form->addRow(tr("File"), m_storePath);
    m_storeSize = value("settingsStoreSize");
    form->addRow(tr("Size"), m_storeSize);
    m_storeState = value("settingsStoreState");
    QPushButton* folder = button(tr("Open the folder"), "settingsStoreFolder");
    QPushButton* check = button(tr("Check"), "settingsStoreCheck");
    QPushButton* backup = button(tr("Back up…"), "settingsStoreBackup");
    QPushButton* compact = button(tr("Compact"), "settingsStoreCompact");
    auto* line = new QHBoxLayout;
    for (QPushButton* b : {folder, check, backup, compact}) {
        line->addWidget(b);
    }
    line->addStretch(1);
    form->addRow(QString(), line);
    form->addRow(QString(), m_storeState);
    connect(folder, &QPushButton::clicked, this, [this] {
        const QString path = fromUtf8(m_context.store.info().file.parent_path().string());
        if (const Result<> opened = m_context.services.openUrl(QUrl::fromLocalFile(path)); !opened) {
            m_context.errors.showError(opened.error());
        }
    });
    connect(check, &QPushButton::clicked, this, &SettingsPage::checkStore);
    connect(backup, &QPushButton::clicked, this, &SettingsPage::backupStore);
    connect(compact, &QPushButton::clicked, this, &SettingsPage::compactStore);
}

void SettingsPage::buildUltralytics(QVBoxLayout* layout)
{
    QFormLayout* form = section(layout, tr("Ultralytics"));
    m_ultralytics = new UltralyticsSection(m_context, form, value("settingsUltralyticsState"), this);
}

void SettingsPage::buildProgram(QVBoxLayout* layout)
{
    QFormLayout* form = section(layout, tr("Program"));
    auto* version = value("settingsVersion");
    version->setText(m_context.services.version());
    form->addRow(tr("Version"), version);
    m_worker = value("settingsWorker");
    form->addRow(tr("Worker"), m_worker);
    m_serve = value("settingsServe");
    QPushButton* copy = button(tr("Copy"), "settingsServeCopy");
    copy->setAccessibleName(tr("Copy the command line"));
    form->addRow(tr("Schedule without a window"), m_serve); // of its own: beside a button a form does not make room for lines
    form->addRow(QString(), copy);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_serve->text()); });
    auto* privacy = value("settingsPrivacy");
    privacy->setText(tr("No telemetry. Nothing is sent anywhere unless you set up something remote."));
    form->addRow(tr("Privacy"), privacy);
    QPushButton* reset = button(tr("Forget window sizes and layouts"), "settingsReset");
    form->addRow(QString(), reset);
    connect(reset, &QPushButton::clicked, this, [this] {
        m_context.settings.resetWindowState();
        m_context.errors.showNote(tr("Forgotten. The next window opens as at first."));
    });
}

void SettingsPage::activate()
{
    m_ultralytics->load();
    m_storePath->setText(fromUtf8(m_context.store.info().file.string()));
    if (const auto counts = m_context.watcher.reader().counts()) {
        m_storeSize->setText(tr("%1: %2 experiments, %3 attempts, %4 points")
                                 .arg(formatBytes(counts->bytes))
                                 .arg(counts->experiments)
                                 .arg(counts->attempts)
                                 .arg(counts->points));
    }
    const auto worker = m_context.services.findWorker();
    m_worker->setText(worker ? fromUtf8(worker->string()) : errorText(worker.error()));
    m_serve->setText(m_context.services.commandLine(QStringLiteral("serve")));
}

void SettingsPage::checkStore()
{
    m_storeState->setText(tr("Checking…"));
    runStoreJob<std::vector<std::string>>(
        [&store = m_context.store] { return store.check(); }, this, [this](const Result<std::vector<std::string>>& faults) {
            if (!faults) {
                m_storeState->setText(errorText(faults.error()));
                return;
            }
            QStringList lines;
            for (const std::string& fault : *faults) {
                lines << fromUtf8(fault);
            }
            m_storeState->setText(lines.isEmpty() ? tr("The store is sound.") : lines.join(QLatin1Char('\n')));
        });
}

void SettingsPage::backupStore()
{
    const QString start = fromUtf8(m_context.store.info().file.string()) + QStringLiteral(".backup");
    const QString path = FileDialog::saveFile(this, tr("Back up the store"), start, tr("Stores (*.db *.backup);;All files (*)"));
    if (path.isEmpty()) {
        return;
    }
    m_storeState->setText(tr("Copying…"));
    runStoreJob<std::filesystem::path>(
        [&store = m_context.store, path] { return store.backup(std::filesystem::path(toUtf8(path))); }, this,
        [this](const Result<std::filesystem::path>& made) {
            m_storeState->setText(made ? tr("Copied to %1.").arg(fromUtf8(made->string())) : errorText(made.error()));
        });
}

void SettingsPage::compactStore()
{
    m_storeState->setText(tr("Compacting…"));
    runStoreJob<void>([&store = m_context.store] { return store.compact(); }, this, [this](const Result<>& done) {
        m_storeState->setText(done ? tr("Compacted.") : errorText(done.error()));
        activate();
    });
}

} // namespace yardstick::ui
