#include "core/owned_machine.h"

#include "core/base/json_fields.h"

#include <cmath>

namespace yardstick {
namespace {

using nlohmann::json;

Money moneyField(JsonFields& f, const char* key, Currency currency, const std::string& missing)
{
    std::string text = missing;
    f.get(key, text);
    const auto money = Money::parse(text, currency);
    if (!money) {
        f.setError(money.error());
    }
    return money.value_or(Money(0, currency));
}

} // namespace

nlohmann::json toJson(const OwnedForm& form)
{
    const OwnedMachine& m = form.machine;
    return {{"currency", m.purchase.currency().code()},
            {"purchase", m.purchase.toDecimal()},
            {"resale", m.resale.toDecimal()},
            {"tariff_per_kwh", m.tariffPerKwh.toDecimal()},
            {"life_hours", m.lifeHours},
            {"use_share", m.useShare},
            {"kilowatts", m.kilowatts},
            {"pue", m.pue},
            {"share", form.share},
            {"example", form.example}};
}

Result<OwnedForm> ownedFormFromJson(const nlohmann::json& j)
{
    try {
        OwnedForm form;
        JsonFields f(j, ErrorCode::InvalidArgument);
        std::string code = "USD";
        f.get("currency", code);
        const auto currency = Currency::parse(code);
        if (!currency) {
            return fail(currency.error());
        }
        form.machine.purchase = moneyField(f, "purchase", *currency, "0");
        form.machine.resale = moneyField(f, "resale", *currency, "0");
        form.machine.tariffPerKwh = moneyField(f, "tariff_per_kwh", *currency, "0");
        f.get("life_hours", form.machine.lifeHours, Need::Required);
        f.get("use_share", form.machine.useShare);
        f.get("kilowatts", form.machine.kilowatts);
        f.get("pue", form.machine.pue);
        f.get("share", form.share);
        f.get("example", form.example);
        if (f.error()) {
            return fail(*f.error());
        }
        return form;
    } catch (const std::exception& e) {
        return fail(
            Error{ErrorCode::InvalidArgument, "The owned-machine form cannot be read.", {}, e.what()});
    }
}

Result<PricePerHour> priceOf(const OwnedForm& form)
{
    if (!(form.share > 0 && form.share <= 1)) {
        return fail(ErrorCode::InvalidArgument,
                    "The share of a machine that a job takes is above 0 and at most 1, not {0}.", form.share);
    }
    const auto whole = ownedPrice(form.machine);
    if (!whole) {
        return whole;
    }
    const Money perHour(std::llround(static_cast<double>(whole->perHour.micros()) * form.share),
                        whole->perHour.currency());
    if (perHour.micros() <= 0) {
        return fail(ErrorCode::InvalidArgument,
                    "The share {0} of the machine's price is nothing: nothing owned is free.", form.share);
    }
    return PricePerHour{perHour};
}

OwnedForm exampleForm(double share)
{
    OwnedForm form;
    form.machine.purchase = Money(1500'000'000, Currency());
    form.machine.resale = Money(0, Currency());
    form.machine.lifeHours = 3 * 365 * 24;
    form.machine.useShare = 0.5;
    form.machine.kilowatts = 0.25;
    form.machine.tariffPerKwh = Money(300'000, Currency());
    form.share = share;
    form.example = true;
    return form;
}

} // namespace yardstick
