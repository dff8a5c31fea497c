// `yardstick fx`: exchange rates, entered by the user and kept with their dates.
#include "app/commands.h"
#include "app/json_views.h"

#include "core/actions.h"

namespace yardstick::app {

std::string rateSentence(const FxRate& rate)
{
    return "1 " + std::string(rate.from.code()) + " = " + rate.decimal() + " " + std::string(rate.to.code()) + " since "
        + formatUtc(rate.validFromMs).substr(0, 10) + (rate.source.empty() ? "" : " (" + rate.source + ")");
}

int fxSet(Context& c, const std::string& from, const std::string& to, const std::string& rate, const std::string& date, const std::string& source)
{
    const auto first = Currency::parse(from);
    const auto second = Currency::parse(to);
    const auto since = date.empty() ? Result<UtcMs>(startOfUtcDay(nowUtcMs())) : parseUtc(date);
    if (!first || !second || !since) {
        return c.fail(!first ? first.error() : !second ? second.error() : since.error());
    }
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    const auto id = (*store)->runFor<FxRateId>([&](StoreWriter& w) { return actions::setFxRate(w, *first, *second, rate, source.empty() ? "you" : source, *since); });
    if (!id) {
        return c.fail(id.error());
    }
    return fxList(c);
}

int fxList(Context& c)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    const auto rates = (*reader)->fxRates();
    if (!rates) {
        return c.fail(rates.error());
    }
    if (c.json) {
        c.print(viewAll(*rates));
        return 0;
    }
    const FxRates known(*rates);
    for (const FxRate& rate : known.all()) {
        const auto inForce = known.between(rate.from, rate.to, nowUtcMs());
        const char* state = rate.validFromMs > nowUtcMs() ? "  not yet in force" : inForce && inForce->id != rate.id ? "  superseded" : "";
        c.say(rateSentence(rate) + state);
    }
    if (rates->empty()) {
        c.say("There is no exchange rate yet; enter one with: yardstick fx set EUR USD 1.08 --date 2026-11-01");
    }
    return 0;
}

} // namespace yardstick::app
