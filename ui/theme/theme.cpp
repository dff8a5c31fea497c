#include "ui/theme/theme.h"

#include "ui/theme/frame_style.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QEvent>
#include <QTimer>

namespace yardstick::ui {

QString toString(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    case ThemeChoice::System:
        break;
    }
    return QStringLiteral("system");
}

ThemeChoice themeChoiceFromString(const QString& text)
{
    if (text == QStringLiteral("light")) {
        return ThemeChoice::Light;
    }
    return text == QStringLiteral("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

QPalette paletteFor(bool dark)
{
    const Tokens& t = tokens(dark);
    QPalette p;
    p.setColor(QPalette::Window, t.window);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.base);
    p.setColor(QPalette::AlternateBase, t.alternate);
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::PlaceholderText, t.secondary);
    p.setColor(QPalette::Button, dark ? mixed(t.text, t.window, 0.08) : t.base);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.bad);
    p.setColor(QPalette::ToolTipBase, t.base);
    p.setColor(QPalette::ToolTipText, t.text);
    p.setColor(QPalette::Highlight, t.accent);
    p.setColor(QPalette::HighlightedText, t.onAccent);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::LinkVisited, t.accent);
    p.setColor(QPalette::Light, dark ? mixed(t.text, t.window, 0.14) : QColor(Qt::white));
    p.setColor(QPalette::Midlight, mixed(t.line, t.window, 0.5));
    p.setColor(QPalette::Mid, t.line);
    p.setColor(QPalette::Dark, mixed(t.secondary, t.window, 0.45));
    p.setColor(QPalette::Shadow, dark ? QColor(Qt::black) : mixed(t.secondary, t.window, 0.6));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                                           QPalette::HighlightedText, QPalette::PlaceholderText}) {
        p.setColor(QPalette::Disabled, role, t.disabled);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, t.line);
    return p;
}

Theme::Theme(QApplication& app, ThemeChoice choice, QObject* parent) : QObject(parent), m_app(app), m_choice(choice)
{
    QApplication::setStyle(new FrameStyle);
    apply();
    m_app.installEventFilter(this);
}

void Theme::setChoice(ThemeChoice choice)
{
    if (choice != m_choice) {
        m_choice = choice;
        apply();
    }
}

bool Theme::systemIsDark()
{
    // An application palette without resolved roles is the platform's own.
    m_probing = true;
    QApplication::setPalette(QPalette());
    const bool dark = isDark(QApplication::palette());
    m_probing = false;
    return dark;
}

void Theme::apply()
{
    const bool before = m_dark;
    m_dark = m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && systemIsDark());
    m_probing = true; // our own palette is no change of the system
    QApplication::setPalette(paletteFor(m_dark));
    m_probing = false;
    if (before != m_dark) {
        Q_EMIT changed(m_dark);
    }
}

bool Theme::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && m_choice == ThemeChoice::System && !m_probing) {
        QTimer::singleShot(0, this, [this] { apply(); });
    }
    return QObject::eventFilter(watched, event);
}

} // namespace yardstick::ui
