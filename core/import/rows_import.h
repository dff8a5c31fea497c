// Writes tables that Yardstick exported (experiments, epochs) into a store again: the same rows, once. Values and a StoreWriter;
// the store's thread.
//
// An experiment becomes an ordinary one without a run behind it: its figures are kept as they stand in the table, and what is
// computed from epochs is only computed where epochs were imported, too. Prices and machines are found by name or made.
#pragma once

#include "core/import/table_import.h"
#include "core/records.h"

#include <string>
#include <vector>

namespace yardstick {
class StoreWriter;
}

namespace yardstick::imports {

struct RowsReport
{
    int experiments = 0; ///< added
    int epochs = 0;      ///< added
    int unchanged = 0;   ///< rows that are in the store already
    std::vector<ExperimentId> ids;        ///< of all rows, in their order, each once
    std::vector<std::string> leftOut;     ///< columns that an experiment or epoch has no place for
};

/// All rows of the tables, or none: BadFile lists each row that cannot be used, by file and line, in its detail, the first one
/// in its sentence. Safe to repeat. Unsupported: a table that is neither of experiments nor of epochs.
Result<RowsReport> importRows(StoreWriter& store, const std::vector<ReadTable>& tables, const std::string& file);

} // namespace yardstick::imports
