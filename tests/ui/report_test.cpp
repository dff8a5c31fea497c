// A report with the real charts: one file that needs nothing else, every text escaped, every figure in it; as PDF and from the
// window's dialogs.
#include "core/compare.h"
#include "core/report/report.h"
#include "tests/support/event_log.h"
#include "tests/ui/page_fixture.h"
#include "ui/charts/chart_renderer.h"
#include "ui/dialogs/message_box.h"
#include "ui/dialogs/report_dialog.h"
#include "ui/report/report_renderer.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>

namespace yardstick::test {
namespace {

constexpr UtcMs kNow = 1'796'000'000'000; // 2026-11-30

int count(const std::string& text, std::string_view part)
{
    int n = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++n;
    }
    return n;
}

class ReportTest : public PageFixture
{
protected:
    ReportTest()
    {
        must(store().run([](StoreWriter& w) -> Result<> { return importReference(w) ? Result<>() : fail(ErrorCode::Internal, "no reference"); }));
    }
    /// Two runs with curves and a name that every format must escape.
    void train()
    {
        const Seeded seeded = seed(store(), runs());
        writeLog(runs(), 1, logOfRun({.faults = false}));
        ingestAll(store(), seeded.attempt);
        must(store().run([&](StoreWriter& w) -> Result<> {
            Experiment e = must(w.read().experiment(seeded.experiment));
            e.spec.name = "<b>\"a\" & 'b' 细胞检测</b>";
            e.spec.params["lr0"] = 0.02;
            return w.updateExperiment(e);
        }));
        m_trained = seeded.experiment;
    }
    Report report(const std::vector<ExperimentId>& ids = {})
    {
        ReportOptions options;
        options.experiments = ids;
        options.version = "1.2.3";
        options.nowMs = kNow;
        return must(makeReport(must(store().reader()), options));
    }
    std::string page(const std::vector<ExperimentId>& ids = {}) { return must(reportHtml(report(ids), m_charts)); }

    TempDir m_dir;
    ui::WidgetChartRenderer m_charts;
    ExperimentId m_trained;
};

TEST_F(ReportTest, isOnePageThatNeedsNothingElse)
{
    train();
    const std::string html = page();
    EXPECT_TRUE(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
    for (const char* foreign : {"<script", "<link", "@import", "url(http", "src=\"", "<iframe", "onload"}) {
        EXPECT_EQ(html.find(foreign), std::string::npos) << foreign;
    }
    // The only addresses are names of the SVG standard.
    EXPECT_EQ(count(html, "http://") + count(html, "https://"), count(html, "http://www.w3.org/2000/svg") + count(html, "http://www.w3.org/1999/xlink"));
    EXPECT_EQ(count(html, "<svg"), count(html, "</svg>"));
    EXPECT_EQ(count(html, "<svg"), count(html, "role=\"img\" aria-label=\""));
    EXPECT_GE(count(html, "<svg"), 5) << "three of machines, mAP and loss";
    EXPECT_EQ(count(html, "<table>"), count(html, "<caption>"));
    EXPECT_EQ(count(html, "<h1>"), 1);
    for (const char* id : {"experiments", "machines", "curves", "epochs", "bill", "parameters", "provenance"}) {
        EXPECT_EQ(count(html, "<h2 id=\"" + std::string(id) + "\">"), 1) << id;
    }
    EXPECT_EQ(count(html, "<div"), count(html, "</div>"));
    EXPECT_EQ(count(html, "<g "), count(html, "</g>")) << "groups that hold nothing are gone in pairs";
}

TEST_F(ReportTest, everyTextOfTheUserIsEscaped)
{
    train();
    const std::string html = page({m_trained});
    EXPECT_EQ(html.find("<b>"), std::string::npos);
    EXPECT_NE(html.find("&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39; 细胞检测&lt;/b&gt;"), std::string::npos);
}

TEST_F(ReportTest, holdsTheResultTheFiguresAndWhereTheyAreFrom)
{
    train();
    const std::string html = page();
    for (const char* text : {"Made by Yardstick 1.2.3 on 2026-11-30", "is cheapest", "Experiments: 13; epochs done: 124.", "0.0096", "0.504", "183.6", "0.0364",
                             "ClearML and Genesis Cloud article, 2023-03-23", "2023-03-23", "public price catalogue, winter 2022/23", "lr0=0.02", "1.13.0", "A CPU",
                             "Cost per epoch (USD)", "Price per hour (USD/h)", "metrics/mAP50-95(B)", "container=nvidia/cuda"}) {
        EXPECT_NE(html.find(text), std::string::npos) << text;
    }
    EXPECT_EQ(makeReport(must(store().reader()), {.title = {}, .experiments = {ExperimentId(999)}, .version = {}}).error().code, ErrorCode::NotFound);
}

TEST_F(ReportTest, ratesThatWereUsedAreNamedWithTheirDate)
{
    must(store().run([](StoreWriter& w) -> Result<> {
        FxRate rate;
        rate.from = must(Currency::parse("EUR"));
        rate.to = must(Currency::parse("USD"));
        rate.nanos = must(parseFxNanos("1.08"));
        rate.validFromMs = must(parseUtc("2026-11-01"));
        rate.source = "ECB";
        return w.insertFxRate(rate) ? Result<>() : fail(ErrorCode::Internal, "no rate");
    }));
    ReportOptions options;
    options.nowMs = kNow;
    options.compare.currency = must(Currency::parse("EUR"));
    const std::string html = must(reportHtml(must(makeReport(must(store().reader()), options)), m_charts));
    EXPECT_NE(html.find("<td>1 EUR = 1.08 USD</td><td>2026-11-01</td><td>ECB</td>"), std::string::npos);
    EXPECT_NE(html.find("Cost per epoch (EUR)"), std::string::npos);
}

TEST_F(ReportTest, asPdfItHasPagesAndItsWords)
{
    train();
    const auto file = m_dir / "报告.pdf";
    must(ui::PdfReportRenderer().renderHtmlAsPdf(page(), file));
    const std::string pdf = must(platform::readFile(file));
    EXPECT_TRUE(pdf.starts_with("%PDF-"));
    const int pages = count(pdf, "/Type /Page\n");
    EXPECT_GE(pages, 4);
    EXPECT_LE(pages, 20);
    EXPECT_EQ(ui::PdfReportRenderer().renderHtmlAsPdf("<main>x</main>", m_dir / "no" / "x.pdf").error().code, ErrorCode::Io);
    if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty()) {
        GTEST_SKIP() << "pdftotext is not installed: pages counted only";
    }
    QProcess reader;
    reader.start(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), QString::fromStdString(file.string()), QStringLiteral("-")});
    ASSERT_TRUE(reader.waitForFinished());
    const QString text = QString::fromUtf8(reader.readAllStandardOutput());
    for (const char* word : {"Training runs and their cost", "Machines, the cheapest per epoch", "0.0096", "183.6", "lr0=0.02", "细胞检测", "Page 1 of "}) {
        EXPECT_TRUE(text.contains(QString::fromUtf8(word))) << word;
    }
    EXPECT_EQ(text.count(QRegularExpression(QStringLiteral("Page \\d+ of %1").arg(pages))), pages);
    // No heading is the last line of a page.
    for (const QString& onePage : text.split(QLatin1Char('\f'), Qt::SkipEmptyParts)) {
        const QStringList lines = onePage.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        ASSERT_GE(lines.size(), 2);
        for (const char* heading : {"Experiments", "Machines", "Curves", "Epochs", "Bill", "Parameters that differ", "Where the figures are from"}) {
            EXPECT_NE(lines[lines.size() - 2].trimmed().toStdString(), heading);
        }
    }
}

