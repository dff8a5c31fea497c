#include "ui/wrap_layout.h"

#include <algorithm>

namespace yardstick::ui {

WrapLayout::~WrapLayout()
{
    qDeleteAll(m_items);
}

void WrapLayout::addGap(int pixels)
{
    m_nextGap = pixels;
}

void WrapLayout::addItem(QLayoutItem* item)
{
    m_items << item;
    m_gaps << m_nextGap;
    m_nextGap = 0;
}

QLayoutItem* WrapLayout::takeAt(int index)
{
    if (index < 0 || index >= count()) {
        return nullptr;
    }
    m_gaps.removeAt(index);
    return m_items.takeAt(index);
}

QSize WrapLayout::sizeHint() const
{
    const QMargins margins = contentsMargins();
    int width = 0;
    int height = 0;
    for (int i = 0; i < count(); ++i) {
        const QSize size = m_items[i]->sizeHint();
        width += size.width() + (i > 0 ? spacing() + m_gaps[i] : 0);
        height = std::max(height, size.height());
    }
    return {width + margins.left() + margins.right(), height + margins.top() + margins.bottom()};
}

QSize WrapLayout::minimumSize() const
{
    const QMargins margins = contentsMargins();
    QSize least;
    for (const QLayoutItem* item : m_items) {
        least = least.expandedTo(item->minimumSize());
    }
    return least.grownBy(margins);
}

void WrapLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int WrapLayout::arrange(const QRect& rect, bool place) const
{
    const QRect inner = rect.marginsRemoved(contentsMargins());
    int x = inner.x();
    int y = inner.y();
    int lineHeight = 0;
    for (int i = 0; i < count(); ++i) {
        const QSize size = m_items[i]->sizeHint();
        if (lineHeight > 0) {
            x += spacing() + m_gaps[i];
            if (x + size.width() > inner.x() + inner.width()) {
                x = inner.x();
                y += lineHeight + spacing();
                lineHeight = 0;
            }
        }
        if (place) {
            m_items[i]->setGeometry(QRect(QPoint(x, y), size));
        }
        x += size.width();
        lineHeight = std::max(lineHeight, size.height());
    }
    const QMargins margins = contentsMargins();
    return y + lineHeight - inner.y() + margins.top() + margins.bottom();
}

} // namespace yardstick::ui
