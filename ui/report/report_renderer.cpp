#include "ui/report/report_renderer.h"

#include "ui/format.h"
#include "ui/report/svg_object.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include <QTextDocumentFragment>

#include <memory>

namespace yardstick::ui {
namespace {

constexpr int kResolution = 96;              // document pixels per inch
constexpr qreal kMargin = 56;                // 15 mm
constexpr qreal kFoot = 24;                  // between the text and the lower margin
constexpr int kSmallestText = 7;             // points: below that nobody reads
constexpr int kMostBreaks = 2000;            // headings that can be moved to the next page

/// What QTextDocument knows of CSS; sizes in points.
QString styleOf(int tablePoints)
{
    return QStringLiteral("body { font-size: 9pt; color: #1a1d21; } h1 { font-size: 18pt; } h2 { font-size: 13pt; } h4 { font-size: 9pt; }"
                          "p.result { font-size: 11pt; font-weight: 600; } p.made, p.note { color: #555b63; font-size: 8pt; }"
                          "th, td { font-size: %1pt; padding: 2px 5px 2px 0px; } th { font-weight: 600; text-align: left; } .n { text-align: right; }")
        .arg(tablePoints);
}

struct Parts
{
    QString title, body;
    QList<QByteArray> pictures;
};

/// QTextDocument has neither SVG nor captions: pictures become images that SvgObject draws, captions headings.
Parts partsOf(const QString& html)
{
    Parts parts;
    static const QRegularExpression titles(QStringLiteral("<title>(.*?)</title>"), QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression captions(QStringLiteral("<table>\\s*<caption>(.*?)</caption>"), QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression figures(QStringLiteral("<figcaption>(.*?)</figcaption>"), QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression patterns(QStringLiteral("fill=\"url\\(#fillpattern\\d+_([0-9a-f]{6})\\)\" fill-opacity=\"1\""));
    parts.title = titles.match(html).captured(1);
    const qsizetype begin = html.indexOf(QStringLiteral("<main>"));
    const qsizetype end = html.lastIndexOf(QStringLiteral("</main>"));
    const QString body = begin < 0 || end < begin ? html : html.mid(begin, end - begin);
    qsizetype at = 0;
    for (qsizetype svg = body.indexOf(QStringLiteral("<svg")); svg >= 0; svg = body.indexOf(QStringLiteral("<svg"), at)) {
        const qsizetype close = body.indexOf(QStringLiteral("</svg>"), svg);
        if (close < 0) {
            break;
        }
        parts.body += QStringView(body).mid(at, svg - at);
        parts.body += QStringLiteral("<p><img src=\"chart:%1\"></p>").arg(parts.pictures.size());
        at = close + 6;
        // Qt's SVG knows no patterns: a paler fill stands for hatched.
        parts.pictures.append(body.mid(svg, at - svg).replace(patterns, QStringLiteral("fill=\"#\\1\" fill-opacity=\"0.3\"")).toUtf8());
    }
    parts.body += QStringView(body).mid(at);
    parts.body.replace(captions, QStringLiteral("<h4>\\1</h4><table width=\"100%\" cellspacing=\"0\" cellpadding=\"3\">"));
    parts.body.replace(figures, QStringLiteral("<h4>\\1</h4>"));
    return parts;
}

/// Room for the longest word of each column; what is left over goes to those with longer texts, so that no word is cut.
QList<QTextLength> widthsOf(const QTextTable& table)
{
    constexpr qsizetype kLongestWord = 20; // longer ones are paths
    constexpr qsizetype kLongestText = 34;
    constexpr double kRoom = 108;          // letters of a line
    QList<double> least, wanted;
    double leastSum = 0;
    double wantedSum = 0;
    for (int column = 0; column < table.columns(); ++column) {
        qsizetype word = 0;
        qsizetype whole = 0;
        for (int row = 0; row < table.rows(); ++row) {
            const QString text = table.cellAt(row, column).firstCursorPosition().block().text();
            for (const QString& part : text.split(QLatin1Char(' '))) {
                word = std::max(word, std::min(part.size() + (row == 0 ? 1 : 0), kLongestWord)); // the head is in bold
            }
            whole = std::max(whole, row == 0 ? word : std::min(text.size(), kLongestText));
        }
        least.append(static_cast<double>(word + 3));
        wanted.append(static_cast<double>(std::max(word, whole) + 3));
        leastSum += least.last();
        wantedSum += wanted.last();
    }
    const double share = wantedSum > leastSum ? std::clamp((kRoom - leastSum) / (wantedSum - leastSum), 0.0, 1.0) : 0;
    const double sum = leastSum + share * (wantedSum - leastSum);
    QList<QTextLength> widths;
    for (qsizetype i = 0; i < least.size(); ++i) {
        widths.append(QTextLength(QTextLength::PercentageLength, 100 * (least[i] + share * (wanted[i] - least[i])) / sum));
    }
    return widths;
}

/// Lines under the head and between the rows; the head again on every page.
void ruleTables(QTextDocument& document)
{
    QTextCursor all(&document);
    all.beginEditBlock(); // one layout for all of it
    const QList<QTextFrame*> frames = document.rootFrame()->childFrames();
    for (QTextFrame* frame : frames) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr) {
            continue;
        }
        QTextTableFormat format = table->format();
        format.setHeaderRowCount(1);
        format.setBorder(0);
        format.setBorderCollapse(true);
        format.setTopMargin(2);
        format.setBottomMargin(10);
        format.setColumnWidthConstraints(widthsOf(*table));
        table->setFormat(format);
        for (int row = 0; row < table->rows(); ++row) {
            for (int column = 0; column < table->columns(); ++column) {
                QTextTableCell cell = table->cellAt(row, column);
                QTextTableCellFormat look = cell.format().toTableCellFormat();
                look.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
                look.setBottomBorder(1);
                look.setBottomBorderBrush(row == 0 ? QColor(0x1a, 0x1d, 0x21) : QColor(0xd7, 0xdb, 0xe0));
                cell.setFormat(look);
            }
        }
    }
    all.endEditBlock();
}

qreal bottomOf(const QTextDocument& document, const QTextBlock& block)
{
    return document.documentLayout()->blockBoundingRect(block).bottom();
}

/// A heading at the foot of a page goes to the next one, with all headings right above it.
void keepHeadings(QTextDocument& document)
{
    const qreal height = document.pageSize().height();
    const auto pageOf = [&](qreal y) { return static_cast<int>(y / height); };
    int breaks = 0;
    for (QTextBlock block = document.begin(); block.isValid() && breaks < kMostBreaks; block = block.next()) {
        const bool first = block.blockFormat().headingLevel() > 0 && (!block.previous().isValid() || block.previous().blockFormat().headingLevel() == 0);
        if (!first) {
            continue;
        }
        QTextBlock after = block.next();
        while (after.isValid() && (after.blockFormat().headingLevel() > 0 || after.text().isEmpty())) {
            after = after.next();
        }
        const qreal top = document.documentLayout()->blockBoundingRect(block).top();
        if (after.isValid() && pageOf(bottomOf(document, after) - 1) > pageOf(top) && top > 1) {
            QTextCursor cursor(block);
            QTextBlockFormat format = block.blockFormat();
            format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
            cursor.setBlockFormat(format);
            ++breaks;
        }
    }
}

void paintPages(QTextDocument& document, const QString& title, QPdfWriter& writer)
{
    QPainter painter(&writer);
    const QSizeF page = document.pageSize();
    const int count = document.pageCount();
    const QFont small(document.defaultFont().family(), 7);
    for (int i = 0; i < count; ++i) {
        if (i > 0) {
            writer.newPage();
        }
        painter.save();
        painter.translate(0, -i * page.height());
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = QRectF(0, i * page.height(), page.width(), page.height());
        context.palette.setColor(QPalette::Text, QColor(0x1a, 0x1d, 0x21));
        painter.setClipRect(context.clip);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        painter.setFont(small);
        painter.setPen(QColor(0x55, 0x5b, 0x63));
        const QRectF foot(0, page.height() + kFoot / 2, page.width(), kFoot);
        const QString pages = QCoreApplication::translate("Report", "Page %1 of %2").arg(i + 1).arg(count);
        painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, pages);
        painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, painter.fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(page.width() * 0.75)));
    }
}

