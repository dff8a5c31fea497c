#include "ui/dialogs/report_dialog.h"

#include "core/base/platform.h"
#include "ui/app_services.h"
#include "ui/charts/chart_renderer.h"
#include "ui/compare/chart_words.h"
#include "ui/dialogs/message_box.h"
#include "ui/format.h"
#include "ui/report/report_renderer.h"
#include "ui/settings/settings.h"
#include "ui/store_query.h"
#include "ui/window/error_presenter.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {

constexpr int kReportWidth = 460;
constexpr int kLongestTitle = 200;
const QString kLastReportFolder = QStringLiteral("report_folder");

enum Rows { SelectedRows, FilteredRows, AllRows };

} // namespace

ReportWords reportWords()
{
    return [](std::string_view english) {
        const std::string text(english);
        const QString word = QCoreApplication::translate("Report", text.c_str());
        // What is no heading or column is a sentence, or says where a price is from.
        const QString sentence = word == fromUtf8(text) ? QCoreApplication::translate("Error", text.c_str()) : word;
        return toUtf8(sentence == fromUtf8(text) ? priceSourceText(text) : sentence);
    };
}

ReportDialog::ReportDialog(WindowContext& context, ExportScope scope, QWidget* parent)
    : QDialog(parent)
    , m_context(context)
    , m_scope(std::move(scope))
{
    setObjectName(QStringLiteral("reportDialog"));
    setWindowTitle(tr("Report"));
    auto* layout = new QVBoxLayout(this);
    auto* what = new QLabel(tr("One file with tables, charts and where every figure is from. It can be read without Yardstick."), this);
    what->setWordWrap(true);
    layout->addWidget(what);
    buildForm(layout);
    buildButtons(layout);
    setMinimumWidth(kReportWidth);
}

void ReportDialog::buildForm(QVBoxLayout* layout)
{
    auto* form = new QFormLayout;
    m_title = new QLineEdit(this);
    m_title->setObjectName(QStringLiteral("reportTitle"));
    m_title->setAccessibleName(tr("Title"));
    m_title->setPlaceholderText(tr("The project's name"));
    m_title->setMaxLength(kLongestTitle);
    m_which = new QComboBox(this);
    m_which->setObjectName(QStringLiteral("reportRows"));
    m_which->setAccessibleName(tr("Experiments"));
    if (!m_scope.selected.empty()) {
        m_which->addItem(tr("Selection (%n)", nullptr, static_cast<int>(m_scope.selected.size())), SelectedRows);
    }
    if (!m_scope.filtered.empty()) {
        m_which->addItem(tr("Filter result (%n)", nullptr, static_cast<int>(m_scope.filtered.size())), FilteredRows);
    }
    m_which->addItem(tr("All"), AllRows);
    if (m_scope.comparison) { // what Compare shows: its experiments, where some were chosen
        m_which->setCurrentIndex(m_which->findData(m_scope.comparison->options.experiments.empty() ? AllRows : SelectedRows));
    }
    m_which->setCurrentIndex(std::max(0, m_which->currentIndex()));
    m_format = new QComboBox(this);
    m_format->setObjectName(QStringLiteral("reportFormat"));
    m_format->setAccessibleName(tr("Format"));
    m_format->addItem(QStringLiteral("PDF"), QStringLiteral("pdf"));
    m_format->addItem(QStringLiteral("HTML"), QStringLiteral("html"));
    form->addRow(tr("&Title"), m_title);
    form->addRow(tr("&Experiments"), m_which);
    form->addRow(tr("&Format"), m_format);
    layout->addLayout(form);
}

void ReportDialog::buildButtons(QVBoxLayout* layout)
{
    m_state = new QLabel(this);
    m_state->setObjectName(QStringLiteral("reportState"));
    m_state->setWordWrap(true);
    m_save = new QPushButton(tr("Save…"), this);
    m_save->setObjectName(QStringLiteral("reportSave"));
    m_save->setDefault(true);
    auto* close = new QPushButton(tr("Close"), this);
    close->setObjectName(QStringLiteral("reportClose"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_state, 1);
    for (QPushButton* button : {close, m_save}) {
        button->setAccessibleName(button->text());
        line->addWidget(button);
    }
    layout->addLayout(line);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &ReportDialog::save);
}

ReportOptions ReportDialog::options() const
{
    ReportOptions options;
    options.title = toUtf8(m_title->text().trimmed());
    if (m_scope.comparison) {
        options.compare = m_scope.comparison->options;
    }
    const int which = m_which->currentData().toInt();
    options.experiments = which == SelectedRows ? m_scope.selected : which == FilteredRows ? m_scope.filtered : std::vector<ExperimentId>();
    options.version = toUtf8(m_context.services.version());
    options.nowMs = nowUtcMs();
    options.words = reportWords();
    options.chartWords = chartWords();
    return options;
}

void ReportDialog::save()
{
    const QString ending = m_format->currentData().toString();
    const QString start = FileDialog::startFolder(m_context.settings.text(kLastReportFolder)) + QStringLiteral("/%1.%2").arg(tr("report"), ending);
    QString path = FileDialog::saveFile(this, tr("Report"), start, QStringLiteral("%1 (*.%2)").arg(m_format->currentText(), ending));
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QLatin1Char('.') + ending;
    }
    m_context.settings.setText(kLastReportFolder, QFileInfo(path).absolutePath());
    m_save->setEnabled(false);
    m_state->setText(tr("Reading…"));
    m_context.query.run<Report>([wanted = options()](const StoreReader& store) { return makeReport(store, wanted); }, this,
                                [this, path](const Result<Report>& report) { write(report, path); });
}

void ReportDialog::write(const Result<Report>& report, const QString& path)
{
    m_save->setEnabled(true);
    WidgetChartRenderer charts;
    Result<std::string> html = fail(ErrorCode::Internal, "There is no report.");
    if (report) {
        Report own = *report;
        own.language = toUtf8(tr("en", "language of the report, BCP 47"));
        html = reportHtml(own, charts);
    } else {
        html = std::unexpected(report.error());
    }
    Result<> written = html ? Result<>() : std::unexpected(html.error());
    if (html && m_format->currentData().toString() == QStringLiteral("pdf")) {
        written = PdfReportRenderer().renderHtmlAsPdf(*html, toUtf8(path));
    } else if (html) {
        written = platform::writeFileAtomic(toUtf8(path), *html);
    }
    if (!written) {
        m_state->setText(errorText(written.error()));
        return;
    }
    m_context.errors.showNote(tr("Report written to %1").arg(path));
    accept();
}

} // namespace yardstick::ui
