// Inside core/store: what the parts of StoreWriter share. Lives on the store thread as long as its
// connection.
#pragma once

#include "core/store/sql.h"
#include "core/store/store_writer.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace yardstick {

struct StoreWriter::Impl
{
    explicit Impl(sql::Database& d)
        : database(d)
        , reader(StoreReader::over(d))
    {}

    sql::Database& database;
    StoreReader reader;
    std::set<std::pair<std::string, std::int64_t>> touched; ///< by the work that runs now; written at its end
    std::optional<Error> fault; ///< the database failed: the work is rolled back whatever it says

    /// Runs one write; a fault of the database is remembered.
    template <typename Work> auto write(Work&& work) -> decltype(work())
    {
        auto result = sql::guarded(database, std::forward<Work>(work));
        if (!result && isFault(result.error().code) && !fault) {
            fault = result.error();
        }
        return result;
    }
    void touch(std::string_view kind, std::int64_t id) { touched.emplace(kind, id); }
    /// Writes the touched ids to `changes`.
    void writeChanges();

private:
    /// Codes that only a database in trouble gives; the others are answers (NotFound, NotAllowed…).
    static bool isFault(ErrorCode code)
    {
        return code == ErrorCode::DiskFull || code == ErrorCode::Io || code == ErrorCode::BadFile ||
               code == ErrorCode::Busy || code == ErrorCode::NotADatabase || code == ErrorCode::Internal ||
               code == ErrorCode::OutOfMemory;
    }
};

} // namespace yardstick
