// Tokens, theme, icons and pills: contrast is computed, every icon draws something in the colour that was asked for.
#include "ui/theme/icons.h"
#include "ui/theme/status_pill.h"
#include "ui/theme/theme.h"
#include "ui/theme/tokens.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFontMetricsF>
#include <QIcon>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QWidget>

namespace yardstick::ui {
namespace {

TEST(Contrast, matchesTheWcagExamples)
{
    EXPECT_NEAR(contrast(Qt::black, Qt::white), 21.0, 1e-6);
    EXPECT_NEAR(contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.01);
    EXPECT_NEAR(contrast(Qt::white, Qt::white), 1.0, 1e-9);
}

class TokensIn : public testing::TestWithParam<bool>
{
};

TEST_P(TokensIn, textHasFourAndAHalfToOne)
{
    const Tokens& t = tokens(GetParam());
    for (const QColor& ground : {t.window, t.base, t.alternate}) {
        for (const QColor& ink : {t.text, t.secondary, t.good, t.bad}) {
            EXPECT_GE(contrast(ink, ground), 4.5) << ink.name().toStdString() << " on " << ground.name().toStdString();
        }
        // These mark icons and lines; words beside them are in the text colour.
        for (const QColor& ink : {t.warning, t.waiting, t.running, t.accent}) {
            EXPECT_GE(contrast(ink, ground), 3.0) << ink.name().toStdString() << " on " << ground.name().toStdString();
        }
    }
    EXPECT_GE(contrast(t.warning, t.window), 4.5); // a warning's sentence stands on the window
    EXPECT_GE(contrast(t.onAccent, t.accent), 4.5);
    // The pill's word stands on a tint of its own colour.
    for (const QColor& tint : {t.good, t.warning, t.bad, t.waiting, t.running}) {
        EXPECT_GE(contrast(t.text, mixed(tint, t.alternate, 0.16)), 4.5);
    }
}

TEST_P(TokensIn, everySeriesLineHasThreeToOne)
{
    const Tokens& t = tokens(GetParam());
    for (int i = 0; i < kSeriesColours; ++i) {
        EXPECT_GE(contrast(seriesColour(i, GetParam()), t.base), 3.0) << "series " << i;
    }
    EXPECT_GE(contrast(t.focus, t.base), 3.0);
    EXPECT_GE(contrast(t.focus, t.window), 3.0);
}

TEST_P(TokensIn, paletteCarriesTheTokens)
{
    const Tokens& t = tokens(GetParam());
    const QPalette p = paletteFor(GetParam());
    EXPECT_EQ(isDark(p), GetParam());
    EXPECT_EQ(p.color(QPalette::Window), t.window);
    EXPECT_EQ(p.color(QPalette::Disabled, QPalette::Text), t.disabled);
    EXPECT_GE(contrast(p.color(QPalette::ButtonText), p.color(QPalette::Button)), 4.5);
    EXPECT_GE(contrast(p.color(QPalette::PlaceholderText), p.color(QPalette::Base)), 4.5);
}

TEST_P(TokensIn, framesOfFieldsAndBoxesHaveThreeToOne)
{
    const Tokens& t = tokens(GetParam());
    for (const QColor& ground : {t.window, t.base, t.alternate}) {
        EXPECT_GE(contrast(t.frame, ground), 3.0) << ground.name().toStdString();
    }
    Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()), GetParam() ? ThemeChoice::Dark : ThemeChoice::Light);
    QWidget window;
    auto* box = new QVBoxLayout(&window);
    auto* check = new QCheckBox(QStringLiteral("check"), &window);
    auto* radio = new QRadioButton(QStringLiteral("radio"), &window);
    radio->setAutoExclusive(false);
    auto* edit = new QLineEdit(QStringLiteral("edit"), &window);
    auto* spin = new QSpinBox(&window);
    auto* combo = new QComboBox(&window);
    combo->addItem(QStringLiteral("combo"));
    const QList<QWidget*> fields{check, radio, edit, spin, combo};
    for (QWidget* field : fields) {
        field->setFocusPolicy(Qt::NoFocus); // the frame itself, not the ring of the focus
        box->addWidget(field);
    }
    window.show();
    const QImage image = window.grab().toImage();
    for (const QWidget* field : fields) {
        // Along the middle of the left edge stands a line that differs from what is outside.
        const int y = field->geometry().center().y();
        double best = 0;
        for (int x = field->x(); x < field->x() + 4; ++x) {
            best = std::max(best, contrast(image.pixelColor(x, y), t.window));
        }
        EXPECT_GE(best, 3.0) << field->metaObject()->className();
    }
    check->setChecked(true);
    const QImage ticked = window.grab().toImage();
    EXPECT_GE(contrast(ticked.pixelColor(check->x() + 3, check->geometry().center().y() - 5), t.window), 3.0);
}

