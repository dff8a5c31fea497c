// What rows_experiments.cpp and rows_epochs.cpp share: typed cells of a row by their column. Not for other layers.
#pragma once

#include "core/base/time.h"
#include "core/import/rows_import.h"
#include "core/store/store_writer.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace yardstick::imports {

/// Collects every fault of a file, so that all of them are told at once.
class Faults
{
public:
    Faults(std::string file, const ReadTable& read) : m_file(std::move(file)), m_read(&read) {}
    void add(size_t row, const Error& error);
    [[nodiscard]] bool any() const { return m_count > 0; }
    /// BadFile: the first in the sentence, all of them (the first 100) in the detail.
    [[nodiscard]] Error error() const;

private:
    std::string m_file;
    const ReadTable* m_read;
    size_t m_count = 0;
    std::string m_first, m_all;
};

/// One row. A cell that is empty or whose column is not there is nullopt; one of the wrong kind is a fault.
class Row
{
public:
    Row(const exports::Table& table, size_t index, Faults& faults) : m_table(table), m_index(index), m_faults(faults) {}

    [[nodiscard]] const exports::Cell* cell(std::string_view column) const; ///< nullptr: not there, or empty
    std::optional<std::string> text(std::string_view column);               ///< numbers and flags as they were written
    std::optional<std::int64_t> integer(std::string_view column, std::int64_t low = 0);
    std::optional<double> number(std::string_view column);
    std::optional<Money> money(std::string_view column);
    std::optional<bool> flag(std::string_view column);
    std::optional<UtcMs> time(std::string_view column);
    void fault(const Error& error) { m_faults.add(m_index, error); }

private:
    void wrong(std::string_view column, const char* wanted);

    const exports::Table& m_table;
    size_t m_index;
    Faults& m_faults;
};

/// The cell as it stands in a file.
std::string plainText(const exports::Cell& cell);
bool hasColumn(const exports::Table& table, std::string_view id);

Result<> importExperiments(StoreWriter& store, const ReadTable& read, const std::string& file, RowsReport& report);
Result<> importEpochs(StoreWriter& store, const ReadTable& read, const std::string& file, RowsReport& report);

} // namespace yardstick::imports
