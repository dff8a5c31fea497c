// Tokens: every colour and size of the window, light and dark, in one place; nothing else holds one. A widget asks for
// the set that fits its own palette (`tokensFor`), so that a chart or a pill follows a theme change by itself.
// Colours are checked by a test: text has a contrast of at least 4.5:1, lines of series 3:1 (disabled text is exempt).
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

class QWidget;

namespace yardstick::ui {

struct Tokens
{
    bool dark = false;
    QColor window, base, alternate;
    QColor text, secondary, disabled;
    QColor line, focus;
    QColor frame; ///< of what can be typed into or ticked: 3:1 against window, base and alternate
    QColor accent, onAccent;
    QColor good, warning, bad, waiting, running;
};

const Tokens& tokens(bool dark);
/// Dark when the palette's window colour is.
bool isDark(const QPalette& palette);
const Tokens& tokensFor(const QWidget& widget);

inline constexpr int kSeriesColours = 8;
/// Okabe-Ito, adjusted; any index (a run keeps its index, not its hex value).
QColor seriesColour(int index, bool dark);
/// After eight colours lines differ by dash, then by marker.
Qt::PenStyle seriesPenStyle(int index, bool validation);

/// WCAG 2.1 contrast ratio, 1…21.
double contrast(const QColor& a, const QColor& b);
/// a over b with `alpha` 0…1.
QColor mixed(const QColor& a, const QColor& b, double alpha);

/// Steps of 4 px.
inline constexpr int kSpace1 = 4, kSpace2 = 8, kSpace3 = 12, kSpace4 = 16, kSpace6 = 24;
inline constexpr int kRowHeight = 28, kRowHeightCompact = 22;
inline constexpr int kIconSmall = 16, kIconLarge = 20;

enum class TextSize { Small = -1, Normal = 0, Large = 2, Title = 6 }; ///< points added to the system font
QFont sized(QFont font, TextSize size, bool bold = false);
/// Digits of one width, for columns of numbers.
QFont tabular(QFont font);
/// The system's fixed-pitch font.
QFont fixedPitch();

} // namespace yardstick::ui
