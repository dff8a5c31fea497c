// The tables that can be exported, made from the store. `yardstick export` and the window use this one path.
#pragma once

#include "core/compare.h"
#include "core/export/table.h"
#include "core/store/store_reader.h"

namespace yardstick::exports {

enum class Kind { Experiments, Machines, Epochs, Scalars, Diff, Bill, Reference };
Result<Kind> kindFromString(std::string_view text);

Result<Table> experimentsTable(const StoreReader& store, const std::vector<ExperimentId>& ids /* empty: all */,
                               const std::vector<std::string>& columns = {} /* empty: the default set */);
Result<Table> machinesTable(const Comparison& comparison);
Result<Table> epochsTable(const StoreReader& store, const std::vector<ExperimentId>& ids);
Result<Table> scalarsTable(const StoreReader& store, ExperimentId id, const std::vector<std::string>& names = {});
Result<Table> diffTable(const StoreReader& store, const std::vector<ExperimentId>& ids);
/// One line per attempt: machine, time, price segments, cost, wasted.
Result<Table> billTable(const StoreReader& store, const std::vector<ExperimentId>& ids);
/// The article's two tables: price per hour and cost per epoch of the five Genesis-backed and the seven AWS machines.
Result<std::vector<Table>> referenceTables(const StoreReader& store);

} // namespace yardstick::exports
