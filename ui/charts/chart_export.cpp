#include "ui/charts/chart_export.h"

#include "ui/charts/chart_table.h"
#include "ui/dialogs/message_box.h"
#include "ui/format.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGraphicsScene>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>

namespace yardstick::ui {
namespace {

constexpr int kPngScale = 2;

QByteArray asPng(QGraphicsScene& scene, const QRectF& area)
{
    QImage image((area.size() * kPngScale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    scene.render(&painter, QRectF(QPointF(), QSizeF(image.size())), area);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray asSvg(QGraphicsScene& scene, const QRectF& area)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(area.size().toSize());
    generator.setViewBox(QRectF(QPointF(), area.size()));
    generator.setResolution(96);
    generator.setTitle(QStringLiteral("Yardstick"));
    QPainter painter(&generator);
    scene.render(&painter, QRectF(QPointF(), area.size()), area);
    painter.end();
    return bytes;
}

QByteArray asPdf(QGraphicsScene& scene, const QRectF& area)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(96);
    writer.setCreator(QStringLiteral("Yardstick"));
    // One logical pixel is 1/96 inch.
    writer.setPageSize(QPageSize(area.size() * 72.0 / 96.0, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter(&writer);
    scene.render(&painter, QRectF(0, 0, writer.width(), writer.height()), area);
    painter.end();
    return bytes;
}

QByteArray quoted(QString text)
{
    if (text.contains(QLatin1Char(',')) || text.contains(QLatin1Char('"')) || text.contains(QLatin1Char('\n'))) {
        text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
        text = QLatin1Char('"') + text + QLatin1Char('"');
    }
    return text.toUtf8();
}

QByteArray rawNumber(double v)
{
    if (std::isnan(v)) {
        return "NaN";
    }
    return std::isinf(v) ? QByteArray(v > 0 ? "Infinity" : "-Infinity") : QByteArray::number(v, 'g', 17);
}

} // namespace

QString askChartFile(QWidget* parent, const QString& title, const QString& suffix)
{
    // "epoch time [s]" → "epoch-time.png"
    QString name = title.section(QLatin1Char('['), 0, 0).trimmed();
    name.replace(QRegularExpression(QStringLiteral("[^\\w]+")), QStringLiteral("-"));
    QString file = FileDialog::saveFile(parent, QCoreApplication::translate("Chart", "Export chart"),
                                        (name.isEmpty() ? QStringLiteral("chart") : name) + QLatin1Char('.') + suffix,
                                        QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
    if (!file.isEmpty() && QFileInfo(file).suffix().isEmpty()) {
        file += QLatin1Char('.') + suffix;
    }
    return file;
}

Result<> saveBytes(const QByteArray& bytes, const QString& file)
{
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
        return fail(ErrorCode::Io, "The file {0} could not be written: {1}.", toUtf8(file), toUtf8(out.errorString()));
    }
    return {};
}

Result<> saveScene(QGraphicsScene& scene, const QRectF& area, const QString& file)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QStringLiteral("png")) {
        return saveBytes(asPng(scene, area), file);
    }
    if (suffix == QStringLiteral("svg")) {
        return saveBytes(asSvg(scene, area), file);
    }
    if (suffix == QStringLiteral("pdf")) {
        return saveBytes(asPdf(scene, area), file);
    }
    return fail(ErrorCode::InvalidArgument, "A chart is saved as .png, .svg or .pdf, not as {0}.", toUtf8(file));
}

QByteArray toCsv(const LineChart& chart)
{
    const ChartTableModel model(chart);
    QByteArray out;
    for (int column = 0; column < model.columnCount(); ++column) {
        out += (column > 0 ? "," : "") + quoted(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    }
    out += "\n";
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column) {
            const QVariant value = model.index(row, column).data(ChartTableModel::ValueRole);
            out += column > 0 ? "," : "";
            out += value.isValid() ? rawNumber(value.toDouble()) : QByteArray();
        }
        out += "\n";
    }
    return out;
}

QByteArray toCsv(const BarChart& chart)
{
    QByteArray out = "label";
    for (size_t s = 0; s < chart.sets.size(); ++s) {
        const QString unit = s < chart.units.size() ? QStringLiteral(" [%1]").arg(fromUtf8(chart.units[s])) : QString();
        out += "," + quoted(fromUtf8(chart.sets[s]) + unit) + "," + quoted(fromUtf8(chart.sets[s]) + QStringLiteral(" ±") + unit);
    }
    out += "\n";
    for (const BarGroup& group : chart.groups) {
        out += quoted(fromUtf8(group.label));
        for (size_t s = 0; s < chart.sets.size(); ++s) {
            const bool there = s < group.values.size() && std::isfinite(group.values[s]);
            const bool error = there && s < group.errors.size() && group.errors[s] > 0;
            out += "," + (there ? rawNumber(group.values[s]) : QByteArray()) + ","
                   + (error ? rawNumber(group.errors[s]) : QByteArray());
        }
        out += "\n";
    }
    return out;
}

QByteArray toCsv(const ScatterChart& chart)
{
    QByteArray out = "label,seconds,seconds_low,seconds_high,cost,cost_low,cost_high,currency,front\n";
    for (const ScatterPoint& p : chart.points) {
        out += quoted(fromUtf8(p.label));
        for (const double v : {p.x, p.xLow, p.xHigh, p.y, p.yLow, p.yHigh}) {
            out += "," + rawNumber(v);
        }
        out += "," + quoted(fromUtf8(chart.yUnit)) + "," + (p.front ? "true" : "false") + "\n";
    }
    return out;
}

QByteArray toCsv(const StripChart& chart)
{
    const auto kindName = [](StripKind kind) {
        switch (kind) {
        case StripKind::InMean:
            return "in_mean";
        case StripKind::Stall:
            return "stall";
        case StripKind::Before:
            return "before_level";
        case StripKind::LeftOut:
            break;
        }
        return "left_out";
    };
    QByteArray out = "label,number,epoch,seconds,kind\n";
    for (const StripRow& row : chart.rows) {
        for (size_t i = 0; i < row.dots.size(); ++i) {
            const StripDot& dot = row.dots[i];
            out += quoted(fromUtf8(row.label)) + "," + QByteArray::number(static_cast<qulonglong>(i + 1)) + "," + quoted(fromUtf8(dot.text)) + ","
                   + rawNumber(dot.value) + "," + kindName(dot.kind) + "\n";
        }
    }
    return out;
}

Result<> saveCsv(const BarChart& chart, const QString& file)
{
    return saveBytes(toCsv(chart), file);
}

Result<> saveCsv(const LineChart& chart, const QString& file)
{
    return saveBytes(toCsv(chart), file);
}

} // namespace yardstick::ui
