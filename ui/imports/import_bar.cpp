#include "ui/imports/import_bar.h"

#include "core/base/time.h"
#include "ui/elided_label.h"
#include "ui/format.h"
#include "ui/store_watcher.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"

#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kProgressWidth = 180;
constexpr int kProblemsWidth = 760, kProblemsHeight = 360;

QStringList linesOf(const Error& problem)
{
    QStringList lines{errorText(problem)};
    for (const QString& line : fromUtf8(problem.detail).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        lines << QStringLiteral("    ") + line;
    }
    return lines;
}

} // namespace

ImportBar::ImportBar(WindowContext& context, const imports::UltralyticsImport::Options& options, bool watch, QWidget* parent)
    : QFrame(parent)
    , m_context(context)
    , m_root(options.root)
    , m_watch(watch)
{
    setObjectName(QStringLiteral("importBar"));
    m_sentence = new ElidedLabel(this);
    m_sentence->setObjectName(QStringLiteral("importSentence"));
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("importProgress"));
    m_progress->setAccessibleName(tr("Progress of the import"));
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(kProgressWidth);
    m_problemsButton = new QPushButton(icon(QStringLiteral("warning")), QString(), this);
    m_problemsButton->setObjectName(QStringLiteral("importProblems"));
    m_stop = new QPushButton(this);
    m_stop->setObjectName(QStringLiteral("importStop"));
    m_close = new QToolButton(this);
    m_close->setObjectName(QStringLiteral("importClose"));
    m_close->setAccessibleName(tr("Hide this message"));
    m_close->setToolTip(m_close->accessibleName());
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSpace3, kSpace1, kSpace2, kSpace1);
    layout->addWidget(m_sentence, 1);
    for (QWidget* w : std::initializer_list<QWidget*>{m_progress, m_problemsButton, m_stop, m_close}) {
        layout->addWidget(w);
    }
    connect(m_problemsButton, &QPushButton::clicked, this, &ImportBar::showProblems);
    connect(m_stop, &QPushButton::clicked, this, &ImportBar::handleStop);
    connect(m_close, &QToolButton::clicked, this, &QObject::deleteLater);
    m_import = new RunImport(context.store, options, watch, this);
    connect(m_import, &RunImport::progressed, this, [this](int done, int total) {
        m_done = done;
        m_total = total;
        showState();
    });
    connect(m_import, &RunImport::looked, this, &ImportBar::handleLooked);
    connect(m_import, &RunImport::failed, this, &ImportBar::handleFailed);
    showState();
}

void ImportBar::handleLooked(const imports::UltralyticsReport& report)
{
    m_fault.clear();
    m_runs = static_cast<int>(report.experiments.size());
    m_added += report.added;
    m_inTrash = report.inTrash;
    m_replaced += report.replaced;
    for (const Error& problem : report.problems) {
        m_problems << linesOf(problem);
    }
    if (report.added > 0 || report.grown > 0) {
        m_newsMs = nowUtcMs();
        m_context.watcher.poll();
    }
    if (std::exchange(m_first, false)) {
        Q_EMIT imported(report.experiments);
    }
    m_watch = m_watch && !m_import->cancelled();
    showState();
}

void ImportBar::handleFailed(const Error& error)
{
    const QString text = errorText(error);
    if (!m_watch && m_first) {
        m_context.errors.showError(error, tr("Import of Ultralytics runs"));
        deleteLater();
        return;
    }
    m_first = false;
    m_fault = text; // a folder that is away for a moment is looked for again
    showState();
}

void ImportBar::handleStop()
{
    m_import->cancel();
    m_watch = false;
    m_first = false;
    showState();
}

QString ImportBar::sentence() const
{
    const QString root = fromUtf8(m_root.string());
    if (!m_fault.isEmpty()) {
        return m_fault;
    }
    if (m_first) {
        return m_total > 0 ? tr("Importing %1: %2 of %3 run folders").arg(root).arg(m_done).arg(m_total) : tr("Looking for run folders in %1…").arg(root);
    }
    QString text = m_watch ? tr("Watching %1: %n runs", nullptr, m_runs).arg(root) : tr("Imported from %1: %n runs", nullptr, m_runs).arg(root);
    text += QStringLiteral(", ") + tr("%1 new").arg(m_added);
    if (m_replaced > 0) {
        text += QStringLiteral(", ") + tr("%1 trained again in place (the earlier run is kept)").arg(m_replaced);
    }
    if (m_inTrash > 0) {
        text += QStringLiteral(", ") + tr("%1 in the trash").arg(m_inTrash);
    }
    if (m_watch && m_newsMs > 0) {
        text += QStringLiteral("; ") + tr("last new epochs at %1").arg(formatTime(m_newsMs));
    }
    return text;
}

void ImportBar::showState()
{
    m_sentence->setText(sentence());
    m_progress->setVisible(m_first);
    m_progress->setRange(0, m_total);
    m_progress->setValue(m_done);
    m_stop->setVisible(m_first || m_watch);
    m_stop->setText(m_first ? tr("Cancel") : tr("Stop watching"));
    m_stop->setAccessibleName(m_stop->text());
    m_close->setVisible(!m_first && !m_watch);
    m_problemsButton->setVisible(!m_problems.isEmpty());
    m_problemsButton->setText(tr("Problems…"));
    m_problemsButton->setAccessibleName(m_problemsButton->text());
}

void ImportBar::showProblems()
{
    auto* dialog = new QDialog(window());
    dialog->setObjectName(QStringLiteral("importProblemsDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(Qt::WindowModal);
    dialog->setWindowTitle(tr("What could not be imported"));
    auto* list = new QPlainTextEdit(m_problems.join(QLatin1Char('\n')), dialog);
    list->setObjectName(QStringLiteral("importProblemsList"));
    list->setAccessibleName(dialog->windowTitle());
    list->setReadOnly(true);
    list->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto* note = new QLabel(tr("These lines and files were left out; everything else was imported."), dialog);
    auto* copy = new QPushButton(tr("Copy"), dialog);
    copy->setObjectName(QStringLiteral("importProblemsCopy"));
    auto* close = new QPushButton(tr("Close"), dialog);
    close->setObjectName(QStringLiteral("importProblemsClose"));
    close->setDefault(true);
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    for (QPushButton* b : {copy, close}) {
        b->setAccessibleName(b->text());
        line->addWidget(b);
    }
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(note);
    layout->addWidget(list, 1);
    layout->addLayout(line);
    connect(copy, &QPushButton::clicked, list, [list] { QGuiApplication::clipboard()->setText(list->toPlainText()); });
    connect(close, &QPushButton::clicked, dialog, &QDialog::accept);
    dialog->resize(kProblemsWidth, kProblemsHeight);
    dialog->open();
}

ImportBars::ImportBars(WindowContext& context, QWidget* parent) : QWidget(parent), m_context(context), m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("importBars"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
}

void ImportBars::start(const imports::UltralyticsImport::Options& options, bool watch)
{
    for (ImportBar* bar : findChildren<ImportBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (bar->root() == options.root) {
            delete bar;
        }
    }
    auto* bar = new ImportBar(m_context, options, watch, this);
    m_layout->addWidget(bar);
    connect(bar, &ImportBar::imported, this, &ImportBars::imported);
}

} // namespace yardstick::ui
