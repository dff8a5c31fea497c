#include "ui/theme/tokens.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace yardstick::ui {
namespace {

QColor hex(QRgb rgb)
{
    return QColor::fromRgb(rgb);
}

Tokens makeLight()
{
    Tokens t;
    t.window = hex(0xF6F7F9);
    t.base = hex(0xFFFFFF);
    t.alternate = hex(0xF3F5F8);
    t.text = hex(0x1B1F24);
    t.secondary = hex(0x5A6472);
    t.disabled = hex(0x9AA3AF);
    t.line = hex(0xD9DEE5);
    t.focus = hex(0x2F6FDE);
    t.frame = hex(0x78808C);
    t.accent = hex(0x2F6FDE);
    t.onAccent = hex(0xFFFFFF);
    t.good = hex(0x1A7F4B);
    t.warning = hex(0x9A6700);
    t.bad = hex(0xC3362B);
    t.waiting = hex(0x6B7480);
    t.running = hex(0x2F6FDE);
    return t;
}

Tokens makeDark()
{
    Tokens t;
    t.dark = true;
    t.window = hex(0x1E2126);
    t.base = hex(0x23272D);
    t.alternate = hex(0x272B32);
    t.text = hex(0xE6E8EB);
    t.secondary = hex(0xA7B0BC);
    t.disabled = hex(0x6B7480);
    t.line = hex(0x383E47);
    t.focus = hex(0x6EA0FF);
    t.frame = hex(0x7A828E);
    t.accent = hex(0x5B8DEF);
    t.onAccent = hex(0x14171B);
    t.good = hex(0x4CC38A);
    t.warning = hex(0xE0B040);
    t.bad = hex(0xF0705F);
    t.waiting = hex(0x9AA3AF);
    t.running = hex(0x6EA0FF);
    return t;
}

// Okabe and Ito (2008), "Color Universal Design", darkened or lightened where a line would fall under 3:1.
constexpr std::array<QRgb, kSeriesColours> kLightSeries{0x0072B2, 0xC38700, 0x009E73, 0xD55E00,
                                                        0xCC79A7, 0x4A9BC8, 0x9E962C, 0x7F7F7F};
constexpr std::array<QRgb, kSeriesColours> kDarkSeries{0x2A86C4, 0xE69F00, 0x009E73, 0xD55E00,
                                                       0xCC79A7, 0x56B4E9, 0xF0E442, 0x7F7F7F};

double luminance(const QColor& colour)
{
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

} // namespace

const Tokens& tokens(bool dark)
{
    static const Tokens light = makeLight();
    static const Tokens night = makeDark();
    return dark ? night : light;
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Active, QPalette::Window).lightness() < 128;
}

const Tokens& tokensFor(const QWidget& widget)
{
    return tokens(isDark(widget.palette()));
}

QColor seriesColour(int index, bool dark)
{
    const auto i = static_cast<size_t>(((index % kSeriesColours) + kSeriesColours) % kSeriesColours);
    return hex(dark ? kDarkSeries[i] : kLightSeries[i]);
}

Qt::PenStyle seriesPenStyle(int index, bool validation)
{
    if (validation) {
        return Qt::DashLine;
    }
    switch ((std::max(index, 0) / kSeriesColours) % 3) {
    case 1:
        return Qt::DashDotLine;
    case 2:
        return Qt::DotLine;
    default:
        return Qt::SolidLine;
    }
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor mixed(const QColor& a, const QColor& b, double alpha)
{
    const auto mix = [alpha](float x, float y) { return static_cast<float>(x * alpha + y * (1 - alpha)); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QFont sized(QFont font, TextSize size, bool bold)
{
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(std::max(6.0, font.pointSizeF() + static_cast<int>(size)));
    } else {
        font.setPixelSize(std::max(8, font.pixelSize() + static_cast<int>(size)));
    }
    font.setBold(bold);
    return font;
}

QFont tabular(QFont font)
{
    // Qt 6.4 cannot ask a font for its "tnum" feature; where the digits of the window's font differ in width, a family
    // that has digits of one width stands in for columns of numbers.
    const auto even = [](const QFont& f) {
        const QFontMetricsF metrics(f);
        const double zero = metrics.horizontalAdvance(QLatin1Char('0'));
        for (char c = '1'; c <= '9'; ++c) {
            if (std::abs(metrics.horizontalAdvance(QLatin1Char(c)) - zero) > 0.01) {
                return false;
            }
        }
        return true;
    };
    if (even(font)) {
        return font;
    }
    for (const QString& family : {QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans"), QStringLiteral("Liberation Sans"),
                                  QStringLiteral("Segoe UI"), QStringLiteral("Helvetica Neue")}) {
        QFont candidate = font;
        candidate.setFamily(family);
        if (QFontInfo(candidate).family() == family && even(candidate)) {
            return candidate;
        }
    }
    return font;
}

QFont fixedPitch()
{
    return QFontDatabase::systemFont(QFontDatabase::FixedFont);
}

} // namespace yardstick::ui
