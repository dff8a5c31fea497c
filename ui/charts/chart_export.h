// Saving a chart: its scene as PNG (2 px per logical pixel), SVG or PDF by the file's ending, its numbers as CSV.
// Files are written through a temporary one, so that a failure leaves no half file. Owner thread: GUI.
#pragma once

#include "core/base/result.h"
#include "core/chart_model.h"

#include <QRectF>
#include <QString>

class QGraphicsScene;
class QWidget;

namespace yardstick::ui {

/// InvalidArgument for an unknown ending; Io with the system's words.
Result<> saveScene(QGraphicsScene& scene, const QRectF& area, const QString& file);
/// One x column, one column per series; raw values with 17 digits; a missing value is an empty cell, NaN is "NaN".
Result<> saveCsv(const LineChart& chart, const QString& file);
QByteArray toCsv(const LineChart& chart);
/// One row per group: label, then value and error of each set.
Result<> saveCsv(const BarChart& chart, const QString& file);
QByteArray toCsv(const BarChart& chart);
/// One row per point: label, x, y and the ends of their intervals, whether it is on the front.
QByteArray toCsv(const ScatterChart& chart);
/// One row per dot: label, place in its row, value, kind.
QByteArray toCsv(const StripChart& chart);
/// Asks where to; empty when the user cancelled. The name comes from the chart's title.
QString askChartFile(QWidget* parent, const QString& title, const QString& suffix);
/// Writes bytes to `file` atomically.
Result<> saveBytes(const QByteArray& bytes, const QString& file);

} // namespace yardstick::ui
