// Settings: what the window remembers for a user, typed, over QSettings. Keys and defaults stand here and nowhere else; an
// old layout of the file is migrated in one place. Not for what belongs to a store. Owner thread: GUI.
#pragma once

#include "ui/theme/theme.h"

#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace yardstick::ui {

/// A saved layout of the experiments table.
struct TableLayout
{
    QString name;
    QStringList columns;    ///< ids of the shown columns, in order from left to right
    QStringList widths;     ///< pixels, as text, one per column
    QString sortColumn;     ///< id; empty: newest first
    bool descending = true;
    bool operator==(const TableLayout&) const = default;
};

class Settings : public QObject
{
    Q_OBJECT
public:
    static constexpr int kVersion = 1;

    /// `file` empty: the user's own (XDG config); else an INI file (tests).
    explicit Settings(const QString& file = {}, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);
    /// "en", "zh_CN", or "system".
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& language);
    [[nodiscard]] double smoothing() const; ///< 0…0.99, of new charts
    void setSmoothing(double weight);
    [[nodiscard]] bool compactRows() const;
    void setCompactRows(bool compact);
    [[nodiscard]] bool sendNotifications() const;
    void setSendNotifications(bool on);
    [[nodiscard]] QString currency() const; ///< of new prices and comparisons
    void setCurrency(const QString& code);

    [[nodiscard]] QByteArray bytes(const QString& key) const; ///< geometry and splitter states; "state/…"
    void setBytes(const QString& key, const QByteArray& value);
    [[nodiscard]] QString text(const QString& key, const QString& otherwise = {}) const; ///< last folder, last page; "last/…"
    void setText(const QString& key, const QString& value);

    [[nodiscard]] std::vector<TableLayout> tableLayouts() const; ///< the user's own; the built-in ones are the page's
    void setTableLayouts(const std::vector<TableLayout>& layouts);
    /// How the table looked last; nullopt: never used.
    [[nodiscard]] std::optional<TableLayout> currentTableLayout() const;
    void setCurrentTableLayout(const TableLayout& layout);
    void resetWindowState(); ///< forgets geometry, splitters, layouts

Q_SIGNALS:
    void themeChanged();
    void languageChanged();
    void smoothingChanged(double weight);
    void rowsChanged();

private:
    void migrate();
    mutable QSettings m_settings;
};

/// The language to show: the setting, or for "system" the one of ours that fits the system's locale.
QString resolvedLanguage(const QString& setting);
/// Puts the translators of ours and of Qt for `language` on the application and takes the earlier ones off.
void installLanguage(const QString& language);

} // namespace yardstick::ui