TEST_F(ReportTest, theDialogWritesWhatWasChosen)
{
    train();
    ui::ExportScope scope;
    scope.selected = {m_trained};
    for (const char* ending : {"html", "pdf"}) {
        ui::ReportDialog dialog(context(), scope);
        EXPECT_EQ(namelessWidgets(dialog), QStringList());
        find<QLineEdit>(dialog, "reportTitle")->setText(QStringLiteral("Mine & yours"));
        auto* format = find<QComboBox>(dialog, "reportFormat");
        format->setCurrentIndex(format->findData(QString::fromLatin1(ending)));
        const auto file = m_dir / ("r." + std::string(ending));
        ui::FileDialog::queueAnswer(QString::fromStdString(file.string()));
        QSignalSpy accepted(&dialog, &QDialog::accepted);
        QTest::mouseClick(find<QPushButton>(dialog, "reportSave"), Qt::LeftButton);
        ASSERT_TRUE(QTest::qWaitFor([&] { return accepted.count() == 1; }, 30'000)) << find<QLabel>(dialog, "reportState")->text().toStdString();
        const std::string bytes = must(platform::readFile(file));
        if (std::string_view(ending) == "html") {
            EXPECT_NE(bytes.find("<h1>Mine &amp; yours</h1>"), std::string::npos);
            EXPECT_EQ(bytes.find("g5.xlarge"), std::string::npos) << "only the selection";
        } else {
            EXPECT_TRUE(bytes.starts_with("%PDF-"));
        }
    }
}

TEST_F(ReportTest, theExportDialogShapesAsTheCommandLineDoes)
{
    ui::ExportDialog dialog(context(), {});
    EXPECT_EQ(namelessWidgets(dialog), QStringList());
    auto* preview = find<QPlainTextEdit>(dialog, "exportPreview");
    ASSERT_TRUE(QTest::qWaitFor([&] { return preview->toPlainText().contains(QStringLiteral("VisDrone")); }));
    auto* format = find<QComboBox>(dialog, "exportFormat");
    format->setCurrentIndex(format->findText(QStringLiteral("Markdown")));
    find<QLineEdit>(dialog, "exportCaption")->setText(QStringLiteral("My runs"));
    EXPECT_TRUE(preview->toPlainText().startsWith(QStringLiteral("Table: My runs\n"))) << preview->toPlainText().left(80).toStdString();
    EXPECT_TRUE(preview->toPlainText().contains(QStringLiteral("**61.8**")));
    find<QCheckBox>(dialog, "exportBold")->setChecked(false);
    EXPECT_FALSE(preview->toPlainText().contains(QStringLiteral("**")));
    find<QCheckBox>(dialog, "exportLong")->setChecked(true);
    EXPECT_TRUE(preview->toPlainText().contains(QStringLiteral("| column | value | unit |"))) << preview->toPlainText().left(200).toStdString();
    format->setCurrentIndex(format->findText(QStringLiteral("CSV")));
    EXPECT_TRUE(preview->toPlainText().startsWith(QStringLiteral("id,name,machine,column,value,unit")));
    EXPECT_FALSE(find<QCheckBox>(dialog, "exportBold")->isEnabled());
    EXPECT_TRUE(find<QCheckBox>(dialog, "exportBom")->isEnabled());
    find<QCheckBox>(dialog, "exportBom")->setChecked(true);
    const auto file = m_dir / "t.csv";
    ui::FileDialog::queueAnswer(QString::fromStdString(file.string()));
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    QTest::mouseClick(find<QPushButton>(dialog, "exportSave"), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return accepted.count() == 1; }));
    EXPECT_TRUE(must(platform::readFile(file)).starts_with("\xEF\xBB\xBFid,name,machine,column,value,unit\r\n"));
}

} // namespace
} // namespace yardstick::test