INSTANTIATE_TEST_SUITE_P(BothThemes, TokensIn, testing::Bool());

TEST(SeriesStyle, differsByDashAfterEightAndForValidation)
{
    EXPECT_EQ(seriesColour(0, false), seriesColour(8, false));
    EXPECT_NE(seriesPenStyle(0, false), seriesPenStyle(8, false));
    EXPECT_NE(seriesPenStyle(8, false), seriesPenStyle(16, false));
    EXPECT_EQ(seriesPenStyle(3, true), Qt::DashLine);
}

TEST(Tabular, digitsHaveOneWidth)
{
    const QFontMetricsF metrics(tabular(QApplication::font()));
    for (char c = '1'; c <= '9'; ++c) {
        EXPECT_NEAR(metrics.horizontalAdvance(QLatin1Char(c)), metrics.horizontalAdvance(QLatin1Char('0')), 0.01);
    }
}

TEST(Theme, choiceChangesThePaletteAndTells)
{
    Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeChoice::Light);
    EXPECT_FALSE(theme.dark());
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setChoice(ThemeChoice::Dark);
    EXPECT_TRUE(theme.dark());
    ASSERT_EQ(changed.count(), 1);
    EXPECT_TRUE(changed.at(0).at(0).toBool());
    EXPECT_TRUE(tokensFor(QWidget()).dark);
    theme.setChoice(ThemeChoice::Light);
    EXPECT_FALSE(tokensFor(QWidget()).dark);
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) {
        EXPECT_EQ(themeChoiceFromString(toString(choice)), choice);
    }
}

/// Pixels that are painted, and whether all of them have the hue of `colour`.
int paintedPixels(const QImage& image, const QColor& colour, bool* pure)
{
    int count = 0;
    *pure = true;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            if (c.alpha() > 128) {
                ++count;
                *pure = *pure && qAbs(c.red() - colour.red()) < 12 && qAbs(c.green() - colour.green()) < 12
                        && qAbs(c.blue() - colour.blue()) < 12;
            }
        }
    }
    return count;
}

TEST(Icons, everyOneDrawsInTheColourAskedForAtEverySize)
{
    const QStringList names = iconNames();
    ASSERT_GT(names.size(), 50);
    const QColor colour(200, 40, 90);
    for (const QString& name : names) {
        for (const int side : {16, 20, 40}) {
            bool pure = false;
            const QImage image = icon(name, colour).pixmap(QSize(side, side)).toImage().convertToFormat(QImage::Format_ARGB32);
            EXPECT_GT(paintedPixels(image, colour, &pure), side / 8) << name.toStdString() << " at " << side;
            EXPECT_TRUE(pure) << name.toStdString();
        }
    }
}

TEST(Icons, followThePalette)
{
    Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeChoice::Light);
    const QIcon clone = icon(QStringLiteral("clone"));
    bool pure = false;
    paintedPixels(clone.pixmap(40, 40).toImage(), tokens(false).text, &pure);
    EXPECT_TRUE(pure);
    theme.setChoice(ThemeChoice::Dark);
    paintedPixels(clone.pixmap(40, 40).toImage(), tokens(true).text, &pure);
    EXPECT_TRUE(pure);
    paintedPixels(clone.pixmap(QSize(40, 40), QIcon::Disabled).toImage(), tokens(true).disabled, &pure);
    EXPECT_TRUE(pure);
}

TEST(StatusPill, everyStatusHasItsOwnIconAndWord)
{
    QStringList icons, words;
    for (int s = 0; s <= static_cast<int>(ExperimentStatus::Interrupted); ++s) {
        const Pill pill = pillFor(static_cast<ExperimentStatus>(s), tokens(false));
        EXPECT_FALSE(pill.word.isEmpty());
        EXPECT_TRUE(iconNames().contains(pill.icon)) << pill.icon.toStdString();
        icons << pill.icon;
        words << pill.word;
    }
    EXPECT_EQ(icons.removeDuplicates(), 0);
    EXPECT_EQ(words.removeDuplicates(), 0);
    for (int o = 0; o <= static_cast<int>(AttemptOutcome::Lost); ++o) {
        EXPECT_TRUE(iconNames().contains(outcomeIcon(static_cast<AttemptOutcome>(o))));
        EXPECT_FALSE(outcomeWord(static_cast<AttemptOutcome>(o)).isEmpty());
    }
}

} // namespace
} // namespace yardstick::ui
