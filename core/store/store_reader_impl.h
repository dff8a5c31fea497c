// Inside core/store: what the parts of StoreReader share.
#pragma once

#include "core/base/cost.h"
#include "core/store/rows.h"
#include "core/store/sql.h"
#include "core/store/store_reader.h"

#include <map>

namespace yardstick {

struct StoreReader::Impl
{
    std::unique_ptr<sql::Database> owned;
    sql::Database* database = nullptr;

    /// Runs `work(database)` in one read transaction; faults become Errors.
    template <typename Work> auto read(Work&& work) -> decltype(work(std::declval<sql::Database&>()))
    {
        return sql::guarded(*database, [&] {
            const sql::ReadScope scope(*database);
            return work(*database);
        });
    }
    /// All rows of a query.
    template <typename Row, typename... Args> auto list(Row row, const std::string& sql, const Args&... args)
    {
        using T = decltype(row(std::declval<const sql::Query&>()));
        return read([&](sql::Database& db) -> Result<std::vector<T>> {
            std::vector<T> out;
            sql::Query q(db, sql, args...);
            while (q.next()) {
                out.push_back(row(q));
            }
            return out;
        });
    }
};

namespace sql {

/// The machine's quotes. Quotes of another market than the machine's (a
/// catalogue's spot price beside the on-demand one) do not count.
PriceTimeline timeline(Database& database, MachineId machine);
/// What the machine cost over [from, to); nullopt when a part has no price: unknown, not free.
std::optional<Money> cost(const PriceTimeline& timeline, UtcMs from, UtcMs to);

/// Timelines by machine, each loaded once.
class Timelines
{
public:
    explicit Timelines(Database& database)
        : m_database(database)
    {}
    /// In force for an attempt that begins at `begin` (PriceTimeline::from).
    PriceTimeline of(MachineId machine, UtcMs begin);

private:
    Database& m_database;
    std::map<MachineId, PriceTimeline> m_known;
};

/// Epoch rows of an experiment, by attempt and epoch; wasted and cost filled in. Hidden attempts' epochs are
/// wasted.
std::vector<EpochRow> epochRows(Database& database, ExperimentId id, bool includeHidden,
                                Timelines& timelines);

} // namespace sql
} // namespace yardstick
