#include "ui/settings/ultralytics_section.h"

#include "core/store/store.h"
#include "ui/app_services.h"
#include "ui/dialogs/message_box.h"
#include "ui/format.h"
#include "ui/sentences.h"
#include "ui/store_watcher.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace yardstick::ui {
namespace {
constexpr int kAskMs = 200'000; ///< torch from a cold disk; the worker gives up a little earlier
constexpr int kEndMs = 2000;

std::optional<Host> thisHost(const StoreReader& reader)
{
    const auto hosts = reader.hosts();
    if (!hosts) {
        return std::nullopt;
    }
    const auto found = std::ranges::find(*hosts, std::string("local"), &Host::kind);
    return found == hosts->end() ? std::nullopt : std::optional(*found);
}

} // namespace

UltralyticsSection::UltralyticsSection(WindowContext& context, QFormLayout* form, QLabel* state, QWidget* parent)
    : QObject(parent)
    , m_context(context)
    , m_parent(parent)
    , m_state(state)
{
    m_environment = new QLineEdit(parent);
    m_environment->setObjectName(QStringLiteral("settingsUltralytics"));
    m_environment->setAccessibleName(tr("Python environment of Ultralytics"));
    m_environment->setPlaceholderText(tr("Folder of a virtual environment, its python or yolo program"));
    auto* choose = new QPushButton(tr("Choose…"), parent);
    choose->setObjectName(QStringLiteral("settingsUltralyticsChoose"));
    choose->setAccessibleName(tr("Choose the folder of the environment"));
    m_check = new QPushButton(tr("Check"), parent);
    m_check->setObjectName(QStringLiteral("settingsUltralyticsCheck"));
    m_check->setAccessibleName(tr("Check the environment"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_environment, 1);
    line->addWidget(choose);
    line->addWidget(m_check);
    auto* label = new QLabel(tr("Python &environment"), parent);
    label->setBuddy(m_environment);
    form->addRow(label, line);
    form->addRow(QString(), m_state);
    connect(choose, &QPushButton::clicked, this, &UltralyticsSection::choose);
    connect(m_check, &QPushButton::clicked, this, &UltralyticsSection::check);
    connect(m_environment, &QLineEdit::editingFinished, this, &UltralyticsSection::keep);
    connect(&m_process, &QProcess::finished, this, &UltralyticsSection::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            show(m_process.errorString(), false);
        }
    });
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(kAskMs);
    connect(&m_deadline, &QTimer::timeout, &m_process, &QProcess::kill);
    show(tr("For experiments with the backend ultralytics: your own installation trains them, as a program of its own."), true);
}

UltralyticsSection::~UltralyticsSection()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(kEndMs);
    }
}

void UltralyticsSection::load()
{
    const auto host = thisHost(m_context.watcher.reader());
    if (host && !m_environment->hasFocus()) {
        m_environment->setText(fromUtf8(ultralyticsOf(*host)));
    }
}

void UltralyticsSection::show(const QString& text, bool good)
{
    QPalette p = m_parent->palette();
    if (!good) {
        p.setColor(QPalette::WindowText, tokensFor(*m_parent).bad);
    }
    m_state->setPalette(p);
    m_state->setText(text);
    m_check->setEnabled(m_process.state() == QProcess::NotRunning);
}

void UltralyticsSection::choose()
{
    const QString chosen = FileDialog::openFolder(m_parent, tr("Folder of the virtual environment"), FileDialog::startFolder(m_environment->text()));
    if (!chosen.isEmpty()) {
        m_environment->setText(chosen);
        keep();
    }
}

void UltralyticsSection::keep()
{
    const std::string named = toUtf8(m_environment->text().trimmed());
    m_context.store.post(
        [named](StoreWriter& w) -> Result<> {
            auto host = thisHost(w.read());
            if (!host || ultralyticsOf(*host) == named) {
                return {};
            }
            setUltralytics(*host, named);
            const auto stored = w.upsertHost(*host);
            return stored ? Result<>{} : Result<>(std::unexpected(stored.error()));
        },
        this, [this](Result<> kept) {
            if (!kept) {
                m_context.errors.showError(kept.error(), tr("Python environment of Ultralytics"));
            }
        });
}

void UltralyticsSection::check()
{
    keep();
    const auto worker = m_context.services.findWorker();
    if (!worker) {
        show(errorText(worker.error()), false);
        return;
    }
    QStringList arguments{QStringLiteral("backend"), QStringLiteral("check")};
    if (!m_environment->text().trimmed().isEmpty()) {
        arguments << QStringLiteral("--python") << m_environment->text().trimmed();
    }
    m_process.start(fromUtf8(worker->string()), arguments);
    m_deadline.start();
    show(tr("Asking the environment; this takes some seconds…"), true);
}

void UltralyticsSection::finish()
{
    m_deadline.stop();
    const bool good = m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0;
    QString said = QString::fromUtf8(good ? m_process.readAllStandardOutput() : m_process.readAllStandardError()).trimmed();
    said = said.section(QLatin1Char('\n'), -1);
    const auto mark = said.indexOf(QLatin1String("error: "));
    said = !good && mark >= 0 ? said.mid(mark + 7) : said;
    show(said.isEmpty() ? tr("The environment gave no answer.") : good ? said : translatedSentence(toUtf8(said)), good);
}

} // namespace yardstick::ui
