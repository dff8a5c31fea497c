#include "ui/format.h"

#include "core/printed.h"
#include "ui/sentences.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLineEdit>
#include <QLocale>

#include <cmath>

namespace yardstick::ui {

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string toUtf8(const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    return {bytes.constData(), static_cast<size_t>(bytes.size())};
}

QString formatNumber(double value, int significant)
{
    if (std::isnan(value)) {
        return QStringLiteral("NaN");
    }
    if (std::isinf(value)) {
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    }
    if (value == 0) {
        return QStringLiteral("0");
    }
    const double magnitude = std::abs(value);
    if (magnitude >= 1e9 || magnitude < 1e-4) {
        return QString::number(value, 'e', significant - 1);
    }
    const int before = static_cast<int>(std::floor(std::log10(magnitude))) + 1;
    return QString::number(value, 'f', std::clamp(significant - before, 0, 12));
}

QString formatFixed(double value, int decimals)
{
    return std::isfinite(value) ? QString::number(value, 'f', decimals) : formatNumber(value);
}

QString formatMoney(const Money& money, int decimals)
{
    return fromUtf8(money.toRounded(decimals));
}

QString formatMoneyWithCode(const Money& money, int decimals)
{
    return formatMoney(money, decimals) + QLatin1Char(' ') + fromUtf8(money.currency().code());
}

QString formatPrice(const Money& perHour)
{
    return fromUtf8(printedPrice(perHour));
}

QString formatCost(const Money& cost)
{
    return fromUtf8(printedCost(cost));
}

QString formatEpochSeconds(double seconds)
{
    return fromUtf8(printedSeconds(seconds));
}

QString formatPriceWithCode(const Money& perHour)
{
    return formatPrice(perHour) + QLatin1Char(' ') + fromUtf8(perHour.currency().code());
}

QString formatCostWithCode(const Money& cost)
{
    return formatCost(cost) + QLatin1Char(' ') + fromUtf8(cost.currency().code());
}

QString formatDuration(double seconds)
{
    if (!std::isfinite(seconds)) {
        return formatNumber(seconds);
    }
    const auto s = static_cast<qint64>(std::llround(std::max(0.0, seconds)));
    const auto two = [](qint64 v) { return QStringLiteral("%1").arg(v, 2, 10, QLatin1Char('0')); };
    if (s < 60) {
        return QCoreApplication::translate("Format", "%1 s").arg(s);
    }
    if (s < 3600) {
        return QCoreApplication::translate("Format", "%1 min %2 s").arg(s / 60).arg(two(s % 60));
    }
    if (s < 86400) {
        return QCoreApplication::translate("Format", "%1 h %2 min").arg(s / 3600).arg(two(s / 60 % 60));
    }
    return QCoreApplication::translate("Format", "%1 d %2 h").arg(s / 86400).arg(s / 3600 % 24);
}

QString formatTime(UtcMs t)
{
    if (t <= 0) {
        return {};
    }
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(t);
    const QDateTime now = QDateTime::currentDateTime();
    if (time.date() == now.date()) {
        return time.toString(QStringLiteral("HH:mm"));
    }
    if (time.date().year() == now.date().year()) {
        return QLocale().toString(time, QStringLiteral("d MMM HH:mm"));
    }
    return time.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString formatBytes(std::int64_t bytes)
{
    if (bytes < 1000) {
        return QStringLiteral("%1 B").arg(bytes);
    }
    return QLocale::c().formattedDataSize(bytes, bytes < 10'000'000 ? 1 : 0, QLocale::DataSizeSIFormat);
}

QString displayName(const Experiment& experiment)
{
    const QString number = QStringLiteral("#%1").arg(experiment.id.value);
    const QString name = fromUtf8(experiment.spec.name);
    if (name == number || name.startsWith(number + QLatin1Char(' '))) {
        return name;
    }
    return name.isEmpty() ? number : number + QLatin1Char(' ') + name;
}

QString shortened(const QString& text, int most)
{
    if (text.size() <= most) {
        return text;
    }
    qsizetype head = most / 2;
    qsizetype tail = text.size() - (most - head - 1);
    head -= text[head - 1].isHighSurrogate() ? 1 : 0; // no half of a character
    tail += text[tail].isLowSurrogate() ? 1 : 0;
    return text.left(head) + QChar(0x2026) + text.mid(tail);
}

QString shortName(const Experiment& experiment)
{
    return shortened(displayName(experiment));
}

void limitToName(QLineEdit& field)
{
    constexpr int kMostBytes = 200;
    field.setMaxLength(kMostBytes);
    QObject::connect(&field, &QLineEdit::textChanged, &field, [&field](const QString& text) {
        QString cut = text;
        while (cut.toUtf8().size() > kMostBytes) {
            cut.chop(cut.back().isLowSurrogate() ? 2 : 1);
        }
        if (cut != text) {
            field.setText(cut);
        }
    });
}

QString statusWord(ExperimentStatus status)
{
    switch (status) {
    case ExperimentStatus::Draft:
        return QCoreApplication::translate("Status", "draft");
    case ExperimentStatus::Queued:
        return QCoreApplication::translate("Status", "queued");
    case ExperimentStatus::Starting:
        return QCoreApplication::translate("Status", "starting");
    case ExperimentStatus::Running:
        return QCoreApplication::translate("Status", "running");
    case ExperimentStatus::Completed:
        return QCoreApplication::translate("Status", "completed");
    case ExperimentStatus::Failed:
        return QCoreApplication::translate("Status", "failed");
    case ExperimentStatus::Stopped:
        return QCoreApplication::translate("Status", "stopped");
    case ExperimentStatus::Interrupted:
        return QCoreApplication::translate("Status", "interrupted");
    }
    return {};
}

QString errorText(std::string_view text, const std::vector<std::string>& args)
{
    if (args.empty()) {
        return translatedSentence(text); // it may have been filled in before
    }
    const QString translated = QCoreApplication::translate("Error", std::string(text).c_str());
    std::vector<std::string> parts;
    for (const std::string& arg : args) {
        parts.push_back(toUtf8(translatedPart(fromUtf8(arg))));
    }
    return fromUtf8(formatTemplate(toUtf8(translated), parts));
}

QString errorText(const Error& error)
{
    return errorText(error.text, error.args);
}

QString parameterHelp(std::string_view help)
{
    return QCoreApplication::translate("Parameter", std::string(help).c_str());
}

QString parameterGroup(std::string_view group)
{
    return QCoreApplication::translate("ParameterGroup", std::string(group).c_str());
}

} // namespace yardstick::ui
