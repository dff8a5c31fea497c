// Theme: puts Fusion and our palette on the application and follows the system's light or dark look, or the user's
// choice. Qt 6.4 has no colour-scheme property: the system's own window lightness decides. Owner thread: GUI; one object,
// made by app after QApplication and before the first widget.
#pragma once

#include <QObject>
#include <QPalette>

class QApplication;

namespace yardstick::ui {

enum class ThemeChoice { System, Light, Dark };
QString toString(ThemeChoice choice); ///< "system", "light", "dark": for settings
ThemeChoice themeChoiceFromString(const QString& text); ///< System when unknown

QPalette paletteFor(bool dark);

class Theme : public QObject
{
    Q_OBJECT
public:
    explicit Theme(QApplication& app, ThemeChoice choice = ThemeChoice::System, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);
    [[nodiscard]] bool dark() const { return m_dark; }

    bool eventFilter(QObject* watched, QEvent* event) override; ///< the system's look changed

Q_SIGNALS:
    void changed(bool dark);

private:
    void apply();
    [[nodiscard]] bool systemIsDark();

    QApplication& m_app;
    ThemeChoice m_choice;
    bool m_dark = false;
    bool m_probing = false;
};

} // namespace yardstick::ui
