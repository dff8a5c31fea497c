#include "ui/theme/frame_style.h"

#include "ui/theme/tokens.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace yardstick::ui {
namespace {

constexpr double kFrameRadius = 2;
constexpr double kTickPen = 1.6;

const Tokens& look(const QStyleOption& option)
{
    return tokens(isDark(option.palette));
}

QColor frameColour(const QStyleOption& option)
{
    const Tokens& t = look(option);
    if (!option.state.testFlag(QStyle::State_Enabled)) {
        return t.line;
    }
    const bool hot = option.state.testFlag(QStyle::State_HasFocus) && !option.state.testFlag(QStyle::State_ReadOnly);
    return hot ? t.focus : t.frame;
}

void drawFrame(QPainter& painter, const QRect& rect, const QColor& colour, double radius = kFrameRadius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

/// The square or round box of a choice: filled with the accent once it is made.
void drawBox(QPainter& painter, const QStyleOption& option, double radius)
{
    const Tokens& t = look(option);
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool chosen = option.state.testFlag(QStyle::State_On) || option.state.testFlag(QStyle::State_NoChange);
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor filled = enabled ? t.accent : t.disabled;
    painter.setBrush(chosen ? filled : t.base);
    painter.setPen(QPen(chosen && !option.state.testFlag(QStyle::State_HasFocus) ? filled : frameColour(option), 1));
    painter.drawRoundedRect(box, radius, radius);
}

void drawCheckBox(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    drawBox(painter, option, kFrameRadius);
    const QRectF box(option.rect);
    const auto at = [&](double x, double y) { return QPointF(box.left() + x * box.width(), box.top() + y * box.height()); };
    painter.setPen(QPen(look(option).onAccent, kTickPen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (option.state.testFlag(QStyle::State_NoChange)) {
        painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
    } else if (option.state.testFlag(QStyle::State_On)) {
        const QPointF tick[]{at(0.25, 0.52), at(0.43, 0.70), at(0.76, 0.32)};
        painter.drawPolyline(tick, 3);
    }
    painter.restore();
}

void drawRadioButton(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    drawBox(painter, option, option.rect.width() / 2.0);
    if (option.state.testFlag(QStyle::State_On)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(look(option).onAccent);
        const double radius = option.rect.width() * 0.2;
        painter.drawEllipse(QRectF(option.rect).center(), radius, radius);
    }
    painter.restore();
}

} // namespace

FrameStyle::FrameStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void FrameStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    switch (element) {
    case PE_IndicatorCheckBox:
        drawCheckBox(*painter, *option);
        return;
    case PE_IndicatorRadioButton:
        drawRadioButton(*painter, *option);
        return;
    case PE_FrameLineEdit:
        drawFrame(*painter, option->rect, frameColour(*option));
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void FrameStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if ((control == CC_SpinBox && spin != nullptr && spin->frame) || (control == CC_ComboBox && combo != nullptr && combo->frame)) {
        drawFrame(*painter, option->rect, frameColour(*option));
    }
}

} // namespace yardstick::ui
