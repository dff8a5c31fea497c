// Records as JSON for --json: stable English keys, amounts of money as {"amount":"0.0096","currency":"USD"}, times as
// UTC text, figures that are not known as null. Only recorded scalars (last, best) keep "NaN", "Infinity", "-Infinity" as
// text: that a loss became NaN is a result.
#pragma once

#include "core/compare.h"
#include "core/records.h"
#include "core/schedule/scheduler.h"

#include <nlohmann/json.hpp>

namespace yardstick::app {

nlohmann::json view(const Money& money);
nlohmann::json view(const Experiment& experiment);
nlohmann::json view(const Attempt& attempt);
nlohmann::json view(const EpochRow& epoch);
nlohmann::json view(const Queue& queue);
nlohmann::json view(const Machine& machine);
nlohmann::json view(const Quote& quote);
nlohmann::json view(const FxRate& rate);
nlohmann::json view(const MachineRow& row);
nlohmann::json view(const SchedulerHolder& holder);

template <typename T> nlohmann::json viewAll(const std::vector<T>& rows)
{
    nlohmann::json all = nlohmann::json::array();
    for (const T& row : rows) {
        all.push_back(view(row));
    }
    return all;
}

} // namespace yardstick::app
