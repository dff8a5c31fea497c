// The owned-machine form as it is kept in Machine::ownedPrice, and the price that follows from it.
// JSON: {"currency", "purchase", "resale", "tariff_per_kwh" (decimal texts), "life_hours", "use_share",
// "kilowatts", "pue", "share" (part of the machine that a job takes, 0…1), "example"}.
#pragma once

#include "core/base/cost.h"

#include <nlohmann/json.hpp>

namespace yardstick {

struct OwnedForm
{
    OwnedMachine machine;
    double share = 1;     ///< a 1-core job on 8 threads takes 1/8
    bool example = false; ///< nobody has filled it in yet
};

nlohmann::json toJson(const OwnedForm& form);
Result<OwnedForm> ownedFormFromJson(const nlohmann::json& json);
/// Price per hour of the share.
Result<PricePerHour> priceOf(const OwnedForm& form);
/// A plain workstation: 1500 USD, 3 years, used half of the time, 250 W, 0.30 USD per kWh. Marked example.
OwnedForm exampleForm(double share);

} // namespace yardstick
