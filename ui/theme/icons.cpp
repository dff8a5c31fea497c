#include "ui/theme/icons.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

// The icons lie in a static library: the linker keeps them only when they are asked for by name, outside any namespace.
static void keepIcons() { Q_INIT_RESOURCE(icons); }

/// A static library's resources are linked only where they are asked for.
static void initIcons()
{
    Q_INIT_RESOURCE(icons);
}

namespace yardstick::ui {
namespace {

/// The drawing with black replaced by the wanted colour.
QPixmap rendered(const QString& name, const QColor& colour, const QSize& pixels, double ratio)
{
    const QString key = QStringLiteral("yardstick/%1/%2/%3x%4@%5")
                            .arg(name, colour.name(QColor::HexArgb))
                            .arg(pixels.width())
                            .arg(pixels.height())
                            .arg(ratio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return pixmap;
    }
    static const bool kept = (keepIcons(), true);
    Q_UNUSED(kept);
    initIcons();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "icon", qPrintable(name));
    QByteArray svg = found ? file.readAll() : QByteArray();
    svg.replace("#000", colour.name(QColor::HexRgb).toLatin1());
    QSvgRenderer renderer(svg);
    pixmap = QPixmap(pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setOpacity(colour.alphaF());
    renderer.render(&painter, QRectF(QPointF(), QSizeF(pixels)));
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class PaletteIconEngine final : public QIconEngine
{
public:
    PaletteIconEngine(QString name, QColor colour) : m_name(std::move(name)), m_colour(std::move(colour)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const double ratio = painter->device() != nullptr ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, draw(rect.size() * ratio, mode, ratio));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override { return draw(size, mode, 1.0); }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override { return draw(size, mode, 1.0); }
    QSize actualSize(const QSize& size, QIcon::Mode, QIcon::State) override
    {
        const int side = qMin(size.width(), size.height());
        return {side, side};
    }
    [[nodiscard]] QIconEngine* clone() const override { return new PaletteIconEngine(m_name, m_colour); }
    QString iconName() override { return m_name; }
    bool isNull() override { return m_name.isEmpty(); }

private:
    [[nodiscard]] QPixmap draw(const QSize& pixels, QIcon::Mode mode, double ratio) const
    {
        const QPalette palette = QGuiApplication::palette();
        QColor colour = m_colour.isValid() ? m_colour : palette.color(QPalette::Active, QPalette::WindowText);
        if (mode == QIcon::Disabled) {
            colour = palette.color(QPalette::Disabled, QPalette::WindowText);
        } else if (mode == QIcon::Selected) {
            colour = palette.color(QPalette::Active, QPalette::HighlightedText);
        }
        const int side = qMax(1, qMin(pixels.width(), pixels.height()));
        return rendered(m_name, colour, {side, side}, ratio);
    }

    QString m_name;
    QColor m_colour;
};

} // namespace

QIcon icon(const QString& name)
{
    return QIcon(new PaletteIconEngine(name, {}));
}

QIcon icon(const QString& name, const QColor& colour)
{
    return QIcon(new PaletteIconEngine(name, colour));
}

void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& colour)
{
    const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1.0;
    const int side = qRound(qMin(rect.width(), rect.height()));
    const QRectF square(rect.center().x() - side / 2.0, rect.center().y() - side / 2.0, side, side);
    painter.drawPixmap(square.toAlignedRect().topLeft(), rendered(name, colour, QSize(side, side) * ratio, ratio));
}

QStringList iconNames()
{
    keepIcons();
    initIcons();
    QStringList names = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
    for (QString& name : names) {
        name.chop(4);
    }
    return names;
}

} // namespace yardstick::ui
