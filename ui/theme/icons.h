// Icons: our line-art set (ui/icons/*.svg, 20 px grid), drawn at any size and coloured from the application's palette at
// paint time, so that one icon serves both themes, disabled and selected states. GUI thread.
#pragma once

#include <QColor>
#include <QIcon>
#include <QRectF>
#include <QString>

class QPainter;

namespace yardstick::ui {

/// `name` is the file without its ending: "clone", "status-running". An unknown name asserts in debug builds.
QIcon icon(const QString& name);
/// With a fixed colour instead of the palette's text colour.
QIcon icon(const QString& name, const QColor& colour);
void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& colour);
/// All names, for the test that draws each.
QStringList iconNames();

} // namespace yardstick::ui
