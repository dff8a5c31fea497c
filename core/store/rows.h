// Rows to records, inside core/store: the column lists of the queries and the functions that read one row of
// them.
#pragma once

#include "core/records.h"
#include "core/store/sql.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick::rows {

/// Of the steps of one epoch at most one in this time keeps when it was (table ticks), milliseconds.
constexpr std::int64_t kTickSpacingMs = 1000;

extern const std::string_view kExperimentColumns; ///< of `experiments e JOIN projects p`
Experiment experiment(const sql::Query& query);
extern const std::string_view kAttemptColumns; ///< of `attempts`
Attempt attempt(const sql::Query& query);
extern const std::string_view kQueueColumns;
Queue queue(const sql::Query& query);
extern const std::string_view kHostColumns;
Host host(const sql::Query& query);
extern const std::string_view kMachineColumns;
Machine machine(const sql::Query& query);
extern const std::string_view kQuoteColumns;
Quote quote(const sql::Query& query);
extern const std::string_view kFxRateColumns;
FxRate fxRate(const sql::Query& query);
extern const std::string_view kEstimateColumns;
StoredEstimate estimate(const sql::Query& query);
extern const std::string_view kRequestColumns;
Request request(const sql::Query& query);

/// Text of `last` and `best`: "name=value;…", NaN and infinities included; "" is the empty map.
std::string metricsText(const std::map<std::string, double>& metrics);
std::map<std::string, double> metrics(std::string_view text);

nlohmann::json containerJson(const ContainerSpec& container); ///< null when it is the default
std::vector<std::string> strings(const nlohmann::json& json);
std::vector<int> integers(const nlohmann::json& json);
template <typename T> nlohmann::json listJson(const std::vector<T>& list) ///< null when empty
{
    return list.empty() ? nlohmann::json() : nlohmann::json(list);
}

/// "SELECT " + columns + " FROM " + rest
std::string select(std::string_view columns, std::string_view rest);

} // namespace yardstick::rows
