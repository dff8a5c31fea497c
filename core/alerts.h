// Alerts: what the user should know of running work and money, derived from the store whenever they are asked for: a run that
// has become slow, a budget that is passed, a price that is old. Each has a key that names this occurrence; a dismissed key is
// kept in the store's settings until the alert is over, so that none comes twice. Owner thread: the reader's.
#pragma once

#include "core/records.h"
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"

#include <span>
#include <string>
#include <vector>

namespace yardstick {

enum class AlertKind { SlowRun, BudgetPassed, BudgetUncounted, OldPrice };
std::string_view toString(AlertKind kind); ///< "slow_run", "budget_passed", "budget_uncounted", "old_price"

struct Alert
{
    AlertKind kind = AlertKind::SlowRun;
    std::string key;   ///< "slow/12/7": kind, row, occurrence
    Error sentence;    ///< template and arguments, for translation
    ExperimentId experimentId; ///< slow run
    QueueId queueId;           ///< budgets
    MachineId machineId;       ///< slow run, old price
    bool dismissed = false;
};
inline constexpr int kOldPriceDays = 30;

/// Dismissed ones too; slow runs first, then budgets, then prices. Prices: of machines that were used in the last kOldPriceDays days or
/// whose queue has jobs.
Result<std::vector<Alert>> currentAlerts(const StoreReader& store, UtcMs now);
/// Keys of alerts that are over are forgotten meanwhile. NotFound when there is no alert with one of the keys.
Result<> dismissAlerts(StoreWriter& store, std::span<const std::string> keys, UtcMs now);

} // namespace yardstick
