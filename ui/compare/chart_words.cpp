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

/// Of the pictures that are chosen by tabs.
void addPictureWords(ChartWords& words)
{
    words.paretoTitle = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Time against money, {0} epochs")));
    words.timeOfJob = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Time of {0} epochs")));
    words.allIn = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "All-in cost of {0} epochs")));
    words.notRanked = toUtf8(errorText(words.notRanked, {}));
    words.breakEvenTitle = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "All-in cost over the number of epochs")));
    words.epochs = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "epochs")));
    words.allInCost = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "all-in cost")));
    words.cheapestAbove = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "above {0}: {1}")));
    words.cheaperAbove = toUtf8(errorText(words.cheaperAbove, {}));
    words.stripsTitle = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Every timed epoch, in order")));
    words.epochOf = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "#{0}, epoch {1}")));
    words.published = toUtf8(errorText(words.published, {}));
    words.breakdownMoney = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Where the money of {0} epochs goes")));
    words.breakdownTime = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Where the time of {0} epochs goes")));
    words.setup = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Set-up")));
    words.train = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Train")));
    words.validate = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Validate")));
    words.wasted = toUtf8(word(QT_TRANSLATE_NOOP("ChartWords", "Wasted")));
    words.wastedNote = toUtf8(errorText(words.wastedNote, {}));
    words.unsplit = toUtf8(errorText(words.unsplit, {}));
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
    addPictureWords(words);
    words.source = [](const std::string& source) { return toUtf8(priceSourceText(source)); };
    return words;
}

} // namespace yardstick::ui