void fill(QTextDocument& document, const Parts& parts, const QSizeF& page, int tablePoints)
{
    document.setDefaultStyleSheet(styleOf(tablePoints));
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, new SvgObject(parts.pictures, page.width() - 2, &document));
    document.setDocumentMargin(0);
    document.setHtml(QStringLiteral("<html><body>%1</body></html>").arg(parts.body));
    ruleTables(document);
    document.setPageSize(page);
}

} // namespace

Result<> PdfReportRenderer::renderHtmlAsPdf(const std::string& html, const std::filesystem::path& file)
{
    const Parts parts = partsOf(fromUtf8(html));
    const QTextDocumentFragment title = QTextDocumentFragment::fromHtml(parts.title);
    QSaveFile out(fromUtf8(file.string()));
    if (!out.open(QIODevice::WriteOnly)) {
        return fail(ErrorCode::Io, "The file {0} could not be written: {1}.", file.string(), toUtf8(out.errorString()));
    }
    QByteArray bytes;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        writer.setResolution(kResolution);
        writer.setTitle(title.toPlainText());
        writer.setCreator(QStringLiteral("Yardstick"));
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(kMargin, kMargin, kMargin, kMargin) * 72.0 / kResolution, QPageLayout::Point);
        const QSizeF page(writer.width(), writer.height() - kFoot);
        // A table wider than the page would be cut: its text becomes smaller until it fits.
        std::unique_ptr<QTextDocument> document;
        for (int points = 8; points >= kSmallestText && (!document || document->size().width() > page.width() + 1); --points) {
            document = std::make_unique<QTextDocument>();
            fill(*document, parts, page, points);
        }
        keepHeadings(*document);
        paintPages(*document, title.toPlainText(), writer);
    }
    if (out.write(bytes) != bytes.size() || !out.commit()) {
        return fail(ErrorCode::Io, "The file {0} could not be written: {1}.", file.string(), toUtf8(out.errorString()));
    }
    return {};
}

} // namespace yardstick::ui
