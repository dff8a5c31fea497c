#include "core/store/schema_v2.h"

#include "core/base/fault_point.h"

namespace yardstick::schema {

void applyV2(sql::Database& database)
{
    // One unit of from_currency is worth rate_nanos / 10^9 of to_currency. Entered by the user; never edited, superseded.
    database.exec(R"sql(
CREATE TABLE fx_rates (
    id INTEGER PRIMARY KEY AUTOINCREMENT, from_currency TEXT NOT NULL, to_currency TEXT NOT NULL,
    rate_nanos INTEGER NOT NULL CHECK (rate_nanos > 0), valid_from_ms INTEGER NOT NULL, source TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
)sql");
    faultPoint("during_migration");
}

} // namespace yardstick::schema
