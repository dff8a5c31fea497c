#include "ui/report/svg_object.h"

#include <QPainter>
#include <QSvgRenderer>
#include <QTextFormat>

namespace yardstick::ui {

SvgObject::SvgObject(const QList<QByteArray>& pictures, qreal width, QObject* parent)
    : QObject(parent)
    , m_width(width)
{
    for (const QByteArray& picture : pictures) {
        m_renderers.push_back(std::make_unique<QSvgRenderer>(picture));
    }
}

SvgObject::~SvgObject() = default;

QSvgRenderer* SvgObject::rendererOf(const QTextFormat& format) const
{
    bool known = false;
    const size_t index = format.toImageFormat().name().section(QLatin1Char(':'), 1).toUInt(&known);
    return known && index < m_renderers.size() ? m_renderers[index].get() : nullptr;
}

QSizeF SvgObject::intrinsicSize(QTextDocument*, int, const QTextFormat& format)
{
    const QSvgRenderer* renderer = rendererOf(format);
    if (renderer == nullptr || renderer->viewBoxF().isEmpty()) {
        return {};
    }
    const QSizeF box = renderer->viewBoxF().size();
    return {m_width, m_width * box.height() / box.width()};
}

void SvgObject::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format)
{
    if (QSvgRenderer* renderer = rendererOf(format)) {
        painter->save();
        renderer->render(painter, rect);
        painter->restore();
    }
}

} // namespace yardstick::ui
