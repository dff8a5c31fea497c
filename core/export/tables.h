// The tables that can be exported, made from the store. `yardstick export` and the window use this one path.
#pragma once

#include "core/compare.h"
#include "core/export/table.h"
#include "core/store/store_reader.h"

namespace yardstick::exports {

enum class Kind { Experiments, Machines, Epochs, Scalars, Diff, Bill, Reference };
Result<Kind> kindFromString(std::string_view text);

/// Identifiers that experimentsTable knows, the default set first. Besides: every parameter by its name, and `best_` or
/// `last_` before a metric ("best_map50").
const std::vector<std::string>& experimentColumns();
const std::vector<std::string>& machineColumns();

Result<Table> experimentsTable(const StoreReader& store, const std::vector<ExperimentId>& ids /* empty: all */,
                               const std::vector<std::string>& columns = {} /* empty: the default set */,
                               std::optional<double> reach = {} /* mAP50-95: adds reach_epoch, reach_seconds, reach_cost */);
Result<Table> machinesTable(const Comparison& comparison, const std::vector<std::string>& columns = {} /* empty: the default set */);
Result<Table> epochsTable(const StoreReader& store, const std::vector<ExperimentId>& ids);
/// Long form: one line per point of a curve; `names` empty: all curves.
Result<Table> scalarsTable(const StoreReader& store, ExperimentId id, const std::vector<std::string>& names = {});
/// One line per parameter that differs, one column per experiment.
Result<Table> diffTable(const StoreReader& store, const std::vector<ExperimentId>& ids);
/// One line per attempt: machine, time, price segments, cost, wasted.
Result<Table> billTable(const StoreReader& store, const std::vector<ExperimentId>& ids);
/// The article's two tables: price per hour and cost per epoch of the five Genesis-backed and the seven AWS machines.
Result<std::vector<Table>> referenceTables(const StoreReader& store);

} // namespace yardstick::exports
