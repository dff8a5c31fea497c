// SvgObject: the pictures of a text document drawn from SVG as vectors. A picture is named "chart:N": the N-th of `pictures`.
// Owner thread: GUI.
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QTextObjectInterface>

#include <memory>
#include <vector>

class QSvgRenderer;

namespace yardstick::ui {

class SvgObject final : public QObject, public QTextObjectInterface
{
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    /// `width`: of every picture, in the document's pixels.
    SvgObject(const QList<QByteArray>& pictures, qreal width, QObject* parent);
    ~SvgObject() override;

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position, const QTextFormat& format) override;

private:
    [[nodiscard]] QSvgRenderer* rendererOf(const QTextFormat& format) const;

    std::vector<std::unique_ptr<QSvgRenderer>> m_renderers;
    qreal m_width;
};

} // namespace yardstick::ui
