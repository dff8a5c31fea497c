#include "ui/settings/settings.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <memory>

namespace yardstick::ui {
namespace {

const QString kVersionKey = QStringLiteral("version");
const QString kTheme = QStringLiteral("appearance/theme");
const QString kLanguage = QStringLiteral("appearance/language");
const QString kCompact = QStringLiteral("appearance/compact_rows");
const QString kSmoothing = QStringLiteral("charts/smoothing");
const QString kNotifications = QStringLiteral("notifications/on");
const QString kCurrency = QStringLiteral("money/currency");
const QString kLayouts = QStringLiteral("experiments/layouts");

const QString kCurrentLayout = QStringLiteral("experiments/current_layout");

TableLayout readLayout(const QSettings& settings)
{
    TableLayout layout;
    layout.name = settings.value(QStringLiteral("name")).toString();
    layout.columns = settings.value(QStringLiteral("columns")).toStringList();
    layout.widths = settings.value(QStringLiteral("widths")).toStringList();
    layout.sortColumn = settings.value(QStringLiteral("sort")).toString();
    layout.descending = settings.value(QStringLiteral("descending"), true).toBool();
    return layout;
}

void writeLayout(QSettings& settings, const TableLayout& layout)
{
    settings.setValue(QStringLiteral("name"), layout.name);
    settings.setValue(QStringLiteral("columns"), layout.columns);
    settings.setValue(QStringLiteral("widths"), layout.widths);
    settings.setValue(QStringLiteral("sort"), layout.sortColumn);
    settings.setValue(QStringLiteral("descending"), layout.descending);
}

} // namespace

Settings::Settings(const QString& file, QObject* parent)
    : QObject(parent)
    , m_settings(file.isEmpty() ? QSettings().fileName() : file, QSettings::IniFormat)
{
    migrate();
}

/// Version 1 is the first; a file without a version that holds keys is taken as version 1.
void Settings::migrate()
{
    const int version = m_settings.value(kVersionKey, 0).toInt();
    if (version > kVersion) {
        // A newer program's layouts may not fit; its choices of theme and language do.
        resetWindowState();
    }
    if (version != kVersion) {
        m_settings.setValue(kVersionKey, kVersion);
    }
}

ThemeChoice Settings::theme() const
{
    return themeChoiceFromString(m_settings.value(kTheme, QStringLiteral("system")).toString());
}

void Settings::setTheme(ThemeChoice choice)
{
    if (choice != theme()) {
        m_settings.setValue(kTheme, toString(choice));
        Q_EMIT themeChanged();
    }
}

QString Settings::language() const
{
    return m_settings.value(kLanguage, QStringLiteral("system")).toString();
}

void Settings::setLanguage(const QString& chosen)
{
    if (chosen != language()) {
        m_settings.setValue(kLanguage, chosen);
        Q_EMIT languageChanged();
    }
}

double Settings::smoothing() const
{
    return std::clamp(m_settings.value(kSmoothing, 0.0).toDouble(), 0.0, 0.99);
}

void Settings::setSmoothing(double weight)
{
    m_settings.setValue(kSmoothing, std::clamp(weight, 0.0, 0.99));
    Q_EMIT smoothingChanged(smoothing());
}

bool Settings::compactRows() const
{
    return m_settings.value(kCompact, false).toBool();
}

void Settings::setCompactRows(bool compact)
{
    m_settings.setValue(kCompact, compact);
    Q_EMIT rowsChanged();
}

bool Settings::sendNotifications() const
{
    return m_settings.value(kNotifications, true).toBool();
}

void Settings::setSendNotifications(bool on)
{
    m_settings.setValue(kNotifications, on);
}

QString Settings::currency() const
{
    return m_settings.value(kCurrency, QStringLiteral("USD")).toString();
}

void Settings::setCurrency(const QString& code)
{
    m_settings.setValue(kCurrency, code);
}

QByteArray Settings::bytes(const QString& key) const
{
    return m_settings.value(QStringLiteral("state/") + key).toByteArray();
}

void Settings::setBytes(const QString& key, const QByteArray& value)
{
    m_settings.setValue(QStringLiteral("state/") + key, value);
}

QString Settings::text(const QString& key, const QString& otherwise) const
{
    return m_settings.value(QStringLiteral("last/") + key, otherwise).toString();
}

void Settings::setText(const QString& key, const QString& value)
{
    m_settings.setValue(QStringLiteral("last/") + key, value);
}

std::vector<TableLayout> Settings::tableLayouts() const
{
    std::vector<TableLayout> layouts;
    const int count = m_settings.beginReadArray(kLayouts);
    for (int i = 0; i < count; ++i) {
        m_settings.setArrayIndex(i);
        TableLayout layout = readLayout(m_settings);
        if (!layout.name.isEmpty() && !layout.columns.isEmpty()) {
            layouts.push_back(std::move(layout));
        }
    }
    m_settings.endArray();
    return layouts;
}

void Settings::setTableLayouts(const std::vector<TableLayout>& layouts)
{
    m_settings.remove(kLayouts);
    m_settings.beginWriteArray(kLayouts, static_cast<int>(layouts.size()));
    for (size_t i = 0; i < layouts.size(); ++i) {
        m_settings.setArrayIndex(static_cast<int>(i));
        writeLayout(m_settings, layouts[i]);
    }
    m_settings.endArray();
}

std::optional<TableLayout> Settings::currentTableLayout() const
{
    m_settings.beginGroup(kCurrentLayout);
    TableLayout layout = readLayout(m_settings);
    m_settings.endGroup();
    return layout.columns.isEmpty() ? std::nullopt : std::optional(std::move(layout));
}

void Settings::setCurrentTableLayout(const TableLayout& layout)
{
    m_settings.beginGroup(kCurrentLayout);
    writeLayout(m_settings, layout);
    m_settings.endGroup();
}

void Settings::resetWindowState()
{
    m_settings.remove(kCurrentLayout);
    m_settings.remove(QStringLiteral("state"));
    m_settings.remove(QStringLiteral("last"));
    m_settings.remove(kLayouts);
}

QString resolvedLanguage(const QString& setting)
{
    if (setting != QStringLiteral("system")) {
        return setting;
    }
    const QLocale system = QLocale::system();
    const bool chinese = system.language() == QLocale::Chinese && system.script() != QLocale::TraditionalHanScript;
    return chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void installLanguage(const QString& language)
{
    static std::unique_ptr<QTranslator> ours;
    static std::unique_ptr<QTranslator> qt;
    for (auto* translator : {&ours, &qt}) {
        if (*translator) {
            QCoreApplication::removeTranslator(translator->get());
            translator->reset();
        }
    }
    QLocale::setDefault(language == QStringLiteral("en") ? QLocale(QLocale::English) : QLocale(language));
    ours = std::make_unique<QTranslator>();
    if (ours->load(QStringLiteral(":/translations/yardstick_%1.qm").arg(language))) {
        QCoreApplication::installTranslator(ours.get());
    }
    if (language == QStringLiteral("en")) {
        return; // ours is there for its plurals; Qt speaks English by itself
    }
    qt = std::make_unique<QTranslator>();
    if (qt->load(QStringLiteral("qtbase_%1").arg(language), QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(qt.get());
    }
}

} // namespace yardstick::ui
