#include "ui/compare/chart_words.h"

#include "ui/format.h"

#include <QCoreApplication>

namespace yardstick::ui {
namespace {

/// What core writes into the source of a price.
[[maybe_unused]] constexpr const char* kPriceSources[] = {
    QT_TRANSLATE_NOOP("PriceSource", "public price catalogue, winter 2022/23"),
    QT_TRANSLATE_NOOP("PriceSource", "you"),
    QT_TRANSLATE_NOOP("PriceSource", "example form: 1500 USD, 3 years, half used, 250 W, 0.30 USD/kWh"),
    QT_TRANSLATE_NOOP("PriceSource", "ClearML and Genesis Cloud article, 2023-03-23"),
};

QString word(const char* text)
{
    return QCoreApplication::translate("ChartWords", text);
}

} // namespace

QString priceSourceText(std::string_view source)
{
    return QCoreApplication::translate("PriceSource", std::string(source).c_str());
}

ChartWords chartWords()
{
    ChartWords words;
    words.epochTimeTitle = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Mean epoch time")));
    words.epochTime = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Epoch time")));
    words.priceAndCostTitle = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Price per hour and cost per epoch")));
    words.pricePerHour = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Price per hour")));
    words.costPerEpoch = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Cost per epoch")));
    words.spotTitle = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Cost per epoch, on-demand against spot")));
    words.onDemand = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "On-demand")));
    words.spot = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Spot")));
    words.derivedNote = toUtf8(errorText(words.derivedNote, {}));
    words.spotSources = toUtf8(errorText(words.spotSources, {}));
    words.source = [](const std::string& source) { return toUtf8(priceSourceText(source)); };
    return words;
}

} // namespace yardstick::ui
