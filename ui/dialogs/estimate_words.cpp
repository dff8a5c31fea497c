#include "ui/dialogs/estimate_words.h"

#include "ui/format.h"
#include "ui/sentences.h"

#include <QCoreApplication>

namespace yardstick::ui {
namespace {

QString withInterval(const QString& value, const QString& low, const QString& high)
{
    return low == high ? value : QStringLiteral("%1 (%2 – %3)").arg(value, low, high);
}

} // namespace

QString rangeText(const SecondsRange& range)
{
    return withInterval(formatDuration(range.value), formatDuration(range.low), formatDuration(range.high));
}

QString estimateWork(const QueueEstimate& e)
{
    return e.work ? rangeText(*e.work) : QCoreApplication::translate("Estimate", "no measurement yet");
}

QString estimateCost(const QueueEstimate& e)
{
    if (e.cost) {
        const QString text = withInterval(formatCostWithCode(*e.cost), formatCost(*e.costLow), formatCost(*e.costHigh));
        return e.priceExample ? QCoreApplication::translate("Estimate", "%1, example price").arg(text) : text;
    }
    return e.price ? QCoreApplication::translate("Estimate", "%1/h").arg(formatPriceWithCode(e.price->perHour))
                   : QCoreApplication::translate("Estimate", "no price");
}

QString estimateStart(const QueueEstimate& e, bool interval)
{
    if (!e.standstill.empty()) {
        return translatedSentence(e.standstill);
    }
    if (e.wait) {
        return e.wait->high < 0.5 ? QCoreApplication::translate("Estimate", "now")
                                  : QCoreApplication::translate("Estimate", "in %1").arg(interval ? rangeText(*e.wait) : formatDuration(e.wait->value));
    }
    const int ahead = e.running + e.waiting;
    return ahead > 0 ? QCoreApplication::translate("Estimate", "after %n jobs", nullptr, ahead)
                     : QCoreApplication::translate("Estimate", "when the host is free");
}

QString estimateFinish(const QueueEstimate& e, UtcMs now, bool interval)
{
    const auto finish = e.finish();
    if (!finish) {
        return {};
    }
    const auto at = [now](double seconds) { return formatTime(now + static_cast<UtcMs>(seconds * 1e3)); };
    return interval ? withInterval(at(finish->value), at(finish->low), at(finish->high)) : at(finish->value);
}

QString estimateSentence(const QueueEstimate& e, UtcMs now)
{
    const QString work = e.work ? QStringLiteral("≈ ") + estimateWork(e)
                                : QCoreApplication::translate("Estimate", "no measurement yet of this work on %1").arg(fromUtf8(e.machine.empty() ? e.queueName : e.machine));
    const QString cost = e.cost ? QStringLiteral("≈ ") + estimateCost(e) : estimateCost(e);
    const QString start = e.standstill.empty() ? QCoreApplication::translate("Estimate", "starts %1", "starts now; starts in 40 min; starts after 3 jobs").arg(estimateStart(e, true))
                                               : estimateStart(e, true);
    QString text = QCoreApplication::translate("Estimate", "On %1: %2, %3; %4", "queue, time, cost, start").arg(fromUtf8(e.queueName), work, cost, start);
    if (e.finish()) {
        text += QCoreApplication::translate("Estimate", "; done ≈ %1", "when; goes on after a start").arg(estimateFinish(e, now, true));
    }
    if (!text.endsWith(QLatin1Char('.')) && !text.endsWith(QStringLiteral("。"))) {
        text += QCoreApplication::translate("Estimate", ".", "the end of a sentence");
    }
    const auto add = [&text](const QString& sentence) { text += (text.endsWith(QLatin1Char('.')) ? QStringLiteral(" ") : QString()) + sentence; };
    if (e.work) {
        add(QCoreApplication::translate("Estimate", "Measured on %n epochs.", nullptr, e.timedEpochs));
        if (!e.sameBatch) {
            add(QCoreApplication::translate("Estimate", "They ran with another batch size."));
        }
        if (e.doubt != Doubt::None) {
            add(QCoreApplication::translate("Estimate", "The interval is unreliable."));
        }
    }
    if (e.unknown > 0 && !e.wait && e.standstill.empty()) {
        add(QCoreApplication::translate("Estimate", "How long %n jobs before it take is not known.", nullptr, e.unknown));
    }
    return text;
}

} // namespace yardstick::ui
